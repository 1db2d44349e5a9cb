# SPDX-License-Identifier: GPL-3.0-or-later
# Force over time in one contact.
PHASE = 0; load PLOTS . "/contact.gp"
