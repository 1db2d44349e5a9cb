/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every solver of the list must have, over more random scenes. */
#define SEEDS 24
#include "../conformance/test_solvers.c"
