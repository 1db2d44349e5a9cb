/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_LAWS_H
#define CAROM_INTERNAL_LAWS_H

#include "params/rows.h"

#include <carom/force_law.h>
#include <carom/status.h>

/* ---- calibration ----
 * What makes a spring describe the same ball as a restitution e: closed forms of a free contact
 * where there are some, numerical solutions where not, and their inverses. All dimensionless, for
 * both definitions of the end of a contact (Schwager and Poeschel, Granular Matter 9, 465 (2007)).
 */

/* Hooke's spring with a linear dashpot: x'' + 2 zeta x' + x = 0, zeta = gamma/(2 sqrt(k mu)), in
 * units of 1/w0, w0 = sqrt(k/mu), and of v/w0. */

/** Where a contact ends. A dashpot that drives (zeta < 0, e > 1) pulls as a contact begins, not as
 * it ends: with the overlap. */
int carom_calibration_end(int end, double zeta);

/** Restitution of a free contact. @param end carom_contact_end, @param zeta > -1
 *  (< 1 for CAROM_END_OVERLAP: above, the overlap never returns to zero and e is 0) */
double carom_calibration_restitution(int end, double zeta);

/** w0 T, the dimensionless duration of a free contact (INFINITY where it never ends). */
double carom_calibration_duration(int end, double zeta);

/** w0 delta/v, the deepest overlap: exp(-zeta acos(zeta)/sqrt(1 - zeta^2)), continued above 1. */
double carom_calibration_overlap(double zeta);

/** To 44 significant bits: what of a calibration reaches the stepping core is rounded so, that the
 * last bits of the C library's exp, acos or pow do not. */
double carom_calibration_rounded(double value);

/** The inverse of carom_calibration_restitution for e > 0, by root finding for CAROM_END_FORCE
 * below 1 and in closed form else, rounded as above.
 *  @return CAROM_INVALID for an e that no damping up to zeta = 1000 gives */
CAROM_CHECKED carom_status carom_calibration_damping(int end, double restitution, double *zeta,
                                                     carom_error *error);

/* Hertz with the dashpot x^(1/4) x': with y = x^(5/4) and dz = x^(1/4) dt it is the linear one
 * above, of the same zeta, w0 -> (sqrt(5)/2) sqrt(K/mu): so e is the same function of zeta, at any
 * speed. */

/** The time integral of that substitution: T = I (5v/(4 W))^(-1/5)/W, W = (sqrt(5)/2) sqrt(K/mu).
 * Without damping this is T = 2.943275 delta_max/v. */
double carom_calibration_hertz_duration(int end, double zeta);

/** K/mu (1/(s^2 m^0.5)) for a contact of T (s), or of the deepest overlap delta (m), at approach
 * speed v (m/s). */
double carom_calibration_hertz_by_time(double duration, double contact_s, double approach_mps);
double carom_calibration_hertz_by_overlap(double overlap, double overlap_m, double approach_mps);

/** T (s) and delta (m) for K/mu at v: @p duration from above, @p overlap from
 * carom_calibration_overlap. */
double carom_calibration_hertz_time(double duration, double stiffness_per_mass,
                                    double approach_mps);
double carom_calibration_hertz_depth(double overlap, double stiffness_per_mass,
                                     double approach_mps);

/* Viscoelastic spheres (Kuwabara and Kono, Jpn. J. Appl. Phys. 26, 1230 (1987); Brilliantov, Spahn,
 * Hertzsch, Poeschel, Phys. Rev. E 53, 5382 (1996)): x'' + B sqrt(x) x' + x^(3/2) = 0, x(0) = 0,
 * x'(0) = 1, in units of L = (mu v^2/K)^(2/5) and L/v; B = (3/2) A (K/mu)^(2/5) v^(1/5). */

typedef struct {
    double restitution, duration, overlap;
} carom_viscoelastic;

/** Solved with an adaptive method to 1e-11 or so; NaN for B above 1000, where that does not follow
 * it (a restitution below 5e-15, or where the force ends it 1.3e-5). */
carom_viscoelastic carom_calibration_viscoelastic(int end, double B);

/** The B of a restitution, as carom_calibration_damping. */
CAROM_CHECKED carom_status carom_calibration_viscoelastic_damping(int end, double restitution,
                                                                  double *B, carom_error *error);

/** (K/mu)^(2/5) v^(1/5), the unit of 1/A; L, m. */
double carom_calibration_viscoelastic_rate(double stiffness_per_mass, double approach_mps);
double carom_calibration_viscoelastic_length(double stiffness_per_mass, double approach_mps);

/* ---- free contact ----
 * One contact by itself, exactly: what two bodies do from touch to release when nothing acts but
 * their force law and, where something presses one against the other, a constant preload. Of a
 * linear law it is in closed form, of others carried on until nothing changes any more. */

/** States that a contact is told by, equally far apart in time; the first is the touch, the last
 * the release. */
enum { CAROM_CONTACT_STATES = 401 };

/** A contact at a time since its touch. */
typedef struct {
    double t_s, overlap_m, rate_mps; /**< rate of the overlap: > 0 while closing */
    double force_N;                  /**< of the law, > 0 where it pushes apart */
    double elastic_J;                /**< in the spring */
    double dissipated_J;             /**< taken since the touch */
} carom_contact_state;

/** A contact from touch to release. */
typedef struct {
    bool closed; /**< in closed form, but for the root that the release is; else converged */
    /** largest relative change of what stands below when the steps are halved; 0: closed form */
    double error;
    double contact_s;            /**< INFINITY: it never ends, and nothing below is known */
    double restitution;          /**< separation over approach speed */
    double overlap_m, deepest_s; /**< the deepest, and when */
    double force_N;              /**< the largest */
    double impulse_Ns;           /**< time integral of the force */
    double dissipated_J;         /**< with what an overlap that outlasts the force relaxes by */
    carom_contact_state state[CAROM_CONTACT_STATES];
} carom_free_contact;

/** Solves it. Linear: mu x'' + gamma x' + k x = mu g, the damped oscillator about g/w0^2 for any
 * damping (any textbook; the ends: Schwager and Poeschel, Granular Matter 9, 465 (2007)). Others:
 * the classical Runge-Kutta method, 8000 steps and more a contact.
 *  @param approach_mps  > 0, at the touch
 *  @param preload_mps2  g: what would accelerate the bodies towards each other, 0 in free space */
void carom_free_contact_solve(carom_free_contact *solved, const carom_force_law *law,
                              const carom_contact *contact, double approach_mps,
                              double preload_mps2);

/* ---- stiffness ----
 * How stiff a contact is can be said in three ways: the stiffness itself, the time that a free
 * contact lasts, or how deep it gets at a stated speed. The rows for that, and what is wrong with
 * what is said. */

/** What is not given is NaN. */
typedef struct {
    double stiffness; /**< N/m, or N/m^1.5 */
    /** every contact lasts as long, whatever the masses; at at_speed_mps where that matters */
    double contact_s;
    double max_overlap_m; /**< at at_speed_mps */
    double at_speed_mps;
} carom_stiffness;

/** Rows for an options struct whose member `spring` is a carom_stiffness. */
#define CAROM_STIFFNESS_ROWS(options, name, dimension)                                             \
    {NUMBER(name, offsetof(options, spring.stiffness), dimension, NULL, POSITIVE, ANY,             \
            "stiffness of a contact")},                                                            \
        {NUMBER("contact_time_s", offsetof(options, spring.contact_s), "s", "", POSITIVE, ANY,     \
                "or the time a free contact lasts, whatever the masses"),                          \
         .instead_of = name},                                                                      \
        {NUMBER("max_overlap_m", offsetof(options, spring.max_overlap_m), "m", "", POSITIVE, ANY,  \
                "or how deep it gets at at_speed_mps"),                                            \
         .instead_of = name},                                                                      \
    {                                                                                              \
        NUMBER("at_speed_mps", offsetof(options, spring.at_speed_mps), "m/s", "", POSITIVE, ANY,   \
               "approach speed that contact_time_s or max_overlap_m is said of")                   \
    }

/** Reports where not exactly one of the three is given, or a speed is missing. @p name: the
 * stiffness's key;
 *  @p timed: contact_time_s depends on the speed. */
void carom_stiffness_check(const carom_stiffness *spring, const char *name, bool timed,
                           const carom_findings *findings);

/* ---- tangential ----
 * What makes a tangential spring describe the same contact as a tangential restitution beta: the
 * spring's stiffness is a part kappa of the normal one's, k_t = kappa k_n (Cundall and Strack,
 * Geotechnique 29, 47 (1979)); where k_n changes with the overlap it is incremental, as Mindlin's.
 */

/** A free contact whose surfaces never slide, in numbers that no mass enters: lambda = kappa
 * mu_n/mu_t is the square of the tangential frequency over the normal one, and
 * beta = -cos(sqrt(lambda) w0 T) of a linear law, w0 T the time for which it presses: where a
 * dashpot pulls, as it may with CAROM_END_OVERLAP, there is no friction. Of other laws the force
 * grows by k_t while the overlap grows (Mindlin and Deresiewicz, J. Appl. Mech. 20, 327 (1953)) and
 * is k_t times the stretch while it shrinks (Thornton, Cummins and Cleary, Powder Technol. 233, 30
 * (2013)), so that no part of it makes energy: some is always lost, and beta stays below a largest
 * one (0.836312 of Hertz without a dashpot, one curve for every mass, stiffness and speed). They
 * are carried on step by step, to 1e-10 or so in a tenth of a millisecond. */

/** beta of lambda >= 0, for a contact at @p approach_mps > 0 (of which it depends where the normal
 * restitution does). NaN: the contact never ends, or takes more steps than a contact is followed
 * for (in a tenth of a second). */
double carom_tangential_restitution(const carom_force_law *law, const carom_contact *contact,
                                    double approach_mps, double lambda);

/** The smallest lambda that gives @p beta, to 44 bits (carom_calibration_rounded).
 *  @return CAROM_INVALID with a message for a beta that none gives */
CAROM_CHECKED carom_status carom_tangential_ratio(const carom_force_law *law,
                                                  const carom_contact *contact, double approach_mps,
                                                  double beta, double *lambda, carom_error *error);

/* ---- friction ---- */

/** exp(-x) for x >= 0, within 2e-16 of it, by + - * / alone: the C library's last bits depend on
 * the machine. NaN of NaN. */
double carom_decay(double x);

#endif
