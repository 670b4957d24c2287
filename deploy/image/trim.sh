#!/bin/sh
# Removes from the environment in folder $1 what a server never loads: headers, sources of compiled modules,
# tests of libraries, and the parts of Arrow that speak to other systems.
set -eu

packages=$(echo "$1"/lib/python3.*/site-packages)
cd "$packages/pyarrow" 2>/dev/null && {
  rm -rf include includes src tests _flight.* _substrait.* _s3fs.* _azurefs.* _gcsfs.* _hdfs.* _pyarrow_cpp_tests.* \
    libarrow_flight.* libarrow_python_flight.* libarrow_substrait.* libarrow_s3.* libarrow_gcs.* libarrow_azure.*
  # Wheels have no links: each library is there under three names, and loaded by the one with its version.
  for library in lib*.so; do rm -f "$library" "$library".*.*; done
}
find "$packages" -type d \( -name tests -o -name testing \) -path '*/numpy/*' -prune -exec rm -r {} +
find "$packages" -type f \( -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi' -o -name '*.pyi' -o -name '*.h' \) -delete
