"""What is measured over the results of an eval: definitions, observations and intervals."""
