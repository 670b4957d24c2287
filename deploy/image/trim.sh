#!/bin/sh
# Removes from the environment in folder $1 what a server never loads: headers, sources of compiled modules,
# tests of libraries, and the parts of Arrow that speak to other systems.
set -eu

packages=$(echo "$1"/lib/python3.*/site-packages)
if cd "$packages/pyarrow" 2>/dev/null; then
  rm -rf include includes src tests _flight.* _substrait.* _s3fs.* _azurefs.* _gcsfs.* _hdfs.* _pyarrow_cpp_tests.* \
    libarrow_flight.* libarrow_python_flight.* libarrow_s3.* libarrow_gcs.* libarrow_azure.*
  # Wheels have no links: each library is there under three names, and loaded by the one with its version.
  for library in libarrow*.so libparquet*.so; do rm -f "$library" "$library".*.*; done
  "$1"/bin/python -I -c 'import pyarrow.compute, pyarrow.csv, pyarrow.dataset, pyarrow.parquet'
fi
find "$packages" -type d \( -name tests -o -name testing \) -path '*/numpy/*' -prune -exec rm -r {} +
find "$packages" -type f \( -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi' -o -name '*.pyi' -o -name '*.h' \) -delete
"$1"/bin/python -I -c 'import numpy.linalg, numpy.random'
