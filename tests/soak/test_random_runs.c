/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many more of the random scenario files. */
#define SCENES 2000
#define LIMIT_S 10
#include "../run/test_random_runs.c"
