# gazecut: `make run` does everything once on samples of its own; `make test` proves it.

SHELL := /bin/bash
SAMPLES := samples/made
LIBRARY := $(SAMPLES)/library
RELEASE := .build/release
PREFIX ?= /usr/local

.PHONY: run test lint deps build samples night bench bench-framing bench-judgement bench-render \
  bench-import install clean sample-files test-formats fuzz

run: build samples night  ## install what is missing, build, make samples, run a night on them

deps:  ## install the C libraries from Debian where they are missing
	@jobs/install-dependencies

build: deps
	swift build -c release --product gazecut
	swift build -c release --product make-samples

samples: build
	@rm -rf $(SAMPLES)
	@$(RELEASE)/make-samples $(SAMPLES)

sample-files:  ## write the small files of every format in samples/ again
	swift run make-samples --formats samples

night:
	@$(RELEASE)/gazecut init $(LIBRARY) --quiet
	@mv $(SAMPLES)/meadow.mp4 $(LIBRARY)/videos/
	$(RELEASE)/gazecut import timeline $(SAMPLES)/audience/*.jsonl --config $(LIBRARY)/gazecut.yaml
	$(RELEASE)/gazecut run --config $(LIBRARY)/gazecut.yaml
	@echo
	@echo "The clips are in $(LIBRARY)/shorts/meadow:"
	@ls -1 $(LIBRARY)/shorts/meadow

test: deps  ## the whole suite: every module, and the built program on real media
	swift build --build-tests
	swift test --skip-build

test-formats: deps  ## one short of every format, from the command line
	GAZECUT_TESTS_ALL_FORMATS=1 swift test --filter FormatClipTests

fuzz:  ## broken files of every format, for FUZZ_SECONDS (60)
	@Tests/Fuzz/run $(or $(FUZZ_SECONDS),60)

lint:  ## formatting, documentation, no forced unwrapping, short files
	swift-format lint --strict --recursive Sources Tests Package.swift
	@jobs/check-sources

bench: bench-judgement bench-framing bench-import bench-render  ## every figure, as ratios or shares

bench-framing: deps  ## looks of held-out real viewers kept by the crop
	swift run -c release gazecut-bench framing

bench-judgement: deps  ## moments found in planted audiences
	swift run -c release gazecut-bench choosing

bench-import: deps  ## megabytes of timeline a second
	swift run -c release gazecut-bench import

bench-render: build  ## time and memory of rendering beside the ffmpeg program's
	@Tests/Benchmarks/bench-render

install: build  ## put the program under PREFIX (default /usr/local)
	install -D -m 0755 $(RELEASE)/gazecut $(DESTDIR)$(PREFIX)/bin/gazecut

clean:
	rm -rf .build $(SAMPLES)
