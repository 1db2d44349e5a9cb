/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the help of commands, as text for `carom COMMAND --help` and as roff for manual pages, and
 * manual pages of topics, keys and plug-ins. All output goes to standard output. */
#include "cli/console/console.h"
#include <ctype.h>

const char cli_title[] = "one billiard scenario through interchangeable collision solvers";

/* Follows the text of every command with a FILE. */
static const char file_text[] =
    "FILE is a scenario (YAML), '-' for standard input, or the name of a shipped experiment\n"
    "(see 'carom list experiments').\n";

const char cli_help_footer[] =
    "To begin: carom help tutorial. 'carom COMMAND --help' describes a command.\n\n'carom help "
    "--man' lists the manual pages, 'carom help --man PAGE' prints one.\n'carom help --completion "
    "SHELL' prints a completion for bash, zsh or fish.\nmake install installs "
    "both.\n\nenvironment: CAROM_HOME, another folder with experiments/, plots/ and "
    "help/;\nCAROM_ENGINES, folders of plug-ins; NO_COLOR\n\nexit status: 0 success, 1 a check "
    "failed, 2 usage error, 65 bad scenario, 66 cannot read,\n70 internal error, 73 cannot create, "
    "74 cannot write, 141 standard output was closed,\n128 + the number of a signal (130 Ctrl-C, "
    "143 SIGTERM, 129 SIGHUP, 131 SIGQUIT)\n";

void cli_parameter_describe(const carom_param *row, char *text, size_t size)
{
    char allowed[320];
    bool has_default = row->fallback != NULL && row->fallback[0] != '\0';
    carom_param_describe(row, allowed, sizeof allowed);
    snprintf(text, size, "%s; %s%s%s%s", row->doc, allowed, has_default ? " (default " : "",
             has_default ? row->fallback : "", has_default ? ")" : "");
}

/* ---- roff ---- */

/* Escapes roff control characters and writes "-" as an ASCII hyphen. */
static void print_roff(const char *text, size_t length)
{
    static const char signs[] = "\\-'`^~";
    static const char *const escaped[] = {"\\e", "\\-", "\\(aq", "\\(ga", "\\(ha", "\\(ti"};
    fputs(length > 0 && text[0] == '.' ? "\\&" : "", stdout);
    for (size_t i = 0; i < length; i++) {
        const char *sign = text[i] == '\0' ? NULL : strchr(signs, text[i]);
        if (sign != NULL) {
            fputs(escaped[sign - signs], stdout);
        } else {
            putchar(text[i]);
        }
    }
}

static void print_escaped(const char *text)
{
    print_roff(text, strlen(text));
}

static void print_escaped_line(const char *text)
{
    print_escaped(text);
    putchar('\n');
}

/* True for tables and code, whose lines are not filled. */
static bool is_verbatim(const char *line, size_t length)
{
    static const char gap[] = "   ";
    const char *next = line[length] == '\n' ? line + length + 1 : "", *found = strstr(line, gap);
    return strchr(" #{}", line[0]) != NULL || next[0] == '{' ||
           (found != NULL && found + strlen(gap) <= line + length);
}

/* Prints paragraphs, which end at empty lines and where verbatim lines begin or end. @return the
 * text from the next heading on */
static const char *print_section(const char *text)
{
    bool verbatim = false, after_blank = false, started = false;
    while (*text != '\0' && strncmp(text, CLI_HEADING, strlen(CLI_HEADING)) != 0) {
        size_t length = strcspn(text, "\n");
        bool changes = length > 0 && is_verbatim(text, length) != verbatim;
        fputs(changes && verbatim ? ".EE\n" : "", stdout);
        if (length > 0) {
            fputs(started && (changes || (after_blank && !verbatim)) ? ".PP\n" : "", stdout);
            fputs(changes && !verbatim                             ? ".EX\n"
                  : after_blank && started && !changes && verbatim ? "\n"
                                                                   : "",
                  stdout);
            print_roff(text, length);
            putchar('\n');
            verbatim = verbatim != changes;
            started = true;
        }
        after_blank = length == 0;
        text += length + (text[length] == '\n');
    }
    fputs(verbatim ? ".EE\n" : "", stdout);
    return text;
}

static void print_paragraphs(const char *text)
{
    text = print_section(text);
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        printf(".SS %.*s\n", (int)(length - strlen(CLI_HEADING)), text + strlen(CLI_HEADING));
        text = print_section(text + length);
    }
}

/* Begins a page with its name, "carom-compare", its section and its summary. */
static void begin_page(const char *name, int section, const char *summary)
{
    printf(".\\\" made by carom help --man %s.%d\n.TH \"", name, section);
    for (const char *c = name; *c != '\0'; c++) {
        putchar(toupper((unsigned char)*c));
    }
    printf("\" %d \"\" \"carom %s\" \"carom\"\n.nh\n.ad l\n.SH NAME\n", section, carom_version());
    print_escaped(name);
    fputs(" \\- ", stdout);
    print_escaped_line(summary);
}

static void print_see_also(const char *text)
{
    printf(".SH SEE ALSO\n%s\n", text);
}

size_t cli_line_length(const char *text, size_t room)
{
    size_t length = strlen(text);
    if (length > room) {
        for (length = room; length > 0 && text[length] != ' ';) {
            length--;
        }
    }
    return length;
}

/* ---- entries, as text or roff ---- */

/* Prints a label and a description, wrapped at 100 columns in text output. */
static void print_entry(bool roff, const char *label, const char *text)
{
    enum { COLUMN = 21, WIDTH = 100 };
    if (roff) {
        fputs(".TP\n.B \"", stdout);
        print_escaped(label);
        fputs("\"\n", stdout);
        print_escaped_line(text);
        return;
    }
    while (*text != '\0') {
        size_t length = cli_line_length(text, WIDTH - COLUMN);
        printf("  %-*s %.*s\n", COLUMN - 3, label, (int)length, text);
        label = "";
        text += length + (text[length] == ' ');
    }
}

/* "  -o, --output DIR   folder of the results" */
static void print_option(bool roff, const carom_command_option *option)
{
    const cli_option *row = cli_option_find(option->name);
    const char *help = option->help != NULL ? option->help : row->help;
    const char *argument = row->argument != NULL ? row->argument : "";
    const char *space = row->argument != NULL ? " " : "", *comma = row->letter != 0 ? ", " : "";
    char label[80];
    if (!roff) {
        snprintf(label, sizeof label, "%s%.1s%s--%s%s%s", row->letter != 0 ? "-" : "", &row->letter,
                 comma, row->name, space, argument);
        print_entry(roff, label, help);
        return;
    }
    fputs(".TP\n", stdout);
    if (row->letter != 0) {
        printf("\\fB\\-%c\\fR, ", row->letter);
    }
    fputs("\\fB\\-\\-", stdout);
    print_escaped(row->name);
    fputs("\\fR", stdout);
    if (row->argument != NULL) {
        printf(" \\fI%s\\fR", row->argument);
    }
    putchar('\n');
    print_escaped_line(help);
}

/* Prints rows of parameters. Manual pages also get the fields of nested parameters. */
static void print_rows(bool roff, const carom_param *rows)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        if (row->key[0] != '\0') {
            char text[700];
            cli_parameter_describe(row, text, sizeof text);
            print_entry(roff, row->key, text);
        }
        if (roff && row->fields != NULL && row->fields[0].key != NULL &&
            row->fields[0].key[0] != '\0') {
            puts(".RS");
            print_rows(roff, row->fields);
            puts(".RE");
        }
    }
}

/* ---- commands ---- */

/* Prints the section of a scenario that describes a study, and the keys of the study. */
static void print_keys(bool roff, const carom_study_entry *study)
{
    for (const carom_param *row = carom_scenario_rows; study->keys != NULL && row->key != NULL;
         row++) {
        if (strcmp(row->key, study->keys) == 0) {
            printf(roff ? ".SH IN THE FILE\n%s: { KEY: VALUE, ... }\n"
                        : "\nIn the file, %s: { KEY: VALUE, ... }:\n",
                   study->keys);
            print_rows(roff, row->fields);
        }
    }
    if (study->about.params != NULL) {
        printf(roff ? ".SH KEYS\n\\-\\-set %s%sKEY=VALUE\n" : "\nKeys, --set %s%sKEY=VALUE:\n",
               study->bare ? "" : study->about.name, study->bare ? "" : ".");
        print_rows(roff, study->about.params);
    }
}

static void begin_command(const cli_command *command)
{
    char name[80];
    snprintf(name, sizeof name, "carom-%s", command->name);
    begin_page(name, 1, command->summary);
    printf(".SH SYNOPSIS\n\\fBcarom %s\\fR [options]", command->name);
    if (command->argument[0] != '\0') {
        printf(" \\fI%s\\fR", command->argument);
    }
    fputs("\n.SH DESCRIPTION\n", stdout);
}

static void print_text(bool roff, const char *text)
{
    if (roff) {
        print_paragraphs(text);
    } else {
        fputs(text, stdout);
    }
}

static void print_command(bool roff, const cli_command *command)
{
    char usage[100];
    const carom_command_option *option;
    if (roff) {
        begin_command(command);
    } else {
        cli_command_usage(command, usage, sizeof usage);
        printf("usage: %s [options]\n\n", usage);
    }
    print_text(roff, command->text);
    if (strstr(command->argument, "FILE") != NULL) {
        puts(roff ? ".PP" : "");
        print_text(roff, file_text);
    }
    puts(roff ? ".SH OPTIONS" : "\nOptions:");
    for (size_t i = 0; (option = cli_command_option_at(command, i)) != NULL; i++) {
        print_option(roff, option);
    }
    if (command->study != NULL) {
        print_keys(roff, command->study);
    }
    if (command->limits != NULL) {
        puts(roff ? ".SH LIMITS\nLimits of submitted programs, \\-\\-limit KEY=VALUE"
                  : "\nLimits of submitted programs, --limit KEY=VALUE:");
        print_rows(roff, command->limits);
    }
    if (command->notes != NULL) {
        puts(roff ? ".SH NOTES" : "");
        print_text(roff, command->notes);
    }
    if (roff) {
        print_see_also(".BR carom (1),\n.BR carom\\-scenario (5)");
    }
}

void cli_command_help_print(const cli_command *command)
{
    print_command(false, command);
}

/* ---- other pages ---- */

static void print_plugin(void *context, const char *name)
{
    (void)context;
    print_entry(true, name, "a third-party engine, as a plug-in; see carom-engines(7)");
}

/* Prints the plug-ins of an interface with their keys. */
static void print_interface(const carom_interface *interface)
{
    printf(".SS %s\n", interface->plural);
    for (const carom_entry *const *entry = interface->entries; *entry != NULL; entry++) {
        print_entry(true, (*entry)->name, (*entry)->summary);
        if ((*entry)->params != NULL) {
            puts(".RS");
            print_rows(true, (*entry)->params);
            puts(".RE");
        }
    }
    if (interface->plugins != NULL) {
        interface->plugins->each(print_plugin, NULL);
    }
}

static int manual_section(const cli_topic *topic)
{
    return strcmp(topic->name, "scenario") == 0 ? 5 : 7;
}

static carom_status print_topic(const cli_topic *topic, const char *home, carom_error *error)
{
    char *text = NULL;
    carom_status status = cli_topic_read(topic, home, &text, error);
    if (status == CAROM_OK) {
        print_paragraphs(text);
    }
    free(text);
    return status;
}

/* Prints the page of a topic. The page of the scenario file also has all keys and all plug-ins. */
static carom_status print_topic_page(const cli_topic *topic, const char *home, carom_error *error)
{
    char name[80];
    int section = manual_section(topic);
    snprintf(name, sizeof name, "carom-%s", topic->name);
    begin_page(name, section, topic->summary);
    puts(".SH DESCRIPTION");
    carom_status status = print_topic(topic, home, error);
    if (section == 7) {
        if (topic->lists != NULL) {
            printf(".PP\n\\fBcarom list %s\\fR prints the list.\n", topic->lists);
        }
        print_see_also(".BR carom (1),\n.BR carom\\-scenario (5)");
        return status;
    }
    puts(".SH KEYS");
    status = status == CAROM_OK ? print_topic(cli_topic_find("keys"), home, error) : status;
    print_rows(true, carom_scenario_rows);
    puts(".SH CHOICES");
    for (const carom_interface *const *interface = cli_interfaces; *interface != NULL;
         interface++) {
        print_interface(*interface);
    }
    print_see_also(".BR carom (1),\n.BR carom\\-models (7),\n.BR carom\\-springs (7)");
    return status;
}

static void print_program_page(const cli_command *commands)
{
    begin_page("carom", 1, cli_title);
    puts(".SH SYNOPSIS\n\\fBcarom\\fR \\fICOMMAND\\fR [options] [\\fIargument\\fR...]\n"
         ".SH COMMANDS");
    for (const cli_command *command = commands; command->name != NULL; command++) {
        char usage[100];
        cli_command_usage(command, usage, sizeof usage);
        print_entry(true, usage, command->summary);
    }
    puts(".SH TOPICS");
    for (const cli_topic *topic = cli_topic_list; topic->name != NULL; topic++) {
        char label[80];
        snprintf(label, sizeof label, "carom-%s(%d)", topic->name, manual_section(topic));
        print_entry(true, label, topic->summary);
    }
    puts(".SH NOTES");
    print_paragraphs(cli_help_footer);
    print_see_also(".BR carom\\-scenario (5),\n.BR carom\\-compare (1),\n.BR carom\\-models (7)");
}

/* Prints the name of a page if @p wanted is NULL. @return true if this page is requested */
static bool is_wanted(const char *wanted, const char *page, const char *suffix, int section)
{
    char name[100];
    snprintf(name, sizeof name, "%s%s.%d", page, suffix, section);
    if (wanted == NULL) {
        puts(name);
    }
    return wanted != NULL && strcmp(wanted, name) == 0;
}

carom_status cli_manual_print(const cli_command *commands, const char *name, const char *home,
                              carom_error *error)
{
    if (is_wanted(name, "carom", "", 1)) {
        print_program_page(commands);
        return CAROM_OK;
    }
    for (const cli_command *command = commands; command->name != NULL; command++) {
        if (is_wanted(name, "carom-", command->name, 1)) {
            print_command(true, command);
            return CAROM_OK;
        }
    }
    for (const cli_topic *topic = cli_topic_list; topic->name != NULL; topic++) {
        if (is_wanted(name, "carom-", topic->name, manual_section(topic))) {
            return print_topic_page(topic, home, error);
        }
    }
    return name == NULL ? CAROM_OK : carom_error_set(error, CAROM_INVALID, "", "no such page");
}
