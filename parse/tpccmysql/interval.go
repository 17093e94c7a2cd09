package tpccmysql

import "jitterlog/parse"

// A shape is one template of the report line. Each commit that changed the line
// also changed what its latencies mean.
type shape uint8

const (
	noShape         shape = iota
	tenthsShape           // N(M):p, one decimal: since 7a0e84f, 2008-12
	hundredthsShape       // N(M):p, two decimals: bd5d718, 2011-08, and _SLEEP_ONLY_ builds of any year
	plainShape            // N(M):p, three decimals: since 83009d0, 2011-10-19
	someMaxShape          // N(M):p|  m for the first two operations: 48ebdb0, 2011-10-23
	classicShape          // N(M):p|m: since 3187345, 2011-10-23
	shiftedShape          // N:p|m, the fourth without its maximum: b7d3b86, 2016-02-10
	bareShape             // N:p|m: 7612959, 2016-02-11
	maxOnlyShape          // trx: N max_rt: m, N|m: edc9652, 2016-02-11
	currentShape          // trx: N, 95%: p, 99%: p, max_rt: m, N|m: since bd78fe1, 2016-02-12
	cutShape              // trx: N, 95: what is left of it where printf stops at "%:" (musl)
)

// meaning says what the latencies of a shape are.
//
// The percentile of the lines before 2011-10-24 but for the first two shapes was
// weighted by time and lies anywhere between the 80th and the 95th: it has a
// value but no rank. The clock of two decimals cannot be told, because a
// _SLEEP_ONLY_ build prints the same.
//
// Neither percentiles nor maxima are reset when measuring begins, so that those
// of the first line hold the ramp-up. Where they are response times they
// are left out there; CPU times, which hardly differ, are kept as printed.
var meaning = [...]struct {
	clock  parse.LatencyClock
	rank   float64 // of the one percentile, in percent; NaN if unknown
	scale  float64 // to milliseconds
	cap    float64 // the last bucket of the tool's histogram, 0 if not known
	rampUp bool    // the first line's latencies are left out if there was a ramp-up
}{
	noShape:         {clock: parse.UnknownClock},
	tenthsShape:     {clock: parse.WallClock, rank: 90, scale: 1000},
	hundredthsShape: {clock: parse.UnknownClock, rank: 90, scale: 1000},
	plainShape:      {clock: parse.ClientCPU, rank: parse.NaN(), scale: 1, cap: 19.999},
	someMaxShape:    {clock: parse.ClientCPU, rank: parse.NaN(), scale: 1, cap: 19.999},
	classicShape:    {clock: parse.ClientCPU, rank: 99, scale: 1, cap: 19.999},
	shiftedShape:    {clock: parse.ClientCPU, rank: 99, scale: 1, cap: 19.999},
	bareShape:       {clock: parse.WallClock, rank: 99, scale: 1, cap: 19.999, rampUp: true},
	maxOnlyShape:    {clock: parse.WallClock, rampUp: true},
	currentShape:    {clock: parse.WallClock, rampUp: true},
	cutShape:        {clock: parse.UnknownClock},
}

// A reportLine is the figures of the last report line that was read. Fields
// that its shape does not print stay absent.
type reportLine struct {
	shape shape
	ops   [len(opNames)]parse.Op
	shown int // how many of ops the line prints
}

func (l *reportLine) become(s shape) {
	if l.shape == s {
		return
	}
	l.shape = s
	l.shown = len(l.ops)
	if s == cutShape {
		l.shown = 1
	}
	for k, name := range opNames {
		l.ops[k] = parse.NewOp(name)
	}
}

// dropLatencies clears every latency, but not the counts.
func dropLatencies(ops []parse.Op) {
	nan := parse.NaN()
	for k := range ops {
		op := &ops[k]
		op.P90MS, op.P95MS, op.P99MS, op.P999MS, op.PctRank, op.PctMS, op.MaxMS = nan, nan, nan, nan, nan, nan, nan
	}
}

// A lineKind is what a line that begins with a number and a comma is.
type lineKind uint8

const (
	notNumbered lineKind = iota
	trxLine              // 10, trx: 12920 ...
	countLine            // 10, 5266(0): ... or 10, 5266: ...
	errorLine            // 1213, 40001, Deadlock found ...
)

// numbered reads "  10, " and tells the three kinds of lines that begin so
// apart. It returns the number and the position behind the comma and blank.
func numbered(b []byte, i int) (number int64, pos int, kind lineKind) {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	number, j := integer(b, i)
	if j == i || !has(b, j, ", ") {
		return 0, i, notNumbered
	}
	j += 2
	if has(b, j, "trx: ") {
		return number, j + 5, trxLine
	}
	if k := skipDigits(b, j); k > j && k < len(b) && (b[k] == '(' || b[k] == ':') {
		return number, j, countLine
	}
	if isSQLState(b, j) {
		return number, j, errorLine
	}
	return 0, i, notNumbered
}

// isSQLState says whether five capitals or digits and a comma stand at i.
func isSQLState(b []byte, i int) bool {
	if len(b)-i < 6 || b[i+5] != ',' {
		return false
	}
	for _, c := range b[i : i+5] {
		if c-'0' > 9 && c-'A' > 25 {
			return false
		}
	}
	return true
}

// trx reads what follows "trx: " and returns the position behind the line, or
// where it is not what it should be. A line that printf gave up ends behind 95.
func (l *reportLine) trx(b []byte, i int) (int, bool) {
	n, j := integer(b, i)
	if j == i {
		return i, false
	}
	i = j
	switch {
	case has(b, i, ", 95%: "):
		i += len(", 95%: ")
	case has(b, i, ", 95: "):
		i += len(", 95: ")
	case has(b, i, " max_rt: "):
		l.become(maxOnlyShape)
		l.ops[0].Count = n
		return l.maxima(b, i+len(" max_rt: "))
	case has(b, i, ", 95"):
		l.become(cutShape)
		l.ops[0].Count = n
		return i + len(", 95"), true
	default:
		return i, false
	}
	l.become(currentShape)
	op := &l.ops[0]
	op.Count = n
	var ok bool
	if op.P95MS, i, ok = latency(b, i); !ok {
		return i, false
	}
	switch {
	case has(b, i, ", 99%: "):
		i += len(", 99%: ")
	case has(b, i, ", 99: "):
		i += len(", 99: ")
	default:
		return i, false
	}
	if op.P99MS, i, ok = latency(b, i); !ok {
		return i, false
	}
	op.P999MS = parse.NaN()
	if has(b, i, ", 99.9") {
		i += len(", 99.9")
		if has(b, i, "%") {
			i++
		}
		if !has(b, i, ": ") {
			return i, false
		}
		if op.P999MS, i, ok = latency(b, i+2); !ok {
			return i, false
		}
	}
	if !has(b, i, ", max_rt: ") {
		return i, false
	}
	return l.maxima(b, i+len(", max_rt: "))
}

// maxima reads "213.169, 12919|98.778, ..." to the end of the line.
func (l *reportLine) maxima(b []byte, i int) (int, bool) {
	var ok bool
	if l.ops[0].MaxMS, i, ok = latency(b, i); !ok {
		return i, false
	}
	for k := 1; k < len(l.ops); k++ {
		if !has(b, i, ", ") {
			return i, false
		}
		i += 2
		n, j := integer(b, i)
		if j == i || !has(b, j, "|") {
			return j, false
		}
		l.ops[k].Count = n
		if l.ops[k].MaxMS, i, ok = latency(b, j+1); !ok {
			return i, false
		}
	}
	return atEnd(b, i)
}

// A field is one operation of a line of counts.
type field struct {
	count, late int64
	pct, max    float64
	decimals    int  // of pct
	hasMax      bool // a maximum is printed
	slash       bool // in front of which stands a slash
}

// counts reads "5266(0):2.695|3.028, ..." to the end of the line.
func (l *reportLine) counts(b []byte, i int) (int, bool) {
	var fields [len(opNames)]field
	var brackets, ok bool
	for k := range fields {
		if k > 0 {
			if !has(b, i, ", ") {
				return i, false
			}
			i += 2
		}
		var withLate bool
		if withLate, i, ok = fields[k].read(b, i); !ok {
			return i, false
		}
		if k == 0 {
			brackets = withLate
		} else if withLate != brackets {
			return i, false
		}
	}
	end, ok := atEnd(b, i)
	if !ok {
		return end, false
	}
	s := shapeOf(&fields, brackets)
	if s == noShape {
		return i, false
	}
	l.become(s)
	l.fill(&fields)
	return end, true
}

// read takes one field and says whether it has the number of late ones.
func (f *field) read(b []byte, i int) (withLate bool, end int, ok bool) {
	var j int
	if f.count, j = integer(b, i); j == i {
		return false, i, false
	}
	i, f.late = j, parse.Absent
	if has(b, i, "(") {
		if f.late, j = integer(b, i+1); j == i+1 || !has(b, j, "):") {
			return false, j, false
		}
		withLate, i = true, j+2
	} else if has(b, i, ":") {
		i++
	} else {
		return false, i, false
	}
	i = skipBlanks(b, i)
	if f.pct, f.decimals, j = decimal(b, i); j == i {
		return false, i, false
	}
	i = j
	if f.slash = has(b, i, "/"); f.slash || has(b, i, "|") {
		i = skipBlanks(b, i+1)
		if f.max, _, j = decimal(b, i); j == i {
			return false, i, false
		}
		i, f.hasMax = j, true
	}
	return withLate, i, true
}

func shapeOf(f *[len(opNames)]field, brackets bool) shape {
	var maxima uint
	for k := range f {
		if f[k].hasMax {
			maxima |= 1 << k
		}
	}
	const all, fourth = 1<<len(opNames) - 1, 1 << 3
	switch {
	case !brackets && maxima == all&^fourth:
		return shiftedShape
	case !brackets && maxima == all:
		return bareShape
	case !brackets:
		return noShape
	case maxima == all && !f[0].slash:
		return classicShape
	case maxima != 0 && maxima != all:
		return someMaxShape
	case f[0].decimals <= 1:
		return tenthsShape
	case f[0].decimals == 2:
		return hundredthsShape
	}
	return plainShape
}

// fill turns the fields of a line of counts into operations.
func (l *reportLine) fill(fields *[len(opNames)]field) {
	m := &meaning[l.shape]
	nan := parse.NaN()
	for k := range fields {
		f, op := &fields[k], &l.ops[k]
		pct, top := f.pct, f.max
		if l.shape == shiftedShape {
			// The fourth maximum is missing from the template but not from
			// its arguments, so that the last pair prints it, and behind it the
			// last percentile; the last maximum is not printed at all.
			switch k {
			case 3:
				top = fields[4].pct
			case 4:
				pct, top = fields[4].max, nan
			}
		}
		if pct == 0 || m.cap > 0 && pct >= m.cap {
			pct = nan
		}
		// %3.f prints a maximum below half a millisecond as 0.
		if !f.hasMax && l.shape != shiftedShape || top == 0 && (l.shape != someMaxShape || f.count == 0) {
			top = nan
		}
		op.Count, op.Late, op.MaxMS = f.count, f.late, top*m.scale
		op.SetPercentile(m.rank, pct*m.scale)
	}
}

// latency reads one latency in milliseconds; 0.000 is what the tool prints if
// it has none.
func latency(b []byte, i int) (ms float64, end int, ok bool) {
	ms, _, end = decimal(b, i)
	if ms == 0 {
		ms = parse.NaN()
	}
	return ms, end, end > i
}
