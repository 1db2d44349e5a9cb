# SPDX-License-Identifier: GPL-3.0-or-later
# Shared library, installation, packages and tarball. Part of the Makefile.

# Increase this number with every incompatible change of the interface; programs look for the number they were linked with.
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

# The shared library exports the declarations of the public headers.
$(SHARED).names: packaging/public.sh $(LIBRARY) $(wildcard include/carom/*.h)
	$(Q)CC='$(CC)' sh packaging/public.sh $(LIBRARY) > $@

ifeq ($(SYSTEM),Darwin)
# macOS, untested. Symbols begin with _, and the installation sets the path in the library.
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

# JSON Schema of scenario files, for editors.
ifeq ($(VARIANT),release)
build: $(BUILD)/carom.schema.json
endif
$(BUILD)/carom.schema.json: $(PROGRAM)
	$(call say,schema,$@)
	$(Q)$(PROGRAM) list keys --schema > $@.new && mv $@.new $@

# Manual pages and completions, printed by the program.
$(PAGES)/made: packaging/pages.sh $(PROGRAM) $(wildcard src/cli/help/*/*)
	$(call say,pages,$(PAGES))
	$(Q)sh packaging/pages.sh $(PROGRAM) $(PAGES) && touch $@

# packaging/tree.sh lists the installed files. It gets paths through the environment, where they need no quotes.
install uninstall: export PREFIX := $(PREFIX)
install uninstall: export LIBDIR := $(LIBDIR)
install uninstall: export DESTDIR := $(DESTDIR)
TREE = VERSION='$(VERSION)' SHARED='$(SHARED)' SONAME='$(SONAME)' BUILD='$(BUILD)' sh packaging/tree.sh

install: build shared $(PAGES)/made
	$(Q)$(TREE) install

uninstall:
	$(Q)$(TREE) uninstall

# Update the list of symbols for dpkg after a change of the public headers.
symbols: $(SHARED).names
	$(Q)sh packaging/symbols.sh $(SOVERSION) $(VERSION) debian/libcarom$(SOVERSION).symbols < $< > $(BUILD)/symbols
	$(Q)mv $(BUILD)/symbols debian/libcarom$(SOVERSION).symbols

# Debian packages of the commit, in build/deb. DEB_FLAGS are options of dpkg-buildpackage.
DEB_FLAGS ?= -us -uc
deb: dist
	$(Q)rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb
	$(Q)tar -C $(BUILD)/deb -xzf $(BUILD)/carom-$(VERSION).tar.gz
	$(Q)cd $(BUILD)/deb/carom-$(VERSION) && env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS dpkg-buildpackage $(DEB_FLAGS)
	@echo "$(BUILD)/deb: $$(cd $(BUILD)/deb && ls *.deb | tr '\n' ' ')"

# A container image, built with the installed engine.
ENGINE ?= $(or $(shell command -v podman || command -v docker),docker)
container:
	$(ENGINE) build -f packaging/Containerfile --build-arg COMMIT="$$(sh .ci/commit)" -t carom:$(VERSION) -t carom .

# Web site: works from a folder and from any web server.
site: build
	$(Q)python3 packaging/site/site.py $(BUILD)/carom $(BUILD)/site

# Python wheel for Linux. The loader finds GSL, libyaml, MPFR and GMP beside the library, in the module's folder. The module needs
# these functions only, and no sndfile.
WHEEL := $(OBJ)/packaging/python
$(WHEEL)/_carom.so: include/carom/records.h $(LIBRARY)
	$(call say,link,$@)
	$(Q)mkdir -p $(WHEEL) && echo '{ global: carom_records_write; carom_records_draw; carom_records_args_free; local: *; };' > $@.map
	$(Q)$(CC) $(CFLAGS_ALL) -shared -Wl,-z,defs -Wl,--as-needed -Wl,--version-script=$@.map -Wl,--disable-new-dtags,-rpath,'$$ORIGIN' \
	    -Wl,-u,carom_records_write $(LIBRARY) $(LIBS) -o $@

wheel: build $(WHEEL)/_carom.so
	$(Q)rm -f $(BUILD)/carom-*.whl
	$(Q)python3 packaging/python/wheel.py $(BUILD)/carom $(WHEEL)/_carom.so $(VERSION) $(BUILD)

dist:
	$(Q)sh packaging/dist.sh $(VERSION) $(BUILD)/carom-$(VERSION)

# Everything of a release, with checksums. The site lists the other files, so it is made last.
PACKAGES := $(BUILD)/packages
release: deb wheel lab
	+$(Q)$(MAKE) --no-print-directory site SET_UP=1
	$(Q)rm -rf $(PACKAGES) && mkdir -p $(PACKAGES)
	$(Q)cp $(BUILD)/carom-$(VERSION).tar.gz $(BUILD)/deb/*.deb $(BUILD)/carom-$(VERSION)-*.whl $(BUILD)/lab.html $(PACKAGES)/
	$(Q)tar -C $(BUILD) -czf $(PACKAGES)/carom-$(VERSION)-site.tar.gz site
	$(Q)cd $(PACKAGES) && sha256sum * > SHA256SUMS
	@echo "$(PACKAGES): $$(ls $(PACKAGES) | tr '\n' ' ')"
