package main

import (
	"context"
	"encoding/json"

	"google.golang.org/protobuf/proto"

	"github.com/verifyd/verifyd/clients/go/verifyd"
	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

type method func(context.Context, *verifyd.Client, json.RawMessage) (proto.Message, error)

var methods = map[string]method{
	"ListChecks":        of(listChecks),
	"ValidateCriteria":  of((*verifyd.Client).ValidateCriteria),
	"VerifyOutcome":     of((*verifyd.Client).VerifyOutcome),
	"SettleOutcome":     of((*verifyd.Client).SettleOutcome),
	"ReverseSettlement": of((*verifyd.Client).ReverseSettlement),
	"GetOutcome":        of((*verifyd.Client).GetOutcome),
	"ListOutcomes":      of((*verifyd.Client).ListOutcomes),
	"GetStatement":      of((*verifyd.Client).GetStatement),
	"ListFlagged":       of((*verifyd.Client).ListFlagged),
	"Decide":            of((*verifyd.Client).Decide),
	"GetRevision":       of((*verifyd.Client).GetRevision),
	"GetEvidence":       of(getEvidence),
	"DeleteEvidence":    of(deleteEvidence),
	"PutSource":         of(putSource),
	"Put":               of(put),
}

// of makes a method of one of the client's, which takes and returns a message.
func of[Q any, A proto.Message, P interface {
	*Q
	proto.Message
}](call func(*verifyd.Client, context.Context, P) (A, error)) method {
	return func(ctx context.Context, client *verifyd.Client, data json.RawMessage) (proto.Message, error) {
		request := P(new(Q))
		if err := read(data, request); err != nil {
			fail(err)
		}
		return call(client, ctx, request)
	}
}

func listChecks(
	c *verifyd.Client, ctx context.Context, _ *verifydv1.ListChecksRequest,
) (*verifydv1.ListChecksResponse, error) {
	checks, err := c.ListChecks(ctx)
	return &verifydv1.ListChecksResponse{Checks: checks}, err
}

func getEvidence(
	c *verifyd.Client, ctx context.Context, request *verifydv1.GetEvidenceRequest,
) (*verifydv1.GetEvidenceResponse, error) {
	info, err := c.GetEvidence(ctx, request.Handle)
	return &verifydv1.GetEvidenceResponse{Info: info}, err
}

func deleteEvidence(
	c *verifyd.Client, ctx context.Context, request *verifydv1.DeleteEvidenceRequest,
) (*verifydv1.DeleteEvidenceResponse, error) {
	return &verifydv1.DeleteEvidenceResponse{}, c.DeleteEvidence(ctx, request.Handle)
}

func putSource(
	c *verifyd.Client, ctx context.Context, request *verifydv1.PutSourceRequest,
) (*verifydv1.PutSourceResponse, error) {
	handle, err := c.PutSource(ctx, request.Source)
	if err != nil {
		return nil, err
	}
	return &verifydv1.PutSourceResponse{
		Handle: handle.ID, Info: handle.Info, AlreadyPresent: handle.AlreadyPresent,
	}, nil
}

func put(
	c *verifyd.Client, ctx context.Context, request *verifydv1.QueryResult,
) (*verifydv1.PutQueryResultResponse, error) {
	handle, err := c.Put(ctx, request)
	if err != nil {
		return nil, err
	}
	return &verifydv1.PutQueryResultResponse{
		Handle: handle.ID, Info: handle.Info, AlreadyPresent: handle.AlreadyPresent,
	}, nil
}
