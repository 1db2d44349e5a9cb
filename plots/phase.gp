# SPDX-License-Identifier: GPL-3.0-or-later
# One contact in its phase plane.
PHASE = 1; load PLOTS . "/contact.gp"
