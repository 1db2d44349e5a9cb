/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Process of a submission: executes the examiner's calls until the examiner ends. */
#define _DEFAULT_SOURCE
#include "grading/shared_page.h"
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#ifdef SUBMISSION_FORCE_LAW
extern const carom_force_law carom_force_law_mine;
static const carom_entry *const about = &carom_force_law_mine.about;
#else
extern const carom_integrator carom_integrator_mine;
static const carom_entry *const about = &carom_integrator_mine.about;
#endif

static shared_page *shared;
static pid_t examiner;

static void wait_for_turn(void)
{
    const struct timespec nap = {0, 100000};
    for (unsigned long k = 0;
         atomic_load_explicit(&shared->turn, memory_order_acquire) != TURN_OF_PROGRAM; k++) {
        if (k > 4000) {
            nanosleep(&nap, NULL);
            if (getppid() != examiner) {
                _exit(0);
            }
        } else if (k > 200) {
            sched_yield();
        }
    }
}

static void end_turn(void)
{
    atomic_store_explicit(&shared->turn, TURN_OF_EXAMINER, memory_order_release);
}

/* ---- what the entry is ---- */

static void copy_text(char to[SUBMISSION_TEXT], const char *from)
{
    snprintf(to, SUBMISSION_TEXT, "%s", from == NULL ? "" : from);
}

static void write_row(submission_row *to, const carom_param *from)
{
    copy_text(to->key, from->key);
    copy_text(to->unit, from->unit);
    copy_text(to->fallback, from->fallback);
    copy_text(to->doc, from->doc);
    copy_text(to->instead_of, from->instead_of);
    to->required = from->fallback == NULL;
    to->has_instead = from->instead_of != NULL;
    to->has_words = from->words != NULL;
    to->type = (int)from->type;
    to->lowest = from->lowest;
    to->highest = from->highest;
    to->offset = from->offset;
    to->size = from->size;
    for (to->words = 0;
         from->words != NULL && from->words[to->words] != NULL && to->words < SUBMISSION_WORDS;
         to->words++) {
        copy_text(to->word[to->words], from->words[to->words]);
    }
}

static void write_about(void)
{
    copy_text(shared->name, about->name);
    copy_text(shared->summary, about->summary);
    shared->options_size = about->options_size;
    for (shared->rows = 0; about->params != NULL && about->params[shared->rows].key != NULL &&
                           shared->rows < SUBMISSION_ROWS;
         shared->rows++) {
        write_row(&shared->row[shared->rows], &about->params[shared->rows]);
    }
}

/* ---- its slots ---- */

#ifdef SUBMISSION_FORCE_LAW

static void write_finding(const char *key, const char *text)
{
    snprintf(shared->found_key, sizeof shared->found_key, "%s", key);
    snprintf(shared->found_text, sizeof shared->found_text, "%.*s",
             (int)sizeof shared->found_text - 1, text);
}

static void store_diagnostic(void *context, bool is_error, const char *key, const char *text)
{
    (void)context;
    if (shared->found_text[0] == '\0') {
        shared->found_error = is_error;
        write_finding(key, text);
    }
}

static void write_functions(void)
{
    const carom_force_law *law = &carom_force_law_mine;
    shared->slot[CALL_CHECK] = law->check != NULL;
    shared->slot[CALL_DAMPING] = law->damping != NULL;
    shared->slot[CALL_CONTACT] = law->contact != NULL;
    shared->slot[CALL_FORCE] = law->force != NULL;
    shared->slot[CALL_ENERGY] = law->energy != NULL;
    shared->slot[CALL_OUTCOME] = law->outcome != NULL;
    shared->slot[CALL_RATE] = law->rate_per_s != NULL;
    shared->slot[CALL_FREQUENCY] = law->frequency_per_s != NULL;
}

static void find_damping(void)
{
    carom_error error = {0};
    shared->status = (int)carom_force_law_mine.damping(shared->options, shared->end, shared->in[0],
                                                       &shared->out, &error);
    write_finding(error.key, error.text);
}

static void run_call(void)
{
    const carom_force_law *law = &carom_force_law_mine;
    const carom_diagnostics diagnostics = {store_diagnostic, NULL, NULL, NULL};
    switch (shared->call) {
    case CALL_CHECK: law->check(shared->options, &diagnostics); break;
    case CALL_DAMPING: find_damping(); break;
    case CALL_CONTACT: shared->contact = law->contact(shared->options, &shared->surface); break;
    case CALL_FORCE:
        shared->force = law->force(&shared->contact, shared->in[0], shared->in[1]);
        break;
    case CALL_ENERGY: shared->out = law->energy(&shared->contact, shared->in[0]); break;
    case CALL_OUTCOME: shared->outcome = law->outcome(&shared->contact, shared->in[0]); break;
    case CALL_RATE: shared->out = law->rate_per_s(&shared->contact, shared->in[0]); break;
    case CALL_FREQUENCY: shared->out = law->frequency_per_s(&shared->contact, shared->in[0]); break;
    default: break;
    }
}

#else

enum { STATES = 16 };
static void *states[STATES]; /* by the examiner's number; 0 is none */

static void write_functions(void)
{
    const carom_integrator *method = &carom_integrator_mine;
    shared->slot[CALL_PREPARE] = method->prepare != NULL;
    shared->slot[CALL_RELEASE] = method->release != NULL;
    shared->slot[CALL_STEP] = method->step != NULL;
    shared->order = method->order;
    shared->evaluations = method->evaluations;
    shared->stability_limit = method->stability_limit;
    shared->work_coordinates = method->work_coordinates;
    shared->work_quadratures = method->work_quadratures;
    shared->max_coordinates = method->max_coordinates;
}

/* The examiner evaluates the equation of motion: requests the rates and waits. */
static void request_rates(const void *context, const double *x, const double *v, double *a,
                          double *g)
{
    const size_t n = shared->coordinates, m = shared->quadratures;
    (void)context;
    memcpy(shared->request_x, x, n * sizeof *x);
    memcpy(shared->request_v, v, n * sizeof *v);
    shared->requests_rates = true;
    end_turn();
    wait_for_turn();
    memcpy(a, shared->a, n * sizeof *a);
    memcpy(g, shared->g, m * sizeof *g);
}

static void step(void)
{
    carom_motion motion = {.coordinates = shared->coordinates,
                           .quadratures = shared->quadratures,
                           .rates = request_rates,
                           .options = shared->options,
                           .state = states[shared->state % STATES]};
    if (shared->has_cache) {
        motion.a = shared->cached_a;
        motion.g = shared->cached_g;
        motion.known = &shared->known;
    }
    shared->calls = carom_integrator_mine.step(&motion, shared->h, shared->x, shared->v, shared->q,
                                               shared->work);
}

static void prepare(void)
{
    size_t free_index = shared->state % STATES;
    for (size_t k = 1; free_index == 0 && k < STATES; k++) {
        free_index = states[k] == NULL ? k : 0;
    }
    states[free_index] = carom_integrator_mine.prepare(states[free_index], shared->options,
                                                       shared->coordinates, shared->quadratures);
    shared->state = states[free_index] == NULL ? 0 : free_index;
}

static void run_call(void)
{
    switch (shared->call) {
    case CALL_PREPARE: prepare(); break;
    case CALL_RELEASE:
        carom_integrator_mine.release(states[shared->state % STATES]);
        states[shared->state % STATES] = NULL;
        break;
    case CALL_STEP: step(); break;
    default: break;
    }
}

#endif

int main(void)
{
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, SUBMISSION_PAGE, 0);
    examiner = getppid();
    if (shared == MAP_FAILED) {
        return 1;
    }
    for (;;) {
        wait_for_turn();
        if (shared->call == CALL_ABOUT) {
            write_about();
            write_functions();
        } else {
            run_call();
        }
        end_turn();
    }
}
