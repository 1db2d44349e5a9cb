# SPDX-License-Identifier: GPL-3.0-or-later
# The lab page: core (module.mk), page (page.sh) and their template for `carom lab`. Included by the Makefile.

.PHONY: lab lab-module lab-page lab-keep check-lab bench-lab setup-lab
LAB := $(BUILD)/lab
KEPT := src/lab/kept
TEMPLATE := $(if $(filter release,$(VARIANT)),$(LAB)/template.html)

build: $(TEMPLATE)

# Core and page of the template with checksums; changes only with them.
$(LAB)/parts: FORCE
	@mkdir -p $(LAB)
	@for part in page.html carom.wasm; do cksum "$$(sh src/lab/part.sh $$part)"; done > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(LAB)/template.html: $(LAB)/parts src/lab/compose.sh src/lab/loader.js src/lab/page/core/signs.js
	$(call say,compose,$@)
	$(Q)sh src/lab/compose.sh "$$(sh src/lab/part.sh page.html)" "$$(sh src/lab/part.sh carom.wasm)" > $@.new && mv $@.new $@

# Another compiler builds the core for another target.
lab-module:
	+@$(MAKE) --no-print-directory -f src/lab/module.mk V=$(V)

lab-page:
	$(call say,bundle,$(LAB)/page.html)
	$(Q)sh src/lab/page.sh $(LAB)/page.html

lab: lab-module lab-page
	+@$(MAKE) --no-print-directory build
	@$(BUILD)/carom lab $$(sh src/lab/scenes.sh) -o $(BUILD)/lab.html

lab-keep: lab-module lab-page
	@mkdir -p $(KEPT)
	cp $(LAB)/page.html $(LAB)/page.html.sources $(LAB)/carom.wasm $(LAB)/carom.wasm.sources $(KEPT)/
	sh src/lab/made-with.sh $(LAB) > $(KEPT)/made-with.txt

check-lab: lab
	@sh tests/lab/types.sh
	@LAB_ALL=1 sh tests/lab/bits.sh
	@LAB_ALL=1 sh tests/lab/bits.sh pages
	@sh tests/lab/browser/run.sh

bench-lab: build
	@sh tests/bench/lab.sh

setup-lab:
	@sh .ci/setup build
	@sh .ci/setup lab
