package load

import (
	"io"
	"strings"
	"testing"
	"time"
)

func TestPlanRefused(t *testing.T) {
	s := time.Second
	for want, change := range map[string]func(*Plan){
		"workload":          func(p *Plan) { p.Workload = nil },
		"a log":             func(p *Plan) { p.Log = nil },
		"at least one":      func(p *Plan) { p.Stages = nil },
		"too short":         func(p *Plan) { p.Interval = time.Millisecond },
		"negative":          func(p *Plan) { p.Warmup = -1 },
		"0 threads":         func(p *Plan) { p.Stages[0].Threads = 0 },
		"rate of -1":        func(p *Plan) { p.Stages[0].Rate = -1 },
		"rate or none":      func(p *Plan) { p.Stages = append(p.Stages, Stage{Threads: 1, Rate: 5, Duration: s}) },
		"has no duration":   func(p *Plan) { p.Stages[0].Duration = 0 },
		"2 has no duration": func(p *Plan) { p.Events = 5; p.Stages = append(p.Stages, Stage{Threads: 1}) },
	} {
		p := Plan{Workload: selects{}, Log: io.Discard, Stages: []Stage{{Threads: 1, Duration: s}}}
		change(&p)
		if err := p.complete(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestSecret(t *testing.T) {
	for name, want := range map[string]bool{"wsrep_sst_auth": true, "report_password": true, "version": false, "validate_password_length": false,
		"old_passwords": false, "innodb_buffer_pool_size": false} {
		if secret(name) != want {
			t.Errorf("%s secret: %v", name, !want)
		}
	}
}
