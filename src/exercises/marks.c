/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of a class: as CSV, as JSON, for people. */
#include "base/base.h"
#include "exercises/exercises.h"
#include "records/records.h"
#include "run/run.h"
#include <string.h>

static const carom_question *question_at(const carom_exercise *exercise, size_t k)
{
    return (const carom_question *)exercise->questions.items + k;
}

static const char *sandbox_word(const carom_marks *marks)
{
    return marks->outside ? "no" : marks->inside ? "yes" : "";
}

/* ---- CSV ---- */

/* Of several exercises a question's name has its exercise's before it. */
static void put_question(const carom_class *class, const carom_exercise *exercise, size_t k,
                         FILE *stream)
{
    char text[2 * CAROM_NAME_SIZE + 2];
    snprintf(text, sizeof text, "%.60s%s%.60s", class->exercises > 1 ? exercise->name : "",
             class->exercises > 1 ? ":" : "", question_at(exercise, k)->id);
    carom_csv_text(stream, text);
}

static void put_points(const carom_class *class, const carom_marks *marks, FILE *stream)
{
    for (size_t e = 0; e < class->exercises; e++) {
        const carom_exercise *exercise = &class->exercise[e]->exercise;
        for (size_t k = 0; k < exercise->questions.count; k++) {
            fputc(',', stream);
            if (exercise == marks->exercise && k < marks->verdicts.count) {
                fprintf(stream, "%.10g", carom_marks_points(marks, k));
            }
        }
    }
}

void carom_class_csv(const carom_class *class, FILE *stream)
{
    fputs("name,file,exercise", stream);
    for (size_t e = 0; e < class->exercises; e++) {
        const carom_exercise *exercise = &class->exercise[e]->exercise;
        for (size_t k = 0; k < exercise->questions.count; k++) {
            fputc(',', stream);
            put_question(class, exercise, k, stream);
        }
    }
    fputs(",total,out_of,trouble,sandbox\r\n", stream);
    for (size_t i = 0; i < class->count; i++) {
        const carom_marks *marks = &class->item[i];
        carom_csv_text(stream, marks->name);
        fputc(',', stream);
        carom_csv_text(stream, marks->file);
        fputc(',', stream);
        carom_csv_text(stream, marks->exercise == NULL ? "" : marks->exercise->name);
        put_points(class, marks, stream);
        fprintf(stream, ",%.10g,%.10g,%s,%s\r\n", marks->total, marks->out_of, marks->word,
                sandbox_word(marks));
    }
}

/* ---- JSON ---- */

static void put_text(FILE *stream, const char *key, const char *text)
{
    fprintf(stream, "\"%s\": ", key);
    carom_json_string(stream, text);
}

static void put_answers(const carom_marks *marks, FILE *stream)
{
    fputs(", \"questions\": [", stream);
    for (size_t k = 0; k < marks->verdicts.count; k++) {
        const carom_verdict *verdict = &marks->verdicts.item[k];
        fputs(k == 0 ? "\n    {" : ",\n    {", stream);
        put_text(stream, "id", verdict->name);
        fprintf(stream, ", \"points\": %.10g, \"out_of\": %.10g, ", carom_marks_points(marks, k),
                question_at(marks->exercise, k)->points);
        put_text(stream, "trouble", verdict->word);
        fputs(", ", stream);
        put_text(stream, "text", verdict->text);
        fputc('}', stream);
    }
    fputc(']', stream);
}

void carom_class_json(const carom_class *class, FILE *stream)
{
    fputc('[', stream);
    for (size_t i = 0; i < class->count; i++) {
        const carom_marks *marks = &class->item[i];
        fputs(i == 0 ? "\n  {" : ",\n  {", stream);
        put_text(stream, "name", marks->name);
        fputs(", ", stream);
        put_text(stream, "file", marks->file);
        fputs(", ", stream);
        put_text(stream, "exercise", marks->exercise == NULL ? "" : marks->exercise->name);
        fprintf(stream, ", \"total\": %.10g, \"out_of\": %.10g, ", marks->total, marks->out_of);
        put_text(stream, "trouble", marks->word);
        fputs(", ", stream);
        put_text(stream, "text", marks->text);
        fputs(", ", stream);
        put_text(stream, "sandbox", sandbox_word(marks));
        put_answers(marks, stream);
        fputc('}', stream);
    }
    fputs("\n]\n", stream);
}

/* ---- for people ---- */

enum { NAME_COLUMNS = 24, LEAST_COLUMNS = 5 };

static int columns_of(const carom_question *question)
{
    int length = (int)strlen(question->id);
    return length < LEAST_COLUMNS ? LEAST_COLUMNS : length;
}

static void print_name(const char *name, FILE *stream)
{
    char plain[200];
    snprintf(plain, sizeof plain, "%.190s", name);
    carom_text_make_plain(plain);
    fprintf(stream, "%-*s", NAME_COLUMNS, plain);
}

static void print_one(const carom_marks *marks, FILE *stream)
{
    print_name(marks->name, stream);
    for (size_t k = 0; k < marks->exercise->questions.count; k++) {
        fprintf(stream, " %*.4g", columns_of(question_at(marks->exercise, k)),
                carom_marks_points(marks, k));
    }
    fprintf(stream, "  %6.4g of %-6.4g %s\n", marks->total, marks->out_of, marks->word);
}

static void print_exercise(const carom_class *class, const carom_exercise *exercise, FILE *stream)
{
    double total = 0;
    size_t count = 0;
    fprintf(stream, "%s\n", exercise->title);
    print_name(exercise->name, stream);
    for (size_t k = 0; k < exercise->questions.count; k++) {
        const carom_question *question = question_at(exercise, k);
        fprintf(stream, " %*s", columns_of(question), question->id);
    }
    fputs("   total\n", stream);
    for (size_t i = 0; i < class->count; i++) {
        if (class->item[i].exercise == exercise) {
            print_one(&class->item[i], stream);
            total += class->item[i].total;
            count++;
        }
    }
    fprintf(stream, "%zu judged, %.4g points on average\n\n", count, total / (double)count);
}

/* Hand-ins that are to no exercise, and what was wrong with any. */
static void print_troubles(const carom_class *class, FILE *stream)
{
    for (size_t i = 0; i < class->count; i++) {
        const carom_marks *marks = &class->item[i];
        if (marks->word[0] != '\0') {
            print_name(marks->name, stream);
            fprintf(stream, " %s: %s\n", marks->word, marks->text);
        }
    }
}

void carom_class_print(const carom_class *class, FILE *stream)
{
    size_t inside = 0, outside = 0;
    for (size_t e = 0; e < class->exercises; e++) {
        print_exercise(class, &class->exercise[e]->exercise, stream);
    }
    print_troubles(class, stream);
    for (size_t i = 0; i < class->count; i++) {
        inside += class->item[i].inside;
        outside += class->item[i].outside;
    }
    if (outside > 0) {
        fprintf(stream, "programs of %zu ran WITHOUT a sandbox\n", outside);
    } else if (inside > 0) {
        fprintf(stream, "programs of %zu ran in a sandbox\n", inside);
    }
}
