package verifyd

import (
	"context"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// ValidateCriteria says what is wrong with success criteria.
func (c *Client) ValidateCriteria(
	ctx context.Context, request *verifydv1.ValidateCriteriaRequest,
) (*verifydv1.ValidateCriteriaResponse, error) {
	return unary(ctx, c, c.outcomes.ValidateCriteria, request)
}

// VerifyOutcome says whether a task met its criteria. Nothing is written.
func (c *Client) VerifyOutcome(
	ctx context.Context, request *verifydv1.VerifyOutcomeRequest,
) (*verifydv1.VerifyOutcomeResponse, error) {
	return unary(ctx, c, c.outcomes.VerifyOutcome, request)
}

// SettleOutcome verifies a task and writes what it costs. The same key again is as good as once.
func (c *Client) SettleOutcome(
	ctx context.Context, request *verifydv1.SettleOutcomeRequest,
) (*verifydv1.SettleOutcomeResponse, error) {
	return unary(ctx, c, c.outcomes.SettleOutcome, request)
}

// ReverseSettlement takes a settlement back. The same key again is as good as once.
func (c *Client) ReverseSettlement(
	ctx context.Context, request *verifydv1.ReverseSettlementRequest,
) (*verifydv1.ReverseSettlementResponse, error) {
	return unary(ctx, c, c.outcomes.ReverseSettlement, request)
}

// GetOutcome returns an entry of the ledger.
func (c *Client) GetOutcome(
	ctx context.Context, request *verifydv1.GetOutcomeRequest,
) (*verifydv1.GetOutcomeResponse, error) {
	return unary(ctx, c, c.outcomes.GetOutcome, request)
}

// ListOutcomes returns a page of the ledger.
func (c *Client) ListOutcomes(
	ctx context.Context, request *verifydv1.ListOutcomesRequest,
) (*verifydv1.ListOutcomesResponse, error) {
	return unary(ctx, c, c.outcomes.ListOutcomes, request)
}

// GetStatement returns what an agent earned, or a consumer owes, in a period.
func (c *Client) GetStatement(
	ctx context.Context, request *verifydv1.GetStatementRequest,
) (*verifydv1.GetStatementResponse, error) {
	return unary(ctx, c, c.outcomes.GetStatement, request)
}
