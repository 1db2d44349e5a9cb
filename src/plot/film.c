/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Film and snapshot: writes the balls of each frame as tables, which gnuplot draws side by side,
 * and lets ffmpeg join the frames. */
#include "plot/plot.h"
#include "system/system.h"

/* Frames per second; frames of a trail; balls with names, with trails and spots, at most. */
enum { RATE = 25, TRAIL = 20, MOST_NAMED = 8, MOST_TRAILED = 60 };

/* Longest film without slow motion (s); part that slow motion adds at most; largest slowdown;
 * frames of a contact, and before and after it, in slow motion. */
static const double longest_s = 10, most_slow_part = 0.6, most_slowdown = 20, contact_frames = 12,
                    margin_frames = 6;

/* pace: seconds of film per second of the run. */
typedef struct {
    double t_s, pace;
} film_frame;

/* A point on a ball, on the unit sphere seen from above. */
typedef struct {
    double x, y, z;
} film_spot;

/* The run of a solver while its frames are written. */
typedef struct {
    carom_solver_run run;
    carom_vec *trail; /* TRAIL x balls: the latest positions; NULL: too many balls */
    film_spot *spot;  /* of each ball */
    size_t collisions;
} filmed;

typedef struct {
    const carom_replay *replay;
    const char *directory; /* of the tables; NULL: only the last frame is needed */
    film_frame *frame;
    size_t frames;
    filmed solver[CAROM_MAX_SHOWN_SOLVERS];
} film;

/* ---- times ---- */

/* Largest of 1, 2 and 5 times a power of ten that is at most x. */
static double round_below(double x)
{
    double decade = pow(10, floor(log10(x) + 1e-12));
    return decade * (x / decade >= 5 ? 5 : x / decade >= 2 ? 2 : 1);
}

/* Plans frames at equal steps, and slower ones around the first contacts of the softest solver. */
static void plan_frames(film *f)
{
    const carom_replay *replay = f->replay;
    const carom_solver_run *run = replay->solver[0].run;
    double end_s = replay->scenario.duration_s, pace = round_below(longest_s / end_s),
           step_s = 1 / (RATE * pace), t_s = 0;
    for (size_t j = 1; j < replay->solvers; j++) {
        const carom_solver_run *other = replay->solver[j].run;
        run = other->report.contact_s > run->report.contact_s ? other : run;
    }
    double slowdown = fmin(most_slowdown, contact_frames * step_s / run->report.contact_s),
           slow_s = step_s / fmax(1, slowdown), margin_s = margin_frames * slow_s;
    size_t left = (size_t)(most_slow_part * end_s / step_s) + 20, next = 0;
    f->frame = carom_allocate((size_t)(end_s / step_s) + 2 * left + 100, sizeof *f->frame);
    left = slowdown < 2 || replay->scenario.problem.count > MOST_TRAILED ? 0 : left;
    while (t_s < end_s * (1 - 1e-9)) {
        const carom_collision *c = &run->log.item[next];
        if (next < run->log.count && c->t_s + c->contact_s + margin_s < t_s) {
            next++;
            continue;
        }
        double slow_from_s = next < run->log.count && left > 0 ? c->t_s - margin_s : INFINITY;
        bool is_slow = t_s >= slow_from_s;
        f->frame[f->frames++] = (film_frame){t_s, pace * (is_slow ? step_s / slow_s : 1)};
        t_s = is_slow ? t_s + slow_s : fmin(t_s + step_s, slow_from_s);
        left -= is_slow;
    }
    f->frame[f->frames++] = (film_frame){end_s, pace};
}

/* ---- tables ---- */

/* Rolls the spots without slip along the paths since the last frame. */
static void roll_spots(filmed *s, const carom_problem *problem, size_t k)
{
    carom_vec *now = &s->trail[k % TRAIL * problem->count],
              *before = &s->trail[(k + TRAIL - 1) % TRAIL * problem->count];
    for (size_t i = 0; i < problem->count; i++) {
        film_spot *spot = &s->spot[i];
        now[i] = (carom_vec){s->run.sample.x_m[i], s->run.sample.y_m[i]};
        carom_vec way = k == 0
                          ? (carom_vec){0, 0}
                          : carom_torus_shortest(problem, carom_vec_subtract(now[i], before[i]));
        double length = carom_vec_length(way), turn = length / problem->ball[i].radius_m;
        *spot = k == 0 ? (film_spot){0.6, 0, 0.8} : *spot;
        if (length > 0) {
            carom_vec e = carom_vec_scale(1 / length, way), at = {spot->x, spot->y};
            double along = carom_vec_dot(e, at), turned = along * cos(turn) + spot->z * sin(turn);
            spot->z = spot->z * cos(turn) - along * sin(turn);
            spot->x += (turned - along) * e.x;
            spot->y += (turned - along) * e.y;
        }
    }
}

/* A ball in a frame, or where it was `age` frames before. */
typedef struct {
    const carom_replayed *solver;
    const filmed *state;
    const film_frame *frame;
    const carom_ball *ball;
    const film_spot *spot; /* NULL: none */
    size_t number, age;
    bool is_apart;
    carom_vec at, step;
} film_row;

/* The name is last: gnuplot reads a cell that begins with a quote up to the next quote. */
#define FILM_COLUMNS(NUMBER, TEXT, of)                                                             \
    TEXT(of, solver, r->solver->spec->name, "name in the scenario")                                \
    NUMBER(of, number, "", r->ball->fixed ? -1 : (double)r->number, "from 0; -1 for a fixed ball") \
    NUMBER(of, age, "", (double)r->age, "the ball was here this number of frames before")          \
    NUMBER(of, t_s, "s", r->frame->t_s, "time")                                                    \
    NUMBER(of, x_m, "m", r->at.x, "position of the centre")                                        \
    NUMBER(of, y_m, "m", r->at.y, "position of the centre")                                        \
    NUMBER(of, dx_m, "m", r->step.x, "displacement from the row before; 0 where a trail begins")   \
    NUMBER(of, dy_m, "m", r->step.y, "displacement from the row before")                           \
    NUMBER(of, vx_mps, "m/s", r->state->run.sample.vx_mps[r->number], "velocity")                  \
    NUMBER(of, vy_mps, "m/s", r->state->run.sample.vy_mps[r->number], "velocity")                  \
    NUMBER(of, radius_m, "m", r->ball->radius_m, "radius")                                         \
    NUMBER(of, spot_x_m, "m", r->spot == NULL ? 0 : 0.75 * r->ball->radius_m * r->spot->x,         \
           "spot that rolls with the ball, from its centre")                                       \
    NUMBER(of, spot_y_m, "m", r->spot == NULL ? 0 : 0.75 * r->ball->radius_m * r->spot->y, "y")    \
    NUMBER(of, spot_m, "m", r->spot == NULL || r->spot->z <= 0 ? 0 : 0.25 * r->ball->radius_m,     \
           "its radius; 0: none, or below the ball")                                               \
    NUMBER(of, reached_s, "s", r->solver->run->reached_s, "less than t_s if the solver stopped")   \
    NUMBER(of, collisions, "", (double)r->state->collisions, "of the solver, begun until t_s")     \
    NUMBER(of, mismatch_s, "s", r->is_apart ? r->solver->mismatch_s : NAN,                         \
           "first mismatch with the first solver; nan: not yet")                                   \
    NUMBER(of, lost, "",                                                                           \
           r->is_apart && (r->number == r->solver->lost[0] || r->number == r->solver->lost[1]),    \
           "1: a ball of that collision")                                                          \
    NUMBER(of, pace, "", r->frame->pace, "seconds of film per second of the run")                  \
    TEXT(of, ball, r->ball->name, "name in the scenario")
CAROM_COLUMNS(row, film_row, FILM_COLUMNS)

const carom_table carom_snapshot_table = {
    .name = "snapshot.tsv",
    .doc = "a row for each solver, ball and frame of its trail",
    .columns = row_columns};

/* Writes the trails of the balls of solver j in frame k, oldest position first. */
static void write_balls(FILE *stream, const film *f, size_t j, size_t k)
{
    const carom_problem *problem = &f->replay->scenario.problem;
    const filmed *s = &f->solver[j];
    /* balls roll on a level table only */
    bool falls = carom_vec_length(problem->gravity_mps2) > 0;
    size_t oldest = s->trail == NULL ? 0 : k < TRAIL - 1 ? k : TRAIL - 1;
    film_row row = {.solver = &f->replay->solver[j], .state = s, .frame = &f->frame[k]};
    row.is_apart = row.solver->mismatch_s <= row.frame->t_s;
    for (size_t i = 0; i < problem->count; i++) {
        row.number = i;
        row.ball = &problem->ball[i];
        row.spot = s->spot == NULL || row.ball->fixed || falls ? NULL : &s->spot[i];
        for (row.age = oldest + 1; row.age-- > 0;) {
            carom_vec at = {s->run.sample.x_m[i], s->run.sample.y_m[i]};
            at = s->trail == NULL ? at : s->trail[(k - row.age) % TRAIL * problem->count + i];
            row.step = row.age == oldest
                         ? (carom_vec){0, 0}
                         : carom_torus_shortest(problem, carom_vec_subtract(at, row.at));
            row.at = at;
            carom_table_row(stream, row_columns, &row);
        }
    }
}

typedef struct {
    const film *film;
    size_t first, last, frame; /* solvers */
} film_table;

static void write_table(FILE *stream, const void *object)
{
    const film_table *t = object;
    carom_table_header(stream, row_columns);
    for (size_t j = t->first; j <= t->last; j++) {
        write_balls(stream, t->film, j, t->frame);
    }
}

static carom_status run_frames(film *f, size_t j, carom_error *error)
{
    const carom_replay *replay = f->replay;
    const carom_log *log = &replay->solver[j].run->log;
    filmed *s = &f->solver[j];
    char name[40];
    for (size_t k = 0; k < f->frames; k++) {
        carom_solver_run_advance(&s->run, f->frame[k].t_s);
        if (replay->stop != NULL && *replay->stop != 0) {
            return carom_error_interrupted(error);
        }
        carom_solver_run_sample(&s->run);
        while (s->collisions < log->count && log->item[s->collisions].t_s <= f->frame[k].t_s) {
            s->collisions++;
        }
        if (s->trail != NULL) {
            roll_spots(s, &replay->scenario.problem, k);
        }
        if (f->directory != NULL) {
            snprintf(name, sizeof name, "%05zu-%zu.tsv", k, j + 1);
            CAROM_TRY(carom_file_write(f->directory, name, write_table, &(film_table){f, j, j, k},
                                       error));
        }
    }
    return CAROM_OK;
}

static carom_status run_solver(void *context, size_t j, carom_error *error)
{
    film *f = context;
    const carom_problem *problem = &f->replay->scenario.problem;
    const carom_scenario_solver *spec = f->replay->solver[j].spec;
    filmed *s = &f->solver[j];
    if (problem->count <= MOST_TRAILED) {
        s->trail = carom_allocate(TRAIL * problem->count, sizeof *s->trail);
        s->spot = carom_allocate(problem->count, sizeof *s->spot);
    }
    CAROM_TRY(carom_solver_run_open(&s->run, spec->name, problem, &spec->kind, false,
                                    f->replay->stop, error));
    return run_frames(f, j, error);
}

static void write_corner(void *context, carom_vec at)
{
    fprintf(context, "%.17g\t%.17g\n", at.x, at.y);
}

static void write_outline(FILE *stream, const void *problem)
{
    fputs("x_m\ty_m\n", stream);
    carom_walls_draw(problem, write_corner, stream);
}

/* Writes the outline of the table, if there is one. */
static carom_status write_table_outline(const film *f, const char *directory, carom_error *error)
{
    const carom_problem *problem = &f->replay->scenario.problem;
    return problem->boundary == CAROM_OPEN
             ? CAROM_OK
             : carom_file_write(directory, "outline.tsv", write_outline, problem, error);
}

static carom_status run_all(film *f, carom_error *error)
{
    const carom_job_pool pool = {
        .tasks = f->replay->solvers, .run = run_solver, .context = f, .stop = f->replay->stop};
    return carom_job_pool_run(&pool, error);
}

static void free_film(film *f, carom_replay *replay)
{
    for (size_t j = 0; j < replay->solvers; j++) {
        carom_solver_run_close(&f->solver[j].run);
        free(f->solver[j].trail);
        free(f->solver[j].spot);
    }
    free(f->frame);
    carom_replay_free(replay);
}

/* ---- film ---- */

static carom_plot *describe(const film *f, const char *directory, const char *options,
                            const char *figure, const char *script)
{
    const carom_scenario *scenario = &f->replay->scenario;
    carom_plot *plot = carom_plot_open(scenario->title, "plot", directory, options, "");
    for (size_t j = 0; j < f->replay->solvers; j++) {
        carom_plot_scenario_solver(plot, scenario, f->replay->solver[j].spec->name, NULL);
    }
    for (size_t i = 0; i < scenario->problem.count && scenario->problem.count <= MOST_NAMED; i++) {
        carom_plot_text(plot, "BALL", "%s", scenario->problem.ball[i].name);
        carom_plot_count(plot, "BALL_NUMBER", i);
    }
    carom_plot_count(plot, "TABLE", scenario->problem.boundary != CAROM_OPEN);
    carom_plot_count(plot, "FRAMES", f->frames);
    carom_plot_figure(plot, figure, script, "Balls at t = %.6g s", f->frame[f->frames - 1].t_s);
    return plot;
}

/* Joins the frames with ffmpeg, whose pattern doubles the % of the folder's name: all as an MP4,
 * every other one as a GIF. */
static carom_status join_frames(const film *f, const char *directory, carom_error *error)
{
    enum { PATH = CAROM_PATH_SIZE + 40 };
    char frames[2 * PATH], log[PATH], mp4[PATH], gif[PATH];
    size_t used = 0;
    int exit_status = 0;
    for (const char *c = f->directory; *c != '\0' && used + 2 < 2 * CAROM_PATH_SIZE; c++) {
        frames[used++] = *c;
        frames[used] = *c;
        used += *c == '%';
    }
    snprintf(frames + used, sizeof frames - used, "/frame%%05d.png");
    snprintf(log, PATH, "%s/ffmpeg.log", f->directory);
    snprintf(mp4, PATH, "%s/film.mp4", f->directory);
    snprintf(gif, PATH, "%s/film.gif", f->directory);
    static const char filter[] =
        "split[a][b];[b]fps=12.5,scale=800:-1,split[c][d];[c]palettegen[p];"
        "[d][p]paletteuse=dither=none:diff_mode=rectangle[g]";
    const char *const argument[] = {
        "ffmpeg",     "-nostdin",  "-loglevel",  "error",   "-y",
        "-framerate", "25",        "-i",         frames,    "-filter_complex",
        filter,       "-map",      "[a]",        "-c:v",    "libx264",
        "-preset",    "veryfast",  "-pix_fmt",   "yuv420p", "-crf",
        "20",         "-movflags", "+faststart", "-fflags", "+bitexact",
        "-flags:v",   "+bitexact", "-threads",   "1",       mp4,
        "-map",       "[g]",       gif,          NULL};
    CAROM_TRY(carom_subprocess_run(argument, log, f->replay->stop, &exit_status, error));
    if (exit_status != 0) {
        return carom_error_set(error, CAROM_CANNOT_CREATE, "", "ffmpeg failed with status %d",
                               exit_status);
    }
    CAROM_TRY(carom_plot_move(mp4, "", directory, "animation.mp4", error));
    return carom_plot_move(gif, ";", directory, "animation.gif", error);
}

static carom_status draw_film(film *f, const char *directory, const carom_plot_options *options,
                              carom_error *error)
{
    carom_plot_options film_options = *options;
    film_options.preset = film_options.figures = NULL;
    film_options.formats = CAROM_PLOT_FRAMES;
    film_options.scratch = f->directory;
    if (!carom_program_exists("ffmpeg")) {
        return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                               "a film needs ffmpeg; install it (apt install ffmpeg, brew install "
                               "ffmpeg)");
    }
    plan_frames(f);
    CAROM_TRY(run_all(f, error));
    CAROM_TRY(write_table_outline(f, f->directory, error));
    carom_plot *plot = describe(f, directory, " --film", "animation", "film");
    carom_status status = carom_plot_draw(plot, directory, &film_options, error);
    carom_plot_free(plot);
    CAROM_THEN(status, join_frames(f, directory, error));
    return status;
}

carom_status carom_film_draw(const char *directory, const carom_plot_options *options,
                             const char *const *name, size_t names, carom_error *error)
{
    carom_replay replay;
    film f = {.replay = &replay};
    char *scratch = NULL;
    carom_status status = carom_replay_run(&replay, directory, name, names, CAROM_MAX_SHOWN_SOLVERS,
                                           options->stop, error);
    if (status == CAROM_OK) {
        f.directory = scratch = carom_scratch_create(directory, error);
        status = scratch == NULL ? CAROM_CANNOT_CREATE : draw_film(&f, directory, options, error);
    }
    carom_scratch_remove(scratch);
    free_film(&f, &replay);
    return status;
}

/* ---- snapshot ---- */

/* The trail of a snapshot has the steps of a film. */
static carom_status draw_snapshot(film *f, const char *directory, const carom_plot_options *options,
                                  double t_s, carom_error *error)
{
    double end_s = f->replay->scenario.duration_s,
           step_s = 1 / (RATE * round_below(longest_s / end_s));
    char arguments[40];
    if (!(t_s >= 0) || t_s > end_s) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "t = %.6g s is outside the run; expected 0 to %.6g s", t_s, end_s);
    }
    f->frame = carom_allocate(TRAIL, sizeof *f->frame);
    for (int k = TRAIL - 1; k >= 0; k--) {
        if (t_s - k * step_s >= 0) {
            f->frame[f->frames++] = (film_frame){t_s - k * step_s, 1};
        }
    }
    CAROM_TRY(run_all(f, error));
    const film_table table = {f, 0, f->replay->solvers - 1, f->frames - 1};
    CAROM_TRY(carom_file_write(directory, carom_snapshot_table.name, write_table, &table, error));
    CAROM_TRY(write_table_outline(f, directory, error));
    snprintf(arguments, sizeof arguments, " --at %.6g", t_s);
    carom_plot *plot = describe(f, directory, arguments, "snapshot", "snapshot");
    carom_status status = carom_plot_write(plot, directory, error);
    CAROM_THEN(status, carom_plot_draw(plot, directory, options, error));
    carom_plot_free(plot);
    return status;
}

carom_status carom_snapshot_draw(const char *directory, const carom_plot_options *options,
                                 double t_s, carom_error *error)
{
    carom_replay replay;
    film f = {.replay = &replay};
    carom_status status = carom_replay_run(&replay, directory, NULL, 0, CAROM_MAX_SHOWN_SOLVERS,
                                           options->stop, error);
    CAROM_THEN(status, draw_snapshot(&f, directory, options, t_s, error));
    free_film(&f, &replay);
    return status;
}
