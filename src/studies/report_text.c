/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text whose lines have named quantities, for carom explain and its JSON. */
#include "studies/studies.h"

static void add_quantity(carom_report_text *to, carom_reported_quantity word)
{
    if (!carom_reserve(&to->item, to->count, &to->capacity, sizeof word)) {
        to->no_memory = true;
        return;
    }
    (void)fflush(to->stream); /* errors stay in the stream */
    word.at = *to->length;
    to->item[to->count++] = word;
}

void carom_report_add_quantities(carom_report_text *to, const char *quantities, ...)
{
    va_list values;
    va_start(values, quantities);
    for (const char *key = quantities; *key != '\0' && to->length != NULL;) {
        carom_reported_quantity word = {.key = key, .key_length = strcspn(key, "=")};
        const char *kind = key + word.key_length + 2; /* after "=%" */
        if (*kind == 's') {
            word.text = va_arg(values, const char *);
        } else {
            word.number = va_arg(values, double);
        }
        add_quantity(to, word);
        key = kind + 1 + strspn(kind + 1, " ");
    }
    va_end(values);
}

void carom_report_write_json(const carom_report_text *to, char *text, FILE *stream)
{
    const char *between = "";
    size_t k = 0;
    char *line = text;
    fputc('[', stream);
    while (*line != '\0') {
        size_t length = strcspn(line, "\n");
        char *rest = line + length + (line[length] == '\n');
        line[length] = '\0';
        if (length > 0) {
            fprintf(stream, "%s\n    {", between);
            for (; k < to->count && to->item[k].at <= (size_t)(line - text) + length; k++) {
                const carom_reported_quantity *word = &to->item[k];
                fprintf(stream, "\"%.*s\": ", (int)word->key_length, word->key);
                if (word->text != NULL) {
                    carom_json_write_string(stream, word->text);
                } else {
                    carom_json_write_number(stream, word->number);
                }
                fputs(", ", stream);
            }
            fputs("\"text\": ", stream);
            carom_json_write_string(stream, line);
            fputc('}', stream);
            between = ",";
        }
        line = rest;
    }
    fputs("\n  ]", stream);
}

void carom_report_free(carom_report_text *to)
{
    free(to->item);
    *to = (carom_report_text){.stream = NULL};
}

void carom_report_format_estimate(carom_estimate estimate, const char *sign, char *text,
                                  size_t size)
{
    static const double omitted = 0.005;
    int decimals = 2;
    if (!(estimate.error >= omitted)) {
        snprintf(text, size, "%.2f", estimate.value);
        return;
    }
    /* 0.095 rounds to 0.1, which has one decimal */
    for (double unit = 0.095; decimals > 0 && estimate.error >= unit; unit *= 10) {
        decimals--;
    }
    snprintf(text, size, "%.*f %s %.*f", decimals, estimate.value, sign, decimals, estimate.error);
}
