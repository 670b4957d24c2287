// Package verifyd is the client of verifyd, the sidecar that checks what an AI agent is about to say
// against its evidence before anyone acts on it.
//
// A [Client] sends a text with its evidence to [Client.Verify], and the [Report] says what to do with
// the text. Send it on only where [Report.Released] holds: whatever is missing or unknown reads as
// held, and a call that fails approves nothing.
//
// Requests and evidence are the generated messages of package verifydv1.
package verifyd

import (
	"context"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

const (
	defaultTimeout = 10 * time.Second
	uploadTimeout  = 60 * time.Second

	maxAnswerBytes = 64 << 20
)

// Client calls one server. It is safe for use by several goroutines.
//
// A call ends by the deadline of its context; where that has none, the client's timeout counts
// (10 seconds, or [WithTimeout]; 60 seconds for [Client.Put]). One deadline holds for all
// attempts of a call.
type Client struct {
	address     string
	timeout     time.Duration
	conn        *grpc.ClientConn
	verify      verifydv1.VerifyServiceClient
	transcripts verifydv1.TranscriptServiceClient
	evidence    verifydv1.EvidenceServiceClient
	outcomes    verifydv1.OutcomeServiceClient
	reviews     verifydv1.ReviewServiceClient
}

// NewClient makes a client of the server at unix:///path.sock or tcp://host:port. An empty address
// is the server's own default, unix://$XDG_RUNTIME_DIR/verifyd/verifyd.sock, or below /run where that
// variable is not set. The client connects with its first call.
func NewClient(address string, options ...Option) (*Client, error) {
	if address == "" {
		address = defaultAddress()
	}
	where, err := parseAddress(address)
	if err != nil {
		return nil, err
	}
	set := settings{timeout: defaultTimeout}
	for _, option := range options {
		option(&set)
	}
	if set.timeout <= 0 {
		return nil, invalid("timeout", "the timeout is %v; it should be longer than 0", set.timeout)
	}
	dial, err := dialOptions(where, set)
	if err != nil {
		return nil, err
	}
	conn, err := grpc.NewClient(where.target, dial...)
	if err != nil {
		return nil, invalid("address", "%q is not an address: %v", address, err)
	}
	return &Client{
		address:     address,
		timeout:     set.timeout,
		conn:        conn,
		verify:      verifydv1.NewVerifyServiceClient(conn),
		transcripts: verifydv1.NewTranscriptServiceClient(conn),
		evidence:    verifydv1.NewEvidenceServiceClient(conn),
		outcomes:    verifydv1.NewOutcomeServiceClient(conn),
		reviews:     verifydv1.NewReviewServiceClient(conn),
	}, nil
}

// Close ends the connection, and with it the calls that still run.
func (c *Client) Close() error {
	return c.conn.Close()
}

// ListChecks returns the checks of the server, in the order in which reports hold them.
func (c *Client) ListChecks(ctx context.Context) ([]*verifydv1.CheckInfo, error) {
	answer, err := unary(ctx, c, c.verify.ListChecks, &verifydv1.ListChecksRequest{})
	return answer.GetChecks(), err
}

func dialOptions(where endpoint, set settings) ([]grpc.DialOption, error) {
	// The caller's own come first, so that none of them undoes what keeps a token secret.
	options := append(slices.Clone(set.dial),
		// The client tries again by itself: a second layer of retries would multiply its own.
		grpc.WithDisableRetry(),
		grpc.WithDisableServiceConfig(),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxAnswerBytes)),
		// A sidecar that restarts is met again in a tenth of a second; gRPC's default is one second.
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff: backoff.Config{
				BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second,
			},
			MinConnectTimeout: 5 * time.Second,
		}),
	)
	transport := insecure.NewCredentials()
	if set.secured {
		transport = credentials.NewTLS(set.tls)
	}
	options = append(options, grpc.WithTransportCredentials(transport))
	if set.token != "" {
		if !set.secured && !where.local {
			return nil, invalid("token", "a token is not sent in the clear: use WithTLS")
		}
		bearer, err := newBearer(set.token)
		if err != nil {
			return nil, err
		}
		options = append(options, grpc.WithPerRPCCredentials(bearer))
	}
	return options, nil
}
