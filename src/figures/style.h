/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What a solver looks like and is called, the same in every figure.
 */
#ifndef CAROM_FIGURES_STYLE_H
#define CAROM_FIGURES_STYLE_H

#include "figures/drawing.h"
#include "scenario/scenario.h"

/** Hues of plots/style.gp that families of solvers have; variants within a family, which are
 * dashes. Both begin again where they end. */
enum { CAROM_HUES = 7, CAROM_VARIANTS = 5 };

/** The line style of plots/lines.gp for a solver of the scenario: the hue of its family (1 impulse,
 * 2 Euler, 3 Heun, others from 4 on in the scenario's order) and ten times its place among the
 * scenario's solvers of that family. A family has one hue of its own (carom/hue.h), or is of one
 * kind and integrator. One that is not in the scenario has the first further hue. */
int carom_style_of(const carom_scenario *scenario, const char *solver);

/** What figures call a solver of the scenario: its label or, where it has none, its name, with its
 * step and its stiffness where those of the scenario's solvers differ: "euler, h = 1 µs". One that
 * is not in the scenario is called by @p solver. */
void carom_label_of(const carom_scenario *scenario, const char *solver, char *text, size_t size);

/** Sets NAME, LABEL and STYLE of @p count solvers, and N. */
void carom_drawing_solvers(carom_drawing *drawing, const carom_scenario *scenario,
                           const char *const *name, size_t count);

/** Sets ROUNDING, what a coordinate is known to, m: half a unit in the last place of the farthest
 * one that a ball has at the start or the table has. What a figure shows below it is nothing. */
void carom_drawing_rounding(carom_drawing *drawing, const carom_problem *problem);

#endif
