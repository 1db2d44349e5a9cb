/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups of balls: rack, row and gas. */
#include "params/rows.h"
#include "scenario/scenario.h"
#include "scene/scene.h"
#include "search/search.h"
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

/* Options common to all kinds of groups, and their rows. */
typedef struct {
    char name[CAROM_NAME_SIZE], material[CAROM_MATERIAL_SIZE];
    double radius_m, mass_kg;
    double density_kgpm3; /* instead of the mass; NaN: not given */
    double inertia_factor, spin_radps;
} group_common;

/* Rows for an options struct (AT, params/rows.h) whose member `common` is a group_common. */
#define GROUP_COMMON                                                                               \
    {TEXT("name", AT(common.name), "", CAROM_NAME_SIZE,                                            \
          "prefix of the names; the kind by default")},                                            \
        {TEXT("material", AT(common.material), "", CAROM_MATERIAL_SIZE,                            \
              "name of the material, used by pairs and materials")},                               \
        {NUMBER("radius_m", AT(common.radius_m), "m", "0.028575", POSITIVE, ANY,                   \
                "radius of each ball")},                                                           \
        {NUMBER("mass_kg", AT(common.mass_kg), "kg", "0.17", POSITIVE, ANY, "mass of each ball")}, \
        {NUMBER("inertia_factor", AT(common.inertia_factor), "", "0.4", POSITIVE, ANY,             \
                "moment of inertia over m r^2: 0.4 for a sphere, 0.5 for a disc")},                \
        {NUMBER("spin_radps", AT(common.spin_radps), "rad/s", "0", ANY_LOW, ANY,                   \
                "spin of each ball about the vertical axis, counterclockwise")},                   \
    {                                                                                              \
        NUMBER("density_kgpm3", AT(common.density_kgpm3), "kg/m^3", "", POSITIVE, ANY,             \
               "density; the mass is that of a sphere, 4/3 pi r^3 times this"),                    \
            .instead_of = "mass_kg"                                                                \
    }

/* Mass of a ball (kg): as given, or of a sphere of the given density. */
static double ball_mass(const group_common *common)
{
    return isnan(common->density_kgpm3)
             ? common->mass_kg
             : carom_sphere_mass(common->radius_m, common->density_kgpm3);
}

/* Check that @p count balls can be added to the problem. @return CAROM_INVALID */
static carom_status check_room(const carom_problem *problem, int64_t count, const char *key,
                               carom_error *error)
{
    if (count > CAROM_MOST_BALLS - (int64_t)problem->count) {
        return carom_error_set(
            error, CAROM_INVALID, key,
            "%lld balls and the %zu others make %lld; expected at most %d in total",
            (long long)count, problem->count, (long long)count + (long long)problem->count,
            CAROM_MOST_BALLS);
    }
    return CAROM_OK;
}

/* Add ball @p index (from 0) of a group with the position and velocity of @p at.
 *  @return CAROM_INVALID, CAROM_INTERRUPTED */
static carom_status add_ball(const carom_scenario *scenario, carom_problem *problem,
                             const group_common *common, const char *kind, size_t index,
                             const carom_ball *at, carom_error *error)
{
    carom_ball ball = *at;
    char name[CAROM_NAME_SIZE];
    int length = snprintf(name, sizeof name, "%s%zu", common->name[0] == '\0' ? kind : common->name,
                          index + 1);
    ball.rolling_resistance = ball.air_drag = NAN; /* the table's */
    ball.name = name;
    ball.material = common->material;
    ball.radius_m = common->radius_m;
    ball.mass_kg = ball_mass(common);
    ball.inertia_factor = common->inertia_factor;
    ball.spin_radps = common->spin_radps;
    if (carom_scenario_stopped(scenario)) {
        return carom_error_interrupted(error);
    }
    if (!(ball.mass_kg > 0) || isinf(ball.mass_kg)) {
        return carom_error_set(error, CAROM_INVALID, "density_kgpm3",
                               "gives a mass of %.6g kg; expected a number > 0", ball.mass_kg);
    }
    if (!isfinite(at->x_m) || !isfinite(at->y_m)) {
        return carom_error_set(
            error, CAROM_INVALID, "kind",
            "the position of ball %zu overflows; expected a smaller gap_m or radius_m", index + 1);
    }
    if (length >= (int)sizeof name) {
        return carom_error_set(error, CAROM_INVALID, "name",
                               "the prefix and the number %zu are longer than %zu bytes", index + 1,
                               sizeof name - 1);
    }
    return carom_problem_add(problem, &ball, error);
}

/* ---- rack and row: balls at regular places ---- */

typedef struct {
    group_common common;
    double x_m, y_m, gap_m, vx_mps;
    int64_t rows, count, moving;
} placed_options;

#define AT(member) offsetof(placed_options, member)
#define GROUP_PLACED(x, y, what)                                                                   \
    {NUMBER("x_m", AT(x_m), "m", x, ANY_LOW, ANY, what)},                                          \
        {NUMBER("y_m", AT(y_m), "m", y, ANY_LOW, ANY, what)},                                      \
    {                                                                                              \
        NUMBER("gap_m", AT(gap_m), "m", "0", 0, ANY, "gap between neighbours; 0: they touch")      \
    }
static const carom_param rack_rows[] = {
    GROUP_COMMON,
    GROUP_PLACED("1.905", "0.635", "apex of the rack"),
    {COUNT("rows", AT(rows), "5", 1, 1000, "rows of 1, 2, 3, ... balls")},
    {.key = NULL}};
static const carom_param row_rows[] = {
    GROUP_COMMON,
    GROUP_PLACED(NULL, NULL, "first ball"),
    {COUNT("count", AT(count), NULL, 1, 1000000, "number of balls")},
    {COUNT("moving", AT(moving), "0", 0, 1000000, "number of moving balls, from the first")},
    {NUMBER("vx_mps", AT(vx_mps), "m/s", "0", ANY_LOW, ANY, "velocity of the moving balls")},
    {.key = NULL}};

/* Distance of the centres of neighbours, enlarged by the rounding of their coordinates, up to
 * @p reach: touching balls must not overlap, or a rack at rest would expand. */
static double pitch(const placed_options *group, double reach)
{
    static const double rounding_ulps = 4;
    return 2 * group->common.radius_m + group->gap_m + rounding_ulps * DBL_EPSILON * reach;
}

/* Length of @p balls in a row, m. */
static double extent(const placed_options *group, int64_t balls)
{
    return (double)balls * (2 * group->common.radius_m + group->gap_m);
}

static carom_status place_ball(const placed_options *group, const char *kind, size_t index,
                               double x_m, double y_m, const carom_scenario *scenario,
                               carom_problem *problem, carom_error *error)
{
    carom_ball ball = {.x_m = group->x_m + x_m,
                       .y_m = group->y_m + y_m,
                       .vx_mps = (int64_t)index < group->moving ? group->vx_mps : 0};
    return add_ball(scenario, problem, &group->common, kind, index, &ball, error);
}

static const double half_sqrt3 = 0.86602540378443864676;

static carom_status rack_generate(const void *object, const carom_scenario *scenario,
                                  carom_problem *problem, carom_error *error)
{
    const placed_options *rack = object;
    double d = pitch(rack, fabs(rack->x_m) + fabs(rack->y_m) + extent(rack, rack->rows));
    size_t index = 0;
    CAROM_TRY(check_room(problem, rack->rows * (rack->rows + 1) / 2, "rows", error));
    for (int64_t row = 0; row < rack->rows; row++) {
        for (int64_t k = 0; k <= row; k++) {
            CAROM_TRY(place_ball(rack, "rack", index++, (double)row * d * half_sqrt3,
                                 ((double)k - 0.5 * (double)row) * d, scenario, problem, error));
        }
    }
    return CAROM_OK;
}

static carom_status row_generate(const void *object, const carom_scenario *scenario,
                                 carom_problem *problem, carom_error *error)
{
    const placed_options *row = object;
    double d = pitch(row, fabs(row->x_m) + extent(row, row->count));
    if (row->moving > row->count) {
        return carom_error_set(error, CAROM_INVALID, "moving",
                               "found %lld; expected at most %lld, the count",
                               (long long)row->moving, (long long)row->count);
    }
    CAROM_TRY(check_room(problem, row->count, "count", error));
    for (int64_t k = 0; k < row->count; k++) {
        CAROM_TRY(place_ball(row, "row", (size_t)k, (double)k * d, 0, scenario, problem, error));
    }
    return CAROM_OK;
}

#define PLACED(kind, says)                                                                         \
    static const carom_group_kind kind##_kind = {                                                  \
        .about = {.name = #kind,                                                                   \
                  .summary = says,                                                                 \
                  .params = kind##_rows,                                                           \
                  .options_size = sizeof(placed_options)},                                         \
        .generate = kind##_generate};
PLACED(rack, "triangle that opens along +x")
PLACED(row, "row along +x; the first balls can move")

/* ---- gas ----
 * A gas: balls all over the table without overlap, with Maxwellian velocities. Balls occupy random
 * sites of the lattice with the widest spacing that fits the table, each displaced at random within
 * the free gap. This works for dense packings; random positions with rejection of overlaps fail
 * above a packing fraction of about 0.5. Sites of other balls and groups stay free. */

typedef struct {
    group_common common;
    int64_t count, seed;
    double temperature_J, packing_fraction;
} gas_options;

#undef AT
#define AT(member) offsetof(gas_options, member)
static const carom_param gas_rows[] = {
    GROUP_COMMON,
    {COUNT("count", AT(count), NULL, 1, 1000000, "number of balls")},
    {NUMBER("temperature_J", AT(temperature_J), "J", "0.01", 0, ANY,
            "mean kinetic energy per ball")},
    {NUMBER("packing_fraction", AT(packing_fraction), "", "", POSITIVE, 0.8,
            "covered fraction of the table; sets the radius"),
     .instead_of = "radius_m"},
    {COUNT("seed", AT(seed), "0", 0, 4294967295.0, "seed of this gas; 0: by the scenario's")},
    {.key = NULL}};

/* Rows of sites along one axis, `sites` per row. `shorter`: every other row has one less.
 * `staggered`: every other row is displaced by half a site. */
typedef struct {
    int64_t rows, sites;
    bool staggered, shorter, upright;
    double along, across; /* spacings, m */
    double nearest;       /* distance of neighbouring sites, m */
} arrangement;

typedef struct {
    double width, height; /* of the area for centres, m */
    double inset;         /* of the first site, m */
    bool periodic;
} room;

static int64_t total_sites(const arrangement *a)
{
    return a->rows * a->sites - (a->shorter ? a->rows / 2 : 0);
}

static void space_sites(arrangement *a, const room *r)
{
    double length = a->upright ? r->height : r->width, other = a->upright ? r->width : r->height;
    if (r->periodic) {
        a->along = length / (double)a->sites;
        a->across = other / (double)a->rows;
    } else {
        double spans = (double)a->sites - 1 + (a->staggered && !a->shorter ? 0.5 : 0);
        a->along = spans > 0 ? length / spans : INFINITY;
        a->across = a->rows > 1 ? other / (double)(a->rows - 1) : INFINITY;
    }
    double diagonal = a->staggered && isfinite(a->along)
                        ? sqrt(0.25 * a->along * a->along + a->across * a->across)
                        : a->across;
    a->nearest = a->along < diagonal ? a->along : diagonal;
    /* distance to the row after next */
    if (a->staggered && 2 * a->across < a->nearest) {
        a->nearest = 2 * a->across;
    }
}

static void update_best(arrangement *best, arrangement candidate, const room *r, int64_t count)
{
    bool odd_torus = r->periodic && candidate.staggered && candidate.rows % 2 != 0;
    if (candidate.sites < 1 || odd_torus || total_sites(&candidate) < count) {
        return;
    }
    space_sites(&candidate, r);
    if (candidate.nearest > best->nearest) {
        *best = candidate;
    }
}

/* Arrangement with the widest spacing, over all numbers of rows and both directions, square and
 * staggered. */
static arrangement best_arrangement(const room *r, int64_t count)
{
    arrangement best = {.nearest = 0};
    for (int64_t rows = 1; rows <= count; rows++) {
        int64_t full = (count + rows - 1) / rows;
        int64_t shorter = (count + rows / 2 + rows - 1) / rows;
        for (int upright = 0; upright < 2; upright++) {
            update_best(&best, (arrangement){rows, full, false, false, upright, 0, 0, 0}, r, count);
            update_best(&best, (arrangement){rows, full, true, false, upright, 0, 0, 0}, r, count);
            if (!r->periodic) {
                update_best(&best, (arrangement){rows, shorter, true, true, upright, 0, 0, 0}, r,
                            count);
            }
        }
    }
    return best;
}

static carom_vec site_at(const arrangement *a, const room *r, int64_t site)
{
    int64_t two_rows = 2 * a->sites - a->shorter, row = 2 * (site / two_rows),
            column = site % two_rows;
    double along, across;
    if (column >= a->sites) {
        column -= a->sites;
        row++;
    }
    along = a->sites > 1 || a->staggered
              ? ((double)column + (a->staggered && row % 2 != 0 ? 0.5 : 0)) * a->along
              : 0;
    across = a->rows > 1 ? (double)row * a->across : 0;
    along = isfinite(along) ? along : 0;
    return (carom_vec){r->inset + (a->upright ? across : along),
                       r->inset + (a->upright ? along : across)};
}

/* Random point in the unit disc, by rejection. gsl_ran_dir_2d is not reproducible: the compiler of
 * GSL may have fused multiplications and additions. Uniform numbers of GSL are exact. */
static carom_vec random_in_disc(gsl_rng *rng)
{
    carom_vec at;
    do {
        at.x = 2 * gsl_rng_uniform(rng) - 1;
        at.y = 2 * gsl_rng_uniform(rng) - 1;
    } while (carom_vec_square(at) > 1);
    return at;
}

/* Random displacement within a disc in which neighbours cannot overlap. */
static carom_vec random_displacement(const room *r, double jitter, gsl_rng *rng, carom_vec at)
{
    at = carom_vec_add_scaled(at, jitter, random_in_disc(rng));
    return r->periodic ? at
                       : (carom_vec){fmax(r->inset, fmin(r->inset + r->width, at.x)),
                                     fmax(r->inset, fmin(r->inset + r->height, at.y))};
}

static carom_status gas_generate(const void *object, const carom_scenario *scenario,
                                 carom_problem *problem, carom_error *error);

/* Bodies that a gas avoids: the walls, the balls, and the groups before it. */
typedef struct {
    const carom_problem *problem;
    carom_problem others; /* and a ball of the gas, `probe`, as the last one */
    uint32_t probe;
    carom_grid grid;
    carom_candidate *found; /* NULL: no others */
} surroundings;

static carom_status find_surroundings(const group_common *common, const carom_problem *problem,
                                      surroundings *around, carom_error *error)
{
    carom_problem *others = &around->others;
    carom_ball probe = carom_ball_default();
    *around = (surroundings){.problem = problem};
    probe.radius_m = common->radius_m;
    CAROM_TRY(carom_problem_copy(others, problem, error));
    around->probe = (uint32_t)others->count;
    CAROM_TRY(carom_problem_add(others, &probe, error));
    others->boundary = problem->boundary == CAROM_PERIODIC ? CAROM_PERIODIC : CAROM_OPEN;
    if (around->probe == 0) {
        return CAROM_OK;
    }
    carom_status status = carom_grid_init(&around->grid, others, 1, 0, error);
    if (status != CAROM_OK) { /* solvers refuse a periodic table that is too small */
        return status == CAROM_INVALID ? CAROM_OK : status;
    }
    around->found = carom_allocate(others->count + CAROM_GRID_IMAGES, sizeof *around->found);
    for (uint32_t i = 0; i < around->probe; i++) {
        carom_vec at = carom_flight_from_ball(&others->ball[i]).at;
        carom_flight_to_ball((carom_flight){problem->boundary == CAROM_PERIODIC
                                                ? carom_torus_fold_position(problem, at)
                                                : at,
                                            {0, 0}},
                             &others->ball[i]);
        carom_grid_insert(&around->grid, i, carom_flight_from_ball(&others->ball[i]).at);
    }
    return CAROM_OK;
}

/* True if a ball of the gas fits on the table at a point. On a rectangle without other balls it
 * fits at every site. */
static bool fits(surroundings *around, carom_vec at)
{
    static const double margin = 1 + 1e-9;
    const carom_problem *problem = around->problem;
    const carom_ball *ball = around->others.ball;
    double radius_m = ball[around->probe].radius_m;
    bool free_of_others = true;
    if (problem->part != NULL &&
        (!carom_walls_enclose(problem, at) || carom_walls_max_overlap(problem, at, radius_m) > 0)) {
        return false;
    }
    if (around->found != NULL) {
        carom_grid_insert(&around->grid, around->probe, at);
        size_t count = carom_grid_neighbours(&around->grid, around->probe, around->found);
        for (size_t k = 0; k < count && free_of_others; k++) {
            const carom_ball *other = &ball[around->found[k].ball];
            double reach = margin * (radius_m + other->radius_m);
            free_of_others = carom_vec_square(carom_grid_displacement(
                                 &around->grid, at, carom_flight_from_ball(other).at,
                                 &around->found[k])) >= reach * reach;
        }
        carom_grid_remove(&around->grid, around->probe);
    }
    return free_of_others;
}

/* List the sites at which a ball fits in @p all (may be NULL). @return their number */
static size_t list_sites(const arrangement *sites, const room *r, surroundings *around, size_t *all)
{
    size_t count = 0;
    for (int64_t site = 0; site < total_sites(sites); site++) {
        if (fits(around, site_at(sites, r, site))) {
            if (all != NULL) {
                all[count] = (size_t)site;
            }
            count++;
        }
    }
    return count;
}

/* Arrangement with enough sites on a table that does not fill its box, or has other balls. */
static arrangement arrangement_on(const room *r, surroundings *around, const gas_options *gas)
{
    double radius = gas->common.radius_m, wanted = (double)gas->count;
    bool is_empty_box = around->problem->part == NULL && around->found == NULL;
    arrangement best = best_arrangement(r, gas->count);
    while (!is_empty_box && best.nearest >= 2 * radius &&
           list_sites(&best, r, around, NULL) < (size_t)gas->count) {
        wanted += ceil(0.03 * wanted);
        best = best_arrangement(r, (int64_t)wanted);
    }
    return best;
}

static carom_status place_balls(const carom_scenario *scenario, const gas_options *gas,
                                const room *r, gsl_rng *rng, surroundings *around,
                                carom_problem *problem, carom_error *error)
{
    static const double spare = 0.98; /* part of the free gap that is used, a margin for rounding */
    arrangement sites = arrangement_on(r, around, gas);
    double free_gap = sites.nearest - 2 * gas->common.radius_m;
    carom_status status = CAROM_OK;
    if (free_gap < 0) {
        double most = sites.nearest * 0.5;
        return around->found == NULL
                 ? carom_error_set(error, CAROM_INVALID, "count",
                                   "%lld balls of radius %.6g m do not fit onto the table; "
                                   "expected a radius below about %.4g m",
                                   (long long)gas->count, gas->common.radius_m, most)
                 : carom_error_set(error, CAROM_INVALID, "count",
                                   "%lld balls of radius %.6g m do not fit around the other balls; "
                                   "expected fewer or smaller ones",
                                   (long long)gas->count, gas->common.radius_m);
    }
    free_gap = isfinite(free_gap) ? free_gap : 0;
    size_t count = (size_t)gas->count, *chosen = carom_allocate(count, sizeof *chosen);
    size_t *all = carom_allocate((size_t)total_sites(&sites), sizeof *all);
    gsl_ran_choose(rng, chosen, count, all, list_sites(&sites, r, around, all), sizeof *all);
    free(all);
    for (size_t k = 0; k < count && status == CAROM_OK; k++) {
        carom_vec site = site_at(&sites, r, (int64_t)chosen[k]);
        carom_vec off = random_displacement(r, 0.5 * spare * free_gap, rng, site);
        carom_vec at = fits(around, off) ? off : site;
        carom_ball ball = {.x_m = at.x, .y_m = at.y};
        status = add_ball(scenario, problem, &gas->common, "gas", k, &ball, error);
    }
    free(chosen);
    return status;
}

/* Gaussian components, without their mean, scaled to the exact temperature. The ratio method (Leva,
 * ACM Trans. Math. Softw. 18, 449 (1992)) returns a quotient of uniform numbers and uses log() only
 * to reject 1 of 80. The values of gsl_ran_gaussian contain log(), which differs between C
 * libraries. */
static void set_velocities(const gas_options *gas, gsl_rng *rng, carom_ball *ball)
{
    size_t n = (size_t)gas->count;
    carom_vec mean = {0, 0};
    double square = 0, scale;
    for (size_t i = 0; i < n; i++) {
        ball[i].vx_mps = gsl_ran_gaussian_ratio_method(rng, 1);
        ball[i].vy_mps = gsl_ran_gaussian_ratio_method(rng, 1);
        mean = carom_vec_add(mean, carom_vec_divide(carom_flight_from_ball(&ball[i]).v, (double)n));
    }
    for (size_t i = 0; i < n; i++) {
        ball[i].vx_mps -= mean.x;
        ball[i].vy_mps -= mean.y;
        square += carom_vec_square(carom_flight_from_ball(&ball[i]).v);
    }
    scale = square > 0
              ? sqrt(2 * gas->temperature_J * (double)n / (ball_mass(&gas->common) * square))
              : 0;
    for (size_t i = 0; i < n; i++) {
        ball[i].vx_mps *= scale;
        ball[i].vy_mps *= scale;
    }
}

/* Seed of a gas. Gases without the key get different seeds; the first gets the scenario's. */
static unsigned long seed_of(const gas_options *gas, const carom_scenario *scenario)
{
    static const uint32_t stride = 2654435769U; /* 2^32 over the golden ratio */
    const carom_scenario_group *group = scenario->groups.items;
    uint32_t seed = (uint32_t)(gas->seed == 0 ? scenario->seed : gas->seed);
    for (size_t g = 0; g < scenario->groups.count && group[g].kind.options != gas; g++) {
        bool is_gas = carom_group_kind_of(group[g].kind.entry)->generate == gas_generate;
        seed += is_gas && gas->seed == 0 ? stride : 0;
    }
    return seed;
}

static carom_status gas_generate(const void *object, const carom_scenario *scenario,
                                 carom_problem *problem, carom_error *error)
{
    gas_options gas = *(const gas_options *)object;
    double width = problem->width_m, height = problem->height_m;
    size_t first = problem->count;
    room r = {width, height, 0, problem->boundary == CAROM_PERIODIC};
    CAROM_TRY(check_room(problem, gas.count, "count", error));
    if (gas.count < 2 && gas.temperature_J > 0) {
        return carom_error_set(error, CAROM_INVALID, "temperature_J",
                               "the total momentum is zero, so a single ball is at rest; expected "
                               "a temperature of 0, or more balls");
    }
    if (!isnan(gas.packing_fraction)) {
        double area = problem->part == NULL ? gas.packing_fraction * width * height
                                            : gas.packing_fraction * carom_walls_area(problem);
        gas.common.radius_m = sqrt(area / (CAROM_PI * (double)gas.count));
    }
    if (!r.periodic) {
        r = (room){width - 2 * gas.common.radius_m, height - 2 * gas.common.radius_m,
                   gas.common.radius_m, false};
    }
    if (r.width < 0 || r.height < 0) {
        return carom_error_set(error, CAROM_INVALID, "radius_m",
                               "a ball of radius %.6g m does not fit onto the table",
                               gas.common.radius_m);
    }
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    CAROM_NEED(rng != NULL);
    gsl_rng_set(rng, seed_of(object, scenario));
    surroundings around;
    carom_status status = find_surroundings(&gas.common, problem, &around, error);
    CAROM_THEN(status, place_balls(scenario, &gas, &r, rng, &around, problem, error));
    if (around.found != NULL) {
        carom_grid_free(&around.grid);
    }
    free(around.found);
    carom_problem_free(&around.others);
    if (status == CAROM_OK) {
        set_velocities(&gas, rng, &problem->ball[first]);
    }
    gsl_rng_free(rng);
    return status;
}

static const carom_group_kind gas_kind = {
    .about = {.name = "gas",
              .summary = "spread over the table, Maxwellian velocities, total momentum zero",
              .params = gas_rows,
              .options_size = sizeof(gas_options)},
    .generate = gas_generate};

/* ---- list ---- */

static const carom_entry *const entries[] = {&rack_kind.about, &row_kind.about, &gas_kind.about,
                                             NULL};

const carom_interface carom_group_kinds = {"group", "groups", entries};
