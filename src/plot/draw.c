/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a plot: a gnuplot process for each figure and format, in a scratch folder, whose complete
 * files are moved to the folder of the result. */
#define _XOPEN_SOURCE 700
#include "params/params.h"
#include "plot/plot.h"
#include "system/system.h"
#include <carom/param.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = CAROM_PATH_SIZE + 400, NAME = 200 };

const struct carom_plot_preset carom_plot_presets[] = {
    {"screen", "the default, 1200 pixels wide"},
    {"slide", "a whole slide, 16 : 9, 1920 by 1080 pixels, 18 points"},
    {"column", "one column of a paper, 85 mm, 8 points, no title without --title"},
    {"print", "the width of a page, 170 mm, 9 points, no title without --title"},
    {NULL, NULL}};

/* Formats: bit, gnuplot's terminal (also the ending), and the end of a complete file, as gnuplot
 * does not check that its file is written. Frames are not files of the result. */
static const struct {
    unsigned bit;
    const char *ending, *mark;
} formats[] = {{CAROM_PLOT_PNG, "png", "IEND\xae\x42\x60\x82"},
               {CAROM_PLOT_SVG, "svg", "</svg>"},
               {CAROM_PLOT_PDF, "pdf", "%%EOF"},
               {CAROM_PLOT_FRAMES, "frames", NULL}};
/* Exit status of plots/nothing.gp; gnuplot's own are 0, 1 and 2. */
enum { WITHOUT_CONTENT = 3 };
enum { FORMATS = sizeof formats / sizeof formats[0], NAMED_FORMATS = 3 };

/* A figure in one format; of the frames of a film the part-th of `parts` shares. */
typedef struct {
    size_t row; /* of the figure in the plot */
    int format; /* index in `formats` */
    size_t part, parts;
    int exit_status;
} figure_job;

typedef struct {
    const carom_plot *plot;
    const carom_plot_options *options;
    const char *directory, *real; /* as the user names it, absolute */
    const char *scratch;
    char plots[PATH], style[PATH]; /* style: of the user; "" without one */
    figure_job *job;
    size_t jobs;
} drawing;

/* ---- names of figures ---- */

static const char *suffix_of(const carom_plot_options *options)
{
    return options->preset == NULL || strcmp(options->preset, carom_plot_presets[0].name) == 0
             ? ""
             : options->preset;
}

static bool has_format(const carom_plot_options *options, int format)
{
    unsigned bits = options->formats == 0 ? CAROM_PLOT_PNG | CAROM_PLOT_SVG : options->formats;
    return (bits & formats[format].bit) != 0;
}

static bool is_figure(const carom_plot_row *row)
{
    return row->kind >= CAROM_PLOT_FIGURE;
}

/* True if `names`, separated by commas, has a name. */
static bool is_named(const char *names, const char *name)
{
    size_t size = strlen(name);
    for (; *names != '\0'; names += strcspn(names, ","), names += *names == ',') {
        if (strcspn(names, ",") == size && strncmp(names, name, size) == 0) {
            return true;
        }
    }
    return false;
}

bool carom_plot_parse_formats(const char *text, unsigned *bits)
{
    size_t named = 1, known = 0;
    for (const char *c = text; *c != '\0'; c++) {
        named += *c == ',';
    }
    *bits = 0;
    for (int f = 0; f < NAMED_FORMATS; f++) {
        bool is_in = is_named(text, formats[f].ending);
        *bits |= is_in ? formats[f].bit : 0;
        known += is_in;
    }
    return known == named;
}

/* Slides and columns have each panel of an overview instead. */
static bool is_default(const carom_plot_row *row, const carom_plot_options *options)
{
    bool is_overview = strcmp(row->value, "overview") == 0,
         is_screen = suffix_of(options)[0] == '\0';
    return row->kind == CAROM_PLOT_PANEL
             ? !is_screen
             : row->kind == CAROM_PLOT_FIGURE && (is_screen || !is_overview);
}

static bool is_wanted(const carom_plot_row *row, const carom_plot_options *options)
{
    return is_figure(row) && (options->figures == NULL ? is_default(row, options)
                                                       : is_named(options->figures, row->name) ||
                                                             is_named(options->figures, "all"));
}

/* True for a figure that is drawn even without content, with the reason as its text. */
static bool is_asked(const carom_plot_row *row, const carom_plot_options *options)
{
    return options->figures != NULL && is_named(options->figures, row->name);
}

carom_status carom_plot_check_figures(const carom_plot *plot, const char *figures,
                                      carom_error *error)
{
    char existing[1000] = "all", name[100];
    for (size_t i = 0; i < plot->rows; i++) {
        if (is_figure(&plot->row[i]) && !is_named(existing, plot->row[i].name)) {
            carom_text_append(existing, sizeof existing, ",%s", plot->row[i].name);
        }
    }
    for (; *figures != '\0'; figures += strcspn(figures, ","), figures += *figures == ',') {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(figures, ","), figures);
        if (!is_named(existing, name)) {
            return carom_error_set(error, CAROM_INVALID, "",
                                   "--figures: no figure '%s'; there are: %s", name,
                                   existing + strlen("all,"));
        }
    }
    return CAROM_OK;
}

static void name_file(char name[NAME], const carom_plot_row *figure,
                      const carom_plot_options *options, int format)
{
    const char *preset = suffix_of(options);
    snprintf(name, NAME, "%.100s%s%s.%s", figure->name, preset[0] == '\0' ? "" : "-", preset,
             formats[format].ending);
}

size_t carom_plot_list_figures(const carom_plot *plot, const char *directory,
                               const carom_plot_options *options, char *text, size_t size)
{
    enum { MOST_NAMED = 4 };
    size_t figures = 0;
    int format = 0;
    text[0] = '\0';
    while (!has_format(options, format)) {
        format++;
    }
    for (size_t i = 0; i < plot->rows; i++) {
        char name[NAME], path[PATH];
        name_file(name, &plot->row[i], options, format);
        snprintf(path, PATH, "%.4000s/%.200s", directory, name);
        if (is_wanted(&plot->row[i], options) && access(path, F_OK) == 0 &&
            ++figures <= MOST_NAMED) {
            carom_text_append(text, size, "%s%s", figures == 1 ? "" : ", ", name);
        }
    }
    carom_text_append(text, size, figures > MOST_NAMED ? " and others" : "");
    return figures;
}

/* ---- scripts ---- */

/* Writes a text in double quotes, with every byte that may be special as an octal number. A line
 * end would end the command, a backquote would run one. gnuplot reads octal numbers as far as
 * digits go, and a digit after one is escaped too. gnuplot copies > into an SVG, where XML forbids
 * ]]>: a space is inserted. A path, which begins with a slash, is written byte for byte. */
static void write_quoted(FILE *script, const char *text)
{
    bool escaped = false, is_path = text[0] == '/'; /* escaped: the previous byte was */
    fputc('"', script);
    for (const char *c = text; *c != '\0'; c++) {
        unsigned char byte = !is_path && iscntrl((unsigned char)*c) ? ' ' : (unsigned char)*c;
        if (!is_path && c >= text + 2 && strncmp(c - 2, "]]>", 3) == 0) {
            fputc(' ', script);
        }
        bool is_plain = (byte >= '0' && byte <= '9' && !escaped) || (byte >= 'A' && byte <= 'Z') ||
                        (byte >= 'a' && byte <= 'z') || byte >= 0x80 ||
                        strchr(" ./-_,:;=()+", byte) != NULL;
        escaped = !is_plain;
        fprintf(script, escaped ? "\\%03o" : "%c", byte);
    }
    fputs("\"\n", script);
}

/* Sets a variable to a text. A path is absolute: gnuplot would run a name that begins with | or <.
 */
static void write_text(FILE *script, const char *variable, const char *text)
{
    fprintf(script, "%s = ", variable);
    write_quoted(script, text);
}

/* Writes a value. A number is always a float: gnuplot divides integers as integers. */
static void write_value(FILE *script, const carom_plot_row *row)
{
    double number = 0;
    char text[32];
    switch (row->kind) {
    case CAROM_PLOT_COUNT:
    case CAROM_PLOT_COUNTS: fprintf(script, "%s\n", row->value); break;
    case CAROM_PLOT_NUMBER:
    case CAROM_PLOT_NUMBERS:
        (void)carom_number_parse(row->value, &number);
        carom_number_format(number, text, sizeof text);
        fprintf(script, "%s%s\n", isnan(number) ? "NaN" : text,
                isnan(number) || strpbrk(text, ".e") != NULL ? "" : ".0");
        break;
    default: write_quoted(script, row->value);
    }
}

/* Number of elements of the list that begins in row i. */
static size_t list_size(const carom_plot_row *row, size_t i, size_t end)
{
    size_t size = 1;
    for (size_t k = i + 1; k < end; k++) {
        if (row[k].element == size + 1 && strcmp(row[k].name, row[i].name) == 0) {
            size++;
        }
    }
    return size;
}

/* Writes the variables from TITLE, which begins them, to the figure. A list may begin anew. */
static void write_variables(FILE *script, const carom_plot *plot, size_t figure)
{
    size_t i = figure;
    while (i > 0 && strcmp(plot->row[i].name, "TITLE") != 0) {
        i--;
    }
    fputs("N = 0\nOWN_TITLE = 0\n", script);
    for (; i < figure; i++) {
        const carom_plot_row *row = &plot->row[i];
        if (row->element == 1) {
            fprintf(script, "array %s[%zu]\n", row->name, list_size(plot->row, i, figure));
        }
        if (!is_figure(row)) {
            fprintf(script, row->element > 0 ? "%s[%zu] = " : "%s = ", row->name, row->element);
            write_value(script, row);
        }
        if (row->kind == CAROM_PLOT_FOLDERS) {
            fprintf(script, "N = %zu\n", row->element);
        }
    }
}

static carom_status write_script(const drawing *d, const figure_job *job, const char *path,
                                 const char *output, carom_error *error)
{
    const char *preset = suffix_of(d->options);
    FILE *script = fopen(path, "we");
    if (script == NULL) {
        return carom_error_system(error, CAROM_CANNOT_CREATE, "create", path, errno);
    }
    write_text(script, "DIR", d->real);
    write_text(script, "PLOTS", d->plots);
    write_text(script, "OUT", output);
    write_text(script, "SCRATCH", d->scratch);
    fprintf(script, "PART = %zu\nPARTS = %zu\nASKED = %d\n", job->part, job->parts,
            is_asked(&d->plot->row[job->row], d->options));
    if (d->style[0] != '\0') {
        write_text(script, "OWN_STYLE", d->style);
    }
    write_text(script, "TERM", formats[job->format].ending);
    write_text(script, "PRESET", preset[0] == '\0' ? carom_plot_presets[0].name : preset);
    write_text(script, "SCRIPT", d->plot->row[job->row].value);
    write_variables(script, d->plot, job->row);
    if (d->options->title != NULL) {
        write_text(script, "TITLE", d->options->title);
        fputs("OWN_TITLE = 1\n", script);
    }
    fputs("load PLOTS . '/draw.gp'\n", script);
    bool is_whole = ferror(script) == 0;
    return fclose(script) == 0 && is_whole
             ? CAROM_OK
             : carom_error_system(error, CAROM_CANNOT_WRITE, "write", path, errno);
}

static void scratch_path(char path[PATH], const drawing *d, size_t job, const char *ending)
{
    snprintf(path, PATH, "%.4200s/%zu.%s", d->scratch, job, ending);
}

/* ---- processes ---- */

static carom_status run_job(void *context, size_t task, carom_error *error)
{
    const drawing *d = context;
    figure_job *job = &d->job[task];
    char script[PATH], output[PATH], log[PATH];
    /* -d: without the user's settings */
    const char *const argument[] = {"gnuplot", "-d", script, NULL};
    scratch_path(script, d, task, "gp");
    scratch_path(output, d, task, formats[job->format].ending);
    scratch_path(log, d, task, "log");
    CAROM_TRY(write_script(d, job, script, output, error));
    return carom_subprocess_run(argument, log, d->options->stop, &job->exit_status, error);
}

/* Returns where a text begins in bytes, or NULL. */
static char *find(char *bytes, size_t length, const char *text)
{
    size_t size = strlen(text);
    for (size_t at = 0; at + size <= length; at++) {
        if (memcmp(&bytes[at], text, size) == 0) {
            return &bytes[at];
        }
    }
    return NULL;
}

/* Checks the end of a file, and overwrites the date that Cairo writes there into a PDF: equal
 * figures are equal files. */
static bool is_whole(const char *path, const char *mark)
{
    static const char key[] = "/CreationDate (D:", date[] = "20000101000000";
    char end[4096];
    FILE *file = fopen(path, "r+b");
    if (file == NULL && errno == ENOMEM) {
        carom_out_of_memory();
    }
    if (file == NULL) {
        return false;
    }
    (void)fseek(file, -(long)sizeof end, SEEK_END); /* a shorter one is read from its start */
    long from = ftell(file);
    size_t length = fread(end, 1, sizeof end, file);
    size_t last = length < 64 ? length : 64;
    char *dated = find(end, length, key);
    if (dated != NULL && (size_t)(dated - end) + sizeof key + sizeof date <= length) {
        (void)fseek(file, from + (dated - end) + (long)sizeof key - 1, SEEK_SET);
        fwrite(date, 1, sizeof date - 1, file);
    }
    return fclose(file) == 0 && find(end + length - last, last, mark) != NULL;
}

carom_status carom_plot_move(const char *made, const char *mark, const char *directory,
                             const char *name, carom_error *error)
{
    char path[PATH];
    snprintf(path, PATH, "%.4000s/%.200s", directory, name);
    if (!is_whole(made, mark)) {
        return carom_error_set(error, CAROM_CANNOT_WRITE, "",
                               "cannot write '%s': the drawn file is cut off, as on a full disk",
                               path);
    }
    return rename(made, path) == 0
             ? CAROM_OK
             : carom_error_system(error, CAROM_CANNOT_WRITE, "write", path, errno);
}

/* Moves the file of a job to the folder of the result. Removes an older file if the figure has no
 * content. */
static carom_status move_file(const drawing *d, size_t k, carom_error *error)
{
    const figure_job *job = &d->job[k];
    char path[PATH], name[NAME];
    name_file(name, &d->plot->row[job->row], d->options, job->format);
    if (job->exit_status == WITHOUT_CONTENT) {
        snprintf(path, PATH, "%.4000s/%.200s", d->directory, name);
        unlink(path);
        return CAROM_OK;
    }
    scratch_path(path, d, k, formats[job->format].ending);
    return carom_plot_move(path, formats[job->format].mark, d->directory, name, error);
}

/* Writes the end of gnuplot's output on one line. */
static void read_log_end(const drawing *d, size_t job, char *text, size_t size)
{
    char path[PATH], *log = NULL;
    size_t length = 0, used = 0;
    scratch_path(path, d, job, "log");
    snprintf(text, size, "no message");
    if (carom_file_read(path, &log, &length, NULL) != CAROM_OK) {
        return;
    }
    for (const char *c = length < size ? log : log + length - size + 1; *c != '\0'; c++) {
        bool is_blank = *c == '\n' || *c == ' ';
        if (!is_blank || (used > 0 && text[used - 1] != ' ')) {
            text[used++] = is_blank ? ' ' : *c;
        }
    }
    text[used - (used > 0 && text[used - 1] == ' ')] = '\0';
    carom_text_replace_controls(text);
    free(log);
}

/* Moves the files of jobs without errors. @return an error that names the failed figures */
static carom_status finish_jobs(const drawing *d, carom_error *error)
{
    carom_error failure = {CAROM_OK, "", ""};
    size_t failed = 0, last = SIZE_MAX;
    char text[420] = "";
    for (size_t k = 0; k < d->jobs; k++) {
        const figure_job *job = &d->job[k];
        const char *name = d->plot->row[job->row].name;
        char reason[220];
        if (job->exit_status == 0 || job->exit_status == WITHOUT_CONTENT) {
            if (formats[job->format].mark != NULL && failure.status == CAROM_OK) {
                failure.status = move_file(d, k, &failure);
            }
            continue;
        }
        read_log_end(d, k, reason, sizeof reason);
        if (job->exit_status == CAROM_SUBPROCESS_MISSING && reason[0] == '\0') {
            return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                                   "gnuplot is not installed; install it (apt install gnuplot-nox, "
                                   "dnf install gnuplot, brew install gnuplot). The tables in '%s' "
                                   "are complete; carom plot draws figures from them",
                                   d->directory);
        }
        failed++;
        if (job->row != last) {
            carom_text_append(text, sizeof text, "%s'%s' (status %d: %s)",
                              last == SIZE_MAX ? "" : ", ", name, job->exit_status, reason);
        }
        last = job->row;
    }
    if (failed > 0) {
        return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                               "gnuplot failed at %s; %sthe tables in '%s' are complete", text,
                               failed < d->jobs ? "the other figures and " : "", d->directory);
    }
    return failure.status == CAROM_OK
             ? CAROM_OK
             : carom_error_set(error, failure.status, "", "%s", failure.text);
}

/* ---- folders ---- */

static int is_table(const struct dirent *entry)
{
    return carom_text_ends_in(entry->d_name, ".tsv");
}

static carom_status refuse(const char *path, carom_error *error)
{
    return carom_error_set(error, CAROM_CANNOT_READ, "", "'%s' is not a regular file", path);
}

/* Refuses tables that are pipes, devices or links: gnuplot would wait for them, or read what the
 * folder does not have. @param folder  "", or "/NAME" of a solver */
static carom_status check_tables(const char *directory, const char *folder, carom_error *error)
{
    struct dirent **entry = NULL;
    struct stat about;
    char path[PATH];
    carom_status status = CAROM_OK;
    snprintf(path, sizeof path, "%.4000s%.100s", directory, folder);
    if (folder[0] != '\0' && lstat(path, &about) == 0 && !S_ISDIR(about.st_mode)) {
        return refuse(path, error);
    }
    int count = scandir(path, &entry, is_table, alphasort);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%.4000s%.100s/%.255s", directory, folder, entry[i]->d_name);
        if (status == CAROM_OK && (lstat(path, &about) != 0 || !S_ISREG(about.st_mode))) {
            status = refuse(path, error);
        }
        free(entry[i]);
    }
    free(entry);
    return status;
}

/* Finds the user's style: $XDG_CONFIG_HOME/carom/style.gp or ~/.config/carom/style.gp. */
static void find_style(char path[PATH])
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    bool has_config = config != NULL && config[0] == '/';
    snprintf(path, PATH, "%.4000s%s/carom/style.gp",
             has_config     ? config
             : home == NULL ? ""
                            : home,
             has_config ? "" : "/.config");
    path[path[0] == '/' && access(path, R_OK) == 0 ? strlen(path) : 0] = '\0';
}

static void list_jobs(drawing *d)
{
    size_t shares = (size_t)carom_processor_count();
    d->job = carom_allocate(d->plot->rows * (FORMATS + shares) + 1, sizeof *d->job);
    for (size_t k = 0; k < d->plot->rows * FORMATS; k++) {
        int format = (int)(k % FORMATS);
        size_t parts = formats[format].bit == CAROM_PLOT_FRAMES ? shares : 1;
        bool is_drawn = is_wanted(&d->plot->row[k / FORMATS], d->options) &&
                        has_format(d->options, format);
        for (size_t part = 0; is_drawn && part < parts; part++) {
            d->job[d->jobs++] = (figure_job){k / FORMATS, format, part, parts, 0};
        }
    }
}

static carom_status prepare(drawing *d, carom_error *error)
{
    char plots[PATH], script[PATH];
    snprintf(plots, sizeof plots, "%.4000s/plots", d->options->home);
    snprintf(script, sizeof script, "%.4000s/plots/draw.gp", d->options->home);
    char *real = access(script, R_OK) == 0 ? realpath(plots, NULL) : NULL;
    if (real == NULL) {
        return carom_error_set(error, CAROM_CANNOT_READ, "",
                               "cannot read '%s': %s; set CAROM_HOME to a folder that contains "
                               "plots/",
                               d->options->home[0] == '\0' ? "plots/draw.gp" : script,
                               strerror(errno));
    }
    snprintf(d->plots, PATH, "%s", real);
    free(real);
    find_style(d->style);
    CAROM_TRY(check_tables(d->directory, "", error));
    for (size_t i = 0; i < d->plot->rows; i++) {
        if (d->plot->row[i].kind == CAROM_PLOT_FOLDERS) {
            char folder[CAROM_NAME_SIZE + 1];
            snprintf(folder, sizeof folder, "/%s", d->plot->row[i].value);
            CAROM_TRY(check_tables(d->directory, folder, error));
        }
    }
    list_jobs(d);
    return CAROM_OK;
}

static carom_status draw(drawing *d, carom_error *error)
{
    CAROM_TRY(prepare(d, error));
    const carom_job_pool pool = {
        .tasks = d->jobs, .run = run_job, .context = d, .stop = d->options->stop};
    char *own = d->options->scratch == NULL ? carom_scratch_create(d->directory, error) : NULL;
    d->scratch = own != NULL ? own : d->options->scratch;
    if (d->scratch == NULL) {
        return CAROM_CANNOT_CREATE;
    }
    carom_status status = carom_job_pool_run(&pool, error);
    CAROM_THEN(status, finish_jobs(d, error));
    carom_scratch_remove(own);
    return status;
}

carom_status carom_plot_draw(const carom_plot *plot, const char *directory,
                             const carom_plot_options *options, carom_error *error)
{
    if (plot->failure.status != CAROM_OK) {
        return carom_error_set(error, plot->failure.status, "", "%s", plot->failure.text);
    }
    CAROM_TRY(
        carom_plot_check_figures(plot, options->figures == NULL ? "" : options->figures, error));
    char *real = realpath(directory, NULL);
    if (real == NULL) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", directory, errno);
    }
    drawing d = {.plot = plot, .options = options, .directory = directory, .real = real};
    carom_status status = draw(&d, error);
    free(d.job);
    free(real);
    return status;
}

carom_status carom_plot_redraw(const char *directory, const carom_plot_options *options,
                               char *names, size_t size, carom_error *error)
{
    carom_plot *plot = NULL;
    carom_status status = carom_plot_read(&plot, directory, error);
    if (status == CAROM_OK && plot == NULL) {
        status = carom_error_set(
            error, CAROM_CANNOT_READ, "",
            "'%.500s' has no figures to draw again: no NAME.figures.tsv; carom "
            "run draws none, other commands draw without --no-plots",
            directory);
    }
    CAROM_THEN(status, carom_plot_draw(plot, directory, options, error));
    (void)(status == CAROM_OK &&
           carom_plot_list_figures(plot, directory, options, names, size) > 0);
    carom_plot_free(plot);
    return status;
}
