# SPDX-License-Identifier: GPL-3.0-or-later
# The shared library, what is installed where, and the tarball. Part of the Makefile.

# Other bits of the interface, another number: whoever was linked with the old one looks for it.
SOVERSION := 0
SONAME := libcarom.so.$(SOVERSION)
SHARED := $(BUILD)/libcarom.so.$(VERSION)
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
PAGES := $(BUILD)/pages

shared: $(SHARED)

# What the public headers declare and the library has, and of the archive what that needs.
$(SHARED).names: packaging/public.sh $(LIBRARY) $(wildcard include/carom/*.h)
	$(Q)CC='$(CC)' sh packaging/public.sh $(LIBRARY) > $@

$(SHARED): $(SHARED).names
	$(call say,link,$@)
	$(Q){ echo 'CAROM_$(SOVERSION) { global:'; sed 's/$$/;/' $<; echo 'local: *; };'; } > $@.map
	$(Q)$(CC) $(CFLAGS_ALL) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs -Wl,--as-needed -Wl,--version-script=$@.map \
	    $$(sed 's/^/-Wl,-u,/' $<) $(LIBRARY) $(LIBS) -o $@

# Manual pages and completions, by the program itself.
$(PAGES)/made: packaging/pages.sh $(PROGRAM)
	$(call say,pages,$(PAGES))
	$(Q)sh packaging/pages.sh $(PROGRAM) $(PAGES) && touch $@

# One list for both: packaging/tree.sh says what goes where.
PLACES = PREFIX='$(PREFIX)' LIBDIR='$(LIBDIR)' VERSION='$(VERSION)' SONAME='$(SONAME)' BUILD='$(BUILD)'

install: build shared $(PAGES)/made
	$(Q)$(PLACES) sh packaging/tree.sh install '$(DESTDIR)'

uninstall:
	$(Q)$(PLACES) sh packaging/tree.sh uninstall '$(DESTDIR)'

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

dist:
	$(Q)sh packaging/dist.sh $(VERSION) $(BUILD)/carom-$(VERSION)
