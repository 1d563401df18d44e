package Parcel::Box;
# A box of one size.
sub new { my $class = shift; return bless {}, $class }
1;
