/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom diverge: the difference of solvers taken apart, beside the control of each against itself.
 */
#include "studies/diverge/diverge.h"
#include "studies/studies.h"
#include <math.h>

static void print_reach(FILE *stream, double t_s, double collisions)
{
    if (isnan(t_s)) {
        fprintf(stream, "%24s", "not reached");
    } else {
        fprintf(stream, "%10.4g s %8.3g coll.", t_s, collisions);
    }
}

/* No control comes to the horizon, and no exponential fits: one line is enough. */
static bool is_quiet(const carom_diverge_lane *lane)
{
    bool quiet = lane->growth != CAROM_GROWTH_EXPONENTIAL;
    for (size_t j = 0; j < CAROM_CONTROLS; j++) {
        quiet = quiet && isnan(lane->horizon_s[j]);
    }
    return quiet;
}

static void print_quiet(FILE *stream, const carom_diverge_lane *lane)
{
    const size_t last = CAROM_CONTROLS - 1;
    double farthest = 0;
    for (size_t k = 0; k < lane->base.samples; k++) {
        farthest = fmax(farthest, lane->control_m[last][k]);
    }
    fprintf(stream, "%-16.16s %12.3g   %.3g m from itself at most; %s\n", lane->name,
            lane->offset_m[last], farthest, carom_diverge_growth(lane));
}

static void print_growth(FILE *stream, const carom_diverge_lane *lane)
{
    const carom_estimate s = lane->growth_per_s, each = lane->growth_per_collision;
    if (isnan(s.value)) {
        fprintf(stream, "%-16s %s\n", "", carom_diverge_growth(lane));
        return;
    }
    fprintf(stream, "%-16s a difference grows by exp(%.3g +- %.2g) a second", "", s.value, s.error);
    if (!isnan(each.value)) {
        fprintf(stream, ", %.3g times a collision (exp(%.3g +- %.2g)): %.2g digits",
                exp(each.value), each.value, each.error, each.value / log(10));
    }
    fputc('\n', stream);
}

static void print_controls(FILE *stream, const carom_diverge *diverge)
{
    fprintf(stream,
            "\nEach solver against itself; the horizon is %.4g m, collisions are per ball, with "
            "balls and walls:\n\n"
            "%-16s %12s %24s\n",
            diverge->level_m, "", "offset (m)", "horizon");
    for (size_t i = 0; i < diverge->lanes; i++) {
        const carom_diverge_lane *lane = &diverge->lane[i];
        if (!lane->hidden && is_quiet(lane)) {
            print_quiet(stream, lane);
        }
        for (size_t j = 0; j < CAROM_CONTROLS && !lane->hidden && !is_quiet(lane); j++) {
            fprintf(stream, "%-16.16s %12.3g ", j == 0 ? lane->name : "", lane->offset_m[j]);
            print_reach(stream, lane->horizon_s[j], lane->horizon_collisions[j]);
            fprintf(stream, "%s\n", j == 0 ? "   one unit in the last place" : "");
        }
        if (lane->base.report.precision_bits > 0) {
            double met = carom_collisions_per_ball(&lane->base.log, &diverge->scenario->problem,
                                                   lane->base.end.t_s);
            fprintf(stream, "%-16s %.0f bits; the run has cost %.3g digits, %.2g a collision\n", "",
                    lane->base.report.precision_bits, lane->base.report.lost_digits,
                    met > 0 ? lane->base.report.lost_digits / met : 0);
        }
        if (!lane->hidden && !is_quiet(lane)) {
            print_growth(stream, lane);
        }
    }
}

static void print_pair(FILE *stream, const carom_diverge *diverge, const carom_diverge_pair *pair)
{
    const carom_alignment *a = &pair->alignment;
    char text[1024];
    carom_diverge_say(diverge, pair, text, sizeof text);
    fprintf(stream, "\n%s\n", text);
    fprintf(stream, "  collisions: %zu matched of %zu and %zu", a->matched,
            diverge->lane[pair->reference].base.log.count,
            diverge->lane[pair->lane].base.log.count);
    if (a->matched > 0) {
        fprintf(stream, ", in time apart by %.3g s on average, %.3g s at most", a->mean_offset_s,
                fabs(a->largest_offset_s));
    }
    if (pair->edit_distance != CAROM_UNMATCHED) {
        fprintf(stream, "; edit distance %zu in order of time", pair->edit_distance);
    }
    carom_diverge_say_mismatch(diverge, pair, text, sizeof text);
    fprintf(stream, "\n  first mismatch: %s\n",
            text[0] != '\0' ? text
            : a->matched == diverge->lane[pair->reference].base.log.count &&
                    a->matched == diverge->lane[pair->lane].base.log.count
                ? "none"
                : "none, but for what lies within a contact's time of the end");
}

static carom_status diverge_print(const void *object, FILE *stream, FILE *complaints)
{
    const carom_diverge *diverge = object;
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < diverge->lanes; i++) {
        const carom_diverge_lane *lane = &diverge->lane[i];
        if (lane->base.failure.status != CAROM_OK) {
            fprintf(complaints, "carom: error: solver '%s' stopped: %s\n", lane->name,
                    lane->base.failure.text);
            status = lane->base.failure.status;
        }
    }
    for (size_t p = 0; p < diverge->pairs; p++) {
        print_pair(stream, diverge, &diverge->pair[p]);
    }
    print_controls(stream, diverge);
    return status;
}

static carom_status diverge_run(void *object, const carom_study *study, carom_error *error)
{
    return carom_diverge_run(object, study, error);
}

/* The base, its controls, and the converged run, which leaps. */
static double diverge_runs(const carom_study *study)
{
    (void)study;
    return CAROM_CONTROLS + 2;
}

static void diverge_release(void *object)
{
    carom_diverge_free(object);
}

const carom_study_kind carom_study_diverge = {
    .about = {.name = "diverge",
              .summary = "take the difference of solvers apart: model, method, clock, chaos",
              .options_size = sizeof(carom_diverge)},
    .text =
        "For every pair of solvers: how far apart they are, and how much of that is the\n"
        "contact delay (an impulse lasts no time), the rotation of the contact normal, another\n"
        "restitution, the method's error and the rest; which collisions are the same and what\n"
        "happened instead of what. Beside it the control: each solver against\n"
        "itself, started one unit in the last place away and farther, how fast that grows, and "
        "the\n"
        "horizon until which single runs mean anything.\n",
    .notes = "Try:\n  carom diverge 04-break\n",
    .keys = "divergence",
    .counts = "runs",
    .runs = diverge_runs,
    .run = diverge_run,
    .print = diverge_print,
    .release = diverge_release,
    .tables = carom_diverge_tables,
    .draw = carom_diverge_draw};
