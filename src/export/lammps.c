/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An input script for LAMMPS, complete in one file: the balls are in it as a table that LAMMPS
 * first writes into a file of its own, because it reads tables from files alone (and drops empty
 * lines from quoted text, hence the lines of #). Masses are set one by one of each type afterwards,
 * so that they are these numbers and no product of a density. */
#include "export/lammps.h"
#include "export/formats.h"
#include <carom/integrator.h>
#include <math.h>
#include <stdlib.h>

/* In a comment: no quotation mark that LAMMPS would look for the end of, no end of line. */
static void put_plain(FILE *stream, const char *text)
{
    for (; *text != '\0'; text++) {
        fputc(*text == '"' ? '\'' : (unsigned char)*text < ' ' ? ' ' : *text, stream);
    }
}

static void put_head(FILE *stream, const carom_lammps *plan, const carom_scenario_solver *solver)
{
    const carom_problem *problem = &plan->scenario->problem;
    const carom_integrator *integrator = carom_integrator_of(plan->options->integrator.entry);
    fprintf(stream, "# '");
    put_plain(stream, plan->scenario->title);
    fprintf(stream, "', solver '");
    put_plain(stream, solver->name);
    fprintf(stream, "': written by carom export --to lammps\n# run it by: lmp -in THIS-FILE\n");
    if (integrator != &carom_integrator_velocity_verlet) {
        fprintf(stream, "# LAMMPS steps by velocity Verlet, not by '%s'\n", integrator->about.name);
    }
    if (plan->ball.damping > 0 || plan->wall.damping > 0) {
        fprintf(stream, "# LAMMPS takes a dashpot's force at velocities of half a step before, "
                        "carom at those of its time:\n# the two agree to the order of the step, "
                        "not to rounding\n");
    }
    fprintf(stream, "# balls by their numbers:\n");
    for (size_t i = 0; i < problem->count; i++) {
        fprintf(stream, "# %zu: '", i + 1);
        put_plain(stream, problem->ball[i].name);
        fprintf(stream, "'\n");
    }
}

/* ---- the balls ---- */

/* The cell, m: the table; with room around it where balls may go beyond. */
static void put_cell(FILE *stream, const carom_problem *problem)
{
    double room = problem->boundary == CAROM_PERIODIC ? 0 : 2 * carom_problem_widest(problem);
    double low[2] = {0, 0}, high[2] = {problem->width_m, problem->height_m};
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_OPEN; i++) {
        low[0] = fmin(low[0], problem->ball[i].x_m);
        low[1] = fmin(low[1], problem->ball[i].y_m);
        high[0] = fmax(high[0], problem->ball[i].x_m);
        high[1] = fmax(high[1], problem->ball[i].y_m);
    }
    fprintf(stream, "%.17g %.17g xlo xhi\n%.17g %.17g ylo yhi\n-0.5 0.5 zlo zhi\n", low[0] - room,
            high[0] + room, low[1] - room, high[1] + room);
}

static void put_balls(FILE *stream, const carom_lammps *plan)
{
    const carom_problem *problem = &plan->scenario->problem;
    fprintf(stream,
            "\nvariable balls index balls.data\nprint \"\"\"# made by an input script of carom\n#\n"
            "%zu atoms\n%zu atom types\n",
            problem->count, plan->kinds);
    put_cell(stream, problem);
    fprintf(stream, "#\nAtoms\n#\n");
    for (size_t i = 0; i < problem->count; i++) { /* number, type, diameter, density, place */
        const carom_ball *ball = &problem->ball[i];
        fprintf(stream, "%zu %zu %.17g 1 %.17g %.17g 0\n", i + 1, carom_lammps_type(plan, ball),
                2 * ball->radius_m, ball->x_m, ball->y_m);
    }
    fprintf(stream, "#\nVelocities\n#\n");
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        fprintf(stream, "%zu %.17g %.17g 0 0 0 0\n", i + 1, ball->fixed ? 0 : ball->vx_mps,
                ball->fixed ? 0 : ball->vy_mps);
    }
    fprintf(stream, "\"\"\" file ${balls} screen no\nread_data ${balls}\n");
    for (size_t k = 0; k < plan->kinds; k++) {
        fprintf(stream, "set type %zu mass %.17g\n", k + 1, plan->kind[k].ball->mass_kg);
    }
}

/* ---- what acts ---- */

static void put_contact(FILE *stream, const carom_lammps *plan, const carom_lammps_contact *contact)
{
    fprintf(stream, "%s %.17g 0 %.17g 0 0 0%s", plan->law->linear ? "hooke" : "hertz/history",
            contact->stiffness, contact->damping, contact->limited ? " limit_damping" : "");
}

static void put_walls(FILE *stream, const carom_lammps *plan)
{
    const carom_problem *problem = &plan->scenario->problem;
    double beyond = problem->wall_contact == CAROM_CENTRE ? plan->kind[0].ball->radius_m : 0;
    const double high[] = {problem->width_m, problem->height_m};
    for (int axis = 0; axis < 2; axis++) {
        fprintf(stream, "fix walls_%c moving wall/gran ", "xy"[axis]);
        put_contact(stream, plan, &plan->wall);
        fprintf(stream, " %cplane %.17g %.17g\n", "xy"[axis], 0 - beyond, high[axis] + beyond);
    }
}

static void put_fixed(FILE *stream, const carom_lammps *plan)
{
    fprintf(stream, "group fixed type");
    for (size_t k = 0; k < plan->kinds; k++) {
        if (plan->kind[k].ball->fixed) {
            fprintf(stream, " %zu", k + 1);
        }
    }
    fprintf(stream, "\ngroup moving subtract all fixed\n");
}

static void put_forces(FILE *stream, const carom_lammps *plan)
{
    const carom_problem *problem = &plan->scenario->problem;
    bool fixed = carom_problem_has_fixed(problem);
    double gravity = carom_vec_length(problem->gravity_mps2);
    fprintf(stream, "\npair_style gran/");
    put_contact(stream, plan, &plan->ball);
    /* half a radius of slack, looked at in every step: no contact is seen late */
    fprintf(stream,
            "\npair_coeff * *\nneighbor %.17g bin\nneigh_modify delay 0 every 1 check yes\n",
            carom_problem_widest(problem) / 4);
    if (fixed) {
        put_fixed(stream, plan);
    } else {
        fprintf(stream, "group moving union all\n");
    }
    fprintf(stream, "fix motion moving nve/sphere disc\n");
    if (problem->boundary == CAROM_WALLS) {
        put_walls(stream, plan);
    }
    if (gravity > 0) {
        fprintf(stream, "fix gravity moving gravity %.17g vector %.17g %.17g 0\n", gravity,
                problem->gravity_mps2.x, problem->gravity_mps2.y);
    }
    fprintf(stream, "%sfix plane all enforce2d\n", fixed ? "fix hold fixed freeze\n" : "");
}

/* ---- samples ---- */

/* Samples are steps where they can be; else the steps nearest to them are shown. */
static void put_run(FILE *stream, const carom_lammps *plan)
{
    static const double slack = 1e-9; /* of a step: rounding of times */
    const carom_scenario *scenario = plan->scenario;
    double between = scenario->duration_s / (double)(scenario->samples - 1) / plan->step_s,
           whole = floor(between + 0.5), steps = whole * (double)(scenario->samples - 1);
    char every[40] = "1";
    fprintf(stream, "\ntimestep %.17g\n", plan->step_s);
    if (whole >= 1 && fabs(between - whole) * (double)(scenario->samples - 1) < slack * steps) {
        snprintf(every, sizeof every, "%.0f", whole);
    } else {
        steps = floor(scenario->duration_s / plan->step_s + 0.5);
        fprintf(stream, "# from sample to sample are %.17g steps: the nearest are shown\n",
                between);
        if (between > 1) {
            snprintf(every, sizeof every, "v_sample");
            fprintf(stream, "variable sample equal round((round(step/%.17g)+1)*%.17g)\n", between,
                    between);
        }
    }
    fprintf(stream,
            "compute kinetic all ke # J\nthermo_style custom step time c_kinetic\n"
            "thermo_modify format float %%.17g lost error\nthermo %s\n",
            every);
    fprintf(stream,
            "variable trajectory index trajectory.lammpstrj # m, m/s\n"
            "dump trajectory all custom 1 ${trajectory} id x y vx vy\n"
            "dump_modify trajectory every %s first yes sort id time yes format float %%.17g%s\n"
            "run %.0f\n",
            every, scenario->problem.boundary == CAROM_PERIODIC ? " pbc yes" : "", steps);
}

/* ---- the format ---- */

static void lammps_check(const carom_scenario *scenario, const carom_scenario_solver *solver,
                         const carom_findings *findings)
{
    carom_lammps *plan = malloc(sizeof *plan);
    if (plan == NULL) {
        if (findings->no_memory != NULL) {
            *findings->no_memory = true;
        }
        return;
    }
    (void)carom_lammps_plan(plan, scenario, solver, findings);
    free(plan);
}

static void ignore(void *context, bool is_error, const char *key, const char *text)
{
    (void)context;
    (void)is_error;
    (void)key;
    (void)text;
}

static carom_status lammps_script(FILE *stream, const carom_scenario *scenario,
                                  const carom_scenario_solver *solver, carom_error *error)
{
    static const char *const boundary[] = {"f f p", "p p p", "s s p"}; /* by carom_boundary */
    bool no_memory = false;
    const carom_findings unheard = {ignore, NULL, &no_memory};
    carom_lammps *plan = malloc(sizeof *plan);
    if (plan == NULL || !carom_lammps_plan(plan, scenario, solver, &unheard)) {
        free(plan);
        return carom_error_no_memory(error);
    }
    put_head(stream, plan, solver);
    fprintf(stream,
            "\nunits si\ndimension 2\nboundary %s\natom_style sphere\nnewton off\n"
            "comm_modify vel yes\n",
            boundary[scenario->problem.boundary]);
    put_balls(stream, plan);
    put_forces(stream, plan);
    put_run(stream, plan);
    free(plan);
    return CAROM_OK;
}

const carom_export_format carom_export_lammps = {
    .name = "lammps",
    .summary = "the scenario with one penalty solver as an input script for LAMMPS",
    .script = lammps_script,
    .check = lammps_check};
