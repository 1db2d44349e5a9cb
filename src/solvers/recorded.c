/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solver that plays back a recording. Collisions are the breaks of its tracks near contact.
 *
 * Positions are as recorded, and interpolated between samples. The energy that a ball loses in a
 * break is booked as dissipated, the impulse of walls as external. Residuals therefore show what
 * the balls lose between collisions, and momentum that collisions of two balls do not conserve. */
#include "params/rows.h"
#include "solvers/solvers.h"

#define AT(member) offsetof(carom_recorded_file, member)
static const carom_param file_rows[] = {
    {TEXT("ball", AT(ball), NULL, CAROM_NAME_SIZE, "name of the ball")},
    {TEXT("file", AT(file), NULL, CAROM_RECORDED_FILE_SIZE, "table with its samples")},
    {TEXT("track", AT(track), "", CAROM_NAME_SIZE,
          "title above its columns, in a table of several tracks")},
    {.key = NULL}};

#undef AT
#define AT(c) offsetof(carom_recorded_options, column) + (c)*CAROM_NAME_SIZE
#define COLUMN(key_, c, doc_) TEXT(key_, AT(c), "", CAROM_NAME_SIZE, doc_)
static const carom_param column_rows[] = {
    {COLUMN("t_s", CAROM_RECORDED_T, "column of the time; t_s, t or time by default")},
    {COLUMN("ball", CAROM_RECORDED_BALL, "column of the ball's name; ball by default")},
    {COLUMN("x_m", CAROM_RECORDED_X, "column of x; x_m or x by default")},
    {COLUMN("y_m", CAROM_RECORDED_Y, "column of y; y_m or y by default")},
    {COLUMN("vx_mps", CAROM_RECORDED_VX,
            "column of the velocity; vx_mps by default; velocities are fitted if it is missing")},
    {COLUMN("vy_mps", CAROM_RECORDED_VY, "column of the velocity; vy_mps by default")},
    {COLUMN("spin_radps", CAROM_RECORDED_SPIN, "column of the spin; spin_radps by default")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_recorded_options, member)
static const carom_param params[] = {
    {TEXT("file", AT(file), "", CAROM_RECORDED_FILE_SIZE,
          "table of positions, one row for each time and ball; relative to the scenario's folder")},
    {LIST("files", AT(files), sizeof(carom_recorded_file), file_rows,
          "instead of file: one table for each ball"),
     .fallback = "", .lowest = 0, .highest = 10000},
    {MAP("columns", 0, column_rows, "names of the columns, in every table"), .fallback = ""},
    {NUMBER("start_s", AT(start_s), "s", "0", ANY_LOW, ANY,
            "time in the recording at which the run starts")},
    {NUMBER("scale_m", AT(scale_m), "m", "1", POSITIVE, ANY,
            "length in m of a recorded position of 1")},
    {VECTOR("origin_m", AT(origin_m), "m", "0", ANY_LOW, ANY,
            "point of the table at which the recorded position is (0, 0)")},
    {NUMBER(
        "sigma_m", AT(sigma_m), "m", "", 0, ANY,
        "standard deviation of a recorded coordinate; distances below 5 of it are called noise; "
        "without it, noise is estimated to find collisions only")},
    {.key = NULL}};

/* A ball outside the table shows a wrong unit or origin. */
static void check_positions(const carom_problem *problem, const carom_recording *recording,
                            const carom_diagnostics *diagnostics)
{
    for (size_t i = 0; i < recording->count && problem->boundary == CAROM_WALLS; i++) {
        const carom_track *track = &recording->track[i];
        carom_vec at;
        if (track->count == 0) {
            continue;
        }
        at = track->sample[carom_track_interval(track, 0)].at;
        if (!carom_walls_enclose(problem, at)) {
            carom_diagnostics_add(diagnostics, false, "scale_m",
                                  "ball '%.60s' begins at (%.4g, %.4g) m, outside the table; "
                                  "correct scale_m or origin_m",
                                  problem->ball[i].name, at.x, at.y);
            return;
        }
    }
}

static void recorded_check(const carom_problem *problem, const void *object,
                           const carom_diagnostics *diagnostics)
{
    const carom_recorded_options *o = object;
    carom_recording recording = {.track = NULL};
    carom_error error = {0};
    if ((o->file[0] == '\0') == (o->files.count == 0)) {
        carom_diagnostics_add(diagnostics, true, "file",
                              "expected either file, or files with one table for each ball");
        return;
    }
    if (carom_recording_load(&recording, problem, o, &error) != CAROM_OK) {
        if (error.status == CAROM_CANNOT_READ && diagnostics->unreadable != NULL) {
            *diagnostics->unreadable = true;
        }
        carom_diagnostics_add_error(diagnostics, error.key[0] != '\0' ? error.key : "file", &error);
    } else {
        check_positions(problem, &recording, diagnostics);
    }
    carom_recording_free(&recording);
}

/* ---- contacts ---- */

/* Break of one ball: its contribution to the budget, and its collision. */
typedef struct {
    double t_s, dissipated_J;
    carom_vec impulse_Ns, at; /* of a wall or fixed ball */
    double time_error_s;      /* of a collision */
    double gap_m;             /* to the nearest body, if that is too far away; otherwise NaN */
} loss;

typedef struct {
    const carom_problem *problem;
    const carom_cancel_flag *cancel;
    carom_log *log;
    carom_trace *trace;
    carom_recording recording;
    carom_log contacts; /* all, sorted by time */
    loss *losses;
    size_t losses_count, losses_capacity;
    size_t logged, booked; /* number of contacts and losses until now */
    carom_budget_sums sums;
    carom_report report;
} recorded_solver;

/* Flights of a body at a time, continued from before and from after a break nearby. */
typedef struct {
    carom_flight before, after;
} sides;

static double interval_s(const carom_track *track, size_t k)
{
    return track->sample[k + 1].t_s - track->sample[k].t_s;
}

/* Sides of the break of ball @p i within one interval of @p t_s. */
static sides sides_of(const recorded_solver *self, size_t i, double t_s)
{
    const carom_track *track = &self->recording.track[i];
    size_t k, from, nearest = SIZE_MAX;
    carom_flight here = carom_flight_from_ball(&self->problem->ball[i]);
    if (track->count == 0) {
        return (sides){here, here};
    }
    k = carom_track_interval(track, t_s);
    from = k > 0 ? k - 1 : 0;
    for (size_t n = from; n <= k + 1 && n + 1 < track->count; n++) {
        double off = fabs(track->sample[n].break_s - t_s);
        if (off <= interval_s(track, k) &&
            (nearest == SIZE_MAX || off < fabs(track->sample[nearest].break_s - t_s))) {
            nearest = n;
        }
    }
    if (nearest == SIZE_MAX) {
        here = carom_track_state(track, k, t_s);
        return (sides){here, here};
    }
    return (sides){carom_track_side(track, nearest, false, t_s),
                   carom_track_side(track, nearest, true, t_s)};
}

static carom_vec middle_of(const sides *s)
{
    return carom_vec_scale(0.5, carom_vec_add(s->before.at, s->after.at));
}

/* Fills a collision of ball @p a with a body along @p normal. @return false: they do not collide */
static bool fill_contact(carom_collision *c, const sides *a, const sides *b, double reduced_mass)
{
    carom_vec u = carom_vec_subtract(a->before.v, b->before.v),
              w = carom_vec_subtract(a->after.v, b->after.v);
    c->approach_mps = carom_vec_dot(u, c->normal);
    c->separation_mps = -carom_vec_dot(w, c->normal);
    c->impulse_Ns = reduced_mass * (c->approach_mps + c->separation_mps);
    c->dissipated_J = 0.5 * reduced_mass * (c->approach_mps - c->separation_mps) *
                      (c->approach_mps + c->separation_mps);
    return c->approach_mps > 0 && c->impulse_Ns > 0;
}

/* True if the bodies may touch at a break. Flights on both sides of a contact that lasts meet
 * deeper than the bodies overlap. */
static bool is_near(const recorded_solver *self, size_t i, double gap_m)
{
    double radius_m = self->problem->ball[i].radius_m;
    return gap_m < 0.25 * radius_m + 5 * self->recording.sigma_m && gap_m > -radius_m;
}

/* Finds the body that ball @p i hits at @p t_s. @return its distance (m); INFINITY: none */
static double find_contact(const recorded_solver *self, size_t i, const sides *own, double t_s,
                           carom_collision *best)
{
    const carom_problem *p = self->problem;
    const carom_ball *ball = &p->ball[i];
    double nearest = INFINITY;
    carom_vec at = middle_of(own);
    for (size_t k = 0; k < p->count + carom_walls_count(p); k++) {
        bool wall = k >= p->count;
        sides other = {.before = {.at = {0, 0}}};
        carom_collision c = {.t_s = t_s, .a = (uint32_t)i, .wall = wall};
        double gap, mass;
        bool near, nearer;
        c.b = (uint32_t)(wall ? k - p->count : k);
        if (wall) {
            carom_wall_overlap overlap = carom_walls_part_overlap(
                p, c.b, at, carom_walls_reach(p, ball->radius_m));
            gap = -overlap.overlap_m;
            c.normal = overlap.normal;
        } else {
            other = k == i ? *own : sides_of(self, k, t_s);
            carom_vec d = carom_torus_shortest(p, carom_vec_subtract(middle_of(&other), at));
            double distance = carom_vec_length(d);
            gap = distance - ball->radius_m - p->ball[k].radius_m;
            c.normal = carom_vec_divide(d, distance > 0 ? distance : 1);
        }
        mass = carom_pair_reduced_mass(ball, wall ? NULL : &p->ball[k]);
        near = is_near(self, i, gap);
        nearer = near == is_near(self, i, nearest) ? fabs(gap) < fabs(nearest) : near;
        if (k != i && nearer && fill_contact(&c, own, &other, mass)) {
            nearest = gap;
            *best = c;
        }
    }
    return nearest;
}

/* True if an earlier contact of the same bodies lies within @p within_s: the other ball's break, or
 * the beginning of a contact that lasts several samples. It takes the later separation. */
static bool merge_contact(recorded_solver *self, const carom_collision *c, double within_s)
{
    for (size_t n = self->contacts.count; n-- > 0;) {
        carom_collision *old = &self->contacts.item[n];
        bool same = old->wall == c->wall && ((old->a == c->a && old->b == c->b) ||
                                             (!c->wall && old->a == c->b && old->b == c->a));
        if (same && fabs(old->t_s - c->t_s) <= 1.5 * within_s) {
            if (c->a == old->a && c->t_s > old->t_s) {
                double mass = old->impulse_Ns / (old->approach_mps + old->separation_mps);
                old->contact_s = c->t_s - old->t_s;
                old->separation_mps = c->separation_mps;
                old->impulse_Ns = mass * (old->approach_mps + c->separation_mps);
                old->dissipated_J = 0.5 * mass * (old->approach_mps - c->separation_mps) *
                                    (old->approach_mps + c->separation_mps);
            }
            return true;
        }
    }
    return false;
}

static carom_status add_break(recorded_solver *self, size_t i, size_t k, carom_error *error)
{
    const carom_track *track = &self->recording.track[i];
    const carom_ball *ball = &self->problem->ball[i];
    double t = track->sample[k].break_s;
    sides own = {carom_track_side(track, k, false, t), carom_track_side(track, k, true, t)};
    carom_collision c;
    double gap = find_contact(self, i, &own, t, &c),
           size_m = self->problem->width_m + self->problem->height_m;
    bool contact = is_near(self, i, gap);
    bool outside = contact && (c.wall || self->problem->ball[c.b].fixed);
    loss one = {
        .t_s = t,
        .at = middle_of(&own),
        .time_error_s = contact && self->recording.sigma_m > 0 ? track->sample[k].break_error_s : 0,
        .gap_m = contact ? NAN : fmin(fabs(gap), size_m)};
    carom_vec change = carom_vec_subtract(own.after.v, own.before.v);
    one.dissipated_J = 0.5 * ball->mass_kg *
                       (carom_vec_square(own.before.v) - carom_vec_square(own.after.v));
    one.impulse_Ns = carom_vec_scale(outside ? ball->mass_kg : 0, change);
    CAROM_APPEND(self->losses, self->losses_count, self->losses_capacity, one, error);
    if (!contact || merge_contact(self, &c, interval_s(track, k))) {
        return CAROM_OK;
    }
    return carom_log_add(&self->contacts, &c, error);
}

static int by_time(const void *a, const void *b)
{
    const loss *p = a, *q = b;
    return p->t_s != q->t_s ? (p->t_s > q->t_s) - (p->t_s < q->t_s)
                            : (p->at.x > q->at.x) - (p->at.x < q->at.x);
}

static carom_status find_contacts(recorded_solver *self, carom_error *error)
{
    for (size_t i = 0; i < self->problem->count; i++) {
        const carom_track *track = &self->recording.track[i];
        for (size_t k = 0; k + 1 < track->count; k++) {
            CAROM_TRY(carom_check_cancelled(self->cancel, error));
            if (track->sample[k].break_s > 0) {
                CAROM_TRY(add_break(self, i, k, error));
            }
        }
    }
    carom_log_sort(&self->contacts);
    if (self->losses_count > 0) {
        qsort(self->losses, self->losses_count, sizeof *self->losses, by_time);
    }
    return CAROM_OK;
}

/* ---- plug-in ---- */

static void recorded_destroy(void *object)
{
    recorded_solver *self = object;
    carom_recording_free(&self->recording);
    carom_log_free(&self->contacts);
    free(self->losses);
    free(self);
}

static void *recorded_create(const carom_solver_args *args, carom_error *error)
{
    const carom_choice choice = {&args->entry->about, (void *)(uintptr_t)args->options};
    recorded_solver *self = calloc(1, sizeof *self);
    CAROM_NEED_OR_NULL(self != NULL, error);
    *self = (recorded_solver){
        .problem = args->problem, .cancel = args->cancel, .log = args->log, .trace = args->trace};
    if (carom_recording_read(&self->recording, args->problem, &choice, args->cancel, error) !=
            CAROM_OK ||
        find_contacts(self, error) != CAROM_OK) {
        recorded_destroy(self);
        return NULL;
    }
    return self;
}

static carom_status log_contact(recorded_solver *self, const carom_collision *c, carom_error *error)
{
    sides a = sides_of(self, c->a, c->t_s), b = {.before = {.at = {0, 0}}};
    carom_two_velocities before, after;
    if (!c->wall) {
        b = sides_of(self, c->b, c->t_s);
    }
    before = (carom_two_velocities){a.before.v, b.before.v};
    after = (carom_two_velocities){a.after.v, b.after.v};
    CAROM_TRY(carom_log_add(self->log, c, error));
    return carom_trace_impulse(self->trace, c, &before, &after, NULL, error);
}

static carom_status recorded_advance(void *object, double t_s, carom_error *error)
{
    recorded_solver *self = object;
    for (size_t i = 0; i < self->problem->count; i++) {
        const carom_track *track = &self->recording.track[i];
        const carom_track_sample *last = track->sample + (track->count > 0 ? track->count - 1 : 0);
        if (track->count > 0 && t_s > last->t_s + 1.001 * (last->t_s - last[-1].t_s)) {
            return carom_error_set(error, CAROM_INVALID, "file",
                                   "the recording of ball '%s' ends at %.9g s; reduce duration_s",
                                   self->problem->ball[i].name, last->t_s);
        }
    }
    for (; self->logged < self->contacts.count && self->contacts.item[self->logged].t_s <= t_s;
         self->logged++) {
        self->report.collisions++;
        if (self->log != NULL) {
            CAROM_TRY(log_contact(self, &self->contacts.item[self->logged], error));
        }
    }
    for (; self->booked < self->losses_count && self->losses[self->booked].t_s <= t_s;
         self->booked++) {
        const loss *one = &self->losses[self->booked];
        self->report.time_error_s = fmax(self->report.time_error_s, one->time_error_s);
        if (!isnan(one->gap_m)) {
            self->report.break_gap_m = self->report.breaks == 0
                                         ? one->gap_m
                                         : fmin(self->report.break_gap_m, one->gap_m);
            self->report.breaks++;
        }
        carom_sum_add(&self->sums.dissipated, one->dissipated_J);
        carom_budget_sums_add_impulse_at(&self->sums, self->problem, one->at, one->impulse_Ns);
    }
    return CAROM_OK;
}

/* Adds the weight of ball @p i from t = 0: its impulse, and its torque along the recorded path. */
static void add_weight(const recorded_solver *self, size_t i, double t_s, carom_budget_sums *sums)
{
    const carom_track *track = &self->recording.track[i];
    const carom_problem *p = self->problem;
    for (size_t k = carom_track_interval(track, 0); k + 1 < track->count; k++) {
        const carom_track_sample *s = &track->sample[k];
        double from = fmax(s[0].t_s, 0), to = k + 2 < track->count ? fmin(s[1].t_s, t_s) : t_s;
        double middle = s[0].break_s > from && s[0].break_s < to ? s[0].break_s : to;
        if (from >= t_s) {
            break;
        }
        carom_flight_add_weight(p, p->ball[i].mass_kg, carom_track_state(track, k, from),
                                p->gravity_mps2, middle - from, sums);
        if (middle < to) {
            carom_flight_add_weight(p, p->ball[i].mass_kg, carom_track_side(track, k, true, middle),
                                    p->gravity_mps2, to - middle, sums);
        }
    }
}

static void recorded_sample(const void *object, double t_s, carom_view *view)
{
    const recorded_solver *self = object;
    carom_budget_sums sums = self->sums;
    for (size_t i = 0; i < self->problem->count; i++) {
        const carom_track *track = &self->recording.track[i];
        carom_flight now = carom_flight_from_ball(&self->problem->ball[i]);
        if (track->count > 0) {
            size_t k = carom_track_interval(track, t_s);
            now = carom_track_state(track, k, t_s);
            if (self->recording.has_spin) {
                view->spin_radps[i] =
                    track->sample[k + (t_s >= track->sample[k + 1].t_s)].spin_radps;
            }
            if (!carom_vec_is_zero(self->problem->gravity_mps2)) {
                add_weight(self, i, t_s, &sums);
            }
        }
        carom_flight_to_view(now, view, i);
    }
    carom_view_set_totals(view, &sums, &self->report);
}

static void recorded_report(const void *object, carom_report *report)
{
    *report = ((const recorded_solver *)object)->report;
}

static void recorded_explain(const void *object, const carom_speed_estimate *speed_estimate,
                             char *text, size_t size)
{
    const carom_recorded_options *o = object;
    (void)speed_estimate;
    carom_text_append(text, size,
                      "plays back the positions in %s; velocities that are not recorded are fitted "
                      "between collisions",
                      o->files.count > 0 ? "its files" : o->file);
}

static void recorded_set_folder(void *options, const char *folder)
{
    carom_recorded_options *o = options;
    snprintf(o->folder, sizeof o->folder, "%s", folder);
}

static double recorded_resolution(const void *options)
{
    double sigma_m = ((const carom_recorded_options *)options)->sigma_m;
    return isnan(sigma_m) ? 0 : sigma_m;
}

const carom_solver_entry carom_solver_recorded = {
    .about = {.name = "recorded",
              .summary = "plays back positions from another program or a tracked video",
              .params = params,
              .options_size = sizeof(carom_recorded_options)},
    .traits = CAROM_RECORDED | CAROM_ANY_SHAPE | CAROM_SURFACE_FRICTION,
    .explain = recorded_explain,
    .set_folder = recorded_set_folder,
    .resolution_m = recorded_resolution,
    .check = recorded_check,
    .create = recorded_create,
    .advance = recorded_advance,
    .sample = recorded_sample,
    .report = recorded_report,
    .destroy = recorded_destroy};
