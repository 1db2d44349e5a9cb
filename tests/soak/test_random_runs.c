/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The test of random scenario files with many more files. */
#define SCENES 2000
#define LIMIT_S 10
#include "../run/test_random_runs.c"
