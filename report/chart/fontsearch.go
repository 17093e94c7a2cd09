package chart

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// wideFonts are files, in order of preference, that have Chinese and mostly
// Japanese and Korean characters too, and outlines that can be read. Noto Sans CJK is not
// among them: its outlines are CFF.
var wideFonts = []string{
	"wqy-microhei.ttc", "wqy-zenhei.ttc", "droidsansfallbackfull.ttf", "droidsansfallback.ttf", // Linux
	"stheiti medium.ttc", "stheiti light.ttc", "arial unicode.ttf", "songti.ttc", "applegothic.ttf", // macOS
	"msyh.ttc", "msyh.ttf", "deng.ttf", "simhei.ttf", "simsun.ttc", "yugothr.ttc", "malgun.ttf", "arialuni.ttf", // Windows
	"dejavusans.ttf", "liberationsans-regular.ttf", "arial.ttf",
}

const (
	maxFontSize  = 64 << 20
	maxFontFiles = 300 // a folder of thousands of fonts must not make a chart slow
)

// fontFolders are where systems keep fonts.
func fontFolders() []string {
	folders := []string{"/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"}
	if home, err := os.UserHomeDir(); err == nil {
		for _, sub := range []string{".fonts", ".local/share/fonts", "Library/Fonts"} {
			folders = append(folders, filepath.Join(home, sub))
		}
	}
	for _, f := range [][2]string{{"WINDIR", "Fonts"}, {"LOCALAPPDATA", `Microsoft\Windows\Fonts`}, {"XDG_DATA_HOME", "fonts"}} {
		if root := os.Getenv(f[0]); root != "" {
			folders = append(folders, filepath.Join(root, f[1]))
		}
	}
	return folders
}

// searchFonts finds fonts in the folders that have the characters, until none is
// missing, and returns those still missing.
func searchFonts(folders []string, missing []rune) (faces, []rune) {
	var found faces
	for _, path := range fontFiles(folders) {
		face, err := loadFont(path)
		if err != nil {
			continue // not meant for us: another font may do
		}
		rest := lacking(faces{face}, missing)
		if len(rest) == len(missing) {
			continue
		}
		found, missing = append(found, face), rest
		if len(missing) == 0 {
			break
		}
	}
	return found, missing
}

// lacking are the characters that none of the fonts has.
func lacking(fs faces, runes []rune) []rune {
	return slices.DeleteFunc(slices.Clone(runes), func(r rune) bool { return fs.faceOf(r) != nil })
}

// fontFiles lists the TrueType files of the folders, those with wide coverage first.
func fontFiles(folders []string) []string {
	var files []string
	for _, folder := range folders {
		// A folder that is not there or cannot be read has no fonts for us.
		_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return nil
			}
			if ext := strings.ToLower(filepath.Ext(path)); ext != ".ttf" && ext != ".ttc" {
				return nil
			}
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() <= maxFontSize {
				files = append(files, path)
			}
			return nil
		})
	}
	slices.SortStableFunc(files, func(a, b string) int { return fontRank(a) - fontRank(b) })
	return files[:min(len(files), maxFontFiles)]
}

func fontRank(path string) int {
	if i := slices.Index(wideFonts, strings.ToLower(filepath.Base(path))); i >= 0 {
		return i
	}
	return len(wideFonts)
}

// facesFor are the fonts that a text needs: the user's, the bundled one and, only if those lack
// characters, some of the system's.
func facesFor(words, file string, folders []string) (fs faces, warning string, err error) {
	base, err := bundled()
	if err != nil {
		return nil, "", err
	}
	fs = faces{base}
	if file != "" {
		own, err := loadFont(file)
		if err != nil {
			return nil, "", err
		}
		fs = faces{own, base}
	}
	missing := lacking(fs, distinct(words))
	if len(missing) == 0 {
		return fs, "", nil
	}
	more, missing := searchFonts(folders, missing)
	if len(missing) > 0 {
		warning = "no font that can be used has " + quoteSome(missing) + ": boxes are drawn instead; name a TrueType font that has them with --font FILE, or write SVG"
	}
	return append(fs, more...), warning, nil
}

func distinct(s string) []rune {
	runes := []rune(s)
	slices.Sort(runes)
	return slices.Compact(runes)
}

// quoteSome shows the first few characters.
func quoteSome(runes []rune) string {
	const few = 8
	if len(runes) <= few {
		return strconv.Quote(string(runes))
	}
	return strconv.Quote(string(runes[:few])) + " and " + strconv.Itoa(len(runes)-few) + " more characters"
}
