/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups of balls in a regular arrangement: rack, row and lattice. */
#include "scenario/groups.h"

double carom_group_mass(const carom_group_common *common)
{
    return isnan(common->density_kgpm3)
             ? common->mass_kg
             : carom_sphere_mass(common->radius_m, common->density_kgpm3);
}

carom_status carom_group_room(const carom_problem *problem, int64_t count, const char *key,
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

carom_status carom_group_add(const carom_scenario *scenario, carom_problem *problem,
                             const carom_group_common *common, const char *kind, size_t index,
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
    ball.mass_kg = carom_group_mass(common);
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

/* Distance of the centers of neighbours, enlarged by the rounding of their coordinates: touching
 * balls must not overlap, or a rack at rest would expand. */
static double pitch(const carom_group_common *common, double gap, double reach)
{
    static const double rounding_ulps = 4;
    return 2 * common->radius_m + gap + rounding_ulps * DBL_EPSILON * reach;
}

static const double half_sqrt3 = 0.86602540378443864676;

/* ---- rack ---- */

typedef struct {
    carom_group_common common;
    double x_m, y_m, gap_m;
    int64_t rows;
} rack_options;

#define AT(member) offsetof(rack_options, member)
static const carom_param rack_rows[] = {
    CAROM_GROUP_COMMON,
    {NUMBER("x_m", AT(x_m), "m", "1.905", ANY_LOW, ANY, "apex of the rack")},
    {NUMBER("y_m", AT(y_m), "m", "0.635", ANY_LOW, ANY, "apex of the rack")},
    {COUNT("rows", AT(rows), "5", 1, 1000, "rows of 1, 2, 3, ... balls")},
    CAROM_GROUP_GAP,
    {.key = NULL}};

static carom_status rack_generate(const void *object, const carom_scenario *scenario,
                                  carom_problem *problem, carom_error *error)
{
    const rack_options *rack = object;
    double extent = (double)rack->rows * (2 * rack->common.radius_m + rack->gap_m);
    double d = pitch(&rack->common, rack->gap_m, fabs(rack->x_m) + fabs(rack->y_m) + extent);
    size_t index = 0;
    CAROM_TRY(carom_group_room(problem, rack->rows * (rack->rows + 1) / 2, "rows", error));
    for (int64_t row = 0; row < rack->rows; row++) {
        for (int64_t k = 0; k <= row; k++) {
            carom_ball ball = {.x_m = rack->x_m + (double)row * d * half_sqrt3,
                               .y_m = rack->y_m + ((double)k - 0.5 * (double)row) * d};
            CAROM_TRY(
                carom_group_add(scenario, problem, &rack->common, "rack", index++, &ball, error));
        }
    }
    return CAROM_OK;
}

const carom_group_kind carom_group_rack = {.about = {.name = "rack",
                                                     .summary = "triangle that opens along +x",
                                                     .params = rack_rows,
                                                     .options_size = sizeof(rack_options)},
                                           .generate = rack_generate};

/* ---- row ---- */

typedef struct {
    carom_group_common common;
    double x_m, y_m, gap_m, vx_mps;
    int64_t count, moving;
} row_options;

#undef AT
#define AT(member) offsetof(row_options, member)
static const carom_param row_rows[] = {
    CAROM_GROUP_COMMON,
    CAROM_GROUP_POSITION("first ball"),
    CAROM_GROUP_COUNT,
    CAROM_GROUP_GAP,
    {COUNT("moving", AT(moving), "0", 0, 1000000, "number of moving balls, from the first")},
    {NUMBER("vx_mps", AT(vx_mps), "m/s", "0", ANY_LOW, ANY, "velocity of the moving balls")},
    {.key = NULL}};

static carom_status row_generate(const void *object, const carom_scenario *scenario,
                                 carom_problem *problem, carom_error *error)
{
    const row_options *row = object;
    double extent = (double)row->count * (2 * row->common.radius_m + row->gap_m);
    double d = pitch(&row->common, row->gap_m, fabs(row->x_m) + extent);
    if (row->moving > row->count) {
        return carom_error_set(error, CAROM_INVALID, "moving",
                               "found %lld; expected at most %lld, the count",
                               (long long)row->moving, (long long)row->count);
    }
    CAROM_TRY(carom_group_room(problem, row->count, "count", error));
    for (int64_t k = 0; k < row->count; k++) {
        carom_ball ball = {.x_m = row->x_m + (double)k * d,
                           .y_m = row->y_m,
                           .vx_mps = k < row->moving ? row->vx_mps : 0};
        CAROM_TRY(carom_group_add(scenario, problem, &row->common, "row", (size_t)k, &ball, error));
    }
    return CAROM_OK;
}

const carom_group_kind carom_group_row = {
    .about = {.name = "row",
              .summary = "row along +x; the first balls can move",
              .params = row_rows,
              .options_size = sizeof(row_options)},
    .generate = row_generate};

/* ---- lattice ---- */

typedef struct {
    carom_group_common common;
    double x_m, y_m, gap_m;
    int64_t count;
} lattice_options;

#undef AT
#define AT(member) offsetof(lattice_options, member)
static const carom_param lattice_rows[] = {CAROM_GROUP_COMMON,
                                           CAROM_GROUP_POSITION("first ball, lower left"),
                                           CAROM_GROUP_COUNT,
                                           CAROM_GROUP_GAP,
                                           {.key = NULL}};

static carom_status lattice_generate(const void *object, const carom_scenario *scenario,
                                     carom_problem *problem, carom_error *error)
{
    const lattice_options *lattice = object;
    int64_t across = (int64_t)ceil(sqrt((double)lattice->count));
    double extent = (double)across * (2 * lattice->common.radius_m + lattice->gap_m);
    double d = pitch(&lattice->common, lattice->gap_m,
                     fabs(lattice->x_m) + fabs(lattice->y_m) + 2 * extent);
    CAROM_TRY(carom_group_room(problem, lattice->count, "count", error));
    for (int64_t k = 0; k < lattice->count; k++) {
        int64_t row = k / across, column = k % across;
        carom_ball ball = {.x_m = lattice->x_m + ((double)column + 0.5 * (double)(row % 2)) * d,
                           .y_m = lattice->y_m + (double)row * d * half_sqrt3};
        CAROM_TRY(carom_group_add(scenario, problem, &lattice->common, "lattice", (size_t)k, &ball,
                                  error));
    }
    return CAROM_OK;
}

const carom_group_kind carom_group_lattice = {
    .about = {.name = "lattice",
              .summary = "triangular lattice with about equal numbers of rows and columns",
              .params = lattice_rows,
              .options_size = sizeof(lattice_options)},
    .generate = lattice_generate};
