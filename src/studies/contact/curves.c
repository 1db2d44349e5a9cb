/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whose curves are in the figures of a contact. */
#include "studies/contact/contact.h"

bool carom_contact_is_seen(const carom_contact_lane *lane)
{
    return !lane->twin && lane->why[0] == '\0' && lane->inside.count > 1;
}

/* Springs at their largest theta. */
bool carom_contact_is_curve(const carom_contact_study *contact, const carom_contact_lane *lane)
{
    bool curve = carom_contact_is_seen(lane) && lane->soft &&
                 carom_contact_exact_of(contact, lane) != NULL;
    for (size_t i = 0; i < contact->lanes; i++) {
        const carom_contact_lane *other = &contact->lane[i];
        curve = curve && !(carom_contact_is_seen(other) && other->converged == lane->converged &&
                           other->soft && other->theta > lane->theta);
    }
    return curve;
}

/* The first rigid one; NULL: none. */
const carom_contact_lane *carom_contact_first_rigid(const carom_contact_study *contact)
{
    for (size_t i = 0; i < contact->lanes; i++) {
        if (carom_contact_is_seen(&contact->lane[i]) && !contact->lane[i].soft) {
            return &contact->lane[i];
        }
    }
    return NULL;
}
