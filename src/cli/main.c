/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "harness/places.h"
#include <gsl/gsl_errno.h>
#include <string.h>

static volatile sig_atomic_t stop_requested;

static void request_stop(int signal_number)
{
    (void)signal_number;
    stop_requested = 1;
}

/* The first signal stops the run in good order; a second one kills as usual. */
static void catch_signals(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = request_stop;
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, with its own status */
}

static int run_command(cli_options *options)
{
    const cli_command *command = cli_command_find(options->command);
    int status;
    if (options->help) {
        cli_command_help(command, stdout);
        return EXIT_DONE;
    }
    status = command->run(options);
    return status;
}

int main(int count, char **argument)
{
    char home[CAROM_PATH_SIZE];
    cli_options options;
    int status;
    gsl_set_error_handler_off(); /* GSL's default handler aborts */
    catch_signals();
    status = cli_options_read(&options, count, argument);
    if (status == EXIT_DONE && options.command != NULL) {
        if (!carom_home_find(argument[0], home)) {
            home[0] = '\0';
        }
        options.home = options.look.home = home;
        options.stop = options.look.stop = &stop_requested;
        status = run_command(&options);
    }
    cli_options_free(&options);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("carom: error: cannot write to standard output\n", stderr);
        status = status == EXIT_DONE ? EXIT_CANNOT_WRITE : status;
    }
    return status;
}
