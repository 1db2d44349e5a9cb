/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conformance test of solvers with more random scenes. */
#define SEEDS 24
#include "../conformance/test_solvers.c"
