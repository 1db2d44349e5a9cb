/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs and records random valid scenario files: every shape, groups, friction and spin, drag,
 * gravity, materials, a schedule, traces, and several solvers. Every run must end with a
 * documented status, and no record may contain a number that is not finite.
 * CAROM_SCENES is the number of files, from CAROM_FIRST on. CAROM_SCENE runs and prints a single
 * one. CAROM_LIMIT_S is the processor time (s) after which a run is interrupted. A run that had
 * more than EVENTS events per second (see check_unfinished) until then counts as long; one with
 * fewer hangs. */
#define _XOPEN_SOURCE 700
#include "chance.h"
#include "impacts/impacts.h"
#include "records/records.h"
#include "run/run.h"
#include "scratch_folder.h"

#ifndef SCENES
#define SCENES 30
#define LIMIT_S 1
#endif

enum { EVENTS = 300, SOLVERS = 3 };

/* ---- a scenario file ---- */

/* A rectangle (m) inside the table. */
typedef struct {
    double x, y, width, height;
} room;

static room write_table(stream *s, FILE *to)
{
    const char *const boundaries[] = {"walls", "walls", "periodic", "open"};
    double a = by_decades(s, 0.3, 3), b = a * between(s, 0.4, 1);
    switch ((int)(5 * next_number(s))) {
    case 0:
        fprintf(to, "table: { shape: circle, radius_m: %.9g }\n", a);
        return (room){0.3 * a, 0.3 * a, 1.4 * a, 1.4 * a};
    case 1:
        fprintf(to, "table: { shape: stadium, length_m: %.9g, radius_m: %.9g }\n", a, b);
        return (room){b, 0, a, 2 * b};
    case 2: /* an L with a reentrant corner */
        fprintf(to,
                "table: { shape: polygon, corners: [[0, 0], [%.9g, 0], [%.9g, %.9g], [%.9g, %.9g], "
                "[%.9g, %.9g], [0, %.9g]] }\n",
                2 * a, 2 * a, b, a, b, a, 2 * b, 2 * b);
        return (room){0, 0, 2 * a, b};
    default:
        fprintf(to, "table: { width_m: %.9g, height_m: %.9g, boundary: %s }\n", a, b,
                ONE_OF(s, boundaries));
        return (room){0, 0, a, b};
    }
}

static void write_physics(stream *s, FILE *to)
{
    const double restitutions[] = {0, 0.2, 0.5, 0.9, 0.99, 1, 1};
    const char *const laws[] = {"constant", "exponential"};
    fprintf(to, "restitution: { ball_ball: %.9g, ball_wall: %.9g }\n",
            happens(s, 0.3) ? next_number(s) : ONE_OF(s, restitutions),
            happens(s, 0.3) ? next_number(s) : ONE_OF(s, restitutions));
    if (happens(s, 0.4)) {
        fprintf(to, "friction: { ball_ball: %.9g, ball_wall: %.9g, law: %s }\n",
                by_decades(s, 1e-3, 2), happens(s, 0.3) ? 0 : by_decades(s, 1e-3, 2),
                ONE_OF(s, laws));
        fprintf(to, "tangential_restitution: %.9g\n", between(s, -1, 1));
    }
    switch ((int)(5 * next_number(s))) {
    case 0: fprintf(to, "rolling_resistance: %.9g\n", by_decades(s, 1e-4, 0.3)); break;
    case 1: fprintf(to, "air_drag: %.9g\n", by_decades(s, 1e-5, 0.1)); break;
    case 2: fprintf(to, "gravity_mps2: [0, %.9g]\n", -by_decades(s, 1e-3, 20)); break;
    case 3:
        fprintf(to, "rolling_resistance: %.9g\ndrag: { c_d: %.9g }\n", by_decades(s, 1e-4, 0.3),
                by_decades(s, 0.01, 10));
        break;
    default: break;
    }
    if (happens(s, 0.2)) {
        fprintf(to, "schedule: [ { at_s: %.9g, restitution: %.9g } ]\n", by_decades(s, 1e-3, 1),
                next_number(s));
    }
}

static void write_ball(stream *s, FILE *to, double x, double y, double radius, bool steel)
{
    bool fixed = happens(s, 0.1);
    fprintf(to, "  - { x_m: %.12g, y_m: %.12g, radius_m: %.12g", x, y, radius);
    if (happens(s, 0.3)) {
        fprintf(to, ", density_kgpm3: %.9g", by_decades(s, 10, 1e4));
    } else {
        fprintf(to, ", mass_kg: %.9g",
                happens(s, 0.8) ? by_decades(s, 0.05, 0.5) : by_decades(s, 1e-6, 1e6));
    }
    if (fixed) {
        fputs(", fixed: true", to);
    } else if (happens(s, 0.7)) {
        double speed = by_decades(s, 1e-2, 20), direction = between(s, 0, 2 * PI);
        fprintf(to, ", vx_mps: %.9g, vy_mps: %.9g", speed * cos(direction), speed * sin(direction));
    }
    if (!fixed && happens(s, 0.2)) {
        fprintf(to, ", spin_radps: %.9g, inertia_factor: %.9g", between(s, -100, 100),
                between(s, 0.1, 1));
    }
    if (steel || happens(s, 0.3)) {
        fputs(", material: steel", to);
    }
    fputs(" }\n", to);
}

/* Balls on a grid, each at a random position in its cell. */
static void write_balls(stream *s, FILE *to, room in)
{
    size_t n = 1 + (size_t)(8 * next_number(s)), columns = (size_t)ceil(sqrt((double)n));
    double wide = in.width / (double)columns, high = in.height / (double)columns,
           cell = fmin(wide, high);
    fputs("balls:\n", to);
    for (size_t i = 0; i < n; i++) {
        double radius = by_decades(s, 0.02, 0.45) * cell;
        write_ball(s, to,
                   in.x + ((double)(i % columns) + 0.5) * wide +
                       (0.5 * wide - 1.001 * radius) * between(s, -1, 1),
                   in.y + ((double)(i / columns) + 0.5) * high +
                       (0.5 * high - 1.001 * radius) * between(s, -1, 1),
                   radius, i == 0);
    }
    fprintf(to, "pairs: [ { a: steel, b: %s, restitution: %.9g, stiffness_factor: %.9g } ]\n",
            happens(s, 0.5) ? "wall" : "steel", next_number(s), by_decades(s, 0.1, 10));
}

static void write_group(stream *s, FILE *to, room in)
{
    int n = 1 + (int)(5 * next_number(s));
    double least = fmin(in.width, in.height), radius = least / (4 * (double)n + 4),
           gap = happens(s, 0.5) ? 0 : by_decades(s, 1e-9, 0.3) * radius, x = in.x + 2 * radius,
           y = in.y + 0.5 * in.height;
    fputs("groups:\n", to);
    switch ((int)(4 * next_number(s))) {
    case 0: fprintf(to, "  - { kind: rack, x_m: %.12g, y_m: %.12g, rows: %d", x, y, n); break;
    case 1:
        fprintf(to, "  - { kind: row, x_m: %.12g, y_m: %.12g, count: %d, moving: %d, vx_mps: %.9g",
                x, y, n + 1, n, by_decades(s, 0.01, 10));
        break;
    case 2:
        fprintf(to, "  - { kind: row, x_m: %.12g, y_m: %.12g, count: %d", x, in.y + 2 * radius, n);
        break;
    default:
        fprintf(to,
                "  - { kind: gas, count: %d, packing_fraction: %.9g, temperature_J: %.9g, "
                "mass_kg: %.9g } \n",
                1 + (int)(20 * next_number(s)), between(s, 0.05, 0.6), by_decades(s, 1e-4, 10),
                by_decades(s, 0.01, 1));
        return;
    }
    fprintf(to, ", radius_m: %.12g, gap_m: %.9g, density_kgpm3: %.9g }\n", radius, gap,
            by_decades(s, 100, 1e4));
}

/*  @return the duration (s) of some thousand steps */
static double write_penalty(stream *s, FILE *to)
{
    const char *law = any_of(s, &carom_force_laws);
    double step = by_decades(s, 1e-6, 1e-3);
    fprintf(to,
            "kind: penalty, integrator: %s, law: %s, %s: %.9g, step_s: %.9g, "
            "allow_unstable: true",
            any_of(s, &carom_integrators), law,
            strcmp(law, "hooke") == 0 ? "stiffness_N_per_m" : "stiffness_N_per_m1p5",
            by_decades(s, 1e2, 1e7), step);
    if (happens(s, 0.4)) {
        fprintf(to, ", contacts: located, contact_end: %s, flight: %s",
                happens(s, 0.5) ? "force" : "overlap", happens(s, 0.5) ? "leap" : "step");
    }
    return ROUNDS(5e3, 1e3) * step;
}

static double write_published(stream *s, FILE *to)
{
    const char *const sources[] = {"lecture_2006", "book", "blog_2013", "pool_2017"};
    const char *source = ONE_OF(s, sources);
    double frame = by_decades(s, 1e-3, 0.1);
    fprintf(to, "kind: published, source: %s, frame_s: %.9g", source, frame);
    if (strcmp(source, "lecture_2006") == 0) {
        fprintf(to, ", stiffness_N_per_m: %.9g", by_decades(s, 1, 1e4));
    }
    return ROUNDS(5e3, 1e3) * frame;
}

static double write_solver(stream *s, FILE *to)
{
    double part = next_number(s), step = by_decades(s, 1e-5, 1e-2);
    if (part < 0.35) {
        fprintf(to, "kind: impulse, impact_policy: %s", any_of(s, &carom_impact_policies));
        if (happens(s, 0.3)) {
            fprintf(to, ", collapse: tc, tc_s: %.9g", by_decades(s, 1e-6, 1e-2));
        } else if (happens(s, 0.4)) {
            fprintf(to, ", collapse: rest, rest_speed_mps: %.9g", by_decades(s, 1e-6, 1e-2));
        }
        return 10;
    }
    if (part < 0.75) {
        return write_penalty(s, to);
    }
    if (part < 0.85) {
        return write_published(s, to);
    }
    if (part < 0.95) {
        fprintf(to, "kind: stepped, step_s: %.9g", step);
        return ROUNDS(5e3, 1e3) * step;
    }
    fputs("kind: oracle", to);
    return 1;
}

static void write_solvers(stream *s, FILE *to)
{
    size_t count = 1 + (size_t)(SOLVERS * next_number(s));
    double longest = by_decades(s, 0.03, 10);
    fputs("solvers:\n", to);
    for (size_t i = 0; i < count; i++) {
        fprintf(to, "  - { name: s%zu, ", i);
        longest = fmin(longest, write_solver(s, to));
        fputs(" }\n", to);
    }
    fprintf(to, "duration_s: %.9g\nsamples: %d\nseed: %d\n", longest, 2 + (int)(5 * next_number(s)),
            1 + (int)(1e6 * next_number(s)));
    if (happens(s, 0.3)) {
        fputs("trace: { contacts: 2 }\n", to);
    }
}

static char *scenario_text(uint64_t number, uint64_t attempt)
{
    stream s = {(number + attempt * UINT64_C(0x100000000)) * UINT64_C(1000003)};
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    room in;
    ck_assert_ptr_nonnull(to);
    fputs("carom: 1\n", to);
    in = write_table(&s, to);
    write_physics(&s, to);
    if (happens(&s, 0.6)) {
        write_balls(&s, to, in);
    } else {
        write_group(&s, to, in);
    }
    write_solvers(&s, to);
    fclose(to);
    return text;
}

/* ---- running with a time limit ---- */

enum { RAN, REFUSED, COLLAPSED, OUT_OF_RANGE, BUSY, OUTCOMES };
static const char *const outcomes[] = {"ran", "refused", "collapse", "out of range", "no end"};

static int outcome_of(const carom_run *run, uint64_t number)
{
    int worst = RAN;
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_error *failure = &run->solver[i].solver_run.failure;
        ck_assert_msg(failure->status == CAROM_OK || failure->text[0] != '\0',
                      "scene %llu: a status without a message", (unsigned long long)number);
        switch (failure->status) {
        case CAROM_OK: break;
        case CAROM_INVALID: worst = worst > REFUSED ? worst : REFUSED; break;
        case CAROM_COLLAPSE: worst = worst > COLLAPSED ? worst : COLLAPSED; break;
        case CAROM_NOT_FINITE: worst = OUT_OF_RANGE; break;
        default:
            ck_abort_msg("scene %llu: %s: status %d: %s", (unsigned long long)number,
                         run->solver[i].solver_run.name, (int)failure->status, failure->text);
        }
    }
    return worst;
}

/* Counts steps, collisions and force evaluations. */
static void check_unfinished(const carom_run *run, uint64_t number, double took_s)
{
    uint64_t events = 0;
    for (size_t i = 0; i < run->solvers; i++) {
        carom_report report = {0};
        const carom_solver_run *solver_run = &run->solver[i].solver_run;
        if (solver_run->solver != NULL) {
            carom_solver_report(solver_run->solver, &report);
        }
        printf("scene %llu, %s: no end in %.3g s: %llu steps, %llu collisions, %llu evaluations in "
               "%.3g s simulated\n",
               (unsigned long long)number, solver_run->name, took_s,
               (unsigned long long)report.steps, (unsigned long long)report.collisions,
               (unsigned long long)report.force_evaluations, report.simulated_s);
        events += report.steps + report.collisions + report.force_evaluations;
    }
    fflush(stdout);
    ck_assert_msg((double)events > EVENTS * took_s, "scene %llu hangs: %llu events in %.3g s",
                  (unsigned long long)number, (unsigned long long)events, took_s);
}

/* ---- records ---- */

static void read_table(uint64_t number, const char *solver, const char *name,
                       const char *const *columns)
{
    carom_tsv table;
    carom_error error = {0};
    char path[300];
    snprintf(path, sizeof path, "%s%s%s/%s", folder, solver == NULL ? "" : "/",
             solver == NULL ? "" : solver, name);
    ck_assert_msg(carom_tsv_read(&table, path, NULL, &error) == CAROM_OK, "scene %llu: %s",
                  (unsigned long long)number, error.text);
    for (; *columns != NULL; columns++) {
        size_t column;
        assert_ok(carom_tsv_require_column(&table, *columns, &column, &error));
        for (size_t row = 0; row < table.rows; row++) {
            double value;
            ck_assert_msg(carom_tsv_finite(&table, row, column, &value, &error) == CAROM_OK,
                          "scene %llu: %s", (unsigned long long)number, error.text);
        }
    }
    carom_tsv_free(&table);
}

/* A solver that stopped early has records until then. */
static void read_records(const carom_run *run, uint64_t number)
{
    static const char *const of_trajectory[] = {"t_s", "x_m", "y_m", "vx_mps", "vy_mps", NULL},
                             *const of_series[] = {"t_s",         "kinetic_J",    "elastic_J",
                                                   "potential_J", "dissipated_J", "max_overlap_m",
                                                   NULL},
                             *const of_collisions[] = {"t_s", "normal_x", "normal_y", NULL};
    for (size_t i = 0; i < run->solvers; i++) {
        const char *name = run->solver[i].solver_run.name;
        read_table(number, name, "trajectory.tsv", of_trajectory);
        read_table(number, name, "series.tsv", of_series);
        read_table(number, name, "collisions.tsv", of_collisions);
    }
}

static void remove_records(void)
{
    char command[80];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static int run_file(const carom_scenario *scenario, uint64_t number, double limit_s)
{
    carom_request request = {.scenario = scenario,
                             .name = "random",
                             .directory = folder,
                             .compare = true,
                             .threads = 1,
                             .stop = &wanted};
    carom_run run;
    carom_error error = {0};
    double began = now(), took;
    int result;
    carom_status status;
    make_folder();
    want_in(limit_s);
    status = carom_run_scenario(&run, &request, &error);
    took = now() - began;
    want_in(0);
    /* a run that finished in time still writes its records */
    ck_assert_msg(took < limit_s + (status == CAROM_INTERRUPTED ? 2 : limit_s),
                  "scene %llu ended %.3g s after the interrupt, with status %d",
                  (unsigned long long)number, took - limit_s, (int)status);
    if (status == CAROM_INTERRUPTED) {
        check_unfinished(&run, number, took);
        result = BUSY;
    } else {
        ck_assert_msg(status == CAROM_OK || status == CAROM_INVALID, "scene %llu: status %d: %s",
                      (unsigned long long)number, (int)status, error.text);
        result = status == CAROM_OK ? outcome_of(&run, number) : REFUSED;
    }
    if (status == CAROM_OK) {
        read_records(&run, number);
    }
    carom_run_close(&run);
    remove_records();
    return result;
}

/* Invalid scenarios are replaced by new ones. */
static char *valid_text(uint64_t number, carom_scenario *scenario, bool tell)
{
    for (uint64_t attempt = 0; attempt < 1000; attempt++) {
        char *text = scenario_text(number, attempt);
        carom_messages messages = {0};
        bool valid;
        assert_ok(carom_scenario_read(scenario, text, strlen(text), NULL, 0, &messages));
        valid = messages.errors == 0;
        ck_assert(valid || messages.item != NULL);
        carom_messages_free(&messages);
        if (valid) {
            fputs(tell ? text : "", stdout);
            fflush(stdout);
            return text;
        }
        carom_scenario_free(scenario);
        free(text);
    }
    ck_abort_msg("scene %llu: 1000 scenarios in a row are invalid", (unsigned long long)number);
    return NULL;
}

static int run_one(uint64_t number, double limit_s, bool tell)
{
    carom_scenario scenario;
    char *text = valid_text(number, &scenario, tell);
    int result = run_file(&scenario, number, limit_s);
    carom_scenario_free(&scenario);
    free(text);
    return result;
}

START_TEST(every_run_ends_with_finite_records)
{
    uint64_t first = (uint64_t)from_environment("CAROM_SCENE", from_environment("CAROM_FIRST", 1));
    uint64_t count = getenv("CAROM_SCENE") != NULL
                       ? 1
                       : (uint64_t)from_environment("CAROM_SCENES", SCENES);
    double limit_s = from_environment("CAROM_LIMIT_S", LIMIT_S);
    size_t number[OUTCOMES] = {0};
    for (uint64_t k = first; k < first + count; k++) {
        number[run_one(k, limit_s, getenv("CAROM_SCENE") != NULL)]++;
    }
    for (int k = 0; k < OUTCOMES; k++) {
        printf("%zu %s%s", number[k], outcomes[k], k + 1 < OUTCOMES ? ", " : "\n");
    }
    ck_assert_msg(2 * number[RAN] > count || count == 1, "few scenes run to their end");
}
END_TEST

static void add_tests(TCase *tcase)
{
    tcase_set_timeout(tcase, 0); /* the soak test runs long */
    tcase_add_test(tcase, every_run_ends_with_finite_records);
}

TEST_SUITE("random runs", add_tests)
