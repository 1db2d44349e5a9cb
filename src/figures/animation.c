/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws films. The curves below the tables are defined once and drawn up to the time of each frame;
 * positions of the balls are defined for every frame. */
#include "figures/figures.h"

enum { MAX_POINTS = 1500 /* of a curve; more would be closer than pixels */ };
/* Number of frames that show the axes n and t after a collision; maximum number of axes in a frame,
 * in slow motion and without; maximum number of balls in a scene with axes. */
enum { AXES_FRAMES = 10, MAX_AXES = 4, MAX_FAST_AXES = 2, MAX_BALLS_WITH_AXES = 30 };

/* Minimum drawn radius of the largest ball, relative to the plane. */
static const double min_visible = 0.008;
/* A contact longer than 1/0.25 sampling intervals is resolved by samples; a shorter one only if its
 * balls have no other contact nearby. */
static const double resolved_part = 0.25;

/* A spot on a ball, on the unit sphere seen from above, and where the ball was in the last frame.
 */
typedef struct {
    double x, y, z;
    carom_vec at;
} film_spot;

typedef struct {
    const carom_figure_data *data;
    const char *const *name; /* solvers that the user names */
    size_t names;
    size_t shown, show[CAROM_MAX_SHOWN_SOLVERS]; /* indices in data->solver */
    carom_recorded_solver recorded[CAROM_MAX_SHOWN_SOLVERS];
    carom_tracks tracks[CAROM_MAX_SHOWN_SOLVERS];
    carom_step_curve energy[CAROM_MAX_SHOWN_SOLVERS];
    carom_distances distances;
    double end_s;     /* earliest end of the solvers shown */
    double magnified; /* factor of the drawn radii, >= 1 */
    film_spot *spot;  /* solver x ball; NULL if there are too many balls */
    carom_film film;
} film_source;

/* ---- choice of solvers ---- */

static carom_status choose_named(film_source *all, carom_error *error)
{
    for (size_t i = 0; i < all->names; i++) {
        size_t position = 0;
        CAROM_TRY(carom_figure_find_solver(all->data, all->name[i], &position, error));
        if (all->shown == CAROM_MAX_SHOWN_SOLVERS) {
            return carom_error_set(error, CAROM_INVALID, "",
                                   "an animation shows at most %d solvers",
                                   CAROM_MAX_SHOWN_SOLVERS);
        }
        all->show[all->shown++] = position;
    }
    return CAROM_OK;
}

static void choose_all(film_source *all)
{
    all->show[all->shown++] = all->data->reference;
    for (size_t i = 0; i < all->data->solvers && all->shown < CAROM_MAX_SHOWN_SOLVERS; i++) {
        if (i != all->data->reference) {
            all->show[all->shown++] = i;
        }
    }
}

static carom_status choose_solvers(film_source *all, carom_error *error)
{
    if (all->names == 1) {
        carom_status status = carom_figure_find_pair(all->data, all->name, 1, all->show, error);
        all->shown = all->show[0] == all->show[1] ? 1 : 2;
        return status;
    }
    if (all->names == 0) {
        choose_all(all);
        return CAROM_OK;
    }
    return choose_named(all, error);
}

/* ---- tables ---- */

static carom_status read_scene(film_source *all, const char *directory, carom_error *error)
{
    const carom_figure_data *data = all->data;
    if (data->compared) {
        CAROM_TRY(carom_distances_read(&all->distances, directory, data->stop, error));
    }
    all->end_s = data->scenario.duration_s;
    for (size_t j = 0; j < all->shown; j++) {
        carom_recorded_solver *recorded = &all->recorded[j];
        carom_tracks *tracks = &all->tracks[j];
        CAROM_TRY(carom_recorded_solver_read(recorded, &data->scenario.problem, directory,
                                             data->solver[all->show[j]].name, false, data->stop,
                                             error));
        CAROM_TRY(carom_step_curve_build(&all->energy[j], recorded, error));
        CAROM_TRY(carom_tracks_build(tracks, &data->scenario.problem, recorded, data->stop, error));
        all->end_s = fmin(all->end_s, carom_tracks_spacing(tracks) *
                                          (double)(carom_tracks_samples(tracks) - 1));
    }
    return CAROM_OK;
}

static void free_scene(film_source *all)
{
    for (size_t j = 0; j < CAROM_MAX_SHOWN_SOLVERS; j++) {
        carom_tracks_free(&all->tracks[j]);
        carom_step_curve_free(&all->energy[j]);
        carom_recorded_solver_free(&all->recorded[j]);
    }
    free(all->spot);
    carom_distances_free(&all->distances);
    carom_film_free(&all->film);
}

/* ---- slow motion ---- */

/* Whether the samples resolve the contact, or no other contact of its balls is within two samples.
 */
static bool has_contact(const carom_tracks *tracks, size_t i)
{
    const carom_track_collision *one = &tracks->collision[i];
    double spacing = carom_tracks_spacing(tracks);
    if (one->to_s == one->from_s || one->to_s - one->from_s > spacing / resolved_part) {
        return true;
    }
    for (size_t k = 0; k < tracks->collisions; k++) {
        const carom_track_collision *m = &tracks->collision[k];
        bool shares_ball = m->a == one->a || m->b == one->a ||
                           (one->b < tracks->problem->count && (m->a == one->b || m->b == one->b));
        if (k != i && shares_ball && floor(m->from_s / spacing) <= floor(one->to_s / spacing) &&
            floor(m->to_s / spacing) >= floor(one->from_s / spacing)) {
            return false;
        }
    }
    return true;
}

static carom_status plan_film(film_source *all, carom_error *error)
{
    enum { MAX_CONTACTS = 2000 }; /* per solver; a film has no time for more */
    carom_film_contact *contact = calloc(CAROM_MAX_SHOWN_SOLVERS * MAX_CONTACTS, sizeof *contact);
    size_t count = 0;
    CAROM_NEED(contact != NULL, error);
    for (size_t j = 0; j < all->shown; j++) {
        const carom_tracks *tracks = &all->tracks[j];
        for (size_t i = 0; i < tracks->collisions && i < MAX_CONTACTS; i++) {
            contact[count++] = (carom_film_contact){
                tracks->collision[i].from_s, tracks->collision[i].to_s, has_contact(tracks, i)};
        }
    }
    carom_status status = carom_film_plan(&all->film, all->end_s, contact, count, error);
    free(contact);
    return status;
}

/* Writes "slowed 20 x", "real time" or "2 x as fast". */
static void format_pace(double pace, char *text, size_t size)
{
    if (fabs(pace - 1) < 1e-9) {
        snprintf(text, size, "real time");
    } else {
        snprintf(text, size, pace > 1 ? "slowed %.3g x" : "%.3g x as fast",
                 pace > 1 ? pace : 1 / pace);
    }
}

/* ---- plane ---- */

static void widen(double range[4], carom_vec position, double radius)
{
    range[0] = fmin(range[0], position.x - radius);
    range[1] = fmax(range[1], position.x + radius);
    range[2] = fmin(range[2], position.y - radius);
    range[3] = fmax(range[3], position.y + radius);
}

/* Factor of the drawn radii that makes balls visible without hiding each other. */
static double magnification(const carom_problem *problem, double widest, const double range[4])
{
    static const double most_covered = 0.25;
    double side = fmax(range[1] - range[0], range[3] - range[2]), squares = 0;
    double wanted = min_visible * side / (0.5 * widest);
    for (size_t i = 0; i < problem->count; i++) {
        squares += problem->ball[i].radius_m * problem->ball[i].radius_m;
    }
    return fmax(1, fmin(wanted, side * sqrt(most_covered / (CAROM_PI * squares))));
}

/* Defines the part of the plane: the table, or the range of the balls with a margin. */
static void define_plane(carom_drawing *drawing, film_source *all)
{
    const carom_problem *problem = &all->data->scenario.problem;
    double range[4] = {INFINITY, -INFINITY, INFINITY, -INFINITY},
           widest = carom_problem_widest(problem), margin = widest;
    for (size_t j = 0; j < all->shown; j++) {
        const carom_tracks *tracks = &all->tracks[j];
        for (size_t i = 0; i < problem->count; i++) {
            for (size_t k = tracks->first[i]; k < tracks->first[i + 1]; k++) {
                widen(range, tracks->knot[k].position, problem->ball[i].radius_m);
            }
        }
    }
    if (problem->boundary != CAROM_OPEN) {
        range[0] = range[2] = margin = 0;
        range[1] = problem->width_m;
        range[3] = problem->height_m;
    }
    all->magnified = magnification(problem, widest, range);
    margin *= 0.5 * (1 + all->magnified);
    carom_drawing_number(drawing, "MAGNIFIED", all->magnified);
    carom_drawing_number(drawing, "X0", range[0] - margin);
    carom_drawing_number(drawing, "X1", range[1] + margin);
    carom_drawing_number(drawing, "Y0", range[2] - margin);
    carom_drawing_number(drawing, "Y1", range[3] + margin);
}

/* ---- curves ---- */

static double relative(const film_source *all, double energy_J)
{
    return all->data->in_joules ? energy_J : energy_J / all->data->energy_J;
}

static void define_energy(carom_drawing *drawing, const film_source *all, size_t j, double range[2])
{
    const carom_step_curve *curve = &all->energy[j];
    size_t stride = 2 * (1 + curve->points / MAX_POINTS);
    carom_block b;
    carom_block_begin(&b, "t_s\tenergy");
    for (size_t i = 0; i < curve->points; i++) {
        double energy = relative(all, curve->point[i].energy_J);
        if (i % stride < 2 || i + 1 == curve->points) { /* keeps both points of a step */
            carom_block_add_row(&b, (double[]){curve->point[i].t_s, energy}, 2);
            range[0] = fmin(range[0], energy);
            range[1] = fmax(range[1], energy);
        }
    }
    carom_block_end(&b, drawing, "CURVE", j);
}

/* A varying energy fills the axis; one that does not vary visibly has no curve. */
static void define_energies(carom_drawing *drawing, const film_source *all)
{
    const double least = 0.02, pad = 0.08, visible = 1e-3;
    double start = relative(all, carom_step_curve_at(&all->energy[0], 0)),
           range[2] = {start, start}, room;
    for (size_t j = 0; j < all->shown; j++) {
        define_energy(drawing, all, j, range);
    }
    carom_drawing_count(drawing, "E_SHOWN",
                        range[1] - range[0] > visible * fmax(fabs(range[0]), fabs(range[1])));
    room = fmax(pad * (range[1] - range[0]), least * fmax(fabs(range[0]), fabs(range[1])));
    room = room > 0 ? room : 1;
    carom_drawing_number(drawing, "E_LOW", range[0] - room);
    carom_drawing_number(drawing, "E_HIGH", range[1] + room);
    carom_drawing_count(drawing, "RELATIVE", !all->data->in_joules);
}

static double distance_at(const film_source *all, size_t j, size_t sample)
{
    return carom_distances_at(&all->distances, sample * all->data->solvers + all->show[j]);
}

/* The axis of distances begins at a thousandth of the contact delay or at rounding. */
static void define_distances(carom_drawing *drawing, const film_source *all)
{
    const carom_problem *problem = &all->data->scenario.problem;
    const double epsilon = 0x1p-52, operations = 1000, delay_m = all->data->contact_delay_m;
    double rounding = operations * epsilon * fmax(problem->width_m, problem->height_m),
           low = delay_m > 0 ? fmax(1e-3 * delay_m, rounding) : 0.1 * rounding, high = 1e3 * low,
           most = 0;
    size_t samples = all->distances.rows / all->data->solvers, stride = 1 + samples / MAX_POINTS;
    for (size_t j = 0; j < all->shown; j++) {
        carom_block b;
        carom_block_begin(&b, "t_s\tdistance_m");
        for (size_t i = 0; i < samples; i += stride) {
            double distance = distance_at(all, j, i),
                   t_s = all->distances.column[1][i * all->data->solvers];
            most = fmax(most, isfinite(distance) ? distance : 0);
            carom_block_add_row(&b, (double[]){t_s, distance}, 2);
        }
        carom_block_end(&b, drawing, "APART", j);
    }
    high = fmax(high, most);
    carom_drawing_count(drawing, "D_SHOWN", most > pow(10, floor(log10(low))));
    carom_drawing_number(drawing, "D_LOW", pow(10, floor(log10(low))));
    carom_drawing_number(drawing, "D_HIGH", pow(10, ceil(log10(high))));
}

/* ---- frames ---- */

/* Rolls a ball without slip along its path since the last frame. */
static void roll(film_spot *spot, const carom_problem *problem, carom_vec at, double radius_m)
{
    carom_vec way = carom_torus_shortest(problem, carom_vec_subtract(at, spot->at));
    double length = carom_vec_length(way), turn = length / radius_m;
    spot->at = at;
    if (length > 0) {
        carom_vec e = carom_vec_scale(1 / length, way), s = {spot->x, spot->y};
        double along = carom_vec_dot(e, s), turned = along * cos(turn) + spot->z * sin(turn);
        spot->z = spot->z * cos(turn) - along * sin(turn);
        spot->x += (turned - along) * e.x;
        spot->y += (turned - along) * e.y;
    }
}

static void define_balls(carom_drawing *drawing, const film_source *all, size_t j, double t_s)
{
    const carom_problem *problem = &all->data->scenario.problem;
    carom_block balls, spots;
    carom_block_begin(&balls, "x_m\ty_m");
    carom_block_begin(&spots, "x_m\ty_m\tradius_m");
    for (size_t i = 0; i < problem->count && balls.stream != NULL; i++) {
        carom_vec at = carom_tracks_position(&all->tracks[j], i, t_s);
        film_spot *spot = all->spot == NULL ? NULL : &all->spot[j * problem->count + i];
        double drawn_m = all->magnified * problem->ball[i].radius_m;
        fprintf(balls.stream, "%.9g\t%.9g\n", at.x, at.y);
        if (spot != NULL && !problem->ball[i].fixed) {
            roll(spot, problem, at, problem->ball[i].radius_m);
            carom_block_add_row(&spots,
                                (double[]){at.x + 0.75 * drawn_m * spot->x,
                                           at.y + 0.75 * drawn_m * spot->y,
                                           spot->z > 0 ? 0.25 * drawn_m : 0},
                                3);
        }
    }
    carom_block_add_row(&spots, (double[]){1e300, 1e300, 0}, 3); /* a block must not be empty */
    carom_block_end(&balls, drawing, "BALLS", j);
    carom_block_end(&spots, drawing, "SPOTS", j);
}

/* Every spot begins in front of the top of its ball. */
static carom_status begin_spots(film_source *all, carom_error *error)
{
    const carom_problem *problem = &all->data->scenario.problem;
    if (problem->count > MAX_BALLS_WITH_AXES) {
        return CAROM_OK;
    }
    all->spot = calloc(all->shown * problem->count, sizeof *all->spot);
    CAROM_NEED(all->spot != NULL, error);
    for (size_t k = 0; k < all->shown * problem->count; k++) {
        all->spot[k] = (film_spot){
            0.6, 0, 0.8,
            carom_tracks_position(&all->tracks[k / problem->count], k % problem->count, 0)};
    }
    return CAROM_OK;
}

/* Defines contact points and normals of the latest collisions that began by t_s and lasted until
 * since_s or longer. */
static void define_axes(carom_drawing *drawing, const film_source *all, size_t j, double since_s,
                        const carom_film_frame *frame)
{
    const carom_tracks *tracks = &all->tracks[j];
    const double t_s = frame->t_s;
    const size_t most = frame->slow ? MAX_AXES : MAX_FAST_AXES;
    size_t axes = 0;
    carom_block b;
    carom_block_begin(&b, "x_m\ty_m\tnx\tny");
    for (size_t i = tracks->collisions; i-- > 0 && axes < most;) {
        const carom_track_collision *m = &tracks->collision[i];
        if (m->from_s <= t_s && m->to_s >= since_s) {
            carom_vec contact_point = carom_vec_add_scaled(
                carom_tracks_position(tracks, m->a, m->from_s),
                tracks->problem->ball[m->a].radius_m, m->normal);
            carom_block_add_row(
                &b, (double[]){contact_point.x, contact_point.y, m->normal.x, m->normal.y}, 4);
            axes++;
        }
    }
    carom_block_add_row(&b, (double[]){1e300, 1e300, 0, 0}, 4); /* a block must not be empty */
    carom_block_end(&b, drawing, "AXES", j);
}

/* Number of collisions that began by t_s. */
static size_t count_collisions(const carom_tracks *tracks, double t_s)
{
    size_t count = 0;
    while (count < tracks->collisions && tracks->collision[count].from_s <= t_s) {
        count++;
    }
    return count;
}

static void draw_frame(carom_drawing *drawing, const film_source *all, size_t i)
{
    const carom_film_frame *frame = &all->film.frame[i];
    const double since_s = i < AXES_FRAMES ? 0 : all->film.frame[i - AXES_FRAMES].t_s;
    const carom_figure_data *data = all->data;
    char pace[40];
    double intervals = (double)(data->scenario.samples - 1);
    size_t sample = (size_t)floor(frame->t_s / data->scenario.duration_s * intervals + 1e-9);
    format_pace(frame->slow ? all->film.slowed : all->film.pace, pace, sizeof pace);
    carom_drawing_number(drawing, "NOW", frame->t_s);
    carom_drawing_text(drawing, "PACE", pace);
    carom_drawing_count(drawing, "SLOW", frame->slow);
    for (size_t j = 0; j < all->shown; j++) {
        carom_drawing_number_at(drawing, "ENERGY", j,
                                relative(all, carom_step_curve_at(&all->energy[j], frame->t_s)));
        carom_drawing_count_at(drawing, "COLLIDED", j,
                               count_collisions(&all->tracks[j], frame->t_s));
        if (data->compared) {
            carom_drawing_number_at(drawing, "DISTANCE", j, distance_at(all, j, sample));
        }
        define_balls(drawing, all, j, frame->t_s);
        if (data->scenario.problem.count <= MAX_BALLS_WITH_AXES) {
            define_axes(drawing, all, j, since_s, frame);
        }
    }
    carom_drawing_add(drawing, CAROM_DRAW_FRAME, "", "frame");
}

/* Decimals of the time that resolve the smallest step. */
static size_t decimals(const carom_film *film)
{
    double digits = ceil(log10(CAROM_FILM_RATE * film->slowed));
    return (size_t)fmin(fmax(digits, 0), 9);
}

static void define_film(carom_drawing *drawing, film_source *all)
{
    carom_figures_define_run(drawing, all->data);
    define_plane(drawing, all);
    define_energies(drawing, all);
    carom_drawing_count(drawing, "D_SHOWN", 0);
    if (all->data->compared) {
        define_distances(drawing, all);
    }
    carom_drawing_number(drawing, "END", all->end_s);
    carom_drawing_count(drawing, "DECIMALS", decimals(&all->film));
    carom_drawing_count(drawing, "COMPARED", all->data->compared);
    carom_drawing_count(drawing, "AXES",
                        all->data->scenario.problem.count <= MAX_BALLS_WITH_AXES &&
                            all->recorded[0].logged);
    carom_drawing_count(drawing, "SHOWN", all->shown);
    carom_drawing_array(drawing, "SHOW ENERGY DISTANCE COLLIDED", all->shown);
    carom_drawing_count(drawing, "COUNTED", all->recorded[0].logged);
    for (size_t j = 0; j < all->shown; j++) {
        carom_drawing_count_at(drawing, "SHOW", j, all->show[j] + 1);
    }
}

static carom_status draw_film(carom_drawing *drawing, film_source *all, const char *directory,
                              const carom_figure_options *figure_options, carom_error *error)
{
    CAROM_TRY(choose_solvers(all, error));
    CAROM_TRY(read_scene(all, directory, error));
    CAROM_TRY(plan_film(all, error));
    CAROM_TRY(begin_spots(all, error));
    define_film(drawing, all);
    carom_drawing_add(drawing, CAROM_DRAW_ANIMATION, "animation", "animation");
    for (size_t i = 0; i < all->film.frames; i++) {
        draw_frame(drawing, all, i);
    }
    return carom_gnuplot_draw(drawing, directory, figure_options, error);
}

carom_status carom_animate(const char *directory, const carom_figure_options *figure_options,
                           const char *const *name, size_t names, carom_error *error)
{
    carom_figure_data data;
    carom_drawing drawing = {.item = NULL};
    film_source all = {.data = &data, .name = name, .names = names};
    carom_status status = carom_figure_data_read(&data, directory, figure_options->stop, error);
    CAROM_THEN(status, draw_film(&drawing, &all, directory, figure_options, error));
    carom_drawing_free(&drawing);
    free_scene(&all);
    carom_figure_data_free(&data);
    return status;
}
