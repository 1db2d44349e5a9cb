/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What a scenario says of the oracle: also where it cannot run, for want of long numbers
 * (lab/wasi/oracle.c).
 */
#ifndef CAROM_SOLVERS_ORACLE_OPTIONS_H
#define CAROM_SOLVERS_ORACLE_OPTIONS_H

#include "params/rows.h"
#include <carom/param.h>
#include <stddef.h>
#include <stdint.h>

#define ORACLE_SUMMARY "rigid balls in arbitrary precision: exact, for few balls"

typedef struct {
    int64_t precision_bits;
    double cluster_gap_rel;
} oracle_options;

#define AT(member) offsetof(oracle_options, member)
static const carom_param oracle_params[] = {
    {COUNT("precision_bits", AT(precision_bits), "256", 128, 16384,
           "to begin with; doubled until a doubled one changes no digit")},
    {.key = "cluster_gap_rel",
     .type = CAROM_NUMBER,
     .fallback = "1e-9",
     .lowest = 0,
     .highest = 0.1,
     .doc =
         "bodies with a gap up to this part of the smaller radius touch: one simultaneous impact",
     .offset = AT(cluster_gap_rel)},
    {.key = NULL}};

#endif
