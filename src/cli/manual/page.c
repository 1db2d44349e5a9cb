/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Manual pages: what carom help says, marked up for man(1). */
#include "cli/help/help.h"
#include "cli/manual/manual.h"
#include "run/run.h"
#include "scenario/scenario.h"
#include "studies/studies.h"
#include <string.h>

/* ---- text to roff ---- */

/* As it is: no sign of it is roff's, and a minus is one that can be typed. */
static void put_text(const char *text, size_t length, FILE *stream)
{
    static const struct {
        char sign;
        const char *written;
    } signs[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},
                 {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
    if (length > 0 && text[0] == '.') {
        fputs("\\&", stream);
    }
    for (size_t i = 0; i < length; i++) {
        size_t k = 0, count = sizeof signs / sizeof signs[0];
        while (k < count && signs[k].sign != text[i]) {
            k++;
        }
        if (k < count) {
            fputs(signs[k].written, stream);
        } else {
            fputc(text[i], stream);
        }
    }
}

static void put(const char *text, FILE *stream)
{
    put_text(text, strlen(text), stream);
}

static void put_line(const char *text, FILE *stream)
{
    put(text, stream);
    fputc('\n', stream);
}

/* What is set out in columns or is to be typed stays in its lines; the rest is filled. */
static bool is_set_out(const char *line, size_t length)
{
    static const char gap[] = "   ";
    const char *next = line[length] == '\n' ? line + length + 1 : "";
    if (strchr(" #{}", line[0]) != NULL || next[0] == '{') {
        return true;
    }
    for (size_t i = 0; i + 3 <= length; i++) {
        if (strncmp(line + i, gap, 3) == 0) {
            return true;
        }
    }
    return false;
}

/* A paragraph ends where a line is empty, and where what is set out begins or ends. */
static void put_paragraphs(const char *text, FILE *stream)
{
    bool set_out = false, ended = false, begun = false;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        bool turns = length > 0 && is_set_out(text, length) != set_out;
        if (turns && set_out) {
            fputs(".EE\n", stream);
        }
        if (length > 0) {
            fputs(begun && (turns || (ended && !set_out)) ? ".PP\n" : "", stream);
            fputs(turns && !set_out                     ? ".EX\n"
                  : ended && begun && !turns && set_out ? "\n"
                                                        : "",
                  stream);
            put_text(text, length, stream);
            fputc('\n', stream);
            set_out = set_out != turns;
            begun = true;
        }
        ended = length == 0;
        text += length + (text[length] == '\n');
    }
    fputs(set_out ? ".EE\n" : "", stream);
}

/* A label and what it means. */
static void put_entry(const char *label, const char *text, FILE *stream)
{
    fputs(".TP\n.B \"", stream);
    put(label, stream);
    fputs("\"\n", stream);
    put_line(text, stream);
}

/* "carom-compare.1" and a line on it. */
static void begin_page(const char *name, int section, const char *summary, FILE *stream)
{
    fprintf(stream, ".\\\" made by carom help --man %s.%d\n.TH \"", name, section);
    for (const char *c = name; *c != '\0'; c++) {
        fputc(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c, stream);
    }
    fprintf(stream, "\" %d \"\" \"carom %s\" \"carom\"\n.nh\n.ad l\n.SH NAME\n", section,
            carom_version());
    put(name, stream);
    fputs(" \\- ", stream);
    put_line(summary, stream);
}

static void see_also(const char *text, FILE *stream)
{
    fprintf(stream, ".SH SEE ALSO\n%s\n", text);
}

/* ---- rows ---- */

static void put_rows(const carom_param *rows, FILE *stream)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        if (row->key[0] != '\0') {
            char text[700];
            cli_row_text(row, text, sizeof text);
            put_entry(row->key, text, stream);
        }
        if (row->fields != NULL && row->fields[0].key != NULL && row->fields[0].key[0] != '\0') {
            fputs(".RS\n", stream);
            put_rows(row->fields, stream);
            fputs(".RE\n", stream);
        }
    }
}

static void put_option(const carom_taken_option *option, FILE *stream)
{
    const cli_option *row = cli_option_called(option->name);
    fputs(".TP\n", stream);
    if (row->brief != 0) {
        fprintf(stream, "\\fB\\-%c\\fR, ", row->brief);
    }
    fputs("\\fB\\-\\-", stream);
    put(row->name, stream);
    fputs("\\fR", stream);
    if (row->argument != NULL) {
        fputs(" \\fI", stream);
        put(row->argument, stream);
        fputs("\\fR", stream);
    }
    fputc('\n', stream);
    put_line(option->help != NULL ? option->help : row->help, stream);
}

static void put_keys(const carom_study_kind *study, FILE *stream)
{
    const carom_param *row = carom_scenario_rows;
    while (study->keys != NULL && row->key != NULL && strcmp(row->key, study->keys) != 0) {
        row++;
    }
    if (study->keys != NULL && row->key != NULL) {
        fprintf(stream, ".SH IN THE FILE\n%s: { KEY: VALUE, ... }\n", study->keys);
        put_rows(row->fields, stream);
    }
    if (study->about.params != NULL) {
        fprintf(stream, ".SH KEYS\n\\-\\-set %s%sKEY=VALUE\n", study->bare ? "" : study->about.name,
                study->bare ? "" : ".");
        put_rows(study->about.params, stream);
    }
}

/* ---- pages ---- */

static void command_page(const cli_command *command, FILE *stream)
{
    char name[80];
    const carom_taken_option *option;
    snprintf(name, sizeof name, "carom-%s", command->name);
    begin_page(name, 1, command->summary, stream);
    fprintf(stream, ".SH SYNOPSIS\n\\fBcarom %s\\fR [options]", command->name);
    if (command->argument[0] != '\0') {
        fprintf(stream, " \\fI%s\\fR", command->argument);
    }
    fputs("\n.SH DESCRIPTION\n", stream);
    put_paragraphs(command->text, stream);
    if (strstr(command->argument, "FILE") != NULL) {
        fputs(".PP\n", stream);
        put_paragraphs(cli_file_text, stream);
    }
    fputs(".SH OPTIONS\n", stream);
    for (size_t i = 0; (option = cli_taken_at(command, i)) != NULL; i++) {
        put_option(option, stream);
    }
    if (command->study != NULL) {
        put_keys(command->study, stream);
    }
    if (command->limits != NULL) {
        fputs(".SH LIMITS\nOf programs that were handed in, \\-\\-limit KEY=VALUE\n", stream);
        put_rows(command->limits, stream);
    }
    if (command->notes != NULL) {
        fputs(".SH NOTES\n", stream);
        put_paragraphs(command->notes, stream);
    }
    see_also(".BR carom (1),\n.BR carom\\-scenario (5)", stream);
}

static void put_sections(const cli_section *section, FILE *stream)
{
    for (; section->name != NULL; section++) {
        if (section->name[0] != '\0') {
            fprintf(stream, ".SS %s\n", section->name);
        }
        put_paragraphs(section->text, stream);
    }
}

static void put_elsewhere(void *context, const char *name)
{
    put_entry(name, "an engine of other people, as a plug-in; see carom-engines(7)", context);
}

/* The entries of a seam with their keys. */
static void put_seam(const carom_seam *seam, FILE *stream)
{
    fprintf(stream, ".SS %s\n", seam->plural);
    for (const carom_entry *const *entry = seam->entries; *entry != NULL; entry++) {
        put_entry((*entry)->name, (*entry)->summary, stream);
        if ((*entry)->params != NULL) {
            fputs(".RS\n", stream);
            put_rows((*entry)->params, stream);
            fputs(".RE\n", stream);
        }
    }
    if (seam->elsewhere != NULL) {
        seam->elsewhere->each(put_elsewhere, stream);
    }
}

/* The file's own page: its topic, all keys, and what its keys choose among. */
static void scenario_page(FILE *stream)
{
    const cli_topic *file = cli_topic_find("scenario"), *keys = cli_topic_find("keys");
    begin_page("carom-scenario", 5, file->summary, stream);
    fputs(".SH DESCRIPTION\n", stream);
    put_sections(file->sections, stream);
    fputs(".SH KEYS\n", stream);
    put_sections(keys->sections, stream);
    put_rows(carom_scenario_rows, stream);
    fputs(".SH CHOICES\n", stream);
    for (const carom_seam *const *seam = cli_seams; *seam != NULL; seam++) {
        put_seam(*seam, stream);
    }
    see_also(".BR carom (1),\n.BR carom\\-models (7),\n.BR carom\\-springs (7)", stream);
}

static void topic_page(const cli_topic *topic, FILE *stream)
{
    char name[80];
    snprintf(name, sizeof name, "carom-%s", topic->name);
    begin_page(name, 7, topic->summary, stream);
    fputs(".SH DESCRIPTION\n", stream);
    put_sections(topic->sections, stream);
    if (topic->lists != NULL) {
        fprintf(stream, ".PP\n\\fBcarom list %s\\fR lists what there is.\n", topic->lists);
    }
    see_also(".BR carom (1),\n.BR carom\\-scenario (5)", stream);
}

static int section_of(const cli_topic *topic)
{
    return strcmp(topic->name, "scenario") == 0 ? 5 : 7;
}

static void program_page(const cli_command *commands, FILE *stream)
{
    begin_page("carom", 1, cli_title, stream);
    fputs(".SH SYNOPSIS\n\\fBcarom\\fR \\fICOMMAND\\fR [options] [\\fIargument\\fR...]\n"
          ".SH COMMANDS\n",
          stream);
    for (const cli_command *command = commands; command->name != NULL; command++) {
        char usage[100];
        cli_usage(command, usage, sizeof usage);
        put_entry(usage, command->summary, stream);
    }
    fputs(".SH TOPICS\n", stream);
    for (const cli_topic *topic = cli_topic_list; topic->name != NULL; topic++) {
        char label[80];
        snprintf(label, sizeof label, "carom-%s(%d)", topic->name, section_of(topic));
        put_entry(label, topic->summary, stream);
    }
    fputs(".SH NOTES\n", stream);
    put_paragraphs(cli_more_text, stream);
    see_also(".BR carom\\-scenario (5),\n.BR carom\\-compare (1),\n.BR carom\\-models (7)", stream);
}

void cli_manual_names(const cli_command *commands, FILE *stream)
{
    fputs("carom.1\n", stream);
    for (const cli_command *command = commands; command->name != NULL; command++) {
        fprintf(stream, "carom-%s.1\n", command->name);
    }
    for (const cli_topic *topic = cli_topic_list; topic->name != NULL; topic++) {
        fprintf(stream, "carom-%s.%d\n", topic->name, section_of(topic));
    }
}

bool cli_manual_page(const cli_command *commands, const char *name, FILE *stream)
{
    char called[100];
    if (strcmp(name, "carom.1") == 0) {
        program_page(commands, stream);
        return true;
    }
    for (const cli_command *command = commands; command->name != NULL; command++) {
        snprintf(called, sizeof called, "carom-%s.1", command->name);
        if (strcmp(name, called) == 0) {
            command_page(command, stream);
            return true;
        }
    }
    for (const cli_topic *topic = cli_topic_list; topic->name != NULL; topic++) {
        snprintf(called, sizeof called, "carom-%s.%d", topic->name, section_of(topic));
        if (strcmp(name, called) == 0) {
            if (section_of(topic) == 5) {
                scenario_page(stream);
            } else {
                topic_page(topic, stream);
            }
            return true;
        }
    }
    return false;
}

/* ---- keys ---- */

/* Every key that --set takes, as a path, from the rows that a scenario is read by. */

enum { PATH_SIZE = 256 };

typedef struct {
    void (*visit)(void *context, const char *text);
    void *context;
} visitor;

static void tell(const visitor *v, const char *path, const char *value)
{
    char text[2 * PATH_SIZE];
    snprintf(text, sizeof text, "%s=%s", path, value);
    v->visit(v->context, text);
}

static void walk(const visitor *v, const carom_param *rows, const char *prefix);

/* A key that chooses an entry, whose keys then stand beside it. */
static void walk_entries(const visitor *v, const carom_seam *seam, const char *path,
                         const char *prefix)
{
    for (const carom_entry *const *entry = seam->entries; *entry != NULL; entry++) {
        tell(v, path, (*entry)->name);
        walk(v, (*entry)->params, prefix);
    }
}

static void walk_row(const visitor *v, const carom_param *row, const char *prefix)
{
    char path[PATH_SIZE], within[PATH_SIZE + 8];
    bool bare = row->key[0] == '\0'; /* fields that stand in the mapping itself */
    snprintf(path, sizeof path, "%s%s", prefix, row->key);
    snprintf(within, sizeof within, "%s%s", path,
             bare                      ? ""
             : row->type == CAROM_LIST ? ".*."
                                       : ".");
    if (!bare && row->fields == NULL && row->seam == NULL) {
        tell(v, path, "");
    } else if (!bare && row->scalar_sets_all) {
        tell(v, path, "");
    }
    for (size_t i = 0; row->type == CAROM_WORD && row->words[i] != NULL; i++) {
        tell(v, path, row->words[i]);
    }
    if (row->type == CAROM_FLAG) {
        tell(v, path, "true");
        tell(v, path, "false");
    }
    if (row->seam != NULL) {
        walk_entries(v, row->seam, path, prefix);
    }
    if (row->fields != NULL) {
        walk(v, row->fields, within);
    }
}

static void walk(const visitor *v, const carom_param *rows, const char *prefix)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        walk_row(v, row, prefix);
    }
}

void cli_manual_keys(void (*visit)(void *context, const char *text), void *context)
{
    visitor v = {visit, context};
    walk(&v, carom_scenario_rows, "");
    for (const carom_entry *const *entry = carom_studies.entries; *entry != NULL; entry++) {
        const carom_study_kind *study = carom_study_of(*entry);
        char prefix[PATH_SIZE];
        snprintf(prefix, sizeof prefix, "%s%s", study->bare ? "" : study->about.name,
                 study->bare ? "" : ".");
        walk(&v, study->about.params, prefix);
    }
}
