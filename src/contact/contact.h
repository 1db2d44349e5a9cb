/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/base.h"
#include "params/params.h"
#include "params/rows.h"

#include <carom/force_law.h>
#include <carom/status.h>

#include <math.h>

/* ---- calibration ----
 * Damping as a function of the coefficient of restitution e, and back. Closed forms of a free
 * contact where they exist, numerical solutions elsewhere. All quantities are dimensionless. Both
 * definitions of the contact end are covered (Schwager and Poeschel, Granular Matter 9, 465
 * (2007)). */

/* Hooke's spring with a linear dashpot: x'' + 2 zeta x' + x = 0, zeta = gamma/(2 sqrt(k m_red)).
 * Time is in units of 1/w0, w0 = sqrt(k/m_red), length in units of v/w0. */

/** Contact end that applies at this damping. With zeta < 0 (e > 1) the dashpot pulls at the onset
 * instead of at the end, so the contact ends with the overlap. */
int carom_calibration_effective_end(int end, double zeta);

/** Restitution e of a free contact. @param end carom_contact_end. @param zeta > -1; from 1 on, a
 * contact with CAROM_END_OVERLAP never ends, and e is 0 */
double carom_calibration_restitution(int end, double zeta);

/** w0 t_c, the dimensionless duration of a free contact; INFINITY if it never ends. */
double carom_calibration_duration(int end, double zeta);

/** w0 delta/v, the dimensionless maximum overlap: exp(-zeta acos(zeta)/sqrt(1 - zeta^2)), continued
 * above zeta = 1. */
double carom_calibration_overlap(double zeta);

/** Largest |eigenvalue| of x'' + 2 zeta w x' + w^2 x = 0: w, or w (zeta + sqrt(zeta^2 - 1)) if
 * overdamped. */
double carom_calibration_rate(double w, double zeta);

/** Round to 44 significant bits. Every calibrated number that reaches the stepping core is rounded.
 * Results then do not depend on the last bits of the C library's exp, acos or pow. */
double carom_calibration_round(double value);

/** Restitution of springs in place of 0, which no dashpot reaches. */
#define CAROM_LEAST_RESTITUTION 1e-3

/** Restitution of springs where rigid bodies have @p e. */
static inline double carom_springs_restitution(double e)
{
    return e == 0 ? CAROM_LEAST_RESTITUTION : e;
}

/** Find the damping ratio zeta of a restitution e > 0, rounded as above.
 *  @return CAROM_INVALID if no zeta up to 1000 gives this e */
CAROM_CHECKED carom_status carom_calibration_damping(int end, double restitution, double *zeta,
                                                     carom_error *error);

/* Viscoelastic spheres (spheres.c): x'' + B sqrt(x) x' + x^(3/2) = 0, x(0) = 0, x'(0) = 1, in units
 * of L = (m_red v^2/K)^(2/5) and L/v. */

/** Integrate a free contact: duration in L/v, maximum overlap in L; relative error about 1e-11. NaN
 * for B above 1000 (e below 5e-15, or below 1.3e-5 with CAROM_END_FORCE).
 */
carom_contact_outcome carom_calibration_viscoelastic(int end, double B);

/** Find the B of a restitution, as carom_calibration_damping. */
CAROM_CHECKED carom_status carom_calibration_viscoelastic_damping(int end, double restitution,
                                                                  double *B, carom_error *error);

/* ---- free contact ----
 * Reference solution of a single contact from onset to separation. Only the force law acts, and
 * optionally a constant preload that presses the bodies together. Linear laws have a closed form;
 * others are integrated numerically. */

/** Number of stored states, equally spaced in time. The first is the onset, the last the
 * separation. */
enum { CAROM_CONTACT_STATES = 401 };

/** State at a time after the onset. */
typedef struct {
    double t_s, overlap_m, rate_mps; /**< rate of the overlap: > 0 while closing */
    double force_N;                  /**< > 0: repulsive */
    double elastic_J;                /**< energy in the spring */
    double dissipated_J;             /**< since the onset */
} carom_contact_state;

/** A contact from onset to separation. */
typedef struct {
    bool closed;        /**< closed form, except for the root at the separation */
    double contact_s;   /**< INFINITY: never ends, and the members below are unset */
    double restitution; /**< separation speed over approach speed */
    double overlap_m;   /**< maximum */
    double force_N;     /**< maximum */
    double impulse_Ns;  /**< time integral of the force */
    carom_contact_state state[CAROM_CONTACT_STATES];
} carom_free_contact;

/** Compute the outcome of a free contact without preload, as carom_free_contact_solve. @param
 * unit_s scale of its duration */
carom_contact_outcome carom_free_contact_outcome(const carom_force_law *law,
                                                 const carom_contact *contact, double approach_mps,
                                                 double unit_s);

/** Solve a free contact. Linear laws: m_red x'' + gamma x' + k x = m_red g, a damped oscillator
 * about g/w0^2 (contact ends: Schwager and Poeschel, Granular Matter 9, 465 (2007)). Other laws:
 * an adaptive Runge-Kutta method of order 8.
 *  @param approach_mps  > 0, at the onset
 *  @param preload_mps2  g, relative acceleration by the preload; 0 in free space */
void carom_free_contact_solve(carom_free_contact *solved, const carom_force_law *law,
                              const carom_contact *contact, double approach_mps,
                              double preload_mps2);

/* ---- stiffness ----
 * A contact is specified by its stiffness, its duration, or its maximum overlap at a given speed.
 */

/** Members that are not given are NaN. */
typedef struct {
    double stiffness; /**< N/m, or N/m^1.5 */
    /** duration of every contact, whatever the masses; at at_speed_mps if it depends on speed */
    double contact_s;
    double max_overlap_m; /**< at at_speed_mps */
    double at_speed_mps;  /**< approach speed */
} carom_stiffness;

/** Rows for an options struct whose member `spring` is a carom_stiffness. @p fallback: NULL if one
 * of the three is required, "" if the stiffness may follow from the materials. */
#define CAROM_STIFFNESS_ROWS(options, name, dimension, fallback)                                   \
    {NUMBER(name, offsetof(options, spring.stiffness), dimension, fallback, POSITIVE, ANY,         \
            "stiffness of a contact")},                                                            \
        {NUMBER("contact_time_s", offsetof(options, spring.contact_s), "s", "", POSITIVE, ANY,     \
                "or the duration of a free contact, the same for all masses"),                     \
         .instead_of = name},                                                                      \
        {NUMBER("max_overlap_m", offsetof(options, spring.max_overlap_m), "m", "", POSITIVE, ANY,  \
                "or its maximum overlap at at_speed_mps"),                                         \
         .instead_of = name},                                                                      \
    {                                                                                              \
        NUMBER("at_speed_mps", offsetof(options, spring.at_speed_mps), "m/s", "", POSITIVE, ANY,   \
               "approach speed for contact_time_s or max_overlap_m")                               \
    }

/** True if none of the three is given. */
static inline bool carom_stiffness_is_missing(const carom_stiffness *spring)
{
    return isnan(spring->stiffness) && isnan(spring->contact_s) && isnan(spring->max_overlap_m);
}

/** Report unless exactly one of the three is given, with its speed if it needs one. @p name: key of
 * the stiffness. @p timed: contact_time_s depends on the speed */
void carom_stiffness_check(const carom_stiffness *spring, const char *name, bool timed,
                           const carom_diagnostics *diagnostics);

/* ---- tangential ----
 * Tangential stiffness as a function of the tangential restitution beta, for surfaces that never
 * slide and linear laws. k_t = kappa k_n (Cundall and Strack, Geotechnique 29, 47 (1979)). If k_n
 * changes with the overlap, k_t acts on increments, as Mindlin's, and kappa must be given.
 *
 * lambda = kappa m_n/m_t is the squared ratio of the tangential to the normal frequency (m_n, m_t:
 * reduced masses of the two directions). beta = -cos(sqrt(lambda) w0 t), t being the time for which
 * the contact presses. Friction vanishes while a dashpot pulls. */

/** Find the smallest lambda that gives @p beta, rounded by carom_calibration_round.
 *  @return CAROM_INVALID with a message if the law is not linear, or the contact never ends */
CAROM_CHECKED carom_status carom_tangential_ratio(const carom_force_law *law,
                                                  const carom_contact *contact, double approach_mps,
                                                  double beta, double *lambda, carom_error *error);
