# SPDX-License-Identifier: GPL-3.0-or-later
# The core as a WebAssembly module, $(LAB)/carom.wasm: the reader of scenarios, the solvers but for the oracle, what is measured of
# runs, and the handle of include/carom/lab.h, whose functions are what it exports, besides malloc and free.
# usage: make -f src/lab/module.mk [LAB=FOLDER] [golden]; from the project's folder. `make lab-module` does.
# The same sources give the same bytes wherever that is done, with the same clang and wasi-libc.

LAB := build/lab
OBJ := $(LAB)/obj
MODULE := $(LAB)/carom.wasm
Q := $(if $(V),,@)
say = @printf '  %-8s %s\n' $(1) $(2)

.DELETE_ON_ERROR:
.PHONY: module golden FORCE
module: $(MODULE)
golden: $(LAB)/golden.wasm

# ---- what to build with, and of what ----

# CLANG, WASI_INCLUDE and WASI_LIB; and the sources of GSL and libyaml, which are fetched where they are not there.
$(shell mkdir -p $(LAB))
TOLD := $(shell sh src/lab/toolchain.sh $(LAB) > $(LAB)/toolchain.$$$$ && mv $(LAB)/toolchain.$$$$ $(LAB)/toolchain.mk && sh src/lab/sources.sh $(LAB) && echo all)
ifneq ($(TOLD),all)
$(error the module cannot be built)
endif
include $(LAB)/toolchain.mk

# Without -nostdlibinc clang would find the headers of this machine's C library.
TARGET := --target=wasm32-wasi -nostdlibinc -Isrc/lab/wasi -isystem $(WASI_INCLUDE)
# The bits of a result depend on these: the Makefile's, which see. SIMD is left out: in clang 14 it changes bits (a load of one lane
# is put after a store to the same place), and browsers are no faster for it.
FLAGS := -std=c17 -ffp-contract=off -fno-math-errno -fno-trapping-math -ffunction-sections -fdata-sections
# What steps is made to be fast, the rest to be small, for the page carries it. No optimisation changes a bit. (-O2 makes it 15 kB
# larger, -O3 and more floors 20 kB more, and no faster: browsers optimise what they run.)
FAST := $(addprefix src/,search integrators solvers/impulse solvers/penalty solvers/leap)
# Nothing of where this is built may be in what is built: __FILE__ is said as from here.
PLACES := -ffile-prefix-map=$(LAB)/=
# wasi-libc has signal.h (for sig_atomic_t) and getpid only for those who ask for them.
# A page keeps no states.
DEFINES := -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_GETPID -DCAROM_KEEPS_NO_STATE
# (An empty format is what one of two may be.)
WARN := -Wall -Wextra -Wno-format-zero-length $(if $(CI),-Werror,)
COMPILE := $(TARGET) $(FLAGS) $(PLACES) $(DEFINES)
# The linker sees carom's own all at once, which makes it 4 % smaller. (Objects of others would tell in which folder they were made.)
WHOLE := -flto

# What runs other programs, draws or needs long numbers stays out.
FLOORS := base params scene search laws impacts integrators solvers measure scenario records run checks lab
SINGLE := $(addprefix src/system/,atomic_file.c output_path.c) \
          src/figures/style.c
SOURCES := $(sort $(SINGLE) $(filter-out src/solvers/oracle/% src/solvers/engines.c src/run/checkpoint/% src/checks/check_order.c,$(shell find $(addprefix src/,$(FLOORS)) -name '*.c')))
CORE_OBJ := $(SOURCES:%.c=$(OBJ)/%.o)
GSL_OBJ := $(patsubst %,$(OBJ)/gsl/%.o,$(shell sed '/^\#/d' src/lab/gsl.txt))
YAML_OBJ := $(patsubst %,$(OBJ)/yaml/%.o,api reader scanner parser)

# ---- objects: made anew when a source, a header or what they are made with is another ----

$(OBJ)/flags: FORCE
	@mkdir -p $(@D)
	@{ echo '$(COMPILE) $(FAST)'; $(CLANG) --version | head -n 1; ls -l $(WASI_LIB)/libc.a; } > $@.$$$$; \
	   if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

$(LAB)/carom_build.h: FORCE
	@{ printf '#define CAROM_VERSION "%s"\n' "$$(sed -n 's/^VERSION := //p' Makefile)"; \
	   printf '#define CAROM_COMMIT "in a page"\n'; \
	   printf '#define CAROM_COMPILER "%s"\n' "$$($(CLANG) --version | head -n 1)"; \
	   printf '#define CAROM_FLAGS "%s"\n' '--target=wasm32-wasi $(FLAGS)'; } > $@.$$$$; \
	   if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

$(OBJ)/src/run/files.o: $(LAB)/carom_build.h

OURS = $(WHOLE) -Iinclude -Isrc -I$(LAB) -I$(LAB)/include
# $< is known when a command is run.
LEVEL = $(if $(filter $(addsuffix /%,$(FAST)),$<),-Os,-Oz)
compile = $(Q)mkdir -p $(@D) && $(CLANG) $(COMPILE) $(LEVEL) -MMD -MP -c $< -o $@

$(OBJ)/src/%.o: src/%.c $(OBJ)/flags
	$(call say,wasm,$<)
	$(compile) $(WARN) $(OURS)

$(OBJ)/gsl/%.o: $(LAB)/src/gsl/%.c $(OBJ)/flags
	$(call say,wasm,gsl/$*.c)
	$(compile) -w -I$(LAB)/src/gsl -I$(LAB)/include

$(OBJ)/yaml/%.o: $(LAB)/src/yaml/src/%.c $(OBJ)/flags
	$(call say,wasm,yaml/$*.c)
	$(compile) -w -I$(LAB)/include -DYAML_DECLARE_STATIC -DYAML_VERSION_STRING='"-"' -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=0 \
	    -DYAML_VERSION_PATCH=0

# ---- the module ----

# Linked without -O: with it clang hands the module to wasm-opt where that happens to be installed. The stack stands first, so that
# what overflows it traps instead of writing over data. The linker's own -O2 joins equal ends of texts.
LINK := $(CLANG) --target=wasm32-wasi -B$(WASI_LIB) -L$(WASI_LIB) $(WHOLE) -Wl,--lto-O2 -Wl,--gc-sections -Wl,--strip-all -Wl,--compress-relocations -Wl,-O2 \
        -Wl,-z,stack-size=1048576 -Wl,--stack-first

$(MODULE): $(CORE_OBJ) $(GSL_OBJ) $(YAML_OBJ)
	$(call say,link,$@)
	$(Q)$(LINK) -mexec-model=reactor $^ -lwasi-emulated-getpid -o $@
	$(Q)sh src/lab/part.sh --list $$(cat $(CORE_OBJ:.o=.d) | grep -ohE '(^| )(src|include)/[^ :]*\.[ch]' | tr -d ' ' | sort -u) > $@.sources

# ---- the golden bits: tests/golden as a program of its own, of the same objects ----

GOLDEN_OBJ := $(OBJ)/tests/golden/test_golden.o $(filter-out $(OBJ)/src/lab/%,$(CORE_OBJ)) $(addprefix $(OBJ)/src/lab/wasi/,oracle.o engines.o checkpoint.o)

$(OBJ)/tests/%.o: tests/%.c $(OBJ)/flags
	$(call say,wasm,$<)
	$(compile) $(WARN) -DCAROM_WITHOUT_MPFR -Itests/golden/wasi -Itests $(OURS)

$(LAB)/golden.wasm: $(GOLDEN_OBJ) $(GSL_OBJ) $(YAML_OBJ)
	$(call say,link,$@)
	$(Q)$(LINK) $^ -lwasi-emulated-getpid -o $@

-include $(patsubst %.o,%.d,$(sort $(CORE_OBJ) $(GOLDEN_OBJ) $(GSL_OBJ) $(YAML_OBJ)))
