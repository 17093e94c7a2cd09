package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"jitterlog/ingest"
	"jitterlog/parse/formats"
)

// An account adds up what became of the files of an import and of their lines.
type account struct {
	files, runs, known, rows int64
	described                int64 // known runs that got other tags or settings
	beside                   int64 // files that were read with another, though not named
	attached                 int64 // files whose records went to the runs of another
	alone                    int64 // files that belong to a run which is not there
	others                   int64 // files in folders that are no benchmark log
	failed                   int64
	lines, unknown           int64
	unclaimed                bool // a file that the user named is of no known format
}

func (a *account) add(f *ingest.File) {
	a.files++
	a.runs += int64(len(f.Runs))
	a.known += int64(len(f.Known))
	a.described += int64(f.Described)
	a.beside += int64(f.Beside)
	a.rows += f.Rows
	a.lines += f.Lines
	a.unknown += f.NotUnderstood
	var none *ingest.NoFormatError
	switch {
	case f.Repeats != "":
		a.known++
	case f.Err == nil && f.BelongsTo != "":
		a.attached++
	case f.Err == nil:
	case ingest.NotALog(f.Err) && !f.Named:
		a.others++
	case errors.Is(f.Err, ingest.ErrNeedsRun) && !f.Named:
		a.alone++
	default:
		a.failed++
		a.unclaimed = a.unclaimed || errors.As(f.Err, &none)
	}
}

// tell says what is to be said of one file.
func tell(e *env, f *ingest.File, verbose, attaching bool) {
	expected := !f.Named && (ingest.NotALog(f.Err) || errors.Is(f.Err, ingest.ErrNeedsRun))
	if f.Err != nil && (verbose || !expected) {
		e.say("%v", fileError(f))
	}
	if first := f.FirstNotUnderstood; first != nil {
		e.say("%s:%v (%s not understood in all)", f.Path, first, count(f.NotUnderstood, "line"))
	}
	if f.Cut != nil {
		e.say("%s: the file breaks off: %v", f.Path, f.Cut)
		e.say("hint: what is there was kept, its last run is incomplete")
	}
	if f.Aligned != "" && (verbose || attaching) {
		e.say("%s: times set %s", f.Path, f.Aligned)
	}
	if f.Repeats != "" {
		e.say("%s: beside the run already, as %s", f.Path, f.Repeats)
		return
	}
	if f.Err == nil && verbose {
		e.say("%s", outcome(f))
	}
}

// outcome is what an import made of a file.
func outcome(f *ingest.File) string {
	if f.BelongsTo != "" {
		return fmt.Sprintf("%s: %s, belongs to %s", f.Path, f.Format, f.BelongsTo)
	}
	text := fmt.Sprintf("%s: %s, %s", f.Path, f.Format, count(int64(len(f.Runs)), "run"))
	if len(f.Known) > 0 {
		text += fmt.Sprintf(", %d already there", len(f.Known))
	}
	return text + ", " + count(f.Lines, "line")
}

// sentence is the closing line.
func (a *account) sentence(opening string) string {
	parts := []string{opening}
	for _, p := range []struct {
		n    int64
		text string
	}{
		{a.known, "already there"}, {a.described, "of them with new tags or settings"}, {a.attached, "beside a log"}, {a.alone, "without the log that they belong to"},
		{a.others, "no benchmark log"}, {a.failed, "failed"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.text))
		}
	}
	parts = append(parts, fmt.Sprintf("%s, %d not understood", count(a.lines, "line"), a.unknown))
	return strings.Join(parts, "; ")
}

// failure is the error that the program ends with, if any.
func (a *account) failure(e *env, strict bool) error {
	if a.unclaimed {
		e.say("hint: the formats known are %s", strings.Join(formats.Names(), ", "))
	}
	switch {
	case a.failed > 0:
		return &codedError{exitFailed, fmt.Errorf("%s could not be imported", count(a.failed, "file"))}
	case a.unknown > 0 && strict:
		return &codedError{exitNotUnderstood, fmt.Errorf("%s not understood", count(a.unknown, "line"))}
	}
	return nil
}

// fileError names the file once.
func fileError(f *ingest.File) error {
	var path *fs.PathError
	if errors.As(f.Err, &path) && path.Path == f.Path {
		return fmt.Errorf("%s: %w", f.Path, path.Err)
	}
	return fmt.Errorf("%s: %w", f.Path, f.Err)
}

func count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
