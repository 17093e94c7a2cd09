package ingest

import (
	"strings"
	"testing"
)

func TestMaskSecrets(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"       [pass]: hunter2\n", "       [pass]: ***\n"},
		{"option p with value 'hunter2'\r\n", "option p with value '***'\r\n"},
		{"option P with value '3306'\n", "option P with value '3306'\n"},
		{"sysbench --mysql-user=sb --mysql-password=hunter2 --threads=8 run\n", "sysbench --mysql-user=sb --mysql-password=*** --threads=8 run\n"},
		{"export MYSQL_PWD=hunter2\n", "export MYSQL_PWD=***\n"},
		{`{"password": "hunter2", "threads": 8}` + "\n", `{"password": "***", "threads": 8}` + "\n"},
		{"password = hunter2\n", "password = ***\n"},
		{"mysql -uroot -phunter2 -e 'select 1'\n", "mysql -uroot -p*** -e 'select 1'\n"},
		{"$ tpcc_start -h 127.0.0.1 -P 3306 -u root -p hunter2 -w 10 -c 8\n", "$ tpcc_start -h 127.0.0.1 -P 3306 -u root -p *** -w 10 -c 8\n"},
		{"CREATE USER 'a'@'%' IDENTIFIED BY 'hunter2';\n", "CREATE USER 'a'@'%' IDENTIFIED BY '***';\n"},
		{"root:hunter2@tcp(127.0.0.1:3306)/test\n", "root:***@tcp(127.0.0.1:3306)/test\n"},
		{"mysql://root:hunter2@localhost/test\n", "mysql://root:***@localhost/test\n"},
		{"report_password\thunter2\n", "report_password\t***\n"},
		{"| wsrep_sst_auth | root:hunter2 |\n", "| wsrep_sst_auth | *** |\n"},
		{"| report_password |  |\n", "| report_password |  |\n"},
		// server variables whose names speak of passwords are no secrets
		{"strict_password_validation\tON\n", "strict_password_validation\tON\n"},
		{"| default_password_lifetime | 0 |\n", "| default_password_lifetime | 0 |\n"},
		{`{"Com_select":7,"Com_set_password":0,"Com_show":1}` + "\n", `{"Com_select":7,"Com_set_password":0,"Com_show":1}` + "\n"},
		{"| Com_set_password | 0 |\n", "| Com_set_password | 0 |\n"},
		{"Com_set_password\t0\tx_password\thunter2\n", "Com_set_password\t0\tx_password\t***\n"},
		{"  10, trx: 12920, 95%: 9.483, 99%: 18.738\n", "  10, trx: 12920, 95%: 9.483, 99%: 18.738\n"},
	} {
		if got := string(maskSecrets([]byte(tc.in))); got != tc.want {
			t.Errorf("\n in   %q\n got  %q\n want %q", tc.in, got, tc.want)
		}
		block := "one\n" + tc.in + "last without end"
		if got := string(maskSecrets([]byte(block))); strings.Contains(got, "hunter2") || strings.Count(got, "\n") != 2 {
			t.Errorf("in a block: %q", got)
		}
	}
}
