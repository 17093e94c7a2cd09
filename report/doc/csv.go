package doc

import (
	"encoding/csv"
	"io"
)

// writeCSV writes a line of column names and one line per row. Numbers have full
// precision, NULL is an empty field.
func writeCSV(w io.Writer, columns []Column, rows Rows) error {
	out := csv.NewWriter(w)
	record := make([]string, len(columns))
	for i, c := range columns {
		record[i] = c.Name
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for row, err := range rows {
		if err != nil {
			out.Flush()
			return err
		}
		for i, v := range row {
			record[i] = plain(v)
		}
		if len(record) == 1 && record[0] == "" {
			// An empty line would be no record to most readers.
			out.Flush()
			_, err = io.WriteString(w, "\"\"\n")
		} else {
			err = out.Write(record)
		}
		if err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
