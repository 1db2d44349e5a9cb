/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/columns.h"
#include <string.h>

#define PLACES "t_s\tball\tx_m\ty_m\tvx_mps\tvy_mps"
static const struct {
    const char *name, *header;
} tables[] = {
    {"series",
     "t_s\tkinetic_J\telastic_J\tpotential_J\tdissipated_J\tenergy_residual_J\tpx_kgmps\tpy_kgmps\t"
     "momentum_residual_kgmps\tangular_momentum_kgm2ps\tangular_momentum_residual_kgm2ps\t"
     "max_overlap_m\tcontacts\tcollisions\n"},
    {"trajectory", PLACES "\n"},
    {"divergence", "t_s\tsolver\treference\trms_m\tmax_m\trms_mps\n"},
    {"collisions",
     "t_s\tkind\ta\tb\tnormal_x\tnormal_y\tapproach_mps\tseparation_mps\timpulse_Ns\tcontact_s\t"
     "max_overlap_m\tdissipated_J\n"},
    {NULL, NULL}};
static const char turned[] = PLACES "\tq_w\tq_x\tq_y\tq_z\n";

const char *carom_record_header(const char *table, bool orientation)
{
    size_t k = 0;
    if (orientation && strcmp(table, "trajectory") == 0) {
        return turned;
    }
    while (tables[k].name != NULL && strcmp(tables[k].name, table) != 0) {
        k++;
    }
    return tables[k].header;
}

static void write_number(FILE *stream, double value, char end)
{
    char text[32];
    carom_number_format(value, text, sizeof text);
    fputs(text, stream);
    fputc(end, stream);
}

static void write_numbers(FILE *stream, const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        write_number(stream, value[i], i + 1 < count ? '\t' : '\n');
    }
}

void carom_record_series(FILE *stream, const carom_sample *sample)
{
    const carom_ledger *l = &sample->ledger;
    const double row[] = {sample->t_s,
                          l->kinetic_J,
                          l->elastic_J,
                          l->potential_J,
                          l->dissipated_J,
                          l->energy_residual_J,
                          l->px_kgmps,
                          l->py_kgmps,
                          l->momentum_residual_kgmps,
                          l->angular_momentum_kgm2ps,
                          l->angular_momentum_residual_kgm2ps,
                          sample->max_overlap_m,
                          (double)sample->contacts,
                          (double)sample->collisions};
    write_numbers(stream, row, sizeof row / sizeof row[0]);
}

void carom_record_trajectory(FILE *stream, const carom_problem *problem, const carom_sample *sample)
{
    for (size_t i = 0; i < sample->count; i++) {
        double row[8] = {sample->x_m[i], sample->y_m[i], sample->vx_mps[i], sample->vy_mps[i]};
        if (sample->orientation != NULL) {
            memcpy(&row[4], &sample->orientation[4 * i], 4 * sizeof row[0]);
        }
        write_number(stream, sample->t_s, '\t');
        fprintf(stream, "%s\t", problem->ball[i].name);
        write_numbers(stream, row, sample->orientation == NULL ? 4 : 8);
    }
}

void carom_record_collisions(FILE *stream, const carom_problem *problem, const carom_log *log)
{
    fputs(carom_record_header("collisions", false), stream);
    for (size_t k = 0; k < log->count; k++) {
        const carom_collision *c = &log->item[k];
        const double row[] = {c->normal_x,   c->normal_y,  c->approach_mps,  c->separation_mps,
                              c->impulse_Ns, c->contact_s, c->max_overlap_m, c->dissipated_J};
        write_number(stream, c->t_s, '\t');
        fprintf(stream, "%s\t%s\t%s\t", c->wall ? "wall" : "ball", problem->ball[c->a].name,
                c->wall ? carom_wall_name(problem, c->b) : problem->ball[c->b].name);
        write_numbers(stream, row, sizeof row / sizeof row[0]);
    }
}

void carom_record_divergence(FILE *stream, double t_s, const char *solver, const char *reference,
                             const carom_divergence *divergence)
{
    const double row[] = {divergence->rms_m, divergence->max_m, divergence->rms_mps};
    write_number(stream, t_s, '\t');
    fprintf(stream, "%s\t%s\t", solver, reference);
    write_numbers(stream, row, sizeof row / sizeof row[0]);
}

void carom_record_summary_header(FILE *stream)
{
    fputs("solver\tkind", stream);
    for (const carom_quantity *q = carom_quantities; q->is_column; q++) {
        fprintf(stream, "\t%s", q->name);
    }
    fputc('\n', stream);
}

void carom_record_summary(FILE *stream, const char *solver, const char *kind,
                          const carom_summary *summary)
{
    fprintf(stream, "%s\t%s\t", solver, kind);
    for (const carom_quantity *q = carom_quantities; q->is_column; q++) {
        write_number(stream, carom_quantity_of(q, summary), q[1].is_column ? '\t' : '\n');
    }
}
