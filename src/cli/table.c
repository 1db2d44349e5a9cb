/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table at the end of a run: one column per solver, one row per quantity, for people. */
#include "cli/commands.h"
#include "run/exchange.h"
#include <math.h>
#include <stdlib.h>

enum { SOLVERS_ABREAST = 5, LABEL_WIDTH = 34, COLUMN_WIDTH = 15 };

/* What stands for a number that there is none of. Residuals are parts of what there is at t = 0. */
static const char *none_of(const carom_quantity *q, const carom_summary *summary)
{
    if (q->part_of != NULL && !(carom_quantity_called(q->part_of, summary) > 0)) {
        return summary->momentum_scale_kgmps > 0 ? "nothing at 0" : "at rest";
    }
    return q->none == NULL ? "-" : q->none;
}

static void print_cell(FILE *stream, const carom_quantity *q, const carom_summary *summary)
{
    double value = carom_quantity_of(q, summary);
    double to = q->range_to == NULL ? value : carom_quantity_called(q->range_to, summary);
    char text[40];
    if (isnan(value)) {
        snprintf(text, sizeof text, "%s", none_of(q, summary));
    } else if (to > value) { /* by materials */
        snprintf(text, sizeof text, "%.4g to %.4g", value, to);
    } else {
        snprintf(text, sizeof text, q->whole ? "%.0f" : "%.4g", value);
    }
    fprintf(stream, " %*s", COLUMN_WIDTH, text);
}

/* Where no solver has anything to say of some quantities, the row is left out. */
static bool is_printed(const carom_run *run, const carom_quantity *q)
{
    bool said = q->none != NULL;
    for (size_t i = 0; i < run->solvers; i++) {
        said = said || !isnan(carom_quantity_of(q, &run->solver[i].account.summary));
    }
    return said && q->label != NULL && (q->place != CAROM_IN_COMPARED || run->request->compare);
}

static void print_block(FILE *stream, const carom_run *run, size_t first, size_t end)
{
    bool colour = cli_colour(stream);
    fprintf(stream, "\n%s%-*s", colour ? "\033[1m" : "", LABEL_WIDTH, "");
    for (size_t i = first; i < end; i++) {
        fprintf(stream, " %*.*s", COLUMN_WIDTH, COLUMN_WIDTH, run->solver[i].lane.name);
    }
    fprintf(stream, "%s\n%-*s", colour ? "\033[0m" : "", LABEL_WIDTH, "kind");
    for (size_t i = first; i < end; i++) {
        fprintf(stream, " %*.*s", COLUMN_WIDTH, COLUMN_WIDTH,
                carom_solver_called(run->solver[i].lane.choice));
    }
    fputc('\n', stream);
    for (const carom_quantity *q = carom_quantities; q->column.name != NULL; q++) {
        if (!is_printed(run, q)) {
            continue;
        }
        fprintf(stream, "%-*s", LABEL_WIDTH, q->label);
        for (size_t i = first; i < end; i++) {
            print_cell(stream, q, &run->solver[i].account.summary);
        }
        fputc('\n', stream);
    }
}

/* A clock of its own that has parted from the time asked by more than rounding. */
static void say_clock(FILE *stream, const carom_run_solver *solver)
{
    double simulated = solver->account.summary.simulated_s, asked = solver->lane.sample.t_s,
           gained = simulated - asked;
    if (gained > 1e-9 * asked && !carom_lane_has_failed(&solver->lane)) {
        fprintf(stream,
                "\n%s: its clock has gained %.6g s: %.7g s are simulated where %.7g s were asked "
                "for; its "
                "samples stand at the time asked.\n",
                solver->lane.name, gained, simulated, asked);
    }
}

/* What the only collision of the reference's run did to its two balls, by every solver. */
static void print_exchange(FILE *stream, const carom_run *run)
{
    const carom_problem *problem = &run->request->scenario->problem;
    carom_exchange *of = calloc(run->solvers, sizeof *of);
    const char **name = calloc(run->solvers, sizeof *name);
    for (size_t i = 0; i < run->solvers && of != NULL && name != NULL; i++) {
        of[i] = carom_exchange_of(problem, &run->solver[i].lane.moments, 1);
        name[i] = run->solver[i].lane.name;
    }
    if (of == NULL || name == NULL) {
        fputs("\nno memory for the table of the collision\n", stream);
    } else if (of[run->reference].over) {
        carom_exchange_print(stream, problem, of, name, run->solvers, run->reference);
    }
    free(of);
    free(name);
}

void cli_table_print(FILE *stream, const carom_run *run)
{
    const carom_scenario *scenario = run->request->scenario;
    fprintf(stream, "%s\n%zu %s, %g s, %lld samples",
            scenario->title[0] != '\0' ? scenario->title : run->request->name,
            scenario->problem.count, scenario->problem.count == 1 ? "ball" : "balls",
            scenario->duration_s, (long long)scenario->samples);
    if (run->request->compare) {
        fprintf(stream, "; reference: %s", run->solver[run->reference].lane.name);
    }
    fputc('\n', stream);
    for (size_t first = 0; first < run->solvers; first += SOLVERS_ABREAST) {
        size_t end = first + SOLVERS_ABREAST;
        print_block(stream, run, first, end < run->solvers ? end : run->solvers);
    }
    if (run->request->compare && run->solver[run->reference].lane.log.count == 1) {
        print_exchange(stream, run);
    }
    if (!(run->solver[0].account.summary.momentum_scale_kgmps > 0)) {
        fputs("\nAll is at rest at t = 0, so a residual of momentum is no part of anything: "
              "series.tsv has it in kg m/s.\n",
              stream);
    }
    for (size_t i = 0; i < run->solvers; i++) {
        char doubts[1024];
        carom_validity_say(&run->solver[i].account.summary.validity, doubts, sizeof doubts);
        if (doubts[0] != '\0') {
            fprintf(stream, "\n%s: %s\n", run->solver[i].lane.name, doubts);
        }
        say_clock(stream, &run->solver[i]);
    }
}

static void write_number(FILE *stream, double value)
{
    char text[32];
    carom_number_format(value, text, sizeof text);
    fputs(isfinite(value) ? text : "null", stream);
}

void cli_table_json(FILE *stream, const carom_run *run)
{
    fputs("[\n", stream);
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_summary *summary = &run->solver[i].account.summary;
        fputs("  {\"solver\": ", stream);
        carom_json_string(stream, summary->solver);
        fputs(", \"kind\": ", stream);
        carom_json_string(stream, summary->kind);
        for (const carom_quantity *q = carom_quantities; q->column.name != NULL; q++) {
            fprintf(stream, ", \"%s\": ", q->column.name);
            write_number(stream, carom_quantity_of(q, summary));
        }
        fputs(i + 1 < run->solvers ? "},\n" : "}\n", stream);
    }
    fputs("]\n", stream);
}
