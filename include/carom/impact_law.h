/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Interface of impact laws: coefficient of restitution e of one impact of rigid bodies.
 */
#ifndef CAROM_IMPACT_LAW_H
#define CAROM_IMPACT_LAW_H

#include <carom/param.h>

/** One body of an impact. A fixed ball has infinite mass; a wall has infinite mass and radius. */
typedef struct {
    double radius_m, mass_kg;
} carom_body;

/** An impact law.
 *  - `restitution` returns e >= 0 at a normal approach speed > 0 (m/s). @p nominal is the
 *    scenario's e of the two surfaces. Swapping a and b does not change it. It uses + - * / and
 *    sqrt only.
 *  - `prepare` converts the options for `restitution`, or returns NULL with an error. `release`
 *    frees the result. Both NULL: `restitution` takes the options. */
typedef struct {
    carom_entry about;
    bool nominal; /**< e is the scenario's at any speed */
    void *(*prepare)(const void *options, carom_error *error);
    void (*release)(void *prepared);
    double (*restitution)(const void *prepared, double nominal, double approach_mps,
                          const carom_body *a, const carom_body *b);
} carom_impact_law;

/** Impact law of an entry of carom_impact_laws. */
CAROM_ENTRY_ACCESSOR(carom_impact_law_of, carom_impact_law)

/** All impact laws. To add one, write a file in src/impacts/ and append X(name) here. */
#define CAROM_IMPACT_LAWS(X) X(constant) X(table) X(power)

#define X(name) extern const carom_impact_law carom_impact_law_##name;
CAROM_IMPACT_LAWS(X)
#undef X
extern const carom_interface carom_impact_laws;

#endif
