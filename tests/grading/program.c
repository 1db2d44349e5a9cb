/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process of a program that was handed in: answers what the examiner asks, until the examiner
 * is gone. */
#define _DEFAULT_SOURCE
#include "grading/hand_in.h"
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#ifdef HAND_IN_FORCE_LAW
extern const carom_force_law carom_force_law_mine;
static const carom_entry *const about = &carom_force_law_mine.about;
#else
extern const carom_integrator carom_integrator_mine;
static const carom_entry *const about = &carom_integrator_mine.about;
#endif

static hand_in *page;
static pid_t examiner;

static void wait_for_turn(void)
{
    const struct timespec nap = {0, 100000};
    for (unsigned long k = 0;
         atomic_load_explicit(&page->turn, memory_order_acquire) != TURN_PROGRAM; k++) {
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
    atomic_store_explicit(&page->turn, TURN_EXAMINER, memory_order_release);
}

/* ---- what the entry is ---- */

static void put(char to[HAND_IN_TEXT], const char *from)
{
    snprintf(to, HAND_IN_TEXT, "%s", from == NULL ? "" : from);
}

static void put_row(hand_in_row *to, const carom_param *from)
{
    put(to->key, from->key);
    put(to->unit, from->unit);
    put(to->fallback, from->fallback);
    put(to->doc, from->doc);
    put(to->instead_of, from->instead_of);
    to->required = from->fallback == NULL;
    to->has_instead = from->instead_of != NULL;
    to->has_words = from->words != NULL;
    to->type = (int)from->type;
    to->lowest = from->lowest;
    to->highest = from->highest;
    to->offset = from->offset;
    to->size = from->size;
    for (to->words = 0;
         from->words != NULL && from->words[to->words] != NULL && to->words < HAND_IN_WORDS;
         to->words++) {
        put(to->word[to->words], from->words[to->words]);
    }
}

static void say_about(void)
{
    put(page->name, about->name);
    put(page->summary, about->summary);
    page->options_size = about->options_size;
    for (page->rows = 0; about->params != NULL && about->params[page->rows].key != NULL &&
                         page->rows < HAND_IN_ROWS;
         page->rows++) {
        put_row(&page->row[page->rows], &about->params[page->rows]);
    }
}

/* ---- its slots ---- */

#ifdef HAND_IN_FORCE_LAW

static void put_found(const char *key, const char *text)
{
    snprintf(page->found_key, sizeof page->found_key, "%s", key);
    snprintf(page->found_text, sizeof page->found_text, "%.*s", (int)sizeof page->found_text - 1,
             text);
}

static void keep_finding(void *context, bool is_error, const char *key, const char *text)
{
    (void)context;
    if (page->found_text[0] == '\0') {
        page->found_error = is_error;
        put_found(key, text);
    }
}

static void say_slots(void)
{
    const carom_force_law *law = &carom_force_law_mine;
    page->slot[CALL_CHECK] = law->check != NULL;
    page->slot[CALL_DAMPING] = law->damping != NULL;
    page->slot[CALL_CONTACT] = law->contact != NULL;
    page->slot[CALL_FORCE] = law->force != NULL;
    page->slot[CALL_ENERGY] = law->energy != NULL;
    page->slot[CALL_OUTCOME] = law->outcome != NULL;
    page->slot[CALL_RATE] = law->rate_per_s != NULL;
    page->slot[CALL_FREQUENCY] = law->frequency_per_s != NULL;
}

static void find_damping(void)
{
    carom_error error = {0};
    page->status = (int)carom_force_law_mine.damping(page->options, page->end, page->in[0],
                                                     &page->out, &error);
    put_found(error.key, error.text);
}

static void answer(void)
{
    const carom_force_law *law = &carom_force_law_mine;
    const carom_findings findings = {keep_finding, NULL, NULL};
    switch (page->call) {
    case CALL_CHECK: law->check(page->options, &findings); break;
    case CALL_DAMPING: find_damping(); break;
    case CALL_CONTACT: page->contact = law->contact(page->options, &page->surface); break;
    case CALL_FORCE: page->force = law->force(&page->contact, page->in[0], page->in[1]); break;
    case CALL_ENERGY: page->out = law->energy(&page->contact, page->in[0]); break;
    case CALL_OUTCOME: page->outcome = law->outcome(&page->contact, page->in[0]); break;
    case CALL_RATE: page->out = law->rate_per_s(&page->contact, page->in[0]); break;
    case CALL_FREQUENCY: page->out = law->frequency_per_s(&page->contact, page->in[0]); break;
    default: break;
    }
}

#else

enum { STATES = 16 };
static void *states[STATES]; /* by the number that the examiner knows them by; 0 is none */

static void say_slots(void)
{
    const carom_integrator *method = &carom_integrator_mine;
    page->slot[CALL_PREPARE] = method->prepare != NULL;
    page->slot[CALL_RELEASE] = method->release != NULL;
    page->slot[CALL_STEP] = method->step != NULL;
    page->order = method->order;
    page->evaluations = method->evaluations;
    page->stability_limit = method->stability_limit;
    page->work_coordinates = method->work_coordinates;
    page->work_quadratures = method->work_quadratures;
    page->most_coordinates = method->most_coordinates;
}

/* The examiner knows the equation: a turn of its own for every evaluation. */
static void ask_rates(const void *context, const double *x, const double *v, double *a, double *g)
{
    const size_t n = page->coordinates, m = page->quadratures;
    (void)context;
    memcpy(page->ask_x, x, n * sizeof *x);
    memcpy(page->ask_v, v, n * sizeof *v);
    page->asks_rates = true;
    end_turn();
    wait_for_turn();
    memcpy(a, page->a, n * sizeof *a);
    memcpy(g, page->g, m * sizeof *g);
}

static void step(void)
{
    carom_motion motion = {.coordinates = page->coordinates,
                           .quadratures = page->quadratures,
                           .rates = ask_rates,
                           .options = page->options,
                           .state = states[page->state % STATES]};
    if (page->keeps) {
        motion.a = page->kept_a;
        motion.g = page->kept_g;
        motion.known = &page->known;
    }
    page->calls = carom_integrator_mine.step(&motion, page->h, page->x, page->v, page->q,
                                             page->work);
}

static void prepare(void)
{
    size_t free_place = page->state % STATES;
    for (size_t k = 1; free_place == 0 && k < STATES; k++) {
        free_place = states[k] == NULL ? k : 0;
    }
    states[free_place] = carom_integrator_mine.prepare(states[free_place], page->options,
                                                       page->coordinates, page->quadratures);
    page->state = states[free_place] == NULL ? 0 : free_place;
}

static void answer(void)
{
    switch (page->call) {
    case CALL_PREPARE: prepare(); break;
    case CALL_RELEASE:
        carom_integrator_mine.release(states[page->state % STATES]);
        states[page->state % STATES] = NULL;
        break;
    case CALL_STEP: step(); break;
    default: break;
    }
}

#endif

int main(void)
{
    page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, HAND_IN_PAGE, 0);
    examiner = getppid();
    if (page == MAP_FAILED) {
        return 1;
    }
    for (;;) {
        wait_for_turn();
        if (page->call == CALL_ABOUT) {
            say_about();
            say_slots();
        } else {
            answer();
        }
        end_turn();
    }
}
