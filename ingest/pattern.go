package ingest

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// A NamePattern finds tags in the names of files and folders, where people write
// what they changed from run to run.
type NamePattern struct{ re *regexp.Regexp }

// ParseNamePattern reads a pattern such as Tier{memory}_{mode}_{threads}th: what
// stands at {word} becomes the tag of that word, and holds no slash. A regular
// expression with named groups, (?P<word>...), does as well.
func ParseNamePattern(pattern string) (*NamePattern, error) {
	text := pattern
	if !strings.Contains(pattern, "(?P<") && !strings.Contains(pattern, "(?<") {
		text = fromTemplate(pattern)
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", pattern, err)
	}
	for _, name := range re.SubexpNames()[1:] {
		if name != "" {
			return &NamePattern{re}, nil
		}
	}
	return nil, errors.New("it names no tag: write {threads}, say, where the number of threads stands")
}

// fromTemplate makes a regular expression of literal text and {words}. A word
// takes as little as what follows allows, and at the end as much as it can
// without a separator.
func fromTemplate(template string) string {
	var out strings.Builder
	for rest := template; rest != ""; {
		literal, word, ok := strings.Cut(rest, "{")
		out.WriteString(regexp.QuoteMeta(literal))
		if !ok {
			break
		}
		name, after, closed := strings.Cut(word, "}")
		if !closed {
			out.WriteString(regexp.QuoteMeta("{" + word))
			break
		}
		if after == "" {
			fmt.Fprintf(&out, `(?P<%s>[^/_.]+)`, name)
		} else {
			fmt.Fprintf(&out, `(?P<%s>[^/]+?)`, name)
		}
		rest = after
	}
	return out.String()
}

// Tags returns what the pattern finds in a path, nil if it does not match.
func (p *NamePattern) Tags(path string) map[string]string {
	if p == nil {
		return nil
	}
	found := p.re.FindStringSubmatch(path)
	if found == nil {
		return nil
	}
	tags := map[string]string{}
	for i, name := range p.re.SubexpNames() {
		if name != "" && found[i] != "" {
			tags[name] = found[i]
		}
	}
	return tags
}
