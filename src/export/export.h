/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_EXPORT_H
#define CAROM_INTERNAL_EXPORT_H

#include "scenario/scenario.h"
#include "solvers/penalty/range.h"

#include <carom/force_law.h>

#include <signal.h>
#include <stdio.h>

/* ---- export ----
 * A scenario or its trajectory in the formats of other programs: a list of formats, each of which
 * is written either of a scenario and one of its solvers or of a trajectory, frame by frame. */

/** A format. One of `script` and `frame` is NULL. */
typedef struct {
    const char *name;    /**< as --to takes it */
    const char *summary; /**< one line */
    /** of a trajectory: what stands before the first frame; may be NULL. @p turned: samples say how
     * balls have turned */
    void (*begin)(FILE *stream, const carom_problem *problem);
    /** of a trajectory: one sample, in SI units, numbers with 17 digits; @p stop as below.
     *  @return CAROM_INTERRUPTED */
    carom_status (*frame)(FILE *stream, const carom_scenario *scenario, const carom_sample *sample,
                          const volatile sig_atomic_t *stop, carom_error *error);
    /** of a scenario: the other program's input for one solver, after `check` found no error.
     *  @return CAROM_NO_MEMORY */
    carom_status (*script)(FILE *stream, const carom_scenario *scenario,
                           const carom_scenario_solver *solver, carom_error *error);
    /** with script: everything that the other program cannot do as this solver does it */
    void (*check)(const carom_scenario *scenario, const carom_scenario_solver *solver,
                  const carom_diagnostics *diagnostics);
} carom_export_format;

/** All of them, ended by NULL. */
extern const carom_export_format *const carom_export_formats[];

/** The format called @p name; NULL: there is none. */
const carom_export_format *carom_export_format_find(const char *name);

/** Runs @p solver through the scenario's samples and writes its trajectory as @p format.
 *  @param stop      set from outside to interrupt; may be NULL
 *  @param progress  told which part is done and the time (s); may be NULL
 *  @return CAROM_INTERRUPTED, CAROM_NO_MEMORY, or why the solver stopped early */
CAROM_CHECKED carom_status carom_export_run(
    FILE *stream, const carom_export_format *format, const carom_scenario *scenario,
    const carom_scenario_solver *solver, const volatile sig_atomic_t *stop,
    void (*progress)(void *context, double part, double t_s), void *context, carom_error *error);

/** Writes the trajectory that is recorded in @p directory of the solver called @p name, or where
 * that is NULL of the reference; @p chosen becomes its name.
 *  @param stop      set from outside to interrupt, heard every some thousand balls; may be NULL
 *  @return CAROM_CANNOT_READ, CAROM_INVALID where there are no such records, CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_export_records(FILE *stream, const carom_export_format *format,
                                                const char *directory, const char *name,
                                                const volatile sig_atomic_t *stop,
                                                char chosen[CAROM_NAME_SIZE], carom_error *error);

/* ---- formats ----
 * The formats, a file each. */

/** The list: one new file in this folder and one X here. */
#define CAROM_EXPORT_FORMATS(X) X(lammps) X(xyz) X(csv)

#define X(name) extern const carom_export_format carom_export_##name;
CAROM_EXPORT_FORMATS(X)
#undef X

/* ---- lammps ----
 * Springs as LAMMPS has them: kinds of balls, and one spring and dashpot for all contacts of balls
 * and one for all of walls; and the commands that say so. */

/** What LAMMPS is told with a command for each, so that they may not be too many. */
enum { CAROM_LAMMPS_MAX_KINDS = 1000 };

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
    carom_lammps_kind kind[CAROM_LAMMPS_MAX_KINDS];
    size_t kinds;
    carom_lammps_contact ball, wall;
} carom_lammps;

/** Translates springs of @p options, and tells @p findings of everything that LAMMPS cannot do.
 * Both must outlive the plan.
 *  @return false: there is no plan; the findings say why */
bool carom_lammps_plan(carom_lammps *plan, const carom_problem *problem,
                       const penalty_options *options, const carom_diagnostics *diagnostics);

/** The type of a ball, from 1; 0: it is of none. */
size_t carom_lammps_type(const carom_lammps *plan, const carom_ball *ball);

/* ---- commands, a line each ---- */

/** Units, and of which kind balls and the cell are. */
void carom_lammps_write_start(FILE *stream, const carom_lammps *plan);

/** The cell, m: the table; with room around it where balls may go beyond. */
typedef struct {
    double low[2], high[2];
} carom_lammps_cell;
carom_lammps_cell carom_lammps_cell_bounds(const carom_problem *problem);

/** Masses of the types, exactly: no product of a density. */
void carom_lammps_write_masses(FILE *stream, const carom_lammps *plan);

/** Contacts, walls, weight, and how balls move; after the balls are there. */
void carom_lammps_write_forces(FILE *stream, const carom_lammps *plan);

/** The time step. */
void carom_lammps_write_step(FILE *stream, const carom_lammps *plan);

#endif
