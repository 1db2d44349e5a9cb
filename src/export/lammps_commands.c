/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands that say to LAMMPS which springs there are, for an input script and for the engine
 * itself (docs.lammps.org). */
#include "export/export.h"
#include <math.h>

void carom_lammps_put_start(FILE *stream, const carom_lammps *plan)
{
    static const char *const boundary[] = {"f f p", "p p p", "m m p"}; /* by carom_boundary */
    fprintf(stream,
            "units si\ndimension 2\nboundary %s\natom_style sphere\nnewton off\n"
            "comm_modify vel yes\n",
            boundary[plan->problem->boundary]);
}

carom_lammps_cell carom_lammps_cell_of(const carom_problem *problem)
{
    double room = problem->boundary == CAROM_PERIODIC ? 0 : 2 * carom_problem_widest(problem);
    double low[2] = {0, 0}, high[2] = {problem->width_m, problem->height_m};
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_OPEN; i++) {
        low[0] = fmin(low[0], problem->ball[i].x_m);
        low[1] = fmin(low[1], problem->ball[i].y_m);
        high[0] = fmax(high[0], problem->ball[i].x_m);
        high[1] = fmax(high[1], problem->ball[i].y_m);
    }
    return (carom_lammps_cell){{low[0] - room, low[1] - room}, {high[0] + room, high[1] + room}};
}

void carom_lammps_put_masses(FILE *stream, const carom_lammps *plan)
{
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
    const carom_problem *problem = plan->problem;
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

void carom_lammps_put_forces(FILE *stream, const carom_lammps *plan)
{
    const carom_problem *problem = plan->problem;
    bool fixed = carom_problem_has_fixed(problem);
    double gravity = carom_vec_length(problem->gravity_mps2);
    fprintf(stream, "pair_style gran/");
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

void carom_lammps_put_step(FILE *stream, const carom_lammps *plan)
{
    fprintf(stream, "timestep %.17g\n", plan->step_s);
}
