// Package oltp is the OLTP workloads of sysbench 1.0: the same tables, statements and distributions,
// so that figures stand beside those of sysbench. legacy_insert and legacy_oltp are insert.lua and
// oltp.lua of sysbench 0.5.
//
// As in sysbench, an event that fails is tried again with new random numbers, and no ROLLBACK is sent:
// after a lock wait the BEGIN of the next try commits what was done.
package oltp

import (
	"fmt"
	"strings"

	"jitterlog/ingest/load"
	"jitterlog/ingest/workload/distribution"
	"jitterlog/ingest/workload/statement"
)

// Workload is one of Names. It implements load.Workload and load.Preparer.
type Workload struct {
	name   string
	script script
	o      Options
	draw   *distribution.Distribution
	unique *distribution.Unique // ids with Options.NoAutoInc
}

var (
	_ load.Workload = (*Workload)(nil)
	_ load.Preparer = (*Workload)(nil)
)

// New returns the workload of that name, or an error that says which option is out of range.
func New(name string, o Options) (*Workload, error) {
	s, ok := scripts[name]
	if !ok {
		return nil, fmt.Errorf("no workload %q: want one of %s", name, strings.Join(Names(), ", "))
	}
	if err := o.validate(s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	draw, err := distribution.New(o.Distribution)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if s.text {
		o.Mode = statement.Text
	}
	return &Workload{name: name, script: s, o: o, draw: draw, unique: distribution.NewUnique(o.Seed)}, nil
}

// Name is the script's name.
func (w *Workload) Name() string { return w.name }

// Ops is transaction alone: sysbench's word for an event, whether it sends BEGIN or not.
func (w *Workload) Ops() []load.Op { return []load.Op{{Name: "transaction"}} }
