/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/lane.h"
#include "measure/displace.h"
#include "records/columns.h"
#include "system/clock.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static carom_status open_records(carom_lane *lane, const char *directory, carom_error *error)
{
    size_t size = (directory == NULL ? 0 : strlen(directory)) + strlen(lane->spec->name) + 2;
    char *folder = malloc(size);
    carom_status status;
    if (directory == NULL) {
        free(folder);
        return CAROM_OK;
    }
    if (folder == NULL) {
        return carom_error_no_memory(error);
    }
    snprintf(folder, size, "%s/%s", directory, lane->spec->name);
    status = carom_directory_open(&lane->folder, folder, error);
    if (status == CAROM_OK) {
        status = carom_file_open(&lane->series, folder, "series.tsv", error);
    }
    if (status == CAROM_OK) {
        status = carom_file_open(&lane->trajectory, folder, "trajectory.tsv", error);
    }
    if (status == CAROM_OK && lane->logging) {
        status = carom_file_open(&lane->collisions, folder, "collisions.tsv", error);
    }
    free(folder);
    if (status == CAROM_OK) {
        carom_table_header(lane->series.stream, carom_series_table.columns);
        carom_table_header(lane->trajectory.stream,
                           carom_trajectory_columns(lane->problem->orientation));
    }
    return status;
}

/* |E|, sum |m v| and sum |m v| |r| at t = 0: the scales of the three residuals. A scene at rest has
 * none, and no relative residual: those of any other time would be as good as any. */
static void take_scales(carom_lane *lane)
{
    const carom_problem *problem = lane->problem;
    const carom_ledger *l = &lane->sample.ledger;
    double momentum = 0, angular = 0;
    for (size_t i = 0; i < problem->count; i++) {
        double vx = lane->sample.vx_mps[i], vy = lane->sample.vy_mps[i];
        double rx = lane->sample.x_m[i] - 0.5 * problem->width_m;
        double ry = lane->sample.y_m[i] - 0.5 * problem->height_m;
        double p = problem->ball[i].mass_kg * sqrt(vx * vx + vy * vy);
        momentum += p;
        angular += p * sqrt(rx * rx + ry * ry);
    }
    lane->energy_J = fabs(l->kinetic_J + l->elastic_J + l->potential_J);
    lane->momentum_kgmps = momentum;
    lane->angular_kgm2ps = angular;
}

static void note_speed(carom_lane *lane)
{
    for (size_t i = 0; i < lane->sample.count; i++) {
        double vx = lane->sample.vx_mps[i], vy = lane->sample.vy_mps[i];
        lane->fastest_mps = fmax(lane->fastest_mps, sqrt(vx * vx + vy * vy));
    }
}

carom_status carom_lane_open(carom_lane *lane, const carom_scenario *scenario,
                             const carom_scenario_solver *spec, const char *directory, bool logging,
                             carom_error *error)
{
    carom_status status;
    *lane = (carom_lane){
        .spec = spec, .problem = &scenario->problem, .logging = logging, .divergence_m = NAN};
    lane->solver = carom_solver_new_chosen(&scenario->problem, &spec->kind, logging, error);
    if (lane->solver == NULL) {
        return error->status;
    }
    status = carom_sample_init(&lane->sample, scenario->problem.count, error);
    if (status == CAROM_OK && scenario->problem.orientation) {
        status = carom_sample_follow_orientation(&lane->sample, error);
    }
    if (status == CAROM_OK) {
        status = open_records(lane, directory, error);
    }
    if (status == CAROM_OK) {
        carom_solver_sample(lane->solver, &lane->sample);
        take_scales(lane);
        note_speed(lane);
    }
    return status;
}

void carom_lane_advance(carom_lane *lane, double t_s)
{
    double before = carom_seconds_now();
    if (carom_lane_has_failed(lane)) {
        return;
    }
    if (carom_solver_advance(lane->solver, t_s, &lane->failure) == CAROM_OK) {
        lane->failure.status = CAROM_OK;
    }
    lane->wall_clock_s += carom_seconds_now() - before;
}

bool carom_lane_has_failed(const carom_lane *lane)
{
    return lane->failure.status != CAROM_OK;
}

static carom_status check_stream(const carom_file *file, carom_error *error)
{
    return ferror(file->stream) == 0
             ? CAROM_OK
             : carom_error_set(error, CAROM_CANNOT_WRITE, "", "cannot write '%s'", file->path);
}

carom_status carom_lane_record(carom_lane *lane, carom_error *error)
{
    carom_status status;
    if (carom_lane_has_failed(lane)) {
        return CAROM_OK;
    }
    carom_solver_sample(lane->solver, &lane->sample);
    note_speed(lane);
    if (lane->series.stream == NULL) {
        return CAROM_OK;
    }
    carom_record_series(lane->series.stream, &lane->sample);
    carom_record_trajectory(lane->trajectory.stream, lane->problem, &lane->sample);
    status = check_stream(&lane->series, error);
    return status == CAROM_OK ? check_stream(&lane->trajectory, error) : status;
}

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

/* The way of the fastest ball in a step, of a solver that looks for contacts between steps alone:
 * one that leaps from contact to contact, or whose frames know the times between them, misses none.
 */
static double blind_way(const carom_lane *lane, const carom_report *report)
{
    const carom_choice *choice = &lane->spec->kind;
    static const char *const seeing[][2] = {{"flight", "leap"}, {"source", "blog_2013"}};
    bool steps = carom_params_find(choice->entry->params, choice->options, "step_s").row != NULL ||
                 carom_params_find(choice->entry->params, choice->options, "frame_s").row != NULL;
    for (size_t i = 0; i < sizeof seeing / sizeof seeing[0]; i++) {
        carom_place place = carom_params_find(choice->entry->params, choice->options, seeing[i][0]);
        char text[64] = "";
        if (place.row != NULL && carom_param_is_set(place)) {
            carom_param_format(place, text, sizeof text);
        }
        steps = steps && strcmp(text, seeing[i][1]) != 0;
    }
    return steps && report->steps > 0 ? lane->fastest_mps * lane->sample.t_s / (double)report->steps
                                      : 0;
}

/* What can be doubted without a log of collisions, and how deep rigid balls are in each other that
 * nobody has told to collide. */
static void look_closely(carom_lane *lane, const carom_report *report)
{
    carom_validity *v = &lane->summary.validity;
    double depth = carom_overlap_of(lane->problem, &lane->sample);
    v->energy_rel = lane->summary.energy_residual_rel;
    v->way_rel = blind_way(lane, report) / carom_smallest_radius(lane->problem);
    v->step_s = report->steps > 0 ? lane->sample.t_s / (double)report->steps : 0;
    v->outside = carom_outside(lane->problem, &lane->sample);
    v->soft = report->contact_s > 0;
    v->missed_m = !v->soft && depth > report->max_overlap_m ? depth : 0;
    lane->summary.max_overlap_m = fmax(lane->summary.max_overlap_m, depth);
}

static carom_status summarise(carom_lane *lane, carom_error *error)
{
    carom_status status = CAROM_OK;
    const carom_ledger *l = &lane->sample.ledger;
    const carom_problem *problem = lane->problem;
    carom_report report;
    carom_solver_report(lane->solver, &report);
    lane->summary = (carom_summary){
        .solver = lane->spec->name,
        .kind = carom_solver_called(&lane->spec->kind),
        .energy_residual_rel = part_of(l->energy_residual_J, lane->energy_J),
        .momentum_residual_rel = part_of(l->momentum_residual_kgmps, lane->momentum_kgmps),
        .angular_momentum_residual_rel = part_of(fabs(l->angular_momentum_residual_kgm2ps),
                                                 lane->angular_kgm2ps),
        .energy_scale_J = lane->energy_J,
        .momentum_scale_kgmps = lane->momentum_kgmps,
        .angular_momentum_scale_kgm2ps = lane->angular_kgm2ps,
        .max_overlap_m = report.max_overlap_m,
        .collisions = (double)report.collisions,
        .steps = (double)report.steps,
        .force_evaluations = (double)report.force_evaluations,
        .pair_tests = (double)report.pair_tests,
        .rms_divergence_m = NAN,
        .first_mismatch_s = NAN,
        .wall_clock_s = lane->wall_clock_s,
        .reached_s = lane->sample.t_s,
        .contact_s = report.contact_s,
        .lag_m = NAN,
        .precision_bits = report.precision_bits > 0 ? report.precision_bits : NAN,
        .lost_digits = report.precision_bits > 0 ? report.lost_digits : NAN,
        .simulated_s = report.simulated_s > 0 ? report.simulated_s : NAN,
        .asked_ball = NAN,
        .asked_wall = NAN,
        .validity = carom_validity_unknown()};
    say_asked(problem, false, &lane->summary.asked_ball, &lane->summary.asked_ball_to);
    say_asked(problem, true, &lane->summary.asked_wall, &lane->summary.asked_wall_to);
    if (lane->logging) {
        carom_contacts_of(&lane->log, &lane->summary.contact_s, &lane->summary.lag_m);
        status = carom_validity_of(problem, &lane->log, &report, lane->sample.t_s,
                                   &lane->summary.validity, error);
    }
    look_closely(lane, &report);
    return status;
}

carom_status carom_lane_finish(carom_lane *lane, carom_error *error)
{
    carom_status status = CAROM_OK;
    if (lane->logging) {
        status = carom_solver_collisions(lane->solver, &lane->log, error);
        if (status == CAROM_OK) {
            carom_log_sort(&lane->log);
        }
        if (status == CAROM_OK && lane->collisions.stream != NULL) {
            carom_record_collisions(lane->collisions.stream, lane->problem, &lane->log);
            status = carom_file_finish(&lane->collisions, error);
        }
    }
    if (status == CAROM_OK) {
        status = summarise(lane, error);
    }
    if (status == CAROM_OK && lane->series.stream != NULL) {
        status = carom_file_finish(&lane->series, error);
        return status == CAROM_OK ? carom_file_finish(&lane->trajectory, error) : status;
    }
    return status;
}

void carom_lane_close(carom_lane *lane)
{
    carom_file_discard(&lane->series);
    carom_file_discard(&lane->trajectory);
    carom_file_discard(&lane->collisions);
    carom_directory_close(&lane->folder);
    carom_log_free(&lane->log);
    carom_sample_free(&lane->sample);
    carom_solver_free(lane->solver);
    lane->solver = NULL;
}
