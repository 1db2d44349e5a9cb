/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom card: runs twelve short scenes with exact answers through third-party engines and carom's
 * own solvers, and grades each value. */
#include "carom_studies.h"
#include "params/rows.h"
#include "studies/studies.h"
#include <carom/engine.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <stdatomic.h>

enum { CAROM_CARD_ROWS = 15, CAROM_MAX_CONTESTANTS = 16 };

/* Grades of a value: its error relative to the scale of the scene. */
typedef enum {
    CAROM_EXACT_VALUE, /* at most 1e-6 */
    CAROM_CLOSE,       /* at most 1 % */
    CAROM_OFF,         /* at most 10 % */
    CAROM_WRONG,       /* more */
    CAROM_REFUSED,     /* the engine cannot run the scene */
    CAROM_FAILED,      /* the engine ended before the scene did */
    CAROM_TOO_SLOW     /* exceeds the time limit */
} carom_grade;

/* A kind of solver with its settings. */
typedef struct {
    const char *kind, *label, *purpose;
    char settings[120]; /* besides the defaults; "": none */
    bool fine;          /* with settings that its documentation recommends for accuracy */
    carom_choice choice;
    atomic_bool is_slow; /* a scene exceeded the time limit; the others are skipped */
} carom_contestant;

typedef struct {
    double value; /* NaN without a result */
    carom_grade grade;
    char note[200]; /* reason of a missing value */
} carom_cell;

typedef struct {
    double limit_s; /* of a scene: processor time, and ten times as long by the clock */
    const volatile sig_atomic_t *stop; /* cancellation flag */
    carom_contestant contestant[CAROM_MAX_CONTESTANTS];
    size_t contestants;
    char missing[200]; /* engines that are not installed */
    carom_cell cell[CAROM_CARD_ROWS][CAROM_MAX_CONTESTANTS];
} carom_card;

/* ---- contestants ---- */

/* Settings besides the defaults, separated by blanks. Springs have no default stiffness. */
#define SPRINGS "stiffness_N_per_m=1e5"

typedef struct {
    const char *kind, *label;
    const char *base;    /* settings of both runs */
    const char *fine;    /* further settings, which its documentation recommends; NULL: none */
    const char *purpose; /* its purpose by its documentation */
} known_kind;

static const known_kind known_kinds[] = {
    {"impulse", "Impulse", "", NULL, "rigid balls, exact between and in collisions"},
    {"penalty", "Springs", SPRINGS, "integrator=rk4 contacts=located",
     "springs that converge to rigid balls"},
    {"stepped", "Stepped", "", NULL, "rigid balls in fixed steps, to show what such a loop costs"},
    {"lammps", "LAMMPS", SPRINGS, "theta=0.02",
     "particles in materials science; many balls in parallel"},
    {"chipmunk", "Chipmunk", "",
     "step_s=0.001 iterations=100 collision_persistence=1 units_per_m=64",
     "two-dimensional games: fast and stable"},
    {"ode", "ODE", "", "step_s=0.001 method=step",
     "interactive simulation of vehicles and legged creatures; its manual puts speed and "
     "stability before physical accuracy"},
    {"mujoco", "MuJoCo", "", "step_s=5e-5 stiffness=1e6 tolerance=1e-10",
     "robotics and optimal control; its soft contacts suit numerical optimization"}};
enum { KNOWN = sizeof known_kinds / sizeof known_kinds[0] };

static const known_kind *find_known(const char *kind)
{
    static const known_kind other = {NULL, NULL, "", NULL, ""};
    for (size_t i = 0; i < KNOWN; i++) {
        if (strcmp(known_kinds[i].kind, kind) == 0) {
            return &known_kinds[i];
        }
    }
    return &other;
}

/* Apply settings such as "step_s=0.001 method=step". */
static carom_status apply_settings(const carom_choice *choice, const char *settings,
                                   carom_error *error)
{
    while (*settings != '\0') {
        char setting[80], *value;
        size_t length = strcspn(settings, " ");
        snprintf(setting, sizeof setting, "%.*s", (int)length, settings);
        value = strchr(setting, '=');
        *value++ = '\0';
        CAROM_TRY(carom_choice_set_text(choice, setting, value, error));
        settings += length + strspn(settings + length, " ");
    }
    return CAROM_OK;
}

/* Add a contestant, unless no entry has its kind: then `missing` names it. */
static carom_status add_contestant(carom_card *card, const char *kind, bool fine,
                                   carom_error *error)
{
    carom_contestant *one = &card->contestant[card->contestants];
    const known_kind *known = find_known(kind);
    char reason[300] = "";
    const carom_entry *entry = carom_interface_lookup(&carom_solvers, kind, reason, sizeof reason);
    if (entry == NULL && known->kind == NULL) {
        return carom_error_set(error, CAROM_INVALID, "", "%.60s: unknown kind of solver%s%s", kind,
                               reason[0] == '\0' ? "; see carom list solvers" : ": ", reason);
    }
    if (entry == NULL) {
        carom_text_append(card->missing, sizeof card->missing, "%s%s",
                          card->missing[0] == '\0' || fine ? "" : ", ", fine ? "" : kind);
        return CAROM_OK;
    }
    card->contestants++;
    one->kind = entry->name;
    one->label = known->label != NULL ? known->label : entry->name;
    one->purpose = known->purpose;
    snprintf(one->settings, sizeof one->settings, "%s%s%s", known->base,
             known->base[0] != '\0' && fine ? " " : "", fine ? known->fine : "");
    one->fine = fine;
    CAROM_TRY(carom_choice_set(&one->choice, entry, error));
    return apply_settings(&one->choice, one->settings, error);
}

static carom_status add_contestants(carom_card *card, const carom_study *study, carom_error *error)
{
    for (int fine = 0; fine < 2; fine++) {
        size_t count = study->only_count > 0 ? study->only_count : KNOWN;
        for (size_t i = 0; i < count && card->contestants < CAROM_MAX_CONTESTANTS; i++) {
            const char *kind = study->only_count > 0 ? study->only[i] : known_kinds[i].kind;
            if (!fine || find_known(kind)->fine != NULL) {
                CAROM_TRY(add_contestant(card, kind, fine, error));
            }
        }
    }
    return CAROM_OK;
}

/* ---- scenes ---- */

/* A ball of a scene, relative to the centre of the table. Radius and mass 0: 0.5 m and 1 kg.
 * Infinite mass: fixed. */
typedef struct {
    double x_m, y_m, vx_mps, vy_mps, radius_m, mass_kg;
} body;

static const double radius_m = 0.5, table_m = 20;

enum { MAX_BODIES = 7 };

typedef struct known_scene known_scene;

/* A run of a scene by a contestant. */
typedef struct {
    const known_scene *scene;
    const carom_choice *choice;
    const volatile sig_atomic_t *stop;
    double rise_m; /* added to the initial height of all balls */
    bool reversed; /* order of the balls */
} scene_run;

struct known_scene {
    const char *name, *quantity;
    double expected, scale; /* errors are relative to `scale` */
    double duration_s;
    const body *ball;
    size_t balls;
    double restitution, gravity_mps2, friction; /* gravity acts along -y */
    double (*read)(const carom_sample *end);    /* the value, or a part of it */
    /* computes the value from several runs; NULL: one run */
    carom_status (*measure)(const scene_run *run, double *value, carom_error *error);
};

static carom_status make_problem(carom_problem *problem, const scene_run *run, carom_error *error)
{
    const known_scene *scene = run->scene;
    carom_problem_init(problem);
    problem->width_m = problem->height_m = table_m;
    problem->restitution = (carom_restitution){scene->restitution, scene->restitution};
    problem->gravity_mps2.y = -scene->gravity_mps2;
    problem->friction = (carom_surfaces){scene->friction, scene->friction};
    problem->tangential_restitution = (carom_surfaces){0, 0};
    for (size_t i = 0; i < scene->balls; i++) {
        static const char names[MAX_BODIES][2] = {"a", "b", "c", "d", "e", "f", "g"};
        const body *from = &scene->ball[run->reversed ? scene->balls - 1 - i : i];
        carom_ball ball = carom_ball_default();
        ball.name = names[i];
        ball.x_m = table_m / 2 + from->x_m, ball.y_m = table_m / 2 + from->y_m + run->rise_m;
        ball.vx_mps = from->vx_mps, ball.vy_mps = from->vy_mps;
        ball.radius_m = from->radius_m > 0 ? from->radius_m : radius_m;
        ball.fixed = isinf(from->mass_kg);
        ball.mass_kg = from->mass_kg > 0 && !ball.fixed ? from->mass_kg : 1;
        CAROM_TRY(carom_problem_add(problem, &ball, error));
    }
    return CAROM_OK;
}

/* ---- measurements ---- */

/* Define a function that reads a number of the final state. */
#define READ(name, member)                                                                         \
    static double name(const carom_sample *end)                                                    \
    {                                                                                              \
        return end->member;                                                                        \
    }
READ(first_vx, vx_mps[0])
READ(first_vy, vy_mps[0])
READ(first_y, y_m[0])
READ(second_vx, vx_mps[1])

static double second_angle(const carom_sample *end)
{
    static const double degrees = 57.295779513082320877;
    return degrees * atan2(end->vy_mps[1], end->vx_mps[1]);
}

/* Energy of a pool ball above the floor, over that of its initial height of 0.3 m. */
static double energy_of_drop(const carom_sample *end)
{
    double v = hypot(end->vx_mps[0], end->vy_mps[0]);
    return (0.5 * v * v + 9.81 * (end->y_m[0] - 0.028575)) / (9.81 * 0.3);
}

/* Run a scene, and sample its end. Call carom_sample_free in any case. */
static carom_status sample_end(const scene_run *run, carom_sample *end, carom_error *error)
{
    const carom_run_until_over_config config = {.stop = run->stop,
                                                .from_s = run->scene->duration_s};
    carom_problem problem;
    carom_status status = make_problem(&problem, run, error);
    CAROM_THEN(status, carom_sample_init(end, problem.count, error));
    CAROM_THEN(status, carom_run_until_over(carom_solver_new_cancellable(&problem, run->choice,
                                                                         false, run->stop, error),
                                            &config, end, NULL, error));
    carom_problem_free(&problem);
    return status;
}

/* Run a scene, and read its value from the end. */
static carom_status measure_end(const scene_run *run, double *value, carom_error *error)
{
    carom_sample end = {0};
    carom_status status = sample_end(run, &end, error);
    *value = status == CAROM_OK ? run->scene->read(&end) : NAN;
    carom_sample_free(&end);
    return status;
}

/* Largest distance of a ball's final positions between both orders of the balls. carom sorts the
 * balls, so third-party engines receive the order by a key. */
static carom_status measure_order(const scene_run *run, double *value, carom_error *error)
{
    carom_choice choice = {NULL, NULL};
    const scene_run reversed = {
        .scene = run->scene, .choice = &choice, .stop = run->stop, .reversed = true};
    carom_sample one = {0}, other = {0};
    carom_status status = carom_choice_copy(&choice, run->choice, error);
    CAROM_THEN(status, carom_choice_set_text(&choice, "insertion", "reversed", error));
    CAROM_THEN(status, sample_end(run, &one, error));
    CAROM_THEN(status, sample_end(&reversed, &other, error));
    *value = 0;
    for (size_t i = 0; i < one.count && status == CAROM_OK; i++) {
        size_t k = one.count - 1 - i;
        *value = fmax(*value, hypot(one.x_m[i] - other.x_m[k], one.y_m[i] - other.y_m[k]));
    }
    carom_sample_free(&one);
    carom_sample_free(&other);
    carom_choice_free(&choice);
    return status;
}

/* Median of the local slopes dy(T)/dy(0) over starting heights that shift the sub-step offset. */
static carom_status measure_slope(const scene_run *run, double *value, carom_error *error)
{
    enum { HEIGHTS = 11 };
    static const double spacing_m = 0.0091, difference_m = 1e-5;
    double slope[HEIGHTS], low = 0, high = 0;
    for (int i = 0; i < HEIGHTS; i++) {
        scene_run raised = *run;
        raised.rise_m = i * spacing_m;
        CAROM_TRY(measure_end(&raised, &low, error));
        raised.rise_m += difference_m;
        CAROM_TRY(measure_end(&raised, &high, error));
        slope[i] = (high - low) / difference_m;
    }
    gsl_sort(slope, 1, HEIGHTS);
    *value = gsl_stats_median_from_sorted_data(slope, 1, HEIGHTS);
    return CAROM_OK;
}

/* Balls of the scenes. The striker is placed so that contacts begin within a step, not at its end.
 */
static const body pair[] = {{-1.33, 0, 10, 0, 0, 0}, {0, 0, 0, 0, 0, 0}};
static const body heavy[] = {{-1.33, 0, 10, 0, 0, 1e4}, {0, 0, 0, 0, 0, 1}};
static const body off_centre[] = {{-2.33, -0.5, 10, 0, 0, 0}, {0, 0, 0, 0, 0, 0}};
static const body near_wall[] = {{6.3, 0, 10, 0, 0, 0}, {9.13, 0, 0, 0, 0, 0}};
static const body dropped[] = {{0, -9.671425, 0, 0, 0.028575, 1}};
static const body touching[] = {{-1.33, 0, 10, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0}};
static const body apart[] = {{-1.33, 0, 10, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, {1.2, 0, 0, 0, 0, 0}};
static const body triangle[] = {{-3.05, 0, 10, 0, 0, 0},
                                {0.8660254037844386, 0.5, 0, 0, 0, 0},
                                {0.8660254037844386, -0.5, 0, 0, 0, 0}};
static const body rack[] = {{-3.05, 0.1, 10, 0, 0, 0}, {0, 0, 0, 0, 0, 0},
                            {0.87, 0.51, 0, 0, 0, 0},  {0.87, -0.51, 0, 0, 0, 0},
                            {1.74, 1.02, 0, 0, 0, 0},  {1.74, 0, 0, 0, 0, 0},
                            {1.74, -1.02, 0, 0, 0, 0}};
static const body post[] = {{-3.3, 0, 100, 0, 0.02, 1}, {0, 0, 0, 0, 0.005, INFINITY}};
static const body to_floor[] = {{-2, -8.17, 10, -10, 0, 0}};
static const body fallen[] = {{0, -7.1, 0, -5, 0, 0}};

#define BALLS(bodies) bodies, sizeof bodies / sizeof bodies[0]
static const known_scene scenes[] = {
    {"head-on", "struck ball, m/s", 10, 10, 0.5, BALLS(pair), 1, 0, 0, second_vx, NULL},
    {"e = 0.5", "struck ball, m/s", 7.5, 10, 0.5, BALLS(pair), 0.5, 0, 0, second_vx, NULL},
    {"10000 on 1", "struck ball, m/s", 200000 / 10001.0, 10, 0.5, BALLS(heavy), 1, 0, 0, second_vx,
     NULL},
    {"oblique", "struck ball, degrees", 30, 90, 0.5, BALLS(off_centre), 1, 0, 0, second_angle,
     NULL},
    {"ball at wall", "striker, m/s", -10, 10, 0.7, BALLS(near_wall), 1, 0, 0, first_vx, NULL},
    {"bounces", "E(30 s)/E(0)", 1, 1, 30, BALLS(dropped), 1, 9.81, 0, energy_of_drop, NULL},
    {"cradle touching", "striker, m/s", -0.7095235365, 10, 1, BALLS(touching), 1, 0, 0, first_vx,
     NULL},
    {"cradle apart", "striker, m/s", 0, 10, 1, BALLS(apart), 1, 0, 0, first_vx, NULL},
    {"one on two", "cue ball, m/s", -2, 10, 0.5, BALLS(triangle), 1, 0, 0, first_vx, NULL},
    {"one on two", "sideways, m/s", 0, 10, 0.5, BALLS(triangle), 1, 0, 0, first_vy, NULL},
    {"order of balls", "change, m", 0, 1, 1, BALLS(rack), 0.95, 0, 0, NULL, measure_order},
    {"thin post", "fast ball, m/s", -100, 100, 0.1, BALLS(post), 1, 0, 0, first_vx, NULL},
    {"sliding", "along the wall, m/s", 8, 10, 0.4, BALLS(to_floor), 1, 0, 0.1, first_vx, NULL},
    {"sticking", "along the wall, m/s", 50 / 7.0, 10, 0.4, BALLS(to_floor), 1, 0, 1, first_vx,
     NULL},
    {"derivative", "one bounce", -1, 1, 1, BALLS(fallen), 1, 0, 0, first_y, measure_slope}};
_Static_assert(sizeof scenes / sizeof scenes[0] == CAROM_CARD_ROWS, "rows of the card");

/* ---- grades ---- */

/* Largest error of a grade, relative to the scale of the scene. */
static const double exact_rel = 1e-6, close_rel = 1e-2, off_rel = 0.1;

/* Smaller values count as 0. */
static const double rounding_rel = 1e-12;

static carom_grade grade(const known_scene *scene, double value)
{
    double error = fabs(value - scene->expected) / scene->scale;
    return error <= exact_rel ? CAROM_EXACT_VALUE
         : error <= close_rel ? CAROM_CLOSE
         : error <= off_rel   ? CAROM_OFF
                              : CAROM_WRONG; /* also NaN */
}

/* ---- runs ---- */

static carom_status run_cell(void *context, size_t task, carom_error *error)
{
    carom_card *card = context;
    size_t column = task % card->contestants, row = task / card->contestants;
    const known_scene *scene = &scenes[row];
    carom_contestant *contestant = &card->contestant[column];
    carom_cell *cell = &card->cell[row][column];
    carom_error failure = {0};
    carom_deadline deadline;
    const scene_run run = {scene, &contestant->choice, &deadline.wanted, 0, false};
    if (contestant->is_slow) {
        *cell = (carom_cell){NAN, CAROM_TOO_SLOW, "another scene exceeded the time limit"};
        return CAROM_OK;
    }
    CAROM_TRY(carom_deadline_start(&deadline, card->limit_s, card->stop, error));
    carom_status status = (scene->measure != NULL ? scene->measure
                                                  : measure_end)(&run, &cell->value, &failure);
    carom_deadline_end(&deadline);
    if (status == CAROM_NO_MEMORY || (status == CAROM_INTERRUPTED && !deadline.expired)) {
        *error = failure;
        return status;
    }
    if (status != CAROM_OK) {
        contestant->is_slow = contestant->is_slow || deadline.expired;
        cell->value = NAN;
        cell->grade = deadline.expired                 ? CAROM_TOO_SLOW
                    : strcmp(failure.key, "kind") == 0 ? CAROM_FAILED
                                                       : CAROM_REFUSED;
        snprintf(cell->note, sizeof cell->note, "%s",
                 deadline.expired ? "exceeds the time limit" : carom_error_problem(&failure));
    } else {
        cell->value = fabs(cell->value) < rounding_rel * scene->scale ? 0 : cell->value;
        cell->grade = grade(scene, cell->value);
    }
    return CAROM_OK;
}

static carom_status run_card(void *object, const carom_study *study, carom_error *error)
{
    carom_card *card = object;
    carom_job_pool pool = {.jobs = study->jobs,
                           .run = run_cell,
                           .context = card,
                           .stop = study->stop,
                           .progress = study->progress,
                           .progress_context = study->context};
    card->stop = study->stop;
    CAROM_TRY(add_contestants(card, study, error));
    if (card->contestants == 0) {
        return carom_error_set(error, CAROM_INVALID, "", "none of the engines is available: %s",
                               card->missing);
    }
    pool.tasks = CAROM_CARD_ROWS * card->contestants;
    return carom_job_pool_run(&pool, error);
}

static void free_card(void *object)
{
    carom_card *card = object;
    for (size_t i = 0; i < card->contestants; i++) {
        carom_choice_free(&card->contestant[i].choice);
    }
}

/* ---- report ---- */

static const struct {
    const char *name, *mark;
} grades[] = {[CAROM_EXACT_VALUE] = {"exact", "="}, [CAROM_CLOSE] = {"close", "~"},
              [CAROM_OFF] = {"off", "!"},           [CAROM_WRONG] = {"wrong", "X"},
              [CAROM_REFUSED] = {"refused", ""},    [CAROM_FAILED] = {"failed", ""},
              [CAROM_TOO_SLOW] = {"slow", ""}};
enum { GRADES = sizeof grades / sizeof grades[0] };

/* ---- text ---- */

enum { LABEL_WIDTH = 29, CELL_WIDTH = 7 };

/* Write a value with three digits and the mark of its grade, or the grade without a value. */
static void format_cell(const carom_cell *cell, char text[24])
{
    char number[16];
    snprintf(number, sizeof number, fabs(cell->value) < 1e-3 && cell->value != 0 ? "%.0e" : "%.3g",
             cell->value);
    snprintf(text, 24, "%s%s", isnan(cell->value) ? grades[cell->grade].name : number,
             grades[cell->grade].mark);
}

static void print_scenes(const carom_card *card, bool fine, FILE *stream)
{
    fprintf(stream, "\n%-*s %*s", LABEL_WIDTH,
            fine ? "with settings for accuracy" : "with default settings", CELL_WIDTH, "expected");
    for (size_t i = 0; i < card->contestants; i++) {
        if (card->contestant[i].fine == fine) {
            fprintf(stream, " %*s", CELL_WIDTH, card->contestant[i].kind);
        }
    }
    for (size_t row = 0; row < CAROM_CARD_ROWS; row++) {
        char label[100];
        snprintf(label, sizeof label, "%s: %s", scenes[row].name, scenes[row].quantity);
        fprintf(stream, "\n%-*.*s %*.3g", LABEL_WIDTH, LABEL_WIDTH, label, CELL_WIDTH,
                scenes[row].expected);
        for (size_t i = 0; i < card->contestants; i++) {
            char text[24];
            format_cell(&card->cell[row][i], text);
            if (card->contestant[i].fine == fine) {
                fprintf(stream, " %*s", CELL_WIDTH, text);
            }
        }
    }
    fputc('\n', stream);
}

/* Count the grades of a contestant. */
static void print_summary(const carom_card *card, size_t i, FILE *stream)
{
    const carom_contestant *one = &card->contestant[i];
    size_t count[GRADES] = {0};
    char engine[300];
    for (size_t row = 0; row < CAROM_CARD_ROWS; row++) {
        count[card->cell[row][i].grade]++;
    }
    fprintf(stream, "%s, %s: ", one->kind, one->fine ? "settings for accuracy" : "defaults");
    for (int grade = 0, written = 0; grade < (int)GRADES; grade++) {
        if (count[grade] > 0) {
            fprintf(stream, "%s%zu %s", written++ > 0 ? ", " : "", count[grade],
                    grades[grade].name);
        }
    }
    fputc('.', stream);
    if (one->settings[0] != '\0') {
        fprintf(stream, " Settings: %s.", one->settings);
    }
    carom_engine_describe(&one->choice, engine, sizeof engine);
    engine[strcspn(engine, ",")] = '\0';
    if (!one->fine) {
        fprintf(stream, "\n  %s%sMade for %s.", engine, engine[0] != '\0' ? ". " : "",
                one->purpose[0] != '\0' ? one->purpose : "purposes that carom does not know");
    }
    fputc('\n', stream);
}

static carom_status card_print(const void *object, FILE *stream, FILE *complaints)
{
    const carom_card *card = object;
    bool fine = false;
    (void)complaints;
    for (size_t i = 0; i < card->contestants; i++) {
        fine = fine || card->contestant[i].fine;
    }
    print_scenes(card, false, stream);
    if (fine) {
        print_scenes(card, true, stream);
    }
    fputs(
        "\n= exact to 1e-6, ~ to 1 %, ! to 10 %, X wrong by more (relative to the striking speed)\n"
        "cradle touching: expected as for elastic spheres (Hertz); rigid balls give 0\n\n",
        stream);
    for (size_t i = 0; i < card->contestants; i++) {
        print_summary(card, i, stream);
    }
    if (card->missing[0] != '\0') {
        fprintf(stream, "Not available here: %s (carom help engines)\n", card->missing);
    }
    return CAROM_OK;
}

/* ---- table ---- */

/* A row of card.tsv. */
typedef struct {
    const carom_contestant *contestant;
    const known_scene *scene;
    const carom_cell *cell;
} card_cell;

#define CARD(NUMBER, TEXT, of)                                                                     \
    TEXT(of, kind, r->contestant->kind, "kind of the solver")                                      \
    TEXT(of, scene, r->scene->name, "name of the scene")                                           \
    TEXT(of, quantity, r->scene->quantity, "measured quantity and its unit")                       \
    NUMBER(of, value, "", r->cell->value, "value at the end of the run; nan without a result")     \
    NUMBER(of, expected, "", r->scene->expected, "exact value")                                    \
    TEXT(of, verdict, grades[r->cell->grade].name,                                                 \
         "exact (within 1e-6 of the scale), close (1 %), off (10 %), wrong, refused, slow")        \
    TEXT(of, settings, r->contestant->settings[0] == '\0' ? "defaults" : r->contestant->settings,  \
         "keys that differ from the defaults")                                                     \
    TEXT(of, note, r->cell->note, "reason of a missing value")
CAROM_COLUMNS(card, card_cell, CARD)

static void write_rows(const void *object, carom_rows *rows)
{
    const carom_card *card = object;
    for (size_t i = 0; i < card->contestants; i++) {
        for (size_t k = 0; k < CAROM_CARD_ROWS; k++) {
            const card_cell cell = {&card->contestant[i], &scenes[k], &card->cell[k][i]};
            carom_rows_write(rows, &cell);
        }
    }
}

static const carom_table tables[] = {
    {"card.tsv", "a scene and a solver", card_columns, write_rows, NULL}, {.name = NULL}};

/* ---- TAP ---- */

static void card_tap(const void *object, FILE *stream)
{
    const carom_card *card = object;
    size_t number = 0;
    fprintf(stream, "TAP version 13\n1..%zu\n", CAROM_CARD_ROWS * card->contestants);
    for (size_t i = 0; i < card->contestants; i++) {
        for (size_t k = 0; k < CAROM_CARD_ROWS; k++) {
            const carom_cell *cell = &card->cell[k][i];
            bool wrong = cell->grade == CAROM_OFF || cell->grade == CAROM_WRONG;
            fprintf(stream, "%s %zu - %s, %s: %s: %s", wrong ? "not ok" : "ok", ++number,
                    card->contestant[i].kind,
                    card->contestant[i].fine ? "settings for accuracy" : "defaults", scenes[k].name,
                    scenes[k].quantity);
            if (cell->grade > CAROM_WRONG) {
                fprintf(stream, " # SKIP %s", cell->note);
            }
            fprintf(stream, "\n  ---\n  found: %.9g\n  expected: %.9g\n  ...\n", cell->value,
                    scenes[k].expected);
        }
    }
}

/* ---- figure ---- */

static size_t count_within(const carom_card *card, size_t i, carom_grade worst)
{
    size_t count = 0;
    for (size_t k = 0; k < CAROM_CARD_ROWS; k++) {
        count += card->cell[k][i].grade <= worst;
    }
    return count;
}

static void card_draw(const void *object, carom_drawing *drawing)
{
    const carom_card *card = object;
    size_t least = SIZE_MAX, most = 0, defaults = 0;
    bool engines = false;
    for (size_t i = 0; i < card->contestants; i++) {
        defaults += !card->contestant[i].fine;
        engines = engines || carom_engine_of(&card->contestant[i].choice) != NULL;
    }
    for (size_t i = 0; i < card->contestants; i++) {
        size_t close = count_within(card, i, CAROM_CLOSE);
        if (!card->contestant[i].fine &&
            engines == (carom_engine_of(&card->contestant[i].choice) != NULL)) {
            least = close < least ? close : least;
            most = close > most ? close : most;
        }
    }
    carom_drawing_subject(drawing, "%s at default settings: %zu to %zu of %d values within 1 %%",
                        engines ? "Third-party engines" : "Solvers of carom", least, most,
                        CAROM_CARD_ROWS);
    carom_drawing_count(drawing, "COLUMNS", card->contestants);
    carom_drawing_count(drawing, "FINE", defaults);
    carom_drawing_count(drawing, "N", card->contestants); /* of labels */
    carom_drawing_array(drawing, "LABEL", card->contestants);
    for (size_t i = 0; i < card->contestants; i++) {
        carom_drawing_text_at(drawing, "LABEL", i, card->contestant[i].label);
    }
    carom_drawing_figure(drawing, "card", "card");
}

static const carom_param params[] = {
    {NUMBER("limit_s", offsetof(carom_card, limit_s), "s", "3", POSITIVE, ANY,
            "processor time for a scene, and ten times as long by the clock")},
    {.key = NULL}};

static const carom_command_option options[] = {
    {"set", "limit_s=NUMBER: processor time for a scene (s), and ten times as long by the clock"},
    {"output", "folder of tables and figures; by default out/card"},
    {"jobs", NULL},
    {"json", "the table as JSON, and nothing else on standard output"},
    {"tap", NULL},
    CAROM_FIGURE_OPTIONS,
    {NULL, NULL}};

const carom_study_entry carom_study_card = {
    .about = {.name = "card",
              .summary = "report card: engines and solvers on twelve scenes with exact answers",
              .params = params,
              .options_size = sizeof(carom_card)},
    .text = STUDY_CARD_TEXT,
    .notes = STUDY_CARD_NOTES,
    .options = options,
    .bare = true,
    .argument = "[KIND...]",
    .counts = "runs",
    .run = run_card,
    .print = card_print,
    .tap = card_tap,
    .release = free_card,
    .tables = tables,
    .draw = card_draw};
