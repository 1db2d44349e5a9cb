/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collision counts that take seconds: M/m = 2^40 and 10^12. */
#define LARGE
#include "../physics/test_counts.c"
