package dstat

import (
	"testing"

	"jitterlog/parse/hoststat/hoststattest"
)

const logs = "../../testdata/system/"

func textFiles(t testing.TB) []string {
	return hoststattest.Files(t, logs+"dstat*.txt", logs+"templates/dstat*.txt")
}

func csvFiles(t testing.TB) []string {
	return hoststattest.Files(t, logs+"dstat*.csv", logs+"templates/dstat*.csv")
}

func TestGolden(t *testing.T) {
	hoststattest.Golden(t, Formats[0], textFiles(t))
	hoststattest.Golden(t, Formats[1], csvFiles(t))
}

func FuzzRead(f *testing.F) {
	hoststattest.Fuzz(f, Formats, append(textFiles(f), csvFiles(f)...), "--a--\n|b\n", "--a-- -b-\nx y|z\n1|2\n 1 2| missed 1 ticks\n", `"`+"\n\"a\"\n\"b\"\n,\n")
}

const (
	headings = "----system---- ----total-usage---- -dsk/total- -net/total- ---paging-- ---system--\n" +
		"     time     |usr sys idl wai stl| read  writ| recv  send|  in   out | int   csw \n"
	row      = "13-03 05:37:41| 10   3  31  54   0| 473M  262k| 708B  389B|   0     0 | 259k 1412k\n"
	preamble = "\"system\",\"total cpu usage\",,,,,\"dsk/total\",,\"net/total\",,\"paging\",,\"system\",\n" +
		"\"time\",\"usr\",\"sys\",\"idl\",\"wai\",\"stl\",\"read\",\"writ\",\"recv\",\"send\",\"in\",\"out\",\"int\",\"csw\"\n"
	values = "01-12 01:33:55,58.470,18.033,2.732,20.765,0,36864,287461376,0,0,0,0,16707,42038\n"
)

func TestNoAllocation(t *testing.T) {
	hoststattest.NoAllocation(t, Formats[0], headings, row)
	hoststattest.NoAllocation(t, Formats[1], preamble, values)
}

func BenchmarkText(b *testing.B) {
	hoststattest.Benchmark(b, Formats[0], hoststattest.Repeated(headings, row, 20000))
}

func BenchmarkCSV(b *testing.B) {
	hoststattest.Benchmark(b, Formats[1], hoststattest.Repeated(preamble, values, 20000))
}
