/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Springs as LAMMPS has them: kinds of balls, and one spring and dashpot for all contacts of balls
 * and one for all of walls; and the commands that say so.
 */
#ifndef CAROM_EXPORT_LAMMPS_H
#define CAROM_EXPORT_LAMMPS_H

#include "solvers/penalty/range.h"
#include <carom/force_law.h>
#include <stdio.h>

/** What LAMMPS is told with a command for each, so that they may not be too many. */
enum { CAROM_LAMMPS_MOST_KINDS = 1000 };

/** Balls of one mass and radius: a type. */
typedef struct {
    const carom_ball *ball; /**< one of them */
    size_t count;
} carom_lammps_kind;

/** Parameters of pair_style gran/hooke or gran/hertz/history. */
typedef struct {
    double stiffness; /**< K_n, N/m; of Hertz's N/m^2 */
    double damping;   /**< gamma_n, per mass: 1/s; of Hertz's 1/(m s) */
    bool limited;     /**< the force never pulls: limit_damping */
    bool any;         /**< there are such contacts */
} carom_lammps_contact;

typedef struct {
    const carom_problem *problem;
    const penalty_options *options;
    const carom_force_law *law;
    double step_s;
    carom_lammps_kind kind[CAROM_LAMMPS_MOST_KINDS];
    size_t kinds;
    carom_lammps_contact ball, wall;
} carom_lammps;

/** Translates springs of @p options, and tells @p findings of everything that LAMMPS cannot do.
 * Both must outlive the plan.
 *  @return false: there is no plan; the findings say why */
bool carom_lammps_plan(carom_lammps *plan, const carom_problem *problem,
                       const penalty_options *options, const carom_findings *findings);

/** The type of a ball, from 1; 0: it is of none. */
size_t carom_lammps_type(const carom_lammps *plan, const carom_ball *ball);

/* ---- commands, a line each ---- */

/** Units, and of which kind balls and the cell are. */
void carom_lammps_put_start(FILE *stream, const carom_lammps *plan);

/** The cell, m: the table; with room around it where balls may go beyond. */
typedef struct {
    double low[2], high[2];
} carom_lammps_cell;
carom_lammps_cell carom_lammps_cell_of(const carom_problem *problem);

/** Masses of the types, exactly: no product of a density. */
void carom_lammps_put_masses(FILE *stream, const carom_lammps *plan);

/** Contacts, walls, weight, and how balls move; after the balls are there. */
void carom_lammps_put_forces(FILE *stream, const carom_lammps *plan);

/** The time step. */
void carom_lammps_put_step(FILE *stream, const carom_lammps *plan);

#endif
