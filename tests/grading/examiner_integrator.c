/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An integrator whose steps are taken by the program that was handed in, at the end of carom's list
 * of integrators. */
#include "grading/examiner.h"
#include <string.h>

static carom_integrator mine;

#define X(name) &carom_integrator_##name.about,
static const carom_entry *const entries[] = {CAROM_INTEGRATORS(X) & mine.about, NULL};
#undef X
const carom_seam carom_integrators = {"integrator", "integrators", entries, NULL};

/* Behind what the method may work with; no sum comes to it by chance. */
static const double fence = 12345.678;

/* What the program asks is answered from what stood there before it could change it. */
typedef struct {
    const carom_motion *motion;
} question;

static void answer_rates(void *context)
{
    const question *asked = context;
    hand_in *page = examiner_page();
    asked->motion->rates(asked->motion->context, page->ask_x, page->ask_v, page->a, page->g);
}

static void put_options(hand_in *page, const void *options)
{
    if (options != NULL) {
        memcpy(page->options, options, mine.about.options_size);
    }
}

static size_t work_of(const carom_motion *motion)
{
    return mine.work_coordinates * motion->coordinates +
           mine.work_quadratures * motion->quadratures;
}

static void put_kept(hand_in *page, const carom_motion *motion)
{
    page->keeps = motion->a != NULL;
    page->known = page->keeps && *motion->known;
    if (page->known) {
        memcpy(page->kept_a, motion->a, motion->coordinates * sizeof(double));
        memcpy(page->kept_g, motion->g, motion->quadratures * sizeof(double));
    }
}

static void take_kept(const hand_in *page, const carom_motion *motion)
{
    if (motion->a != NULL) {
        *motion->known = page->known;
        memcpy(motion->a, page->kept_a, motion->coordinates * sizeof(double));
        memcpy(motion->g, page->kept_g, motion->quadratures * sizeof(double));
    }
}

static size_t mine_step(const carom_motion *motion, double h, double *x, double *v, double *q,
                        double *work)
{
    const size_t n = motion->coordinates, m = motion->quadratures, size = work_of(motion);
    hand_in *page = examiner_page();
    question asked = {motion};
    (void)work; /* it works on the page, where what it writes beyond is seen */
    if (n > HAND_IN_MOST || m > HAND_IN_MOST || size >= HAND_IN_WORK) {
        examiner_fail("more to work with than there is room for");
    }
    page->coordinates = n;
    page->quadratures = m;
    page->h = h;
    page->state = (size_t)(uintptr_t)motion->state;
    put_options(page, motion->options);
    memcpy(page->x, x, n * sizeof *x);
    memcpy(page->v, v, n * sizeof *v);
    memcpy(page->q, q, m * sizeof *q);
    page->work[size] = fence;
    put_kept(page, motion);
    examiner_ask(CALL_STEP, answer_rates, &asked);
    if (page->work[size] != fence) {
        examiner_fail("mine writes beyond the work it asked for");
    }
    memcpy(x, page->x, n * sizeof *x);
    memcpy(v, page->v, n * sizeof *v);
    memcpy(q, page->q, m * sizeof *q);
    take_kept(page, motion);
    return page->calls;
}

/* The state stays with the program: here it is a number. */
static void *mine_prepare(void *state, const void *options, size_t coordinates, size_t quadratures)
{
    hand_in *page = examiner_page();
    put_options(page, options);
    page->state = (size_t)(uintptr_t)state;
    page->coordinates = coordinates;
    page->quadratures = quadratures;
    examiner_ask(CALL_PREPARE, NULL, NULL);
    return (void *)(uintptr_t)page->state;
}

static void mine_release(void *state)
{
    examiner_page()->state = (size_t)(uintptr_t)state;
    examiner_ask(CALL_RELEASE, NULL, NULL);
}

void examiner_fill(void)
{
    const hand_in *page = examiner_page();
    if (!page->slot[CALL_STEP]) {
        examiner_fail("carom_integrator_mine has no step");
    }
    mine = (carom_integrator){.about = examiner_entry(),
                              .order = page->order,
                              .evaluations = page->evaluations,
                              .stability_limit = page->stability_limit,
                              .work_coordinates = page->work_coordinates,
                              .work_quadratures = page->work_quadratures,
                              .most_coordinates = page->most_coordinates,
                              .prepare = page->slot[CALL_PREPARE] ? mine_prepare : NULL,
                              .release = page->slot[CALL_RELEASE] ? mine_release : NULL,
                              .step = mine_step};
    if (mine.work_coordinates > HAND_IN_WORK / HAND_IN_MOST / 2 ||
        mine.work_quadratures > HAND_IN_WORK / HAND_IN_MOST / 2) {
        examiner_fail("work_coordinates or work_quadratures is larger than any method needs");
    }
}
