/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The impact law seam: the restitution of one impact of the rigid model.
 */
#ifndef CAROM_IMPACT_LAW_H
#define CAROM_IMPACT_LAW_H

#include <carom/param.h>

/** One side of an impact. A fixed ball has infinite mass, a wall infinite radius too. */
typedef struct {
    double radius_m, mass_kg;
} carom_body;

/** An impact law. Contract: `restitution` returns e >= 0 for normal approach speed > 0 (m/s), from
 *  the scenario's e for that pair of surfaces; it is the same with a and b exchanged and uses
 *  + - * / and sqrt alone. A law that needs more than its options makes that in `prepare` (NULL on
 * an error, with its message) and gets it in place of the options; `release` frees it. Both may be
 * NULL. */
typedef struct {
    carom_entry about;
    bool nominal; /**< e is the scenario's, whatever the speed */
    void *(*prepare)(const void *options, carom_error *error);
    void (*release)(void *prepared);
    double (*restitution)(const void *prepared, double nominal, double approach_mps,
                          const carom_body *a, const carom_body *b);
} carom_impact_law;

/** The impact law that an entry of carom_impact_laws is of. */
CAROM_ENTRY_ACCESSOR(carom_impact_law_of, carom_impact_law)

/** The list: one new file in src/impacts/ and one X here. */
#define CAROM_IMPACT_LAWS(X) X(constant) X(table)

#define X(name) extern const carom_impact_law carom_impact_law_##name;
CAROM_IMPACT_LAWS(X)
#undef X
extern const carom_seam carom_impact_laws;

#endif
