package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jitterlog/analyze"
	"jitterlog/ingest/history"
	"jitterlog/report/doc"
)

// What warnings are about that do not concern every figure of a run, by their
// codes.
var (
	aboutLatency = []string{"classic_latency_is_cpu_time", "latency_clock_unknown", "first_line_includes_rampup", "percentile_grid"}
	aboutLate    = []string{"count_is_all_transactions", "late_counts_wrong_limit"}
)

// Relevant leaves out the warnings that do not concern a value of the table
// intervals.
func Relevant(warnings []analyze.Warning, v analyze.Value) []analyze.Warning {
	return slices.DeleteFunc(slices.Clone(warnings), func(w analyze.Warning) bool {
		return slices.Contains(aboutLatency, w.Code) && !v.IsLatency() || slices.Contains(aboutLate, w.Code) && v != "late"
	})
}

// Notes are warnings as remarks of a table or document: one for each code of
// warnings about single runs, which says how many they concern if not all, and one
// for each warning about all of them.
func Notes(warnings []analyze.Warning, runs []history.Run) []doc.Note {
	var notes []doc.Note
	of := map[string][]analyze.Warning{}
	for _, w := range warnings {
		if w.Run != "" {
			of[w.Code] = append(of[w.Code], w)
		}
	}
	said := map[string]bool{}
	for _, w := range warnings {
		key := w.Code
		text := w.Message
		if w.Run == "" {
			key += "\x00" + w.Message
		}
		if said[key] {
			continue
		}
		said[key] = true
		if w.Run != "" {
			text = merged(of[w.Code], len(runs))
		}
		notes = append(notes, doc.Note{Severity: doc.SeverityWarning, Code: w.Code, Text: text})
	}
	return notes
}

const (
	fewNames  = 3 // more runs are counted, not named
	fewTexts  = 3 // of one code; those of fewer runs are counted
	moreTexts = "; of %d more with other details see each run"
)

// merged is what the warnings of one code say of so many runs. Messages that
// differ in numbers alone are one, with the range of those.
func merged(warnings []analyze.Warning, runs int) string {
	type text struct {
		words []string
		about []string
	}
	var texts []*text
	index := map[string]*text{}
	for _, w := range warnings {
		words := strings.Fields(w.Message)
		key := template(words)
		t := index[key]
		if t == nil {
			t = &text{words: words}
			index[key] = t
			texts = append(texts, t)
		}
		for i := range t.words {
			t.words[i] = joined(t.words[i], words[i])
		}
		t.about = append(t.about, w.Run)
	}
	slices.SortStableFunc(texts, func(a, b *text) int { return cmp.Compare(len(b.about), len(a.about)) })
	var parts []string
	others := 0
	for i, t := range texts {
		if i >= fewTexts {
			others += len(t.about)
			continue
		}
		part := strings.Join(t.words, " ")
		if len(t.about) < runs {
			part = few(t.about) + ": " + part
		}
		parts = append(parts, part)
	}
	all := strings.Join(parts, "; ")
	if others > 0 {
		all += fmt.Sprintf(moreTexts, others)
	}
	return all
}

// few is a list of names that does not grow long.
func few(names []string) string {
	if len(names) <= fewNames+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:fewNames], ", "), len(names)-fewNames)
}

// template is a message without its numbers and without what those do to words:
// 1 line and 2 lines are alike.
func template(words []string) string {
	bare := make([]string, len(words))
	for i, word := range words {
		before, number, after := numeral(word)
		if number != "" {
			bare[i] = before + "#" + after
			continue
		}
		end := len(strings.TrimRight(word, ",.;:"))
		bare[i] = strings.TrimSuffix(word[:end], "s") + word[end:]
	}
	return strings.Join(bare, " ")
}

// joined is the word that stands for two of one template: the range of numbers,
// which may be one already, or the plural.
func joined(a, b string) string {
	before, number, after := numeral(b)
	if number == "" {
		if len(b) > len(a) {
			return b
		}
		return a
	}
	low, high, isRange := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(a, before), after), "–")
	if !isRange {
		high = low
	}
	if value(number) < value(low) {
		low = number
	}
	if value(number) > value(high) {
		high = number
	}
	if low == high {
		return before + low + after
	}
	return before + low + "–" + high + after
}

// numeral finds the number in a word such as (20.5/s):
func numeral(word string) (before, number, after string) {
	const digits = "0123456789"
	start := strings.IndexAny(word, digits)
	if start < 0 {
		return word, "", ""
	}
	end := strings.LastIndexAny(word, digits) + 1
	if _, err := strconv.ParseFloat(word[start:end], 64); err != nil {
		return word, "", ""
	}
	return word[:start], word[start:end], word[end:]
}

func value(number string) float64 {
	f, _ := strconv.ParseFloat(number, 64) // it is one, see numeral
	return f
}
