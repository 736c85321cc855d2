# Everything a fresh machine needs is Python 3.11 or newer and make: each target sets up .venv by itself.
PYTHON ?= python3
# Two more than there are cores, for tests of the site and of servers wait most of their time; eight at most, for memory.
WORKERS ?= $(shell cores=$$(nproc 2> /dev/null || echo 2); echo $$((cores > 5 ? 8 : cores + 2)))
GAME ?= three-card-poker
PORT ?= 8000

COMMA := ,
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SERVES := $(VENV)/.serves
NODE := node_modules/.ready
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
# uv installs in a tenth of pip's time; pip, which knows settings of the machine that uv does not read, where uv cannot.
define INSTALL
$(PIP) install --constraint constraints.txt uv && $(BIN)/uv pip install --quiet $(2) --python $(BIN)/python \
	--constraint constraints.txt --editable '.[$(1)]' || $(PIP) install --constraint constraints.txt --editable '.[$(1)]'
endef

.DEFAULT_GOAL := help
.PHONY: help env run demo test lint types javascript checked-javascript unit format golden readings schema words api rulemap commands notebooks docs written nightly bounds bench clean prices

help:
	@echo "make run      set up, then serve the site on this machine (PORT=$(PORT)) and open it"
	@echo "make demo     set up, then play a demo round in the terminal (GAME=$(GAME))"
	@echo "make test     set up, then lint, type check and test"
	@echo "make format   rewrite the source in the house style"
	@echo "make golden   play the golden rounds anew (tests/golden); read the difference before committing it"
	@echo "make readings write docs/readings.md and its pages from the game files"
	@echo "make schema   write the JSON Schema of game files"
	@echo "make words    write docs/words.md from the grammar and the game files"
	@echo "make api      write docs/api.md and the types of the page from the OpenAPI document"
	@echo "make rulemap  write the map of the documents (rulebook/map/map.json)"
	@echo "make prices   count the prices of the rulebook that are stale and ship them with the package"
	@echo "make commands write docs/commands.md from the command line"
	@echo "make notebooks run the notebooks of the documentation and keep what they print"
	@echo "make written  golden, readings, schema, words, api, rulemap and commands"
	@echo "make docs     build the documentation in site/"
	@echo "make nightly  the tests of make test with many more examples, and the slow ones"
	@echo "make bounds   the tests of hands and odds with every index of a kernel checked; part of nightly"
	@echo "make bench    measure the rates the project states"
	@echo "make clean    remove the environment and every cache"

env: $(READY)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Houseway needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(READY): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up $(VENV) for development (half a minute, once)"
	@$(call INSTALL,dev)
	@touch $@

# What the site and the terminal need, and nothing that tests need. Byte code is written now, as pip does by itself:
# where Python may not write it later, every start would compile numba again.
$(SERVES): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up $(VENV) (half a minute, once)"
	@$(call INSTALL,serve$(COMMA)postgres$(COMMA)plot,--compile-bytecode)
	@$(BIN)/python -m compileall -q src
	@touch $@

run: $(SERVES)
	@$(BIN)/houseway serve --port $(PORT) --open

demo: $(SERVES)
	@$(BIN)/houseway play $(GAME) --demo

# All at once: what runs on one core leaves the other to the tests.
test:
	@$(MAKE) --no-print-directory -j 4 lint types javascript unit

lint: $(READY)
	@echo "== ruff"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || \
		{ $(BIN)/ruff format --check .; echo "run: make format"; exit 1; }

types: $(READY)
	@echo "== mypy"
	@$(BIN)/mypy --strict --no-error-summary

# The page's JavaScript against the types of the API, and the linter; both need node, which nothing else does.
javascript:
	@if command -v npm > /dev/null; then $(MAKE) --no-print-directory checked-javascript; \
	else echo "== no npm here: the page's JavaScript is not checked"; fi

checked-javascript: $(NODE)
	@echo "== tsc, eslint"
	@npm run --silent types
	@npm run --silent lint

$(NODE): package.json package-lock.json
	@npm ci --silent
	@touch $@

# With byte code kept: tests start hundreds of interpreters, and each would compile the package again.
# Kernels are this checkout's own: what another program left in the user's cache decides nothing here.
unit: export PYTHONDONTWRITEBYTECODE :=
unit: export HOUSEWAY_CACHE_DIR := $(CURDIR)/$(VENV)/kernels
unit: $(READY)
	@echo "== pytest"
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not nightly"

format: $(READY)
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

prices: $(READY)
	@$(BIN)/python scripts/prices.py --all

golden: $(READY)
	@$(BIN)/python scripts/golden.py

readings: $(READY)
	@$(BIN)/python scripts/readings.py

schema: $(READY)
	@$(BIN)/houseway schema --write src/houseway/rulebook/game.schema.json

commands: $(READY)
	@$(BIN)/python scripts/commands.py

notebooks: $(READY)
	@$(BIN)/python scripts/notebooks.py

# The site of the documentation, without warnings and dead links, in site/; it is read without other hosts.
docs: $(READY)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

words: $(READY)
	@$(BIN)/python scripts/words.py

api: $(READY)
	@$(BIN)/python scripts/api.py

rulemap: $(READY)
	@$(BIN)/python scripts/rulemap.py

written: golden readings schema words api rulemap commands

nightly: lint types javascript bounds
	@echo "== pytest, nightly"
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal --hypothesis-profile=nightly

# Kernels compiled with checks are kept apart from the others: a cache does not tell them apart.
bounds: $(READY)
	@echo "== pytest, indices checked"
	@NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(CURDIR)/$(VENV)/bounds $(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not nightly" \
		tests/hands tests/odds

bench: $(READY)
	@for script in $(sort $(wildcard bench/*.py)); do echo "== $$script"; $(BIN)/python $$script || exit 1; done

clean:
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist site node_modules
	@find src tests -type d -name __pycache__ -prune -exec rm -rf {} +
