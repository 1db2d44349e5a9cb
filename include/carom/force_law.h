/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The force law seam: what two overlapping bodies of the penalty model do to each other.
 */
#ifndef CAROM_FORCE_LAW_H
#define CAROM_FORCE_LAW_H

#include <carom/param.h>
#include <stdbool.h>

/** When a contact with a dashpot is over (Schwager and Poeschel, Granular Matter 9, 465 (2007)). */
typedef enum {
    CAROM_END_FORCE,  /**< the force is back to zero; it never pulls */
    CAROM_END_OVERLAP /**< the overlap is back to zero; the force may pull */
} carom_contact_end;

/** Between what a contact is. */
typedef struct {
    double reduced_mass_kg;  /**< m1 m2/(m1 + m2); against what does not move m */
    double damping;          /**< dimensionless, from the law's `damping` */
    double stiffness_factor; /**< of this pair of materials */
    int end;                 /**< carom_contact_end */
    bool wall;               /**< one of the two is a wall of the table */
} carom_surface;

/** One contact with everything that its force needs, made by the law's `contact`. */
typedef struct {
    double reduced_mass_kg;
    double damping;   /**< dimensionless */
    double stiffness; /**< of the law: N/m, or N/m^1.5 */
    /** factor of the overlap's rate: N s/m, or with the law's power of the overlap */
    double viscosity;
    int end; /**< carom_contact_end */
} carom_contact;

/** Normal force, > 0 where it pushes apart, and the part of it that has a potential. */
typedef struct {
    double total_N, elastic_N;
} carom_force;

/** How the elastic force grows with the overlap. */
typedef struct {
    double N_per_m;       /**< k_n = d elastic_N/d overlap */
    double logarithmic_m; /**< 1/m: (d k_n/d overlap)/k_n; 0 where k_n is constant */
} carom_slope;

/** What a free collision of two bodies comes to. */
typedef struct {
    double restitution, contact_s, overlap_m;
} carom_contact_outcome;

/** A force law. Contract, for overlap > 0 (m) and its rate (m/s, > 0 while closing):
 *  - `check` reports what is wrong with the options; may be NULL;
 *  - `damping` finds the dimensionless damping for which a free collision has restitution e
 *    (0 for e = 1, < 0 above 1 where the law can make energy), or CAROM_INVALID with a message
 * where no damping gives that e;
 *  - `contact` turns that and the options into the numbers of one contact;
 *  - `force` uses + - * / and sqrt alone; with end FORCE it returns total_N >= 0;
 *  - `energy` (J) is the integral of elastic_N over the overlap, 0 at 0;
 *  - `slope` is how elastic_N grows at an overlap > 0, of which a tangential spring has its part
 * (laws/laws.h); NULL: differences of elastic_N say it;
 *  - (total_N - elastic_N) * rate is the power lost, which the ledger books;
 *  - `outcome` is that of a free collision at approach speed v > 0 (m/s);
 *  - `rate_per_s` is the largest |eigenvalue| of the contact, linearised at its deepest overlap:
 *    a step h is judged by h * rate;
 *  - `frequency_per_s` is w0 = sqrt(k/mu) of the undamped contact, linearised likewise: theta = w0
 * h. */
typedef struct {
    carom_entry about;
    /** Whether force is a smooth function of overlap and rate down to overlap 0, as Hooke's is; a
     * root of the overlap is not, and costs located contacts finer steps at their ends. */
    bool smooth;
    /** Whether force is linear in overlap and rate, for any of them: the contact is the damped
     * oscillator of the textbooks, with a spring of stiffness_N_per_m, and its theory holds. */
    bool linear;
    /** Parameter that is K of the elastic force K delta^a; NULL: there is none to vary. */
    const char *stiffness;
    /** -1/(a + 1): a contact lasts as K to this power, and so far springs are from rigid balls. */
    double stiffness_power;
    void (*check)(const void *options, const carom_findings *findings);
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

/** The force law that an entry of carom_force_laws is of. */
CAROM_ENTRY_ACCESSOR(carom_force_law_of, carom_force_law)

/** The slope of any law at an overlap > 0: its own, or by central differences over a thousandth of
 * the overlap. */
carom_slope carom_force_law_slope(const carom_force_law *law, const carom_contact *contact,
                                  double overlap_m);

/** The list: one new file in src/laws/ and one X here. */
#define CAROM_FORCE_LAWS(X) X(hooke) X(hertz) X(viscoelastic) CAROM_MORE_FORCE_LAWS(X)
/** What a build adds from outside the house: -D'CAROM_MORE_FORCE_LAWS(X)=X(mine)'
 * (tests/exercise.sh). */
#ifndef CAROM_MORE_FORCE_LAWS
#define CAROM_MORE_FORCE_LAWS(X)
#endif

#define X(name) extern const carom_force_law carom_force_law_##name;
CAROM_FORCE_LAWS(X)
#undef X
extern const carom_seam carom_force_laws;

#endif
