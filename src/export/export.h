/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "scenario/scenario.h"
#include "solvers/penalty/range.h"

/* ---- export ----
 * Writes a scenario or its trajectory in the formats of other programs. */

/** A format. Exactly one of `script` and `frame` is not NULL. */
typedef struct {
    const char *name; /**< the value of --to */
    const char *summary;
    /** for trajectories: writes the header before the first frame; may be NULL */
    void (*begin)(FILE *stream, const carom_problem *problem);
    /** for trajectories: writes one sample in SI units, numbers with 17 digits; @p stop as below.
     *  @return CAROM_INTERRUPTED */
    carom_status (*frame)(FILE *stream, const carom_scenario *scenario, const carom_sample *sample,
                          const volatile sig_atomic_t *stop, carom_error *error);
    /** for scenarios: writes the other program's input for one solver, after `check` reported no
     * error.
     *  @return CAROM_NO_MEMORY */
    carom_status (*script)(FILE *stream, const carom_scenario *scenario,
                           const carom_scenario_solver *solver, carom_error *error);
    /** required with script: reports everything about this solver that the other program cannot
     * do */
    void (*check)(const carom_scenario *scenario, const carom_scenario_solver *solver,
                  const carom_diagnostics *diagnostics);
} carom_export_format;

/** All of them, ended by NULL. */
extern const carom_export_format *const carom_export_formats[];

/** Return the format called @p name, or NULL. */
const carom_export_format *carom_export_format_find(const char *name);

/** Run @p solver to the end of the scenario and write its trajectory as @p format.
 *  @param stop      a nonzero value interrupts; may be NULL
 *  @param progress  called with the fraction done and the time (s); may be NULL
 *  @return CAROM_INTERRUPTED, CAROM_NO_MEMORY, or the error that stopped the solver early */
CAROM_CHECKED carom_status carom_export_run(
    FILE *stream, const carom_export_format *format, const carom_scenario *scenario,
    const carom_scenario_solver *solver, const volatile sig_atomic_t *stop,
    void (*progress)(void *context, double part, double t_s), void *context, carom_error *error);

/** Write the recorded trajectory of solver @p name in @p directory (NULL: of the reference). @p
 * chosen receives the solver's name.
 *  @param stop  a nonzero value interrupts; may be NULL
 *  @return CAROM_CANNOT_READ; CAROM_INVALID if the records are missing; CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_export_records(FILE *stream, const carom_export_format *format,
                                                const char *directory, const char *name,
                                                const volatile sig_atomic_t *stop,
                                                char chosen[CAROM_NAME_SIZE], carom_error *error);

/** All export formats. To add one, write a file in this folder and append X(name) here. */
#define CAROM_EXPORT_FORMATS(X) X(lammps) X(xyz) X(csv)

#define X(name) extern const carom_export_format carom_export_##name;
CAROM_EXPORT_FORMATS(X)
#undef X

/* ---- lammps ----
 * Maps springs to LAMMPS: types of balls, one contact model for balls and one for walls. */

/** Limit on the types of balls; LAMMPS needs one command for each. */
enum { CAROM_LAMMPS_MAX_KINDS = 1000 };

/** A type: balls of equal mass and radius. */
typedef struct {
    const carom_ball *ball; /**< one of them */
    size_t count;
} carom_lammps_kind;

/** Parameters of pair_style gran/hooke or gran/hertz/history. */
typedef struct {
    double stiffness; /**< K_n, N/m; for Hertz N/m^2 */
    double damping;   /**< gamma_n per mass, 1/s; for Hertz 1/(m s) */
    bool limited;     /**< limit_damping: the force never pulls */
    bool any;         /**< such contacts exist */
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

/** Map the springs of @p options to LAMMPS, and report everything that LAMMPS cannot do to @p
 * diagnostics. Both must outlive the plan.
 *  @return false: not possible; the diagnostics give the reasons */
bool carom_lammps_plan(carom_lammps *plan, const carom_problem *problem,
                       const penalty_options *options, const carom_diagnostics *diagnostics);

/** Return the type of a ball, from 1; 0: none. */
size_t carom_lammps_type(const carom_lammps *plan, const carom_ball *ball);

/** Write units, atom style and cell. */
void carom_lammps_write_start(FILE *stream, const carom_lammps *plan);

/** The cell (m): the table, enlarged if balls may leave it. */
typedef struct {
    double low[2], high[2];
} carom_lammps_cell;
carom_lammps_cell carom_lammps_cell_bounds(const carom_problem *problem);

/** Write the masses of the types, to the last bit, instead of densities. */
void carom_lammps_write_masses(FILE *stream, const carom_lammps *plan);

/** Write contacts, walls, gravity and integration. Call it after the balls are written. */
void carom_lammps_write_forces(FILE *stream, const carom_lammps *plan);

/** Write the time step. */
void carom_lammps_write_step(FILE *stream, const carom_lammps *plan);
