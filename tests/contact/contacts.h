/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A contact with a spring and a dashpot: m_red (kg), k (N/m), zeta, and its end. */
#ifndef CAROM_TESTS_LAWS_CONTACTS_H
#define CAROM_TESTS_LAWS_CONTACTS_H

#include "contact/contact.h"
#include "support.h"

static inline carom_contact hooke(double mu, double k, double zeta, int end)
{
    return (carom_contact){.reduced_mass_kg = mu,
                           .damping = zeta,
                           .stiffness = k,
                           .viscosity = 2 * zeta * sqrt(k * mu),
                           .end = end};
}

#endif
