/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The force law seam: what two overlapping bodies of the penalty model do to each other.
 */
#ifndef CAROM_FORCE_LAW_H
#define CAROM_FORCE_LAW_H

#include <carom/param.h>

/** When a contact with a dashpot is over (Schwager and Poeschel, Granular Matter 9, 465 (2007)). */
typedef enum {
    CAROM_END_FORCE,  /**< the force is back to zero; it never pulls */
    CAROM_END_OVERLAP /**< the overlap is back to zero; the force may pull */
} carom_contact_end;

/** One contact as a law sees it. */
typedef struct {
    double reduced_mass_kg; /**< m1 m2/(m1 + m2); against a wall m */
    double damping;         /**< dimensionless, from `damping` below */
    int end;                /**< carom_contact_end */
} carom_contact;

/** Normal force, > 0 where it pushes apart, and the part of it that has a potential. */
typedef struct {
    double total_N, elastic_N;
} carom_force;

/** A force law. Contract, for overlap > 0 (m) and its rate (m/s, > 0 while closing):
 *  - `force` uses + - * / and sqrt alone; with end FORCE it returns total_N >= 0;
 *  - `energy` (J) is the integral of elastic_N over the overlap, 0 at 0;
 *  - (total_N - elastic_N) * rate is the power lost, which the ledger books;
 *  - `damping` finds the dimensionless damping for which a free collision has restitution e
 *    (0 for e = 1), or CAROM_INVALID with a message where no damping gives that e;
 *  - `contact_time_s` is that of a free collision at approach speed v (m/s);
 *  - `rate_per_s` is the largest |eigenvalue| of the contact, linearised at its deepest overlap:
 *    a step h is judged by h * rate;
 *  - `frequency_per_s` is w0 = sqrt(k/mu) of the undamped contact: theta = w0 h. */
typedef struct {
    carom_entry about;
    carom_force (*force)(const void *options, const carom_contact *contact, double overlap_m,
                         double rate_mps);
    double (*energy)(const void *options, const carom_contact *contact, double overlap_m);
    carom_status (*damping)(const void *options, int end, double restitution, double *damping,
                            carom_error *error);
    double (*contact_time_s)(const void *options, const carom_contact *contact,
                             double approach_mps);
    double (*rate_per_s)(const void *options, const carom_contact *contact, double approach_mps);
    double (*frequency_per_s)(const void *options, const carom_contact *contact,
                              double approach_mps);
} carom_force_law;

/** The list: one new file in src/laws/ and one X here. */
#define CAROM_FORCE_LAWS(X) X(hooke)

#define X(name) extern const carom_force_law carom_force_law_##name;
CAROM_FORCE_LAWS(X)
#undef X
extern const carom_seam carom_force_laws;

#endif
