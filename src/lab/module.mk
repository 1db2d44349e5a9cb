# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the core as a WebAssembly module, $(LAB)/carom.wasm: the scenario reader, all solvers, the evaluation of
# runs, and the functions of src/lab/page_calls.h, which it exports.
# usage: make -f src/lab/module.mk [golden]; from the project's folder. `make lab-module` does.
# With the same clang and wasi-libc, the build is reproducible on any machine.

LAB := build/lab
OBJ := $(LAB)/obj
MODULE := $(LAB)/carom.wasm
Q := $(if $(V),,@)
say = @printf '  %-8s %s\n' $(1) $(2)

.DELETE_ON_ERROR:
.PHONY: module golden FORCE
module: $(MODULE)
golden: $(LAB)/golden.wasm

# ---- toolchain and sources ----

# Sets CLANG, WASI_INCLUDE and WASI_LIB; downloads the sources of GSL and libyaml if they are missing.
TOLD := $(shell mkdir -p $(LAB) && sh src/lab/lab.sh toolchain > $(LAB)/toolchain.$$$$ && mv $(LAB)/toolchain.$$$$ $(LAB)/toolchain.mk && \
                sh src/lab/lab.sh libraries fetch && echo all)
ifneq ($(TOLD),all)
$(error the module cannot be built)
endif
include $(LAB)/toolchain.mk

# -nostdlibinc hides the headers of the machine's C library. Every browser that can unpack the page has the two extensions of the
# instruction set, which save 1 kB and change no bit.
TARGET := --target=wasm32-wasi -msign-ext -mnontrapping-fptoint -nostdlibinc -Isrc/lab/wasi -isystem $(WASI_INCLUDE)
# Flags that determine the bits of results, as in the Makefile. SIMD is off: clang 14 changes bits with it (it moves a load after a
# store to the same address), and browsers do not run faster.
FLAGS := -std=c17 -ffp-contract=off -fno-math-errno -fno-trapping-math -ffunction-sections -fdata-sections
# Optimized for size: -Os for the stepping core adds 5 kB to the page and saves 6 to 9 % of the time. Optimization changes no bit.
# Makes __FILE__ relative; the output then does not depend on the folder.
PLACES := -ffile-prefix-map=$(LAB)/=
# wasi-libc provides signal.h (for sig_atomic_t) on request only.
DEFINES := -D_WASI_EMULATED_SIGNAL
# (Some formats are empty.)
WARN := -Wall -Wextra -Wno-format-zero-length $(if $(CI),-Werror,)
COMPILE := $(TARGET) $(FLAGS) $(PLACES) $(DEFINES)
# Link-time optimization of carom's objects saves 4 %. (In third-party objects it would store the name of the folder.)
WHOLE := -flto

SOURCES := $(shell sh src/lab/lab.sh code)
CORE_OBJ := $(SOURCES:%.c=$(OBJ)/%.o)
GSL_OBJ := $(patsubst %,$(OBJ)/gsl/%.o,$(shell sed '/^\#/d' src/lab/gsl.txt))
YAML_OBJ := $(patsubst %,$(OBJ)/yaml/%.o,api reader scanner parser loader)

# Texts pass on their formats and values (wasi/phrases.c).
OURS := $(WHOLE) -Dsnprintf=lab_snprintf -Dvsnprintf=lab_vsnprintf -Iinclude -Isrc -I$(LAB) -I$(LAB)/include

# ---- objects: rebuilt after a change of sources, headers or toolchain ----

$(OBJ)/flags: FORCE
	@mkdir -p $(@D)
	@{ echo '$(COMPILE) $(OURS)'; $(CLANG) --version | head -n 1; ls -l $(WASI_LIB)/libc.a; } > $@.$$$$; \
	   if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

$(LAB)/carom_build.h: FORCE
	@{ printf '#define CAROM_VERSION "%s"\n' "$$(sed -n 's/^VERSION := //p' Makefile)"; \
	   printf '#define CAROM_COMMIT "in a page"\n'; \
	   printf '#define CAROM_COMPILER "%s"\n' "$$($(CLANG) --version | head -n 1)"; \
	   printf '#define CAROM_FLAGS "%s"\n' '--target=wasm32-wasi $(FLAGS)'; } > $@.$$$$; \
	   if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

$(OBJ)/src/run/manifest.o: $(LAB)/carom_build.h

$(LAB)/carom_hints.h: src/params/hints.txt .ci/strings
	@sh .ci/strings HINTS $< > $@
$(OBJ)/src/params/advice.o: $(LAB)/carom_hints.h

compile = $(Q)mkdir -p $(@D) && $(CLANG) $(COMPILE) -Oz -MMD -MP -c $< -o $@

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

# Linked without -O, because clang would then run wasm-opt if it is installed. The stack comes first, so that an overflow traps instead
# of overwriting data. The linker's own -O2 merges strings.
LINK := $(CLANG) --target=wasm32-wasi -B$(WASI_LIB) -L$(WASI_LIB) $(WHOLE) -Wl,--lto-O2 -Wl,--gc-sections -Wl,--strip-all -Wl,--compress-relocations -Wl,-O2 \
        -Wl,-z,stack-size=1048576 -Wl,--stack-first

EXPORTS := carom_lab_open carom_lab_run carom_lab_record malloc free
comma := ,

$(MODULE): $(CORE_OBJ) $(GSL_OBJ) $(YAML_OBJ)
	$(call say,link,$@)
	$(Q)$(LINK) -mexec-model=reactor $(addprefix -Wl$(comma)--export=,$(EXPORTS)) $^ -o $@

# ---- golden bits: tests/golden as a program of the same objects ----

GOLDEN_OBJ := $(OBJ)/tests/golden/test_golden.o $(filter-out $(OBJ)/src/lab/%,$(CORE_OBJ)) $(addprefix $(OBJ)/src/lab/wasi/,solvers.o absent.o files.o phrases.o)

$(OBJ)/tests/%.o: tests/%.c $(OBJ)/flags
	$(call say,wasm,$<)
	$(compile) $(WARN) -Itests/golden/wasi -Itests $(OURS)

$(LAB)/golden.wasm: $(GOLDEN_OBJ) $(GSL_OBJ) $(YAML_OBJ)
	$(call say,link,$@)
	$(Q)$(LINK) $^ -o $@

-include $(patsubst %.o,%.d,$(sort $(CORE_OBJ) $(GOLDEN_OBJ) $(GSL_OBJ) $(YAML_OBJ)))
