package verifyd

import (
	"context"
	"errors"
	"slices"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// roomBytes is what a request may take: what servers take in one message, less some for handles.
const roomBytes = 4<<20 - 64<<10

// Verify judges a text against its evidence: that of the request, and that behind the handles.
//
// A query result that does not fit into one message is uploaded in advance. Evidence behind a handle
// that the server has dropped is uploaded again, each handle once. The request is not changed.
//
// An error means that the text was not judged, and nothing was approved.
func (c *Client) Verify(
	ctx context.Context, request *verifydv1.VerifyRequest, handles ...*Handle,
) (*Report, error) {
	if !utf8.ValidString(request.GetNarrative()) {
		return nil, invalid("narrative", "the narrative is not valid UTF-8")
	}
	ctx, cancel := withTimeout(ctx, c.timeout)
	defer cancel()
	request, handles, err := c.prepare(ctx, request, handles, roomBytes)
	if err != nil {
		return nil, err
	}
	answer, err := ask(ctx, c, request.GetRequestId(), handles,
		func() (*verifydv1.VerifyResponse, error) { return c.verify.Verify(ctx, request) })
	if err != nil {
		return nil, err
	}
	return &Report{narrative: request.GetNarrative(), raw: answer}, nil
}

// prepare uploads what a request has no room for in advance, and returns the request with its handles.
func (c *Client) prepare(
	ctx context.Context, request *verifydv1.VerifyRequest, handles []*Handle, room int,
) (*verifydv1.VerifyRequest, []*Handle, error) {
	if slices.Contains(handles, nil) {
		return nil, nil, invalid("handles", "a handle is nil")
	}
	inline, ahead := fit(request, room)
	for _, result := range ahead {
		handle, err := c.put(ctx, result)
		if err != nil {
			return nil, nil, err
		}
		handles = append(handles[:len(handles):len(handles)], handle)
	}
	if len(handles) > 0 {
		request = withHandles(request, inline, handles)
	}
	return request, handles, nil
}

// ask makes attempts until the server has all evidence.
func ask[A any](
	ctx context.Context, c *Client, requestID string, handles []*Handle, attempt func() (*A, error),
) (*A, error) {
	uploads := make(map[string]*Handle, len(handles))
	for _, handle := range handles {
		uploads[handle.ID] = handle
	}
	for {
		answer, err := retry(ctx, c, requestID, attempt)
		failed, _ := errors.AsType[*Error](err)
		if failed == nil || !errors.Is(failed, ErrEvidenceNotFound) {
			return answer, err
		}
		lost := failed.Metadata["handle"]
		handle := uploads[lost]
		if handle == nil || handle.upload == nil {
			return nil, err
		}
		delete(uploads, lost)
		if err := handle.upload(ctx, c); err != nil {
			return nil, err
		}
	}
}

// fit says which query results fit into the request, and which must be uploaded in advance.
func fit(request *verifydv1.VerifyRequest, room int) (inline, ahead []*verifydv1.QueryResult) {
	results := request.GetEvidence().GetQueryResults()
	taken := proto.Size(request)
	if taken <= room {
		return results, nil
	}
	sizes := make([]int, len(results))
	for i, result := range results {
		sizes[i] = proto.Size(result)
		taken -= sizes[i]
	}
	for i, result := range results {
		if taken+sizes[i] <= room {
			taken += sizes[i]
			inline = append(inline, result)
		} else {
			ahead = append(ahead, result)
		}
	}
	return inline, ahead
}

// withHandles is the same request with other query results and more handles. What else it holds is
// shared, not copied.
func withHandles(
	request *verifydv1.VerifyRequest, results []*verifydv1.QueryResult, handles []*Handle,
) *verifydv1.VerifyRequest {
	given := request.GetEvidence()
	evidence := &verifydv1.Evidence{
		QueryResults: results, Items: given.GetItems(), Sources: given.GetSources(),
	}
	evidence.Handles = append(evidence.Handles, given.GetHandles()...)
	for _, handle := range handles {
		evidence.Handles = append(evidence.Handles, handle.ID)
	}
	made := &verifydv1.VerifyRequest{}
	request.ProtoReflect().Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		made.ProtoReflect().Set(field, value)
		return true
	})
	made.Evidence = evidence
	return made
}
