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
	for _, name := range []string{"wsrep_sst_auth", "report_password", "authentication_ldap_simple_bind_root_pwd", "s3_secret_key", "s3_access_key",
		"hashicorp_key_management_token", "file_key_management_filekey"} {
		if !secret(name) {
			t.Errorf("%s is no secret", name)
		}
	}
	for _, name := range []string{"version", "validate_password_length", "validate_password.policy", "old_passwords", "password_history",
		"default_password_lifetime", "caching_sha2_password_digest_rounds", "caching_sha2_password_private_key_path", "innodb_default_encryption_key_id", "key_buffer_size"} {
		if secret(name) {
			t.Errorf("%s is a secret", name)
		}
	}
}
