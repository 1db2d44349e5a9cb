/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the table at the end of a run: one column per solver, one row per quantity. */
#include "base/base.h"
#include "cli/console/console.h"
#include "run/run.h"
#include <carom/engine.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SOLVERS_PER_BLOCK = 5, LABEL_WIDTH = 34, COLUMN_WIDTH = 15 };

static void print_cell(FILE *stream, const carom_quantity *q, const carom_summary *summary)
{
    char text[40];
    carom_quantity_format(q, summary, text, sizeof text);
    fprintf(stream, " %*s", COLUMN_WIDTH, text);
}

static bool ended_early(const carom_run *run, size_t i)
{
    return run->solver[i].summary_recorder.summary.reached_s < run->request->scenario->duration_s;
}

/* If a solver stopped, the divergence refers to the last common sample. */
static const char *row_label(const carom_run *run, const carom_quantity *q)
{
    bool early = false;
    for (size_t i = 0; i < run->solvers; i++) {
        early = early || ended_early(run, i);
    }
    return early && q->place == CAROM_IN_COMPARED && strcmp(q->column.name, "rms_divergence_m") == 0
             ? "rms divergence, last common (m)"
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
        if (!carom_run_has_row(run, q)) {
            continue;
        }
        fprintf(stream, "%-*s", LABEL_WIDTH, row_label(run, q));
        for (size_t i = first; i < end; i++) {
            print_cell(stream, q, &run->solver[i].summary_recorder.summary);
        }
        fputc('\n', stream);
    }
}

/* Prints the before/after table of the only collision of the reference. */
static carom_status print_collision_balance(FILE *stream, const carom_run *run, carom_error *error)
{
    const carom_problem *problem = &run->request->scenario->problem;
    carom_collision_balance *balance = calloc(run->solvers, sizeof *balance);
    const char **name = calloc(run->solvers, sizeof *name);
    carom_status status = balance == NULL || name == NULL ? carom_error_no_memory(error) : CAROM_OK;
    for (size_t i = 0; i < run->solvers && status == CAROM_OK; i++) {
        balance[i] = carom_collision_balance_of(problem, &run->solver[i].solver_run.contact_samples,
                                                1);
        name[i] = run->solver[i].solver_run.name;
    }
    if (status == CAROM_OK && balance[run->reference].over) {
        carom_collision_balance_print(stream, problem, balance, name, run->solvers, run->reference);
    }
    free(balance);
    free(name);
    return status;
}

enum { NOTE_SIZE = 1024 };

/* Writes the notes about a solver, sentence by sentence; "": none. */
typedef void describe_note(const carom_run_solver *solver, char *text, size_t size);

static void describe_validity(const carom_run_solver *solver, char *text, size_t size)
{
    carom_validity_report(&solver->summary_recorder.summary.validity, text, size);
}

static void describe_engine(const carom_run_solver *solver, char *text, size_t size)
{
    carom_engine_describe(solver->solver_run.choice, text, size);
}

static void describe_mismatch(const carom_run_solver *solver, char *text, size_t size)
{
    double mismatch_s = solver->summary_recorder.summary.first_mismatch_s;
    text[0] = '\0';
    if (isfinite(mismatch_s)) {
        snprintf(text, size,
                 "The collision sequence matches the reference until %.4g s; 'carom diverge' shows "
                 "what causes the distance.",
                 mismatch_s);
    }
}

/* True if a sentence ends here: a full stop before the end, or before a space and a capital letter
 * or a number. */
static bool ends_sentence(const char *text)
{
    return text[0] == '.' &&
           (text[1] == '\0' || (text[1] == ' ' && (isupper((unsigned char)text[2]) ||
                                                   isdigit((unsigned char)text[2]))));
}

static size_t sentence_length(const char *text)
{
    size_t length = 0;
    while (text[length] != '\0' && !ends_sentence(text + length)) {
        length++;
    }
    return text[length] == '.' ? length + 1 : length;
}

static bool has_sentence(const char *text, const char *sentence, size_t length)
{
    while (text[0] != '\0') {
        size_t own = sentence_length(text);
        if (own == length && strncmp(text, sentence, length) == 0) {
            return true;
        }
        text += own + (text[own] == ' ');
    }
    return false;
}

/* Prints a sentence after the names of all solvers that it concerns, unless an earlier one has it.
 */
static void print_sentence(FILE *stream, const carom_run *run, size_t solver,
                           describe_note *describe, const char *sentence, size_t length)
{
    char note[NOTE_SIZE];
    for (size_t i = 0; i < run->solvers; i++) {
        describe(&run->solver[i], note, sizeof note);
        if (has_sentence(note, sentence, length)) {
            if (i < solver) {
                return;
            }
            fprintf(stream, "%s%s", i == solver ? "" : ", ", run->solver[i].solver_run.name);
        }
    }
    fprintf(stream, ": %.*s\n", (int)length, sentence);
}

static void print_notes(FILE *stream, const carom_run *run, describe_note *describe)
{
    char note[NOTE_SIZE];
    for (size_t i = 0; i < run->solvers; i++) {
        describe(&run->solver[i], note, sizeof note);
        for (const char *text = note; text[0] != '\0';) {
            size_t length = sentence_length(text);
            print_sentence(stream, run, i, describe, text, length);
            text += length + (text[length] == ' ');
        }
    }
}

static void write_notes(FILE *stream, const carom_run *run)
{
    if (!(run->solver[0].summary_recorder.summary.momentum_scale_kgmps > 0)) {
        fputs("No ball moves at t = 0, so the momentum residual has no relative value; series.tsv "
              "has it in kg m/s.\n",
              stream);
    }
    for (size_t i = 0; i < run->solvers; i++) {
        if (ended_early(run, i)) {
            fprintf(stream, "%s: stopped at %.4g s of %.4g s; its numbers refer to that time.\n",
                    run->solver[i].solver_run.name,
                    run->solver[i].summary_recorder.summary.reached_s,
                    run->request->scenario->duration_s);
        }
    }
    if (run->request->compare) {
        print_notes(stream, run, describe_mismatch);
    }
    print_notes(stream, run, describe_validity);
    print_notes(stream, run, carom_run_describe_clock);
    print_notes(stream, run, describe_engine);
}

/* Prints an empty line and the notes, or nothing without notes. */
static carom_status print_all_notes(FILE *stream, const carom_run *run, carom_error *error)
{
    char *text = NULL;
    size_t length = 0;
    FILE *memory = carom_text_open(&text, &length);
    if (memory != NULL) {
        write_notes(memory, run);
    }
    if (!carom_text_close(memory, &text)) {
        return carom_error_no_memory(error);
    }
    fprintf(stream, "%s%s", length > 0 ? "\n" : "", text);
    free(text);
    return CAROM_OK;
}

carom_status cli_table_print(FILE *stream, const carom_run *run, carom_error *error)
{
    carom_status status = CAROM_OK;
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
    if (run->request->compare && run->solver[run->reference].solver_run.log.count == 1) {
        status = print_collision_balance(stream, run, error);
    }
    return status == CAROM_OK ? print_all_notes(stream, run, error) : status;
}

void cli_table_json(FILE *stream, const carom_run *run)
{
    fputs("[\n", stream);
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_summary *summary = &run->solver[i].summary_recorder.summary;
        cli_json_member(stream, "  {", "solver", summary->solver);
        cli_json_member(stream, ", ", "kind", summary->kind);
        for (const carom_quantity *q = carom_quantities; q->column.name != NULL; q++) {
            fprintf(stream, ", \"%s\": ", q->column.name);
            carom_json_write_number(stream, carom_quantity_of(q, summary));
        }
        fputs(i + 1 < run->solvers ? "},\n" : "}\n", stream);
    }
    fputs("]\n", stream);
}
