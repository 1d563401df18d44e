#pragma once
#include <vector>

namespace parcel {

/// Carries parcels.
template <typename T>
class Belt {
public:
    explicit Belt(int speed);
    void push(T item);
    bool operator==(const Belt &other) const;

private:
    std::vector<T> items_;
};

constexpr int kSpeed = 40;
using IntBelt = Belt<int>;

}  // namespace parcel
