package verifyd

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// writePair writes a certificate that is its own authority, and its key.
func writePair(t *testing.T) (certificate, key string) {
	t.Helper()
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		NotAfter:              time.Now().Add(time.Hour),
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
		BasicConstraintsValid: true,
		IsCA:                  true,
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	made, err := x509.CreateCertificate(rand.Reader, template, template, &secret.PublicKey, secret)
	if err != nil {
		t.Fatal(err)
	}
	bare, err := x509.MarshalPKCS8PrivateKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, data []byte) string {
		path := filepath.Join(t.TempDir(), name)
		text := pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data})
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("tls.crt", "CERTIFICATE", made), write("tls.key", "PRIVATE KEY", bare)
}

func TestTLSWithACertificateOfTheCaller(t *testing.T) {
	certificate, key := writePair(t)
	config, err := TLSFiles(certificate, certificate, key)
	if err != nil {
		t.Fatal(err)
	}
	if trusting, err := TLSFiles(certificate, "", ""); err != nil || trusting.Certificates != nil {
		t.Errorf("without a certificate of the caller: %v, %v", trusting, err)
	}
	p := &peer{known: map[string]bool{}}
	server := grpc.NewServer(grpc.Creds(credentials.NewTLS(&tls.Config{
		Certificates: config.Certificates, ClientCAs: config.RootCAs, ClientAuth: tls.RequireAndVerifyClientCert,
	})))
	verifydv1.RegisterVerifyServiceServer(server, p)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	address := "tcp://" + listener.Addr().String()

	client, err := NewClient(address, WithTLS(config), WithToken("secret"))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, err := client.Verify(t.Context(), request()); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.tokens, []string{"Bearer secret"}) {
		t.Errorf("%v", p.tokens)
	}

	strange, err := NewClient(address, WithTLS(nil)) // the system does not trust the certificate
	if err != nil {
		t.Fatal(err)
	}
	defer strange.Close()
	_, err = strange.Verify(t.Context(), request())
	if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "not trusted") {
		t.Error(err)
	}
}
