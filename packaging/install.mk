# SPDX-License-Identifier: GPL-3.0-or-later
# Installation, tarball, web site and Python module. Part of the Makefile.

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib

# packaging/tree.sh lists the installed files. It gets paths through the environment, where they need no quotes.
install uninstall: export PREFIX := $(PREFIX)
install uninstall: export LIBDIR := $(LIBDIR)
install uninstall: export DESTDIR := $(DESTDIR)
TREE = VERSION='$(VERSION)' BUILD='$(BUILD)' sh packaging/tree.sh

install: build
	$(Q)$(TREE) install

uninstall:
	$(Q)$(TREE) uninstall

# Web site: works from a folder and from any web server.
site: build
	$(Q)python3 packaging/site/site.py $(BUILD)/carom $(BUILD)/site

# Python wheel for Linux. The loader finds GSL and libyaml beside the program, in the module's folder.
WHEEL := $(OBJ)/packaging/python
$(WHEEL)/carom: $(CLI_OBJ) $(LIBRARY)
	$(call say,link,$@)
	$(Q)mkdir -p $(WHEEL) && $(CC) $(CFLAGS_ALL) $^ $(LIBS) -Wl,--as-needed,--disable-new-dtags,-rpath,'$$ORIGIN' -o $@

wheel: build $(WHEEL)/carom
	$(Q)rm -f $(BUILD)/carom-*.whl
	$(Q)CAROM_HOME=. python3 packaging/python/wheel.py $(WHEEL)/carom $(VERSION) $(BUILD)

dist:
	$(Q)sh packaging/dist.sh $(VERSION) $(BUILD)/carom-$(VERSION)
