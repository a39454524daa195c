# I comandi di Prontuario. Ognuno prepara da sé quello che gli serve: basta Python 3.11 o successivo.
# Con un altro Python, accanto al primo: make test PYTHON=python3.13 VENV=.venv-3.13
PYTHON ?= python3
PORT ?= 8000
ORIGINALS ?=
ADDRESS ?= $(PRONTUARIO_ADDRESS)
VENV := .venv
BIN := $(VENV)/bin
TYPESCRIPT := 5.9.3
PRETTIER := 3.10.1
WORKERS ?= auto
FUZZ ?= 10
SCRIPTS := "{docs/assets/js,search/http,tests}/**/*.{js,mjs,d.ts}"
FORMATTER := $(firstword $(wildcard $(VENV)/npm/node_modules/.bin/prettier) $(shell command -v prettier))
TSC := $(firstword $(wildcard $(VENV)/npm/node_modules/.bin/tsc) $(shell command -v tsc))
export NO_MKDOCS_2_WARNING := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# ogni costruzione avvia altri processi, che senza bytecode compilerebbero da capo tutti i moduli
unexport PYTHONDONTWRITEBYTECODE

.PHONY: serve site wheel release test browsers pythons check types golden bench lighthouse fuzz audit lock gallery format clean
.DEFAULT_GOAL := serve

$(VENV)/.pronto: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Serve Python 3.11 o successivo: usa make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.pronto-dev: requirements-dev.lock $(VENV)/.pronto
	$(BIN)/pip install --quiet --require-hashes --requirement requirements-dev.lock
	@touch $@

serve: $(VENV)/.pronto  ## costruisce tutto e serve sito e ricerca su http://127.0.0.1:$(PORT)
	$(BIN)/prontuario serve --port $(PORT) $(if $(ORIGINALS),--originals "$(ORIGINALS)")

site: $(VENV)/.pronto  ## costruisce tutto in site/, da copiare su qualunque host statico (ADDRESS=https://…/ se si sa)
	PRONTUARIO_ADDRESS="$(ADDRESS)" $(BIN)/prontuario build $(if $(ORIGINALS),--originals "$(ORIGINALS)")

wheel: $(VENV)/.pronto  ## costruisce il pacchetto da installare senza clonare l’archivio, in dist/; le stesse fonti danno gli stessi byte
	umask 022 && SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

release: $(VENV)/.pronto-dev  ## prepara la pubblicazione dell’ultimo commit, in dist/VERSIONE/, da un clone pulito (TRIAL=1: soltanto i file; UNAUDITED=1)
	$(BIN)/python -m tests.release $(if $(TRIAL),--trial) $(if $(UNAUDITED),--unaudited)

test: $(VENV)/.pronto-dev  ## lancia tutte le prove, anche quelle nel browser, su tutti i processori (WORKERS=0: una alla volta)
	$(BIN)/python -m tests.browser.install_chromium
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal

browsers: $(VENV)/.pronto-dev  ## prova i percorsi di un arbitro in WebKit e in Firefox; dice quale motore manca
	PRONTUARIO_ENGINES=1 $(BIN)/python -m pytest --verbose tests/engines

pythons:  ## lancia tutte le prove con ogni Python installato, fra 3.11, 3.12 e 3.13, anche di pyenv, ciascuno nel suo .venv-3.1x
	@for version in 3.11 3.12 3.13; do \
		for python in python$$version $${PYENV_ROOT:-$$HOME/.pyenv}/versions/$$version.*/bin/python$$version ""; do \
			$$python -c "" 2>/dev/null && break; \
		done; \
		if [ -n "$$python" ]; then \
			$(MAKE) --no-print-directory test PYTHON=$$python VENV=.venv-$$version || exit 1; \
		else echo "python$$version: non è installato, le sue prove sono state saltate."; fi; \
	done

check: $(VENV)/.pronto-dev  ## controlla stile, tipi, ancore, rimandi, tabelle, fedeltà
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/prontuario check
	@if [ -n "$(FORMATTER)" ]; then $(FORMATTER) --log-level warn --check $(SCRIPTS); else echo "Forma degli script: non controllata, manca prettier (make format dice come installarlo)."; fi
	@if [ -n "$(TSC)" ]; then $(MAKE) --no-print-directory types; else echo "Tipi degli script: non controllati, manca tsc (make types dice come installarlo)."; fi

types:  ## controlla i tipi degli script del sito (JSDoc), con tsc
	@test -n "$(TSC)" || { printf '%s\n' "Non trovo tsc, che controlla i tipi degli script." "Che cosa fare: npm install --prefix $(VENV)/npm typescript@$(TYPESCRIPT)"; exit 1; }
	$(TSC) --project tests/types/pages.json
	$(TSC) --project tests/types/service-worker.json

format: $(VENV)/.pronto-dev  ## dà la loro forma a Python e agli script
	$(BIN)/ruff format --quiet .
	$(BIN)/ruff check --quiet --fix .
	@test -n "$(FORMATTER)" || { printf '%s\n' "Non trovo prettier, che dà forma agli script." "Che cosa fare: npm install --prefix $(VENV)/npm prettier@$(PRETTIER)"; exit 1; }
	$(FORMATTER) --log-level warn --write $(SCRIPTS)

golden: $(VENV)/.pronto-dev  ## rifà le risposte attese della ricerca (tests/golden/answers), dopo una modifica voluta
	$(BIN)/python -m tests.search.golden_answers

bench: $(VENV)/.pronto-dev  ## misura velocità e qualità, come rapporti nella stessa esecuzione
	$(BIN)/python -m tests.bench

lighthouse: $(VENV)/.pronto-dev  ## misura i punteggi di Lighthouse per docs/misure.md
	$(BIN)/python -m tests.bench.lighthouse

gallery: $(VENV)/.pronto-dev  ## rifà le schermate di docs/galleria.md
	$(BIN)/python -m tests.browser.install_chromium
	$(BIN)/python -m tests.browser.gallery

lock: $(VENV)/.pronto-dev  ## rifà i file con le versioni fissate (senza indirizzi)
	$(BIN)/uv pip compile --upgrade --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --custom-compile-command "make lock" requirements.in --output-file requirements.lock
	$(BIN)/uv pip compile --upgrade --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --custom-compile-command "make lock" requirements-dev.in --output-file requirements-dev.lock

fuzz: $(VENV)/.pronto-dev  ## lancia le prove a caso, per minuti invece che per secondi (FUZZ=quanti secondi ciascuna)
	PRONTUARIO_FUZZ=$(FUZZ) $(BIN)/python -m pytest --capture=sys --verbose tests/checks/test_fuzz.py

audit: $(VENV)/.pronto-dev  ## elenca le licenze delle dipendenze e le loro falle note (chiede in rete)
	$(BIN)/python -m tests.licences

clean:  ## toglie tutto quello che si può rifare; resta .venv, che ogni comando rifà da solo
	rm -rf site build dist .wheel .originals .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info .site.nuovo
	find scripts search tests -name __pycache__ -prune -exec rm -rf {} +
