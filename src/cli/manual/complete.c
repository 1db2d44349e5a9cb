/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completions for shells: commands, their options, keys of --set, experiments, topics. A script is
 * lists of words, made of the rows, and what the shell does with them. */
#include "cli/help/help.h"
#include "cli/manual/manual.h"
#include <string.h>

/* ---- of what kind a word is; the scripts know these ---- */

static const char *kind_of_value(const cli_option *row)
{
    static const char *const kinds[][2] = {{"KEY=VALUE", "keys"},
                                           {"DIR", "folders"},
                                           {"FILE", "files"},
                                           {"FORMAT", "formats"},
                                           {"SCENARIO", "scenes"}};
    if (strcmp(row->name, "preset") == 0) {
        return "presets";
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(row->argument, kinds[i][0]) == 0) {
            return kinds[i][1];
        }
    }
    return "nothing";
}

static const char *kind_of_argument(const cli_command *command)
{
    const char *argument = command->argument;
    return strstr(argument, "FILE") != NULL ? "scenes"
         : strncmp(argument, "DIR", 3) == 0 ? "folders"
         : strcmp(argument, "[WHAT]") == 0  ? "lists"
                                            : "files";
}

/* ---- what is in the lists ---- */

static void put_key(void *context, const char *text)
{
    fprintf(context, "%s\n", text);
}

/* NAME='word\nword\n...': the same in all three shells, after @p set ("set -g " for fish, which has
 * no equals sign there). */
static void put_lists(const cli_command *commands, const char *set, const char *is, FILE *stream)
{
    fprintf(stream, "%s_carom_keys%s'", set, is);
    cli_manual_keys(put_key, stream);
    fprintf(stream, "'\n%s_carom_presets%s'", set, is);
    for (const carom_preset *p = carom_presets; p->name != NULL; p++) {
        put_key(stream, p->name);
    }
    fprintf(stream, "'\n%s_carom_formats%s'", set, is);
    for (size_t i = 0; carom_export_formats[i] != NULL; i++) {
        put_key(stream, carom_export_formats[i]->name);
    }
    fprintf(stream, "'\n%s_carom_lists%s'", set, is);
    for (const carom_seam *const *seam = cli_seams; *seam != NULL; seam++) {
        put_key(stream, (*seam)->plural);
    }
    for (const char *const *word = cli_list_words; *word != NULL; word++) {
        put_key(stream, *word);
    }
    fprintf(stream, "'\n%s_carom_topics%s'", set, is);
    for (const cli_topic *topic = cli_topic_list; topic->name != NULL; topic++) {
        put_key(stream, topic->name);
    }
    for (; commands->name != NULL; commands++) {
        put_key(stream, commands->name);
    }
    fputs("'\n", stream);
}

/* A line of help between single quotes; @p also are signs that want a backslash before them. */
static void put_quoted(const char *text, const char *also, FILE *stream)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs("'\\''", stream);
        } else {
            fprintf(stream, strchr(also, *text) != NULL ? "\\%c" : "%c", *text);
        }
    }
}

static const char *help_of(const carom_taken_option *option)
{
    return option->help != NULL ? option->help : cli_option_called(option->name)->help;
}

/* ---- bash ---- */

static const char bash_begin[] =
    "# bash completion of carom, made by carom help --completion bash\n";

static const char bash_end[] =
    "\n"
    "# What of the words begins as $1; bash replaces what stands behind the last = alone.\n"
    "_carom_reply() {\n"
    "    local cur=$1 word base rest cut=\n"
    "    case $COMP_WORDBREAKS in *=*) cut=${cur%\"${cur##*=}\"} ;; esac\n"
    "    while read -r word; do\n"
    "        base=${word%%.\\**}. # an item of a list is called as it is called\n"
    "        case $word in *'.*.'*) case $cur in \"$base\"*.*)\n"
    "            rest=${cur#\"$base\"} word=$base${rest%%.*}.${word#\"$base*.\"} ;; esac ;; esac\n"
    "        case $word in '') ;; \"$cur\"*) COMPREPLY+=(\"${word#\"$cut\"}\") ;; esac\n"
    "    done\n"
    "    case ${COMPREPLY[0]-} in *=) compopt -o nospace 2> /dev/null || : ;; esac\n"
    "    return 0\n"
    "}\n"
    "\n"
    "_carom() {\n"
    "    local line=${COMP_LINE:0:COMP_POINT} cur before kind word takes= options= argument=\n"
    "    local -a typed\n"
    "    cur=${line##*[[:space:]]}\n"
    "    read -r -a typed <<< \"${line%\"$cur\"}\"\n"
    "    COMPREPLY=()\n"
    "    if [ ${#typed[@]} -lt 2 ]; then\n"
    "        _carom_reply \"$cur\" <<< \"$_carom_commands\"\n"
    "        return\n"
    "    fi\n"
    "    before=${typed[${#typed[@]}-1]}\n"
    "    _carom_takes \"${typed[1]}\"\n"
    "    kind=$argument\n"
    "    case $cur in -*) kind=options ;; esac\n"
    "    for word in $takes; do case $word in \"$before=\"*) kind=${word#*=} ;; esac; done\n"
    "    case $kind in\n"
    "        options) _carom_reply \"$cur\" <<< \"${options// /$'\\n'}\" ;;\n"
    "        keys) _carom_reply \"$cur\" <<< \"$_carom_keys\" ;;\n"
    "        presets) _carom_reply \"$cur\" <<< \"$_carom_presets\" ;;\n"
    "        formats) _carom_reply \"$cur\" <<< \"$_carom_formats\" ;;\n"
    "        lists) _carom_reply \"$cur\" <<< \"$_carom_lists\" ;;\n"
    "        topics) _carom_reply \"$cur\" <<< \"$_carom_topics\" ;;\n"
    "        folders) _carom_reply \"$cur\" < <(compgen -d -- \"$cur\") ;;\n"
    "        files) _carom_reply \"$cur\" < <(compgen -f -- \"$cur\") ;;\n"
    "        scenes) _carom_reply \"$cur\" < <(\n"
    "            \"${typed[0]}\" list experiments 2> /dev/null | sed -n 's/^  \\([^ ]*\\) "
    ".*/\\1/p'\n"
    "            compgen -f -- \"$cur\") ;;\n"
    "    esac\n"
    "}\n"
    "complete -F _carom carom\n";

static void bash_command(const cli_command *command, FILE *stream)
{
    const carom_taken_option *option;
    fprintf(stream, "        %s) argument=%s options='", command->name, kind_of_argument(command));
    for (size_t i = 0; (option = cli_taken_at(command, i)) != NULL; i++) {
        fprintf(stream, i == 0 ? "--%s" : " --%s", cli_option_called(option->name)->name);
    }
    fputs("' takes='", stream);
    for (size_t i = 0; (option = cli_taken_at(command, i)) != NULL; i++) {
        const cli_option *row = cli_option_called(option->name);
        if (row->argument != NULL) {
            const char *kind = kind_of_value(row);
            fprintf(stream, "--%s=%s ", row->name, kind);
            if (row->brief != 0) {
                fprintf(stream, "-%c=%s ", row->brief, kind);
            }
        }
    }
    fputs("' ;;\n", stream);
}

static void bash(const cli_command *commands, FILE *stream)
{
    fputs(bash_begin, stream);
    put_lists(commands, "", "=", stream);
    fputs("_carom_commands='", stream);
    for (const cli_command *command = commands; command->name != NULL; command++) {
        put_key(stream, command->name);
    }
    fputs("help\n--version\n'\n\n_carom_takes() {\n    case $1 in\n", stream);
    for (const cli_command *command = commands; command->name != NULL; command++) {
        bash_command(command, stream);
    }
    fputs("        help) argument=topics ;;\n    esac\n}\n", stream);
    fputs(bash_end, stream);
}

/* ---- zsh ---- */

static const char zsh_begin[] = "#compdef carom\n"
                                "# zsh completion of carom, made by carom help --completion zsh\n"
                                "local _carom_program=$words[1]\n";

static const char zsh_middle[] =
    "_carom_key() {\n"
    "    local -a found; local word base rest\n"
    "    for word in ${(f)_carom_keys}; do\n"
    "        base=${word%%.\\**}. # an item of a list is called as it is called\n"
    "        if [[ $word == *'.*.'* && $PREFIX == ${base}*.* ]]; then\n"
    "            rest=${PREFIX#$base}; word=$base${rest%%.*}.${word#$base\\*.}\n"
    "        fi\n"
    "        found+=($word)\n"
    "    done\n"
    "    compadd -S '' -a found\n"
    "}\n"
    "_carom_scene() {\n"
    "    local -a found\n"
    "    found=(${(f)\"$($_carom_program list experiments 2> /dev/null |\n"
    "        sed -n 's/^  \\([^ ]*\\) .*/\\1/p')\"})\n"
    "    compadd -a found; _files -g '*.yaml'\n"
    "}\n"
    "_carom_of() { local -a found; found=(${(f)1}); compadd -a found }\n"
    "local -a commands\ncommands=(\n";

static const char zsh_end[] = "    help) _arguments \"*:TOPIC:{_carom_of \\$_carom_topics}\" ;;\n"
                              "esac\n";

static const char *zsh_action(const char *kind)
{
    static const char *const actions[][2] = {
        {"keys", "_carom_key"},
        {"scenes", "_carom_scene"},
        {"folders", "_files -/"},
        {"files", "_files"},
        {"presets", "{_carom_of $_carom_presets}"},
        {"formats", "{_carom_of $_carom_formats}"},
        {"lists", "{_carom_of $_carom_lists}"},
    };
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        if (strcmp(kind, actions[i][0]) == 0) {
            return actions[i][1];
        }
    }
    return "";
}

static void zsh_option(const carom_taken_option *option, FILE *stream)
{
    const cli_option *row = cli_option_called(option->name);
    const char *letters[2] = {row->name, NULL};
    char brief[2] = {row->brief, '\0'};
    letters[1] = row->brief != 0 ? brief : NULL;
    for (size_t i = 0; i < 2 && letters[i] != NULL; i++) {
        fprintf(stream, " \\\n        '*%s%s[", i == 0 ? "--" : "-", letters[i]);
        put_quoted(help_of(option), "[]\\", stream);
        fputc(']', stream);
        if (row->argument != NULL) {
            fputc(':', stream);
            put_quoted(row->argument, ":\\", stream);
            fprintf(stream, ":%s", zsh_action(kind_of_value(row)));
        }
        fputc('\'', stream);
    }
}

static void zsh(const cli_command *commands, FILE *stream)
{
    fputs(zsh_begin, stream);
    put_lists(commands, "local ", "=", stream);
    fputs(zsh_middle, stream);
    for (const cli_command *command = commands; command->name != NULL; command++) {
        fprintf(stream, "    '%s:", command->name);
        put_quoted(command->summary, ":\\", stream);
        fputs("'\n", stream);
    }
    fputs("    'help:a command or a topic'\n)\n"
          "if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
          "shift words; (( CURRENT-- ))\ncase $words[1] in\n",
          stream);
    for (const cli_command *command = commands; command->name != NULL; command++) {
        fprintf(stream, "    %s) _arguments", command->name);
        const carom_taken_option *option;
        for (size_t i = 0; (option = cli_taken_at(command, i)) != NULL; i++) {
            zsh_option(option, stream);
        }
        fprintf(stream, " \\\n        '*:%s:%s' ;;\n",
                command->argument[0] == '\0' ? "nothing" : command->argument,
                zsh_action(kind_of_argument(command)));
    }
    fputs(zsh_end, stream);
}

/* ---- fish ---- */

static const char fish_begin[] =
    "# fish completion of carom, made by carom help --completion fish\n"
    "complete -c carom -f\n";

static const char fish_middle[] =
    "function __carom_words; printf '%s\\n' $argv | string split -n \\n; end\n"
    "function __carom_set\n"
    "    set -l token (commandline -ct)\n"
    "    for word in (__carom_words $_carom_keys)\n"
    "        set -l part (string split -m 1 '.*.' -- $word)\n"
    "        set -l item (string replace -rf '^([^.]+)\\\\.([^.]+)\\\\..*' '$1 $2' -- $token)\n"
    "        set -l named (string split ' ' -- $item)\n"
    "        if test (count $part) = 2 -a (count $named) = 2; and test $part[1] = $named[1]\n"
    "            echo $part[1].$named[2].$part[2]\n"
    "        else\n"
    "            echo $word\n"
    "        end\n"
    "    end\n"
    "end\n"
    "function __carom_scenes\n"
    "    carom list experiments 2>/dev/null | sed -n 's/^  \\([^ ]*\\) .*/\\1/p'\n"
    "    __fish_complete_suffix .yaml\n"
    "end\n";

static const char *fish_action(const char *kind)
{
    static const char *const actions[][2] = {
        {"keys", " -a '(__carom_set)'"},
        {"scenes", " -a '(__carom_scenes)'"},
        {"folders", " -a '(__fish_complete_directories)'"},
        {"files", " -F"},
        {"presets", " -a '(__carom_words $_carom_presets)'"},
        {"formats", " -a '(__carom_words $_carom_formats)'"},
        {"lists", " -a '(__carom_words $_carom_lists)'"},
    };
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        if (strcmp(kind, actions[i][0]) == 0) {
            return actions[i][1];
        }
    }
    return "";
}

static void fish_command(const cli_command *command, FILE *stream)
{
    static const char seen[] = "complete -c carom -n '__fish_seen_subcommand_from %s'";
    const carom_taken_option *option;
    fprintf(stream, "complete -c carom -n __fish_use_subcommand -a %s -d '", command->name);
    put_quoted(command->summary, "", stream);
    fputs("'\n", stream);
    fprintf(stream, seen, command->name);
    fprintf(stream, "%s\n", fish_action(kind_of_argument(command)));
    for (size_t i = 0; (option = cli_taken_at(command, i)) != NULL; i++) {
        const cli_option *row = cli_option_called(option->name);
        fprintf(stream, seen, command->name);
        fprintf(stream, " -l %s", row->name);
        if (row->brief != 0) {
            fprintf(stream, " -s %c", row->brief);
        }
        if (row->argument != NULL) {
            fprintf(stream, " -x%s", fish_action(kind_of_value(row)));
        }
        fputs(" -d '", stream);
        put_quoted(help_of(option), "\\", stream);
        fputs("'\n", stream);
    }
}

static void fish(const cli_command *commands, FILE *stream)
{
    fputs(fish_begin, stream);
    put_lists(commands, "set -g ", " ", stream);
    fputs(fish_middle, stream);
    for (const cli_command *command = commands; command->name != NULL; command++) {
        fish_command(command, stream);
    }
    fputs("complete -c carom -n __fish_use_subcommand -a help -d 'a command or a topic'\n"
          "complete -c carom -n '__fish_seen_subcommand_from help'"
          " -a '(__carom_words $_carom_topics)'\n",
          stream);
}

bool cli_completion(const cli_command *commands, const char *shell, FILE *stream)
{
    static const struct {
        const char *name;
        void (*print)(const cli_command *commands, FILE *stream);
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(shell, shells[i].name) == 0) {
            shells[i].print(commands, stream);
            return true;
        }
    }
    return false;
}
