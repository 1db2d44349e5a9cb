# SPDX-License-Identifier: GPL-3.0-or-later
# The golden program for another C library or processor, linked statically from the core and from GSL's sources where the lab's module
# has them (src/lab/lab.sh). Missing libraries are replaced as in that module.
# usage: make -f tests/golden/foreign.mk NAME=musl COMPILER=musl-gcc OPT=-O1 OPT_GSL=-O0; from the project's folder:
# build/golden/musl/golden

GSL := build/lab
OUT := build/golden/$(NAME)
FLAGS := -std=c17 -ffp-contract=off -fno-math-errno -fno-trapping-math -ffunction-sections -fdata-sections
FOLDERS := base params scene search contact impacts integrators solvers
SOURCES := tests/golden/test_golden.c $(addprefix src/lab/wasi/,solvers.c) src/scenario/groups.c \
           $(sort $(filter-out src/solvers/recorded_%,$(shell find $(addprefix src/,$(FOLDERS)) -name '*.c')))
OBJ := $(SOURCES:%.c=$(OUT)/%.o)
# Files of the lab's list that the golden program never calls; omitting them saves time.
UNUSED := multifit/% sort/% statistics/% linalg/balance linalg/bidiag linalg/householder linalg/svd matrix/copy matrix/swap vector/minmax vector/oper vector/swap
GSL_OBJ := $(patsubst %,$(OUT)/gsl/%.o,$(filter-out $(UNUSED),$(shell sed '/^\#/d' src/lab/gsl.txt)))

.DELETE_ON_ERROR:
.PHONY: FORCE
$(OUT)/golden: $(OBJ) $(OUT)/gsl.a
	$(COMPILER) $(FLAGS) $(OPT) -static $^ -Wl,--gc-sections -lm -pthread -o $@

$(OUT)/gsl.a: $(GSL_OBJ)
	@rm -f $@
	$(AR) rcs $@ $^

$(OUT)/flags: FORCE
	@mkdir -p $(@D)
	@{ echo '$(COMPILER) $(FLAGS) $(OPT) $(OPT_GSL)'; $(COMPILER) --version; } > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

compile = @mkdir -p $(@D) && $(COMPILER) $(FLAGS) -MMD -MP -c $< -o $@

$(OUT)/gsl/%.o: $(GSL)/src/gsl/%.c $(OUT)/flags
	$(compile) $(OPT_GSL) -w -Isrc/lab/wasi -I$(GSL)/src/gsl -I$(GSL)/include

$(OUT)/%.o: %.c $(OUT)/flags
	$(compile) $(OPT) -Itests -Iinclude -Isrc -Ibuild/release -I$(GSL)/include

-include $(OBJ:.o=.d) $(GSL_OBJ:.o=.d)
