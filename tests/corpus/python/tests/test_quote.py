from parcel.quote import cheapest
from parcel.rates import Rate


def test_the_cheapest_wins():
    assert cheapest([Rate(2), Rate(1)], 500) == "1"
