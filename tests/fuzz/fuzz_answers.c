/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the answers for `carom exercise grade`, or the answer key, chosen by the first byte. Any
 * bytes are graded or rejected with a message, and no control character reaches a terminal. */
#define _POSIX_C_SOURCE 200809L
#include "base/base.h"
#include "exercises/exercises.h"
#include "fuzz.h"

static const char right[] =
    "questions:\n  - { id: speed, ask: \"the speed (m/s)\", is: 1.5, within: 0.1, hint: half }\n"
    "  - { id: key, ask: \"a key\", kind: word, is: contacts }\n"
    "  - { id: better, ask: \"your file\", kind: scenario, checks: [ { quantity: steps, max: 9 } ] "
    "}\n";
static const char handed_in[] =
    "exercise: x\nanswers:\n  speed: 1.55\n  key: contacts\n  better: answers.yaml\n";

static char home[FUZZ_FOLDER], sheet[FUZZ_PATH], key[FUZZ_PATH], answers[FUZZ_PATH];

static void remove_home(void)
{
    char command[FUZZ_FOLDER + 16];
    snprintf(command, sizeof command, "rm -rf %s", home);
    (void)!system(command);
}

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    char path[FUZZ_PATH];
    (void)count;
    (void)argument;
    make_folder(home);
    atexit(remove_home);
    snprintf(path, sizeof path, "%s/experiments", home);
    must(mkdir(path, 0777) == 0, path);
    snprintf(path, sizeof path, "%s/experiments/x", home);
    must(mkdir(path, 0777) == 0, path);
    snprintf(sheet, sizeof sheet, "%s/experiments/x/exercise.md", home);
    snprintf(key, sizeof key, "%s/experiments/x/answers.yaml", home);
    snprintf(answers, sizeof answers, "%s/answers.yaml", home);
    write_file(sheet, "# A sheet\n", 10);
    write_file(key, right, strlen(right));
    return 0;
}

static void must_be_plain(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        if (*c < 0x20 || *c == 0x7f) {
            fprintf(stderr, "a control character in: %s\n", text);
            abort();
        }
    }
}

static void grade(const carom_exercise *exercise, FILE *stream)
{
    const carom_grading_context exam = {
        .exercise = exercise, .answers_folder = home, .directory = home};
    carom_verdicts verdicts;
    carom_error error = {CAROM_OK, "", ""};
    carom_status status = carom_exercise_grade(&exam, answers, &verdicts, &error);
    must_have_message(status, &error);
    must_be_plain(error.text);
    if (status == CAROM_OK) {
        for (size_t k = 0; k < verdicts.count; k++) {
            must_be_plain(verdicts.item[k].text);
        }
        carom_verdicts_tap(&verdicts, stream);
    }
    carom_verdicts_free(&verdicts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool teacher = size > 0 && data[0] % 2 == 1;
    carom_exercise exercise = {.questions = {NULL, 0}};
    carom_messages messages = {0};
    carom_error error = {CAROM_OK, "", ""};
    carom_status status;
    char name[CAROM_NAME_SIZE];
    static bool was_teacher;
    if (was_teacher && !teacher) { /* restore the other file */
        write_file(key, right, strlen(right));
    } else if (!was_teacher && teacher) {
        write_file(answers, handed_in, strlen(handed_in));
    }
    was_teacher = teacher;
    write_file(teacher ? key : answers, data + (size > 0), size - (size > 0));
    must_have_message(carom_answers_read_exercise_name(answers, name, &error), &error);
    error = (carom_error){CAROM_OK, "", ""};
    status = carom_exercise_read(&exercise, home, "x", &messages, &error);
    must_have_message(status, &error);
    if (status == CAROM_OK && messages.errors == 0) {
        grade(&exercise, null_stream());
        error = (carom_error){CAROM_OK, "", ""};
        must_have_message(carom_exercise_show(&exercise, null_stream(), &error), &error);
    }
    carom_exercise_free(&exercise);
    carom_messages_free(&messages);
    return 0;
}
