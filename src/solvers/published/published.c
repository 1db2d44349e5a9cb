/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the loops of a lecture, a book and two blogs step by step, with their errors. Written from
 * descriptions of the loops; contains no text or code of the sources.
 *
 * The defaults reproduce the publication, and each error has a key that corrects it. The balls
 * stay in the order of the file, because some errors depend on it. The results therefore depend on
 * the numbering of the balls. All other solvers give results that do not. */
#include "solvers/published/published.h"
#include "params/params.h"
#include "params/rows.h"
#include "search/search.h"

static const char *const source_words[] = {"lecture_2006", "book", "blog_2013", "pool_2017", NULL};
static const char *const integrator_words[] = {"euler", "heun", NULL};
static const char *const right_words[] = {"as_published", "right", NULL};
static const char *const bumper_words[] = {"centre", "surface", NULL};
static const char *const formula_words[] = {"printed", "right", "comment", NULL};
static const char *const with_words[] = {"with", "without", NULL};
static const char *const without_words[] = {"without", "with", NULL};

static const published_loop *const loops[SOURCES] = {[SOURCE_LECTURE] = &carom_published_lecture,
                                                     [SOURCE_BOOK] = &carom_published_book,
                                                     [SOURCE_BLOG] = &carom_published_blog,
                                                     [SOURCE_POOL] = &carom_published_pool};

#define AT(member) offsetof(published_options, member)
static const carom_param params[] = {
    {WORD("source", AT(source), NULL, source_words,
          "origin of the loop: a lecture, a book, or one of two blogs")},
    {NUMBER("frame_s", AT(frame_s), "s", NULL, POSITIVE, ANY,
            "time between two frames, or the lecture's step h")},
    {WORD("guard", AT(guard), "with", with_words,
          "blog_2013: whether a test excludes separating balls")},
    {WORD(
        "clock", AT(clock), "as_published", right_words,
        "blog_2013: as published, a time of 0 is ignored and a negative one lengthens the frame")},
    {WORD("second_formula", AT(formula), "printed", formula_words,
          "book: velocity of the second ball as printed, corrected, or as in the comment")},
    {NUMBER("contact_factor", AT(contact_factor), "", "0.75", POSITIVE, 1,
            "book: fraction of the sum of the radii below which two balls count as touching; right "
            "is 1")},
    {WORD("extra_move", AT(move), "with", with_words,
          "book: both balls move at once by another step with the new velocities")},
    {WORD("approach_test", AT(approach), "without", without_words,
          "book, pool_2017: whether separating balls are skipped")},
    {WORD("interpenetration_sign", AT(sign), "as_published", right_words,
          "lecture_2006: whether separated balls repel each other, as published, or overlapping "
          "ones")},
    {WORD("bumper", AT(bumper), "centre", bumper_words,
          "lecture_2006: part of a ball that the cushion reflects")},
    {WORD("integrator", AT(integrator), "euler", integrator_words,
          "lecture_2006: Euler's or Heun's method")},
    {NUMBER("stiffness_N_per_m", AT(stiffness_N_per_m), "N/m", "", POSITIVE, ANY,
            "lecture_2006: stiffness k of all springs")},
    {.key = NULL}};

/* ---- unsupported problems ---- */

static bool has_key(const published_loop *loop, const char *key)
{
    const char *const *k = loop->keys;
    while (*k != NULL && strcmp(*k, key) != 0) {
        k++;
    }
    return *k != NULL;
}

static const char *source_of_key(const char *key)
{
    int source = 0;
    while (source < SOURCES - 1 && !has_key(loops[source], key)) {
        source++;
    }
    return source_words[source];
}

/* Report keys with a value that the chosen source does not use. */
static void check_keys(const published_options *options, const carom_diagnostics *diagnostics)
{
    published_options given = *options, silent;
    if (carom_params_default(params, &silent, NULL) != CAROM_OK) {
        return;
    }
    for (const carom_param *row = params + 2; row->key != NULL; row++) {
        char found[64], usual[64];
        if (has_key(loops[options->source], row->key)) {
            continue;
        }
        carom_param_format((carom_param_ref){row, &given}, found, sizeof found);
        carom_param_format((carom_param_ref){row, &silent}, usual, sizeof usual);
        if (strcmp(found, usual) != 0) {
            carom_diagnostics_add(
                diagnostics, true, row->key,
                "%s does not apply to source: %s; use source: %s, or remove the key", found,
                source_words[options->source], source_of_key(row->key));
        }
    }
}

static void refuse(const carom_diagnostics *diagnostics, const char *key, const char *source,
                   const char *text)
{
    carom_diagnostics_add(diagnostics, true, key, "source: %s %s", source, text);
}

static void check_boundary(const carom_problem *problem, const published_loop *loop,
                           const char *source, const carom_diagnostics *diagnostics)
{
    static const char *const name[] = {"walls", "periodic", "open"};
    char text[120] = "";
    if ((loop->boundaries >> problem->boundary & 1) != 0) {
        carom_check_grid(problem, 1, diagnostics);
        return;
    }
    for (int b = CAROM_WALLS; b <= CAROM_OPEN; b++) {
        if ((loop->boundaries >> b & 1) != 0) {
            carom_text_append(text, sizeof text, "%s%s", text[0] != '\0' ? " or " : "", name[b]);
        }
    }
    carom_diagnostics_add(diagnostics, true, "boundary",
                          "source: %s does not support boundary: %s; use %s", source,
                          name[problem->boundary], text);
}

static void check_scene(const carom_problem *problem, const published_loop *loop,
                        const char *source, const carom_diagnostics *diagnostics)
{
    if (carom_problem_has_fixed(problem)) {
        refuse(diagnostics, "fixed", source, "does not support fixed balls");
    }
    if (!carom_vec_is_zero(problem->gravity_mps2)) {
        refuse(diagnostics, "gravity_mps2", source,
               "does not support gravity in the plane of the table; use [0, 0]");
    }
    if (!loop->friction && carom_problem_has_resistance(problem)) {
        refuse(diagnostics, "rolling_resistance", source,
               "does not support rolling resistance; use 0 or source: blog_2013");
    }
    if (!loop->friction && carom_problem_has_drag(problem)) {
        refuse(diagnostics, "air_drag", source,
               "does not support drag; use 0 or source: blog_2013");
    }
    if (loop->elastic && !carom_problem_is_elastic(problem)) {
        refuse(diagnostics, "restitution", source, "supports elastic collisions only; use 1");
    }
}

static void published_check(const carom_problem *problem, const void *object,
                            const carom_diagnostics *diagnostics)
{
    const published_options *options = object;
    const published_loop *loop = loops[options->source];
    const char *source = source_words[options->source];
    check_keys(options, diagnostics);
    check_boundary(problem, loop, source, diagnostics);
    check_scene(problem, loop, source, diagnostics);
    if (loop->check != NULL) {
        loop->check(problem, options, diagnostics);
    }
}

/* ---- plug-in ---- */

static void published_destroy(void *object)
{
    published_solver *self = object;
    if (self->own != NULL) {
        self->loop->release(self->own);
    }
    free(self->canonical_index);
    free(self->radius_m);
    free(self->ball);
    free(self->before);
    free(self);
}

static carom_status init_solver(published_solver *self, carom_error *error)
{
    size_t n = self->count;
    bool missing = false;
    self->canonical_index = carom_zeros(n, sizeof *self->canonical_index, &missing);
    self->radius_m = carom_zeros(n, sizeof *self->radius_m, &missing);
    self->ball = carom_zeros(n, sizeof *self->ball, &missing);
    self->before = carom_zeros(n, sizeof *self->before, &missing);
    CAROM_NEED(!missing, error);
    for (size_t k = 0; k < n; k++) {
        const carom_ball *b = &self->problem->ball[k];
        self->canonical_index[b->number] = (uint32_t)k;
        self->radius_m[b->number] = b->radius_m;
        self->ball[b->number] = carom_flight_from_ball(b);
    }
    return self->loop->prepare == NULL ? CAROM_OK : self->loop->prepare(self, error);
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
    self->loop = loops[self->o.source];
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
        CAROM_TRY(self->loop->frame(self, error));
    }
    return CAROM_OK;
}

static void published_sample(const void *object, double t_s, carom_view *view)
{
    const published_solver *self = object;
    (void)t_s; /* the state changes only at the next frame */
    for (size_t i = 0; i < self->count; i++) {
        size_t k = self->canonical_index[i];
        carom_flight_to_view(self->ball[i], view, k);
    }
    carom_view_set_totals(view, &self->sums, &self->report);
    view->budget.elastic_J = self->loop->elastic_J == NULL ? 0 : self->loop->elastic_J(self);
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
    const published_options *o = options;
    return o->integrator == INTEGRATOR_EULER ? CAROM_COLOR_ORANGE : CAROM_COLOR_BLUE;
}

/* The loop of blog_2013 finds contacts between frames. */
static bool published_can_miss_contacts(const void *options)
{
    return ((const published_options *)options)->source != SOURCE_BLOG;
}

const carom_solver_entry carom_solver_published = {
    .about = {.name = "published",
              .summary = "the loop of a publication with its errors, each of which a key corrects",
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
