package analyze

import "fmt"

// A UsageError is a question that makes no sense for the runs it is asked of;
// its text says what to ask instead.
type UsageError struct{ message string }

func (e *UsageError) Error() string { return e.message }

func usage(format string, args ...any) error {
	return &UsageError{fmt.Sprintf(format, args...)}
}
