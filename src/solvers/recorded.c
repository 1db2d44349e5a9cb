/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solver that plays back the positions of a recording. It has no collisions, and no budget of
 * energy and momentum. */
#include "params/rows.h"
#include "solvers/solvers.h"

#define COLUMN(key_, c, doc_) TEXT(key_, (c)*CAROM_NAME_SIZE, "", CAROM_NAME_SIZE, doc_)
static const carom_param column_rows[] = {
    {COLUMN("t_s", CAROM_RECORDED_T, "column of the time or the frame")},
    {COLUMN("ball", CAROM_RECORDED_BALL, "column of the ball's name")},
    {COLUMN("x_m", CAROM_RECORDED_X, "column of x")},
    {COLUMN("y_m", CAROM_RECORDED_Y, "column of y")},
    {COLUMN("vx_mps", CAROM_RECORDED_VX,
            "column of the velocity; without it, velocities are differences of positions")},
    {COLUMN("vy_mps", CAROM_RECORDED_VY, "column of the velocity")},
    {COLUMN("spin_radps", CAROM_RECORDED_SPIN, "column of the spin")},
    {.key = NULL}};

#define AT(member) offsetof(carom_recorded_file, member)
static const carom_param file_rows[] = {
    {TEXT("ball", AT(ball), NULL, CAROM_NAME_SIZE, "name of the ball")},
    {TEXT("file", AT(file), NULL, CAROM_RECORDED_FILE_SIZE, "table with its samples")},
    {TEXT("track", AT(track), "", CAROM_NAME_SIZE,
          "name of its track in a table of several; by default the name of the ball")},
    {MAP("columns", AT(column), column_rows, "names of its columns"), .fallback = ""},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_recorded_options, member)
static const carom_param params[] = {
    {TEXT("file", AT(file), "", CAROM_RECORDED_FILE_SIZE,
          "table of positions, one row for each time and ball; relative to the scenario's folder")},
    {LIST("files", AT(files), sizeof(carom_recorded_file), file_rows,
          "instead of file: one table for each ball"),
     .fallback = "", .lowest = 0, .highest = 10000},
    {MAP("columns", AT(column), column_rows,
         "names of columns, in every table; by default the usual ones"),
     .fallback = ""},
    {NUMBER("start_s", AT(start_s), "s", "0", ANY_LOW, ANY,
            "time in the recording at which the run starts")},
    {NUMBER("scale_m", AT(scale_m), "m", "", POSITIVE, ANY,
            "length in m of a recorded position of 1, if the header gives no unit or pixels")},
    {NUMBER("frames_per_s", AT(frames_per_s), "1/s", "", POSITIVE, ANY,
            "frames in a second, if a column counts frames")},
    {FLAG("y_down", AT(y_down), "false", "recorded y increases downwards, as in images")},
    {VECTOR("origin_m", AT(origin_m), "m", "0", ANY_LOW, ANY,
            "point of the table at which the recorded position is (0, 0)")},
    {NUMBER("sigma_m", AT(sigma_m), "m", "", 0, ANY,
            "standard deviation of a recorded coordinate; by default the scatter of straight "
            "flights, and at least half of the last digit. Distances below 5 of it are noise")},
    {.key = NULL}};

/* Index of the last sample until @p t_s, at most count - 2; 0 before the first. */
static size_t interval_at(const carom_track *track, double t_s)
{
    size_t low = 0, high = track->count - 1;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(track->sample[middle].t_s <= t_s ? &low : &high) = middle;
    }
    return low;
}

/* A ball outside the table, or all at the same multiple of their starts in the scenario, show a
 * wrong unit or origin. */
static void check_positions(const carom_problem *problem, const carom_recording *recording,
                            const carom_diagnostics *diagnostics)
{
    double along = 0, got = 0, want = 0;
    carom_vec shown = {0, 0};
    const char *name = NULL, *outside = "";
    char unit[60] = "";
    for (size_t n = 0; n < recording->count; n++) {
        const carom_track *track = &recording->track[n];
        if (track->count > 0) {
            carom_vec at = track->sample[interval_at(track, 0)].at,
                      start = carom_flight_from_ball(&problem->ball[n]).at;
            bool leaves = problem->boundary == CAROM_WALLS && !carom_walls_enclose(problem, at);
            if (name == NULL || (leaves && outside[0] == '\0')) {
                name = problem->ball[n].name;
                shown = at;
                outside = leaves ? ", outside the table" : "";
            }
            along += carom_vec_dot(at, start);
            got += carom_vec_square(at);
            want += carom_vec_square(start);
        }
    }
    double factor = sqrt(got / want);
    if (along > 0.999 * sqrt(got * want) && fabs(factor - 1) > 0.3) { /* within 0.045 rad */
        snprintf(unit, sizeof unit, "; a unit of %.2g m fits its start in the scenario",
                 recording->factor[CAROM_RECORDED_X] / factor);
    }
    if (outside[0] != '\0' || unit[0] != '\0') {
        carom_diagnostics_add(diagnostics, false, "scale_m",
                              "ball '%.60s' begins at (%.4g, %.4g) m%s%s; correct the header, "
                              "scale_m or origin_m",
                              name, shown.x, shown.y, outside, unit);
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

/* ---- playback ---- */

typedef struct {
    const carom_problem *problem;
    carom_recording recording;
} recorded_solver;

/* State in interval @p k: a recorded position at a sample, between two samples a parabola under
 * gravity. */
static carom_flight state_at(const recorded_solver *self, const carom_track *track, size_t k,
                             double t_s)
{
    const carom_track_sample *s = &track->sample[k];
    double interval_s = s[1].t_s - s[0].t_s, since = t_s - s[0].t_s, part = since / interval_s;
    carom_vec g = self->problem->gravity_mps2, moved = carom_vec_subtract(s[1].at, s[0].at);
    carom_flight now = {
        carom_vec_add_scaled(carom_vec_add_scaled(s[0].at, part, moved),
                             0.5 * since * (t_s - s[1].t_s), g),
        carom_vec_add_scaled(carom_vec_divide(moved, interval_s), since - 0.5 * interval_s, g)};
    if (t_s == s[1].t_s) {
        now.at = s[1].at;
    }
    if (self->recording.has_velocity) {
        now.v = t_s == s[1].t_s
                  ? s[1].v
                  : carom_vec_add_scaled(s[0].v, part, carom_vec_subtract(s[1].v, s[0].v));
    }
    return now;
}

static void recorded_destroy(void *object)
{
    recorded_solver *self = object;
    carom_recording_free(&self->recording);
    free(self);
}

static void *recorded_create(const carom_solver_args *args, carom_error *error)
{
    recorded_solver *self = carom_allocate(1, sizeof *self);
    self->problem = args->problem;
    if (carom_recording_load(&self->recording, args->problem, args->options, error) != CAROM_OK) {
        recorded_destroy(self);
        return NULL;
    }
    return self;
}

static carom_status recorded_advance(void *object, double t_s, carom_error *error)
{
    const recorded_solver *self = object;
    for (size_t i = 0; i < self->problem->count; i++) {
        const carom_track *track = &self->recording.track[i];
        const carom_track_sample *last = track->sample + (track->count > 0 ? track->count - 1 : 0);
        if (track->count > 0 && t_s > last->t_s + 1.001 * (last->t_s - last[-1].t_s)) {
            return carom_error_set(error, CAROM_INVALID, "file",
                                   "the recording of ball '%s' ends at %.9g s; reduce duration_s",
                                   self->problem->ball[i].name, last->t_s);
        }
    }
    return CAROM_OK;
}

static void recorded_sample(const void *object, double t_s, carom_view *view)
{
    const recorded_solver *self = object;
    const carom_budget_sums none = {.dissipated = {0, 0}};
    const carom_report report = {0};
    for (size_t i = 0; i < self->problem->count; i++) {
        const carom_track *track = &self->recording.track[i];
        carom_flight now = carom_flight_from_ball(&self->problem->ball[i]);
        if (track->count > 0) {
            size_t k = interval_at(track, t_s);
            now = state_at(self, track, k, t_s);
            if (self->recording.has_spin) {
                view->spin_radps[i] =
                    track->sample[k + (t_s >= track->sample[k + 1].t_s)].spin_radps;
            }
        }
        carom_flight_to_view(now, view, i);
    }
    carom_view_set_totals(view, &none, &report);
    view->budget.dissipated_J = view->budget.angular_impulse_Nms = NAN;
    view->budget.impulse_Ns = (carom_vec){NAN, NAN};
}

static void recorded_report(const void *object, carom_report *report)
{
    *report = (carom_report){.noise_m = ((const recorded_solver *)object)->recording.sigma_m};
}

static void recorded_set_folder(void *options, const char *folder)
{
    carom_recorded_options *o = options;
    snprintf(o->folder, sizeof o->folder, "%s", folder);
}

const carom_solver_entry carom_solver_recorded = {
    .about = {.name = "recorded",
              .summary = "plays back positions from another program or a tracked video",
              .params = params,
              .options_size = sizeof(carom_recorded_options)},
    .traits = CAROM_RECORDED | CAROM_ANY_SHAPE | CAROM_SURFACE_FRICTION,
    .set_folder = recorded_set_folder,
    .check = recorded_check,
    .create = recorded_create,
    .advance = recorded_advance,
    .sample = recorded_sample,
    .report = recorded_report,
    .destroy = recorded_destroy};
