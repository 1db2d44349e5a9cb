# SPDX-License-Identifier: GPL-3.0-or-later
# The lab page: the core (module.mk) and the template for `carom lab` (lab.sh). Included by the Makefile.

.PHONY: lab lab-module lab-page lab-keep check-lab setup-lab
LAB := $(BUILD)/lab
TEMPLATE := $(if $(filter release,$(VARIANT)),$(LAB)/template.html)

build: $(TEMPLATE)

$(LAB)/template.html: FORCE
	@sh src/lab/lab.sh choose

# Another compiler builds the core for another target.
lab-module:
	+@$(MAKE) --no-print-directory -f src/lab/module.mk V=$(V)

lab-page: lab-module
	$(call say,bundle,$(LAB)/template.html)
	$(Q)sh src/lab/lab.sh template $(LAB)/template.html

lab: lab-page
	+@$(MAKE) --no-print-directory build
	@$(BUILD)/carom lab $$(sh src/lab/lab.sh scenes) -o $(BUILD)/lab.html

lab-keep: lab-page
	@sh tests/lab/types.sh
	cp $(LAB)/template.html src/lab/kept/

check-lab: lab
	@sh tests/lab/types.sh
	@LAB_ALL=1 sh tests/lab/bits.sh
	@LAB_ALL=1 sh tests/lab/bits.sh pages
	@sh tests/lab/browser/run.sh

setup-lab:
	@sh .ci/setup build
	@sh .ci/setup lab
