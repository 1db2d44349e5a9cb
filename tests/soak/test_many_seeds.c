/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison with the search of all pairs, in many more random scenes. */
#define SEEDS 400
#include "../physics/test_all_pairs.c"
