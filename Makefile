# SPDX-License-Identifier: GPL-3.0-or-later
# carom: `make help` says what there is. Every build variant has a folder of its own under build/.

VERSION := 0.1.0
VARIANT ?= release
CC ?= cc
BUILD := build
JOBS := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
OBJ := $(BUILD)/$(VARIANT)

# The flags that the bits of a result depend on are not for the user to change.
WARN := -Wall -Wextra -pedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
        -Wcast-qual -Wvla -Wformat=2 -Wundef
# No flag here changes a bit: nobody reads errno or traps, and saying so lets square roots be taken several at a time.
BITS := -std=c17 -ffp-contract=off -fno-math-errno -fno-trapping-math
OPT_release := -O3
OPT_asan := -O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
OPT_fuzz := -O1 -g1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
# The fuzzers' many executions: what was reached is counted, nothing else is looked at.
OPT_count := -O2 -g1 -fsanitize-coverage=inline-8bit-counters,pc-table
OPT_coverage := -O0 -g --coverage
OPT_debug := -O0 -g
# The same objects make the program, the static and the shared library, and plug-ins: GCC makes the same code with and without this
# (counted: 1e-4 more instructions).
PIC := -fPIC -fno-semantic-interposition
OPT ?= $(OPT_$(VARIANT))
WERROR ?= $(if $(CI),-Werror,)
CFLAGS_ALL = $(BITS) $(PIC) $(OPT) $(WARN) $(WERROR) $(CFLAGS)
PKG := gsl yaml-0.1 mpfr sndfile
# Asked once, when a recipe wants it first: after `setup`.
once = $(eval $(1) := $(shell $(2)))$($(1))
PKG_CFLAGS = $(call once,PKG_CFLAGS,pkg-config --cflags $(PKG))
PKG_LIBS = $(call once,PKG_LIBS,pkg-config --libs $(PKG))
CHECK_CFLAGS = $(call once,CHECK_CFLAGS,pkg-config --cflags check)
CHECK_LIBS = $(call once,CHECK_LIBS,pkg-config --libs check)
CPPFLAGS_ALL = -Iinclude -Isrc -I$(OBJ) $(PKG_CFLAGS) $(CPPFLAGS)
LIBS = $(PKG_LIBS) -lm -pthread $(LDFLAGS)

# src/lab/wasi is for WebAssembly alone, src/engines for plug-ins.
LIB_SRC := $(sort $(filter-out src/cli/% src/lab/wasi/% src/engines/%,$(shell find src -name "*.c")))
CLI_SRC := $(sort $(shell find src/cli -name "*.c"))
LIB_OBJ := $(LIB_SRC:%.c=$(OBJ)/%.o)
CLI_OBJ := $(CLI_SRC:%.c=$(OBJ)/%.o)
# The release program and library are what users look for.
PROGRAM := $(if $(filter release,$(VARIANT)),$(BUILD),$(OBJ))/carom
LIBRARY := $(if $(filter release,$(VARIANT)),$(BUILD),$(OBJ))/libcarom.a

# Every test_*.c is a program of its own, whatever its folder; those of tests/soak take long.
TEST_SRC := $(sort $(shell find tests -name 'test_*.c' ! -path 'tests/soak/*'))
TESTS := $(TEST_SRC:%.c=$(OBJ)/%)
SOAKS := $(patsubst %.c,$(OBJ)/%,$(wildcard tests/soak/*.c))

# The page of the lab without scenes, which `carom lab` fills: of what is made here (`make lab`) or of what is kept in the repository
# for those who have not the tools for that, whichever is newer.
LAB := $(BUILD)/lab
KEPT := src/lab/kept
LAB_PARTS := $(foreach part,page.html carom.wasm,$(shell ls -t $(LAB)/$(part) $(KEPT)/$(part) 2>/dev/null | head -n 1))
TEMPLATE := $(if $(word 2,$(LAB_PARTS)),$(LAB)/template.html)

# V=1 shows the commands as they are.
Q := $(if $(V),,@)
say = @printf '  %-8s %s\n' $(1) $(2)

.DELETE_ON_ERROR:
.PHONY: all build library demo check check-fast check-lab figures gallery experiments lab lab-module lab-page lab-keep bench bench-peers bench-lab fuzz soak \
        golden coverage setup setup-check setup-lab setup-engines engines plug-ins help clean tests format shared install uninstall \
        symbols deb dist container golden-matrix

# What needs installed packages runs in a make of its own, after the set-up: with all processors, or the jobs that make -j has.
BUILD_WITH = +@$(MAKE) --no-print-directory $(if $(filter --jobserver% -j%,$(MAKEFLAGS)),,-j$(JOBS))

all: setup
	$(BUILD_WITH) build

build: $(PROGRAM) $(LIBRARY) $(TEMPLATE)
library: $(LIBRARY)

help:
	@printf '%s\n' \
	  'make            set up what is missing and build build/carom and build/libcarom.a' \
	  'make demo       the same, then the break through both solvers: table and figures' \
	  'make check      the same set-up, then all tests (with address and UB sanitizers too)' \
	  'make check-lab  the page, in node and in a browser, with every scene' \
	  'make check-fast what is quick of them, on the release build: for every change while one works' \
	  'make figures    run every experiment and draw its figures into out/ (LOOK="--preset slide")' \
	  'make gallery    the same, and the figures that the READMEs show to experiments/' \
	  'make experiments  every experiment: its checks, figures and sweep, into out/' \
	  'make bench      speed: collisions and ball-steps per second, and the growth with n' \
	  'make bench-peers  the stepping solver beside LAMMPS, in turn, where that is installed' \
	  'make bench-lab  the lab page in chromium: its start, pictures per second, a ball moved' \
	  'make fuzz       fuzz every reader of what others hand in, with clang (FUZZ_SECONDS=600)' \
	  'make soak       long runs, every figure in all formats, and every call that can fail failing once in every command (an hour)' \
	  'make engines    plug-ins for engines of other people, as far as they are installed (make setup-engines)' \
	  'make install    to PREFIX=/usr/local, below DESTDIR: program, libraries, headers, manual pages; make uninstall' \
  'make dist       a tarball of what is committed, build/carom-VERSION.tar.gz' \
	  'make deb        Debian packages of the same, in build/deb; make symbols after a change of the public headers' \
	  'make container  an image with carom and gnuplot (packaging/Containerfile), by podman or docker' \
  'make lab        every experiment as one page, build/lab.html, to be opened in a browser' \
	  'make lab-module the core as WebAssembly, build/lab/carom.wasm (sh .ci/setup lab installs what that needs)' \
	  'make lab-page   the page without it, build/lab/page.html (needs node and npm)' \
	  'make lab-keep   what make lab has made becomes what make makes pages of where the tools for that are missing' \
	  'make golden     write the golden bits anew (after a change that is meant to change them)' \
	  'make golden-matrix  those bits at every level, with LTO and AVX-512, with musl, on aarch64 and i686 (ROWS=lto: some)' \
	  'make coverage   line coverage of the tests, by gcov' \
	  'make format     the sources as .clang-format has them (clang-format 14)' \
	  'make clean      remove build/' \
	  '' \
	  'VARIANT=release|asan|coverage|debug chooses a build folder, CC=gcc|clang the compiler,' \
	  'V=1 shows the commands.'

# ---- set-up: only what is missing; see .ci/setup ----

setup:
	@sh .ci/setup build

setup-check:
	@sh .ci/setup $(if $(CI),all,check)

setup-lab: setup
	@sh .ci/setup lab

# ---- building ----

# What made a result is part of it, but for where; the header changes only when its text does.
$(OBJ)/carom_build.h: FORCE
	@mkdir -p $(OBJ)
	@{ printf '#define CAROM_VERSION "%s"\n' '$(VERSION)'; \
	   printf '#define CAROM_COMMIT "%s"\n' "$$(sh .ci/commit)"; \
	   printf '#define CAROM_COMPILER "%s"\n' "$$($(CC) --version | head -n 1 | tr -d '\"')"; \
	   printf '#define CAROM_FLAGS "%s"\n' '$(strip $(BITS) $(OPT) $(filter-out -ffile-prefix-map=% -fdebug-prefix-map=% -fmacro-prefix-map=%,$(CFLAGS)))'; } > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
FORCE:

$(OBJ)/src/run/manifest.o: $(OBJ)/carom_build.h

# Objects that were not made for a shared library are made anew.
ifeq ($(VARIANT),release)
$(OBJ)/position: FORCE
	@mkdir -p $(OBJ)
	@echo '$(PIC)' | cmp -s - $@ || echo '$(PIC)' > $@
$(LIB_OBJ) $(CLI_OBJ): $(OBJ)/position
endif

$(OBJ)/%.o: %.c
	@mkdir -p $(@D)
	$(call say,compile,$<)
	$(Q)$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -MMD -MP -c $< -o $@

$(LIBRARY): $(LIB_OBJ)
	@rm -f $@
	$(call say,archive,$@)
	$(Q)$(AR) rcs $@ $^

# The sanitizers' library within the program, at a fixed address: of the 30 ms that a start takes otherwise, which tests do thousands of
# times, a third is relocation, and memory of two copies of it that is looked through for leaks. Where the compiler can.
SANITIZED := $(if $(filter asan,$(VARIANT)),-no-pie -static-libasan -static-libubsan)
SANITIZERS = $(if $(SANITIZED),$(call once,SANITIZERS_WITHIN,echo 'int main(void) { return 0; }' | \
               $(CC) $(CFLAGS_ALL) $(SANITIZED) -Werror -x c - -o $(OBJ)/within 2> $(OBJ)/within.log && echo $(SANITIZED)))

$(PROGRAM): $(CLI_OBJ) $(LIBRARY)
	$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(SANITIZERS) $^ $(LIBS) -o $@

# Test programs are many: a linker that takes half the time and less, where it is and no flags of a user's might need another.
FAST_LINK := $(if $(strip $(CFLAGS) $(LDFLAGS)),,$(if $(filter Linux,$(shell uname)),$(if $(shell command -v ld.lld),-fuse-ld=lld)))

$(TESTS) $(SOAKS): $(OBJ)/%: $(OBJ)/%.o $(LIBRARY)
	$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(FAST_LINK) $(SANITIZERS) $^ $(CHECK_LIBS) $(LIBS) -o $@

# What tests do themselves is little: it takes longer to optimize than to run, under the sanitizers twice as long, but for some.
OPT_OF_TESTS := $(if $(filter release asan,$(VARIANT)),-O1)
$(OBJ)/tests/%.o: OPT := $(OPT) $(if $(filter asan,$(VARIANT)),-O0,$(OPT_OF_TESTS))
$(patsubst %,$(OBJ)/tests/physics/test_%.o,all_pairs crossings): OPT := $(OPT) $(OPT_OF_TESTS)
$(OBJ)/tests/%.o: CPPFLAGS_ALL += -Itests $(CHECK_CFLAGS)

ifneq ($(TEMPLATE),)
$(TEMPLATE): src/lab/compose.sh $(LAB_PARTS) src/lab/loader.js src/lab/page/core/signs.js
	@mkdir -p $(@D)
	$(call say,compose,$@)
	$(Q)sh src/lab/compose.sh $(LAB_PARTS) > $@.new && mv $@.new $@
endif

# ---- plug-ins: one for each engine whose library is here; they export themselves alone ----

ENGINES := $(BUILD)/engines
PLUGINS := $(patsubst %,$(ENGINES)/%.so,$(if $(filter plug-ins,$(MAKECMDGOALS)),$(shell CC='$(CC)' sh src/engines/found.sh)))

PLUGIN := -shared -Wl,-z,defs -Wl,--exclude-libs,ALL

$(OBJ)/src/engines/%.o $(OBJ)/tests/engines/%.o: CFLAGS_ALL += -fvisibility=hidden

plug-ins: $(PLUGINS)
	@CC='$(CC)' sh src/engines/found.sh missing

$(ENGINES)/%.so: $(OBJ)/src/engines/%.o $(OBJ)/src/engines/stepper.o $(LIBRARY)
	@mkdir -p $(@D)
	$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(PLUGIN) $^ $$(sh src/engines/found.sh $*) $(LIBS) -o $@.new && mv $@.new $@

# A plug-in of two files.
$(ENGINES)/lammps.so: $(OBJ)/src/engines/lammps_library.o
$(ENGINES)/mujoco.so: $(OBJ)/src/engines/mujoco_scene.o

# An engine of the tests.
$(ENGINES)/mock/mock.so: $(OBJ)/tests/engines/mock.o $(OBJ)/src/engines/stepper.o $(LIBRARY)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) $(PLUGIN) $^ $(LIBS) -o $@.new && mv $@.new $@

.PRECIOUS: $(OBJ)/%.o
-include $(wildcard $(OBJ)/src/engines/*.d $(OBJ)/tests/engines/*.d)

tests: $(TESTS)

-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(TEST_SRC:%.c=$(OBJ)/%.d) $(SOAKS:=.d)

include packaging/install.mk

# ---- using ----

demo: setup
	$(BUILD_WITH) build
	@$(BUILD)/carom compare 04-break -o out/04-break
	@printf '\nThe records and figures are in out/04-break; begin with out/04-break/overview.png\n'

figures: setup
	$(BUILD_WITH) build
	@sh tests/figures.sh $(LOOK)
	@printf '\nThe figures are in out/\n'

gallery: setup
	$(BUILD_WITH) build
	@sh tests/figures.sh keep
	@sh tests/lab/browser/run.sh pictures

experiments: setup
	$(BUILD_WITH) build
	@sh tests/experiments.sh full

# Fresh parts first, then what is made of them: a make of its own, that sees them.
lab: setup-lab
	$(BUILD_WITH) lab-module lab-page
	$(BUILD_WITH) build
	@$(BUILD)/carom lab $$(sh src/lab/scenes.sh) -o $(BUILD)/lab.html

lab-keep:
	@mkdir -p $(KEPT)
	cp $(LAB)/page.html $(LAB)/carom.wasm $(KEPT)/
	sh src/lab/made-with.sh $(LAB) > $(KEPT)/made-with.txt

# The page without scenes and without a core, by npm and esbuild.
lab-page:
	$(call say,bundle,$(LAB)/page.html)
	$(Q)sh src/lab/page.sh $(LAB)/page.html

# Plug-ins for other people's engines, as far as these are installed; and all that can be had of them.
engines:
	$(BUILD_WITH) plug-ins

setup-engines: setup
	@sh .ci/setup engines

# The lab's own rules, for another compiler and another target; see there.
lab-module:
	$(BUILD_WITH) -f src/lab/module.mk V=$(V)

check: setup-check
	$(BUILD_WITH) build tests
	$(BUILD_WITH) plug-ins $(ENGINES)/mock/mock.so
	$(BUILD_WITH) VARIANT=asan build tests
	@sh tests/run.sh all

check-lab: lab
	@LAB_ALL=1 sh tests/lab/bits.sh
	@LAB_ALL=1 sh tests/lab/browser/run.sh

check-fast: build tests
	@sh tests/run.sh fast

golden: build tests
	@sh tests/golden/write.sh

# Rows whose name has ROWS in it, or all.
golden-matrix: build $(OBJ)/tests/golden/test_golden
	@sh tests/golden/matrix.sh $(ROWS)

bench: build
	@sh tests/bench/run.sh

bench-peers: build
	@sh tests/bench/peers.sh

bench-lab: build
	@sh tests/bench/lab.sh

FUZZ_SECONDS ?= 600
fuzz: setup-check
	@PKG='$(PKG)' sh tests/fuzz/run.sh $(FUZZ_SECONDS)

soak: build $(SOAKS)
	$(BUILD_WITH) VARIANT=asan build $(patsubst %,build/asan/tests/soak/test_random_%,scenes runs)
	@sh tests/run.sh soak

coverage: setup-check
	$(BUILD_WITH) plug-ins $(ENGINES)/mock/mock.so
	$(BUILD_WITH) VARIANT=coverage build tests
	@sh tests/coverage.sh

# Version 14 of clang-format; others break lines elsewhere.
format:
	@clang-format-14 -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf $(BUILD)
