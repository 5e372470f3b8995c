# The verbs of this project. `make` alone lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup training demo test lint bench colcon lock clean clean-venv

# The first interpreter that answers; wheels of ROS 2 exist for 3.11 to 3.13.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3; do $$p -c 'import sys' >/dev/null 2>&1 && echo $$p && break; done)
PY := .venv/bin/python
TEST_TIMEOUT ?= 7200
DEMO_TIMEOUT ?= 1800
BENCH_TIMEOUT ?= 1200
# Benchmarks that need homes or sequences as arguments: run these by hand.
BENCH_BY_HAND := box_masks boxes colors looking naming perceive registration rooms
# e.g. make demo LLM=ollama:qwen2.5-coder:7b SEQUENCE=~/recordings/office
LLM ?=
SEQUENCE ?=

help: ## list the verbs
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

setup: ## system libraries, .venv, ROS 2 wheels, interfaces, models and assets
	@if [ -z "$(PYTHON)" ]; then echo "no python3 found; install Python 3.11" >&2; exit 1; fi
	@$(PYTHON) scripts/bootstrap.py

training: setup ## PyTorch, transformers, peft, gguf into .venv; pip's index decides between CPU and CUDA
	@$(PY) -m pip install --disable-pip-version-check -r requirements/training.txt

demo: setup ## a rendered room (or SEQUENCE=folder) from frames to answers; LLM= names another model
	@timeout --foreground -k 20 $(DEMO_TIMEOUT) .venv/bin/situated-qa demo $(if $(LLM),--llm '$(LLM)') $(if $(SEQUENCE),--sequence '$(SEQUENCE)')

test: setup ## all tests
	@timeout --foreground -k 20 $(TEST_TIMEOUT) $(PY) -m pytest

lint: setup ## ruff, and mypy on the ROS-free core
	@$(PY) -m ruff check .
	@timeout 600 $(PY) -m mypy

bench: setup ## every benchmark that needs no arguments; figures into benchmarks/out/
	@mkdir -p benchmarks/out
	@failed=; for file in $(filter-out benchmarks/_% $(BENCH_BY_HAND:%=benchmarks/%.py),$(sort $(wildcard benchmarks/*.py))); do \
	  echo "== $$file"; timeout -k 20 $(BENCH_TIMEOUT) $(PY) $$file || failed="$$failed $$file"; \
	done; if [ -n "$$failed" ]; then echo "failed:$$failed" >&2; exit 1; fi; \
	echo "run by hand, with their arguments: $(BENCH_BY_HAND)"

colcon: setup ## build the same tree with colcon and check what it installed
	@timeout 1200 $(PY) scripts/colcon_check.py

lock: ## pin what .venv holds into requirements/*.txt
	@$(PY) scripts/lock.py

clean: ## remove everything made here except .venv and the cache
	rm -rf build install log dist demo_out benchmarks/out src/*.egg-info .pytest_cache .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -not -path './.venv/*' -prune -exec rm -rf {} +

clean-venv: ## remove .venv
	rm -rf .venv
