/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters of the arbitrary-precision solver, without MPFR: the lab's module reads them, too,
 * and rejects the solver (lab/wasi/solvers.c). */
#pragma once

#include "params/rows.h"

#include <stddef.h>
#include <stdint.h>

#define ORACLE_SUMMARY "rigid balls in arbitrary precision: exact results for few balls"

typedef struct {
    int64_t precision_bits;
    double cluster_gap_rel;
} oracle_options;

#define AT(member) offsetof(oracle_options, member)
static const carom_param oracle_params[] = {
    {COUNT("precision_bits", AT(precision_bits), "256", 128, 16384,
           "initial precision; doubled until the digits of the result no longer change")},
    {NUMBER("cluster_gap_rel", AT(cluster_gap_rel), NULL, "1e-9", 0, 0.1,
            "bodies with a gap below this fraction of the smaller radius collide simultaneously")},
    {.key = NULL}};
