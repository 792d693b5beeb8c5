# gazecut: `make run` installs, builds and makes clips of a sample; `make test` runs the tests.

SHELL := /bin/bash
SAMPLES := samples/made
LIBRARY := $(SAMPLES)/library
BUILT := .build/debug
RELEASE := .build/release
PREFIX ?= /usr/local
INSTALL := jobs/install-dependencies
BEGUN := $(shell printf '%(%s)T' -1)
BUILD := swift build

.PHONY: run test lint deps build release library night bench bench-framing bench-judgement \
  bench-people bench-render bench-import bench-audience bench-idle bench-queue deps-bench install clean \
  sample-files test-formats test-databases test-disclosure test-exports test-faults test-leaks \
  test-threads test-slurm test-kubernetes coverage fuzz deb image test-deb test-libav dist site picture

# Runs one step and prints a line for it: number, name and the seconds it took.
# Usage: $(call step,NUMBER,NAME,COMMAND). NAME has no comma, because make splits at commas.
step = @printf '%s ... ' "$(if $(COUNT),$(1)/$(COUNT) )$(2)"; begin=$$SECONDS; \
  $(3) && echo "$$((SECONDS - begin)) s"

run: COUNT = 5
run: deps build library night  ## install dependencies, build, make a sample library, render its clips
	@echo "The clips are in $(LIBRARY)/shorts/meadow ($$(($$(printf '%(%s)T' -1) - $(BEGUN))) s in all):"
	@ls -1 $(LIBRARY)/shorts/meadow
	@echo "The report, with the reasons: $(LIBRARY)/report/index.html"

deps:  ## install missing C libraries from Debian
	$(call step,1,libraries: install missing ones from Debian,$(INSTALL))

# `make run` compiles with whole-module optimization. Without it, the compiler works in batches that
# each parse the whole module, which takes twice as long for a large module, for example GRDB.
# No index and no debug information: about 11 % less time.
IN_ONE_GO := -Xswiftc -whole-module-optimization -Xswiftc -disable-batch-mode \
  -Xswiftc -num-threads -Xswiftc 2 --disable-index-store -debug-info-format none

# Builds one product without output, because the compiler prints a remark for every module. If the
# build fails, builds again with output. Deletes *.priors, the records of an earlier incremental
# build: with them the next build would link objects of both builds, and fail.
built = { $(BUILD) $(IN_ONE_GO) --quiet --product $(1) >/dev/null 2>&1 \
  || $(BUILD) $(IN_ONE_GO) --product $(1); } && rm -f $(BUILT)/*.build/*.priors

# A debug build in which only the slowest modules are optimized, so that the first clip is there
# minutes earlier. Package.swift reads TRIAL_BUILD. The tests do not use this build. make-samples
# has few modules and is built first. It then runs while gazecut is built, on cores that the
# compiler leaves idle.
build: export TRIAL_BUILD = 1
build: deps
	$(call step,2,build: make-samples,$(call built,make-samples))
	@rm -rf $(SAMPLES)
	$(call step,3,build: gazecut; at the same time: sample video and viewers,\
	  { nice $(BUILT)/make-samples --quiet $(SAMPLES) & } && $(call built,gazecut) && wait $$!)

release: deps  ## build with full optimization, as installed and benchmarked
	$(BUILD) -c release --product gazecut

# Makes a library with the sample video and its recordings. `gazecut run` imports them.
library: build
	$(call step,4,library: copy the video and the recordings of its viewers,\
	  $(BUILT)/gazecut init $(LIBRARY) --quiet \
	  && echo 'render.preset: ultrafast' >> $(LIBRARY)/gazecut.yaml \
	  && mv $(SAMPLES)/meadow.mp4 $(LIBRARY)/videos/ \
	  && mv $(SAMPLES)/audience $(LIBRARY)/timelines/meadow)

night: library
	$(call step,5,gazecut run: import and select and frame and render,\
	  echo && $(BUILT)/gazecut run --config $(LIBRARY))

sample-files:  ## regenerate samples/: a small file of every import format
	swift run make-samples --formats samples

picture: night  ## regenerate the pictures of README and manual from the sample library
	@$(INSTALL) --for-install
	@jobs/draw-night $(BUILT)/gazecut $(LIBRARY) Sources/gazecut/Manual.docc/Resources/night.svg
	@jobs/draw-choosing $(BUILT)/gazecut $(LIBRARY) Sources/gazecut/Manual.docc/Resources/choosing.svg

# Tests run on an optimized build, like the installed program; this takes about 17 % less time.
# Unlike there, the runtime checks for exclusive access to memory stay on.
TESTED := -c release --scratch-path .build/tests \
  -Xswiftc -enable-testing -Xswiftc -enforce-exclusivity=checked

test:  ## run all tests: unit tests of every module, and the program on real media
	@$(INSTALL) --for-tests
	swift build $(TESTED) --build-tests
	@scratch=$$(mktemp -d) && trap 'rm -rf --one-file-system "$$scratch"' EXIT && \
	  TMPDIR=$$scratch swift test $(TESTED) --skip-build

test-formats:  ## slow tests: clips of every media format, a full-size film, the quality of every encoder
	@$(INSTALL) --for-tests
	GAZECUT_TESTS_ALL_FORMATS=1 swift test $(TESTED) \
	  --filter 'FormatClipTests|SampleFormatsTests|OddDataFilesTests|RealMediaTests|EncoderMappingTests|HostileMediaTests|SourceKindsTests'

test-disclosure:  ## privacy: an audience of minimum size, each change of one viewer, every command
	@$(INSTALL) --for-tests
	GAZECUT_TESTS_ALL_ATTACKS=1 swift test $(TESTED) --filter FewViewersTests

test-exports:  ## read every export format with other programs (OpenTimelineIO, melt, ffmpeg)
	@$(INSTALL) --for-exports
	swift build
	@Tests/Exports/run $(BUILT)/gazecut --samples $(BUILT)/make-samples --data $(or $(SHARED_DATA),../shared/data)

test-databases:  ## import from MariaDB and PostgreSQL in three runs; starts both servers
	@$(INSTALL) --for-databases
	swift build
	@Tests/Databases/run $(BUILT)/gazecut

test-slurm:  ## render a plan as a Slurm array, on a cluster on this machine; needs root
	@$(INSTALL) --for-clusters
	swift build
	@Tests/Slurm/run $(BUILT)/gazecut $(BUILT)/make-samples

test-kubernetes: image  ## check jobs/kubernetes against the API schema, and run its containers twice
	@$(INSTALL) --for-clusters
	$(BUILD) --product make-samples
	@Tests/Kubernetes/run .build/packages/gazecut_*.oci.tar $(BUILT)/make-samples

test-faults:  ## fault injection: kills, failing system calls, full disks, damaged files; needs root
	@$(INSTALL) --for-faults
	swift build $(TESTED) --product gazecut
	@Tests/Faults/run .build/tests/release/gazecut

test-leaks:  ## look for leaks in 10,000 (OPENS) opens of good and bad media, with AddressSanitizer
	@$(INSTALL) --for-tests
	@Tests/Leaks/run $(or $(OPENS),10000)

test-threads:  ## look for data races with ThreadSanitizer: concurrent tests, runs of several videos
	@$(INSTALL) --for-tests
	@Tests/Threads/run

coverage:  ## run all tests and print the line coverage of each module
	@$(INSTALL) --for-tests
	@Tests/Coverage/run

fuzz:  ## fuzz the importers of every format for FUZZ_SECONDS (60)
	@$(INSTALL) --for-fuzz
	@Tests/Fuzz/run $(or $(FUZZ_SECONDS),60)

lint:  ## check formatting, forced unwrapping, imports and prose
	@$(INSTALL) --for-lint
	swift-format lint --strict --recursive Sources Tests Package.swift
	@jobs/check-sources
	@BENCHMARKS=1 jobs/check-imports
	@jobs/check-prose

bench: bench-judgement bench-people bench-framing bench-import bench-render bench-audience bench-idle bench-queue  ## run all benchmarks; figures are ratios or shares

deps-bench:
	@$(INSTALL) --for-bench

# Package.swift reads BENCHMARKS. Other builds do not compile the benchmarks.
bench%: export BENCHMARKS = 1

bench-framing: deps-bench  ## gaze coverage of the crop for real viewers it was not made from
	swift run -c release gazecut-bench framing

bench-judgement: deps-bench  ## compare selected moments with synthetic ones, and with two baselines
	swift run -c release gazecut-bench judgement
	swift run -c release gazecut-bench confidence
	swift run -c release gazecut-bench settings

bench-queue: deps-bench  ## utilization of 2, 16 and 64 cores, with the job durations of a recorded run
	swift run -c release gazecut-bench queue

bench-people: deps-bench  ## share of real comedy viewers who laugh in the selected moments
	swift run -c release gazecut-bench people

bench-import: deps-bench  ## import speed in MB of timeline per second
	swift run -c release gazecut-bench import

bench-render: deps-bench release  ## time and memory of rendering, compared with the ffmpeg program
	@Tests/Benchmarks/bench-render

bench-audience: deps-bench release  ## time and memory for 10,000 and 100,000 viewers, compared with targets
	$(BUILD) -c release --quiet --product gazecut-bench
	@Tests/Benchmarks/bench-audience

bench-idle: deps-bench release  ## time of a run without new data over 10,000 videos, and of a plan
	@Tests/Benchmarks/bench-idle

install: release  ## install program, manual and systemd units under PREFIX (default /usr/local)
	@$(INSTALL) --for-install
	@jobs/package/stage $(RELEASE)/gazecut "$(DESTDIR)" $(PREFIX)

deb:  ## build the Debian package and its debug symbols in .build/packages; run lintian
	@$(INSTALL) --for-install
	@$(INSTALL) --for-package
	@jobs/package/build-deb .build/packages

image: deb  ## build an OCI image of the package on a minimal Debian, as an archive in .build/packages
	@jobs/package/build-image .build/packages/gazecut_*.deb

test-deb: deb  ## install, run, upgrade and remove the package on a minimal Debian; needs root
	$(BUILD) --product make-samples
	@Tests/Package/run .build/packages/gazecut_*.deb $(BUILT)/make-samples

test-libav:  ## compile the module Media against the headers of newer FFmpeg releases, from Debian
	@$(INSTALL) --for-package
	@jobs/package/check-libav trixie sid

dist:  ## build a tarball of what `make install` installs, in .build/packages
	@$(INSTALL) --for-install
	@$(INSTALL) --for-package
	@jobs/package/build-dist .build/packages

site: night  ## build a website in .build/site: manual, reference, and the clips of the sample
	@$(INSTALL) --for-install
	@$(INSTALL) --for-package
	@$(INSTALL) --for-site
	@jobs/package/build-site $(BUILT)/gazecut $(LIBRARY) .build/site
	@echo "To read it: python3 -m http.server --directory .build/site"

clean:
	rm -rf .build $(SAMPLES)
