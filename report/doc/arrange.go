package doc

// arrange makes a table fit a terminal where it is too wide: columns without
// any value are left out, then a table of a few rows is turned on its side, so
// that nothing has to be cut off. A limit of 0 is no limit.
func (g grid) arrange(limit int) grid {
	if limit == 0 || g.width() <= limit {
		return g
	}
	if g = g.withoutEmpty(); g.width() <= limit {
		return g
	}
	if turned := g.turned(); turned.width() <= limit {
		return turned
	}
	return g
}

// width is how many columns of the terminal the table takes if nothing is cut
// off.
func (g grid) width() int {
	total := gap * (len(g.heads) - 1)
	for i := range g.heads {
		total += g.columnWidth(i)
	}
	return total
}

func (g grid) columnWidth(i int) int {
	width := terminal.StringWidth(g.heads[i])
	for _, row := range g.cells {
		width = max(width, terminal.StringWidth(row[i].shown()))
	}
	return width
}

// withoutEmpty leaves out the columns that have no value in any row.
func (g grid) withoutEmpty() grid {
	out := grid{cells: make([][]cell, len(g.cells))}
	for i, head := range g.heads {
		empty := true
		for _, row := range g.cells {
			empty = empty && row[i].null
		}
		if empty {
			continue
		}
		out.heads = append(out.heads, head)
		out.right = append(out.right, g.right[i])
		out.cut = append(out.cut, g.cut[i])
		for r, row := range g.cells {
			out.cells[r] = append(out.cells[r], row[i])
		}
	}
	return out
}

// turned has a line for each column, the first being the head of all others.
func (g grid) turned() grid {
	if len(g.heads) == 0 {
		return g
	}
	out := grid{heads: []string{g.heads[0]}, right: []bool{false}, cut: []bool{false}}
	for _, row := range g.cells {
		out.heads = append(out.heads, row[0].shown())
		out.right = append(out.right, true)
		out.cut = append(out.cut, true)
	}
	for i, head := range g.heads[1:] {
		line := []cell{{text: head}}
		for _, row := range g.cells {
			line = append(line, row[i+1])
		}
		out.cells = append(out.cells, line)
	}
	return out
}
