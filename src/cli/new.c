/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom new: writes a scenario from the template help/new.txt, or copies one. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "solvers/solvers.h"
#include <errno.h>
#include <unistd.h>

/* ---- text ---- */

/* True if a name needs no quotes in a shell, a comment or YAML. */
static bool is_plain_name(const char *name)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/+-";
    return name[strspn(name, plain)] == '\0';
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static int compose_template(const cli_options *options, const char *path, char **text,
                            size_t *length)
{
    char *keys = NULL;
    FILE *stream = carom_text_open(text, length);
    const char *name = is_plain_name(path) && strcmp(path, "-") != 0 ? path : "FILE";
    const char *title = name == path ? base_name(path) : "Two balls";
    carom_status status = cli_help_read(options->home, "new.txt", &keys, options->error);
    if (status == CAROM_OK) {
        fprintf(
            stream,
            "# A scenario of carom %s to start from. Run it:\n#   carom compare %s     runs all "
            "solvers: a table, records, figures\n#   carom explain %s     predicts the results\n\n"
            "carom: 1 # version of the format\ntitle: \"%.*s\" # of figures\n%s",
            carom_version(), name, name, (int)strcspn(title, "."), title, keys);
    }
    fclose(stream);
    free(keys);
    return cli_report(options, status);
}

/* ---- file ---- */

/* Never replaces a file, not even one created at the same instant. */
static int write_new_file(const cli_options *options, const char *path, const char *text,
                          size_t length)
{
    FILE *stream = fopen(path, "wx");
    if (stream == NULL && errno == EEXIST) {
        return cli_report_existing(path, "");
    }
    bool written = stream != NULL && fwrite(text, 1, length, stream) == length;
    written = stream != NULL && fclose(stream) == 0 && written;
    if (!written) {
        int reason = errno;
        (void)(stream != NULL && remove(path) == 0);
        return cli_report(
            options, carom_error_system(options->error,
                                        stream == NULL ? CAROM_CANNOT_CREATE : CAROM_CANNOT_WRITE,
                                        "write", path, reason));
    }
    return EXIT_DONE;
}

/* Copies a file beside a copied scenario to the folder of @p path, unless a file is there. */
static int copy_file(const cli_options *options, const char *path, const cli_scenario *loaded,
                     const char *name)
{
    char copy[2 * CAROM_PATH_SIZE], original[2 * CAROM_PATH_SIZE], *text = NULL;
    size_t length = 0;
    snprintf(copy, sizeof copy, "%.*s%s", (int)(base_name(path) - path), path, name);
    if (name[0] == '\0' || strchr(name, '/') != NULL || strcmp(path, "-") == 0 ||
        access(copy, F_OK) == 0) {
        return EXIT_DONE;
    }
    snprintf(original, sizeof original, "%.*s%s", (int)(base_name(loaded->path) - loaded->path),
             loaded->path, name);
    int status = cli_report(options, carom_file_read(original, &text, &length, options->error));
    status = status == EXIT_DONE ? write_new_file(options, copy, text, length) : status;
    free(text);
    if (status == EXIT_DONE) {
        fprintf(options->report, "created %s\n", copy);
    }
    return status;
}

/* Copies the measured points and the recordings of a copied scenario. */
static int copy_files(const cli_options *options, const char *path, const cli_scenario *loaded)
{
    const carom_scenario *scenario = &loaded->scenario;
    int status = copy_file(options, path, loaded, scenario->sweep.data);
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_choice *kind = &carom_scenario_solver_at(scenario, i)->kind;
        const carom_recorded_options *recorded = kind->options;
        if (!carom_solver_has_traits(kind, CAROM_RECORDED)) {
            continue;
        }
        const carom_recorded_file *file = recorded->files.items;
        status = status == EXIT_DONE ? copy_file(options, path, loaded, recorded->file) : status;
        for (size_t k = 0; k < recorded->files.count && status == EXIT_DONE; k++) {
            status = copy_file(options, path, loaded, file[k].file);
        }
    }
    return status;
}

int cli_new(const cli_options *options)
{
    char path[CAROM_PATH_SIZE];
    const char *name = options->file, *base = base_name(name);
    bool printed = strcmp(name, "-") == 0;
    bool complete = printed || carom_text_ends_in(base, ".yaml") ||
                    carom_text_ends_in(base, ".yml");
    if (base[0] == '\0' || strlen(name) + 6 > sizeof path) {
        return cli_report_usage_error("new", "expected a file name, not", name);
    }
    snprintf(path, sizeof path, "%s%s", name, complete ? "" : ".yaml");
    cli_scenario loaded = {.text = NULL};
    cli_options from = *options;
    from.file = options->from;
    int status = from.file != NULL ? cli_scenario_load(&from, &loaded)
                                   : compose_template(options, path, &loaded.text, &loaded.length);
    if (status == EXIT_DONE && printed) {
        fwrite(loaded.text, 1, loaded.length, stdout);
    } else if (status == EXIT_DONE) {
        status = write_new_file(options, path, loaded.text, loaded.length);
        if (status == EXIT_DONE) {
            const char *quote = strchr(path, ' ') != NULL ? "'" : "";
            fprintf(options->report, "created %s; to run it: carom compare %s%s%s\n", path, quote,
                    path, quote);
        }
    }
    if (status == EXIT_DONE && options->from != NULL) {
        status = copy_files(options, printed ? "-" : path, &loaded);
    }
    cli_scenario_free(&loaded);
    return status;
}
