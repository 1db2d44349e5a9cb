/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/run.h"

/* Sets the scales of the three residuals to |E|, sum |m v| and sum |m v| |r| at t = 0. If
 * nothing moves they are 0 and the relative residuals are NaN. */
static void set_scales(const carom_solver_run *solver_run, carom_summary *summary)
{
    const carom_problem *problem = solver_run->problem;
    const carom_ledger *l = &solver_run->sample.ledger;
    summary->energy_scale_J = fabs(l->kinetic_J + l->spin_J + l->elastic_J + l->potential_J);
    for (size_t i = 0; i < problem->count; i++) {
        carom_flight ball = carom_flight_from_sample(&solver_run->sample, i);
        double p = problem->ball[i].mass_kg * carom_vec_length(ball.v);
        summary->momentum_scale_kgmps += p;
        summary->angular_momentum_scale_kgm2ps += p * carom_vec_length(
                                                          carom_torque_arm(problem, ball.at));
    }
}

/* Specified restitution; NaN if unspecified or scheduled. */
static void set_restitution(const carom_problem *problem, bool wall, double *from, double *to)
{
    if (problem->changes > 0 || !carom_problem_restitution_range(problem, wall, from, to)) {
        *from = *to = NAN;
    }
}

void carom_summary_begin(carom_run_solver *solver)
{
    const carom_solver_run *solver_run = &solver->solver_run;
    carom_summary *summary = &solver->summary;
    *summary = carom_summary_unknown();
    summary->solver = solver_run->name;
    summary->kind = carom_solver_display_name(solver_run->choice);
    set_scales(solver_run, summary);
    if (!carom_solver_has_traits(solver_run->choice, CAROM_RECORDED)) {
        set_restitution(solver_run->problem, false, &summary->specified_ball,
                        &summary->specified_ball_to);
        set_restitution(solver_run->problem, true, &summary->specified_wall,
                        &summary->specified_wall_to);
    }
    carom_summary_sample(solver);
}

void carom_summary_sample(carom_run_solver *solver)
{
    const carom_sample *sample = &solver->solver_run.sample;
    solver->most_kinetic_J = fmax(solver->most_kinetic_J,
                                  sample->ledger.kinetic_J + sample->ledger.spin_J);
    for (size_t i = 0; i < sample->count; i++) {
        solver->fastest_mps = fmax(solver->fastest_mps,
                                   carom_vec_length(carom_flight_from_sample(sample, i).v));
    }
}

/* ---- end ---- */

static double relative_to(double value, double whole)
{
    return whole > 0 ? value / whole : NAN;
}

/* Slip at the end of the first traced contact, relative to the approach speed. */
static double slip_after(const carom_solver_run *solver_run)
{
    const carom_contact_sample *first = solver_run->contact_samples.item, *last = first;
    if (solver_run->contact_samples.count == 0 ||
        !carom_problem_has_contact_friction(solver_run->problem)) {
        return NAN;
    }
    for (size_t k = 1; k < solver_run->contact_samples.count && first[k].contact == first->contact;
         k++) {
        last = &first[k];
    }
    return last == first || !last->over ? NAN : last->slip_mps / first->rate_mps;
}

/* Peak of the normal force of two bodies: largest sample of their traced contacts, interpolated
 * time (s), and force (N; NaN: impulse). */
typedef struct {
    const carom_contact_sample *at;
    double t_s, force_N;
} force_peak;

/* Order of samples by force; impulses by approach speed. */
static double strength(const carom_contact_sample *sample)
{
    return isnan(sample->force_N) ? sample->rate_mps : sample->force_N;
}

static bool have_same_bodies(const carom_contact_sample *x, const carom_contact_sample *y)
{
    return x->a == y->a && x->b == y->b && x->wall == y->wall;
}

/* Moves the peak to the vertex of the parabola through the largest sample and its neighbours. */
static void interpolate_peak(force_peak *peak)
{
    const carom_contact_sample *at = peak->at;
    double left_s = at[-1].t_s - at->t_s, right_s = at[1].t_s - at->t_s;
    double left = (at[-1].force_N - at->force_N) / left_s,
           right = (at[1].force_N - at->force_N) / right_s,
           curvature = (right - left) / (right_s - left_s), slope = left - curvature * left_s;
    if (left_s < 0 && right_s > 0 && curvature < 0) {
        peak->t_s -= 0.5 * slope / curvature;
        peak->force_N -= 0.25 * slope * slope / curvature;
    }
}

/* Finds the peak of the bodies of sample `of`, their first. */
static force_peak find_peak(const carom_contact_samples *samples, size_t of)
{
    const carom_contact_sample *item = samples->item;
    size_t best = of;
    for (size_t k = of + 1; k < samples->count; k++) {
        if (have_same_bodies(&item[k], &item[of]) && strength(&item[k]) > strength(&item[best])) {
            best = k;
        }
    }
    force_peak peak = {&item[best], item[best].t_s, item[best].force_N};
    if (best > of && best + 1 < samples->count && item[best - 1].contact == item[best].contact &&
        item[best + 1].contact == item[best].contact) {
        interpolate_peak(&peak);
    }
    return peak;
}

/* Sets the largest force between the first two traced bodies, and the speed of the force peak from
 * there to the next two: distance at t = 0 over time. */
static void measure_pulse(const carom_solver_run *solver_run, carom_summary *summary)
{
    const carom_contact_samples *samples = &solver_run->contact_samples;
    const carom_ball *ball = solver_run->problem->ball;
    size_t next = 0;
    while (next < samples->count && have_same_bodies(&samples->item[next], samples->item)) {
        next++;
    }
    force_peak first = {NULL, NAN, NAN};
    if (samples->count > 0) {
        first = find_peak(samples, 0);
    }
    /* of a contact that is stored with its onset and its end only, the force is unknown */
    bool ends_only = samples->count < 3 || samples->item[2].contact != samples->item[0].contact;
    summary->peak_force_N = ends_only ? NAN : first.force_N;
    if (next < samples->count) {
        force_peak second = find_peak(samples, next);
        const carom_ball *from = &ball[first.at->a], *to = &ball[second.at->a];
        carom_vec path = {to->x_m - from->x_m, to->y_m - from->y_m};
        double time_s = fabs(second.t_s - first.t_s);
        summary->pulse_mps = time_s > 0 ? carom_vec_length(path) / time_s : NAN;
    }
}

/* Sets the parts of the validity that need no collision log, and the overlap of rigid balls
 * whose collision the solver missed. */
static void compute_validity(carom_run_solver *solver)
{
    const carom_solver_run *solver_run = &solver->solver_run;
    const carom_report *report = &solver_run->report;
    const carom_problem *problem = solver_run->problem;
    carom_summary *summary = &solver->summary;
    carom_validity *v = &summary->validity;
    double depth = carom_measure_overlap(problem, &solver_run->sample);
    v->energy_rel = summary->energy_residual_rel;
    if (!carom_vec_is_zero(problem->gravity_mps2)) {
        v->energy_J = solver_run->sample.ledger.energy_residual_J;
        v->energy_rel = relative_to(v->energy_J, solver->most_kinetic_J);
    }
    v->step_s = report->steps > 0 ? solver_run->sample.t_s / (double)report->steps : 0;
    if (carom_solver_can_miss_contacts(solver_run->choice)) {
        v->way_rel = solver->fastest_mps * v->step_s / carom_smallest_radius(problem);
    }
    v->outside = carom_count_balls_outside(problem, &solver_run->sample);
    v->soft = report->contact_s > 0;
    if (!v->soft && !problem->allow_overlap && report->longest_step_m > 0 &&
        report->max_overlap_m > 2 * report->longest_step_m) {
        v->sunk_rel = report->max_overlap_m / carom_smallest_radius(problem);
    }
    v->missed_m = !v->soft && depth > report->max_overlap_m ? depth : 0;
    summary->max_overlap_m = fmax(summary->max_overlap_m, depth);
}

void carom_summary_end(carom_run_solver *solver)
{
    const carom_solver_run *solver_run = &solver->solver_run;
    const carom_ledger *l = &solver_run->sample.ledger;
    const carom_report *report = &solver_run->report;
    carom_summary *summary = &solver->summary;
    bool is_recorded = carom_solver_has_traits(solver_run->choice, CAROM_RECORDED);
    summary->energy_residual_rel = relative_to(l->energy_residual_J, summary->energy_scale_J);
    summary->momentum_residual_rel = relative_to(l->momentum_residual_kgmps,
                                                 summary->momentum_scale_kgmps);
    summary->angular_momentum_residual_rel = relative_to(fabs(l->angular_momentum_residual_kgm2ps),
                                                         summary->angular_momentum_scale_kgm2ps);
    summary->max_overlap_m = report->max_overlap_m;
    summary->collisions = is_recorded ? NAN : (double)report->collisions;
    summary->steps = (double)report->steps;
    summary->force_evaluations = (double)report->force_evaluations;
    summary->pair_tests = (double)report->pair_tests;
    summary->wall_clock_s = solver_run->wall_clock_s;
    summary->reached_s = solver_run->reached_s;
    summary->kinetic_J = l->kinetic_J;
    summary->spin_J = l->spin_J;
    summary->contact_s = report->contact_s;
    summary->slip_after_rel = slip_after(solver_run);
    if (report->precision_bits > 0) {
        summary->precision_bits = report->precision_bits;
        summary->lost_digits = report->lost_digits;
    }
    if (report->simulated_s > 0) {
        summary->simulated_s = report->simulated_s;
    }
    if (solver_run->logging) {
        carom_longest_contact(&solver_run->log, &summary->contact_s, &summary->lag_m);
        carom_validity_of(solver_run->problem, &solver_run->log, report, solver_run->sample.t_s,
                          &summary->validity);
    }
    measure_pulse(solver_run, summary);
    compute_validity(solver);
}
