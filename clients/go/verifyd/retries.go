package verifyd

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/grpc"
)

const (
	attempts     = 6
	firstPause   = 50 * time.Millisecond
	longestPause = time.Second
)

// unary makes a call with one request and one answer.
func unary[Q, A any](
	ctx context.Context,
	c *Client,
	method func(context.Context, *Q, ...grpc.CallOption) (*A, error),
	request *Q,
) (*A, error) {
	ctx, cancel := withTimeout(ctx, c.timeout)
	defer cancel()
	return retry(ctx, c, "", func() (*A, error) { return method(ctx, request) })
}

// withTimeout bounds a context that has no deadline of its own.
func withTimeout(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if _, bounded := ctx.Deadline(); bounded {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, timeout)
}

// retry makes a call again while that is safe and the time lasts.
//
// Safe are UNAVAILABLE and OVERLOADED: they say nothing about the request, and doing any of these
// methods twice is as good as once. Anything else would fail again, or means something.
func retry[A any](
	ctx context.Context, c *Client, requestID string, attempt func() (*A, error),
) (*A, error) {
	for number := 0; ; number++ {
		answer, err := attempt()
		if err == nil {
			return answer, nil
		}
		failed := newError(err, c.address, requestID)
		pause := pauseAfter(number, failed.RetryAfter)
		if number == attempts-1 || !isRetriable(failed) || !hasTime(ctx, pause) {
			return nil, failed
		}
		if err := wait(ctx, pause); err != nil {
			return nil, newError(err, c.address, requestID)
		}
	}
}

func isRetriable(failed *Error) bool {
	return failed.Code == code.Code_UNAVAILABLE.String() || errors.Is(failed, ErrOverloaded)
}

// pauseAfter is how long to wait after an attempt: doubled each time, a random half off, so that
// callers spread.
func pauseAfter(attempt int, asked time.Duration) time.Duration {
	longest := min(longestPause, firstPause<<attempt)
	return max(longest-rand.N(longest/2), asked)
}

// hasTime says whether the context's time is longer than a pause.
func hasTime(ctx context.Context, pause time.Duration) bool {
	deadline, bounded := ctx.Deadline()
	return !bounded || time.Until(deadline) > pause
}

func wait(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
