package verifyd

import (
	"errors"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

func TestAddresses(t *testing.T) {
	for given, want := range map[string]endpoint{
		"unix:///run/v.sock":    {"unix:///run/v.sock", true},
		"unix:v.sock":           {"unix:v.sock", true},
		"tcp://localhost:50051": {"dns:///localhost:50051", true},
		"tcp://127.0.0.1:50051": {"dns:///127.0.0.1:50051", true},
		"tcp://[::1]:50051":     {"dns:///[::1]:50051", true},
		"127.0.0.1:50051":       {"dns:///127.0.0.1:50051", true},
		"tcp://10.0.0.1:443":    {"dns:///10.0.0.1:443", false},
		// A name that begins like loopback is not.
		"tcp://localhost.example:443": {"dns:///localhost.example:443", false},
	} {
		if got, err := parseAddress(given); err != nil || got != want {
			t.Errorf("%s: %v, %v", given, got, err)
		}
	}
}

func TestWhatIsNoAddressIsRefused(t *testing.T) {
	for _, given := range []string{
		"unix:", "unix:///", "localhost", "tcp://host", "tcp://host:", "tcp://:80", "http://host/a:80",
		"tcp://host:port", "tcp://host:70000", "/run/v.sock",
	} {
		_, err := NewClient(given)
		if failed, ok := errors.AsType[*Error](err); !ok || failed.Reason != "ARGUMENT_INVALID" {
			t.Errorf("%s: %v", given, err)
		}
	}
	if _, err := NewClient("/run/v.sock"); !strings.Contains(err.Error(), "unix:///run/v.sock?") {
		t.Errorf("no hint: %v", err)
	}
}

func TestTheDefaultAddressFollowsTheRuntimeDirectory(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", "/run/user/7")
	if got := defaultAddress(); got != "unix:///run/user/7/verifyd/verifyd.sock" {
		t.Error(got)
	}
	t.Setenv("XDG_RUNTIME_DIR", "")
	if got := defaultAddress(); got != "unix:///run/verifyd/verifyd.sock" {
		t.Error(got)
	}
}

func TestATokenIsNotSentInTheClear(t *testing.T) {
	for address, allowed := range map[string]bool{
		"tcp://10.0.0.1:50051": false, "tcp://127.0.0.1:50051": true, "unix:///v.sock": true,
	} {
		client, err := NewClient(address, WithToken("secret"))
		if (err == nil) != allowed {
			t.Errorf("%s: %v", address, err)
		}
		if client != nil {
			client.Close()
		}
	}
	client, err := NewClient("tcp://10.0.0.1:50051", WithToken("!secret~"), WithTLS(nil))
	if err != nil {
		t.Fatal(err)
	}
	client.Close()
}

func TestATokenWithALineEndIsRefused(t *testing.T) {
	_, err := NewClient("unix:///v.sock", WithToken("secret\n"))
	if !errors.Is(err, ErrInvalidRequest) {
		t.Error(err)
	}
	if strings.Contains(err.Error(), "secret") {
		t.Errorf("it repeats the token: %v", err)
	}
}

func TestOptionsOfGRPCDoNotUndoTLS(t *testing.T) {
	plain := grpc.WithTransportCredentials(insecure.NewCredentials())
	p := &peer{}
	client := start(t, p, WithTLS(nil), WithDialOptions(plain))
	if _, err := client.Verify(t.Context(), request()); !errors.Is(err, ErrUnavailable) {
		t.Errorf("the server speaks no TLS: %v", err)
	}
	if p.attempts != 0 {
		t.Error("the call went out in the clear")
	}
}

func TestATimeoutThatIsNoneIsRefused(t *testing.T) {
	for _, timeout := range []time.Duration{0, -time.Second} {
		if _, err := NewClient("", WithTimeout(timeout)); !errors.Is(err, ErrInvalidRequest) {
			t.Errorf("%v: %v", timeout, err)
		}
	}
}

func TestTLSFilesThatCannotBeReadAreRefused(t *testing.T) {
	for _, files := range [][3]string{
		{"missing.pem", "", ""}, {"address_test.go", "", ""}, {"", "missing.pem", "missing.pem"},
		{"", "", "missing.pem"},
	} {
		if _, err := TLSFiles(files[0], files[1], files[2]); !errors.Is(err, ErrInvalidRequest) {
			t.Errorf("%v: %v", files, err)
		}
	}
}
