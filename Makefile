# `make chat` sets everything up and opens a conversation; `make test` sets up and runs the tests.
# ARGS passes arguments on: make chat ARGS=--json, make test ARGS="-k confirm".

.DEFAULT_GOAL := help
.PHONY: help setup chat test lint types imports format check lock clean

VENV := .venv
BIN := $(VENV)/bin
# Stamps, each written last. MADE names the place the environment was made for: a moved one does not work.
MADE := $(VENV)/.made
READY := $(VENV)/.ready
DEV := $(VENV)/.ready-dev
# There while packages are installed: pip does not repair what it left half-installed, so we start anew.
INSTALLING := $(VENV)/.installing
USABLE := $(findstring <$(CURDIR)>,<$(shell test -x $(BIN)/python && cat $(MADE) 2>/dev/null)>)

PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
SAY := >&2 echo

help:
	@echo 'make setup     set up, without talking; the command is then .venv/bin/parley'
	@echo 'make chat      talk to Parley in this terminal'
	@echo 'make test      run the tests'
	@echo 'make check     run everything that CI runs: lint, types, imports, test'
	@echo 'make format    format the code'
	@echo 'make lock      resolve the dependencies anew (UPGRADE=1: to the newest versions)'
	@echo 'make clean     remove what make has made (never your data)'

setup: $(READY)

chat: $(READY)
	@$(BIN)/parley chat $(ARGS)

test: $(DEV)
	@$(BIN)/python -m pytest $(ARGS)

lint: $(DEV)
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/deptry --optional-dependencies-dev-groups dev bot adapters db workers
	@$(BIN)/deptry bot adapters db workers tests benchmarks

types: $(DEV)
	@$(BIN)/mypy

imports: $(DEV)
	@$(BIN)/lint-imports

format: $(DEV)
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format

check: lint types imports test

# --- the environment --------------------------------------------------------------------------------------------------
# Standard output is left to the conversation, standard input too: a set-up neither writes the one nor reads the other.

ifndef UNDER_LOCK

# One set-up at a time, however many terminals start together: this directory is locked for as long as it takes.
SUITABLE := import sys, ensurepip, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))
LOCKED := import fcntl, os, sys; fd = os.open(".", os.O_RDONLY); fcntl.flock(fd, fcntl.LOCK_EX); \
    os.set_inheritable(fd, True); os.execvp(sys.argv[1], sys.argv[1:])

$(READY) $(DEV): pyproject.toml requirements.lock $(if $(USABLE),,always)
$(DEV): requirements-dev.lock
$(READY) $(DEV):
	@for python in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
	    if "$$python" -c '$(SUITABLE)' </dev/null 2>/dev/null; then \
	        exec "$$python" -c '$(LOCKED)' $(MAKE) -s UNDER_LOCK=yes PYTHON="$$python" $@ </dev/null >&2; \
	    fi; \
	done; \
	$(SAY) 'Parley needs Python 3.11 to 3.14 with its venv module (on Debian and Ubuntu: apt install python3-venv).'; \
	$(SAY) 'If yours has another name: make PYTHON=/path/to/python …'; \
	exit 1

.PHONY: always
always:

else

ifneq ($(if $(USABLE),,not-usable)$(wildcard $(INSTALLING)),)
$(shell rm -rf $(VENV))
endif

$(MADE):
	"$(PYTHON)" -m venv --clear $(VENV)
	echo '$(CURDIR)' >$@

$(READY): requirements.lock pyproject.toml | $(MADE)
	echo 'Setting up Parley in $(VENV); this takes a minute, once …'
	touch $(INSTALLING)
	$(PIP) install --require-hashes --requirement requirements.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	rm $(INSTALLING)
	touch $@

$(DEV): requirements-dev.lock $(READY)
	echo 'Installing the development tools …'
	touch $(INSTALLING)
	$(PIP) install --require-hashes --requirement requirements-dev.lock
	rm $(INSTALLING)
	touch $@

endif

# setuptools is locked too: it builds Parley itself, which then needs no network.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
    --no-header --no-annotate $(if $(UPGRADE),--upgrade) pyproject.toml -

lock: $(READY)
	@$(PIP) install uv </dev/null >&2
	@echo 'setuptools>=80' | $(COMPILE) --output-file requirements.lock
	@echo 'setuptools>=80' | $(COMPILE) --extra dev --constraint requirements.lock --output-file requirements-dev.lock

clean:
	@rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
