/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a run will take here, by trying its beginning. */
#define _POSIX_C_SOURCE 200809L
#include "lab/lab.h"
#include "run/run.h"
#include "system/system.h"

/* The first stretch that is tried, of the duration. */
static const double first_part = 1e-4;

/* What the whole takes, s, by stretches of which each is twice as long as all before it, until the
 * budget is spent: by the quicker of the last two, as a machine that was busy with something else
 * was so in one of them. @return the part that was reached */
static double try_lane(carom_lane *lane, double duration_s, double budget_s, double *whole_s)
{
    double began = carom_seconds_now(), part = 0, last = INFINITY;
    *whole_s = 0;
    for (double next = first_part; part < 1 && !carom_lane_has_failed(lane); next = 3 * part) {
        double from = part, before = lane->wall_clock_s, rate;
        part = next < 1 ? next : 1;
        carom_lane_advance(lane, part * duration_s);
        rate = (lane->wall_clock_s - before) / (part - from);
        *whole_s = rate < last ? rate : last;
        if (carom_seconds_now() - began > budget_s && isfinite(last)) {
            break;
        }
        last = rate;
    }
    if (part == 1 || carom_lane_has_failed(lane)) {
        *whole_s = lane->wall_clock_s; /* all of it is known */
        part = 1;
    }
    return part;
}

static carom_status say_cost(carom_lab *lab, double seconds, double tried_s, double part,
                             carom_error *error)
{
    carom_lab_words words;
    carom_status status = carom_lab_words_begin(&words, lab, CAROM_LAB_COST, error);
    if (status == CAROM_OK) {
        fputc('{', words.stream);
        carom_lab_number(words.stream, true, "seconds", seconds);
        carom_lab_number(words.stream, false, "tried_s", tried_s);
        carom_lab_number(words.stream, false, "reached_part", part);
        fputc('}', words.stream);
        status = carom_lab_words_end(&words, error);
    }
    return status;
}

carom_status carom_lab_cost(carom_lab *lab, double budget_s)
{
    carom_error error = {0};
    double seconds = 0, tried_s = 0, reached = 1;
    carom_status status = carom_lab_expect(lab, &error);
    size_t count = status == CAROM_OK ? lab->scenario.solvers.count : 0;
    for (size_t i = 0; i < count && status == CAROM_OK; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(&lab->scenario, i);
        carom_lane lane;
        status = carom_lane_open(&lane, solver->name, &lab->scenario.problem, &solver->kind, true,
                                 NULL, &error);
        if (status == CAROM_OK) {
            double whole_s, part = try_lane(&lane, lab->scenario.duration_s,
                                            budget_s / (double)count, &whole_s);
            seconds += whole_s;
            tried_s += lane.wall_clock_s;
            reached = part < reached ? part : reached;
        }
        carom_lane_close(&lane);
    }
    if (status == CAROM_OK) {
        status = say_cost(lab, seconds, tried_s, reached, &error);
    }
    return carom_lab_fail(lab, status, &error);
}
