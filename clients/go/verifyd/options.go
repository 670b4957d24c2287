package verifyd

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
)

// Option changes how a client reaches its server.
type Option func(*settings)

type settings struct {
	token   string
	secured bool
	tls     *tls.Config
	timeout time.Duration
	dial    []grpc.DialOption
}

// WithToken sends a token with every call. Over TCP beyond loopback it needs [WithTLS].
func WithToken(token string) Option {
	return func(s *settings) { s.token = token }
}

// WithTLS encrypts the connection. A nil config trusts the system's authorities; [TLSFiles] makes
// one from files.
func WithTLS(config *tls.Config) Option {
	return func(s *settings) { s.secured, s.tls = true, config }
}

// WithTimeout bounds calls whose context has no deadline. Uploads have 60 seconds all the same.
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.timeout = timeout }
}

// WithDialOptions passes options on to gRPC, such as a stats handler for traces. What the client sets
// itself (credentials, retries, sizes of messages) stays as it is.
func WithDialOptions(options ...grpc.DialOption) Option {
	return func(s *settings) { s.dial = append(s.dial, options...) }
}

// TLSFiles makes a TLS configuration of PEM files: the authority that the server's certificate is
// signed by (empty: the system's), and the caller's certificate and key (empty: none).
func TLSFiles(ca, certificate, key string) (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if ca != "" {
		data, err := os.ReadFile(ca)
		if err != nil {
			return nil, invalid("tls", "cannot read the authority: %v", err)
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(data) {
			return nil, invalid("tls", "%s holds no certificate", ca)
		}
	}
	if certificate != "" || key != "" {
		pair, err := tls.LoadX509KeyPair(certificate, key)
		if err != nil {
			return nil, invalid("tls", "cannot read the certificate and its key: %v", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

// bearer adds a token to every call.
type bearer map[string]string

func newBearer(token string) (bearer, error) {
	beyond := func(r rune) bool { return r <= ' ' || r > '~' }
	if strings.ContainsFunc(token, beyond) {
		return nil, invalid("token", "the token holds spaces, line ends or characters beyond ASCII")
	}
	return bearer{"authorization": "Bearer " + token}, nil
}

func (b bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return b, nil
}

// RequireTransportSecurity is false for Unix sockets and loopback; dialOptions refuses the rest.
func (b bearer) RequireTransportSecurity() bool { return false }
