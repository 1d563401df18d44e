// Command parcel sorts parcels.
package main

import (
	"fmt"

	"example.org/parcel/belt"
)

func main() {
	fmt.Println(belt.New(belt.Speed))
}
