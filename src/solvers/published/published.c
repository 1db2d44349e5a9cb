/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the loops of a lecture, a book and two blogs step by step, with their errors. Written from
 * descriptions of the loops; contains no text or code of the sources.
 *
 * The default is the loop as published, and the list `corrected` names errors to correct. The balls
 * stay in the order of the file, because some errors depend on it. The results therefore depend on
 * the numbering of the balls. All other solvers give results that do not. */
#include "solvers/published/published.h"
#include "params/params.h"
#include "params/rows.h"
#include "search/search.h"

static const char *const source_words[] = {"lecture_2006", "book", "blog_2013", "pool_2017", NULL};
static const char *const method_words[] = {"euler", "heun", NULL};
static const char *const error_words[] = {
    "sign", "bumper", "formula", "contact_distance", "extra_move", "approach_test", "clock", NULL};
static const carom_param error_rows[] = {{WORD("", 0, NULL, error_words, "a published error")},
                                         {.key = NULL}};

static const struct {
    unsigned errors; /* 1 << published_error */
    const char *names, *boundaries;
    carom_status (*frame)(published_solver *self, carom_error *error);
    bool friction; /* supports rolling resistance and drag */
} loops[SOURCES] = {
    [SOURCE_LECTURE] = {1 << ERROR_SIGN | 1 << ERROR_BUMPER, "sign and bumper", "walls or open",
                        carom_published_lecture, false},
    [SOURCE_BOOK] = {1 << ERROR_FORMULA | 1 << ERROR_CONTACT_DISTANCE | 1 << ERROR_EXTRA_MOVE |
                         1 << ERROR_APPROACH_TEST,
                     "formula, contact_distance, extra_move and approach_test", "periodic or open",
                     carom_published_book, false},
    [SOURCE_BLOG] = {1 << ERROR_CLOCK, "clock", "walls or open", carom_published_blog, true},
    [SOURCE_POOL] = {1 << ERROR_APPROACH_TEST, "approach_test", "walls or open",
                     carom_published_pool, false}};

#define AT(member) offsetof(published_options, member)
static const carom_param params[] = {
    {WORD("source", AT(source), NULL, source_words,
          "origin of the loop: a lecture, a book, or one of two blogs")},
    {NUMBER("frame_s", AT(frame_s), "s", NULL, POSITIVE, ANY,
            "time between two frames, or the lecture's step h")},
    {LIST("corrected", AT(corrected), sizeof(int), error_rows,
          "errors to correct (carom help theory). lecture_2006: sign, bumper; book: formula, "
          "contact_distance, extra_move, approach_test; blog_2013: clock; pool_2017: "
          "approach_test"),
     .fallback = "", .lowest = 0, .highest = ERRORS, .scalar_sets_all = true},
    {WORD("integrator", AT(heun), "euler", method_words, "lecture_2006: Euler's or Heun's method")},
    {NUMBER("stiffness_N_per_m", AT(stiffness_N_per_m), "N/m", "", POSITIVE, ANY,
            "lecture_2006: stiffness k of all springs")},
    {.key = NULL}};

static bool has_equal_masses(const carom_problem *problem)
{
    bool equal = true;
    for (size_t i = 1; i < problem->count; i++) {
        equal = equal && problem->ball[i].mass_kg == problem->ball[0].mass_kg;
    }
    return equal;
}

static void published_check(const carom_problem *problem, const void *object,
                            const carom_diagnostics *diagnostics)
{
    static const char *const boundary[] = {"walls", "periodic", "open"};
    const published_options *o = object;
    const char *source = source_words[o->source];
    bool lecture = o->source == SOURCE_LECTURE, pool = o->source == SOURCE_POOL;
    bool springs = !isnan(o->stiffness_N_per_m), friction = loops[o->source].friction;
    const struct {
        bool found;
        const char *key, *text;
    } faults[] = {
        {lecture && !springs, "stiffness_N_per_m", "needs the stiffness of its springs (N/m, > 0)"},
        {!lecture && springs, "stiffness_N_per_m", "has no springs; remove the key"},
        {!lecture && o->heun, "integrator", "has no springs; remove the key"},
        {carom_problem_has_fixed(problem), "fixed", "does not support fixed balls"},
        {!carom_vec_is_zero(problem->gravity_mps2), "gravity_mps2",
         "does not support gravity in the plane of the table; use [0, 0]"},
        {!friction && carom_problem_has_resistance(problem), "rolling_resistance",
         "does not support rolling resistance; use 0 or source: blog_2013"},
        {!friction && carom_problem_has_drag(problem), "air_drag",
         "does not support drag; use 0 or source: blog_2013"},
        {(lecture || pool) && !carom_problem_is_elastic(problem), "restitution",
         "supports elastic collisions only; use 1"},
        {pool && !has_equal_masses(problem), "mass_kg",
         "exchanges velocities, which requires equal masses; set the same mass for all balls"}};
    for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++) {
        if (faults[k].found) {
            carom_diagnostics_add(diagnostics, true, faults[k].key, "source: %s %s", source,
                                  faults[k].text);
        }
    }
    for (size_t k = 0; k < o->corrected.count; k++) {
        int error = ((const int *)o->corrected.items)[k];
        if ((loops[o->source].errors >> error & 1) == 0) {
            carom_diagnostics_add(diagnostics, true, "corrected",
                                  "%s is no error of source: %s; expected %s", error_words[error],
                                  source, loops[o->source].names);
        }
    }
    if (strstr(loops[o->source].boundaries, boundary[problem->boundary]) == NULL) {
        carom_diagnostics_add(diagnostics, true, "boundary",
                              "source: %s does not support boundary: %s; use %s", source,
                              boundary[problem->boundary], loops[o->source].boundaries);
    } else {
        carom_check_grid(problem, 1, diagnostics);
    }
}

static void published_destroy(void *object)
{
    published_solver *self = object;
    free(self->canonical_index);
    free(self->ball);
    free(self->before);
    free(self->x);
    free(self->spring);
    free(self);
}

static carom_status init_solver(published_solver *self, carom_error *error)
{
    size_t n = self->count;
    bool missing = false;
    self->canonical_index = carom_zeros(n, sizeof *self->canonical_index, &missing);
    self->ball = carom_zeros(n, sizeof *self->ball, &missing);
    self->before = carom_zeros(n, sizeof *self->before, &missing);
    CAROM_NEED(!missing, error);
    for (size_t k = 0; k < n; k++) {
        const carom_ball *b = &self->problem->ball[k];
        self->canonical_index[b->number] = (uint32_t)k;
        self->ball[b->number] = carom_flight_from_ball(b);
    }
    for (size_t k = 0; k < self->o.corrected.count; k++) {
        self->corrected |= 1U << ((const int *)self->o.corrected.items)[k];
    }
    return self->o.source == SOURCE_LECTURE ? carom_published_lecture_init(self, error) : CAROM_OK;
}

static void *published_create(const carom_solver_args *args, carom_error *error)
{
    published_solver *self = calloc(1, sizeof *self);
    CAROM_NEED_OR_NULL(self != NULL, error);
    *self = (published_solver){.problem = args->problem,
                               .o = *(const published_options *)args->options,
                               .log = args->log,
                               .trace = args->trace,
                               .cancel = args->cancel,
                               .count = args->problem->count};
    if (init_solver(self, error) != CAROM_OK) {
        published_destroy(self);
        return NULL;
    }
    return self;
}

static carom_status published_advance(void *object, double t_s, carom_error *error)
{
    const double rounding = 1e-9; /* relative to a frame: 6 * 0.1 > 0.6 */
    published_solver *self = object;
    double frames = floor(t_s / self->o.frame_s + rounding);
    for (; (double)self->report.steps < frames; self->report.steps++) {
        CAROM_TRY(carom_check_cancelled(self->cancel, error));
        CAROM_TRY(loops[self->o.source].frame(self, error));
    }
    return CAROM_OK;
}

static void published_sample(const void *object, double t_s, carom_view *view)
{
    const published_solver *self = object;
    (void)t_s; /* the state changes only at the next frame */
    for (size_t i = 0; i < self->count; i++) {
        carom_flight_to_view(self->ball[i], view, self->canonical_index[i]);
    }
    carom_view_set_totals(view, &self->sums, &self->report);
    view->budget.elastic_J = self->spring == NULL ? 0 : carom_published_elastic(self);
}

static void published_report(const void *object, carom_report *report)
{
    const published_solver *self = object;
    *report = self->report;
    report->simulated_s = carom_sum_value(&self->simulated);
}

static const char *published_display_name(const void *options)
{
    return source_words[((const published_options *)options)->source];
}

static carom_color published_color(const void *options)
{
    return ((const published_options *)options)->heun ? CAROM_COLOR_BLUE : CAROM_COLOR_ORANGE;
}

/* The loop of blog_2013 finds contacts between frames. */
static bool published_can_miss_contacts(const void *options)
{
    return ((const published_options *)options)->source != SOURCE_BLOG;
}

const carom_solver_entry carom_solver_published = {
    .about = {.name = "published",
              .summary =
                  "the loop of a publication with its errors, each of which can be corrected",
              .params = params,
              .options_size = sizeof(published_options)},
    .traits = CAROM_TIME_STEPPED | CAROM_FRAMES,
    .color = published_color,
    .can_miss_contacts = published_can_miss_contacts,
    .called = published_display_name,
    .check = published_check,
    .create = published_create,
    .advance = published_advance,
    .sample = published_sample,
    .report = published_report,
    .destroy = published_destroy};
