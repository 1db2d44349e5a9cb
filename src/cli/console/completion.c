/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints shell completions. Each mark in the scripts in help/completion, such as @keys@, is
 * replaced by words from the tables. */
#include "cli/console/console.h"

/* ---- completions of values ---- */

/* A kind of completion for the value of an option, with its name in each shell. */
typedef struct {
    const char *argument; /* of the option; NULL: any other */
    const char *name;     /* in bash */
    const char *zsh, *fish;
} kind;

enum { FOLDERS, FILES, SCENES, PRESETS, LISTS, SHEETS };

static const kind kinds[] = {
    [FOLDERS] = {"DIR", "folders", "_files -/", " -a '(__fish_complete_directories)'"},
    [FILES] = {"FILE", "files", "_files", " -F"},
    [SCENES] = {"SCENARIO", "scenes", "_carom_scene", " -a '(__carom_scenes)'"},
    [PRESETS] = {"", "presets", "{_carom_of $_carom_presets}",
                 " -a '(__carom_words $_carom_presets)'"},
    [LISTS] = {"[WHAT]", "lists", "{_carom_of $_carom_lists}",
               " -a '(__carom_words $_carom_lists)'"},
    [SHEETS] = {"WHAT...", "sheets", "_carom_sheet", " -a '(__carom_sheets)'"},
    {"KEY=VALUE", "keys", "_carom_key", " -a '(__carom_set)'"},
    {"FORMAT", "formats", "{_carom_of $_carom_formats}", " -a '(__carom_words $_carom_formats)'"},
    {NULL, "nothing", "", ""}};

static const kind *kind_of_value(const cli_option *row)
{
    const kind *k = kinds;
    if (strcmp(row->name, "preset") == 0) {
        return &kinds[PRESETS];
    }
    while (k->argument != NULL && strcmp(k->argument, row->argument) != 0) {
        k++;
    }
    return k;
}

static const kind *kind_of_argument(const cli_command *command)
{
    const char *argument = command->argument;
    return strstr(argument, "FILE") != NULL ? &kinds[SCENES]
         : strncmp(argument, "DIR", 3) == 0 ? &kinds[FOLDERS]
         : strcmp(argument, "[WHAT]") == 0  ? &kinds[LISTS]
         : strcmp(argument, "WHAT...") == 0 ? &kinds[SHEETS]
                                            : &kinds[FILES];
}

/* ---- keys ---- */

enum { PATH_SIZE = 256 };

static void print_keys(const carom_param *rows, const char *prefix);

/* Prints the path of a row with each of its possible values, then the rows below it. The keys of a
 * plug-in are on the level of the key that chooses it. */
static void print_row(const carom_param *row, const char *prefix)
{
    char path[PATH_SIZE], within[PATH_SIZE + 8];
    bool bare = row->key[0] == '\0'; /* its fields belong to the mapping itself */
    snprintf(path, sizeof path, "%s%s", prefix, row->key);
    snprintf(within, sizeof within, "%s%s", path,
             bare                      ? ""
             : row->type == CAROM_LIST ? ".*."
                                       : ".");
    if (!bare && ((row->fields == NULL && row->interface == NULL) || row->scalar_sets_all)) {
        printf("%s=\n", path);
    }
    for (size_t i = 0; row->type == CAROM_WORD && row->words[i] != NULL; i++) {
        printf("%s=%s\n", path, row->words[i]);
    }
    if (row->type == CAROM_FLAG) {
        printf("%s=true\n%s=false\n", path, path);
    }
    for (size_t i = 0; row->interface != NULL && row->interface->entries[i] != NULL; i++) {
        printf("%s=%s\n", path, row->interface->entries[i]->name);
        print_keys(row->interface->entries[i]->params, prefix);
    }
    print_keys(row->fields, within);
}

static void print_keys(const carom_param *rows, const char *prefix)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        print_row(row, prefix);
    }
}

/* All paths of --set, with "*" for an item of a list. */
static void print_all_keys(const cli_command *commands)
{
    (void)commands;
    print_keys(carom_scenario_rows, "");
    for (const carom_entry *const *entry = carom_studies.entries; *entry != NULL; entry++) {
        const carom_study_entry *study = carom_study_of(*entry);
        char prefix[PATH_SIZE];
        snprintf(prefix, sizeof prefix, "%s%s", study->bare ? "" : study->about.name,
                 study->bare ? "" : ".");
        print_keys(study->about.params, prefix);
    }
}

/* ---- other words, one per line ---- */

static void print_presets(const cli_command *commands)
{
    (void)commands;
    for (const carom_preset *p = carom_presets; p->name != NULL; p++) {
        puts(p->name);
    }
}

static void print_formats(const cli_command *commands)
{
    (void)commands;
    for (size_t i = 0; carom_export_formats[i] != NULL; i++) {
        puts(carom_export_formats[i]->name);
    }
}

static void print_lists(const cli_command *commands)
{
    (void)commands;
    for (const carom_interface *const *interface = cli_interfaces; *interface != NULL;
         interface++) {
        puts((*interface)->plural);
    }
    for (size_t i = 0; cli_list_name(i) != NULL; i++) {
        puts(cli_list_name(i));
    }
}

static void print_command_names(const cli_command *commands)
{
    for (; commands->name != NULL; commands++) {
        puts(commands->name);
    }
}

static void print_topics(const cli_command *commands)
{
    for (const cli_topic *topic = cli_topic_list; topic->name != NULL; topic++) {
        puts(topic->name);
    }
    print_command_names(commands);
}

/* ---- commands and options in the syntax of each shell ---- */

/* Prints a help text in single quotes, with a backslash before the characters in @p also. */
static void print_quoted(const char *text, const char *also)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs("'\\''", stdout);
        } else {
            printf(strchr(also, *text) != NULL ? "\\%c" : "%c", *text);
        }
    }
}

static const char *option_help(const carom_command_option *option)
{
    return option->help != NULL ? option->help : cli_option_find(option->name)->help;
}

static void print_bash(const cli_command *command)
{
    const carom_command_option *option;
    for (; command->name != NULL; command++) {
        printf("        %s) argument=%s options='", command->name, kind_of_argument(command)->name);
        for (size_t i = 0; (option = cli_command_option_at(command, i)) != NULL; i++) {
            printf(i == 0 ? "--%s" : " --%s", cli_option_find(option->name)->name);
        }
        fputs("' takes='", stdout);
        for (size_t i = 0; (option = cli_command_option_at(command, i)) != NULL; i++) {
            const cli_option *row = cli_option_find(option->name);
            if (row->argument != NULL) {
                const char *name = kind_of_value(row)->name;
                printf("--%s=%s ", row->name, name);
                if (row->letter != 0) {
                    printf("-%c=%s ", row->letter, name);
                }
            }
        }
        puts("' ;;");
    }
}

static void print_zsh_commands(const cli_command *command)
{
    for (; command->name != NULL; command++) {
        printf("    '%s:", command->name);
        print_quoted(command->summary, ":\\");
        puts("'");
    }
}

static void print_zsh_option(const carom_command_option *option, const char *name)
{
    const cli_option *row = cli_option_find(option->name);
    bool is_long = name[1] != '\0';
    printf(" \\\n        '*%s%s%s[", is_long ? "--" : "-", name,
           is_long && row->argument != NULL ? "=" : ""); /* --preset=slide, too */
    print_quoted(option_help(option), "[]\\");
    putchar(']');
    if (row->argument != NULL) {
        putchar(':');
        print_quoted(row->argument, ":\\");
        printf(":%s", kind_of_value(row)->zsh);
    }
    putchar('\'');
}

static void print_zsh(const cli_command *command)
{
    const carom_command_option *option;
    for (; command->name != NULL; command++) {
        printf("    %s) _arguments", command->name);
        for (size_t i = 0; (option = cli_command_option_at(command, i)) != NULL; i++) {
            const cli_option *row = cli_option_find(option->name);
            print_zsh_option(option, row->name);
            if (row->letter != 0) {
                print_zsh_option(option, (const char[]){row->letter, '\0'});
            }
        }
        printf(" \\\n        '*:%s:%s' ;;\n",
               command->argument[0] == '\0' ? "nothing" : command->argument,
               kind_of_argument(command)->zsh);
    }
}

static void print_fish(const cli_command *command)
{
    static const char in[] = "complete -c carom -n '__carom_in";
    const carom_command_option *option;
    for (; command->name != NULL; command++) {
        printf("complete -c carom -n __fish_use_subcommand -a %s -d '", command->name);
        print_quoted(command->summary, "");
        printf("'\n%s %s'%s\n", in, command->name, kind_of_argument(command)->fish);
        for (size_t i = 0; (option = cli_command_option_at(command, i)) != NULL; i++) {
            const cli_option *row = cli_option_find(option->name);
            printf("%s %s' -l %s", in, command->name, row->name);
            if (row->letter != 0) {
                printf(" -s %c", row->letter);
            }
            if (row->argument != NULL) {
                const kind *value = kind_of_value(row); /* -x: no files */
                printf(" -%c%s", value == &kinds[FILES] ? 'r' : 'x', value->fish);
            }
            fputs(" -d '", stdout);
            print_quoted(option_help(option), "\\");
            puts("'");
        }
    }
}

/* ---- scripts ---- */

static const struct {
    const char *mark;
    void (*print)(const cli_command *commands);
} parts[] = {{"@keys@", print_all_keys},
             {"@presets@", print_presets},
             {"@formats@", print_formats},
             {"@lists@", print_lists},
             {"@topics@", print_topics},
             {"@commands@", print_command_names},
             {"@bash@", print_bash},
             {"@zsh@", print_zsh},
             {"@zsh_commands@", print_zsh_commands},
             {"@fish@", print_fish}};

/* Replaces the mark at the start of @p text, and the end of its line if nothing follows. @return
 * the length of the mark, or 0 */
static size_t replace_mark(const cli_command *commands, const char *text)
{
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        size_t length = strlen(parts[i].mark);
        if (strncmp(text, parts[i].mark, length) == 0) {
            parts[i].print(commands);
            return length + (text[length] == '\n');
        }
    }
    return 0;
}

carom_status cli_completion_print(const cli_command *commands, const char *shell, const char *home,
                                  carom_error *error)
{
    char name[100], *text = NULL;
    snprintf(name, sizeof name, "completion/%s", shell);
    carom_status status = cli_help_read(home, name, &text, error);
    for (const char *at = text; status == CAROM_OK && *at != '\0';) {
        size_t replaced = replace_mark(commands, at);
        if (replaced == 0) {
            putchar(*at);
        }
        at += replaced > 0 ? replaced : 1;
    }
    free(text);
    return status;
}
