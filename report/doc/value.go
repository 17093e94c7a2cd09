package doc

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Value is one typed cell. The zero Value is NULL.
type Value struct {
	kind     valueKind
	emphasis Emphasis
	percent  bool   // shown as percent, whatever the column
	bits     uint64 // an integer, a bool, the bits of a float, or microseconds of a time
	text     string
	list     []Value
	fields   []Field
}

// Field is one entry of a Map.
type Field struct {
	Key   string
	Value Value
}

type valueKind uint8

const (
	holdsNull valueKind = iota
	holdsText
	holdsInt
	holdsFloat
	holdsBool
	holdsTime
	holdsList
	holdsMap
)

// Emphasis says how a cell is to be judged. It changes colours, never the text:
// the words of a cell have to be enough.
type Emphasis uint8

const (
	Plain   Emphasis = iota
	Good             // better
	Bad              // worse
	Neutral          // judged, and neither
)

// Text is a string.
func Text(s string) Value { return Value{kind: holdsText, text: s} }

// Int is a whole number.
func Int(i int64) Value { return Value{kind: holdsInt, bits: uint64(i)} }

// Float is a number; NaN and the infinities are NULL.
func Float(f float64) Value {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Value{}
	}
	return Value{kind: holdsFloat, bits: math.Float64bits(f)}
}

// Bool is true or false.
func Bool(b bool) Value {
	if b {
		return Value{kind: holdsBool, bits: 1}
	}
	return Value{kind: holdsBool}
}

// Time is a moment, kept to the microsecond and shown in UTC.
func Time(t time.Time) Value { return Value{kind: holdsTime, bits: uint64(t.UnixMicro())} }

// Sequence is a list of values. The slice is kept, not copied.
func Sequence(values []Value) Value { return Value{kind: holdsList, list: values} }

// Map is a list of named values in the given order. The slice is kept, not copied.
func Map(fields []Field) Value { return Value{kind: holdsMap, fields: fields} }

// Of is the value of what a database driver or a struct field holds: nil,
// numbers, strings, times, big integers, slices, maps, and pointers to them
// (nil is NULL). Anything else is shown as fmt prints it.
func Of(v any) Value {
	switch v := v.(type) {
	case nil:
		return Value{}
	case Value:
		return v
	case string:
		return Text(v)
	case []byte:
		return Text(string(v))
	case time.Time:
		return Time(v)
	case *big.Int:
		if v == nil {
			return Value{}
		}
		if v.IsInt64() {
			return Int(v.Int64())
		}
		return Text(v.String())
	case fmt.Stringer:
		if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
			return Value{}
		}
		return Text(v.String())
	}
	return reflected(reflect.ValueOf(v))
}

func reflected(v reflect.Value) Value {
	switch v.Kind() {
	case reflect.Bool:
		return Bool(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Int(v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if v.Uint() > math.MaxInt64 {
			return Text(fmt.Sprint(v.Uint()))
		}
		return Int(int64(v.Uint()))
	case reflect.Float32:
		// The shortest decimal that is this float32: 0.1, not 0.10000000149.
		f, _ := strconv.ParseFloat(strconv.FormatFloat(v.Float(), 'g', -1, 32), 64)
		return Float(f)
	case reflect.Float64:
		return Float(v.Float())
	case reflect.String:
		return Text(v.String())
	case reflect.Pointer:
		if v.IsNil() {
			return Value{}
		}
		return Of(v.Elem().Interface())
	case reflect.Slice, reflect.Array:
		values := make([]Value, v.Len())
		for i := range values {
			values[i] = Of(v.Index(i).Interface())
		}
		return Sequence(values)
	case reflect.Map:
		fields := make([]Field, 0, v.Len())
		for _, key := range v.MapKeys() {
			fields = append(fields, Field{fmt.Sprint(key.Interface()), Of(v.MapIndex(key).Interface())})
		}
		slices.SortFunc(fields, func(a, b Field) int { return strings.Compare(a.Key, b.Key) })
		return Map(fields)
	}
	return Text(fmt.Sprint(v.Interface()))
}

// With is the value with an emphasis.
func (v Value) With(e Emphasis) Value {
	v.emphasis = e
	return v
}

// Percent is the value, a fraction of one, to be shown as percent with one decimal also
// in a column of other numbers.
func (v Value) Percent() Value {
	v.percent = true
	return v
}

// IsNull reports whether the value is missing.
func (v Value) IsNull() bool { return v.kind == holdsNull }

// number is the value as a float, if it is a number.
func (v Value) number() (float64, bool) {
	switch v.kind {
	case holdsInt:
		return float64(int64(v.bits)), true
	case holdsFloat:
		return math.Float64frombits(v.bits), true
	}
	return 0, false
}

func (v Value) time() time.Time { return time.UnixMicro(int64(v.bits)).UTC() }
