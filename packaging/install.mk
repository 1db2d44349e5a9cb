# SPDX-License-Identifier: GPL-3.0-or-later
# The shared library, what is installed where, and the tarball. Part of the Makefile.

# Other bits of the interface, another number: whoever was linked with the old one looks for it.
SOVERSION := 0
SYSTEM := $(shell uname -s)
ifeq ($(SYSTEM),Darwin)
SHARED := $(BUILD)/libcarom.$(VERSION).dylib
SONAME := libcarom.$(SOVERSION).dylib
else
SHARED := $(BUILD)/libcarom.so.$(VERSION)
SONAME := libcarom.so.$(SOVERSION)
endif
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
PAGES := $(BUILD)/pages

shared: $(SHARED)

# What the public headers declare and the library has, and of the archive what that needs.
$(SHARED).names: packaging/public.sh $(LIBRARY) $(wildcard include/carom/*.h)
	$(Q)CC='$(CC)' sh packaging/public.sh $(LIBRARY) > $@

ifeq ($(SYSTEM),Darwin)
# Written by the manuals of its linker, and not tried on one. Its names begin with _; where it is installed is put into it there.
$(SHARED): $(SHARED).names
	$(call say,link,$@)
	$(Q)sed 's/^/_/' $< > $@.exported
	$(Q)$(CC) $(CFLAGS_ALL) -dynamiclib -install_name @rpath/$(SONAME) -current_version $(VERSION) -compatibility_version $(SOVERSION).0 \
	    -Wl,-headerpad_max_install_names -Wl,-dead_strip_dylibs -Wl,-exported_symbols_list,$@.exported \
	    $$(sed 's/^/-Wl,-u,_/' $<) $(LIBRARY) $(LIBS) -o $@
else
$(SHARED): $(SHARED).names
	$(call say,link,$@)
	$(Q){ echo 'CAROM_$(SOVERSION) { global:'; sed 's/$$/;/' $<; echo 'local: *; };'; } > $@.map
	$(Q)$(CC) $(CFLAGS_ALL) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs -Wl,--as-needed -Wl,--version-script=$@.map \
	    $$(sed 's/^/-Wl,-u,/' $<) $(LIBRARY) $(LIBS) -o $@
endif

# Manual pages and completions, by the program itself.
$(PAGES)/made: packaging/pages.sh $(PROGRAM) $(wildcard src/cli/help/*/*)
	$(call say,pages,$(PAGES))
	$(Q)sh packaging/pages.sh $(PROGRAM) $(PAGES) && touch $@

# One list for both: packaging/tree.sh says what goes where. It is told in the environment, where no sign of a path needs quotes.
install uninstall: export PREFIX := $(PREFIX)
install uninstall: export LIBDIR := $(LIBDIR)
install uninstall: export DESTDIR := $(DESTDIR)
TREE = VERSION='$(VERSION)' SHARED='$(SHARED)' SONAME='$(SONAME)' BUILD='$(BUILD)' sh packaging/tree.sh

install: build shared $(PAGES)/made
	$(Q)$(TREE) install

uninstall:
	$(Q)$(TREE) uninstall

# What dpkg wants to know of the library's names, after a change of the public headers.
symbols: $(SHARED).names
	$(Q)sh packaging/symbols.sh $(SOVERSION) $(VERSION) debian/libcarom$(SOVERSION).symbols < $< > $(BUILD)/symbols
	$(Q)mv $(BUILD)/symbols debian/libcarom$(SOVERSION).symbols

# Packages for this Debian, of what is committed, in build/deb; DEB_FLAGS are dpkg-buildpackage's.
DEB_FLAGS ?= -us -uc
deb: dist
	$(Q)rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb
	$(Q)tar -C $(BUILD)/deb -xzf $(BUILD)/carom-$(VERSION).tar.gz
	$(Q)cd $(BUILD)/deb/carom-$(VERSION) && env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS dpkg-buildpackage $(DEB_FLAGS)
	@echo "$(BUILD)/deb: $$(cd $(BUILD)/deb && ls *.deb | tr '\n' ' ')"

# An image for containers, by the engine there is.
ENGINE ?= $(or $(shell command -v podman || command -v docker),docker)
container:
	$(ENGINE) build -f packaging/Containerfile --build-arg COMMIT="$$(sh .ci/commit)" -t carom:$(VERSION) -t carom .

dist:
	$(Q)sh packaging/dist.sh $(VERSION) $(BUILD)/carom-$(VERSION)
