# The sidecar: Python, its libraries and verifyd on an empty file system. There is no shell in it, no
# package manager and no compiler; it needs no network, no root, and no writable root file system.
#
#   deploy/image/build.sh -t verifyd .
#   docker run --read-only --network none -v verifyd-socket:/run/verifyd verifyd

# With its digest, as deploy/image/base.lock has it: build.sh sets it.
ARG BASE=debian:bookworm-slim

FROM ${BASE} AS build
# Bytecode without the columns of each step, which only the marks under a traceback's lines need.
ENV PYTHONNODEBUGRANGES=1
WORKDIR /src
# Debian's present versions: a pinned one would keep its flaws. The bill of materials records them.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get upgrade -y \
    && apt-get install -y --no-install-recommends ca-certificates gcc libc6-dev python3-dev python3-pip python3-venv
COPY deploy/image deploy/image
RUN deploy/image/rootfs.sh /rootfs

# runtime.txt has all extras, core.txt none, eval.txt Dask as well: for the machines that evals run on.
ARG REQUIREMENTS=runtime.txt
COPY requirements requirements
RUN python3 -m venv /build \
    && /build/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements/build.txt \
    && python3 -m venv --without-pip /opt/verifyd \
    && /build/bin/pip --python /opt/verifyd/bin/python install --no-cache-dir --no-compile --require-hashes \
        --only-binary :all: -r "requirements/${REQUIREMENTS}" \
    && deploy/image/trim.sh /opt/verifyd
COPY clients/python clients/python
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY fastpath fastpath
COPY sidecar sidecar
ARG VERSION=0.1.0
# x86-64 gets its kernels twice, for x86-64-v3 and for older CPUs; arm64 once.
RUN FASTPATH_BUILD=require FASTPATH_TARGET=all /build/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels clients/python . \
    && /build/bin/pip --python /opt/verifyd/bin/python install --no-cache-dir --no-compile --no-index --no-deps /wheels/*.whl \
    && python3 -m compileall -q /opt/verifyd/lib \
    && /opt/verifyd/bin/python deploy/image/sbom.py --version "${VERSION}" --debian /rootfs/usr/share/sbom/debian.tsv \
        > /rootfs/usr/share/sbom/verifyd.cdx.json

# `docker build --target sbom --output .` writes the bill of materials.
FROM scratch AS sbom
COPY --from=build /rootfs/usr/share/sbom/verifyd.cdx.json /

FROM scratch
COPY --from=build /rootfs /
COPY --from=build /opt/verifyd /opt/verifyd
COPY settings /etc/verifyd
ARG VERSION=0.1.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.title="verifyd" \
    org.opencontainers.image.description="A gRPC sidecar that checks what an AI agent is about to say before anyone acts on it" \
    org.opencontainers.image.licenses="Apache-2.0" \
    org.opencontainers.image.source="https://github.com/verifyd/verifyd" \
    org.opencontainers.image.version="${VERSION}" \
    org.opencontainers.image.revision="${REVISION}" \
    org.opencontainers.image.created="${CREATED}"
ENV PATH=/opt/verifyd/bin \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt
USER 65532:65532
VOLUME /run/verifyd
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["verifyd", "health"]
ENTRYPOINT ["verifyd"]
CMD ["serve", "--listen", "unix:///run/verifyd/verifyd.sock"]
