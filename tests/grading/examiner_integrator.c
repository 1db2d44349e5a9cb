/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Integrator that forwards every call to the submitted program; last entry of carom's integrators.
 */
#include "grading/examiner.h"
#include <string.h>

static carom_integrator mine;

#define X(name) &carom_integrator_##name.about,
static const carom_entry *const entries[] = {CAROM_INTEGRATORS(X) & mine.about, NULL};
#undef X
const carom_interface carom_integrators = {"integrator", "integrators", entries};

/* Marks the end of the method's buffer; no computation yields it by chance. */
static const double fence = 12345.678;

/* Arguments of a request, copied before the program can change them. */
typedef struct {
    const carom_motion *motion;
} question;

static void answer_rates(void *context)
{
    const question *request = context;
    shared_page *shared = examiner_page();
    request->motion->rates(request->motion->context, shared->request_x, shared->request_v,
                           shared->a, shared->g);
}

static void write_options(shared_page *shared, const void *options)
{
    if (options != NULL) {
        memcpy(shared->options, options, mine.about.options_size);
    }
}

static size_t work_of(const carom_motion *motion)
{
    return mine.work_coordinates * motion->coordinates +
           mine.work_quadratures * motion->quadratures;
}

static void write_cached_rates(shared_page *shared, const carom_motion *motion)
{
    shared->has_cache = motion->a != NULL;
    shared->known = shared->has_cache && *motion->known;
    if (shared->known) {
        memcpy(shared->cached_a, motion->a, motion->coordinates * sizeof(double));
        memcpy(shared->cached_g, motion->g, motion->quadratures * sizeof(double));
    }
}

static void read_cached_rates(const shared_page *shared, const carom_motion *motion)
{
    if (motion->a != NULL) {
        *motion->known = shared->known;
        memcpy(motion->a, shared->cached_a, motion->coordinates * sizeof(double));
        memcpy(motion->g, shared->cached_g, motion->quadratures * sizeof(double));
    }
}

static size_t mine_step(const carom_motion *motion, double h, double *x, double *v, double *q,
                        double *work)
{
    const size_t n = motion->coordinates, m = motion->quadratures, size = work_of(motion);
    shared_page *shared = examiner_page();
    question request = {motion};
    (void)work; /* the buffer on the page is used, where an overflow is noticed */
    if (n > SUBMISSION_COORDINATES || m > SUBMISSION_COORDINATES || size >= SUBMISSION_WORK) {
        examiner_fail("the work buffer of the test is too small for this method");
    }
    shared->coordinates = n;
    shared->quadratures = m;
    shared->h = h;
    shared->state = (size_t)(uintptr_t)motion->state;
    write_options(shared, motion->options);
    memcpy(shared->x, x, n * sizeof *x);
    memcpy(shared->v, v, n * sizeof *v);
    memcpy(shared->q, q, m * sizeof *q);
    shared->work[size] = fence;
    write_cached_rates(shared, motion);
    examiner_call(CALL_STEP, answer_rates, &request);
    if (shared->work[size] != fence) {
        examiner_fail("mine writes beyond its work buffer");
    }
    memcpy(x, shared->x, n * sizeof *x);
    memcpy(v, shared->v, n * sizeof *v);
    memcpy(q, shared->q, m * sizeof *q);
    read_cached_rates(shared, motion);
    return shared->calls;
}

/* The state stays in the program; here it is a number. */
static void *mine_prepare(void *state, const void *options, size_t coordinates, size_t quadratures)
{
    shared_page *shared = examiner_page();
    write_options(shared, options);
    shared->state = (size_t)(uintptr_t)state;
    shared->coordinates = coordinates;
    shared->quadratures = quadratures;
    examiner_call(CALL_PREPARE, NULL, NULL);
    return (void *)(uintptr_t)shared->state;
}

static void mine_release(void *state)
{
    examiner_page()->state = (size_t)(uintptr_t)state;
    examiner_call(CALL_RELEASE, NULL, NULL);
}

void examiner_fill_entry(void)
{
    const shared_page *shared = examiner_page();
    if (!shared->slot[CALL_STEP]) {
        examiner_fail("carom_integrator_mine has no step");
    }
    mine = (carom_integrator){.about = examiner_entry(),
                              .order = shared->order,
                              .evaluations = shared->evaluations,
                              .stability_limit = shared->stability_limit,
                              .work_coordinates = shared->work_coordinates,
                              .work_quadratures = shared->work_quadratures,
                              .max_coordinates = shared->max_coordinates,
                              .prepare = shared->slot[CALL_PREPARE] ? mine_prepare : NULL,
                              .release = shared->slot[CALL_RELEASE] ? mine_release : NULL,
                              .step = mine_step};
    if (mine.work_coordinates > SUBMISSION_WORK / SUBMISSION_COORDINATES / 2 ||
        mine.work_quadratures > SUBMISSION_WORK / SUBMISSION_COORDINATES / 2) {
        examiner_fail("work_coordinates or work_quadratures is larger than any method needs");
    }
}
