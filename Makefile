# SPDX-License-Identifier: GPL-3.0-or-later
# carom: `make help` lists the targets. Each VARIANT builds into its own folder under build/.

VERSION := 0.2.0
VARIANT ?= release
CC ?= cc
BUILD := build
OBJ := $(BUILD)/$(VARIANT)
Q := $(if $(V),,@)
say = $(info $()  $(1) $(2))
GOALS := $(or $(MAKECMDGOALS),all)

.DELETE_ON_ERROR:
.PHONY: all build library demo figures gallery experiments bench bench-peers help help-all clean format setup setup-check FORCE

# These targets take two passes. The first installs missing packages (.ci/setup); the second builds, with every processor or as many
# jobs as -j allows. SET_UP=1 skips the first pass.
TESTED := check check-fast nightly check-lab coverage mutants fuzz soak golden
PAGED := lab lab-module lab-page lab-keep check-lab
SETS_UP := all library lint install demo figures gallery experiments bench bench-peers site wheel $(TESTED) $(PAGED)

ifneq ($(if $(SET_UP),,$(filter $(SETS_UP),$(GOALS))),)
.PHONY: second-pass $(GOALS)
$(GOALS): second-pass ;@:
second-pass:
	@sh .ci/setup build $(if $(filter $(TESTED),$(GOALS)),check) $(if $(filter $(PAGED),$(GOALS)),lab) $(filter site wheel,$(GOALS))
	@$(if $(CI),$(if $(filter $(TESTED),$(GOALS)),sh .ci/setup all))
	+@$(MAKE) --no-print-directory $(if $(filter --jobserver% -j%,$(MAKEFLAGS)),,-j$$(getconf _NPROCESSORS_ONLN || echo 1)) $(GOALS) SET_UP=1
else

# Results depend on BITS: users set CFLAGS instead. The code reads neither errno nor floating-point exceptions. The last two flags
# change no bit and let the compiler vectorize square roots.
BITS := -std=c17 -ffp-contract=off -fno-math-errno -fno-trapping-math
WARN := -Wall -Wextra -pedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wcast-qual -Wvla -Wformat=2 -Wno-format-zero-length -Wundef
OPT_release := -O3
# Undefined behaviour traps, which takes a third less code than printing it. ASAN_OPTIONS=handle_sigill=1 prints file and line.
OPT_asan := -O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fsanitize-undefined-trap-on-error
OPT_mixed := $(OPT_asan)
OPT_fuzz := -O1 -g1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
OPT_count := -O2 -g1 -fsanitize-coverage=inline-8bit-counters,pc-table
OPT_coverage := -O0 -g --coverage
OPT_debug := -O0 -g
OPT ?= $(OPT_$(VARIANT))
# One set of objects serves the program, the library and the Python module: position-independent code costs 1e-4 of the instructions.
PIC := -fPIC -fno-semantic-interposition
PKG := gsl yaml-0.1
# $(call once,NAME,COMMAND): the output of COMMAND, run when a recipe first needs it.
once = $(eval $(1) := $(shell $(2)))$($(1))
PKG_CFLAGS = $(call once,PKG_CFLAGS,pkg-config --cflags $(PKG))
PKG_LIBS = $(call once,PKG_LIBS,pkg-config --libs $(PKG))
CFLAGS_ALL = $(BITS) $(PIC) $(OPT) $(WARN) $(if $(CI),-Werror) $(CFLAGS)
CPPFLAGS_ALL = -Iinclude -Isrc -I$(OBJ) $(PKG_CFLAGS) $(CPPFLAGS)
LIBS = $(PKG_LIBS) -lm -pthread $(LDFLAGS)

LIB_SRC := $(sort $(filter-out src/cli/% src/lab/wasi/%,$(shell find src -name "*.c")))
LIB_OBJ := $(LIB_SRC:%.c=$(OBJ)/%.o)
# VARIANT=mixed: sanitizers but for tests and the numerics, whose objects are those of the release build (`make build` comes first).
# Files of the springs that own lists of contacts and blocks are sanitized.
NUMERICS := $(if $(filter mixed,$(VARIANT)),$(filter $(foreach folder,scene search contact impacts integrators solvers measure, \
                $(OBJ)/src/$(folder)/%),$(LIB_OBJ)))
NUMERICS := $(filter-out $(foreach file,block contacts exact grid pairs,$(OBJ)/src/solvers/penalty/$(file).o),$(NUMERICS))
LIB_OBJ := $(filter-out $(NUMERICS),$(LIB_OBJ)) $(NUMERICS:$(OBJ)/%=$(BUILD)/release/%)
CLI_OBJ := $(patsubst %.c,$(OBJ)/%.o,$(sort $(shell find src/cli -name "*.c")))
PROGRAM := $(if $(filter release,$(VARIANT)),$(BUILD),$(OBJ))/carom
LIBRARY := $(if $(filter release,$(VARIANT)),$(BUILD),$(OBJ))/libcarom.a

all: build
build: $(PROGRAM) $(LIBRARY)
library: $(LIBRARY)

# Version, commit, compiler and flags, which every manifest records.
$(OBJ)/carom_build.h: FORCE | folders
	@{ printf '#define CAROM_VERSION "%s"\n' '$(VERSION)'; \
	   printf '#define CAROM_COMMIT "%s"\n' "$$(sh .ci/commit)"; \
	   printf '#define CAROM_COMPILER "%s"\n' "$$($(CC) --version | head -n 1 | tr -d '\"')"; \
	   printf '#define CAROM_FLAGS "%s"\n' '$(strip $(BITS) $(OPT) $(filter-out -ffile-prefix-map=% -fdebug-prefix-map=% -fmacro-prefix-map=%,$(CFLAGS)))'; } > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
FORCE:
$(OBJ)/src/run/manifest.o: $(OBJ)/carom_build.h

# Texts as strings: "== new text" begins CLI_NEW_TEXT, in the texts of studies STUDY_NEW_TEXT, in hints.txt HINTS_NEW_TEXT.
$(OBJ)/carom_commands.h: src/cli/commands.txt
$(OBJ)/carom_studies.h: src/studies/studies.txt
$(OBJ)/carom_hints.h: src/params/hints.txt
$(OBJ)/carom_commands.h $(OBJ)/carom_studies.h $(OBJ)/carom_hints.h: | folders
	@sh .ci/strings $(if $(findstring studies,$<),STUDY,$(if $(findstring hints,$<),HINTS,CLI)) $< > $@
$(OBJ)/src/cli/commands.o $(OBJ)/src/cli/console/help.o: $(OBJ)/carom_commands.h
$(filter $(OBJ)/src/studies/%,$(LIB_OBJ)): $(OBJ)/carom_studies.h
$(OBJ)/src/params/hint.o $(OBJ)/src/params/advice.o: $(OBJ)/carom_hints.h

# One process makes all folders of objects, if one is missing. Without a package, make ends here with a line that names it.
folders = $(patsubst %/,%,$(sort $(dir $(LIB_OBJ) $(CLI_OBJ) $(TEST_OBJ) $(CASES_OBJ) $(SOAKS) $(GOLDEN))))
.PHONY: folders
folders:
	@for package in $(PKG); do pkg-config --exists $$package || { echo "make: missing: $$package; 'sh .ci/setup build' installs it" >&2; exit 1; }; done
	$(if $(filter-out $(wildcard $(folders)),$(folders)),@mkdir -p $(folders))

$(OBJ)/%.o: %.c | folders
	$(call say,compile,$<)
	$(Q)$(CC) $(CFLAGS_ALL) $(CPPFLAGS_ALL) -MMD -MP -c $< -o $@

$(LIBRARY): $(LIB_OBJ)
	@rm -f $@
	$(call say,archive,$@)
	$(Q)$(AR) rcs $@ $^

$(PROGRAM): $(CLI_OBJ) $(LIBRARY)
	$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(SANITIZERS) $^ $(LIBS) -o $@

.PRECIOUS: $(OBJ)/%.o
-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d)
include tests/tests.mk src/lab/lab.mk packaging/install.mk

demo: build
	@$(BUILD)/carom compare 04-break -o out/04-break
	@printf '\nThe records and figures are in out/04-break; begin with out/04-break/overview.png\n'

figures: build
	@sh tests/figures.sh $(LOOK)
	@printf '\nThe figures are in out/figures/\n'

gallery: build
	@sh tests/figures.sh keep
	@sh tests/figures/hero.sh experiments/break.gif
	@sh tests/lab/browser/run.sh pictures

experiments: build
	@sh tests/experiments.sh full
endif

setup:
	@sh .ci/setup build

setup-check:
	@sh .ci/setup $(if $(CI),all,build check)

format:
	@clang-format-14 -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf $(BUILD)

# Prints the lines below, aligned: the first group, or with `make help-all` both.
help help-all:
	@sed -n 's/^#: \(.*\) ## \(.*\)/\1|\2/p; $(if $(filter help-all,$@),s/^#+ \(.*\) ## \(.*\)/\1|\2/p)' Makefile | awk -F '|' '{ printf "%-26s %s\n", $$1, $$2 }'

#: make ## install missing packages, build build/carom and build/libcarom.a
#: make demo ## the same, then run 04-break: a table and figures in out/04-break
#: make check ## run all tests, also under the sanitizers
#: make lint ## format, layers and rules of the sources, in seconds
#: make lab ## every experiment in one page for a browser, build/lab.html
#: make site ## a web site of manual, experiments and live pages, build/site
#: make wheel ## a Python module, build/carom-VERSION-py3-none-PLATFORM.whl
#: make install ## to PREFIX=/usr/local, below DESTDIR; make uninstall
#: make dist ## a tarball of the commit, build/carom-VERSION.tar.gz
#: make clean ## remove build/
#: make help-all ## the targets of maintainers too: tests, figures, speed
#+ make check-fast ## quick tests on the release build
#+ make nightly ## the tests that check omits (src/README.md): release programs, other C libraries and processors, long runs
#+ make check-lab ## the lab page with every scene, in node and in a browser
#+ make soak ## long runs and fault injection (an hour)
#+ make fuzz ## fuzz every reader with clang (FUZZ_SECONDS=600)
#+ make coverage ## line coverage of the tests
#+ make mutants ## seed faults into the program; which test catches each (N="3 7": only some)
#+ make figures ## run every experiment, draw its figures into out/ (LOOK="--preset slide")
#+ make gallery ## the same, and replace the figures and the film that the READMEs show
#+ make experiments ## every experiment with its checks, figures and sweeps, into out/
#+ make bench ## speed: collisions and ball steps per second
#+ make bench-peers ## speed of the penalty solver compared with LAMMPS
#+ make golden ## record the golden bits again, after a change that must change them
#+ make lab-module ## the core of the page as WebAssembly
#+ make lab-page ## the page without scenes, build/lab/template.html
#+ make lab-keep ## replace the prebuilt page in src/lab/kept
#+ make format ## format the sources (clang-format 14)
#+ VARIANT=asan, CC=clang, V=1 ## another build folder, another compiler, show the commands
