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

static const char key[] = "experiments/x/answers.yaml", answers[] = "answers.yaml";

void begin_answers(void)
{
    must(mkdir(scratch_path("experiments"), 0777) == 0, "experiments");
    must(mkdir(scratch_path("experiments/x"), 0777) == 0, "experiments/x");
    write_scratch("experiments/x/exercise.md", "# A sheet\n", 10);
    write_scratch(key, right, strlen(right));
}

static void must_be_plain(const char *text)
{
    must(carom_text_find_control(text, NULL) == NULL, text);
}

static void grade(const carom_exercise *exercise, FILE *stream)
{
    const carom_grading_context exam = {
        .exercise = exercise, .answers_folder = scratch, .directory = scratch};
    carom_verdicts verdicts;
    carom_error error = {CAROM_OK, "", ""};
    carom_status status = carom_exercise_grade(&exam, answers, &verdicts, &error);
    must_explain(status, &error);
    must_be_plain(error.text);
    if (status == CAROM_OK) {
        for (size_t k = 0; k < verdicts.count; k++) {
            must_be_plain(verdicts.item[k].text);
        }
        carom_verdicts_tap(&verdicts, stream);
    }
    carom_verdicts_free(&verdicts);
}

void fuzz_answers(const uint8_t *data, size_t size)
{
    bool teacher = size > 0 && data[0] % 2 == 1;
    carom_exercise exercise = {.questions = {NULL, 0}};
    carom_messages messages = {0};
    carom_error error = {CAROM_OK, "", ""};
    carom_status status;
    char name[CAROM_NAME_SIZE];
    static bool was_teacher;
    if (was_teacher && !teacher) { /* restore the other file */
        write_scratch(key, right, strlen(right));
    } else if (!was_teacher && teacher) {
        write_scratch(answers, handed_in, strlen(handed_in));
    }
    was_teacher = teacher;
    write_scratch(teacher ? key : answers, data + (size > 0), size - (size > 0));
    must_explain(carom_answers_read_exercise_name(answers, name, &error), &error);
    status = carom_exercise_read(&exercise, scratch, "x", &messages, &error);
    must_explain(status, &error);
    if (status == CAROM_OK && messages.errors == 0) {
        grade(&exercise, null_stream());
        must_explain(carom_exercise_show(&exercise, CAROM_ENGLISH, null_stream(), &error), &error);
    }
    carom_exercise_free(&exercise);
    carom_messages_free(&messages);
}
