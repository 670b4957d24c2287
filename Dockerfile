# The sidecar: no shell is needed to run it, no network, no root, and no writable root file system.
#
#   docker build -t verifyd .
#   docker run --read-only --network none -v verifyd-socket:/run/verifyd verifyd

# Not the slim one: the kernels need a C compiler here, and nothing of it goes into the image.
FROM python:3.11-bookworm AS build
WORKDIR /src
# Bytecode without the columns of each step, which only the marks under a traceback's lines need.
ENV PYTHONNODEBUGRANGES=1
# eval.txt has Dask as well: for the machines that evals run on, see deploy/eval.
ARG REQUIREMENTS=runtime.txt
COPY requirements/build.txt requirements/runtime.txt requirements/eval.txt requirements/
RUN python -m venv --without-pip /opt/verifyd \
    && pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements/build.txt \
    && pip --python /opt/verifyd/bin/python install --no-cache-dir --require-hashes \
        --only-binary :all: -r requirements/${REQUIREMENTS}
COPY clients/python clients/python
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY fastpath fastpath
COPY sidecar sidecar
RUN FASTPATH_BUILD=require pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels clients/python . \
    && pip --python /opt/verifyd/bin/python install --no-cache-dir --no-index --no-deps /wheels/*.whl

FROM python:3.11-slim-bookworm
# The socket's folder; a volume shared with the agent is mounted here.
RUN install --directory --owner 65532 --group 65532 --mode 0750 /run/verifyd
COPY --from=build /opt/verifyd /opt/verifyd
COPY settings /etc/verifyd
ENV PATH=/opt/verifyd/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 65532:65532
VOLUME /run/verifyd
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["verifyd", "health"]
ENTRYPOINT ["verifyd"]
CMD ["serve", "--listen", "unix:///run/verifyd/verifyd.sock"]
