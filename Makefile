# gazecut: `make run` does everything once on samples of its own; `make test` proves it.

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

# Says in a line what a step does, does it, and says the seconds that it took.
step = @printf '%s ... ' "$(if $(COUNT),$(1)/$(COUNT) )$(2)"; begin=$$SECONDS; \
  $(3) && echo "$$((SECONDS - begin)) s"

run: COUNT = 5
run: deps build library night  ## install what is missing, build, make samples, run a night
	@echo "The clips are in $(LIBRARY)/shorts/meadow ($$(($$(printf '%(%s)T' -1) - $(BEGUN))) s in all):"
	@ls -1 $(LIBRARY)/shorts/meadow
	@echo "What was chosen, and why: $(LIBRARY)/report/index.html"

deps:  ## install the C libraries from Debian where they are missing
	$(call step,1,libraries: from Debian where they are missing,$(INSTALL))

# A trial compiles a module in one go, not in parts that each read all of it: half the work where a
# module is large, as GRDB is, and nobody changes a file in between. Without what a debugger and an
# editor would ask for, a ninth less.
IN_ONE_GO := -Xswiftc -whole-module-optimization -Xswiftc -disable-batch-mode \
  -Xswiftc -num-threads -Xswiftc 2 --disable-index-store -debug-info-format none

# Builds in silence; what fails is tried again aloud. (The compiler would remark on every module
# that it compiles in one go.) What the compiler noted of an earlier build in parts is taken away:
# by it the next one would link parts of both, and fail.
built = { $(BUILD) $(IN_ONE_GO) --quiet --product $(1) >/dev/null 2>&1 \
  || $(BUILD) $(IN_ONE_GO) --product $(1); } && rm -f $(BUILT)/*.build/*.priors

# For debugging, and of what computes only the slowest optimised: a first clip comes minutes sooner.
# (Package.swift reads TRIAL_BUILD; the tests, which compute more, compile those modules again.)
# What makes the samples is a few modules, and it does so while the compiler leaves a core idle, as
# it does where modules wait for one another and while it links.
build: export TRIAL_BUILD = 1
build: deps
	$(call step,2,build: what makes samples,$(call built,make-samples))
	@rm -rf $(SAMPLES)
	$(call step,3,build: gazecut; meanwhile samples: a video and what an audience did,\
	  { nice $(BUILT)/make-samples --quiet $(SAMPLES) & } && $(call built,gazecut) && wait $$!)

release: deps  ## build what is installed and what is measured: optimised throughout
	$(BUILD) -c release --product gazecut

# Put the video there, put the timelines there: the run takes them in.
library: build
	$(call step,4,library: the video and its viewers' timelines put where they belong,\
	  $(BUILT)/gazecut init $(LIBRARY) --quiet \
	  && echo 'render.preset: ultrafast' >> $(LIBRARY)/gazecut.yaml \
	  && mv $(SAMPLES)/meadow.mp4 $(LIBRARY)/videos/ \
	  && mv $(SAMPLES)/audience $(LIBRARY)/timelines/meadow)

night: library
	$(call step,5,night: take in and choose and frame and render,\
	  echo && $(BUILT)/gazecut run --config $(LIBRARY))

sample-files:  ## write the small files of every format in samples/ again
	swift run make-samples --formats samples

picture: night  ## draw the README's picture again, of what the night on the samples gave
	@$(INSTALL) --for-install
	@jobs/draw-night $(BUILT)/gazecut $(LIBRARY) Sources/gazecut/Manual.docc/Resources/night.svg
	@jobs/draw-choosing $(BUILT)/gazecut $(LIBRARY) Sources/gazecut/Manual.docc/Resources/choosing.svg

# The program is tested as it is installed, optimised (a sixth less time for the suite), except that
# it goes on asking whether accesses are exclusive.
TESTED := -c release --scratch-path .build/tests \
  -Xswiftc -enable-testing -Xswiftc -enforce-exclusivity=checked

test:  ## the whole suite: every module, and the built program on real media
	@$(INSTALL) --for-tests
	swift build $(TESTED) --build-tests
	swift test $(TESTED) --skip-build

test-formats:  ## long forms: a short of every format, a film in its real size, every encoder's quality
	@$(INSTALL) --for-tests
	GAZECUT_TESTS_ALL_FORMATS=1 swift test $(TESTED) \
	  --filter 'FormatClipTests|SampleFormatsTests|OddDataFilesTests|RealMediaTests|EncoderMappingTests|HostileMediaTests|SourceKindsTests'

test-disclosure:  ## an audience of exactly the minimum, one viewer changed: every way, every command
	@$(INSTALL) --for-tests
	GAZECUT_TESTS_ALL_ATTACKS=1 swift test $(TESTED) --filter FewViewersTests

test-exports:  ## every export of samples, real films and every kind of source, read by other programs
	@$(INSTALL) --for-exports
	swift build
	@Tests/Exports/run $(BUILT)/gazecut --samples $(BUILT)/make-samples --data $(or $(SHARED_DATA),../shared/data)

test-databases:  ## three nights on MariaDB and PostgreSQL, started here on sockets of their own
	@$(INSTALL) --for-databases
	swift build
	@Tests/Databases/run $(BUILT)/gazecut

test-slurm:  ## a night as a Slurm array on a cluster of this machine alone; as root
	@$(INSTALL) --for-clusters
	swift build
	@Tests/Slurm/run $(BUILT)/gazecut $(BUILT)/make-samples

test-kubernetes: image  ## jobs/kubernetes against the API's schema, and its containers through two nights
	@$(INSTALL) --for-clusters
	$(BUILD) --product make-samples
	@Tests/Kubernetes/run .build/packages/gazecut_*.oci.tar $(BUILT)/make-samples

test-faults:  ## what a night survives, counted: kills, failing calls, full disks, damaged files; as root
	@$(INSTALL) --for-faults
	swift build $(TESTED) --product gazecut
	@Tests/Faults/run .build/tests/release/gazecut

test-leaks:  ## 10,000 opens (OPENS) of good and bad media in one process under AddressSanitizer: what is left
	@$(INSTALL) --for-tests
	@Tests/Leaks/run $(or $(OPENS),10000)

test-threads:  ## ThreadSanitizer over what works at once: its tests, and nights of several videos
	@$(INSTALL) --for-tests
	@Tests/Threads/run

coverage:  ## the suite once more, on a build that counts lines: the share of each module that ran
	@$(INSTALL) --for-tests
	@Tests/Coverage/run

fuzz:  ## broken files of every format, for FUZZ_SECONDS (60)
	@$(INSTALL) --for-fuzz
	@Tests/Fuzz/run $(or $(FUZZ_SECONDS),60)

lint:  ## formatting, no forced unwrapping, imports, prose
	@$(INSTALL) --for-lint
	swift-format lint --strict --recursive Sources Tests Package.swift
	@jobs/check-sources
	@BENCHMARKS=1 jobs/check-imports
	@jobs/check-prose

bench: bench-judgement bench-people bench-framing bench-import bench-render bench-audience bench-idle bench-queue  ## every figure, as ratios or shares

deps-bench:
	@$(INSTALL) --for-bench

# Package.swift reads it: no other build compiles the benchmarks.
bench%: export BENCHMARKS = 1

bench-framing: deps-bench  ## looks of held-out real viewers kept by the crop
	swift run -c release gazecut-bench framing

bench-judgement: deps-bench  ## chosen moments compared with planted ones, next to two simple ways
	swift run -c release gazecut-bench judgement
	swift run -c release gazecut-bench confidence
	swift run -c release gazecut-bench settings

bench-queue: deps-bench  ## how busy a night keeps 2, 16 and 64 cores, by job lengths of a recorded night
	swift run -c release gazecut-bench queue

bench-people: deps-bench  ## real comedy audiences: who laughs in the chosen moments
	swift run -c release gazecut-bench people

bench-import: deps-bench  ## megabytes of timeline a second
	swift run -c release gazecut-bench import

bench-render: deps-bench release  ## time and memory of rendering beside the ffmpeg program's
	@Tests/Benchmarks/bench-render

bench-audience: deps-bench release  ## what 10,000 and 100,000 viewers cost, beside targets
	$(BUILD) -c release --quiet --product gazecut-bench
	@Tests/Benchmarks/bench-audience

bench-idle: deps-bench release  ## a night with nothing new over 10,000 videos; what a plan costs
	@Tests/Benchmarks/bench-idle

install: release  ## put the program, its manual and its units under PREFIX (default /usr/local)
	@$(INSTALL) --for-install
	@jobs/package/stage $(RELEASE)/gazecut "$(DESTDIR)" $(PREFIX)

deb:  ## a package of Debian's, and its debug symbols, in .build/packages; read by lintian
	@$(INSTALL) --for-install
	@$(INSTALL) --for-package
	@jobs/package/build-deb .build/packages

image: deb  ## an OCI image of the package on a bare Debian, as an archive in .build/packages
	@jobs/package/build-image .build/packages/gazecut_*.deb

test-deb: deb  ## the package on a bare Debian: a night, an upgrade, removal; as root
	$(BUILD) --product make-samples
	@Tests/Package/run .build/packages/gazecut_*.deb $(BUILT)/make-samples

test-libav:  ## Media compiled against the headers of later releases of FFmpeg, fetched from Debian
	@$(INSTALL) --for-package
	@jobs/package/check-libav trixie sid

dist:  ## what is installed under /usr/local, as a tarball in .build/packages
	@$(INSTALL) --for-install
	@$(INSTALL) --for-package
	@jobs/package/build-dist .build/packages

site: night  ## the manual, the reference and what came out of the samples, as pages in .build/site
	@$(INSTALL) --for-install
	@$(INSTALL) --for-package
	@$(INSTALL) --for-site
	@jobs/package/build-site $(BUILT)/gazecut $(LIBRARY) .build/site
	@echo "To read it: python3 -m http.server --directory .build/site"

clean:
	rm -rf .build $(SAMPLES)
