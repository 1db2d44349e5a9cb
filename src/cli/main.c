/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include <errno.h>
#include <gsl/gsl_errno.h>
#include <poll.h>

enum { MOST_NAMES = 128 };

static volatile sig_atomic_t stop_requested; /* number of the signal */

static void request_stop(int signal_number)
{
    stop_requested = signal_number;
}

static void set_handler(int signal_number, void (*handler)(int), int flags)
{
    const struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigaction(signal_number, &action, NULL);
}

static bool has_handler(int signal_number, void (*handler)(int))
{
    struct sigaction action;
    return sigaction(signal_number, NULL, &action) == 0 && action.sa_handler == handler;
}

/* A command that writes files finishes or removes them after the first signal; the second signal
 * kills it. The first signal kills other commands. */
static void catch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        if (signals[i] != SIGHUP || !has_handler(SIGHUP, SIG_IGN)) { /* ignored under nohup */
            /* without SA_RESTART: a signal ends the wait for the reader of a pipe */
            set_handler(signals[i], request_stop, (int)SA_RESETHAND);
        }
    }
}

static void ignore_signal(int signal_number)
{
    (void)signal_number;
}

/* Ends by the same signal, which stops loops of a shell. Statuses: 130 (Ctrl-C), 143 (SIGTERM),
 * 129 (SIGHUP), and 131 (SIGQUIT) without a core file. */
static int end_by_signal(int signal_number)
{
    if (signal_number != SIGQUIT) {
        set_handler(signal_number, SIG_DFL, 0);
        raise(signal_number);
    }
    return 128 + signal_number;
}

static int print_version(void)
{
    printf("carom %s (%s)\ncompiler: %s\n", carom_version(), carom_commit(), carom_compiler());
    return EXIT_DONE;
}

/* With -q the report and the notes go to /dev/null, with --json only the report. The caller closes
 * the stream if it is not NULL. */
static int choose_output_streams(cli_options *options, FILE **null_stream)
{
    *null_stream = NULL;
    if (!options->quiet && !options->json) {
        return EXIT_DONE;
    }
    options->report = *null_stream = fopen("/dev/null", "w");
    options->notes = options->quiet ? *null_stream : stderr;
    return *null_stream != NULL
             ? EXIT_DONE
             : cli_report(options, carom_error_system(options->error, CAROM_CANNOT_CREATE, "open",
                                                      "/dev/null", errno));
}

static int run_command(cli_options *options)
{
    FILE *null_stream;
    if (options->help) {
        cli_command_help_print(options->command);
        return EXIT_DONE;
    }
    if (options->version) {
        return print_version();
    }
    if (options->command->writes_files) {
        catch_signals();
    }
    int status = choose_output_streams(options, &null_stream);
    if (status == EXIT_DONE) {
        status = options->command->run(options);
    }
    if (null_stream != NULL) {
        fclose(null_stream);
    }
    return status;
}

/* Reports a word that is no command (and with @p topic no topic), with the nearest name. */
static int report_unknown_name(const char *text, const char *word, bool topic, const char *home)
{
    const char *name[MOST_NAMES] = {"--help", "--version"}, *advice = "";
    char path[CAROM_PATH_SIZE], *terms = NULL;
    size_t count = topic ? 0 : 2;
    for (size_t i = 0; topic && cli_topic_list[i].name != NULL; i++) {
        name[count++] = cli_topic_list[i].name;
    }
    for (size_t i = 0; count < MOST_NAMES && (name[count] = cli_command_at(i).name) != NULL; i++) {
        count++;
    }
    if (topic) { /* a term of the glossary */
        bool known = cli_help_read(home, "topics/terms.txt", &terms, &(carom_error){0}) ==
                         CAROM_OK &&
                     strlen(word) > 2 && strstr(terms, word) != NULL;
        advice = known ? "; did you mean 'terms'?" : "";
        free(terms);
    } else if (carom_text_ends_in(word, ".yaml") || carom_scenario_find(home, word, path)) {
        advice = "; to run a scenario, use 'carom compare FILE'";
    }
    return cli_report_unknown_word(NULL, word[0] == '-' ? "unknown option" : text, word, "", name,
                                   count, advice);
}

static int print_help(const char *wanted, const char *home)
{
    cli_command command;
    carom_error error = {0};
    const cli_topic *topic = wanted == NULL ? NULL : cli_topic_find(wanted);
    if (wanted == NULL) {
        cli_help_print(stdout);
    } else if (cli_command_find(wanted, &command)) {
        cli_command_help_print(&command);
    } else if (topic != NULL && cli_topic_print(topic, home, &error) != CAROM_OK) {
        return cli_report_error(&error);
    } else if (topic == NULL && !cli_key_print(wanted)) {
        return report_unknown_name("no such command, topic or key", wanted, true, home);
    }
    return EXIT_DONE;
}

/* Finds the command of the first argument. Its name stays NULL after help and --version. */
static int choose_command(cli_command *command, int count, char **argument, const char *home)
{
    const char *first = count > 1 ? argument[1] : NULL;
    *command = (cli_command){.name = NULL};
    if (first == NULL) {
        cli_help_print(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0) {
        return print_help(argument[2], home);
    }
    if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0) {
        return print_version();
    }
    return cli_command_find(first, command)
             ? EXIT_DONE
             : report_unknown_name("unknown command", first, false, home);
}

/* Flushes standard output and reports write errors. */
static int end_output(int status)
{
    if (fflush(stdout) == 0 && ferror(stdout) == 0) {
        return status;
    }
    struct pollfd reader = {.fd = fileno(stdout), .events = POLLOUT};
    if (poll(&reader, 1, 0) == 1 && (reader.revents & (POLLERR | POLLHUP)) != 0) {
        /* the reader of a pipe has exited, as in carom list | head -1 */
        return status == EXIT_DONE ? EXIT_NO_READER : status;
    }
    if (stop_requested != 0) {
        return EXIT_INTERRUPTED;
    }
    fputs("carom: error: cannot write to standard output\n", stderr);
    return status == EXIT_DONE ? EXIT_CANNOT_WRITE : status;
}

/* Rejects control characters, which error messages would print to the terminal. Values of --set may
 * have them, because they are always printed escaped. */
static int reject_control_characters(int count, char **argument)
{
    for (int i = 1; i < count; i++) {
        bool is_set = strcmp(argument[i - 1], "--set") == 0 ||
                      strncmp(argument[i], "--set=", 6) == 0;
        if (!is_set && carom_text_find_control(argument[i], "\n\t") != NULL) {
            carom_text_replace_controls(argument[i]);
            return cli_report_usage_error(
                NULL,
                "control characters and changes of writing direction are not "
                "allowed (shown as ?) in",
                argument[i]);
        }
    }
    return EXIT_DONE;
}

int carom_main(int count, char **argument)
{
    char home[CAROM_PATH_SIZE];
    cli_options options = {.command = NULL};
    carom_error error = {0};
    gsl_set_error_handler_off(); /* the default handler aborts */
    /* writing to a closed pipe is an error, and a run still finishes */
    signal(SIGPIPE, SIG_IGN);
    /* a file beyond the size limit is then a write error; other programs inherit no handler */
    if (has_handler(SIGXFSZ, SIG_DFL)) {
        set_handler(SIGXFSZ, ignore_signal, 0);
    }
    cli_command command = {.name = NULL};
    int status = reject_control_characters(count, argument);
    if (status == EXIT_DONE && carom_home_find(argument[0], home, &error) != CAROM_OK) {
        status = cli_report_error(&error);
    }
    if (status == EXIT_DONE) {
        status = choose_command(&command, count, argument, home);
    }
    if (status == EXIT_DONE && command.name != NULL) {
        status = cli_options_read(&options, &command, count - 1, argument + 1);
    }
    if (status == EXIT_DONE && command.name != NULL) {
        options.home = options.figure_options.home = home;
        options.stop = options.figure_options.stop = &stop_requested;
        options.error = &error;
        status = run_command(&options);
    }
    cli_options_free(&options);
    status = end_output(status);
    return status == EXIT_INTERRUPTED && stop_requested != 0 ? end_by_signal(stop_requested)
                                                             : status;
}
