package chart

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wcharczuk/go-chart/v2/roboto"
)

// fontFolder is a folder with a sound font, which has no Chinese, below one that is broken.
func fontFolder(t *testing.T) (folder, sound string) {
	t.Helper()
	folder = t.TempDir()
	sound = filepath.Join(folder, "sub", "Sound.TTF")
	if err := os.Mkdir(filepath.Dir(sound), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, data := range map[string][]byte{
		filepath.Join(folder, "broken.ttf"): []byte("no font"), filepath.Join(folder, "cut.ttc"): roboto.Roboto[:3000],
		filepath.Join(folder, "notes.txt"): roboto.Roboto, sound: roboto.Roboto,
	} {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder, sound
}

func TestSearchFonts(t *testing.T) {
	folder, _ := fontFolder(t)
	found, missing := searchFonts([]string{"/no/such/folder", folder}, []rune("Aä中"))
	if len(found) != 1 || string(missing) != "中" {
		t.Errorf("%d fonts, missing %q", len(found), string(missing))
	}
}

func TestWideFontsComeFirst(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a.ttf", "simhei.ttf", "WQY-MicroHei.ttc", "b.otf"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, path := range fontFiles([]string{folder}) {
		names = append(names, filepath.Base(path))
	}
	if want := []string{"WQY-MicroHei.ttc", "simhei.ttf", "a.ttf"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

func TestFacesFor(t *testing.T) {
	folder, sound := fontFolder(t)
	base, err := bundled()
	if err != nil {
		t.Fatal(err)
	}
	fs, warning, err := facesFor("plain text 123", "", nil)
	if err != nil || len(fs) != 1 || fs[0] != base || warning != "" {
		t.Errorf("%d fonts, warning %q, error %v", len(fs), warning, err)
	}
	_, warning, err = facesFor("日志", "", []string{folder})
	if err != nil || !strings.Contains(warning, `"志日"`) || !strings.Contains(warning, "--font FILE") {
		t.Errorf("warning %q, error %v", warning, err)
	}
	fs, _, err = facesFor("text", sound, nil)
	if err != nil || len(fs) != 2 || fs[0] == base || fs[1] != base {
		t.Errorf("the user's font does not come first: %d fonts, error %v", len(fs), err)
	}
}

func TestUnusableFontFile(t *testing.T) {
	folder, _ := fontFolder(t)
	for _, path := range []string{filepath.Join(folder, "broken.ttf"), filepath.Join(folder, "cut.ttc"), filepath.Join(folder, "none.ttf"), folder} {
		c := examples()[0]
		c.FontFile = path
		var b strings.Builder
		if _, err := c.Render(&b, PNG); err == nil || !strings.Contains(err.Error(), path) || b.Len() > 0 {
			t.Errorf("%s: error %v, %d bytes", path, err, b.Len())
		}
	}
}

// TestDamagedFontFile flips bytes all over a font: the reader of fonts trusts their tables.
func TestDamagedFontFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "damaged.ttf")
	for seed := range 60 {
		data := slices.Clone(roboto.Roboto)
		for i := seed * 7; i < len(data); i += 997 + seed*131 {
			data[i] ^= 0xff
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		c := Chart{Title: "The quick brown fox, 0123456789", FontFile: path}
		if _, err := c.Render(new(strings.Builder), PNG); err != nil && !strings.Contains(err.Error(), "font") && !strings.Contains(err.Error(), path) {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

func TestRunsOfFonts(t *testing.T) {
	base, err := bundled()
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, r := range (faces{base}).runs("a b 中 c") {
		texts = append(texts, r.text)
	}
	if got := strings.Join(texts, "|"); got != "a b 中 c" {
		t.Errorf("%q: one font draws all, boxes too", got)
	}
	if got := (faces{base}).runs(""); len(got) != 0 {
		t.Errorf("%v", got)
	}
}
