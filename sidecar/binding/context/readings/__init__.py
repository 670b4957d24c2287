"""What a number may be read as: a cell, or one kind of derivation in each module."""
