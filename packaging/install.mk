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

# Python wheel for Linux. The loader finds GSL and libyaml beside the library, in the module's folder. The module needs
# these functions only.
WHEEL := $(OBJ)/packaging/python
$(WHEEL)/_carom.so: include/carom/records.h $(LIBRARY)
	$(call say,link,$@)
	$(Q)mkdir -p $(WHEEL) && echo '{ global: carom_records_write; carom_records_check; carom_records_draw; carom_records_args_free; local: *; };' > $@.map
	$(Q)$(CC) $(CFLAGS_ALL) -shared -Wl,-z,defs -Wl,--as-needed -Wl,--version-script=$@.map -Wl,--disable-new-dtags,-rpath,'$$ORIGIN' \
	    -Wl,-u,carom_records_write,-u,carom_records_check $(LIBRARY) $(LIBS) -o $@

wheel: build $(WHEEL)/_carom.so
	$(Q)rm -f $(BUILD)/carom-*.whl
	$(Q)python3 packaging/python/wheel.py $(BUILD)/carom $(WHEEL)/_carom.so $(VERSION) $(BUILD)

dist:
	$(Q)sh packaging/dist.sh $(VERSION) $(BUILD)/carom-$(VERSION)
