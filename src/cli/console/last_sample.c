/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the last sample of a run: energies, and the balls of scenes with few of them. */
#include "cli/console/console.h"

enum { MOST_BALLS = 6 };

/* A solver at the last sample. */
typedef struct {
    const char *solver;
    carom_ledger ledger;
} energy_row;

#define ENERGIES(NUMBER, TEXT, of)                                                                 \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    NUMBER(of, kinetic_J, "J", r->ledger.kinetic_J, "energy of translation")                       \
    NUMBER(of, spin_J, "J", r->ledger.spin_J, "energy of rotation")                                \
    NUMBER(of, potential_J, "J", r->ledger.potential_J, "energy in the field of gravity")          \
    NUMBER(of, dissipated_J, "J", r->ledger.dissipated_J, "energy dissipated so far")
CAROM_COLUMNS(energies, energy_row, ENERGIES)

/* A ball at the last sample of a solver. */
typedef struct {
    const char *ball, *solver;
    double x_m, y_m, vx_mps, vy_mps, spin_radps;
} ball_row;

#define BALLS(NUMBER, TEXT, of)                                                                    \
    TEXT(of, ball, r->ball, "name in the scenario")                                                \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    NUMBER(of, x_m, "m", r->x_m, "position of the centre")                                         \
    NUMBER(of, y_m, "m", r->y_m, "position of the centre")                                         \
    NUMBER(of, vx_mps, "m/s", r->vx_mps, "velocity")                                               \
    NUMBER(of, vy_mps, "m/s", r->vy_mps, "velocity")                                               \
    NUMBER(of, spin_radps, "rad/s", r->spin_radps, "spin")
CAROM_COLUMNS(balls, ball_row, BALLS)

/* 0 for a number that is noise beside @p scale, the largest speed, length or energy of its solver:
 * rounding adds less than 1e-13 to a state, springs without damping less than 1e-9 to the energy.
 */
static const double noise_of_state = 1e-13, noise_of_energy = 1e-9;

static double round_noise(double value, double scale)
{
    return fabs(value) < scale ? 0 : value;
}

/* Prints the energies if some are neither kinetic nor constant: rotation, gravity, losses. */
static void print_energies(FILE *stream, const carom_run *run)
{
    double spin_J = 0, potential_J = 0, dissipated_J = 0;
    char shown[100] = "solver kinetic_J";
    energy_row *row = carom_allocate(run->solvers, sizeof *row);
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_ledger *ledger = &run->solver[i].solver_run.sample.ledger;
        row[i] = (energy_row){run->solver[i].solver_run.name, *ledger};
        double all_J = ledger->kinetic_J + ledger->spin_J + fabs(ledger->dissipated_J);
        row[i].ledger.kinetic_J = round_noise(ledger->kinetic_J, noise_of_state * all_J);
        spin_J = fmax(spin_J, round_noise(ledger->spin_J, noise_of_energy * all_J));
        potential_J = fmax(potential_J, fabs(ledger->potential_J));
        dissipated_J = fmax(dissipated_J,
                            fabs(round_noise(ledger->dissipated_J, noise_of_energy * all_J)));
    }
    carom_text_append(shown, sizeof shown, "%s%s%s", spin_J > 0 ? " spin_J" : "",
                      potential_J > 0 ? " potential_J" : "",
                      dissipated_J > 0 ? " dissipated_J" : "");
    if (spin_J > 0 || potential_J > 0 || dissipated_J > 0) {
        const carom_table table = {
            .columns = energies_columns, .row_size = sizeof *row, .shown = shown};
        fputs("\nEnergies at the last sample:\n", stream);
        carom_frame_print(&(carom_frame){.table = &table, .row = (char *)row, .rows = run->solvers},
                          stream);
    }
    free(row);
}

/* Largest length of a vector of a movable ball. */
static double largest(const carom_problem *problem, const double *x, const double *y)
{
    double most = 0;
    for (size_t k = 0; k < problem->count; k++) {
        most = problem->ball[k].fixed ? most : fmax(most, hypot(x[k], y[k]));
    }
    return most;
}

static void print_balls(FILE *stream, const carom_run *run)
{
    const carom_problem *problem = &run->request->scenario->problem;
    const carom_table table = {
        .columns = balls_columns,
        .row_size = sizeof(ball_row),
        .shown = carom_problem_spins(problem) ? NULL : "ball solver x_m y_m vx_mps vy_mps"};
    ball_row *row = carom_allocate(problem->count * run->solvers, sizeof *row);
    carom_frame frame = {.table = &table, .row = (char *)row};
    for (size_t k = 0; k < problem->count; k++) {
        for (size_t i = 0; i < run->solvers && !problem->ball[k].fixed; i++) {
            const carom_sample *s = &run->solver[i].solver_run.sample;
            double length = noise_of_state * largest(problem, s->x_m, s->y_m),
                   speed = fmax(noise_of_state * largest(problem, s->vx_mps, s->vy_mps),
                                length / run->request->scenario->duration_s);
            row[frame.rows++] = (ball_row){problem->ball[k].name,
                                           run->solver[i].solver_run.name,
                                           round_noise(s->x_m[k], length),
                                           round_noise(s->y_m[k], length),
                                           round_noise(s->vx_mps[k], speed),
                                           round_noise(s->vy_mps[k], speed),
                                           s->spin_radps[k]};
        }
    }
    fputs("\nBalls at the last sample:\n", stream);
    carom_frame_print(&frame, stream);
    free(row);
}

void cli_last_sample_print(FILE *stream, const carom_run *run, bool balls)
{
    print_energies(stream, run);
    if (balls && run->request->scenario->problem.count <= MOST_BALLS) {
        print_balls(stream, run);
    }
}
