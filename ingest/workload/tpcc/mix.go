package tpcc

import (
	"fmt"
	"math/rand/v2"
)

// Mix is the number of cards of each transaction in the deck that a worker deals from, in the order of
// Ops. A worker deals its shuffled deck to the end and shuffles it again (clause 5.2.4.2), so that
// the shares are exact after each deck; tpcc-mysql has one deck for all its connections, with the same shares.
type Mix [opCount]int

// StandardMix is the deck of clause 5.2.4.2, and tpcc-mysql's: 43.48 % new orders and payments, 4.35 %
// of each other transaction.
var StandardMix = Mix{10, 10, 1, 1, 1}

func (m Mix) validate() error {
	cards := 0
	for _, n := range m {
		if n < 0 || n > 1000 {
			return fmt.Errorf("tpcc: mix %v: want 0 to 1000 cards of each transaction", m)
		}
		cards += n
	}
	if cards == 0 {
		return fmt.Errorf("tpcc: mix %v: there is no card in the deck", m)
	}
	return nil
}

// A deck deals operations.
type deck struct {
	cards []int
	dealt int
}

func newDeck(m Mix) deck {
	var d deck
	for op, n := range m {
		for range n {
			d.cards = append(d.cards, op)
		}
	}
	d.dealt = len(d.cards)
	return d
}

func (d *deck) deal(r *rand.Rand) int {
	if d.dealt == len(d.cards) {
		r.Shuffle(len(d.cards), func(i, j int) { d.cards[i], d.cards[j] = d.cards[j], d.cards[i] })
		d.dealt = 0
	}
	d.dealt++
	return d.cards[d.dealt-1]
}
