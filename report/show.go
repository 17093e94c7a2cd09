package report

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"jitterlog/analyze"
	"jitterlog/ingest/history"
	"jitterlog/report/doc"
)

// Show is the document of `jitterlog show`: what is known of one run, with its
// long lists (options, final report, server settings) or the numbers of their
// entries.
func Show(ctx context.Context, db *analyze.DB, run history.Run, lists bool) (doc.Document, error) {
	d := doc.Document{Title: run.Name, Subtitle: "run " + run.RunID}
	warnings, err := db.Warnings(ctx, []history.Run{run})
	if err != nil {
		return d, err
	}
	for _, note := range Notes(warnings, []history.Run{run}) {
		d.Blocks = append(d.Blocks, note)
	}
	d.Blocks = append(d.Blocks, doc.Heading{Level: 2, Text: "Run"}, identity(run),
		doc.Heading{Level: 2, Text: "Figures of the tool"}, figures(run))

	jitter, err := db.Jitter(ctx, []history.Run{run}, analyze.JitterOptions{})
	if err != nil {
		return d, err
	}
	table := Jitter(jitter)
	table.Notes = nil // they stand at the top
	d.Blocks = append(d.Blocks, doc.Heading{Level: 2, Text: "Jitter"}, table)
	inStalls, err := InStalls(ctx, db, &jitter[0])
	if err != nil {
		return d, err
	}
	if len(inStalls.Rows) > 0 {
		d.Blocks = append(d.Blocks, doc.Heading{Level: 2, Text: "What changed most in the stalls"}, inStalls)
	}
	stages, err := Stages(ctx, db, []history.Run{run})
	if err != nil {
		return d, err
	}
	if len(stages.Rows) > 0 {
		stages.Columns = stages.Columns[1:]
		for i := range stages.Rows {
			stages.Rows[i] = stages.Rows[i][1:]
		}
		d.Blocks = append(d.Blocks, doc.Heading{Level: 2, Text: "Steps of load"}, stages)
	}
	events, err := Events(ctx, db, []history.Run{run})
	if err != nil {
		return d, err
	}
	if len(events.Rows) > 0 {
		d.Blocks = append(d.Blocks, doc.Heading{Level: 2, Text: "Events"}, events)
	}
	if len(run.Tags) > 0 {
		d.Blocks = append(d.Blocks, doc.Heading{Level: 2, Text: "Tags"}, named(run.Tags))
	}
	var left []string
	for _, list := range []struct {
		title  string
		values map[string]string
	}{{"options of the tool", run.Options}, {"figures of the final report", run.Reported}, {"server settings", run.Settings}} {
		switch {
		case len(list.values) == 0:
		case lists:
			d.Blocks = append(d.Blocks, doc.Heading{Level: 2, Text: strings.ToUpper(list.title[:1]) + list.title[1:]}, named(list.values))
		default:
			left = append(left, fmt.Sprintf("%d %s", len(list.values), list.title))
		}
	}
	if len(left) > 0 {
		d.Blocks = append(d.Blocks, doc.Paragraph{Text: "Not shown (--all): " + strings.Join(left, ", ") + "."})
	}
	return d, nil
}

// identity says where a run comes from and how it was made.
func identity(run history.Run) doc.Facts {
	facts := doc.Facts{
		{Label: "tool", Value: text(tool(run))},
		{Label: "workload", Value: text(run.Workload)},
		{Label: "server", Value: text(strings.TrimSpace(run.Server + " " + run.ServerVersion))},
		{Label: "source", Value: doc.Text(fmt.Sprintf("%s, lines %d to %d", run.Source, run.FirstLine, run.LastLine))},
		{Label: "read as", Value: doc.Text(run.Format)},
		{Label: "beside it", Value: text(strings.Join(slices.Sorted(maps.Keys(run.Attached)), ", "))},
		{Label: "started", Value: moment(run), Kind: doc.KindTime},
		{Label: "threads", Value: whole(run.Threads), Kind: doc.KindInt},
		{Label: "scale", Value: whole(run.Scale), Kind: doc.KindInt},
		{Label: "report interval", Value: doc.Float(run.IntervalS), Kind: doc.KindDuration},
		{Label: "warm-up asked", Value: doc.Float(run.WarmupS), Kind: doc.KindDuration},
		{Label: "time asked", Value: doc.Float(run.DurationS), Kind: doc.KindDuration},
		{Label: "time measured", Value: doc.Float(run.ElapsedS), Kind: doc.KindDuration},
		{Label: "complete", Value: complete(run)},
		{Label: "latency clock", Value: doc.Text(string(run.LatClock))},
	}
	return slices.DeleteFunc(facts, func(f doc.Fact) bool { return f.Value.IsNull() })
}

// figures are the main results as the tool gives them.
func figures(run history.Run) doc.Facts {
	facts := doc.Facts{
		{Label: "TpmC", Value: doc.Float(run.TpmC), Kind: doc.KindFloat, Digits: 3},
		{Label: "transactions per second", Value: doc.Float(run.TPS), Kind: doc.KindFloat, Digits: 2},
		{Label: "queries per second", Value: doc.Float(run.QPS), Kind: doc.KindFloat, Digits: 2},
		{Label: "mean latency", Value: doc.Float(run.LatAvgMS), Unit: "ms", Kind: doc.KindFloat, Digits: 2},
		{Label: "p95 latency", Value: doc.Float(run.LatP95MS), Unit: "ms", Kind: doc.KindFloat, Digits: 2},
		{Label: "errors", Value: whole(run.Errors), Kind: doc.KindInt},
	}
	facts = append(facts, tries(run)...)
	facts = append(facts, pace(run)...)
	if v := run.Reported["verdict"]; v != "" {
		facts = append(facts, doc.Fact{Label: "verdict on itself", Value: doc.Text(strings.ReplaceAll(v, "_", " "))})
	}
	facts = slices.DeleteFunc(facts, func(f doc.Fact) bool { return f.Value.IsNull() })
	if len(facts) == 0 {
		facts = doc.Facts{{Label: "none", Value: doc.Text("the log ends before a final report")}}
	}
	return facts
}

// tries says what became of the work that failed in jitterlog's own load.
func tries(run history.Run) doc.Facts {
	if run.Errors <= 0 || run.Tool != "jitterlog" {
		return nil
	}
	var retried, givenUp int64
	for name, value := range run.Reported {
		n, err := strconv.ParseInt(value, 10, 64)
		switch {
		case err != nil:
		case strings.HasSuffix(name, "_retried"):
			retried += n
		case strings.HasSuffix(name, "_failed"):
			givenUp += n
		}
	}
	return doc.Facts{
		{Label: "of them retried", Value: doc.Int(retried), Kind: doc.KindInt},
		{Label: "given up", Value: doc.Int(givenUp), Kind: doc.KindInt},
	}
}

// pace says how the rate was kept that was asked of jitterlog's own load.
func pace(run history.Run) doc.Facts {
	if run.Options["arrivals"] == "" {
		return nil
	}
	return doc.Facts{
		{Label: "rate asked", Value: text(run.Options["rate"]), Unit: "1/s"},
		{Label: "events due", Value: reported(run, "arrived"), Kind: doc.KindInt},
		{Label: "of them begun", Value: reported(run, "begun"), Kind: doc.KindInt},
		{Label: "begun late by (p99)", Value: reported(run, "begin_lag_p99_ms"), Unit: "ms", Kind: doc.KindFloat, Digits: 3},
	}
}

// reported is a number of the final report.
func reported(run history.Run, name string) doc.Value {
	f, err := strconv.ParseFloat(run.Reported[name], 64)
	if err != nil {
		return doc.Value{}
	}
	return doc.Float(f)
}

func named(values map[string]string) doc.Facts {
	var facts doc.Facts
	for _, name := range slices.Sorted(maps.Keys(values)) {
		facts = append(facts, doc.Fact{Label: name, Value: doc.Text(values[name])})
	}
	return facts
}

// Events is the table of what the logs say happened, one row for equal events.
func Events(ctx context.Context, db *analyze.DB, runs []history.Run) (doc.Table, error) {
	table := doc.Table{Columns: []doc.Column{
		{Name: "name", Title: "run"},
		{Name: "t", Unit: "s", Kind: doc.KindFloat},
		{Name: "severity"}, {Name: "kind"}, {Name: "code"},
		{Name: "count", Kind: doc.KindInt},
		{Name: "message"},
		{Name: "lines"},
	}}
	if len(runs) == 1 {
		table.Columns = table.Columns[1:]
	}
	for _, run := range runs {
		rows, err := db.Query(ctx, `SELECT t, severity, kind, code, count, message, first_line, last_line
			FROM events WHERE run_id = '`+run.RunID+`' ORDER BY first_line, message`)
		if err != nil {
			return table, err
		}
		for rows.Next() {
			v := rows.Values()
			cells := []doc.Value{doc.Text(run.Name)}
			for _, cell := range v[:6] {
				cells = append(cells, doc.Of(cell))
			}
			cells = append(cells, doc.Text(span(v[6], v[7])))
			table.Rows = append(table.Rows, cells[len(cells)-len(table.Columns):])
		}
		err = rows.Err()
		rows.Close()
		if err != nil {
			return table, err
		}
	}
	return table, nil
}

// span writes a range of lines.
func span(first, last any) string {
	if first == last {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%v–%v", first, last)
}
