/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "measure/measure.h"
#include "run/run.h"
#include "scene/scene.h"
#include <math.h>

/* |E|, sum |m v| and sum |m v| |r| at t = 0: the scales of the three residuals. A scene at rest has
 * none, and no relative residual: those of any other time would be as good as any. */
static void take_scales(carom_account *account)
{
    const carom_lane *lane = account->lane;
    const carom_problem *problem = lane->problem;
    const carom_ledger *l = &lane->sample.ledger;
    double momentum = 0, angular = 0;
    for (size_t i = 0; i < problem->count; i++) {
        carom_flight ball = carom_flight_in(&lane->sample, i);
        double p = problem->ball[i].mass_kg * carom_vec_length(ball.v);
        momentum += p;
        angular += p * carom_vec_length(carom_torque_arm(problem, ball.at));
    }
    account->summary = (carom_summary){
        .energy_scale_J = fabs(l->kinetic_J + l->spin_J + l->elastic_J + l->potential_J),
        .momentum_scale_kgmps = momentum,
        .angular_momentum_scale_kgm2ps = angular};
}

static void note_speed(carom_account *account)
{
    const carom_sample *sample = &account->lane->sample;
    for (size_t i = 0; i < sample->count; i++) {
        account->fastest_mps = fmax(account->fastest_mps,
                                    carom_vec_length(carom_flight_in(sample, i).v));
    }
}

static carom_status account_begin(void *state, carom_error *error)
{
    (void)error;
    take_scales(state);
    note_speed(state);
    return CAROM_OK;
}

static carom_status account_sample(void *state, double t_s, carom_error *error)
{
    (void)t_s;
    (void)error;
    note_speed(state);
    return CAROM_OK;
}

/* ---- the end ---- */

static double part_of(double value, double whole)
{
    return whole > 0 ? value / whole : NAN;
}

static void say_asked(const carom_problem *problem, bool wall, double *from, double *to)
{
    if (problem->changes > 0 || !carom_problem_restitution_range(problem, wall, from, to)) {
        *from = *to = NAN;
    }
}

/* The way of the fastest ball in a step, of a solver that looks for contacts between steps alone.
 */
static double blind_way(const carom_account *account, const carom_report *report)
{
    const carom_lane *lane = account->lane;
    return carom_solver_is_blind(lane->choice) && report->steps > 0
             ? account->fastest_mps * lane->sample.t_s / (double)report->steps
             : 0;
}

/* What is left of the slip of the first contact that is traced. */
static double slip_after(const carom_lane *lane)
{
    const carom_moment *first = lane->moments.item, *last = first;
    if (lane->moments.count == 0 || !carom_problem_is_rough(lane->problem)) {
        return NAN;
    }
    for (size_t k = 1; k < lane->moments.count && first[k].contact == first->contact; k++) {
        last = &first[k];
    }
    return last == first || !last->over ? NAN : last->slip_mps / first->rate_mps;
}

/* What can be doubted without a log of collisions, and how deep rigid balls are in each other that
 * nobody has told to collide. */
static carom_status look_closely(carom_account *account, const carom_report *report,
                                 carom_error *error)
{
    const carom_lane *lane = account->lane;
    carom_validity *v = &account->summary.validity;
    double depth;
    carom_status status = carom_overlap_of(lane->problem, &lane->sample, &depth, error);
    v->energy_rel = account->summary.energy_residual_rel;
    v->way_rel = blind_way(account, report) / carom_smallest_radius(lane->problem);
    v->step_s = report->steps > 0 ? lane->sample.t_s / (double)report->steps : 0;
    v->outside = carom_outside(lane->problem, &lane->sample);
    v->soft = report->contact_s > 0;
    v->missed_m = !v->soft && depth > report->max_overlap_m ? depth : 0;
    account->summary.max_overlap_m = fmax(account->summary.max_overlap_m, depth);
    return status;
}

static carom_status account_end(void *state, carom_error *error)
{
    carom_account *account = state;
    const carom_lane *lane = account->lane;
    const carom_ledger *l = &lane->sample.ledger;
    const carom_problem *problem = lane->problem;
    const carom_summary scales = account->summary;
    const carom_report report = lane->report;
    account->summary = (carom_summary){
        .solver = lane->name,
        .kind = carom_solver_called(lane->choice),
        .energy_residual_rel = part_of(l->energy_residual_J, scales.energy_scale_J),
        .momentum_residual_rel = part_of(l->momentum_residual_kgmps, scales.momentum_scale_kgmps),
        .angular_momentum_residual_rel = part_of(fabs(l->angular_momentum_residual_kgm2ps),
                                                 scales.angular_momentum_scale_kgm2ps),
        .energy_scale_J = scales.energy_scale_J,
        .momentum_scale_kgmps = scales.momentum_scale_kgmps,
        .angular_momentum_scale_kgm2ps = scales.angular_momentum_scale_kgm2ps,
        .max_overlap_m = report.max_overlap_m,
        .collisions = (double)report.collisions,
        .steps = (double)report.steps,
        .force_evaluations = (double)report.force_evaluations,
        .pair_tests = (double)report.pair_tests,
        .rms_divergence_m = NAN,
        .first_mismatch_s = NAN,
        .compared_to_s = NAN,
        .wall_clock_s = lane->wall_clock_s,
        .reached_s = lane->sample.t_s,
        .kinetic_J = lane->sample.ledger.kinetic_J,
        .spin_J = lane->sample.ledger.spin_J,
        .contact_s = report.contact_s,
        .lag_m = NAN,
        .slip_after_rel = slip_after(lane),
        .precision_bits = report.precision_bits > 0 ? report.precision_bits : NAN,
        .lost_digits = report.precision_bits > 0 ? report.lost_digits : NAN,
        .simulated_s = report.simulated_s > 0 ? report.simulated_s : NAN,
        .asked_ball = NAN,
        .asked_wall = NAN,
        .validity = carom_validity_unknown()};
    say_asked(problem, false, &account->summary.asked_ball, &account->summary.asked_ball_to);
    say_asked(problem, true, &account->summary.asked_wall, &account->summary.asked_wall_to);
    if (lane->logging) {
        carom_contacts_of(&lane->log, &account->summary.contact_s, &account->summary.lag_m);
        CAROM_TRY(carom_validity_of(problem, &lane->log, &report, lane->sample.t_s,
                                    &account->summary.validity, error));
    }
    return look_closely(account, &report, error);
}

/* The names in the summary are the lane's. */
static void account_archive(void *state, carom_archive *archive)
{
    carom_account *account = state;
    carom_summary *summary = &account->summary, plain = *summary;
    plain.solver = plain.kind = NULL;
    carom_archive_value(archive, account->fastest_mps);
    carom_archive_value(archive, plain);
    if (!archive->keeping &&
        carom_archive_must(archive, carom_archive_is_flag(&plain.validity.soft), "summary")) {
        *summary = plain;
        summary->solver = account->lane->name;
        summary->kind = carom_solver_called(account->lane->choice);
    }
}

const carom_recorder_entry carom_recorder_account = {account_begin, account_sample, account_end,
                                                     account_archive};
