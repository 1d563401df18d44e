#!/usr/bin/perl
use Test::More;
use Parcel;
require './t/scale.pl';
is(Parcel->new->price, 1);
done_testing;
