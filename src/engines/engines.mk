# SPDX-License-Identifier: GPL-3.0-or-later
# Plug-ins for the installed third-party engines, in build/engines. Part of the Makefile.

.PHONY: engines plug-ins setup-engines
ENGINES := $(BUILD)/engines
PLUGIN := -shared -Wl,-z,defs -Wl,--exclude-libs,ALL
FOUND := $(if $(filter engines plug-ins check nightly coverage,$(GOALS)),$(shell CC='$(CC)' sh src/engines/found.sh))
# make check alone builds one plug-in and rebuilds existing ones.
BUILT := $(patsubst $(ENGINES)/%.so,%,$(wildcard $(ENGINES)/*.so))
CHECKED := $(firstword $(filter chipmunk,$(FOUND)) $(FOUND)) $(filter $(BUILT),$(FOUND))
PLUGINS := $(patsubst %,$(ENGINES)/%.so,$(sort $(if $(filter engines plug-ins nightly coverage,$(GOALS)),$(FOUND),$(CHECKED))))

engines plug-ins: $(PLUGINS)
	@CC='$(CC)' sh src/engines/found.sh missing

setup-engines:
	@sh .ci/setup engines

# A plug-in exports its engine entry only.
$(OBJ)/src/engines/%.o $(OBJ)/tests/engines/%.o: CFLAGS_ALL += -fvisibility=hidden

$(ENGINES)/%.so: $(OBJ)/src/engines/%.o $(OBJ)/src/engines/stepper.o $(LIBRARY)
	@mkdir -p $(@D)
	$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(PLUGIN) $(filter %.o,$^) $(LIBRARY) $$(sh src/engines/found.sh $*) $(LIBS) -o $@.new && mv $@.new $@
-include $(wildcard $(OBJ)/src/engines/*.d $(OBJ)/tests/engines/*.d)
