"""The question that a number puts to the evidence, and what its readings may be made of."""
