/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headlines of panels: statements with their numbers, from the statistics of a run. */
#include "figures/run/run_figures.h"

#define APPEND(headline, ...)                                                                      \
    carom_text_append((headline)->text, sizeof(headline)->text, __VA_ARGS__)

/* ---- agreement ---- */

/* Largest distance from the reference, m; NaN if not compared. */
static double farthest(const carom_run_statistics *statistics)
{
    double most_m = NAN;
    for (size_t i = 0; i < statistics->count; i++) {
        most_m = fmax(most_m, statistics->of[i].max_distance_m);
    }
    return most_m;
}

bool carom_solvers_agree(const carom_run_statistics *statistics)
{
    return statistics->count > 1 && farthest(statistics) <= statistics->distance_rounding_m;
}

carom_headline carom_agreement_headline(const carom_run_statistics *statistics)
{
    carom_headline f = {"", CAROM_HEADLINE_USUAL};
    double most_m = farthest(statistics);
    if (statistics->count == 2) {
        APPEND(&f, "%s and %s agree", statistics->of[0].name, statistics->of[1].name);
    } else {
        carom_append_all(&f, statistics);
        APPEND(&f, " agree");
    }
    if (most_m > 0) {
        APPEND(&f, " within %.2g m at every sample", most_m);
    } else {
        APPEND(&f, " exactly at every sample");
    }
    return f;
}

/* ---- energy ---- */

/* A smaller relative change of the energy is not visible in its curve. */
static const double visible_rel = 1e-3;

static bool has_energy_error(const carom_solver_statistics *result)
{
    return !(fabs(result->energy_error_end_rel) <= visible_rel);
}

static size_t count_energy_errors(const carom_run_statistics *statistics)
{
    size_t with_error = 0;
    for (size_t i = 0; i < statistics->count; i++) {
        with_error += has_energy_error(&statistics->of[i]);
    }
    return with_error;
}

/* The solver with the largest energy error, except one; NULL without one. */
static const carom_solver_statistics *worst_energy_error(const carom_run_statistics *statistics,
                                                         const carom_solver_statistics *except)
{
    const carom_solver_statistics *worst = NULL;
    for (size_t i = 0; i < statistics->count; i++) {
        const carom_solver_statistics *result = &statistics->of[i];
        if (result != except && has_energy_error(result) &&
            (worst == NULL ||
             fabs(result->energy_error_end_rel) > fabs(worst->energy_error_end_rel))) {
            worst = result;
        }
    }
    return worst;
}

/* Appends the part of the energy, or in J with an SI prefix. */
static void append_energy(carom_headline *f, const carom_run_statistics *statistics, double part,
                          bool of)
{
    if (statistics->in_joules) {
        carom_append_quantity(f, part * statistics->of[0].energy_unit, "J");
    } else if (of) {
        carom_append_fraction_of(f, part, NULL, "the energy");
    } else {
        carom_append_fraction(f, part, NULL, "the energy");
    }
}

/* Appends "Euler gains 42 % of the energy, Heun loses 1 %": the largest error, and the other if
 * there are two. With @p budget the verbs are "adds" and "removes". */
static void append_energy_errors(carom_headline *f, const carom_run_statistics *statistics,
                                 bool budget)
{
    const carom_solver_statistics *worst = worst_energy_error(statistics, NULL),
                                  *other = worst_energy_error(statistics, worst);
    const char *const verbs[2][2] = {{"gains", "loses"}, {"adds", "removes"}};
    size_t others = count_energy_errors(statistics) - 1;
    APPEND(f, "%s %s ", worst->name, verbs[budget][worst->energy_error_end_rel < 0]);
    append_energy(f, statistics, fabs(worst->energy_error_end_rel), !budget);
    if (other == NULL) {
        return;
    }
    if (others == 1) {
        APPEND(f, ", %s %s ", other->name, verbs[budget][other->energy_error_end_rel < 0]);
    } else {
        APPEND(f, ", %zu others are up to ", others);
    }
    append_energy(f, statistics, fabs(other->energy_error_end_rel), false);
    APPEND(f, others == 1 ? "" : " off");
}

/* Final energy error in the unit of headlines, as printed: one digit; the limit of rounding for
 * smaller ones; 0 if the error of every sample is 0; NaN if the solver does not conserve the
 * energy. */
static double final_energy_error(const carom_solver_statistics *result)
{
    char digit[40];
    double error = fabs(result->energy_error_end_rel);
    carom_format_digit(digit, error * result->energy_unit);
    return has_energy_error(result)          ? NAN
         : result->energy_error_max_rel == 0 ? 0
         : error <= CAROM_ROUNDING_REL       ? CAROM_ROUNDING_REL * result->energy_unit
                                             : strtod(digit, NULL);
}

/* Smallest value of a solver above @p above, or INFINITY. NaN is no value. */
static double next_value(const carom_run_statistics *statistics,
                         double (*of)(const carom_solver_statistics *), double above)
{
    double next = INFINITY;
    for (size_t i = 0; i < statistics->count; i++) {
        double own = of(&statistics->of[i]);
        next = own > above ? fmin(next, own) : next;
    }
    return next;
}

/* Appends " within 3e-7", " within rounding" or " exactly". @param unit  unit of @p error */
static void append_error(carom_headline *f, bool in_joules, double error, double unit)
{
    APPEND(f, error == 0 ? " exactly" : " within ");
    if (error > CAROM_ROUNDING_REL * unit && in_joules) {
        carom_append_quantity(f, error, "J");
    } else if (error > CAROM_ROUNDING_REL * unit) {
        carom_append_digit(f, error);
    } else if (error > 0) {
        APPEND(f, "rounding");
    }
}

/* Appends "Impulse conserves it within rounding, Heun within 1e-6 at the end", smallest error
 * first; for more than two solvers only the largest error. */
static void append_conserving(carom_headline *f, const carom_run_statistics *statistics,
                              const char *verb, const char *what, bool numbers)
{
    const size_t most = 2;
    size_t conserving = statistics->count - count_energy_errors(statistics), groups = 0;
    double worst = 0, unit = statistics->of[0].energy_unit;
    bool listed = conserving <= most && numbers;
    for (double error = next_value(statistics, final_energy_error, -1); isfinite(error);
         error = next_value(statistics, final_energy_error, error)) {
        worst = error;
        if (listed) {
            APPEND(f, groups > 0 ? ", " : "");
            size_t members = carom_append_names(f, statistics, final_energy_error, error);
            if (groups == 0) {
                APPEND(f, members == 1 ? " %ss %s" : " %s %s", verb, what);
            }
            append_error(f, statistics->in_joules, error, unit);
            groups++;
        }
    }
    if (!listed) {
        if (conserving == statistics->count) {
            carom_append_all(f, statistics);
            APPEND(f, " %s %s", verb, what);
        } else if (conserving == 1) {
            (void)carom_append_names(f, statistics, final_energy_error, worst);
            APPEND(f, " %ss %s", verb, what);
        } else {
            APPEND(f, "the other %zu %s %s", conserving, verb, what);
        }
        if (numbers) {
            append_error(f, statistics->in_joules, worst, unit);
        }
    }
    APPEND(f, worst > CAROM_ROUNDING_REL * unit && numbers ? " at the end" : "");
}

static carom_headline energy_headline(const carom_run_statistics *statistics)
{
    carom_headline f = {"", CAROM_HEADLINE_USUAL};
    const carom_solver_statistics *reference = &statistics->of[statistics->reference];
    size_t with_error = count_energy_errors(statistics);
    bool lossy = reference->dissipated_rel > visible_rel,
         budget = lossy || (statistics->in_joules && !statistics->gravity);
    if (lossy) {
        APPEND(&f, "Dissipation takes ");
        append_energy(&f, statistics, reference->dissipated_rel, true);
        APPEND(&f, "; ");
    }
    if (with_error > 0) {
        f.weight = CAROM_HEADLINE_WRONG;
        append_energy_errors(&f, statistics, budget);
        APPEND(&f, with_error < statistics->count ? "; " : "");
    }
    if (with_error < statistics->count) {
        append_conserving(&f, statistics, budget ? "balance" : "conserve",
                          budget                                     ? "the energy budget"
                          : with_error > 0 && !statistics->in_joules ? "it"
                                                                     : "the energy",
                          lossy + with_error < 2);
    }
    return f;
}

/* "Walls take 64 % of the energy, balls 3 %; Euler adds 9.1 %" */
static carom_headline waterfall_headline(const carom_run_statistics *statistics)
{
    static const char *const names[CAROM_LOSSES] = {"Walls", "Balls", "Resistance"};
    carom_headline f = {"", CAROM_HEADLINE_USUAL};
    const carom_solver_statistics *reference = &statistics->of[statistics->reference],
                                  *worst = worst_energy_error(statistics, NULL);
    int most = CAROM_LOSS_WALLS;
    for (int k = 1; k < CAROM_LOSSES; k++) {
        most = reference->lost_J[k] > reference->lost_J[most] ? k : most;
    }
    if (worst == NULL || reference->dissipated_rel > visible_rel) {
        APPEND(&f, "%s take%s ", names[most], most == CAROM_LOSS_OTHER ? "s" : "");
        carom_append_quantity(&f, reference->lost_J[most], "J");
        if (!statistics->in_joules) {
            APPEND(&f, " of ");
            carom_append_quantity(&f, reference->energy_start_J, "J");
        }
        APPEND(&f, worst != NULL ? "; " : "");
    }
    if (worst != NULL) {
        f.weight = CAROM_HEADLINE_WRONG;
        APPEND(&f, "%s's method %s ", worst->name,
               worst->energy_error_end_rel < 0 ? "removes" : "adds");
        carom_append_quantity(
            &f, fabs(worst->energy_end_J - worst->energy_start_J + worst->dissipated_J), "J");
    }
    return f;
}

/* ---- momentum ---- */

static carom_headline momentum_headline(const carom_run_statistics *statistics)
{
    carom_headline f = {"", CAROM_HEADLINE_USUAL};
    const carom_solver_statistics *worst = &statistics->of[0],
                                  *reference = &statistics->of[statistics->reference];
    const char *unit = statistics->at_rest ? "kg m/s" : NULL;
    for (size_t i = 1; i < statistics->count; i++) {
        worst = statistics->of[i].momentum_error_max_rel > worst->momentum_error_max_rel
                  ? &statistics->of[i]
                  : worst;
    }
    if (worst->momentum_error_max_rel > visible_rel) {
        f.weight = CAROM_HEADLINE_WRONG;
        APPEND(&f, "The momentum error of %s reaches ", worst->name);
        carom_append_fraction_of(&f, worst->momentum_error_max_rel, unit, "Σ|m v|");
        return f;
    }
    if (reference->walls > 0) {
        APPEND(&f, "%s%zu collision%s with fixed bodies change%s the momentum; its error is ",
               statistics->gravity ? "Gravity and " : "", reference->walls,
               carom_plural((double)reference->walls),
               reference->walls == 1 && !statistics->gravity ? "s" : "");
    } else {
        APPEND(&f, "%s changes the momentum; its error is ",
               statistics->gravity      ? "Gravity"
               : statistics->resistance ? "Resistance"
                                        : "Nothing");
    }
    if (worst->momentum_error_max_rel <= CAROM_ROUNDING_REL) {
        APPEND(&f, worst->momentum_error_max_rel == 0 ? "0" : "rounding");
    } else {
        APPEND(&f, "at most ");
        carom_append_fraction_of(&f, worst->momentum_error_max_rel, unit, "Σ|m v|");
    }
    return f;
}

/* ---- first mismatch ---- */

/* The first solver that parts from the reference, of those that conserve the energy if there are
 * any; NULL without one. */
const carom_solver_statistics *carom_first_to_part(const carom_run_statistics *statistics)
{
    const carom_solver_statistics *earliest = NULL;
    for (int conserving = 1; conserving >= 0 && earliest == NULL; conserving--) {
        for (size_t i = 0; i < statistics->count; i++) {
            const carom_solver_statistics *result = &statistics->of[i];
            if (!isnan(result->mismatch.t_s) && conserving == !has_energy_error(result) &&
                (earliest == NULL || result->mismatch.t_s < earliest->mismatch.t_s)) {
                earliest = result;
            }
        }
    }
    return earliest;
}

/* A distance that contact delays do not explain, m. */
static double delays_m(const carom_solver_statistics *result)
{
    const double most = 10;
    return most * fmax(0, result->contact_delay_m);
}

/* "Heun parts from Impulse at 0.202 s, after 16 equal collisions" */
static carom_headline mismatch_headline(const carom_run_statistics *statistics,
                                        const carom_solver_statistics *parting)
{
    bool chaotic = !has_energy_error(parting) &&
                   parting->max_distance_after_mismatch_m > delays_m(parting);
    carom_headline f = {"", chaotic ? CAROM_HEADLINE_PARTED : CAROM_HEADLINE_DIFFERENT};
    APPEND(&f, "%s parts from %s at %.3g s", parting->name,
           statistics->of[statistics->reference].name, parting->mismatch.t_s);
    if (parting->mismatch.a == NULL) {
        return f;
    }
    if (parting->mismatch.before > 0) {
        APPEND(&f, ", after %zu equal collision%s", parting->mismatch.before,
               carom_plural((double)parting->mismatch.before));
    } else {
        APPEND(&f, ", at the first collision");
    }
    return f;
}

/* ---- divergence ---- */

/* The solver that is farthest from the reference, or nearest with @p sign -1; NULL without a
 * distance. */
static const carom_solver_statistics *at_distance(const carom_run_statistics *statistics,
                                                  double sign, bool conserving)
{
    const carom_solver_statistics *found = NULL;
    for (size_t i = 0; i < statistics->count; i++) {
        const carom_solver_statistics *result = &statistics->of[i];
        if (i != statistics->reference && !isnan(result->max_distance_m) &&
            !(conserving && has_energy_error(result)) &&
            (found == NULL || sign * result->max_distance_m > sign * found->max_distance_m)) {
            found = result;
        }
    }
    return found;
}

/* Names the farthest solver, and the nearest one if it is much nearer. A solver that conserves the
 * energy and is far away has another outcome. */
static carom_headline divergence_headline(const carom_run_statistics *statistics)
{
    const double notable_ratio = 3; /* from this ratio on, the headline has the nearest too */
    const double far_rel = 0.1;     /* of the table or the initial distances */
    const double far_m = far_rel * statistics->distance_rounding_m / CAROM_ROUNDING_REL;
    const carom_solver_statistics *far = at_distance(statistics, 1, true), *near,
                                  *parting = carom_first_to_part(statistics);
    const char *reference = statistics->of[statistics->reference].name;
    carom_headline f = {"", CAROM_HEADLINE_PARTED};
    if (parting != NULL) {
        f.weight = mismatch_headline(statistics, parting).weight;
        APPEND(&f, "%s parts from %s at %.3g s; their distance reaches ", parting->name, reference,
               parting->mismatch.t_s);
        carom_append_quantity(&f, parting->max_distance_after_mismatch_m, "m");
        return f;
    }
    if (far == NULL || !(far->max_distance_m > fmax(far_m, delays_m(far)))) {
        far = at_distance(statistics, 1, false);
        f.weight = far != NULL && far->max_distance_m >
                                      fmax(delays_m(far), statistics->distance_rounding_m)
                     ? CAROM_HEADLINE_DIFFERENT
                     : CAROM_HEADLINE_USUAL;
    }
    if (far == NULL) {
        APPEND(&f, "No distance from the reference was computed");
        return f;
    }
    near = at_distance(statistics, -1, false);
    APPEND(&f, "%s is at most ", far->name);
    carom_append_quantity(&f, far->max_distance_m, "m");
    APPEND(&f, " from %s", reference);
    if (near->max_distance_m > statistics->distance_rounding_m &&
        far->max_distance_m > notable_ratio * near->max_distance_m) {
        APPEND(&f, ", %s ", near->name);
        carom_append_quantity(&f, near->max_distance_m, "m");
    } else if (far->contact_delay_m > 0) {
        APPEND(&f, ", %.2g times the contact delay", far->max_distance_m / far->contact_delay_m);
    }
    return f;
}

/* ---- collisions ---- */

static double collision_count(const carom_solver_statistics *result)
{
    return (double)result->collisions;
}

static bool counts_differ(const carom_run_statistics *statistics)
{
    double least = next_value(statistics, collision_count, -1);
    return isfinite(next_value(statistics, collision_count, least));
}

/* Appends "29 collisions in Euler, 31 in Impulse and 3 others", for more than three numbers only
 * the smallest and the largest; "All 3 solvers count 31 collisions" if they agree. */
static void append_collision_counts(carom_headline *f, const carom_run_statistics *statistics)
{
    const size_t most = 3;
    size_t numbers = 0, written = 0;
    double least = next_value(statistics, collision_count, -1), last = 0;
    for (double n = least; isfinite(n); n = next_value(statistics, collision_count, n)) {
        numbers++;
        last = n;
    }
    if (numbers == 1) {
        if (statistics->count > 1) {
            carom_append_all(f, statistics);
            APPEND(f, " count ");
        }
        APPEND(f, "%.0f collision%s", least, carom_plural(least));
        return;
    }
    for (double n = least; isfinite(n); n = next_value(statistics, collision_count, n)) {
        if (numbers <= most || n == least || n == last) {
            APPEND(f, written == 0 ? "%.0f" : ", %.0f", n);
            APPEND(f, written > 0 ? " in " : n == 1 ? " collision in " : " collisions in ");
            (void)carom_append_names(f, statistics, collision_count, n);
            written++;
        }
    }
}

/* ---- speeds ---- */

/* Solvers with the smallest and the largest value of `of`; [1] has the larger. */
static double spread(const carom_run_statistics *statistics,
                     double (*of)(const carom_solver_statistics *),
                     const carom_solver_statistics *extreme[2])
{
    extreme[0] = extreme[1] = &statistics->of[statistics->reference];
    for (size_t i = 0; i < statistics->count; i++) {
        double value = of(&statistics->of[i]);
        extreme[0] = value < of(extreme[0]) ? &statistics->of[i] : extreme[0];
        extreme[1] = value > of(extreme[1]) ? &statistics->of[i] : extreme[1];
    }
    return of(extreme[1]) - of(extreme[0]);
}

static double final_speed(const carom_solver_statistics *result)
{
    return result->final_mps;
}

/* NaN in one run makes the spread NaN. */
static double restitution(const carom_solver_statistics *result)
{
    return result->restitution;
}

static carom_headline space_time_headline(const carom_run_statistics *statistics)
{
    const double notable = CAROM_NOTABLE_REL;
    carom_headline f = {"", CAROM_HEADLINE_USUAL};
    const carom_solver_statistics *reference = &statistics->of[statistics->reference];
    const carom_solver_statistics *e[2], *v[2];
    double e_range = spread(statistics, restitution, e),
           v_range = spread(statistics, final_speed, v);
    bool speeds = statistics->ball != NULL && v_range > notable * statistics->top_mps;
    if (!statistics->logged) {
        APPEND(&f, "Positions of the balls over %.3g s", reference->end_s);
    } else if (reference->collisions == 0 && !counts_differ(statistics)) {
        f.weight = CAROM_HEADLINE_NOTHING;
        APPEND(&f, "No collision in %.3g s", reference->end_s);
    } else if (e_range > notable) {
        f.weight = CAROM_HEADLINE_DIFFERENT;
        APPEND(&f, "The coefficient of restitution is ");
        carom_append_value(&f, e[0]->restitution, 1);
        APPEND(&f, " in %s, ", e[0]->name);
        carom_append_value(&f, e[1]->restitution, 1);
        APPEND(&f, " in %s", e[1]->name);
    } else if (speeds) {
        f.weight = CAROM_HEADLINE_DIFFERENT;
        APPEND(&f, "At %.2g s ball %s moves at ", reference->end_s, statistics->ball);
        carom_append_value(&f, v[0]->final_mps, statistics->top_mps);
        APPEND(&f, " m/s in %s, ", v[0]->name);
        carom_append_value(&f, v[1]->final_mps, statistics->top_mps);
        APPEND(&f, " in %s", v[1]->name);
    } else {
        f.weight = counts_differ(statistics) ? CAROM_HEADLINE_DIFFERENT : CAROM_HEADLINE_USUAL;
        append_collision_counts(&f, statistics);
    }
    return f;
}

static carom_headline raster_headline(const carom_run_statistics *statistics)
{
    carom_headline f = {"", CAROM_HEADLINE_USUAL};
    const carom_solver_statistics *parting = carom_first_to_part(statistics);
    if (parting != NULL) {
        return mismatch_headline(statistics, parting);
    }
    append_collision_counts(&f, statistics);
    APPEND(&f, counts_differ(statistics) || !statistics->compared ? "" : ", the same ones");
    return f;
}

/* ---- paths ---- */

/* Appends that angular momentum is conserved despite wall collisions, as on a frictionless circular
 * table. */
static void append_angular_momentum(carom_headline *f, const carom_run_statistics *statistics)
{
    const double rounding = 1e-9;
    double range_rel = 0;
    size_t walls = 0;
    for (size_t i = 0; i < statistics->count; i++) {
        range_rel = fmax(range_rel, isnan(statistics->of[i].angular_momentum_range_rel)
                                        ? 1
                                        : statistics->of[i].angular_momentum_range_rel);
        walls += statistics->of[i].walls;
    }
    if (walls > 0 && range_rel < rounding) {
        APPEND(f, "; angular momentum is conserved %s",
               range_rel > 0 ? "within rounding" : "exactly");
    }
}

static carom_headline paths_headline(const carom_run_statistics *statistics)
{
    carom_headline f = {"", CAROM_HEADLINE_USUAL};
    const carom_solver_statistics *far = NULL, *parting = carom_first_to_part(statistics);
    for (size_t i = 0; i < statistics->count; i++) {
        const carom_solver_statistics *result = &statistics->of[i];
        if (i != statistics->reference &&
            result->final_distance_m > statistics->distance_rounding_m) {
            far = far == NULL || result->final_distance_m > far->final_distance_m ? result : far;
        }
    }
    if (parting != NULL) {
        return mismatch_headline(statistics, parting);
    }
    if (statistics->logged) {
        append_collision_counts(&f, statistics);
    } else {
        APPEND(&f, "Paths over %.3g s", statistics->of[statistics->reference].end_s);
    }
    append_angular_momentum(&f, statistics);
    if (far != NULL) {
        APPEND(&f, "; %s ends ", far->name);
        carom_append_quantity(&f, far->final_distance_m, "m");
        APPEND(&f, " from %s", statistics->of[statistics->reference].name);
    }
    return f;
}

/* ---- drift ---- */

/* Power p of the energy error n^-p: 0, -0.5 and -1 within 0.15, others to one digit; NaN without
 * an error. The smallest belongs to the fastest growth. */
static double drift_power(const carom_solver_statistics *result)
{
    const double near = 0.15;
    double twice = round(2 * result->drift_power);
    return fabs(result->drift_power - 0.5 * twice) < near ? -0.5 * twice
                                                          : -0.1 * round(10 * result->drift_power);
}

/* "The energy error of Heun grows as n, of Verlet and RK4 stays bounded" */
static carom_headline drift_headline(const carom_run_statistics *statistics)
{
    carom_headline f = {"", CAROM_HEADLINE_WRONG};
    for (double p = next_value(statistics, drift_power, -INFINITY); isfinite(p);
         p = next_value(statistics, drift_power, p)) {
        APPEND(&f, f.text[0] == '\0' ? "The energy error of " : ", of ");
        (void)carom_append_names(&f, statistics, drift_power, p);
        APPEND(&f,
               p == 0      ? " stays bounded"
               : p == -0.5 ? " grows as √n"
               : p == -1   ? " grows as n"
                           : " grows as n^%.1f",
               -p);
    }
    if (f.text[0] == '\0') {
        APPEND(&f, "Every solver conserves the energy within rounding");
    }
    return f;
}

/* ---- velocity circle ---- */

/* "Euler leaves the energy circle: 2.1 % more energy along the normal" for the solver farthest from
 * the reference; without one, the common change. */
static void append_distance_from_circle(carom_headline *f, const carom_run_statistics *statistics)
{
    const carom_solver_statistics *reference = &statistics->of[statistics->reference],
                                  *far = reference;
    double kept = reference->newton.gain_rel, gain;
    size_t drawn = 0;
    for (size_t i = 0; i < statistics->count; i++) {
        const carom_solver_statistics *result = &statistics->of[i];
        drawn += result->newton.obstacle == NULL;
        if (result->newton.obstacle == NULL &&
            fabs(result->newton.gain_rel - kept) > fabs(far->newton.gain_rel - kept)) {
            far = result;
        }
    }
    gain = (far->newton.gain_rel - kept) / fmax(1 + kept, visible_rel);
    if (fabs(gain) > visible_rel) {
        bool lossy = fabs(kept) > visible_rel;
        APPEND(f, lossy ? "%s ends with " : "%s leaves the energy circle: ", far->name);
        carom_append_fraction(f, fabs(gain), NULL, "the energy");
        APPEND(f, " %s energy along the normal%s%s", gain > 0 ? "more" : "less",
               lossy ? " than " : "", lossy ? reference->name : "");
    } else if (fabs(kept) > visible_rel) {
        APPEND(f, "The collision %s ", kept < 0 ? "takes" : "adds");
        carom_append_fraction(f, fabs(kept), NULL, "the energy");
        APPEND(f, " of the energy along the normal");
    } else {
        APPEND(f, "Energy of %zu solver%s stays on the circle", drawn, carom_plural((double)drawn));
        append_error(f, false, fmax(fabs(kept), fabs(far->newton.gain_rel)), 1);
    }
}

/* "31 collisions step by equal arcs of 11.4° round the energy circle; one more would exceed 360°"
 */
static carom_headline newton_headline(const carom_run_statistics *statistics)
{
    const carom_newton_statistics *result = &statistics->of[statistics->reference].newton;
    carom_headline f = {"", CAROM_HEADLINE_USUAL};
    double n = (double)result->collisions;
    if (result->arc_rad > 0) {
        APPEND(&f, "%zu collisions step by equal arcs of %.3g° round the energy circle",
               result->collisions, result->arc_rad * 180 / CAROM_PI);
        if (n * result->arc_rad < 2 * CAROM_PI &&
            (n + 1) * result->arc_rad >= 2 * CAROM_PI * (1 - 1e-9)) {
            APPEND(&f, "; one more would exceed 360°");
        }
        return f;
    }
    append_distance_from_circle(&f, statistics);
    return f;
}

/* ---- boundary map ---- */

static carom_headline birkhoff_headline(const carom_run_statistics *statistics)
{
    const double constant = 1e-6;
    carom_headline f = {"", CAROM_HEADLINE_USUAL};
    const carom_solver_statistics *reference = &statistics->of[statistics->reference],
                                  *other = NULL;
    double range = reference->birkhoff.sine_range, difference = 0.02; /* smaller ones are scatter */
    for (size_t i = 0; i < statistics->count; i++) {
        const carom_solver_statistics *result = &statistics->of[i];
        if (result->birkhoff.obstacle == NULL) {
            range = fmax(range, result->birkhoff.sine_range);
            if (fabs(result->birkhoff.filled_rel - reference->birkhoff.filled_rel) > difference) {
                difference = fabs(result->birkhoff.filled_rel - reference->birkhoff.filled_rel);
                other = result;
            }
        }
    }
    APPEND(&f, "%zu wall hits ", reference->birkhoff.hits);
    if (range < constant) {
        APPEND(&f, "have one angle: its sine stays constant within ");
        carom_append_digit(&f, range);
        return f;
    }
    if (other == NULL && reference->birkhoff.filled_rel == 1) {
        APPEND(&f, "reach every cell of the boundary map");
        return f;
    }
    APPEND(&f, "reach %.0f %% of the boundary map", floor(100 * reference->birkhoff.filled_rel));
    if (other != NULL) {
        APPEND(&f, " in %s, %.0f %% in %s", reference->name,
               floor(100 * other->birkhoff.filled_rel), other->name);
    }
    return f;
}

carom_headline carom_panel_headline(carom_panel panel, const carom_run_statistics *statistics)
{
    static carom_headline (*const of[CAROM_PANEL_KINDS])(const carom_run_statistics *) = {
        [CAROM_PANEL_ENERGY] = energy_headline,
        [CAROM_PANEL_MOMENTUM] = momentum_headline,
        [CAROM_PANEL_DIVERGENCE] = divergence_headline,
        [CAROM_PANEL_SPACE_TIME] = space_time_headline,
        [CAROM_PANEL_RASTER] = raster_headline,
        [CAROM_PANEL_PATHS] = paths_headline,
        [CAROM_PANEL_DRIFT] = drift_headline,
        [CAROM_PANEL_NEWTON] = newton_headline,
        [CAROM_PANEL_BIRKHOFF] = birkhoff_headline,
        [CAROM_PANEL_STROBE] = paths_headline,
        [CAROM_PANEL_WATERFALL] = waterfall_headline};
    return of[panel](statistics);
}
