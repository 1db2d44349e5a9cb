/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the table at the end of a run: one column per solver, one row per quantity. */
#include "cli/console/console.h"
#include <ctype.h>

enum { SOLVERS_PER_BLOCK = 5, LABEL_WIDTH = 34, COLUMN_WIDTH = 15 };

/* Prints ratios and lengths within the rounding of 1 and of the table as 0. */
static void print_cell(FILE *stream, const carom_run *run, const carom_quantity *q, size_t i)
{
    static const double rounding = 16 * DBL_EPSILON;
    const carom_summary *summary = &run->solver[i].summary;
    const char *unit = q->column.unit;
    double scale = unit[0] == '\0'        ? 1
                 : strcmp(unit, "m") == 0 ? run->request->scenario->problem.width_m
                                          : 0;
    char text[40];
    carom_quantity_format(q, summary, text, sizeof text);
    bool is_noise = fabs(carom_quantity_of(q, summary)) < rounding * scale;
    fprintf(stream, " %*s", COLUMN_WIDTH, is_noise ? "0" : text);
}

static bool ended_early(const carom_run *run, size_t i)
{
    return run->solver[i].summary.reached_s < run->request->scenario->duration_s;
}

/* Rows that are printed only if a quantity is larger in magnitude in some solver: otherwise they
 * say nothing about the run. summary.tsv has all of them. */
static const struct {
    const char *row, *quantity;
    double least;
} minor_rows[] = {{"momentum_residual_rel", "momentum_residual_rel", 1e-9},
                  {"angular_momentum_residual_rel", "angular_momentum_residual_rel", 1e-9},
                  {"force_evaluations", "force_evaluations", 0},
                  {"pair_tests", "collisions", 1000},
                  {"lag_m", "lag_m", INFINITY},
                  {"asked_wall", "restitution_wall", -1},
                  {"contact_part", "contact_part", 0.1},
                  {"crowded_part", "crowded_part", 0},
                  {"theta", "theta", 0.2}};

/* Largest magnitude of a quantity; -INFINITY: no solver has it. */
static double largest_value(const carom_run *run, const char *name)
{
    double largest = -INFINITY;
    for (const carom_quantity *q = carom_quantities; q->column.name != NULL; q++) {
        for (size_t i = 0; i < run->solvers && strcmp(q->column.name, name) == 0; i++) {
            largest = fmax(largest, fabs(carom_quantity_of(q, &run->solver[i].summary)));
        }
    }
    return largest;
}

static bool has_row(const carom_run *run, const carom_quantity *q)
{
    bool has = carom_run_has_row(run, q);
    for (size_t k = 0; k < sizeof minor_rows / sizeof minor_rows[0]; k++) {
        has = has && (strcmp(q->column.name, minor_rows[k].row) != 0 ||
                      largest_value(run, minor_rows[k].quantity) > minor_rows[k].least);
    }
    return has;
}

/* If a solver stopped, the divergence refers to the last common sample. */
static const char *row_label(const carom_run *run, const carom_quantity *q)
{
    bool early = false;
    for (size_t i = 0; i < run->solvers; i++) {
        early = early || ended_early(run, i);
    }
    return early && q->place == CAROM_IN_COMPARED && strcmp(q->column.name, "rms_divergence_m") == 0
             ? "rms distance, last common (m)"
             : q->label;
}

static void print_block(FILE *stream, const carom_run *run, size_t first, size_t end)
{
    bool colored = cli_uses_color(stream);
    fprintf(stream, "\n%s%-*s", colored ? "\033[1m" : "", LABEL_WIDTH, "");
    for (size_t i = first; i < end; i++) {
        fprintf(stream, " %*.*s", COLUMN_WIDTH, COLUMN_WIDTH, run->solver[i].solver_run.name);
    }
    fprintf(stream, "%s\n%-*s", colored ? "\033[0m" : "", LABEL_WIDTH, "kind");
    for (size_t i = first; i < end; i++) {
        fprintf(stream, " %*.*s", COLUMN_WIDTH, COLUMN_WIDTH,
                carom_solver_display_name(run->solver[i].solver_run.choice));
    }
    fputc('\n', stream);
    for (const carom_quantity *q = carom_quantities; q->column.name != NULL; q++) {
        if (!has_row(run, q)) {
            continue;
        }
        fprintf(stream, "%-*s", LABEL_WIDTH, row_label(run, q));
        for (size_t i = first; i < end; i++) {
            print_cell(stream, run, q, i);
        }
        fputc('\n', stream);
    }
}

/* Prints the before/after table of the only collision of the reference. */
static void print_collision_balance(FILE *stream, const carom_run *run, bool *head_on)
{
    const carom_problem *problem = &run->request->scenario->problem;
    carom_collision_balance *balance = carom_allocate(run->solvers, sizeof *balance);
    const char **name = carom_allocate(run->solvers, sizeof *name);
    for (size_t i = 0; i < run->solvers; i++) {
        balance[i] = carom_collision_balance_of(problem, &run->solver[i].solver_run.contact_samples,
                                                1);
        name[i] = run->solver[i].solver_run.name;
    }
    if (balance[run->reference].over) {
        *head_on = !carom_collision_balance_is_oblique(&balance[run->reference]);
        carom_collision_balance_print(stream, problem, balance, name, run->solvers, run->reference);
    }
    free(balance);
    free(name);
}

/* ---- notes ---- */

/* A sentence, and the solvers to which it applies, separated by commas. */
typedef struct {
    const char *text, *solvers;
} note;

typedef struct {
    carom_arena arena;
    note *item;
    size_t count, room;
} note_list;

/* Adds each sentence of a text about a solver; solvers with the same sentence share its note. */
static void add_notes(note_list *notes, const char *solver, const char *text)
{
    while (*text != '\0') {
        size_t length = 1, k = 0;
        while (text[length] != '\0' && !(text[length - 1] == '.' && text[length] == ' ' &&
                                         !islower((unsigned char)text[length + 1]))) {
            length++;
        }
        const char *line = carom_arena_print(&notes->arena, "%.*s", (int)length, text);
        while (k < notes->count && strcmp(notes->item[k].text, line) != 0) {
            k++;
        }
        if (k < notes->count) {
            notes->item[k].solvers = carom_arena_print(&notes->arena, "%s, %s",
                                                       notes->item[k].solvers, solver);
        } else {
            carom_arena_grow(&notes->arena, &notes->item, notes->count, &notes->room, sizeof(note));
            notes->item[notes->count++] = (note){line, solver};
        }
        text += length + strspn(text + length, " ");
    }
}

static void note_solver(note_list *notes, const carom_run *run, size_t i)
{
    const carom_run_solver *solver = &run->solver[i];
    const carom_summary *summary = &solver->summary;
    const char *name = solver->solver_run.name;
    double noise_m = 5 * solver->solver_run.report.noise_m;
    char text[1024] = "";
    if (ended_early(run, i)) {
        carom_text_append(text, sizeof text,
                          "stopped at %.4g s of %.4g s; its energies and positions are those of "
                          "its last sample, at %.4g s. ",
                          summary->reached_s, run->request->scenario->duration_s,
                          solver->solver_run.sample.t_s);
    }
    if (run->request->compare && isfinite(summary->first_mismatch_s)) {
        carom_text_append(text, sizeof text,
                          "The collision sequence matches the reference until %.4g s; 'carom "
                          "diverge' shows what causes the distance. ",
                          summary->first_mismatch_s);
    }
    if (summary->collisions == 0) {
        carom_text_append(text, sizeof text, "No collision until %.4g s. ", summary->reached_s);
    }
    if (noise_m > 0) {
        carom_text_append(text, sizeof text,
                          "Distances of less than 5 sigma_m = %.3g m are within its noise.",
                          noise_m);
    }
    add_notes(notes, name, text);
    carom_validity_report(&summary->validity, text, sizeof text);
    add_notes(notes, name, text);
    carom_run_describe_clock(solver, text, sizeof text);
    add_notes(notes, name, text);
}

static void print_notes(FILE *stream, const carom_run *run)
{
    note_list notes = {.count = 0};
    for (size_t i = 0; i < run->solvers; i++) {
        note_solver(&notes, run, i);
    }
    for (size_t k = 0; k < notes.count; k++) {
        fprintf(stream, "%s%s: %s\n", k == 0 ? "\n" : "", notes.item[k].solvers,
                notes.item[k].text);
    }
    carom_arena_free(&notes.arena);
}

void cli_table_print(FILE *stream, const carom_run *run)
{
    const carom_scenario *scenario = run->request->scenario;
    fprintf(stream, "%s\n%zu ball%s, %g s, %lld samples",
            scenario->title[0] != '\0' ? scenario->title : run->request->name,
            scenario->problem.count, carom_plural((double)scenario->problem.count),
            scenario->duration_s, (long long)scenario->samples);
    if (run->request->compare) {
        fprintf(stream, "; reference: %s", run->solver[run->reference].solver_run.name);
    }
    fputc('\n', stream);
    for (size_t first = 0; first < run->solvers; first += SOLVERS_PER_BLOCK) {
        size_t end = first + SOLVERS_PER_BLOCK;
        print_block(stream, run, first, end < run->solvers ? end : run->solvers);
    }
    bool head_on = false;
    if (run->request->compare && run->solver[run->reference].solver_run.log.count == 1) {
        print_collision_balance(stream, run, &head_on);
    }
    cli_last_sample_print(stream, run, !head_on);
    print_notes(stream, run);
}

void cli_table_json(FILE *stream, const carom_run *run)
{
    fputs("[\n", stream);
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_summary *summary = &run->solver[i].summary;
        carom_json_write(stream, "  {solver: $, kind: $", summary->solver, summary->kind);
        for (const carom_quantity *q = carom_quantities; q->column.name != NULL; q++) {
            carom_json_write(stream, ", $: #", q->column.name, carom_quantity_of(q, summary));
        }
        fputs(i + 1 < run->solvers ? "},\n" : "}\n", stream);
    }
    fputs("]\n", stream);
}
