#include "parcel.h"
#include <stdio.h>

static int steps(int grams) { return grams / 1000; }

int parcel_weigh(const struct parcel *parcel)
{
    return steps(parcel->grams);
}

static DEFINE_MUTEX(scale_lock);

SYSCALL_DEFINE1(weigh, int, grams)
{
    return steps(grams);
}
