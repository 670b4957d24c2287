package verifyd

import (
	"cmp"
	"net"
	"os"
	"strconv"
	"strings"
)

// endpoint is where a server listens.
type endpoint struct {
	// target is the address as gRPC writes it.
	target string
	// local says that nothing which is sent there leaves the machine.
	local bool
}

func defaultAddress() string {
	return "unix://" + cmp.Or(os.Getenv("XDG_RUNTIME_DIR"), "/run") + "/verifyd/verifyd.sock"
}

// parseAddress reads unix:///path.sock, tcp://host:port or host:port.
func parseAddress(address string) (endpoint, error) {
	if path, ok := strings.CutPrefix(address, "unix:"); ok && strings.Trim(path, "/") != "" {
		return endpoint{target: address, local: true}, nil
	}
	place := strings.TrimPrefix(address, "tcp://")
	host, port, err := net.SplitHostPort(place)
	if _, invalid := strconv.ParseUint(port, 10, 16); err == nil && invalid == nil &&
		host != "" && !strings.Contains(host, "/") {
		ip := net.ParseIP(host)
		return endpoint{
			target: "dns:///" + place, local: host == "localhost" || ip != nil && ip.IsLoopback(),
		}, nil
	}
	hint := ""
	if strings.HasPrefix(address, "/") {
		hint = "; did you mean unix://" + address + "?"
	}
	return endpoint{}, invalid("address",
		"%q is not an address: unix:///path.sock or tcp://host:port%s", address, hint)
}
