"""The derivations whose readings every number is given that is no rank."""

from __future__ import annotations

from sidecar.binding.context.readings import (
    added,
    against,
    breakdowns,
    calculated,
    contributions,
    count_shares,
    counts,
    groups,
    journeys,
    margins,
    nets,
    paced,
    periodic,
    products,
    ranks,
    retold,
    share_points,
    standings,
)

DERIVATIONS = (
    groups.readings,
    periodic.readings,
    breakdowns.readings,
    added.readings,
    margins.readings,
    products.readings,
    paced.readings,
    nets.readings,
    share_points.readings,
    contributions.readings,
    counts.readings,
    against.readings,
    standings.readings,
    journeys.readings,
    count_shares.readings,
    ranks.readings,
    calculated.readings,
    retold.readings,
)
"""In the order in which reports name them."""
