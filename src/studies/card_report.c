/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output of carom card: text, table, TAP, figure. */
#include "base/base.h"
#include "params/params.h"
#include "params/rows.h"
#include "studies/card.h"
#include <carom/engine.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *mark;
} grades[] = {[CAROM_EXACT_VALUE] = {"exact", "="}, [CAROM_CLOSE] = {"close", "~"},
              [CAROM_OFF] = {"off", "!"},           [CAROM_WRONG] = {"wrong", "X"},
              [CAROM_REFUSED] = {"refused", ""},    [CAROM_FAILED] = {"failed", ""},
              [CAROM_TOO_SLOW] = {"slow", ""}};
enum { GRADES = sizeof grades / sizeof grades[0] };

/* ---- text ---- */

enum { LABEL_WIDTH = 29, CELL_WIDTH = 7 };

/* Write a value with three digits and the mark of its grade, or the grade without a value. */
static void format_cell(const carom_cell *cell, char text[24])
{
    char number[16];
    snprintf(number, sizeof number, fabs(cell->value) < 1e-3 && cell->value != 0 ? "%.0e" : "%.3g",
             cell->value);
    snprintf(text, 24, "%s%s", isnan(cell->value) ? grades[cell->grade].name : number,
             grades[cell->grade].mark);
}

static void print_scenes(const carom_card *card, bool fine, FILE *stream)
{
    fprintf(stream, "\n%-*s %*s", LABEL_WIDTH,
            fine ? "with settings for accuracy" : "with default settings", CELL_WIDTH, "expected");
    for (size_t i = 0; i < card->contestants; i++) {
        if (card->contestant[i].fine == fine) {
            fprintf(stream, " %*s", CELL_WIDTH, card->contestant[i].kind);
        }
    }
    for (size_t row = 0; row < CAROM_CARD_ROWS; row++) {
        char label[100];
        snprintf(label, sizeof label, "%s: %s", card->row[row].scene, card->row[row].quantity);
        fprintf(stream, "\n%-*.*s %*.3g", LABEL_WIDTH, LABEL_WIDTH, label, CELL_WIDTH,
                card->row[row].expected);
        for (size_t i = 0; i < card->contestants; i++) {
            char text[24];
            format_cell(&card->cell[row][i], text);
            if (card->contestant[i].fine == fine) {
                fprintf(stream, " %*s", CELL_WIDTH, text);
            }
        }
    }
    fputc('\n', stream);
}

/* Count the grades of a contestant. */
static void print_summary(const carom_card *card, size_t i, FILE *stream)
{
    const carom_contestant *one = &card->contestant[i];
    size_t count[GRADES] = {0};
    char engine[300];
    for (size_t row = 0; row < CAROM_CARD_ROWS; row++) {
        count[card->cell[row][i].grade]++;
    }
    fprintf(stream, "%s, %s: ", one->kind, one->fine ? "settings for accuracy" : "defaults");
    for (int grade = 0, written = 0; grade < (int)GRADES; grade++) {
        if (count[grade] > 0) {
            fprintf(stream, "%s%zu %s", written++ > 0 ? ", " : "", count[grade],
                    grades[grade].name);
        }
    }
    fputc('.', stream);
    if (one->settings[0] != '\0') {
        fprintf(stream, " Settings: %s.", one->settings);
    }
    carom_engine_describe(&one->choice, engine, sizeof engine);
    engine[strcspn(engine, ",")] = '\0';
    if (!one->fine) {
        fprintf(stream, "\n  %s%sMade for %s.", engine, engine[0] != '\0' ? ". " : "",
                one->purpose[0] != '\0' ? one->purpose : "purposes that carom does not know");
    }
    fputc('\n', stream);
}

static carom_status card_print(const void *object, FILE *stream, FILE *complaints)
{
    const carom_card *card = object;
    bool fine = false;
    (void)complaints;
    for (size_t i = 0; i < card->contestants; i++) {
        fine = fine || card->contestant[i].fine;
    }
    print_scenes(card, false, stream);
    if (fine) {
        print_scenes(card, true, stream);
    }
    fputs(
        "\n= exact to 1e-6, ~ to 1 %, ! to 10 %, X wrong by more (relative to the striking speed)\n"
        "cradle touching: expected as for elastic spheres (Hertz); rigid balls give 0\n\n",
        stream);
    for (size_t i = 0; i < card->contestants; i++) {
        print_summary(card, i, stream);
    }
    if (card->missing[0] != '\0') {
        fprintf(stream, "Not available here: %s (carom help engines)\n", card->missing);
    }
    return CAROM_OK;
}

/* ---- table ---- */

/* A row of card.tsv. */
typedef struct {
    const carom_contestant *contestant;
    const carom_card_row *row;
    const carom_cell *cell;
} card_cell;

#define CARD(NUMBER, TEXT, of)                                                                     \
    TEXT(of, kind, r->contestant->kind, "kind of the solver")                                      \
    TEXT(of, scene, r->row->scene, "name of the scene")                                            \
    TEXT(of, quantity, r->row->quantity, "measured quantity and its unit")                         \
    NUMBER(of, value, "", r->cell->value, "value at the end of the run; nan without a result")     \
    NUMBER(of, expected, "", r->row->expected, "exact value")                                      \
    TEXT(of, verdict, grades[r->cell->grade].name,                                                 \
         "exact (within 1e-6 of the scale), close (1 %), off (10 %), wrong, refused, slow")        \
    TEXT(of, settings, r->contestant->settings[0] == '\0' ? "defaults" : r->contestant->settings,  \
         "keys that differ from the defaults")                                                     \
    TEXT(of, note, r->cell->note, "reason of a missing value")
CAROM_COLUMNS(card, card_cell, CARD)

static void write_rows(const void *object, carom_rows *rows)
{
    const carom_card *card = object;
    for (size_t i = 0; i < card->contestants; i++) {
        for (size_t k = 0; k < CAROM_CARD_ROWS; k++) {
            const card_cell cell = {&card->contestant[i], &card->row[k], &card->cell[k][i]};
            carom_rows_write(rows, &cell);
        }
    }
}

static const carom_table tables[] = {
    {"card.tsv", "a scene and a solver", card_columns, write_rows, NULL}, {.name = NULL}};

/* ---- TAP ---- */

static void card_tap(const void *object, FILE *stream)
{
    const carom_card *card = object;
    size_t number = 0;
    fprintf(stream, "TAP version 13\n1..%zu\n", CAROM_CARD_ROWS * card->contestants);
    for (size_t i = 0; i < card->contestants; i++) {
        for (size_t k = 0; k < CAROM_CARD_ROWS; k++) {
            const carom_cell *cell = &card->cell[k][i];
            bool wrong = cell->grade == CAROM_OFF || cell->grade == CAROM_WRONG;
            fprintf(stream, "%s %zu - %s, %s: %s: %s", wrong ? "not ok" : "ok", ++number,
                    card->contestant[i].kind,
                    card->contestant[i].fine ? "settings for accuracy" : "defaults",
                    card->row[k].scene, card->row[k].quantity);
            if (cell->grade > CAROM_WRONG) {
                fprintf(stream, " # SKIP %s", cell->note);
            }
            fprintf(stream, "\n  ---\n  found: %.9g\n  expected: %.9g\n  ...\n", cell->value,
                    card->row[k].expected);
        }
    }
}

/* ---- figure ---- */

static size_t count_within(const carom_card *card, size_t i, carom_grade worst)
{
    size_t count = 0;
    for (size_t k = 0; k < CAROM_CARD_ROWS; k++) {
        count += card->cell[k][i].grade <= worst;
    }
    return count;
}

static void card_draw(const void *object, carom_drawing *drawing)
{
    const carom_card *card = object;
    size_t least = SIZE_MAX, most = 0, defaults = 0;
    bool engines = false;
    for (size_t i = 0; i < card->contestants; i++) {
        defaults += !card->contestant[i].fine;
        engines = engines || carom_engine_of(&card->contestant[i].choice) != NULL;
    }
    for (size_t i = 0; i < card->contestants; i++) {
        size_t close = count_within(card, i, CAROM_CLOSE);
        if (!card->contestant[i].fine &&
            engines == (carom_engine_of(&card->contestant[i].choice) != NULL)) {
            least = close < least ? close : least;
            most = close > most ? close : most;
        }
    }
    carom_drawing_title(drawing, "%s at default settings: %zu to %zu of %d values within 1 %%",
                        engines ? "Third-party engines" : "Solvers of carom", least, most,
                        CAROM_CARD_ROWS);
    carom_drawing_count(drawing, "COLUMNS", card->contestants);
    carom_drawing_count(drawing, "FINE", defaults);
    carom_drawing_count(drawing, "N", card->contestants); /* of labels */
    carom_drawing_array(drawing, "LABEL", card->contestants);
    for (size_t i = 0; i < card->contestants; i++) {
        carom_drawing_text_at(drawing, "LABEL", i, card->contestant[i].label);
    }
    carom_drawing_figure(drawing, "card", "card");
}

static const carom_param params[] = {
    {NUMBER("limit_s", offsetof(carom_card, limit_s), "s", "3", POSITIVE, ANY,
            "processor time for a scene, and ten times as long by the clock")},
    {.key = NULL}};

static const carom_command_option options[] = {
    {"set", "limit_s=NUMBER: processor time for a scene (s), and ten times as long by the clock"},
    {"output", "folder of tables and figures; by default out/card"},
    {"jobs", NULL},
    {"json", "the table as JSON, and nothing else on standard output"},
    {"tap", NULL},
    CAROM_FIGURE_OPTIONS,
    {NULL, NULL}};

const carom_study_entry carom_study_card = {
    .about = {.name = "card",
              .summary = "report card: engines and solvers on twelve scenes with exact answers",
              .params = params,
              .options_size = sizeof(carom_card)},
    .text =
        "Runs twelve short scenes with known answers through third-party engines and carom's own\n"
        "solvers, at their default settings and at settings for accuracy, and grades each value.\n"
        "KIND is a kind of solver; by default all that are installed. Each engine runs in a\n"
        "worker process with a time limit. 'carom help engines' describes the engines.\n",
    .notes = "Try:\n"
             "  carom card\n"
             "  carom card chipmunk ode\n",
    .options = options,
    .bare = true,
    .argument = "[KIND...]",
    .counts = "runs",
    .run = carom_card_run,
    .print = card_print,
    .tap = card_tap,
    .release = carom_card_free,
    .tables = tables,
    .draw = card_draw};
