package ingest

import (
	"maps"
	"testing"
)

func TestNamePattern(t *testing.T) {
	for _, tc := range []struct {
		pattern, path string
		want          map[string]string
	}{
		{"Tier{memory}_{mode}_{threads}th", "logs/8.4.7/Tier12G_RW_64th.sysbench.txt", map[string]string{"memory": "12G", "mode": "RW", "threads": "64"}},
		{"Tier{memory}_Concur{concurrency}_{threads}th", "Tier12G_Concur16_256th", map[string]string{"memory": "12G", "concurrency": "16", "threads": "256"}},
		{"{server}/thr{threads}/", "percona-server/thr16/res.txt", map[string]string{"server": "percona-server", "threads": "16"}},
		{"par{partitions}.log{redo}", "tpcc.par4.log128.trx2", map[string]string{"partitions": "4", "redo": "128"}},
		{`(?P<pool>\d+)G`, "run_BP 10G sweep/out.txt", map[string]string{"pool": "10"}},
		{"thr{threads}", "res.txt", nil},
	} {
		p, err := ParseNamePattern(tc.pattern)
		if err != nil {
			t.Errorf("%s: %v", tc.pattern, err)
			continue
		}
		if got := p.Tags(tc.path); !maps.Equal(got, tc.want) {
			t.Errorf("%s in %s: %v, want %v", tc.pattern, tc.path, got, tc.want)
		}
	}
	for _, bad := range []string{"", "thr", "{", "(?P<x", "{two words}", "thr{}"} {
		if _, err := ParseNamePattern(bad); err == nil {
			t.Errorf("%q is taken for a pattern", bad)
		}
	}
}
