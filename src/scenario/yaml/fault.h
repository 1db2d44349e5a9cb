/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What somebody did whose file is no YAML: libyaml says where its grammar ended, which is often a
 * line too late and in words of the grammar.
 */
#ifndef CAROM_SCENARIO_YAML_FAULT_H
#define CAROM_SCENARIO_YAML_FAULT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *text; /**< the whole file */
    size_t length;
    const char *problem, *context; /**< libyaml's words; may be NULL */
    /** from 1: where it stopped, and then where the fault is */
    size_t line, column;
    size_t context_line, context_column; /**< where what it was reading began */
    bool unreadable;                     /**< no text: stopped at byte `offset` */
    size_t offset;
    char says[400]; /**< what is wrong, and what would be right */
} carom_syntax_fault;

/** Fills `says` and puts line and column where a person would look. */
void carom_syntax_fault_explain(carom_syntax_fault *fault);

#endif
