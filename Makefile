# The first two are the README's: everything else is for people who work on verifyd.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PROTOS := $(wildcard proto/verifyd/v1/*.proto)
SERVICES := $(wildcard proto/verifyd/v1/*_service.proto) proto/verifyd/v1/verify.proto
CODE := sidecar fastpath clients/python/src bench tests

.PHONY: help setup demo test lint generate check-generated accuracy bench fuzz lock docs

help:  ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 18

setup: $(READY)  ## Make .venv from the hashed requirement files

$(READY): requirements/dev.txt pyproject.toml clients/python/pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e clients/python -e .
	touch $@

generate: setup  ## Rebuild the generated Python and Go code from proto/
	$(BIN)/python -m grpc_tools.protoc -Iproto --python_out=clients/python/src --pyi_out=clients/python/src $(PROTOS)
	$(BIN)/python -m grpc_tools.protoc -Iproto --grpc_python_out=clients/python/src $(SERVICES)
	cd clients/go && GOBIN=$(CURDIR)/build/go go install tool
	PATH=$(CURDIR)/build/go:$$PATH $(BIN)/python -m grpc_tools.protoc -Iproto \
		--go_out=clients/go --go_opt=module=github.com/verifyd/verifyd/clients/go \
		--go-grpc_out=clients/go --go-grpc_opt=module=github.com/verifyd/verifyd/clients/go $(PROTOS)
