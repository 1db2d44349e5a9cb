/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headlines of panels: statements with their numbers, from the statistics of a run. */
#include "base/base.h"
#include "figures/run/run_figures.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Importance of a headline. */
enum { NOTHING_TO_SEE, USUAL, DIFFERENT, WRONG };

/* ---- numbers and names ---- */

#define APPEND(headline, ...)                                                                      \
    carom_text_append((headline)->text, sizeof(headline)->text, __VA_ARGS__)

/* Separator before item i of `count`: "a, b and c". */
static const char *separator(size_t i, size_t count)
{
    return i == 0 ? "" : i + 1 == count ? " and " : ", ";
}

/* Appends one digit: "3e-7". */
static void append_digit(carom_headline *f, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.0e", value);
    APPEND(f, "%ce%ld", text[0], strtol(text + 2, NULL, 10));
}

static const double large_ratio = 10;

/* Appends "4.5 %" from 0.001 on, "32 times the energy" above 10, and one digit below 0.001: "3e-7".
 */
static void append_fraction(carom_headline *f, double part, const char *unit, const char *whole)
{
    if (unit != NULL) {
        APPEND(f, "%.2g %s", part, unit);
    } else if (part > large_ratio) {
        APPEND(f, "%.2g times %s", part, whole);
    } else if (part >= 1e-3) {
        APPEND(f, part < 0.1 ? "%.2g %%" : "%.0f %%", 100 * part);
    } else {
        append_digit(f, part);
    }
}

/* Appends "4.5 % of the energy". */
static void append_fraction_of(carom_headline *f, double part, const char *unit, const char *whole)
{
    append_fraction(f, part, unit, whole);
    if (unit == NULL && !(part > large_ratio)) {
        APPEND(f, " of %s", whole);
    }
}

/* Appends "0.42 m" or "3.2 mm". */
static void append_length(carom_headline *f, double length_m)
{
    static const struct {
        double m;
        const char *name;
    } units[] = {{1, "m"}, {1e-3, "mm"}, {1e-6, "µm"}, {1e-9, "nm"}};
    size_t i = 0;
    while (i < 3 && length_m < 0.0995 * units[i].m) {
        i++;
    }
    APPEND(f, "%.2g %s", length_m / units[i].m, units[i].name);
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

/* Appends "Blog gains 3 %, Heun loses 1 % of the energy in 2 s" for the first two solvers.
 * With @p budget the verbs are "adds" and "removes". */
static void append_energy_errors(carom_headline *f, const carom_run_statistics *statistics,
                                 bool budget)
{
    const size_t most = 2;
    size_t written = 0, with_error = count_energy_errors(statistics);
    bool large = false;
    for (size_t i = 0; i < statistics->count && written < most; i++) {
        const carom_solver_statistics *result = &statistics->of[i];
        if (has_energy_error(result)) {
            bool less = result->energy_error_end_rel < 0;
            APPEND(f, "%s%s %s ", separator(written, with_error < most ? with_error : most + 1),
                   result->name, budget ? (less ? "removes" : "adds") : (less ? "loses" : "gains"));
            append_fraction(f, fabs(result->energy_error_end_rel),
                            statistics->no_energy ? "J" : NULL, "the energy");
            large = fabs(result->energy_error_end_rel) > large_ratio;
            written++;
        }
    }
    if (with_error > most) {
        APPEND(f, " and %zu more", with_error - most);
    }
    if (!budget) {
        APPEND(f, "%s in %.3g s", large ? "" : " of the energy",
               statistics->of[statistics->reference].end_s);
    }
}

/* Appends the solvers with that value: "Euler and Heun", after `lead`. @return their number */
static size_t append_names(carom_headline *f, const carom_run_statistics *statistics,
                           double (*value)(const carom_solver_statistics *), double wanted,
                           const char *lead)
{
    size_t members = 0, written = 0;
    for (size_t i = 0; i < statistics->count; i++) {
        members += value(&statistics->of[i]) == wanted;
    }
    for (size_t i = 0; i < statistics->count; i++) {
        if (value(&statistics->of[i]) == wanted) {
            APPEND(f, "%s%s", written == 0 ? lead : separator(written, members),
                   statistics->of[i].name);
            written++;
        }
    }
    return members;
}

/* Final energy error, rounded to one digit as printed. It is 0 if the error of every sample is 0,
 * and NaN if the solver does not conserve the energy. */
static double final_energy_error(const carom_solver_statistics *result)
{
    char digit[40];
    snprintf(digit, sizeof digit, "%.0e", fmax(fabs(result->energy_error_end_rel), 1e-16));
    return has_energy_error(result)          ? NAN
         : result->energy_error_max_rel == 0 ? 0
                                             : strtod(digit, NULL);
}

/* Smallest error above @p error of the solvers that conserve energy, or INFINITY. */
static double next_energy_error(const carom_run_statistics *statistics, double error)
{
    double next = INFINITY;
    for (size_t i = 0; i < statistics->count; i++) {
        double own = final_energy_error(&statistics->of[i]);
        next = own > error ? fmin(next, own) : next;
    }
    return next;
}

/* Appends " within 3e-7" or " exactly". */
static void append_error(carom_headline *f, const carom_run_statistics *statistics, double error)
{
    APPEND(f, error == 0 ? " exactly" : " within ");
    if (error > 0) {
        append_digit(f, error);
        APPEND(f, statistics->no_energy ? " J" : "");
    }
}

/* Appends "Impulse conserves it within 1e-15, Euler and Heun within 1e-6 at the last sample",
 * smallest error first; for more than three solvers only the largest error. */
static void append_conserving(carom_headline *f, const carom_run_statistics *statistics,
                              const char *verb, const char *what)
{
    const size_t most = 3;
    size_t conserving = statistics->count - count_energy_errors(statistics), groups = 0;
    double worst = 0;
    for (double error = next_energy_error(statistics, -1); isfinite(error);
         error = next_energy_error(statistics, error)) {
        worst = error;
        if (conserving <= most) {
            size_t members = append_names(f, statistics, final_energy_error, error,
                                          groups > 0 ? ", " : "");
            APPEND(f, groups > 0 ? "" : members == 1 ? " %ss %s" : " %s %s", verb, what);
            append_error(f, statistics, error);
            groups++;
        }
    }
    if (conserving > most) {
        APPEND(f,
               conserving < statistics->count ? "the other %zu"
               : f->text[0] == '\0'           ? "All %zu solvers"
                                              : "all %zu solvers",
               conserving);
        APPEND(f, " %s %s", verb, what);
        append_error(f, statistics, worst);
    }
    APPEND(f, worst > 0 ? " at the last sample" : "");
}

static carom_headline energy_headline(const carom_run_statistics *statistics)
{
    carom_headline f = {"", USUAL};
    const carom_solver_statistics *reference = &statistics->of[statistics->reference];
    size_t with_error = count_energy_errors(statistics);
    bool lossy = !statistics->no_energy && reference->dissipated_rel > visible_rel;
    if (lossy) { /* in J with gravity, since the zero of the energy is arbitrary */
        APPEND(&f, "Dissipation takes ");
        append_fraction_of(
            &f, statistics->gravity ? reference->dissipated_J : reference->dissipated_rel,
            statistics->gravity ? "J" : NULL, "the energy");
        APPEND(&f, "; ");
    }
    if (with_error > 0) {
        f.weight = WRONG;
        append_energy_errors(&f, statistics, lossy || statistics->no_energy);
        APPEND(&f, with_error < statistics->count ? "; " : "");
    }
    if (with_error < statistics->count) {
        bool budget = lossy || statistics->no_energy;
        append_conserving(&f, statistics, budget ? "balance" : "conserve",
                          budget           ? "the energy budget"
                          : with_error > 0 ? "it"
                                           : "the energy");
    }
    return f;
}

/* ---- momentum ---- */

static carom_headline momentum_headline(const carom_run_statistics *statistics)
{
    carom_headline f = {"", USUAL};
    const carom_solver_statistics *worst = &statistics->of[0],
                                  *reference = &statistics->of[statistics->reference];
    const char *unit = statistics->at_rest ? "kg m/s" : NULL;
    for (size_t i = 1; i < statistics->count; i++) {
        worst = statistics->of[i].momentum_error_max_rel > worst->momentum_error_max_rel
                  ? &statistics->of[i]
                  : worst;
    }
    if (worst->momentum_error_max_rel > visible_rel) {
        f.weight = WRONG;
        APPEND(&f, "The momentum error of %s reaches ", worst->name);
        append_fraction_of(&f, worst->momentum_error_max_rel, unit, "Σ|m v|");
        return f;
    }
    if (reference->walls > 0) {
        APPEND(&f, "%s%zu collision%s with fixed bodies change%s the momentum; its error is ",
               statistics->gravity ? "Gravity and " : "", reference->walls,
               reference->walls == 1 ? "" : "s",
               reference->walls == 1 && !statistics->gravity ? "s" : "");
    } else {
        APPEND(&f, "%s changes the momentum; its error is ",
               statistics->gravity      ? "Gravity"
               : statistics->resistance ? "Resistance"
                                        : "Nothing");
    }
    if (worst->momentum_error_max_rel == 0) {
        APPEND(&f, "0");
        return f;
    }
    APPEND(&f, "at most ");
    append_fraction_of(&f, worst->momentum_error_max_rel, unit, "Σ|m v|");
    return f;
}

/* ---- divergence ---- */

/* Names the farthest solver, and the nearest one if it is much nearer. */
static carom_headline divergence_headline(const carom_run_statistics *statistics)
{
    const double notable_ratio =
        3; /* from this ratio of distances on, the headline has the nearest too */
    const double max_delays = 10;
    double delay_m = 0;
    carom_headline f = {"", USUAL};
    const carom_solver_statistics *far = NULL, *near = NULL;
    const char *reference = statistics->of[statistics->reference].name;
    for (size_t i = 0; i < statistics->count; i++) {
        const carom_solver_statistics *result = &statistics->of[i];
        if (i != statistics->reference && !isnan(result->max_distance_m)) {
            far = far == NULL || result->max_distance_m > far->max_distance_m ? result : far;
            near = near == NULL || result->max_distance_m < near->max_distance_m ? result : near;
        }
        delay_m = fmax(delay_m, result->contact_delay_m);
    }
    if (far == NULL) {
        APPEND(&f, "No distance from the reference was computed");
        return f;
    }
    if (!isnan(far->mismatch.t_s)) {
        f.weight = DIFFERENT;
        APPEND(&f, "The collisions of %s and %s differ from %.4g s on; their distance reaches ",
               far->name, reference, far->mismatch.t_s);
        append_length(&f, far->max_distance_after_mismatch_m);
        return f;
    }
    f.weight = far->max_distance_m > fmax(max_delays * delay_m, statistics->distance_rounding_m)
                 ? DIFFERENT
                 : USUAL;
    APPEND(&f, "The distance of %s from %s reaches ", far->name, reference);
    append_length(&f, far->max_distance_m);
    if (far->contact_delay_m > 0) {
        APPEND(&f, ", %.2g times the contact delay v T",
               far->max_distance_m / far->contact_delay_m);
    }
    if (near->max_distance_m > statistics->distance_rounding_m &&
        far->max_distance_m > notable_ratio * near->max_distance_m) {
        APPEND(&f, "; of %s ", near->name);
        append_length(&f, near->max_distance_m);
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
    for (size_t i = 1; i < statistics->count; i++) {
        if (statistics->of[i].collisions != statistics->of[0].collisions) {
            return true;
        }
    }
    return false;
}

/* Appends "31 collisions in Impulse and Heun, 29 in Euler"; for more than two numbers "12 to 31
 * collisions". */
static void append_collision_counts(carom_headline *f, const carom_run_statistics *statistics)
{
    size_t least = SIZE_MAX, most = 0, middle = 0;
    for (size_t i = 0; i < statistics->count; i++) {
        least = statistics->of[i].collisions < least ? statistics->of[i].collisions : least;
        most = statistics->of[i].collisions > most ? statistics->of[i].collisions : most;
    }
    for (size_t i = 0; i < statistics->count; i++) {
        middle += statistics->of[i].collisions != least && statistics->of[i].collisions != most;
    }
    if (least == most) {
        APPEND(f, "%zu collision%s", most, most == 1 ? "" : "s");
    } else if (middle > 0) {
        APPEND(f, "%zu to %zu collisions", least, most);
    } else {
        size_t first = statistics->of[0].collisions;
        APPEND(f, "%zu collision%s", first, first == 1 ? "" : "s");
        (void)append_names(f, statistics, collision_count, (double)first, " in ");
        APPEND(f, ", %zu", least + most - first);
        (void)append_names(f, statistics, collision_count, (double)(least + most - first), " in ");
    }
}

/* Appends "; at 1 s the fastest ball, third, moves at 0.98 to 1 m/s" if it is the same ball in
 * every run. */
static void append_fastest(carom_headline *f, const carom_run_statistics *statistics)
{
    const carom_solver_statistics *first = &statistics->of[statistics->reference];
    double least = first->fastest_mps, most = first->fastest_mps;
    const double rest_mps = 1e-9;
    for (size_t i = 0; i < statistics->count; i++) {
        const carom_solver_statistics *result = &statistics->of[i];
        if (result->fastest == NULL || first->fastest == NULL ||
            strcmp(result->fastest, first->fastest) != 0 || !(result->fastest_mps > rest_mps)) {
            return;
        }
        least = fmin(least, result->fastest_mps);
        most = fmax(most, result->fastest_mps);
    }
    APPEND(f, "; at %.3g s ", first->end_s);
    APPEND(f, statistics->balls > 1 ? "the fastest ball, %s, moves at " : "%s moves at ",
           first->fastest);
    APPEND(f, "%.3g", least);
    if (most - least > 0.005 * most) {
        APPEND(f, " to %.3g", most);
        f->weight = DIFFERENT;
    }
    APPEND(f, " m/s");
}

static carom_headline space_time_headline(const carom_run_statistics *statistics)
{
    carom_headline f = {"", USUAL};
    if (!statistics->logged) {
        APPEND(&f, "Positions of the balls over %.3g s",
               statistics->of[statistics->reference].end_s);
        return f;
    }
    if (statistics->of[statistics->reference].collisions == 0 && !counts_differ(statistics)) {
        f.weight = NOTHING_TO_SEE;
        APPEND(&f, "No collision in %.3g s", statistics->of[statistics->reference].end_s);
        return f;
    }
    append_collision_counts(&f, statistics);
    if (counts_differ(statistics)) {
        f.weight = DIFFERENT;
    } else {
        APPEND(&f, statistics->count > 1 ? " in every solver" : "");
        append_fastest(&f, statistics);
    }
    return f;
}

static carom_headline raster_headline(const carom_run_statistics *statistics)
{
    carom_headline f = {"", USUAL};
    const carom_solver_statistics *earliest = NULL;
    const char *reference;
    bool own;
    for (size_t i = 0; i < statistics->count; i++) {
        const carom_solver_statistics *result = &statistics->of[i];
        if (result->mismatch.a != NULL &&
            (earliest == NULL || result->mismatch.t_s < earliest->mismatch.t_s)) {
            earliest = result;
        }
    }
    if (earliest == NULL) {
        append_collision_counts(&f, statistics);
        APPEND(&f, counts_differ(statistics) || !statistics->compared
                       ? ""
                       : ", the same in every solver");
        return f;
    }
    f.weight = DIFFERENT;
    reference = statistics->of[statistics->reference].name;
    own = earliest->mismatch.own;
    if (earliest->mismatch.before > 0) {
        APPEND(&f, "After %zu equal collision%s, ", earliest->mismatch.before,
               earliest->mismatch.before == 1 ? "" : "s");
    } else {
        APPEND(&f, "The first collision differs: ");
    }
    APPEND(&f, "%s and %s collide%s at %.4g s in %s, not in %s", earliest->mismatch.a,
           earliest->mismatch.b, earliest->mismatch.again ? " again" : "", earliest->mismatch.t_s,
           own ? earliest->name : reference, own ? reference : earliest->name);
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
        APPEND(f, "; angular momentum is conserved %s", range_rel > 0 ? "within " : "exactly");
        if (range_rel > 0) {
            append_digit(f, range_rel);
        }
    }
}

static carom_headline paths_headline(const carom_run_statistics *statistics)
{
    carom_headline f = {"", USUAL};
    const carom_solver_statistics *far = NULL;
    for (size_t i = 0; i < statistics->count; i++) {
        const carom_solver_statistics *result = &statistics->of[i];
        if (i != statistics->reference &&
            result->final_distance_m > statistics->distance_rounding_m) {
            far = far == NULL || result->final_distance_m > far->final_distance_m ? result : far;
        }
    }
    if (statistics->logged) {
        append_collision_counts(&f, statistics);
    } else {
        APPEND(&f, "Paths over %.3g s", statistics->of[statistics->reference].end_s);
    }
    append_angular_momentum(&f, statistics);
    if (far != NULL) {
        APPEND(&f, "; %s ends ", far->name);
        append_length(&f, far->final_distance_m);
        APPEND(&f, " from %s", statistics->of[statistics->reference].name);
    }
    return f;
}

/* ---- drift ---- */

/* "After 10006 collisions the energy error is 0.1 % (RK4) to 65 % (Heun)" */
static carom_headline drift_headline(const carom_run_statistics *statistics)
{
    carom_headline f = {"", WRONG};
    const carom_solver_statistics *least = NULL, *most = NULL;
    size_t collisions = SIZE_MAX;
    for (size_t i = 0; i < statistics->count; i++) {
        const carom_solver_statistics *result = &statistics->of[i];
        if (result->energy_error_max_rel > CAROM_ROUNDING_REL) {
            least = least == NULL || result->energy_error_max_rel < least->energy_error_max_rel
                      ? result
                      : least;
            most = most == NULL || result->energy_error_max_rel > most->energy_error_max_rel
                     ? result
                     : most;
            collisions = result->collisions < collisions ? result->collisions : collisions;
        }
    }
    if (most == NULL) {
        APPEND(&f, "Every solver conserves the energy within rounding");
        return f;
    }
    APPEND(&f, "After %zu collisions the energy error is ", collisions);
    if (least != most) {
        append_fraction(&f, least->energy_error_max_rel, statistics->no_energy ? "J" : NULL,
                        "the energy");
        APPEND(&f, " (%s) to ", least->name);
    }
    append_fraction(&f, most->energy_error_max_rel, statistics->no_energy ? "J" : NULL,
                    "the energy");
    APPEND(&f, " (%s)", most->name);
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
        append_fraction(f, fabs(gain), NULL, "the energy");
        APPEND(f, " %s energy along the normal%s%s", gain > 0 ? "more" : "less",
               lossy ? " than " : "", lossy ? reference->name : "");
    } else if (fabs(kept) > visible_rel) {
        APPEND(f, "The collision %s ", kept < 0 ? "takes" : "adds");
        append_fraction(f, fabs(kept), NULL, "the energy");
        APPEND(f, " of the energy along the normal");
    } else {
        APPEND(f, "Energy of %zu solver%s stays on the circle", drawn, drawn == 1 ? "" : "s");
        append_error(f, statistics, fmax(fabs(kept), fabs(far->newton.gain_rel)));
    }
}

/* "31 collisions step by equal arcs of 11.4° round the energy circle; one more would exceed 360°"
 */
static carom_headline newton_headline(const carom_run_statistics *statistics)
{
    static const double pi = 3.14159265358979323846;
    const carom_newton_statistics *result = &statistics->of[statistics->reference].newton;
    carom_headline f = {"", USUAL};
    double n = (double)result->collisions;
    if (result->arc_rad > 0) {
        APPEND(&f, "%zu collisions step by equal arcs of %.3g° round the energy circle",
               result->collisions, result->arc_rad * 180 / pi);
        if (n * result->arc_rad < 2 * pi && (n + 1) * result->arc_rad >= 2 * pi * (1 - 1e-9)) {
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
    const double constant = 1e-6, notable = 0.02;
    carom_headline f = {"", USUAL};
    const carom_solver_statistics *reference = &statistics->of[statistics->reference],
                                  *other = NULL;
    double range = reference->birkhoff.sine_range;
    for (size_t i = 0; i < statistics->count; i++) {
        const carom_solver_statistics *result = &statistics->of[i];
        if (result->birkhoff.obstacle == NULL) {
            range = fmax(range, result->birkhoff.sine_range);
            other = fabs(result->birkhoff.filled_rel - reference->birkhoff.filled_rel) > notable
                      ? result
                      : other;
        }
    }
    APPEND(&f, "%zu wall hits ", reference->birkhoff.hits);
    if (range < constant) {
        APPEND(&f, "have one angle: its sine stays constant within ");
        append_digit(&f, range);
        return f;
    }
    APPEND(&f, "fill %.0f %% of the boundary map", 100 * reference->birkhoff.filled_rel);
    if (other != NULL) {
        APPEND(&f, " in %s, %.0f %% in %s", reference->name, 100 * other->birkhoff.filled_rel,
               other->name);
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
        [CAROM_PANEL_BIRKHOFF] = birkhoff_headline};
    return of[panel](statistics);
}
