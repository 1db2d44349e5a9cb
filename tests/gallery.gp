# SPDX-License-Identifier: GPL-3.0-or-later
# A style for the pictures of the gallery: their footer has the version without the commit, so that a picture changes with its
# drawing only.
if (!exists("FOOTER1")) { FOOTER1 = "" }
CUT = strstrt(FOOTER1, ", commit ")
if (CUT > 0) { AFTER = FOOTER1[CUT+2:*]; FOOTER1 = FOOTER1[1:CUT-1] . AFTER[strstrt(AFTER, "   |"):*] }
