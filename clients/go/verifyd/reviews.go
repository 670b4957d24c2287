package verifyd

import (
	"context"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// ListFlagged returns a page of the flagged statements that people decide on.
func (c *Client) ListFlagged(
	ctx context.Context, request *verifydv1.ListFlaggedRequest,
) (*verifydv1.ListFlaggedResponse, error) {
	return unary(ctx, c, c.reviews.ListFlagged, request)
}

// Decide decides items of a review. The same decision again is as good as once; another one than
// somebody else's is [ErrReviewConflict].
func (c *Client) Decide(
	ctx context.Context, request *verifydv1.DecideRequest,
) (*verifydv1.DecideResponse, error) {
	return unary(ctx, c, c.reviews.Decide, request)
}

// GetAgreement returns what the decisions of people say about the checks.
func (c *Client) GetAgreement(
	ctx context.Context, request *verifydv1.GetAgreementRequest,
) (*verifydv1.GetAgreementResponse, error) {
	return unary(ctx, c, c.reviews.GetAgreement, request)
}

// GetRevision returns the text of a review as its decisions leave it.
func (c *Client) GetRevision(
	ctx context.Context, request *verifydv1.GetRevisionRequest,
) (*verifydv1.GetRevisionResponse, error) {
	return unary(ctx, c, c.reviews.GetRevision, request)
}
