package report

import (
	"fmt"
	"slices"
	"strconv"

	"jitterlog/analyze"
	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
	"jitterlog/report/doc"
)

// Jitter is the jitter table: one row a run. Values that are percentiles already
// have their median and spread in it, and no mean.
func Jitter(rows []analyze.Jitter) doc.Table {
	unit := "1/s"
	if len(rows) > 0 {
		unit = unitOf(rows[0].Value)
	}
	table := doc.Table{Columns: []doc.Column{
		{Name: "run"},
		{Name: "op"},
		{Name: "mean", Unit: unit, Kind: doc.KindFloat},
		{Name: "mean_lo", Title: "95 % from", Kind: doc.KindFloat},
		{Name: "mean_hi", Title: "to", Kind: doc.KindFloat},
		{Name: "median", Unit: unit, Kind: doc.KindFloat},
		{Name: "p5", Kind: doc.KindFloat},
		{Name: "p95", Kind: doc.KindFloat},
		{Name: "max", Kind: doc.KindFloat},
		{Name: "cv", Title: "CV", Kind: doc.KindPercent, Digits: 1},
		{Name: "robust_cv", Title: "robust CV", Kind: doc.KindPercent, Digits: 1},
		{Name: "floor", Title: "floor", Kind: doc.KindPercent, Digits: 1},
		{Name: "stalls", Kind: doc.KindInt},
		{Name: "longest_stall_s", Title: "longest", Kind: doc.KindDuration},
		{Name: "lost_work", Title: "lost work", Kind: doc.KindPercent, Digits: 1},
		{Name: "trend_per_minute", Title: "trend per minute", Kind: doc.KindPercent, Digits: 2, Signed: true},
		{Name: "warmup", Title: "warm-up"},
		{Name: "ess", Title: "ESS", Kind: doc.KindFloat, Digits: doc.Whole},
		{Name: "seconds", Kind: doc.KindFloat},
	}}
	var runs []history.Run
	var warnings []analyze.Warning
	for _, j := range rows {
		runs = append(runs, j.Run)
		warnings = append(warnings, Relevant(j.Warnings, j.Value)...)
	}
	labels := analyze.Labels(runs)
	for i, j := range rows {
		stalls, longest, lost := doc.Value{}, doc.Value{}, doc.Value{}
		if j.Value.IsWork() && j.Points > 1 && j.Max > 0 {
			stalls, longest, lost = doc.Int(int64(len(j.Stalls.Stalls))), doc.Float(j.Stalls.Longest), doc.Float(j.Stalls.Share)
		}
		table.Rows = append(table.Rows, []doc.Value{
			doc.Text(labels[i]), text(j.Op),
			doc.Float(j.Mean), doc.Float(j.MeanInterval.Lo), doc.Float(j.MeanInterval.Hi),
			doc.Float(j.Median), doc.Float(j.P5), doc.Float(j.P95), doc.Float(j.Max),
			doc.Float(j.CV), doc.Float(j.RobustCV), doc.Float(j.Floor), stalls, longest, lost,
			doc.Float(j.Trend.Value), text(warmUp(j.WarmUp)), doc.Float(j.ESS), doc.Float(j.Seconds),
		})
	}
	table.Notes = Notes(warnings, runs)
	if len(rows) > 0 && rows[0].Value.IsQuantile() {
		return without(table, "mean", "mean_lo", "mean_hi", "cv", "floor", "stalls", "longest_stall_s", "lost_work")
	}
	return without(table, "p5", "p95", "max")
}

// without leaves out the columns of these names.
func without(t doc.Table, names ...string) doc.Table {
	return columns(t, func(i int) bool { return !slices.Contains(names, t.Columns[i].Name) })
}

// warmUp says in words what was found.
func warmUp(w stat.WarmUp) string {
	if w.State == stat.WarmUpFound {
		return fmt.Sprintf("%s s (%+.0f %%)", strconv.FormatFloat(w.End, 'g', 4, 64), 100*w.Change)
	}
	return w.State.String()
}

// unitOf is the unit of a value of the table intervals.
func unitOf(v analyze.Value) string {
	switch {
	case v.IsLatency():
		return "ms"
	case v == analyze.Rate:
		return "1/s"
	case v == "bytes_per_s":
		return "B/s"
	}
	return ""
}

// Stalls is the table of the stalls of runs: one row a stall.
func Stalls(rows []analyze.Jitter) doc.Table {
	table := doc.Table{Columns: []doc.Column{
		{Name: "run"},
		{Name: "start_s", Title: "start", Unit: "s", Kind: doc.KindFloat},
		{Name: "end_s", Title: "end", Unit: "s", Kind: doc.KindFloat},
		{Name: "length_s", Title: "length", Unit: "s", Kind: doc.KindFloat},
		{Name: "depth", Kind: doc.KindPercent, Digits: doc.Whole},
		{Name: "lost", Title: "lost", Kind: doc.KindFloat, Digits: doc.Whole},
	}}
	var runs []history.Run
	for _, j := range rows {
		runs = append(runs, j.Run)
	}
	labels := analyze.Labels(runs)
	for i, j := range rows {
		for _, s := range j.Stalls.Stalls {
			table.Rows = append(table.Rows, []doc.Value{doc.Text(labels[i]), doc.Float(s.Start), doc.Float(s.End),
				doc.Float(s.Length()), doc.Float(s.Depth), doc.Float(s.Lost)})
		}
	}
	return table
}

// Scales is, of the runs whose load was not stepped, the table of the CV over blocks of 1 to 60 seconds: the
// variance-time curve, which is the fingerprint of what makes the jitter.
func Scales(rows []analyze.Jitter) doc.Table {
	table := doc.Table{Title: "CV of means over longer and longer blocks (a CV that falls slowly comes from slow waves)",
		Columns: []doc.Column{{Name: "run"}}}
	var runs []history.Run
	for _, j := range rows {
		runs = append(runs, j.Run)
	}
	labels := analyze.Labels(runs)
	for i, j := range rows {
		if analyze.Stages(&j.Run) != nil {
			continue // what differs between the steps is no jitter
		}
		row := []doc.Value{doc.Text(labels[i])}
		for _, scale := range j.Scales {
			if len(table.Rows) == 0 {
				table.Columns = append(table.Columns, doc.Column{Name: fmt.Sprintf("cv_%gs", scale.Seconds),
					Title: fmt.Sprintf("%g s", scale.Seconds), Kind: doc.KindPercent, Digits: 1})
			}
			row = append(row, doc.Float(scale.CV))
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}
