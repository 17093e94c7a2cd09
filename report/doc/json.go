package doc

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"
)

// writeJSON writes an array with an object on each line.
func writeJSON(w io.Writer, columns []Column, rows Rows) error {
	out := bufio.NewWriter(w)
	out.WriteByte('[')
	separator := "\n"
	err := eachObject(columns, rows, func(object []byte) error {
		out.WriteString(separator)
		separator = ",\n"
		_, err := out.Write(object)
		return err
	})
	if err != nil {
		out.Flush()
		return err
	}
	if separator != "\n" {
		out.WriteByte('\n')
	}
	out.WriteString("]\n")
	return out.Flush()
}

// writeJSONL writes an object on each line.
func writeJSONL(w io.Writer, columns []Column, rows Rows) error {
	out := bufio.NewWriter(w)
	err := eachObject(columns, rows, func(object []byte) error {
		out.Write(object)
		return out.WriteByte('\n')
	})
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	return err
}

// eachObject calls write with each row as an object whose keys stand in the
// order of the columns. The bytes are used again for the next row.
func eachObject(columns []Column, rows Rows, write func([]byte) error) error {
	e := newJSONEncoder()
	keys := make([]string, len(columns))
	for i, name := range uniqueNames(columns) {
		e.text(name)
		keys[i] = e.buffer.String() + ":"
		e.buffer.Reset()
	}
	for row, err := range rows {
		if err != nil {
			return err
		}
		e.buffer.Reset()
		for i, v := range row {
			e.buffer.WriteByte("{,"[min(i, 1)])
			e.buffer.WriteString(keys[i])
			e.value(v)
		}
		if len(row) == 0 {
			e.buffer.WriteByte('{')
		}
		e.buffer.WriteByte('}')
		if err := write(e.buffer.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// uniqueNames are the columns' names; a repeated one gets a number, since readers
// of JSON keep only one of two equal keys.
func uniqueNames(columns []Column) []string {
	names := make([]string, len(columns))
	taken := map[string]bool{}
	for _, c := range columns {
		taken[c.Name] = true
	}
	seen := map[string]bool{}
	for i, c := range columns {
		name := c.Name
		for n := 2; seen[name] || name != c.Name && taken[name]; n++ {
			name = c.Name + "_" + strconv.Itoa(n)
		}
		seen[name] = true
		names[i] = name
	}
	return names
}

// jsonEncoder collects JSON text.
type jsonEncoder struct {
	buffer  bytes.Buffer
	strings *json.Encoder // writes to the buffer
}

func newJSONEncoder() *jsonEncoder {
	e := &jsonEncoder{}
	e.strings = json.NewEncoder(&e.buffer)
	e.strings.SetEscapeHTML(false)
	return e
}

func (e *jsonEncoder) text(s string) {
	_ = e.strings.Encode(s)               // a string into a buffer: cannot fail
	e.buffer.Truncate(e.buffer.Len() - 1) // the encoder's newline
}

func (e *jsonEncoder) value(v Value) {
	switch v.kind {
	case holdsNull:
		e.buffer.WriteString("null")
	case holdsText:
		e.text(v.text)
	case holdsInt:
		e.buffer.Write(strconv.AppendInt(e.buffer.AvailableBuffer(), int64(v.bits), 10))
	case holdsFloat:
		e.buffer.Write(appendFloat(e.buffer.AvailableBuffer(), math.Float64frombits(v.bits)))
	case holdsBool, holdsTime:
		quote := ""
		if v.kind == holdsTime {
			quote = `"`
		}
		e.buffer.WriteString(quote + plain(v) + quote)
	case holdsList:
		e.buffer.WriteByte('[')
		for i, item := range v.list {
			if i > 0 {
				e.buffer.WriteByte(',')
			}
			e.value(item)
		}
		e.buffer.WriteByte(']')
	case holdsMap:
		e.buffer.WriteByte('{')
		for i, field := range v.fields {
			if i > 0 {
				e.buffer.WriteByte(',')
			}
			e.text(field.Key)
			e.buffer.WriteByte(':')
			e.value(field.Value)
		}
		e.buffer.WriteByte('}')
	}
}

// jsonText is the value as JSON.
func jsonText(v Value) string {
	e := newJSONEncoder()
	e.value(v)
	return e.buffer.String()
}

// appendFloat appends the shortest decimal that reads back as f, with an exponent
// only where JavaScript would write one.
func appendFloat(b []byte, f float64) []byte {
	if size := math.Abs(f); size != 0 && (size < 1e-6 || size >= 1e21) {
		return strconv.AppendFloat(b, f, 'g', -1, 64)
	}
	return strconv.AppendFloat(b, f, 'f', -1, 64)
}
