/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that keeps a contract: compiled and examined under limits (tests/exercise.sh). It is
 * asked for numbers in a process of its own, so that the verdict is the examiner's. */
#define _POSIX_C_SOURCE 200809L
#include "base/text.h"
#include "exercises/exercise.h"
#include "system/program.h"
#include <string.h>
#include <unistd.h>

/* Compiling takes a second or two, the million questions of a conformance test one more; a slow
 * machine has its share. */
static const double most_seconds = 60;
static const size_t most_memory = (size_t)4 << 30, most_file = (size_t)256 << 20;

typedef struct {
    int seam;
} code_options;

static const char *const seam_words[] = {"force_law", "integrator", NULL};

static const carom_param code_params[] = {{.key = "seam",
                                           .type = CAROM_WORD,
                                           .fallback = NULL,
                                           .words = seam_words,
                                           .doc = "what the C file adds, under the name mine",
                                           .offset = offsetof(code_options, seam)},
                                          {.key = NULL}};

/* The last line that a compiler or test says; the first that names a fault is better. */
typedef struct {
    char text[400];
    bool found;
} complaint;

static void read_line(void *context, const char *line)
{
    complaint *said = context;
    bool telling = strstr(line, "error:") != NULL || strstr(line, "undefined reference") != NULL ||
                   strstr(line, ":F:") != NULL || strstr(line, ":E:") != NULL;
    if (!said->found) {
        snprintf(said->text, sizeof said->text, "%.*s", (int)sizeof said->text - 1, line);
    }
    said->found = said->found || (telling && strstr(line, "Errors: ") == NULL);
}

static void judge(const carom_program_end *end, const complaint *said, const char *directory,
                  carom_verdict *verdict)
{
    verdict->kind = end->exit_status == 0 ? CAROM_PASS : CAROM_FAIL;
    if (end->timed_out) {
        carom_text_append(verdict->text, sizeof verdict->text,
                          "timed out: not compiled and examined in %.0f s of processor time",
                          most_seconds);
        return;
    }
    carom_text_append(verdict->text, sizeof verdict->text, "%s%s", said->text,
                      end->exit_status < 0 ? " (ended by a signal)" : "");
    if (verdict->kind == CAROM_PASS) {
        carom_text_append(verdict->text, sizeof verdict->text, "  (to run it: %.300s/carom)",
                          directory);
    }
}

static carom_status code_grade(const carom_question *question, const char *answer,
                               const carom_exam *exam, carom_verdict *verdict, carom_error *error)
{
    const code_options *options = question->kind.options;
    char script[CAROM_PATH_SIZE + 40], path[CAROM_PATH_SIZE], directory[CAROM_PATH_SIZE + 80];
    const char *const argument[] = {"sh", script, seam_words[options->seam], path, directory, NULL};
    complaint said = {.found = false};
    carom_program program = {.argument = argument,
                             .seconds = most_seconds,
                             .memory_bytes = most_memory,
                             .file_bytes = most_file,
                             .stop = exam->stop,
                             .line = read_line,
                             .context = &said};
    carom_program_end end;
    carom_status status;
    if (!carom_exam_file(exam, answer, path, verdict)) {
        return CAROM_OK;
    }
    snprintf(script, sizeof script, "%s/tests/exercise.sh", exam->home);
    if (access(script, R_OK) != 0) {
        return carom_error_set(error, CAROM_CANNOT_READ, "",
                               "cannot read '%s': what is handed in as C is judged by carom's "
                               "sources; expected in the environment's CAROM_HOME the folder where "
                               "make has built them",
                               script);
    }
    snprintf(directory, sizeof directory, "%s/%.60s", exam->directory, question->id);
    status = carom_program_run(&program, &end, error);
    if (status == CAROM_OK && end.exit_status == 2) {
        status = carom_error_set(error, CAROM_CANNOT_CREATE, "", "%s", said.text);
    }
    if (status == CAROM_OK) {
        judge(&end, &said, directory, verdict);
    }
    return status;
}

const carom_question_kind carom_question_code = {
    .about = {.name = "code",
              .summary = "a force law or an integrator in C, held to its seam's conformance test",
              .params = code_params,
              .options_size = sizeof(code_options)},
    .wants = "the name of a C file",
    .grade = code_grade};
