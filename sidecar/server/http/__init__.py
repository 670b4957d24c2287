"""The same methods over HTTP/1.1: the Connect protocol and gRPC-Web. Imported where it is on."""
