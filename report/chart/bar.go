package chart

import "math"

// barChart draws bars with whiskers, grouped, from left to right.
type barChart struct{ chart *Chart }

func newBarChart(c *Chart) *barChart { return &barChart{c} }

func (b *barChart) spans() (x, y extent) {
	for _, s := range b.chart.Series {
		for _, e := range s.Bars {
			for _, v := range [...]float64{e.Value, e.Low, e.High} {
				if !math.IsNaN(v) {
					x.add(v)
					if !b.chart.X.Log {
						x.add(v * valueRoom)
					}
				}
			}
		}
	}
	return x, y
}

// valueRoom is how much further than the bars the axis reaches, for the figures at their ends.
const valueRoom = 1.12

func (b *barChart) rows() []string        { return b.chart.Groups }
func (b *barChart) fromZero() (x, y bool) { return true, false }
func (b *barChart) roundX() bool          { return true }

func (b *barChart) notes() []string {
	for _, s := range b.chart.Series {
		for _, e := range s.Bars {
			if !math.IsNaN(e.Low) {
				return []string{"Whiskers: confidence intervals."}
			}
		}
	}
	return nil
}

func (b *barChart) draw(s *sheet, p plot) {
	row := p.height() / float64(len(b.chart.Groups))
	thick := math.Min(row*0.78/float64(len(b.chart.Series)), 44)
	zero := p.left
	if !p.x.log {
		zero = p.x.pos(math.Max(0, p.x.lo))
	}
	whisker := style{stroke: full(text), width: 1.25}
	for i, series := range b.chart.Series {
		var bars []rect
		var whiskers []path
		for g, e := range series.Bars {
			if math.IsNaN(e.Value) {
				continue
			}
			top := rowCenter(p.rect, g, len(b.chart.Groups)) + (float64(i)-float64(len(b.chart.Series))/2)*thick
			x := p.x.pos(e.Value)
			if f := p.text.small; thick >= f.size && e.Value >= 0 {
				tip := x
				if !math.IsNaN(e.High) {
					tip = math.Max(tip, p.x.pos(e.High))
				}
				s.text(at{tip + 6, top + thick/2 + f.size*0.36}, start, f, full(text), figure(e.Value))
			}
			bars = append(bars, rect{math.Min(zero, x), top + thick*0.06, math.Max(zero, x), top + thick*0.94})
			if !math.IsNaN(e.Low) {
				low, high, mid, cap := p.x.pos(e.Low), p.x.pos(e.High), top+thick/2, math.Min(thick*0.22, 5)
				whiskers = append(whiskers, path{points: []at{{low, mid}, {high, mid}}},
					path{points: []at{{low, mid - cap}, {low, mid + cap}}}, path{points: []at{{high, mid - cap}, {high, mid + cap}}})
			}
		}
		s.fill(pale(seriesInk(i), barOpacity(i)), bars...)
		s.stroke(whisker, whiskers...)
	}
	s.line(style{stroke: full(rule), width: 1}, at{crisp(zero), p.top}, at{crisp(zero), p.bottom})
}

// figure is a value with three digits, or all before the point.
func figure(v float64) string {
	if v == 0 {
		return "0"
	}
	return number(v, math.Pow(10, math.Min(0, math.Floor(math.Log10(v))-2)), v)
}

// barOpacity tells bars apart whose colour comes round again.
func barOpacity(i int) uint8 {
	if seriesDash(i)%2 == 1 {
		return 45
	}
	return 100
}

func (b *barChart) legend() []entry {
	if len(b.chart.Series) < 2 {
		return nil
	}
	entries := make([]entry, len(b.chart.Series))
	for i, s := range b.chart.Series {
		entries[i] = entry{s.Name, sample{patch: pale(seriesInk(i), barOpacity(i))}}
	}
	return entries
}
