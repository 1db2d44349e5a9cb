/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input script for LAMMPS in one file. LAMMPS reads tables only from files, so the script writes
 * the table of balls to a file first. LAMMPS drops empty lines from quoted text; lines with #
 * replace them. Masses are set for each type, to the last bit, instead of densities. */
#include "export/export.h"

/* Replaces quotation marks and line ends, which would end a comment of the script. */
static void write_plain(FILE *stream, const char *text)
{
    for (; *text != '\0'; text++) {
        fputc(*text == '"' ? '\'' : (unsigned char)*text < ' ' ? ' ' : *text, stream);
    }
}

static void write_head(FILE *stream, const carom_lammps *plan, const char *title,
                       const char *solver)
{
    const carom_problem *problem = plan->problem;
    const carom_integrator *integrator = carom_integrator_of(plan->options->integrator.entry);
    fprintf(stream, "# '");
    write_plain(stream, title);
    fprintf(stream, "', solver '");
    write_plain(stream, solver);
    fprintf(stream, "': written by carom export --to lammps\n# run it by: lmp -in THIS-FILE\n");
    if (integrator != &carom_integrator_velocity_verlet) {
        fprintf(stream, "# LAMMPS integrates with velocity Verlet, not with '%s'\n",
                integrator->about.name);
    }
    if (plan->ball.damping > 0 || plan->wall.damping > 0) {
        fprintf(stream, "# LAMMPS computes dashpot forces from velocities half a step earlier, "
                        "carom from current ones:\n# they agree to the order of the step\n");
    }
    fprintf(stream, "# numbers of the balls:\n");
    for (size_t i = 0; i < problem->count; i++) {
        fprintf(stream, "# %zu: '", i + 1);
        write_plain(stream, problem->ball[i].name);
        fprintf(stream, "'\n");
    }
}

/* ---- balls ---- */

static void write_cell(FILE *stream, const carom_problem *problem)
{
    carom_lammps_cell cell = carom_lammps_cell_bounds(problem);
    fprintf(stream, "%.17g %.17g xlo xhi\n%.17g %.17g ylo yhi\n-0.5 0.5 zlo zhi\n", cell.low[0],
            cell.high[0], cell.low[1], cell.high[1]);
}

static void write_balls(FILE *stream, const carom_lammps *plan)
{
    const carom_problem *problem = plan->problem;
    fprintf(stream,
            "\nvariable balls index balls.data\nprint \"\"\"# written by an input script of "
            "carom\n#\n%zu atoms\n%zu atom types\n",
            problem->count, plan->kinds);
    write_cell(stream, problem);
    fprintf(stream, "#\nAtoms\n#\n");
    for (size_t i = 0; i < problem->count; i++) { /* number, type, diameter, density, position */
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
    carom_lammps_write_masses(stream, plan);
}

/* ---- samples ---- */

/* Writes the samples; times between steps are rounded to the nearest step. */
static void write_run(FILE *stream, const carom_lammps *plan, const carom_scenario *scenario)
{
    static const double slack = 1e-9; /* fraction of a step: rounding of times */
    double between = scenario->duration_s / (double)(scenario->samples - 1) / plan->step_s,
           whole = floor(between + 0.5), steps = whole * (double)(scenario->samples - 1);
    char every[40] = "1";
    fputc('\n', stream);
    carom_lammps_write_step(stream, plan);
    if (whole >= 1 && fabs(between - whole) * (double)(scenario->samples - 1) < slack * steps) {
        snprintf(every, sizeof every, "%.0f", whole);
    } else {
        steps = floor(scenario->duration_s / plan->step_s + 0.5);
        fprintf(stream, "# samples are %.17g steps apart: the nearest steps are shown\n", between);
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

/* ---- format ---- */

static bool make_plan(carom_lammps *plan, const carom_scenario *scenario,
                      const carom_scenario_solver *solver, const carom_diagnostics *diagnostics)
{
    if (carom_solver_entry_of(solver->kind.entry) != &carom_solver_penalty) {
        diagnostics->report(diagnostics->context, true, "kind",
                            "LAMMPS has springs, not impulses; expected a solver of kind penalty");
        return false;
    }
    return carom_lammps_plan(plan, &scenario->problem, solver->kind.options, diagnostics);
}

static void lammps_check(const carom_scenario *scenario, const carom_scenario_solver *solver,
                         const carom_diagnostics *diagnostics)
{
    carom_lammps *plan = malloc(sizeof *plan);
    if (plan == NULL) {
        if (diagnostics->no_memory != NULL) {
            *diagnostics->no_memory = true;
        }
        return;
    }
    (void)make_plan(plan, scenario, solver, diagnostics);
    free(plan);
}

static void ignore_diagnostic(void *context, bool is_error, const char *key, const char *text)
{
    (void)context;
    (void)is_error;
    (void)key;
    (void)text;
}

static carom_status lammps_script(FILE *stream, const carom_scenario *scenario,
                                  const carom_scenario_solver *solver, carom_error *error)
{
    bool no_memory = false;
    const carom_diagnostics unheard = {ignore_diagnostic, NULL, &no_memory, NULL};
    carom_lammps *plan = malloc(sizeof *plan);
    if (plan == NULL || !make_plan(plan, scenario, solver, &unheard)) {
        free(plan);
        return carom_error_no_memory(error);
    }
    write_head(stream, plan, scenario->title, solver->name);
    fputc('\n', stream);
    carom_lammps_write_start(stream, plan);
    write_balls(stream, plan);
    fputc('\n', stream);
    carom_lammps_write_forces(stream, plan);
    write_run(stream, plan, scenario);
    free(plan);
    return CAROM_OK;
}

const carom_export_format carom_export_lammps = {
    .name = "lammps",
    .summary = "the scenario with one penalty solver as an input script for LAMMPS",
    .script = lammps_script,
    .check = lammps_check};
