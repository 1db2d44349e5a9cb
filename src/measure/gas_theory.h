/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Statistics of ensembles, where single runs no longer compare: whether two differ, and what
 * kinetic theory says.
 */
#ifndef CAROM_MEASURE_GAS_THEORY_H
#define CAROM_MEASURE_GAS_THEORY_H

#include "measure/growth.h"

/** A test of whether two samples have the same mean, or the same distribution. */
typedef struct {
    /** p: how probable it is to find at least this, were they the same; NaN: not known */
    double statistic, p;
} carom_test;

/** Welch's t test: means of samples with variances of their own; p two-sided. */
carom_test carom_welch_test(const double *a, size_t count_a, const double *b, size_t count_b);

/** Kolmogorov and Smirnov's test of two samples; both get sorted. p is asymptotic (Numerical
 * Recipes 14.3.9). */
carom_test carom_smirnov_test(double *a, size_t count_a, double *b, size_t count_b);

/** What kinetic theory says of hard discs ('carom help theory', gas). */
typedef struct {
    /** per ball, 2 sqrt(pi) n d chi sqrt(T/m), chi = (1 - 7 eta/16)/(1 - eta)^2 (Henderson) */
    double collision_rate_Hz;
    double free_path_m;      /**< mean speed sqrt(pi T/(2 m)) over it */
    double pressure_N_per_m; /**< N T/A (1 + 2 eta chi) */
} carom_disc_gas;

/** @p count discs of diameter @p d (m) and mass @p m (kg) on an area (m^2) at the temperature T (J:
 * kinetic energy a ball). */
carom_disc_gas carom_disc_gas_of(double count, double d, double m, double area, double T);

/** The diameter of the hard discs that discs with springs of stiffness @p k (N/m) behave like at @p
 * T (Barker and Henderson): d - sqrt(pi T/(2 k)) erf(d sqrt(k/(2 T))). */
double carom_effective_diameter(double d, double k, double T);

#endif
