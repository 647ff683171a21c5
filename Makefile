# Everything runs in .venv, created on first use. Requires Python 3.11 or later, make and git.
PYTHON ?= python3
HANDS ?= 20000
MUTANTS ?= 200
SEED ?= 47

BIN := .venv/bin
READY := .venv/.ready
RUN := $(BIN)/python -m
DEMO := demo/histparse.duckdb
BROKEN := sample_histories/illegal sample_histories/malformed
PLAYED := $(filter-out $(BROKEN),$(filter-out %.md,$(wildcard sample_histories/*)))

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore
unexport PYTHONDONTWRITEBYTECODE  # else every program that a test starts is compiled anew
MAKEFLAGS += --no-print-directory

.PHONY: help demo test tests lint style types bench nightly soak mutants format docs site constraints clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

demo: $(READY) ## import the sample hands, print a player report, write it as web page, PDF and charts
	@rm -rf demo && mkdir demo
	@echo "Importing the sessions in sample_histories ..."
	@$(RUN) histparse import $(PLAYED) --db $(DEMO)
	@echo
	@echo "Judging hands that break rules on purpose ..."
	@$(RUN) histparse check $(BROKEN) --statistics --exit-zero
	@echo
	@$(RUN) histparse report --db $(DEMO) --out demo/charts --html demo/report.html --pdf demo/report.pdf
	@echo
	@echo "The database is $(DEMO). Go on with: $(BIN)/histparse --help"

test: style ## format, lint, types, layers, all tests, packages
	@$(MAKE) -j 2 types tests  # types are read by one processor only: the tests go on beside it

tests: $(READY)
	@echo "== tests" && $(RUN) pytest -q -n 2 --dist worksteal $(PYTEST)

lint: style types

style: $(READY)
	@echo "== format" && $(RUN) ruff format --check
	@echo "== lint" && $(RUN) ruff check
	@echo "== layers" && $(BIN)/lint-imports --no-logo

types: $(READY)
	@echo "== types" && $(RUN) mypy histparse tests benchmarks docs

bench: $(READY) ## measure reading, judging, importing and statistics (HANDS=20000)
	@$(RUN) benchmarks.bench --hands $(HANDS)

nightly: $(READY) ## run the tests that take minutes too, and count the lines and branches reached
	@HISTPARSE_NIGHTLY=1 $(RUN) pytest -q -n 2 --dist worksteal --cov --cov-report=term

soak: $(READY) ## run the property, simulation, fuzz and fault tests at length, and measure what nightly does
	@HISTPARSE_SOAK=1 $(RUN) pytest -q -n 2 $(PYTEST)
	@$(if $(PYTEST),,$(MAKE) nightly)

mutants: $(READY) ## count how many small mistakes in what judges and filters the tests notice (MUTANTS=200 SEED=47)
	@$(RUN) tests.mutants.run --count $(MUTANTS) --seed $(SEED)

format: $(READY) ## format the code
	@$(RUN) ruff check --fix-only --quiet && $(RUN) ruff format

docs: $(READY) ## write the tables and pictures in docs/ from the code
	@$(RUN) docs.tables
	@$(RUN) docs.walkthroughs
	@$(RUN) docs.pictures

site: $(READY) ## build the docs as a site in build/site
	@NO_MKDOCS_2_WARNING=1 $(RUN) mkdocs build --strict -f docs/site/mkdocs.yml && echo "Open build/site/index.html"

constraints: ## update the pinned versions (needs the oldest Python we support)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11) and "constraints are resolved with Python 3.11")'
	@$(PYTHON) -m venv build/resolver && build/resolver/bin/python -m pip install -qq pip-tools
	@CUSTOM_COMPILE_COMMAND="make constraints" build/resolver/bin/python -m piptools compile -q --upgrade --extra dev \
		--strip-extras --allow-unsafe --generate-hashes --no-emit-options --no-emit-index-url --no-emit-find-links \
		--no-emit-trusted-host -o constraints.txt pyproject.toml

clean: ## remove everything made by make
	@rm -rf .venv build demo dist htmlcov .coverage* .hypothesis .*_cache
	@find . -name __pycache__ -prune -exec rm -rf {} +

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "histparse needs Python 3.11 or later")'
	@echo "Making .venv (once, about a minute) ..."
	@$(PYTHON) -m venv --clear .venv
	@$(RUN) pip install -qq --require-hashes --no-deps -r constraints.txt  # all are named there: nothing is resolved anew
	@$(RUN) pip install -qq --no-deps --no-build-isolation -e .
	@$(RUN) pip -qq check
	@touch $@
