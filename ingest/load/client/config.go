package client

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
)

// Config says which server to connect to, and as whom. Only String prints it,
// and leaves the password out.
type Config struct {
	Network  string // "tcp" or "unix"
	Address  string // host:port, or the path of the socket
	User     string
	Password string
	Database string            // empty: none
	TLS      string            // "", "true", "skip-verify" or "preferred"
	Params   map[string]string // session variables, set at connecting; strings with their quotes
	Timeout  time.Duration     // of connecting as a whole; 0: DefaultTimeout
}

// DefaultTimeout is how long connecting may take where Config does not say.
const DefaultTimeout = 10 * time.Second

// ParseDSN reads a data source name of the form that go-sql-driver/mysql
// defines: user:password@tcp(host:port)/database?param=value. The driver's own
// parameters other than tls and timeout are refused: they would change what is
// measured. Errors do not hold the text, which may hold a password.
func ParseDSN(dsn string) (Config, error) {
	parsed, err := mysql.ParseDSN(dsn)
	if err != nil {
		// The driver's error quotes what it did not understand.
		return Config{}, errors.New("data source name: expected user:password@tcp(host:port)/database or user:password@unix(path)/database, with ?variable=value")
	}
	_, query, _ := strings.Cut(dsn[strings.LastIndexByte(dsn, '/')+1:], "?")
	for param := range strings.SplitSeq(query, "&") {
		key, _, _ := strings.Cut(param, "=")
		if _, session := parsed.Params[key]; !session && key != "" && key != "tls" && key != "timeout" {
			return Config{}, fmt.Errorf("data source name: %s is a parameter of the driver that cannot be given: only tls, timeout and session variables can", key)
		}
	}
	return Config{Network: parsed.Net, Address: parsed.Addr, User: parsed.User, Password: parsed.Passwd,
		Database: parsed.DBName, TLS: parsed.TLSConfig, Params: parsed.Params, Timeout: parsed.Timeout}, nil
}

// String returns user@network(address)/database: no password.
func (c Config) String() string {
	return fmt.Sprintf("%s@%s(%s)/%s", c.User, c.Network, c.Address, c.Database)
}

// GoString is String, so that no way of printing shows the password.
func (c Config) GoString() string { return c.String() }

// Local says whether the server runs on this machine: the address is a socket
// or a loopback address.
func (c Config) Local() bool {
	if c.Network == "unix" {
		return true
	}
	host, _, err := net.SplitHostPort(c.Address)
	if err != nil {
		host = c.Address
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Connect opens a connection. It ends with ctx or after the timeout, also
// where a server accepts the connection and then says nothing.
func (c Config) Connect(ctx context.Context) (*Conn, error) {
	timeout := c.Timeout
	if timeout == 0 {
		timeout = DefaultTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	conn := &Conn{}
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.Passwd, cfg.DBName = c.Network, c.Address, c.User, c.Password, c.Database
	cfg.TLSConfig, cfg.Params = c.TLS, maps.Clone(c.Params)
	// Errors are returned; what the driver would print besides goes nowhere.
	cfg.Logger = &mysql.NopLogger{}
	cfg.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		dialled, err := (&net.Dialer{}).DialContext(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		conn.socket = &socket{Conn: dialled}
		return conn.socket, nil
	}
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", c, err)
	}
	opened, err := connector.Connect(ctx)
	if err != nil {
		if timedOut := ctx.Err(); timedOut != nil {
			err = fmt.Errorf("no answer: %w", timedOut)
		}
		return nil, fmt.Errorf("connect to %s: %w", c, err)
	}
	conn.driver = opened.(driverConn)
	return conn, nil
}
