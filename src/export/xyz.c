/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Extended XYZ for OVITO and ASE. Each sample is a line with the number of balls, a line of
 * keys, and a line for each ball, with angular velocities if balls can spin. The table is the
 * plane z = 0 of a cell as high as a ball. */
#include "export/export.h"
#include "records/records.h"
#include <ctype.h>

/* Writes the species: the ball's name without its final digits, so a group is one species. */
static void write_species(FILE *stream, const char *name)
{
    size_t length = strlen(name);
    while (length > 1 && isdigit((unsigned char)name[length - 1])) {
        length--;
    }
    for (size_t k = 0; k < length; k++) {
        fputc(isspace((unsigned char)name[k]) ? '_' : name[k], stream);
    }
    fputs(length == 0 ? "_" : "", stream);
}

static void write_keys(FILE *stream, const carom_problem *problem, double t_s)
{
    double high = carom_problem_widest(problem);
    char periodic = problem->boundary == CAROM_PERIODIC ? 'T' : 'F';
    fprintf(stream, "Lattice=\"%.17g 0 0 0 %.17g 0 0 0 %.17g\" Origin=\"0 0 %.17g\" ",
            problem->width_m, problem->height_m, high, -high / 2);
    fprintf(stream,
            "Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:mass:R:1:id:I:1%s Time=%.17g "
            "pbc=\"%c %c F\"\n",
            carom_problem_spins(problem) ? ":omega:R:3" : "", t_s, periodic, periodic);
}

static carom_status xyz_frame(FILE *stream, const carom_scenario *scenario,
                              const carom_sample *sample, const volatile sig_atomic_t *stop,
                              carom_error *error)
{
    fprintf(stream, "%zu\n", sample->count);
    write_keys(stream, &scenario->problem, sample->t_s);
    for (size_t i = 0; i < sample->count; i++) {
        const carom_ball *ball = &scenario->problem.ball[i];
        if (carom_rows_is_cancelled(stop, i)) {
            return carom_error_interrupted(error);
        }
        write_species(stream, ball->name);
        fprintf(stream, " %.17g %.17g 0 %.17g %.17g 0 %.17g %.17g %zu", sample->x_m[i],
                sample->y_m[i], sample->vx_mps[i], sample->vy_mps[i], ball->radius_m, ball->mass_kg,
                i + 1);
        if (carom_problem_spins(&scenario->problem)) {
            fprintf(stream, " 0 0 %.17g", sample->spin_radps[i]);
        }
        fputc('\n', stream);
    }
    return CAROM_OK;
}

const carom_export_format carom_export_xyz = {
    .name = "xyz",
    .summary = "a trajectory as extended XYZ, for OVITO and ASE; in SI units",
    .frame = xyz_frame};
