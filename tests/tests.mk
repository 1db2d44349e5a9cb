# SPDX-License-Identifier: GPL-3.0-or-later
# Test programs and the targets that run tests. Part of the Makefile.

.PHONY: check lint check-fast nightly soak fuzz coverage mutants golden bench bench-peers tests asan mixed

# All test_*.c are one program, `build/VARIANT/tests/all scene/test_rolling`. The golden program and those in tests/soak, which run
# long, stand alone.
TEST_SRC := $(sort $(shell find tests -name 'test_*.c' ! -path 'tests/soak/*' ! -path 'tests/golden/*'))
TEST_OBJ := $(TEST_SRC:%.c=$(OBJ)/%.o) $(OBJ)/tests/main.o
TESTS := $(OBJ)/tests/all
CASES := $(OBJ)/tests/cases
CASES_OBJ := $(patsubst %,$(OBJ)/tests/%.o,cases case_text case_tables)
SOAKS := $(patsubst %.c,$(OBJ)/%,$(wildcard tests/soak/*.c))
GOLDEN := $(OBJ)/tests/golden/test_golden
CHECK_CFLAGS = $(call once,CHECK_CFLAGS,pkg-config --cflags check)
CHECK_LIBS = $(call once,CHECK_LIBS,pkg-config --libs check)

# With static sanitizer libraries at a fixed address a program starts in 20 ms instead of 30. Tests start thousands of programs.
SANITIZED := $(if $(filter asan mixed,$(VARIANT)),-no-pie -static-libasan -static-libubsan)
SANITIZERS = $(if $(SANITIZED),$(call once,SANITIZERS_WITHIN,echo 'int main(void) { return 0; }' | \
               $(CC) $(CFLAGS_ALL) $(SANITIZED) -Werror -x c - -o $(OBJ)/within 2> $(OBJ)/within.log && echo $(SANITIZED)))

# lld links the test programs in half the time. The user's own flags may need another linker.
FAST_LINK := $(if $(strip $(CFLAGS) $(LDFLAGS)),,$(if $(filter Linux,$(shell uname)),$(if $(shell command -v ld.lld),-fuse-ld=lld)))

$(TESTS): $(TEST_OBJ) $(LIBRARY)
	$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(FAST_LINK) $(SANITIZERS) $^ $(CHECK_LIBS) $(LIBS) -o $@

# Commands in one process (tests/cases): the command line without its main.
$(CASES): $(CASES_OBJ) $(filter-out %/program.o,$(CLI_OBJ)) $(LIBRARY)
	$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(FAST_LINK) $(SANITIZERS) $^ $(LIBS) -o $@

$(GOLDEN) $(SOAKS): $(OBJ)/%: $(OBJ)/%.o $(LIBRARY)
	$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(FAST_LINK) $(SANITIZERS) $^ $(CHECK_LIBS) $(LIBS) -o $@

# Optimizing a test takes longer than running it, with one exception: it computes all pairs itself. The sanitizers then check
# the library only, as in the mixed build.
OPT_OF_TESTS := $(if $(filter release asan mixed,$(VARIANT)),-O1)
$(OBJ)/tests/%.o: OPT := $(if $(filter mixed,$(VARIANT)),-O0 -g1 -DSANITIZED,$(OPT) $(if $(filter asan,$(VARIANT)),-O0,$(OPT_OF_TESTS)))
$(patsubst %,$(OBJ)/tests/physics/test_%.o,all_pairs): OPT := $(OPT) $(OPT_OF_TESTS) $(if $(filter asan mixed,$(VARIANT)),-fno-sanitize=all -DSANITIZED)
$(OBJ)/tests/%.o: CPPFLAGS_ALL += -Itests $(CHECK_CFLAGS)
$(TEST_OBJ): CPPFLAGS_ALL += -DTEST_REGISTER
-include $(TEST_OBJ:.o=.d) $(CASES_OBJ:.o=.d) $(GOLDEN:=.d) $(SOAKS:=.d)

tests: $(TESTS) $(CASES) $(GOLDEN)

# What run.sh builds for its second queue.
asan: build tests
mixed: $(TESTS) $(CASES)

# Test programs run in the mixed build, which run.sh makes while the tests of the release program run; nightly runs those of the
# release and of the sanitized build.
check: build
	@sh tests/run.sh all

nightly: build tests
	@sh tests/run.sh nightly

lint: build
	@sh tests/lint.sh

check-fast: build tests
	@sh tests/run.sh fast

FUZZ_SECONDS ?= 600
fuzz: build
	@PKG='$(PKG)' sh tests/fuzz/run.sh $(FUZZ_SECONDS)

soak: build $(SOAKS)
	+@$(MAKE) --no-print-directory VARIANT=asan build $(BUILD)/asan/tests/soak/test_random_runs
	@sh tests/run.sh soak

coverage:
	+@$(MAKE) --no-print-directory VARIANT=coverage build tests
	@sh tests/coverage.sh

mutants:
	+@sh tests/mutate.sh $(N)

golden: build $(GOLDEN)
	@sh tests/golden/write.sh

bench: build
	@sh tests/bench/run.sh

bench-peers: build
	@sh tests/bench/peers.sh
