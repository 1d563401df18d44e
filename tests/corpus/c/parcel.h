/* Parcels in C. */
#ifndef PARCEL_H
#define PARCEL_H

#define PARCEL_MAX 20000
#define PARCEL_HEAVY(grams) ((grams) > PARCEL_MAX)

struct parcel {
    int grams;
};

enum parcel_state { PARCEL_OPEN, PARCEL_CLOSED };

/* Weighs a parcel. */
int parcel_weigh(const struct parcel *parcel);

#endif
