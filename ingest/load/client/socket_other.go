//go:build !unix

package client

import (
	"net"
	"os"
)

// blockingFile has no handle to give: the poller stays.
func blockingFile(net.Conn) (*os.File, error) { return nil, nil }

func shutdown(*os.File) error { return nil }
