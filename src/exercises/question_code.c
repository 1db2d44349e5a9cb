/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grades a force law or an integrator in C. The submission is compiled in a sandbox
 * (tests/exercise.sh). Its examiner (tests/grading) then runs it in another sandbox. It passes
 * only if the examiner's last line contains a nonce known to the examiner and this process; exit
 * status 0 is not sufficient. */
#define _XOPEN_SOURCE 700
#include "exercises/exercises.h"
#include "params/rows.h"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = CAROM_PATH_SIZE + 100, NONCE = 16, BAD_SUBMISSION = 3, BAD_CAROM = 2 };

/* ---- limits ---- */

/* Compiling takes about 2 s, a conformance test with a million calls about 1 s more; slow machines
 * get a margin. A compiler has a handful of processes, an examiner one per test. */
static const char *const sandbox_words[] = {"auto", "always", "never", NULL};

#define AT(member) offsetof(carom_limits, member)
const carom_param carom_limit_rows[] = {
    {NUMBER("time_s", AT(time_s), "s", "60", 1, 86400,
            "processor time of each process; the wall-clock limit is ten times as long")},
    {NUMBER("memory_MB", AT(memory_MB), "MB", "4096", 64, 1e6,
            "memory of each process and of all processes together")},
    {NUMBER("file_MB", AT(file_MB), "MB", "256", 1, 1e6, "size of each file")},
    {COUNT("files", AT(files), "1000", 20, 1e6, "files in its folder; folders are at most 40 deep"),
     .unit = ""},
    {COUNT("processes", AT(processes), "64", 16, 1e5, "simultaneous processes"), .unit = ""},
    {WORD("sandbox", AT(sandbox), "always", sandbox_words,
          "use of bubblewrap (bwrap): always stops without it, auto runs without it if it fails")},
    {.key = NULL}};

/* ---- the question ---- */

typedef struct {
    int interface;
} code_options;

static const char *const interface_words[] = {"force_law", "integrator", NULL};

#undef AT
#define AT(member) offsetof(code_options, member)
static const carom_param code_params[] = {
    {WORD("seam", AT(interface), NULL, interface_words,
          "interface that the C file implements under the name mine")},
    {.key = NULL}};

/* ---- output of compiler and examiner ---- */

/* Output of a compiler or test: the first line that names an error, or else the last line. */
typedef struct {
    char text[400];
    bool found, passed;
    char pass[2 * NONCE + 10]; /* line of the examiner that means a pass; "" if none is expected */
} program_output;

static void read_line(void *context, const char *line)
{
    program_output *output = context;
    if (output->pass[0] != '\0' && strcmp(line, output->pass) == 0) {
        output->passed = true;
        return;
    }
    bool telling = strstr(line, "error:") != NULL || strstr(line, "undefined reference") != NULL ||
                   strstr(line, ":F:") != NULL || strstr(line, ":E:") != NULL;
    if (!output->found) {
        snprintf(output->text, sizeof output->text, "%.*s", (int)sizeof output->text - 1, line);
    }
    output->found = output->found || (telling && strstr(line, "Errors: ") == NULL);
}

static void set_word(carom_verdict *verdict, const char *word)
{
    snprintf(verdict->word, sizeof verdict->word, "%s", word);
}

/* Reports the limit that was exceeded. @return false if none was */
static bool grade_excess(carom_program_limit excess, const carom_limits *limits,
                         carom_verdict *verdict)
{
    static const struct {
        carom_program_limit excess;
        const char *word, *before, *after;
    } rows[] = {
        {CAROM_TOO_LONG, "timed-out", "timed out: not compiled and examined in",
         " s of processor time"},
        {CAROM_TOO_MUCH_MEMORY, "memory", "ended: its processes had more than", " MB of memory"},
        {CAROM_TOO_MANY_PROCESSES, "processes", "ended: it had started more than", " processes"},
        {CAROM_TOO_MANY_FILES, "files", "ended: it had left more than",
         " files, or folders more than 40 deep"}};
    const double most[] = {limits->time_s, limits->memory_MB, (double)limits->processes,
                           (double)limits->files};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        if (rows[k].excess == excess) {
            set_word(verdict, rows[k].word);
            carom_text_append(verdict->text, sizeof verdict->text, "%s %.15g%s", rows[k].before,
                              most[k], rows[k].after);
            return true;
        }
    }
    return false;
}

static void set_verdict(const carom_program_result *end, const program_output *output,
                        const carom_limits *limits, const char *directory, carom_verdict *verdict)
{
    char program[PATH];
    verdict->kind = end->exit_status == 0 && output->passed ? CAROM_PASS : CAROM_FAIL;
    if (grade_excess(end->excess, limits, verdict)) {
        return;
    }
    if (end->exit_status == BAD_SUBMISSION) {
        set_word(verdict, "not-compiled");
    } else if (strstr(output->text, "timed out: ") != NULL) { /* printed by the examiner */
        set_word(verdict, "timed-out");
    } else if (strstr(output->text, "ended instead of answering") != NULL) {
        set_word(verdict, "ended");
    }
    carom_text_append(verdict->text, sizeof verdict->text, "%s%s", output->text,
                      end->exit_status < 0 ? " (ended by a signal)" : "");
    snprintf(program, sizeof program, "%s/carom", directory);
    if (verdict->kind == CAROM_PASS && access(program, X_OK) == 0) {
        carom_text_append(verdict->text, sizeof verdict->text, "  (to run it: %.300s)", program);
    }
}

/* ---- running it ---- */

/* Environment variables that a compiler needs; others may contain secrets. */
static const char *const passed_variables[] = {"PATH",
                                               "CC",
                                               "HOME",
                                               "TMPDIR",
                                               "LANG",
                                               "LC_ALL",
                                               "CPATH",
                                               "LIBRARY_PATH",
                                               "C_INCLUDE_PATH",
                                               "LD_LIBRARY_PATH",
                                               "PKG_CONFIG_PATH",
                                               "PKG_CONFIG_LIBDIR",
                                               "SDKROOT",
                                               "DEVELOPER_DIR",
                                               "MACOSX_DEPLOYMENT_TARGET",
                                               NULL};

/* Folders used for one submission: absolute paths without links. */
typedef struct {
    const carom_grading_context *exam;
    const carom_limits *limits;
    char home[PATH], submission[PATH], work[PATH], script[PATH];
    char prebuilt[PATH]; /* precompiled parts that all submissions share */
    program_output output;
} workplace;

static carom_status run_here(workplace *place, const char *const *argument,
                             carom_program_result *end, carom_error *error)
{
    const carom_limits *limits = place->limits;
    const carom_program program = {.argument = argument,
                                   .directory = place->submission,
                                   .environment = passed_variables,
                                   .seconds = limits->time_s,
                                   .memory_bytes = (size_t)(1e6 * limits->memory_MB),
                                   .file_bytes = (size_t)(1e6 * limits->file_MB),
                                   .processes = (size_t)limits->processes,
                                   .files = (size_t)limits->files,
                                   .writes = place->work,
                                   .stop = place->exam->stop,
                                   .line = read_line,
                                   .context = &place->output};
    place->output.text[0] = '\0';
    place->output.found = false;
    return carom_program_run(&program, end, error);
}

/* Compiles in the sandbox if @p before is NULL; otherwise @p before runs the compiled program. */
static carom_status run_inside(workplace *place, const char *const *before,
                               const char *const *argument, carom_program_result *end,
                               carom_error *error)
{
    const carom_sandbox_config view = {place->home,     place->submission,   place->work,
                                       place->prebuilt, place->exam->hidden, before};
    carom_command command;
    carom_status status = carom_sandbox_command(&view, argument, &command, error);
    CAROM_THEN(status, run_here(place, (const char *const *)command.argument, end, error));
    carom_command_free(&command);
    return status;
}

/* Tests whether the sandbox works and contains a compiler. */
static carom_status try_sandbox(workplace *place, carom_error *error)
{
    const char *const argument[] = {"sh", place->script, "--works", NULL};
    carom_sandbox *sandbox = place->exam->sandbox;
    carom_program_result end;
    if (sandbox == NULL || sandbox->tried) {
        return CAROM_OK;
    }
    if (!carom_program_exists("bwrap")) {
        snprintf(sandbox->why, sizeof sandbox->why, "bwrap is not installed");
        sandbox->tried = true;
        return CAROM_OK;
    }
    carom_status status = run_inside(place, NULL, argument, &end, error);
    sandbox->tried = status == CAROM_OK;
    sandbox->works = status == CAROM_OK && end.exit_status == 0;
    snprintf(sandbox->why, sizeof sandbox->why, "%.190s",
             place->output.text[0] != '\0' ? place->output.text : "bwrap does not work here");
    carom_text_replace_controls(sandbox->why);
    return status;
}

static carom_status refuse_without_sandbox(const carom_sandbox *sandbox, carom_error *error)
{
    const bool there = carom_program_exists("bwrap");
    return carom_error_set(
        error, CAROM_CANNOT_READ, "",
        "no sandbox for the submission (%s); expected %s, or --limit sandbox=never, "
        "which runs the program with all your rights",
        sandbox == NULL ? "none was given" : sandbox->why,
        there ? "a system where users may create namespaces (containers need an option)"
              : "bubblewrap to be installed (in a source tree: sh .ci/setup check)");
}

/* Creates the line that means a pass; the submission cannot guess its nonce. */
static carom_status expect_pass(workplace *place, char nonce[2 * NONCE + 1], carom_error *error)
{
    unsigned char bytes[NONCE];
    FILE *file = fopen("/dev/urandom", "rb");
    bool whole = file != NULL && fread(bytes, 1, NONCE, file) == NONCE;
    int cause = errno;
    if (file != NULL) {
        fclose(file);
    }
    for (size_t k = 0; whole && k < NONCE; k++) {
        snprintf(nonce + 2 * k, 3, "%02x", (unsigned)bytes[k]);
    }
    snprintf(place->output.pass, sizeof place->output.pass, "pass %.*s", 2 * NONCE, nonce);
    return whole ? CAROM_OK
                 : carom_error_system(error, CAROM_CANNOT_READ, "read", "/dev/urandom", cause);
}

static carom_status run_examiner(workplace *place, bool boxed, carom_program_result *end,
                                 carom_error *error)
{
    char nonce[2 * NONCE + 1] = "", examiner[PATH + 10], program[PATH + 10];
    const char *const inside[] = {CAROM_SANDBOX_PROGRAM, NULL},
                      *const before[] = {examiner, nonce, NULL},
                      *const here[] = {examiner, nonce, program, NULL};
    CAROM_TRY(expect_pass(place, nonce, error));
    snprintf(examiner, sizeof examiner, "%s/examiner", place->prebuilt);
    snprintf(program, sizeof program, "%s/program", place->work);
    return boxed ? run_inside(place, before, inside, end, error)
                 : run_here(place, here, end, error);
}

/* Compiles and examines the answer, in the sandbox if there is one. */
static carom_status compile_and_examine(workplace *place, const char *interface, const char *file,
                                        carom_program_result *end, carom_error *error)
{
    const char *const ready[] = {"sh", place->script, "--ready", interface, place->prebuilt, NULL};
    const char *compile[] = {"sh", place->script, "--compile",     interface,
                             file, place->work,   place->prebuilt, NULL};
    carom_sandbox *sandbox = place->exam->sandbox;
    const bool boxed = place->limits->sandbox != CAROM_SANDBOX_NEVER && sandbox != NULL &&
                       sandbox->works;
    if (sandbox != NULL) {
        sandbox->inside += boxed;
        sandbox->outside += !boxed;
    }
    CAROM_TRY(run_here(place, ready, end, error));
    if (end->exit_status != 0) {
        return CAROM_OK;
    }
    compile[5] = boxed ? CAROM_SANDBOX_WORK : place->work;
    CAROM_TRY(boxed ? run_inside(place, NULL, compile, end, error)
                    : run_here(place, compile, end, error));
    return end->exit_status == 0 ? run_examiner(place, boxed, end, error) : CAROM_OK;
}

static carom_status real_path(const char *path, char real[PATH], carom_error *error)
{
    char *found = realpath(path, NULL);
    if (found == NULL) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno);
    }
    bool fits = snprintf(real, PATH, "%s", found) < CAROM_PATH_SIZE;
    free(found);
    return fits ? CAROM_OK
                : carom_error_set(error, CAROM_CANNOT_READ, "", "the path '%.200s...' is too long",
                                  path);
}

static carom_status locate_workplace(workplace *place, const char *directory, const char *interface,
                                     carom_directory *made, carom_error *error)
{
    char shared[PATH] = "";
    CAROM_TRY(carom_directory_create(made, directory, error));
    CAROM_TRY(real_path(directory, place->work, error));
    CAROM_TRY(real_path(place->exam->home, place->home, error));
    CAROM_TRY(real_path(place->exam->answers_folder, place->submission, error));
    CAROM_TRY(real_path(place->exam->shared, shared, error));
    snprintf(place->prebuilt, sizeof place->prebuilt, "%.4100s/.examiner/%s", shared, interface);
    snprintf(place->script, sizeof place->script, "%.4100s/tests/exercise.sh", place->home);
    if (access(place->script, R_OK) != 0) {
        return carom_error_set(error, CAROM_CANNOT_READ, "",
                               "cannot read '%s': no conformance tests for submissions in C; "
                               "expected an installed carom with its package for C, or CAROM_HOME "
                               "set to the folder where make has built carom",
                               place->script);
    }
    return CAROM_OK;
}

/* Notes in the verdict that a program ran without a sandbox. */
static void append_sandbox_note(const workplace *place, carom_verdict *verdict)
{
    const carom_sandbox *sandbox = place->exam->sandbox;
    if (place->limits->sandbox == CAROM_SANDBOX_NEVER) {
        carom_text_append(verdict->text, sizeof verdict->text,
                          "  (ran without a sandbox: --limit sandbox=never)");
    } else if (sandbox == NULL || !sandbox->works) {
        carom_text_append(verdict->text, sizeof verdict->text, "  (ran without a sandbox: %s)",
                          sandbox == NULL ? "none was given" : sandbox->why);
    }
}

static carom_status run_and_grade(workplace *place, const char *interface, const char *path,
                                  const char *directory, carom_verdict *verdict, carom_error *error)
{
    const char *file = path + strlen(place->submission);
    const carom_sandbox *sandbox = place->exam->sandbox;
    carom_program_result end;
    if (place->limits->sandbox != CAROM_SANDBOX_NEVER) {
        CAROM_TRY(try_sandbox(place, error));
    }
    if (place->limits->sandbox == CAROM_SANDBOX_ALWAYS && (sandbox == NULL || !sandbox->works)) {
        return refuse_without_sandbox(sandbox, error);
    }
    CAROM_TRY(compile_and_examine(place, interface, file + strspn(file, "/"), &end, error));
    if (end.exit_status == BAD_CAROM) {
        return carom_error_set(error, CAROM_CANNOT_CREATE, "", "%s", place->output.text);
    }
    set_verdict(&end, &place->output, place->limits, directory, verdict);
    append_sandbox_note(place, verdict);
    return CAROM_OK;
}

static carom_status grade_at(workplace *place, const carom_question *question, const char *path,
                             carom_verdict *verdict, carom_error *error)
{
    const char *interface =
        interface_words[((const code_options *)question->kind.options)->interface];
    char directory[CAROM_PATH_SIZE + 80];
    carom_limits defaults;
    carom_directory made = {.path = NULL};
    CAROM_TRY(carom_params_default(carom_limit_rows, &defaults, error));
    place->limits = place->exam->limits != NULL ? place->exam->limits : &defaults;
    snprintf(directory, sizeof directory, "%s/%.60s", place->exam->directory, question->id);
    carom_status status = locate_workplace(place, directory, interface, &made, error);
    CAROM_THEN(status, run_and_grade(place, interface, path, directory, verdict, error));
    carom_directory_remove_empty(&made); /* removes the folder if an interruption left it empty */
    return status;
}

static carom_status code_grade(const carom_question *question, const char *answer,
                               const carom_grading_context *exam, carom_verdict *verdict,
                               carom_error *error)
{
    char path[CAROM_PATH_SIZE];
    CAROM_TRY(carom_answer_file_path(exam, answer, path, verdict, error));
    if (path[0] == '\0') {
        return CAROM_OK;
    }
    workplace *place = calloc(1, sizeof *place);
    CAROM_NEED(place != NULL, error);
    place->exam = exam;
    carom_status status = grade_at(place, question, path, verdict, error);
    free(place);
    return status;
}

const carom_question_kind carom_question_code = {
    .about = {.name = "code",
              .summary = "a force law or an integrator in C, graded by the conformance test",
              .params = code_params,
              .options_size = sizeof(code_options)},
    .expects = "the name of a C file",
    .grade = code_grade};
