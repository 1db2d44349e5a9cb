/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of a class as CSV, JSON and text. */
#include "exercises/exercises.h"

static const carom_question *question_at(const carom_exercise *exercise, size_t k)
{
    return (const carom_question *)exercise->questions.items + k;
}

static const char *sandbox_word(const carom_grade_row *row)
{
    return row->outside ? "no" : row->inside ? "yes" : "";
}

/* ---- CSV ---- */

/* Writes the name of a question, prefixed by its exercise if there are several. */
static void write_question_name(const carom_class *class, const carom_exercise *exercise, size_t k,
                                FILE *stream)
{
    char text[2 * CAROM_NAME_SIZE + 2];
    snprintf(text, sizeof text, "%.60s%s%.60s", class->exercises > 1 ? exercise->name : "",
             class->exercises > 1 ? ":" : "", question_at(exercise, k)->id);
    carom_csv_write_text(stream, text);
}

static void write_points(const carom_class *class, const carom_grade_row *row, FILE *stream)
{
    for (size_t e = 0; e < class->exercises; e++) {
        const carom_exercise *exercise = &class->exercise[e]->exercise;
        for (size_t k = 0; k < exercise->questions.count; k++) {
            fputc(',', stream);
            if (exercise == row->exercise && k < row->verdicts.count) {
                fprintf(stream, "%.10g", carom_grade_row_points(row, k));
            }
        }
    }
}

void carom_class_write_csv(const carom_class *class, FILE *stream)
{
    fputs("name,file,exercise", stream);
    for (size_t e = 0; e < class->exercises; e++) {
        const carom_exercise *exercise = &class->exercise[e]->exercise;
        for (size_t k = 0; k < exercise->questions.count; k++) {
            fputc(',', stream);
            write_question_name(class, exercise, k, stream);
        }
    }
    fputs(",total,out_of,trouble,sandbox\r\n", stream);
    for (size_t i = 0; i < class->count; i++) {
        const carom_grade_row *row = &class->item[i];
        carom_csv_write_text(stream, row->name);
        fputc(',', stream);
        carom_csv_write_text(stream, row->file);
        fputc(',', stream);
        carom_csv_write_text(stream, row->exercise == NULL ? "" : row->exercise->name);
        write_points(class, row, stream);
        fprintf(stream, ",%.10g,%.10g,%s,%s\r\n", row->total, row->out_of, row->word,
                sandbox_word(row));
    }
}

/* ---- JSON ---- */

static void write_text(FILE *stream, const char *key, const char *text)
{
    fprintf(stream, "\"%s\": ", key);
    carom_json_write_string(stream, text);
}

static void write_answers(const carom_grade_row *row, FILE *stream)
{
    fputs(", \"questions\": [", stream);
    for (size_t k = 0; k < row->verdicts.count; k++) {
        const carom_verdict *verdict = &row->verdicts.item[k];
        fputs(k == 0 ? "\n    {" : ",\n    {", stream);
        write_text(stream, "id", verdict->name);
        fprintf(stream, ", \"points\": %.10g, \"out_of\": %.10g, ", carom_grade_row_points(row, k),
                question_at(row->exercise, k)->points);
        write_text(stream, "trouble", verdict->word);
        fputs(", ", stream);
        write_text(stream, "text", verdict->text);
        fputc('}', stream);
    }
    fputc(']', stream);
}

void carom_class_write_json(const carom_class *class, FILE *stream)
{
    fputc('[', stream);
    for (size_t i = 0; i < class->count; i++) {
        const carom_grade_row *row = &class->item[i];
        fputs(i == 0 ? "\n  {" : ",\n  {", stream);
        write_text(stream, "name", row->name);
        fputs(", ", stream);
        write_text(stream, "file", row->file);
        fputs(", ", stream);
        write_text(stream, "exercise", row->exercise == NULL ? "" : row->exercise->name);
        fprintf(stream, ", \"total\": %.10g, \"out_of\": %.10g, ", row->total, row->out_of);
        write_text(stream, "trouble", row->word);
        fputs(", ", stream);
        write_text(stream, "text", row->text);
        fputs(", ", stream);
        write_text(stream, "sandbox", sandbox_word(row));
        write_answers(row, stream);
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
    carom_text_replace_controls(plain);
    fprintf(stream, "%-*s", NAME_COLUMNS, plain);
}

static void print_one(const carom_grade_row *row, FILE *stream)
{
    print_name(row->name, stream);
    for (size_t k = 0; k < row->exercise->questions.count; k++) {
        fprintf(stream, " %*.4g", columns_of(question_at(row->exercise, k)),
                carom_grade_row_points(row, k));
    }
    fprintf(stream, "  %6.4g of %-6.4g %s\n", row->total, row->out_of, row->word);
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
    fprintf(stream, "%zu graded, %.4g points on average\n\n", count, total / (double)count);
}

/* Prints the faults of all rows. */
static void print_troubles(const carom_class *class, FILE *stream)
{
    for (size_t i = 0; i < class->count; i++) {
        const carom_grade_row *row = &class->item[i];
        if (row->word[0] != '\0') {
            print_name(row->name, stream);
            fprintf(stream, " %s: %s\n", row->word, row->text);
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
