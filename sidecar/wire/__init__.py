"""The only translation between protobuf and the model, one module per proto file."""
