# `make chat` sets everything up and opens a conversation; `make test` sets up and runs the tests.
# ARGS passes arguments on: make chat ARGS=--json, make test ARGS="-k confirm", make test ARGS="-n 0 --pdb".

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev chat train test coverage test-faults lint house types imports format check lock clean

VENV := .venv
BIN := $(VENV)/bin
# Stamps, each written last. MADE names the place the environment was made for: a moved one does not work.
MADE := $(VENV)/.made
READY := $(VENV)/.ready
DEV := $(VENV)/.ready-dev
# There while packages are installed: no installer repairs what was left half-installed, so we start anew.
INSTALLING := $(VENV)/.installing
USABLE := $(findstring <$(CURDIR)>,<$(shell test -x $(BIN)/python && cat $(MADE) 2>/dev/null)>)

SAY := >&2 echo

# Without kept bytecode each process compiles what it imports anew, for three seconds.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo 'make setup        set up, without talking; the command is then .venv/bin/parley'
	@echo 'make chat         talk to Parley in this terminal'
	@echo 'make test         run the tests'
	@echo 'make coverage     measure the branch coverage of the steps of a turn'
	@echo 'make test-faults  run the long rounds of kills, races and processes'
	@echo 'make check        run everything that CI runs: lint, house, types, imports, test, coverage, test-faults'
	@echo 'make house        hold the lines of each room against its budget'
	@echo 'make train        let the reader learn from its examples: bot/reading/trained/weights.npz.xz'
	@echo 'make format       format the code'
	@echo 'make setup-dev    set up with the development tools, without running any'
	@echo 'make lock         resolve the dependencies anew (UPGRADE=1: to the newest versions)'
	@echo 'make clean        remove what make has made (never your data)'

# The first conversation compiles what it imports. Here all is compiled: who starts Parley may not be able to write here.
setup: $(READY)
	@$(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || true  # a package may hold files for another Python

chat: $(READY)
	@$(BIN)/parley chat $(ARGS)

setup-dev: $(DEV)

# A worker per processor. Each runs neighbouring tests, which share fixtures; one that has finished takes over from another.
PYTEST = $(BIN)/python -m pytest --numprocesses logical --maxprocesses 8 --dist worksteal

# The steps of a turn keep a branch coverage of 90 %, measured with the tests that are about them.
STEPS = $(patsubst %,tests/unit/turns/test_%.py,conversations reviewed_talk nodes graph search)
COVERED = --cov=bot.turns.nodes --cov-branch --cov-fail-under=90 --cov-report=term-missing:skip-covered

train: $(DEV)
	@$(BIN)/python -m tools.train_reader

test: $(DEV)
	@$(PYTEST) -m 'not faults' $(ARGS)

coverage: $(DEV)
	@$(BIN)/python -m pytest --quiet $(COVERED) $(STEPS)

test-faults: $(DEV)
	@$(PYTEST) -m faults $(ARGS)

lint: $(DEV)
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/deptry --optional-dependencies-dev-groups dev bot adapters db workers
	@$(BIN)/deptry bot adapters db workers tests benchmarks tools

house: $(DEV)
	@$(BIN)/python -m tools.house

types: $(DEV)
	@$(BIN)/mypy

imports: $(DEV)
	@$(BIN)/lint-imports

format: $(DEV)
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format

check: lint house types imports test coverage test-faults

# --- the environment --------------------------------------------------------------------------------------------------
# Standard output is left to the conversation, standard input too: a set-up neither writes the one nor reads the other.

ifndef UNDER_LOCK

# One set-up at a time, however many terminals start together: this directory is locked for as long as it takes.
SUITABLE := import sys, ensurepip, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))
define LOCKED
import fcntl, os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
fd = os.open(".", os.O_RDONLY)
try:
    fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("Another set-up is at work here; waiting for it …", file=sys.stderr)
    fcntl.flock(fd, fcntl.LOCK_EX)
os.set_inheritable(fd, True)
os.execvp(sys.argv[1], sys.argv[1:])
endef
export LOCKED

$(READY) $(DEV): pyproject.toml requirements.lock $(if $(USABLE),,always)
$(DEV): requirements-dev.lock
$(READY) $(DEV):
	@for python in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
	    if "$$python" -c '$(SUITABLE)' </dev/null 2>/dev/null; then \
	        exec "$$python" -c "$$LOCKED" $(MAKE) -s UNDER_LOCK=yes PYTHON="$$python" $@ </dev/null >&2; \
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

# What it says is kept back: ended by Ctrl-C, it has a traceback to show.
$(MADE):
	echo 'Setting up Parley in $(VENV); this takes half a minute, once …'
	errors=$$("$(PYTHON)" -m venv --clear $(VENV) 2>&1) || { echo "$$errors"; exit 1; }
	echo '$(CURDIR)' >$@

$(READY): requirements.lock pyproject.toml | $(MADE)
	echo 'Installing what Parley needs …'
	touch $(INSTALLING)
	$(BIN)/python tools/install.py $(if $(wildcard $(DEV)),requirements-dev.lock,$<)
	rm $(INSTALLING)
	touch $@

# The development tools, and all that Parley needs.
$(DEV): requirements-dev.lock requirements.lock pyproject.toml | $(MADE)
	echo 'Installing what Parley needs, and the development tools …'
	touch $(INSTALLING)
	$(BIN)/python tools/install.py $<
	rm $(INSTALLING)
	touch $(READY) $@

endif

COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
    --no-header --no-annotate $(if $(UPGRADE),--upgrade)

# setuptools is locked too: it builds Parley itself, which then needs no network.
lock: $(READY)
	@$(BIN)/python -m pip --disable-pip-version-check --quiet install uv </dev/null >&2
	@echo 'uv' | $(COMPILE) --output-file requirements-setup.lock -
	@echo 'setuptools>=80' | $(COMPILE) --output-file requirements.lock pyproject.toml -
	@echo 'setuptools>=80' | $(COMPILE) --extra dev --constraint requirements.lock --output-file requirements-dev.lock \
	    pyproject.toml -

clean:
	@rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
