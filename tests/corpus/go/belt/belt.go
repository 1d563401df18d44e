// Package belt moves parcels.
package belt

// Speed in centimetres a second.
const Speed = 40

// Belt carries parcels in order.
type Belt struct{ speed int }

// Mover is what moves.
type Mover interface{ Move(steps int) error }

// New makes a belt.
func New(speed int) *Belt { return &Belt{speed} }

// Move turns the belt.
func (b *Belt) Move(steps int) error { return nil }

func stop() {}
