/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of integrators. To add one, write a file in this folder and append X(name). */
#include <carom/integrator.h>

#define INTEGRATORS(X)                                                                             \
    X(euler)                                                                                       \
    X(symplectic_euler)                                                                            \
    X(heun)                                                                                        \
    X(velocity_verlet)                                                                             \
    X(rk4)                                                                                         \
    X(gsl_rkf45)

/* Further integrators of a build: -D'CAROM_MORE_INTEGRATORS(X)=X(mine)' (tests/try.sh). */
#ifndef CAROM_MORE_INTEGRATORS
#define CAROM_MORE_INTEGRATORS(X)
#endif

#define X(name) extern const carom_integrator carom_integrator_##name;
INTEGRATORS(X)
CAROM_MORE_INTEGRATORS(X)
#undef X

#define X(name) &carom_integrator_##name.about,
static const carom_entry *const entries[] = {INTEGRATORS(X) CAROM_MORE_INTEGRATORS(X) NULL};
#undef X

const carom_interface carom_integrators = {"integrator", "integrators", entries};
