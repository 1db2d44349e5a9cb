/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "figures/run/run_figures.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* How much there is to a finding. */
enum { QUIET, USUAL, DIFFERENT, WRONG };

/* ---- words ---- */

#define ADD(finding, ...) carom_text_append((finding)->text, sizeof(finding)->text, __VA_ARGS__)

/* "a, b and c": what stands before the i-th of `count`. */
static const char *before(size_t i, size_t count)
{
    return i == 0 ? "" : i + 1 == count ? " and " : ", ";
}

/* One digit: "3e-7". */
static void say_digit(carom_finding *f, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.0e", value);
    ADD(f, "%ce%ld", text[0], strtol(text + 2, NULL, 10));
}

static const double many_times = 10;

/* "4.5 %" from 0.001 on, "32 times the energy" above 10, and one digit below 0.001: "3e-7". */
static void say_part(carom_finding *f, double part, const char *unit, const char *whole)
{
    if (unit != NULL) {
        ADD(f, "%.2g %s", part, unit);
    } else if (part > many_times) {
        ADD(f, "%.2g times %s", part, whole);
    } else if (part >= 1e-3) {
        ADD(f, part < 0.1 ? "%.2g %%" : "%.0f %%", 100 * part);
    } else {
        say_digit(f, part);
    }
}

/* "4.5 % of the energy" */
static void say_part_of(carom_finding *f, double part, const char *unit, const char *whole)
{
    say_part(f, part, unit, whole);
    if (unit == NULL && !(part > many_times)) {
        ADD(f, " of %s", whole);
    }
}

/* "0.42 m", "3.2 mm" */
static void say_length(carom_finding *f, double length_m)
{
    static const struct {
        double m;
        const char *name;
    } units[] = {{1, "m"}, {1e-3, "mm"}, {1e-6, "µm"}, {1e-9, "nm"}};
    size_t i = 0;
    while (i < 3 && length_m < 0.0995 * units[i].m) {
        i++;
    }
    ADD(f, "%.2g %s", length_m / units[i].m, units[i].name);
}

/* ---- energy ---- */

/* What is that much of what it was is neither gained nor lost to an eye that looks at the curve. */
static const double seen_rel = 1e-3;

static bool is_off(const carom_fact *fact)
{
    return !(fabs(fact->gained_rel) <= seen_rel);
}

static size_t count_off(const carom_facts *facts)
{
    size_t off = 0;
    for (size_t i = 0; i < facts->count; i++) {
        off += is_off(&facts->of[i]);
    }
    return off;
}

/* "Blog gains 3 %, Heun loses 1 % of the energy in 2 s", the first two; within a budget "adds" and
 * "removes". */
static void say_off(carom_finding *f, const carom_facts *facts, bool budget)
{
    const size_t most = 2;
    size_t said = 0, off = count_off(facts);
    bool large = false;
    for (size_t i = 0; i < facts->count && said < most; i++) {
        const carom_fact *fact = &facts->of[i];
        if (is_off(fact)) {
            bool less = fact->gained_rel < 0;
            ADD(f, "%s%s %s ", before(said, off < most ? off : most + 1), fact->name,
                budget ? (less ? "removes" : "adds") : (less ? "loses" : "gains"));
            say_part(f, fabs(fact->gained_rel), facts->no_energy ? "J" : NULL, "the energy");
            large = fabs(fact->gained_rel) > many_times;
            said++;
        }
    }
    if (off > most) {
        ADD(f, " and %zu more", off - most);
    }
    if (!budget) {
        ADD(f, "%s in %.3g s", large ? "" : " of the energy", facts->of[facts->reference].end_s);
    }
}

/* The solvers of this value: "euler and heun", after `lead`. @return how many */
static size_t say_names(carom_finding *f, const carom_facts *facts,
                        double (*value)(const carom_fact *), double wanted, const char *lead)
{
    size_t members = 0, said = 0;
    for (size_t i = 0; i < facts->count; i++) {
        members += value(&facts->of[i]) == wanted;
    }
    for (size_t i = 0; i < facts->count; i++) {
        if (value(&facts->of[i]) == wanted) {
            ADD(f, "%s%s", said == 0 ? lead : before(said, members), facts->of[i].name);
            said++;
        }
    }
    return members;
}

/* The energy residual of `compare`, which is that of the last sample, to one digit; 0 where that of
 * every sample is 0; NaN of one that does not conserve the energy. */
static double error_of(const carom_fact *fact)
{
    char digit[40];
    snprintf(digit, sizeof digit, "%.0e", fmax(fabs(fact->gained_rel), 1e-16));
    return is_off(fact) ? NAN : fact->off_rel == 0 ? 0 : strtod(digit, NULL);
}

/* The least error above @p error of the solvers that conserve energy; INFINITY: there is none. */
static double next_error(const carom_facts *facts, double error)
{
    double next = INFINITY;
    for (size_t i = 0; i < facts->count; i++) {
        double own = error_of(&facts->of[i]);
        next = own > error ? fmin(next, own) : next;
    }
    return next;
}

/* " within 3e-7", or " exactly". */
static void say_error(carom_finding *f, const carom_facts *facts, double error)
{
    ADD(f, error == 0 ? " exactly" : " within ");
    if (error > 0) {
        say_digit(f, error);
        ADD(f, facts->no_energy ? " J" : "");
    }
}

/* "Impulse conserves it within 1e-15, Euler and Heun within 1e-6 at the last sample", the least
 * error first; of more than three solvers the largest error. */
static void say_kept(carom_finding *f, const carom_facts *facts, const char *verb, const char *what)
{
    const size_t most = 3;
    size_t kept = facts->count - count_off(facts), groups = 0;
    double worst = 0;
    for (double error = next_error(facts, -1); isfinite(error); error = next_error(facts, error)) {
        worst = error;
        if (kept <= most) {
            size_t members = say_names(f, facts, error_of, error, groups > 0 ? ", " : "");
            ADD(f, groups > 0 ? "" : members == 1 ? " %ss %s" : " %s %s", verb, what);
            say_error(f, facts, error);
            groups++;
        }
    }
    if (kept > most) {
        ADD(f,
            kept < facts->count  ? "the other %zu"
            : f->text[0] == '\0' ? "All %zu solvers"
                                 : "all %zu solvers",
            kept);
        ADD(f, " %s %s", verb, what);
        say_error(f, facts, worst);
    }
    ADD(f, worst > 0 ? " at the last sample" : "");
}

static carom_finding of_energy(const carom_facts *facts)
{
    carom_finding f = {"", USUAL};
    const carom_fact *reference = &facts->of[facts->reference];
    size_t off = count_off(facts);
    bool lossy = !facts->no_energy && reference->dissipated_rel > seen_rel;
    if (lossy) { /* with gravity the zero of the energy is arbitrary, and so would be its parts */
        ADD(&f, "Dissipation takes ");
        say_part_of(&f, facts->gravity ? reference->dissipated_J : reference->dissipated_rel,
                    facts->gravity ? "J" : NULL, "the energy");
        ADD(&f, "; ");
    }
    if (off > 0) {
        f.weight = WRONG;
        say_off(&f, facts, lossy || facts->no_energy);
        ADD(&f, off < facts->count ? "; " : "");
    }
    if (off < facts->count) {
        bool budget = lossy || facts->no_energy;
        say_kept(&f, facts, budget ? "balance" : "conserve",
                 budget    ? "the energy budget"
                 : off > 0 ? "it"
                           : "the energy");
    }
    return f;
}

/* ---- momentum ---- */

static carom_finding of_momentum(const carom_facts *facts)
{
    carom_finding f = {"", USUAL};
    const carom_fact *worst = &facts->of[0], *reference = &facts->of[facts->reference];
    const char *unit = facts->at_rest ? "kg m/s" : NULL;
    for (size_t i = 1; i < facts->count; i++) {
        worst = facts->of[i].unexplained_rel > worst->unexplained_rel ? &facts->of[i] : worst;
    }
    if (worst->unexplained_rel > seen_rel) {
        f.weight = WRONG;
        ADD(&f, "The momentum error of %s reaches ", worst->name);
        say_part_of(&f, worst->unexplained_rel, unit, "Σ|m v|");
        return f;
    }
    if (reference->walls > 0) {
        ADD(&f, "%s%zu collision%s with fixed bodies change%s the momentum; its error is ",
            facts->gravity ? "Gravity and " : "", reference->walls,
            reference->walls == 1 ? "" : "s", reference->walls == 1 && !facts->gravity ? "s" : "");
    } else {
        ADD(&f, "%s changes the momentum; its error is ",
            facts->gravity      ? "Gravity"
            : facts->resistance ? "Resistance"
                                : "Nothing");
    }
    if (worst->unexplained_rel == 0) {
        ADD(&f, "0");
        return f;
    }
    ADD(&f, "at most ");
    say_part_of(&f, worst->unexplained_rel, unit, "Σ|m v|");
    return f;
}

/* ---- divergence ---- */

/* The one that gets farthest away, and the one that stays closest where that is another thing. */
static carom_finding of_divergence(const carom_facts *facts)
{
    const double much = 3; /* times as far is worth a word */
    const double lags = 10;
    double lag = 0;
    carom_finding f = {"", USUAL};
    const carom_fact *far = NULL, *near = NULL;
    const char *reference = facts->of[facts->reference].name;
    for (size_t i = 0; i < facts->count; i++) {
        const carom_fact *fact = &facts->of[i];
        if (i != facts->reference && !isnan(fact->apart_m)) {
            far = far == NULL || fact->apart_m > far->apart_m ? fact : far;
            near = near == NULL || fact->apart_m < near->apart_m ? fact : near;
        }
        lag = fmax(lag, fact->lag_m);
    }
    if (far == NULL) {
        ADD(&f, "No distance from the reference was computed");
        return f;
    }
    if (!isnan(far->parting.t_s)) {
        f.weight = DIFFERENT;
        ADD(&f, "The collisions of %s and %s differ from %.4g s on; their distance reaches ",
            far->name, reference, far->parting.t_s);
        say_length(&f, far->apart_parted_m);
        return f;
    }
    f.weight = far->apart_m > fmax(lags * lag, facts->rounding_m) ? DIFFERENT : USUAL;
    ADD(&f, "The distance of %s from %s reaches ", far->name, reference);
    say_length(&f, far->apart_m);
    if (far->lag_m > 0) {
        ADD(&f, ", %.2g times the contact delay v T", far->apart_m / far->lag_m);
    }
    if (near->apart_m > facts->rounding_m && far->apart_m > much * near->apart_m) {
        ADD(&f, "; of %s ", near->name);
        say_length(&f, near->apart_m);
    }
    return f;
}

/* ---- collisions ---- */

static double count_of(const carom_fact *fact)
{
    return (double)fact->collisions;
}

static bool counts_differ(const carom_facts *facts)
{
    for (size_t i = 1; i < facts->count; i++) {
        if (facts->of[i].collisions != facts->of[0].collisions) {
            return true;
        }
    }
    return false;
}

/* "31 collisions in Impulse and Heun, 29 in Euler"; of more than two numbers "12 to 31 collisions".
 */
static void say_counts(carom_finding *f, const carom_facts *facts)
{
    size_t least = SIZE_MAX, most = 0, middle = 0;
    for (size_t i = 0; i < facts->count; i++) {
        least = facts->of[i].collisions < least ? facts->of[i].collisions : least;
        most = facts->of[i].collisions > most ? facts->of[i].collisions : most;
    }
    for (size_t i = 0; i < facts->count; i++) {
        middle += facts->of[i].collisions != least && facts->of[i].collisions != most;
    }
    if (least == most) {
        ADD(f, "%zu collision%s", most, most == 1 ? "" : "s");
    } else if (middle > 0) {
        ADD(f, "%zu to %zu collisions", least, most);
    } else {
        size_t first = facts->of[0].collisions;
        ADD(f, "%zu collision%s", first, first == 1 ? "" : "s");
        (void)say_names(f, facts, count_of, (double)first, " in ");
        ADD(f, ", %zu", least + most - first);
        (void)say_names(f, facts, count_of, (double)(least + most - first), " in ");
    }
}

/* "; at 1 s the fastest ball, third, moves at 0.98 to 1 m/s", if it is the same ball in every run.
 */
static void say_fastest(carom_finding *f, const carom_facts *facts)
{
    const carom_fact *first = &facts->of[facts->reference];
    double least = first->fastest_mps, most = first->fastest_mps;
    const double rest_mps = 1e-9;
    for (size_t i = 0; i < facts->count; i++) {
        const carom_fact *fact = &facts->of[i];
        if (fact->fastest == NULL || first->fastest == NULL ||
            strcmp(fact->fastest, first->fastest) != 0 || !(fact->fastest_mps > rest_mps)) {
            return;
        }
        least = fmin(least, fact->fastest_mps);
        most = fmax(most, fact->fastest_mps);
    }
    ADD(f, "; at %.3g s ", first->end_s);
    ADD(f, facts->balls > 1 ? "the fastest ball, %s, moves at " : "%s moves at ", first->fastest);
    ADD(f, "%.3g", least);
    if (most - least > 0.005 * most) {
        ADD(f, " to %.3g", most);
        f->weight = DIFFERENT;
    }
    ADD(f, " m/s");
}

static carom_finding of_space_time(const carom_facts *facts)
{
    carom_finding f = {"", USUAL};
    if (!facts->logged) {
        ADD(&f, "Positions of the balls over %.3g s", facts->of[facts->reference].end_s);
        return f;
    }
    if (facts->of[facts->reference].collisions == 0 && !counts_differ(facts)) {
        f.weight = QUIET;
        ADD(&f, "No collision in %.3g s", facts->of[facts->reference].end_s);
        return f;
    }
    say_counts(&f, facts);
    if (counts_differ(facts)) {
        f.weight = DIFFERENT;
    } else {
        ADD(&f, facts->count > 1 ? " in every solver" : "");
        say_fastest(&f, facts);
    }
    return f;
}

static carom_finding of_raster(const carom_facts *facts)
{
    carom_finding f = {"", USUAL};
    const carom_fact *earliest = NULL;
    const char *reference;
    bool own;
    for (size_t i = 0; i < facts->count; i++) {
        const carom_fact *fact = &facts->of[i];
        if (fact->parting.a != NULL &&
            (earliest == NULL || fact->parting.t_s < earliest->parting.t_s)) {
            earliest = fact;
        }
    }
    if (earliest == NULL) {
        say_counts(&f, facts);
        ADD(&f, counts_differ(facts) || !facts->compared ? "" : ", the same in every solver");
        return f;
    }
    f.weight = DIFFERENT;
    reference = facts->of[facts->reference].name;
    own = earliest->parting.own;
    if (earliest->parting.before > 0) {
        ADD(&f, "After %zu equal collision%s, ", earliest->parting.before,
            earliest->parting.before == 1 ? "" : "s");
    } else {
        ADD(&f, "The first collision differs: ");
    }
    ADD(&f, "%s and %s collide%s at %.4g s in %s, not in %s", earliest->parting.a,
        earliest->parting.b, earliest->parting.again ? " again" : "", earliest->parting.t_s,
        own ? earliest->name : reference, own ? reference : earliest->name);
    return f;
}

/* ---- paths ---- */

/* That the edge keeps the angular momentum, as a smooth circle does. */
static void say_turn(carom_finding *f, const carom_facts *facts)
{
    const double rounding = 1e-9;
    double turned = 0;
    size_t walls = 0;
    for (size_t i = 0; i < facts->count; i++) {
        turned = fmax(turned, isnan(facts->of[i].turned_rel) ? 1 : facts->of[i].turned_rel);
        walls += facts->of[i].walls;
    }
    if (walls > 0 && turned < rounding) {
        ADD(f, "; angular momentum is conserved %s", turned > 0 ? "within " : "exactly");
        if (turned > 0) {
            say_digit(f, turned);
        }
    }
}

static carom_finding of_paths(const carom_facts *facts)
{
    carom_finding f = {"", USUAL};
    const carom_fact *far = NULL;
    for (size_t i = 0; i < facts->count; i++) {
        const carom_fact *fact = &facts->of[i];
        if (i != facts->reference && fact->apart_end_m > facts->rounding_m) {
            far = far == NULL || fact->apart_end_m > far->apart_end_m ? fact : far;
        }
    }
    if (facts->logged) {
        say_counts(&f, facts);
    } else {
        ADD(&f, "Paths over %.3g s", facts->of[facts->reference].end_s);
    }
    say_turn(&f, facts);
    if (far != NULL) {
        ADD(&f, "; %s ends ", far->name);
        say_length(&f, far->apart_end_m);
        ADD(&f, " from %s", facts->of[facts->reference].name);
    }
    return f;
}

/* ---- drift ---- */

/* "The energy error after 10006 collisions is 0.1 % (RK4) to 65 % (Heun)" */
static carom_finding of_drift(const carom_facts *facts)
{
    carom_finding f = {"", WRONG};
    const carom_fact *least = NULL, *most = NULL;
    size_t collisions = SIZE_MAX;
    for (size_t i = 0; i < facts->count; i++) {
        const carom_fact *fact = &facts->of[i];
        if (fact->off_rel > CAROM_ROUNDING_REL) {
            least = least == NULL || fact->off_rel < least->off_rel ? fact : least;
            most = most == NULL || fact->off_rel > most->off_rel ? fact : most;
            collisions = fact->collisions < collisions ? fact->collisions : collisions;
        }
    }
    if (most == NULL) {
        ADD(&f, "Every solver conserves the energy within rounding");
        return f;
    }
    ADD(&f, "After %zu collisions the energy error is ", collisions);
    if (least != most) {
        say_part(&f, least->off_rel, facts->no_energy ? "J" : NULL, "the energy");
        ADD(&f, " (%s) to ", least->name);
    }
    say_part(&f, most->off_rel, facts->no_energy ? "J" : NULL, "the energy");
    ADD(&f, " (%s)", most->name);
    return f;
}

carom_finding carom_finding_of(carom_panel panel, const carom_facts *facts)
{
    static carom_finding (*const of[CAROM_PANEL_KINDS])(const carom_facts *) = {
        [CAROM_PANEL_ENERGY] = of_energy,
        [CAROM_PANEL_MOMENTUM] = of_momentum,
        [CAROM_PANEL_DIVERGENCE] = of_divergence,
        [CAROM_PANEL_SPACE_TIME] = of_space_time,
        [CAROM_PANEL_RASTER] = of_raster,
        [CAROM_PANEL_PATHS] = of_paths,
        [CAROM_PANEL_DRIFT] = of_drift};
    return of[panel](facts);
}
