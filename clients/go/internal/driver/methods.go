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
	"ListChecks":        adapt(listChecks),
	"ValidateCriteria":  adapt((*verifyd.Client).ValidateCriteria),
	"VerifyOutcome":     adapt((*verifyd.Client).VerifyOutcome),
	"SettleOutcome":     adapt((*verifyd.Client).SettleOutcome),
	"ReverseSettlement": adapt((*verifyd.Client).ReverseSettlement),
	"GetOutcome":        adapt((*verifyd.Client).GetOutcome),
	"ListOutcomes":      adapt((*verifyd.Client).ListOutcomes),
	"GetStatement":      adapt((*verifyd.Client).GetStatement),
	"ListFlagged":       adapt((*verifyd.Client).ListFlagged),
	"Decide":            adapt((*verifyd.Client).Decide),
	"GetRevision":       adapt((*verifyd.Client).GetRevision),
	"GetAgreement":      adapt((*verifyd.Client).GetAgreement),
	"GetEvidence":       adapt(getEvidence),
	"DeleteEvidence":    adapt(deleteEvidence),
	"PutSource":         adapt(putSource),
	"Put":               adapt(put),
}

// adapt makes a method of one of the client's, which takes and returns a message.
func adapt[Q any, A proto.Message, P interface {
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
