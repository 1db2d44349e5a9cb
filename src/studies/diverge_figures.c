/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of carom diverge. */
#include "studies/studies.h"

/* Number of rows in parts.tsv that precede a pair. */
static size_t rows_before(const carom_diverge *diverge, size_t pair)
{
    size_t rows = 0;
    for (size_t p = 0; p < pair; p++) {
        rows += carom_common_sample_count(&diverge->pair[p].solver->base,
                                          &diverge->pair[p].reference->base);
    }
    return rows;
}

static void title_pair(carom_drawing *drawing, const carom_diverge *diverge,
                       const carom_diverge_pair *pair)
{
    const carom_label name = carom_text_label_of(diverge->scenario, pair->solver->name),
                      to = carom_text_label_of(diverge->scenario, pair->reference->name);
    const char *cause = carom_diverge_cause(diverge, pair, pair->at);
    if (isnan(pair->until_s) && pair->parts.raw_m == 0) {
        carom_drawing_title(drawing, "%s and %s agree until %.3g s", name.text, to.text,
                            pair->at_s);
    } else if (isnan(pair->until_s)) {
        carom_drawing_title(drawing, "%s differs from %s by %.2g m until %.3g s, caused by %s",
                            name.text, to.text, pair->parts.raw_m, pair->at_s, cause);
    } else if (isnan(pair->chaos_s)) {
        carom_drawing_title(drawing,
                            "%s differs from %s by %.2g m at %.2g s, caused by %s; no chaos",
                            name.text, to.text, pair->parts.raw_m, pair->at_s, cause);
    } else if (pair->chaos_s > pair->horizon_s) {
        carom_drawing_title(drawing,
                            "%s differs from %s because of %s until %.2g s, chaotically from "
                            "%.2g s on",
                            name.text, to.text, cause, pair->horizon_s, pair->chaos_s);
    } else {
        carom_drawing_title(drawing, "%s differs from %s chaotically from %.2g s on", name.text,
                            to.text, pair->chaos_s);
    }
}

/* Number of rows in controls.tsv that precede a solver. */
static size_t copy_rows_before(const carom_diverge *diverge, size_t solver)
{
    size_t rows = 0;
    for (size_t i = 0; i < solver; i++) {
        for (size_t j = 0; j < CAROM_PERTURBED_COPIES && !diverge->solver[i].hidden; j++) {
            rows += carom_common_sample_count(&diverge->solver[i].base,
                                              &diverge->solver[i].copy[j]);
        }
    }
    return rows;
}

/* Define the rows of the 1 ulp copy of the solver that is chaotic first, else of the reference. */
static void define_copy(carom_drawing *drawing, const carom_diverge *diverge,
                        const carom_diverge_pair *pair)
{
    bool chaotic = !isnan(pair->chaos_s) && pair->chaotic != NULL && !pair->chaotic->hidden;
    const carom_diverge_solver *of = chaotic ? pair->chaotic : pair->reference;
    size_t from = copy_rows_before(diverge, (size_t)(of - diverge->solver));
    carom_drawing_count(drawing, "COPYFROM", from);
    carom_drawing_count(drawing, "COPYUPTO",
                        from + carom_common_sample_count(&of->base, &of->copy[0]) - 1);
}

static void draw_pair(carom_drawing *drawing, const carom_diverge *diverge, size_t p)
{
    const carom_diverge_pair *pair = &diverge->pair[p];
    const carom_diverge_solver *solver = pair->solver, *to = pair->reference;
    char name[100];
    carom_drawing_count(drawing, "FROM", rows_before(diverge, p));
    carom_drawing_count(drawing, "UPTO", rows_before(diverge, p + 1) - 1);
    carom_drawing_count(drawing, "SOFT", solver->soft || to->soft);
    carom_drawing_text(drawing, "LANE", carom_text_label_of(diverge->scenario, solver->name).text);
    carom_drawing_text(drawing, "REFERENCE", carom_text_label_of(diverge->scenario, to->name).text);
    carom_drawing_number(drawing, "HORIZON", pair->horizon_s);
    carom_drawing_number(drawing, "CHAOS", pair->chaos_s);
    define_copy(drawing, diverge, pair);
    title_pair(drawing, diverge, pair);
    snprintf(name, sizeof name, "parts-%s", solver->name);
    carom_drawing_figure(drawing, name, "parts");
}

/* Collisions of movable balls until the predictability time: with balls and with anything, the mean
 * distance of centres in the former, and the most of one ball over the mean. */
typedef struct {
    double with_balls, all, reach_m, most_rel;
} collision_counts;

/* Largest number of collisions of one ball until the predictability time. */
static double most_collisions(const carom_problem *problem, const carom_diverge_solver *solver)
{
    const carom_log *log = &solver->base.log;
    double most = 0;
    for (size_t i = 0; i < problem->count; i++) {
        double own = 0;
        for (size_t k = 0; k < log->count && !(log->item[k].t_s > solver->horizon_s[0]); k++) {
            own += log->item[k].a == i || (!log->item[k].wall && log->item[k].b == i);
        }
        most = fmax(most, problem->ball[i].fixed ? 0 : own);
    }
    return most;
}

static double count_movers(const carom_problem *problem)
{
    double movers = 0;
    for (size_t i = 0; i < problem->count; i++) {
        movers += !problem->ball[i].fixed;
    }
    return movers;
}

static collision_counts count_collisions(const carom_problem *problem,
                                         const carom_diverge_solver *solver)
{
    const carom_log *log = &solver->base.log;
    collision_counts m = {0, 0, 0, 0};
    for (size_t k = 0; k < log->count && !(log->item[k].t_s > solver->horizon_s[0]); k++) {
        const carom_collision *c = &log->item[k];
        const carom_ball *a = &problem->ball[c->a], *b = c->wall ? NULL : &problem->ball[c->b];
        double movers = !a->fixed + (b != NULL && !b->fixed);
        m.all += movers;
        m.with_balls += b == NULL ? 0 : movers;
        m.reach_m += b == NULL ? 0 : movers * (a->radius_m + b->radius_m);
    }
    m.reach_m /= m.with_balls;
    m.most_rel = most_collisions(problem, solver) * count_movers(problem) / m.all;
    return m;
}

/* Theoretical growth rate (1/s) of a single ball in a stadium whose straights are twice as long as
 * the radius of its ends for the centre of the ball ('carom help theory', tables). NaN: another
 * table, or forces act between collisions. */
static double stadium_rate(const carom_problem *problem)
{
    static const double rate = 0.430, tolerance = 0.01;
    const carom_ball *ball = &problem->ball[0];
    double curvature = 0, length_m = 0, arcs = 0, edges = 0;
    for (size_t i = 0; problem->part != NULL && i < problem->parts; i++) {
        const carom_part *part = &problem->part[i];
        double here = part->curve->normal_rotation_1pm(part, ball->radius_m);
        arcs += here > 0;
        edges += here == 0;
        curvature = fmax(curvature, here);
        length_m = here == 0 ? part->length_m : length_m;
    }
    bool is_stadium = problem->count == 1 && arcs == 2 && edges == 2 &&
                      fabs(0.5 * length_m * curvature - 1) < tolerance;
    bool is_free = carom_problem_is_elastic(problem) && !carom_problem_has_friction(problem) &&
                   carom_vec_is_zero(problem->gravity_mps2);
    return is_stadium && is_free
             ? rate * curvature * carom_vec_length(carom_flight_from_ball(ball).v)
             : NAN;
}

/* Theoretical growth of a small difference per collision ('carom help theory', chaos). A collision
 * of balls multiplies it by about 2 l/d, with the mean path l and the distance d of the centres. A
 * flat wall does not change it. NaN without collisions of balls. */
static double theory_of(const carom_diverge *diverge, const carom_diverge_solver *solver)
{
    const carom_problem *problem = &diverge->scenario->problem;
    const collision_counts m = count_collisions(problem, solver);
    const double movers = count_movers(problem);
    double path_m = 0;
    for (size_t k = 1; k < solver->base.samples && !(solver->base.t_s[k] > solver->horizon_s[0]);
         k++) {
        path_m += 0.5 * (solver->base.speed_mps[k] + solver->base.speed_mps[k - 1]) *
                  (solver->base.t_s[k] - solver->base.t_s[k - 1]);
    }
    return m.with_balls > 0
             ? pow(2 * movers * path_m / m.with_balls / m.reach_m, m.with_balls / m.all)
             : NAN;
}

/* Title if no exponential fits: the distance that the most perturbed copy reaches. */
static void title_no_rate(carom_drawing *drawing, const char *name,
                          const carom_diverge_solver *solver, double farthest)
{
    static const double same = 1.05;
    const double first = solver->base.samples > 0 ? solver->control_m[CAROM_PERTURBED_COPIES - 1][0]
                                                  : 0;
    const char *law = solver->growth == CAROM_GROWTH_POWER ? ", as a power of time"
                                                           : "; no law of growth could be fitted";
    if (farthest <= same * first) {
        carom_drawing_title(drawing, "%s: a difference of %.2g m stays within %.2g m", name, first,
                            farthest);
    } else {
        carom_drawing_title(drawing, "%s: a difference of %.2g m grows to %.2g m%s", name, first,
                            farthest, law);
    }
}

static void title_copies(carom_drawing *drawing, const carom_diverge *diverge,
                         const carom_diverge_solver *solver)
{
    const carom_label name = carom_text_label_of(diverge->scenario, solver->name);
    const double growth = exp(solver->growth_per_collision.value);
    double farthest = 0;
    for (size_t k = 0; k < solver->base.samples; k++) {
        farthest = fmax(farthest, solver->control_m[CAROM_PERTURBED_COPIES - 1][k]);
    }
    if (isnan(growth)) {
        title_no_rate(drawing, name.text, solver, farthest);
    } else if (diverge->balls == 1) {
        carom_drawing_title(drawing, "%s: a small difference grows as exp(%.2f t/s)", name.text,
                            solver->growth_per_s.value);
    } else if (isnan(solver->horizon_collisions[0])) {
        carom_drawing_title(drawing, "%s: a small difference grows %.2g-fold per collision",
                            name.text, growth);
    } else {
        carom_drawing_title(drawing,
                            "%s: a small difference grows %.2g-fold per collision; double "
                            "precision lasts %.*f collisions",
                            name.text, growth, solver->horizon_collisions[0] < 9.95 ? 1 : 0,
                            solver->horizon_collisions[0]);
    }
}

static void draw_copies(carom_drawing *drawing, const carom_diverge *diverge)
{
    size_t i = 0;
    while (i + 1 < diverge->solvers &&
           strcmp(diverge->solver[i].name, diverge->scenario->reference) != 0) {
        i++;
    }
    i = diverge->solver[i].hidden ? 0 : i;
    const carom_diverge_solver *solver = &diverge->solver[i];
    bool alone = diverge->balls == 1;
    const carom_estimate growth = alone ? solver->growth_per_s : solver->growth_per_collision;
    carom_drawing_text(drawing, "LANE", carom_text_label_of(diverge->scenario, solver->name).text);
    carom_drawing_count(drawing, "FROM", copy_rows_before(diverge, i));
    carom_drawing_count(drawing, "ROWS", solver->base.samples);
    carom_drawing_text(drawing, "AXIS", alone ? "t_s" : "collisions_per_ball");
    carom_drawing_text(drawing, "AXISNAME", alone ? "t (s)" : "collisions per ball");
    carom_drawing_number(drawing, "REACHED",
                         alone ? solver->horizon_s[0] : solver->horizon_collisions[0]);
    carom_drawing_number(drawing, "GROWTH", growth.value);
    carom_drawing_number(drawing, "GROWTHTHEORY",
                         alone ? exp(stadium_rate(&diverge->scenario->problem))
                               : theory_of(diverge, solver));
    carom_drawing_number(drawing, "OFTEN",
                         alone ? 0
                               : count_collisions(&diverge->scenario->problem, solver).most_rel);
    carom_drawing_count(drawing, "POWERED", solver->growth == CAROM_GROWTH_POWER);
    title_copies(drawing, diverge, solver);
    carom_drawing_figure(drawing, "controls", "controls");
}

void carom_diverge_draw(const void *object, carom_drawing *drawing)
{
    const carom_diverge *diverge = object;
    carom_drawing_number(drawing, "DURATION", diverge->scenario->duration_s);
    carom_drawing_number(drawing, "LEVEL", diverge->level_m);
    carom_drawing_rounding(drawing, &diverge->scenario->problem);
    for (size_t p = 0; p < diverge->pairs; p++) {
        if (strcmp(diverge->pair[p].reference->name, diverge->scenario->reference) == 0) {
            draw_pair(drawing, diverge, p);
        }
    }
    draw_copies(drawing, diverge);
}
