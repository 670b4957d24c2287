"""One thin module per gRPC service: decode, run, encode."""
