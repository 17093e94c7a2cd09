package mysqlstatus

import "jitterlog/parse"

// tell yields what the snapshot says.
func (r *recorder) tell() {
	dt, rebase := r.elapsed()
	if dt > 0 {
		r.last().rates = true
		r.findResets()
	}
	for i := range r.vars {
		v := &r.vars[i]
		if v.read != r.number || v.text {
			continue
		}
		r.tellOne(v, dt)
		if rebase {
			v.base, v.baseOf = v.value, r.number
		}
	}
	r.checkpointAge()
	if rebase {
		r.baseNumber, r.baseAt, r.baseUptime = r.number, r.at, r.seconds
	}
}

func (r *recorder) tellOne(v *variable, dt float64) {
	grows := v.class.kind == guessed || v.class.kind == counter
	if !grows {
		r.follow(v, &v.level, v.metric, v.class.unit, v.value)
	}
	if dt > 0 && (grows || v.class.kind == position) {
		if v.baseOf != r.baseNumber || v.value < v.base {
			v.growth.since = nowhere
			return
		}
		r.follow(v, &v.growth, v.growthName, v.rate, (v.value-v.base)/dt)
	}
}

// follow yields a value, once it has been something else than 0; then its
// zeros before come first.
func (r *recorder) follow(v *variable, tr *trace, metric, unit string, value float64) {
	if !tr.moving {
		if value == 0 {
			if tr.since == nowhere {
				tr.since = r.now()
			}
			return
		}
		tr.moving = true
		if tr.since != nowhere {
			r.zeros(tr.since, metric, unit, tr == &v.growth)
		}
	}
	r.value(v.line, metric, unit, value)
}

// findResets tells of counters that fell though the server was not restarted. A
// variable that was guessed to be one, and falls alone, is none.
func (r *recorder) findResets() {
	fell := false
	for i := range r.vars {
		if v := &r.vars[i]; v.class.kind == counter && r.fell(v) {
			fell = true
			break
		}
	}
	if fell {
		r.event(r.begins, r.at, parse.Warning, parse.CounterReset, resetEvent)
		return
	}
	for i := range r.vars {
		if v := &r.vars[i]; v.class.kind == guessed && r.fell(v) {
			v.class.kind = gauge
		}
	}
}

func (r *recorder) fell(v *variable) bool {
	return v.read == r.number && !v.text && v.baseOf == r.baseNumber && v.value < v.base
}

// ages are the log sequence numbers whose difference is the checkpoint age: of
// MySQL since 8.0.30, and of MariaDB.
var ages = [...]struct{ current, checkpoint string }{
	{"Innodb_redo_log_current_lsn", "Innodb_redo_log_checkpoint_lsn"},
	{"Innodb_lsn_current", "Innodb_lsn_last_checkpoint"},
}

// checkpointAge yields the age where the server does not say it itself.
func (r *recorder) checkpointAge() {
	if _, ok := r.get("Innodb_checkpoint_age"); ok {
		return
	}
	for _, a := range ages {
		current, ok := r.get(a.current)
		checkpoint, ok2 := r.get(a.checkpoint)
		if ok && ok2 && current >= checkpoint {
			r.value(r.vars[r.index[a.current]].line, "innodb_checkpoint_age", "B", current-checkpoint)
			return
		}
	}
}
