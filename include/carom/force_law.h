/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Interface of force laws: normal force of two overlapping bodies in the penalty model.
 */
#ifndef CAROM_FORCE_LAW_H
#define CAROM_FORCE_LAW_H

#include <carom/param.h>
#include <stdbool.h>

/** End of a contact with a dashpot (Schwager and Poeschel, Granular Matter 9, 465 (2007)). */
typedef enum {
    CAROM_END_FORCE,  /**< when the force returns to zero: it is never attractive */
    CAROM_END_OVERLAP /**< when the overlap returns to zero: the force may be attractive */
} carom_contact_end;

/** Properties of the two bodies of a contact. */
typedef struct {
    double reduced_mass_kg;  /**< m1 m2/(m1 + m2); m against a wall or fixed ball */
    double damping;          /**< dimensionless, computed by `damping` */
    double stiffness_factor; /**< of the pair of materials */
    /** Hertz stiffness K of elastic spheres (N/m^1.5), used if the solver sets none; 0: unknown */
    double elastic_N_per_m1p5;
    int end; /**< carom_contact_end */
} carom_surface;

/** Coefficients of a contact, computed by `contact`. */
typedef struct {
    double reduced_mass_kg;
    double damping;   /**< dimensionless */
    double stiffness; /**< N/m, or N/m^1.5 for Hertz */
    double viscosity; /**< N s/m; for Hertz times a power of the overlap */
    int end;          /**< carom_contact_end */
} carom_contact;

/** Normal force, > 0 if repulsive, and its elastic part, which has a potential. */
typedef struct {
    double total_N, elastic_N;
} carom_force;

/** Derivatives of the elastic force. */
typedef struct {
    double N_per_m;       /**< k_n = d elastic_N / d overlap */
    double logarithmic_m; /**< (d k_n / d overlap)/k_n (1/m); 0 if k_n is constant */
} carom_slope;

/** Result of a free collision of two bodies. */
typedef struct {
    double restitution, contact_s, overlap_m;
} carom_contact_outcome;

/** A force law, for overlaps > 0 (m) and their rates (m/s, > 0 while approaching).
 *  - `check` reports invalid options; may be NULL.
 *  - `damping` computes the dimensionless damping for which a free collision has restitution e: 0
 *    for e = 1, negative for e > 1. @return CAROM_INVALID if no damping gives that e.
 *  - `contact` computes the coefficients of a contact.
 *  - `force` uses + - * / and sqrt only. With CAROM_END_FORCE, total_N >= 0.
 *  - `energy` (J) is the integral of elastic_N over the overlap, 0 at overlap 0.
 *  - `slope`: derivatives of elastic_N, from which the tangential spring takes its stiffness
 *    (contact/contact.h). NULL: central differences.
 *  - (total_N - elastic_N) rate is the dissipated power in the budget.
 *  - `outcome`: result of a free collision at approach speed v > 0 (m/s).
 *  - `rate_per_s`: largest |eigenvalue| of the contact, linearized at its maximum overlap. The
 *    stability of a step h depends on h times this rate.
 *  - `frequency_per_s`: w0 = sqrt(k/m_red) of the undamped contact, linearized at its maximum
 *    overlap. theta = h w0. */
typedef struct {
    carom_entry about;
    /** force is smooth down to overlap 0, as Hooke's. A root of the overlap is not: event location
     * then needs finer sub-steps at onset and separation. */
    bool smooth;
    /** force is linear in overlap and rate: a damped oscillator with spring stiffness_N_per_m */
    bool linear;
    /** Key of K in the elastic force K overlap^a; NULL: no stiffness to vary. */
    const char *stiffness;
    /** -1/(a + 1): contact time and error of the spring model scale with K to this power. */
    double stiffness_power;
    /** True if the stiffness follows from the materials of the bodies; NULL: never. */
    bool (*uses_materials)(const void *options);
    void (*check)(const void *options, const carom_diagnostics *diagnostics);
    carom_status (*damping)(const void *options, int end, double restitution, double *damping,
                            carom_error *error);
    carom_contact (*contact)(const void *options, const carom_surface *surface);
    carom_force (*force)(const carom_contact *contact, double overlap_m, double rate_mps);
    double (*energy)(const carom_contact *contact, double overlap_m);
    carom_slope (*slope)(const carom_contact *contact, double overlap_m);
    carom_contact_outcome (*outcome)(const carom_contact *contact, double approach_mps);
    double (*rate_per_s)(const carom_contact *contact, double approach_mps);
    double (*frequency_per_s)(const carom_contact *contact, double approach_mps);
} carom_force_law;

/** Force law of an entry of carom_force_laws. */
CAROM_ENTRY_ACCESSOR(carom_force_law_of, carom_force_law)

/** True if a chosen law takes its stiffness from the materials of the bodies. */
static inline bool carom_force_law_uses_materials(const carom_force_law *law, const void *options)
{
    return law->uses_materials != NULL && law->uses_materials(options);
}

/** Derivatives of the elastic force at an overlap > 0: the law's own `slope`, or central
 * differences over a thousandth of the overlap. */
carom_slope carom_force_law_slope(const carom_force_law *law, const carom_contact *contact,
                                  double overlap_m);

/** All force laws; src/contact/laws.c lists them. */
extern const carom_interface carom_force_laws;

/** Force laws that other code uses directly. */
extern const carom_force_law carom_force_law_hooke, carom_force_law_hertz,
    carom_force_law_viscoelastic;

#endif
