#include "belt.hpp"

namespace parcel {

template <typename T>
Belt<T>::Belt(int speed) {}

namespace {
void hidden() {}
}

}  // namespace parcel
