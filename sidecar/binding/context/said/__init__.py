"""What the words at a number say of it: a derivation that is asked for, or that it is no claim."""
