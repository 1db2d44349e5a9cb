/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Options of the penalty solver, and what the contacts of a problem can be with them, before any
 * has happened: how stiff, how long, how damped.
 */
#ifndef CAROM_SOLVERS_PENALTY_RANGE_H
#define CAROM_SOLVERS_PENALTY_RANGE_H

#include <carom/force_law.h>
#include <carom/problem.h>

/** The options of the penalty solver, as its rows fill them. */
typedef struct {
    carom_choice integrator, law;
    double step_s, theta, phase;
    double tangential_ratio; /* k_t/k_n; NaN: the tangential restitution's */
    int contact_end, contacts, flight;
    int64_t threads;
    bool allow_unstable;
} penalty_options;

/** Rows (params/rows.h) of the options above, for all that have such springs and begin with these
 * options: law and step; the end of a contact; whether it may explode. */
#define PENALTY_SPRING_ROWS                                                                        \
    {ENTRY("law", offsetof(penalty_options, law), "hooke", &carom_force_laws,                      \
           "force of a contact")},                                                                 \
        {NUMBER("step_s", offsetof(penalty_options, step_s), "s", "", POSITIVE, ANY,               \
                "time step h"),                                                                    \
         .instead_of = "theta"},                                                                   \
    {                                                                                              \
        NUMBER("theta", offsetof(penalty_options, theta), "", "0.05", POSITIVE, ANY,               \
               "time step times sqrt(k/mu) of the stiffest contact"),                              \
            .instead_of = "step_s"                                                                 \
    }
#define PENALTY_END_ROW                                                                            \
    {                                                                                              \
        WORD("contact_end", offsetof(penalty_options, contact_end), "force",                       \
             carom_penalty_contact_end_names,                                                      \
             "a contact is over when its force (never pulls) or its overlap is back to zero")      \
    }
#define PENALTY_UNSTABLE_ROW                                                                       \
    {                                                                                              \
        FLAG("allow_unstable", offsetof(penalty_options, allow_unstable), "false",                 \
             "run even with a step beyond the stability limit")                                    \
    }

extern const char *const carom_penalty_contact_end_names[];

/** What makes springs describe a restitution: the dimensionless damping, and lambda of the
 * tangential spring (laws/laws.h), 0 where nothing rubs. */
typedef struct {
    double damping, lambda;
} penalty_calibration;

/** Between balls, at walls, and by pair of materials. */
typedef struct {
    penalty_calibration ball, wall;
    penalty_calibration *pair;
} penalty_dampings;

/** The fastest rate and frequency (1/s), the shortest and the longest duration (s) of a contact.
 * NaN as the shortest: one is damped too much to be followed to its end. */
typedef struct {
    double rate, frequency, contact_time, longest_contact_time;
} penalty_contact_range;

/** The fastest ball at the start, m/s. */
double carom_penalty_max_speed(const carom_problem *problem);

/** Calibrate the springs of all surfaces for the start and for each change of the restitution.
 * Returns problem->changes + 1 entries in one block, to be freed by the caller; or NULL with a
 * message and its key in @p error. */
penalty_dampings *carom_penalty_epochs_new(const carom_problem *problem,
                                           const penalty_options *options, carom_error *error);

/** Over all surfaces and all of the dampings. */
penalty_contact_range carom_penalty_contact_range(const carom_problem *problem,
                                                  const penalty_options *options,
                                                  const penalty_dampings *epoch);

/** h, as given or by theta, s. */
double carom_penalty_step_size(const penalty_options *options, const penalty_contact_range *range);

#endif
