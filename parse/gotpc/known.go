package gotpc

import "bytes"

// loadSteps begin the lines by which prepare and cleanup say what they are at.
var loadSteps = [...]string{
	"creating table warehouse", "creating table district", "creating table customer", "creating table history",
	"creating table new_order", "creating table orders", "creating table order_line", "creating table stock",
	"creating table item", "load to item", "load to warehouse in warehouse ", "load to stock in warehouse ",
	"load to district in warehouse ", "load to customer in warehouse ", "load to history in warehouse ",
	"load to orders in warehouse ", "load to new_order in warehouse ", "load to order_line in warehouse ",
	"begin to check warehouse ", "DROP TABLE IF EXISTS ",
}

func isLoadStep(b []byte) bool {
	for i := range loadSteps {
		if bytes.HasPrefix(b, []byte(loadSteps[i])) {
			return true
		}
	}
	return false
}

// noise lists the beginnings of lines that say nothing that is kept.
var noise = [...]string{
	"Auto-setting connection max lifetime to ",
	"Skip preparing checking. ",
	"user\t", "sys\t", // bash's time
}

func isNoise(b []byte) bool {
	for i := range noise {
		if bytes.HasPrefix(b, []byte(noise[i])) {
			return true
		}
	}
	return false
}
