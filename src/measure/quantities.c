/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Summary quantities of a run: one list for summary.tsv, run.json, the printed table, checks and
 * sweeps. */
#include "measure/measure.h"

/* NUMBER(of, name, unit, value, doc, use, members of carom_quantity ...), `r` being a
 * carom_summary. */
#define QUANTITIES(NUMBER, TEXT, of)                                                               \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    TEXT(of, kind, r->kind, "kind of solver")                                                      \
    NUMBER(of, energy_residual_rel, "", r->energy_residual_rel,                                    \
           "energy error over the initial energy; nan: that is 0", SUMMARY,                        \
           .label = "energy error / E(0)", .none = "undefined", .part_of = "energy_scale_J",       \
           .absolute = "energy_residual_J")                                                        \
    NUMBER(of, momentum_residual_rel, "", r->momentum_residual_rel,                                \
           "momentum error over the sum of |m v| at t = 0; nan: at rest", SUMMARY,                 \
           .label = "momentum error / sum |m v|", .none = "undefined",                             \
           .part_of = "momentum_scale_kgmps", .absolute = "momentum_residual_kgmps")               \
    NUMBER(of, angular_momentum_residual_rel, "", r->angular_momentum_residual_rel,                \
           "angular momentum error over the sum of |m v| r at t = 0; nan: at rest", SUMMARY,       \
           .label = "angular momentum error (rel.)", .none = "undefined",                          \
           .part_of = "angular_momentum_scale_kgm2ps",                                             \
           .absolute = "angular_momentum_residual_kgm2ps")                                         \
    NUMBER(of, max_overlap_m, "m", r->max_overlap_m, "largest overlap of two bodies", SUMMARY,     \
           .label = "largest overlap (m)", .none = "-")                                            \
    NUMBER(of, collisions, "", r->collisions, "number of collisions", SUMMARY,                     \
           .label = "collisions", .none = "-", .whole = true)                                      \
    NUMBER(of, steps, "", r->steps, "time steps (penalty) or events (impulse)", SUMMARY,           \
           .label = "steps or events", .none = "-", .whole = true)                                 \
    NUMBER(of, force_evaluations, "", r->force_evaluations,                                        \
           "evaluations of the forces on all balls", SUMMARY, .label = "force evaluations",        \
           .none = "-", .whole = true)                                                             \
    NUMBER(of, pair_tests, "", r->pair_tests, "pairs of bodies tested for overlap or collision",   \
           SUMMARY, .label = "pair tests", .none = "-", .whole = true)                             \
    NUMBER(of, rms_divergence_m, "m", r->rms_divergence_m,                                         \
           "rms distance to the reference's balls at the end", COMPARED,                           \
           .label = "rms distance at the end (m)", .none = "-")                                    \
    NUMBER(of, first_mismatch_s, "s", r->first_mismatch_s,                                         \
           "time of the first collision without a match in the other run; nan: none", COMPARED,    \
           .label = "first mismatch (s)", .none = "none")                                          \
    NUMBER(of, kinetic_J, "J", r->kinetic_J, "energy of translation at the end", FURTHER,          \
           .label = NULL)                                                                          \
    NUMBER(of, spin_J, "J", r->spin_J, "energy of rotation at the end", FURTHER, .label = NULL)    \
    NUMBER(of, contact_s, "s", r->contact_s, "longest contact", FURTHER,                           \
           .label = "longest contact t_c (s)", .none = "-")                                        \
    NUMBER(of, lag_m, "m", r->lag_m, "largest gap delay, approach speed times contact time",       \
           FURTHER, .label = "longest gap delay v t_c (m)", .none = "-")                           \
    NUMBER(of, slip_after_rel, "", r->slip_after_rel,                                              \
           "slip after the first traced contact over its approach speed", FURTHER,                 \
           .label = "slip after / approach speed")                                                 \
    NUMBER(of, peak_force_N, "N", r->peak_force_N,                                                 \
           "largest force between the first two traced bodies; nan: impulse", FURTHER,             \
           .label = "peak force (N)")                                                              \
    NUMBER(of, pulse_mps, "m/s", r->pulse_mps,                                                     \
           "speed of the force peak from the first two traced bodies to the next; nan: at once",   \
           FURTHER, .label = "speed of the pulse (m/s)")                                           \
    NUMBER(of, precision_bits, "", r->precision_bits, "bits per number (kind: oracle)", MANIFEST,  \
           .label = "precision (bits)", .whole = true)                                             \
    NUMBER(of, lost_digits, "", r->lost_digits, "decimal digits lost in the run (kind: oracle)",   \
           FURTHER, .label = "digits lost")                                                        \
    NUMBER(of, simulated_s, "s", r->simulated_s,                                                   \
           "simulated time on the solver's own clock (published)", FURTHER,                        \
           .label = "simulated time, own clock (s)")                                               \
    NUMBER(of, asked_ball, "", r->specified_ball, "specified restitution of balls", MANIFEST,      \
           .label = "restitution of balls: specified", .range_to = "asked_ball_to")                \
    NUMBER(of, asked_ball_to, "", r->specified_ball_to, "largest of several materials", MANIFEST,  \
           .label = NULL)                                                                          \
    NUMBER(of, restitution_ball, "", r->validity.restitution_ball,                                 \
           "mean restitution of contacts of two balls", FURTHER, .label = "  measured")            \
    NUMBER(of, asked_wall, "", r->specified_wall, "specified restitution at walls", MANIFEST,      \
           .label = "restitution at walls: specified", .range_to = "asked_wall_to")                \
    NUMBER(of, asked_wall_to, "", r->specified_wall_to, "largest of several materials", MANIFEST,  \
           .label = NULL)                                                                          \
    NUMBER(of, restitution_wall, "", r->validity.restitution_wall,                                 \
           "mean restitution of contacts with a wall", FURTHER, .label = "  measured")             \
    NUMBER(of, contact_part, "", r->validity.contact_part,                                         \
           "mean contact time over mean free time of a ball", MANIFEST,                            \
           .label = "contact time / free time")                                                    \
    NUMBER(of, crowded_part, "", r->validity.crowded_part,                                         \
           "fraction of the contacts that share a ball with another contact", MANIFEST,            \
           .label = "contacts of three or more")                                                   \
    NUMBER(of, overlap_rel, "", r->validity.overlap_rel,                                           \
           "largest overlap over the smallest radius of a movable ball", MANIFEST, .label = NULL)  \
    NUMBER(of, theta, "", r->validity.theta, "step times w0 of the stiffest contact", FURTHER,     \
           .label = "theta, step times w0")                                                        \
    NUMBER(of, reached_s, "s", r->reached_s, "end of the run, or where it stopped", MANIFEST,      \
           .label = NULL)                                                                          \
    NUMBER(of, energy_scale_J, "J", r->energy_scale_J, "magnitude of the energy at t = 0",         \
           MANIFEST, .label = NULL)                                                                \
    NUMBER(of, momentum_scale_kgmps, "kg m/s", r->momentum_scale_kgmps, "sum of |m v| at t = 0",   \
           MANIFEST, .label = NULL)                                                                \
    NUMBER(of, angular_momentum_scale_kgm2ps, "kg m^2/s", r->angular_momentum_scale_kgm2ps,        \
           "sum of |m v| r at t = 0", MANIFEST, .label = NULL)                                     \
    NUMBER(of, wall_clock_s, "s", r->wall_clock_s, "time spent advancing this solver", CLOCK,      \
           .label = "wall-clock (s)", .none = "-")

#define SKIP(...)
#define GET(of, name, unit, value, doc, ...) CAROM_COLUMN_NUMBER(of, name, unit, value, doc)
typedef carom_summary summary_row;
QUANTITIES(GET, CAROM_COLUMN_TEXT, summary)

#define QUANTITY(of, name, unit, value, doc, where, ...)                                           \
    {.column = CAROM_NUMBER_COLUMN(of, name, unit, doc), .place = CAROM_IN_##where, __VA_ARGS__},
const carom_quantity carom_quantities[] = {
    QUANTITIES(QUANTITY, SKIP, summary){.column = {.name = NULL}}};

/* The use of a quantity selects the lists that contain it. */
#define TSV_SUMMARY(of, name, unit, doc) CAROM_NUMBER_COLUMN(of, name, unit, doc),
#define TSV_COMPARED TSV_SUMMARY
#define TSV_CLOCK TSV_SUMMARY
#define TSV_FURTHER SKIP
#define TSV_MANIFEST SKIP
#define COLUMN(of, name, unit, value, doc, where, ...) TSV_##where(of, name, unit, doc)
const carom_column carom_summary_columns[] = {
    QUANTITIES(COLUMN, CAROM_COLUMN_OF_TEXT, summary){.name = NULL}};

#define LISTED_SUMMARY(name) #name,
#define LISTED_COMPARED LISTED_SUMMARY
#define LISTED_CLOCK LISTED_SUMMARY
#define LISTED_FURTHER LISTED_SUMMARY
#define LISTED_MANIFEST SKIP
#define WORD(of, name, unit, value, doc, where, ...) LISTED_##where(name)
const char *const carom_quantity_words[] = {QUANTITIES(WORD, SKIP, summary) NULL};

static const carom_quantity *find_named(const char *name)
{
    const carom_quantity *q = carom_quantities;
    while (q->column.name != NULL && strcmp(q->column.name, name) != 0) {
        q++;
    }
    return q->column.name == NULL ? NULL : q;
}

const carom_quantity *carom_find_quantity(const char *name)
{
    const carom_quantity *q = find_named(name);
    return q == NULL || q->place == CAROM_IN_MANIFEST ? NULL : q;
}

double carom_quantity_of(const carom_quantity *quantity, const carom_summary *summary)
{
    return quantity->column.number(summary);
}

/* Value by name; NaN for an unknown name. */
static double value_by_name(const char *name, const carom_summary *summary)
{
    const carom_quantity *q = find_named(name);
    return q == NULL ? NAN : carom_quantity_of(q, summary);
}

/* Text for an undefined value. Residuals are relative to the values at t = 0. */
static const char *missing_text(const carom_quantity *q, const carom_summary *summary)
{
    if (q->part_of != NULL && !(value_by_name(q->part_of, summary) > 0)) {
        return strcmp(q->part_of, "energy_scale_J") == 0 ? "E(0) = 0"
             : summary->momentum_scale_kgmps > 0         ? "nothing at 0"
                                                         : "at rest";
    }
    return q->none == NULL ? "-" : q->none;
}

void carom_quantity_format(const carom_quantity *quantity, const carom_summary *summary, char *text,
                           size_t size)
{
    double value = carom_quantity_of(quantity, summary),
           to = quantity->range_to == NULL ? value : value_by_name(quantity->range_to, summary);
    bool sought = strcmp(quantity->column.name, "first_mismatch_s") == 0;
    if (isnan(value) && sought && !isnan(summary->compared_to_s)) {
        snprintf(text, size, "none to %.4g", summary->compared_to_s);
    } else if (isnan(value)) {
        snprintf(text, size, "%s", missing_text(quantity, summary));
    } else if (to > value) { /* several materials */
        snprintf(text, size, "%.4g to %.4g", value, to);
    } else {
        snprintf(text, size, quantity->whole ? "%.0f" : "%.4g", value);
    }
}

static bool is_of_ball(const carom_problem *problem, const char *name, size_t *ball, int *end)
{
#define X(constant, name, says) name,
    static const char *const ends[] = {CAROM_BALL_ENDS(X)};
#undef X
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot != NULL && i < problem->count; i++) {
        bool same = strlen(problem->ball[i].name) == (size_t)(dot - name) &&
                    strncmp(problem->ball[i].name, name, (size_t)(dot - name)) == 0;
        for (int c = 0; same && c < CAROM_BALL_END_KINDS; c++) {
            if (strcmp(dot + 1, ends[c]) == 0) {
                *ball = i;
                *end = c;
                return true;
            }
        }
    }
    return false;
}

static bool is_of_wall(const carom_problem *problem, const char *name, size_t *wall)
{
    const char *dot = strrchr(name, '.');
    char text[64];
    if (dot == NULL || strcmp(dot, ".first_ball") != 0 || dot - name >= (int)sizeof text) {
        return false;
    }
    snprintf(text, sizeof text, "%.*s", (int)(dot - name), name);
    *wall = carom_wall_find(problem, text);
    return *wall < carom_walls_count(problem);
}

bool carom_find_collected(const carom_problem *problem, const char *name,
                          carom_collected *collected)
{
    const char *slash = strchr(name, '/');
    char first[64];
    *collected = (carom_collected){.quantity = carom_find_quantity(name)};
    if (collected->quantity != NULL) {
        return true;
    }
    if (slash != NULL) {
        snprintf(first, sizeof first, "%.*s", (int)(slash - name), name);
        collected->quantity = carom_find_quantity(first);
        collected->over = carom_find_quantity(slash + 1);
        return collected->quantity != NULL && collected->over != NULL;
    }
    collected->first_ball = is_of_wall(problem, name, &collected->wall);
    return collected->first_ball || is_of_ball(problem, name, &collected->ball, &collected->end);
}

double carom_first_ball_at(const carom_log *log, size_t wall)
{
    const carom_collision *first = NULL;
    for (size_t k = 0; k < log->count; k++) {
        const carom_collision *c = &log->item[k];
        if (c->wall && c->b == wall && (first == NULL || c->t_s < first->t_s)) {
            first = c;
        }
    }
    return first == NULL ? NAN : (double)first->a + 1;
}

double carom_ball_end_of(const carom_sample *end, size_t ball, int which)
{
    static const double degree = CAROM_PI / 180;
    double vx = end->vx_mps[ball], vy = end->vy_mps[ball];
    switch ((carom_ball_end)which) {
    case CAROM_BALL_END_X_M: return end->x_m[ball];
    case CAROM_BALL_END_Y_M: return end->y_m[ball];
    case CAROM_BALL_END_VX_MPS: return vx;
    case CAROM_BALL_END_VY_MPS: return vy;
    case CAROM_BALL_END_DIRECTION_DEG: return vx == 0 && vy == 0 ? NAN : atan2(vy, vx) / degree;
    case CAROM_BALL_END_SPIN_RADPS: return end->spin_radps[ball];
    case CAROM_BALL_END_KINDS: break;
    }
    return NAN;
}

/* Write the label of the quantity in the printed table. An indented label, which continues the row
 * above, is replaced by the documentation. */
static void append_label(const carom_quantity *q, char *text, size_t size)
{
    bool alone = q->label != NULL && q->label[0] != ' ';
    snprintf(text, size, "%s%s%s%s", alone ? q->label : q->column.doc,
             alone || q->column.unit[0] == '\0' ? "" : " (", alone ? "" : q->column.unit,
             alone || q->column.unit[0] == '\0' ? "" : ")");
}

void carom_collected_label(const carom_problem *problem, const carom_collected *collected,
                           char *text, size_t size)
{
#define X(constant, name, says) says,
    static const char *const ends[] = {CAROM_BALL_ENDS(X)};
#undef X
    if (collected->first_ball) {
        snprintf(text, size, "first ball at the %s wall",
                 carom_wall_name(problem, collected->wall));
        return;
    }
    if (collected->quantity == NULL) {
        snprintf(text, size, "%s: %s", problem->ball[collected->ball].name, ends[collected->end]);
        return;
    }
    append_label(collected->quantity, text, size);
    if (collected->quantity->part_of != NULL && !carom_vec_is_zero(problem->gravity_mps2) &&
        strcmp(collected->quantity->part_of, "energy_scale_J") == 0) {
        carom_text_append(text, size, ", potential energy 0 at the table's centre");
    }
    size_t used = strlen(text);
    if (collected->over != NULL && used + 3 < size) {
        memcpy(text + used, " / ", 4);
        append_label(collected->over, text + used + 3, size - used - 3);
    }
}
