/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinetic theory of a gas of discs ('carom help theory', gas). */
#include "measure/measure.h"

/* Equation of state of hard discs at a covered fraction eta: Z = p A/(N T), and the part by which
 * the fluctuations of a part of a large gas exceed those of N discs, times 2 N. */
typedef struct {
    double z, fluctuation;
} equation;

/* The virial series. Its coefficients from the eleventh on continue with the last ratio. */
static equation equation_of(double eta)
{
    static const double virial[] = {1,         0.7820044, 0.5322318, 0.33355604, 0.1988425,
                                    0.1148728, 0.0649930, 0.0362193, 0.0199537};
    enum { KNOWN = sizeof virial / sizeof virial[0], TERMS = 60 };
    static const double ratio = 0.551;
    double z = 1, rigidity = 1, slope = 0, term = 2 * eta; /* rigidity: derivative of p/T in n */
    for (int k = 1; k <= TERMS; k++) {
        z += term;
        rigidity += (1 + k) * term;
        slope += (1 + k) * k * term;
        term *= 2 * eta * (k < KNOWN ? virial[k] / virial[k - 1] : ratio);
    }
    return (equation){z, slope / rigidity};
}

/* Fill @p theory for @p N hard discs of diameter @p d on a periodic table, with the corrections for
 * a fixed number of discs, energy and momentum. */
static void hard_discs(double N, double d, double mass_kg, double area, double T, double *theory)
{
    const double M = N - 1, few = 1 + 1 / (8 * M) + 1 / (128 * M * M);
    const equation e = equation_of(N / area * CAROM_PI * d * d / 4);
    const double z = e.z - e.fluctuation / (2 * N),
                 speed = sqrt(CAROM_PI * T / (2 * mass_kg)) * few,
                 rate = 4 * (z - 1) / d * sqrt(2) / CAROM_PI * speed * sqrt(N / M);
    theory[CAROM_GAS_COLLISION_RATE] = rate;
    theory[CAROM_GAS_FREE_PATH] = speed / rate;
    theory[CAROM_GAS_SPEED] = speed;
    theory[CAROM_GAS_PRESSURE] = N / area * T * (1 + N / M * (z - 1));
}

/* Diameter of hard discs that are equivalent to discs of diameter d with springs of stiffness k at
 * temperature T, after Barker and Henderson. */
static double effective_diameter(double d, double k, double T)
{
    return d - sqrt(CAROM_PI * T / (2 * k)) * erf(d * sqrt(k / (2 * T)));
}

/* Mean elastic energy of a disc: half the mean of k x^2/2 over the overlaps x with the other discs,
 * whose density at contact is n chi exp(-k x^2/(2 T)). For overlaps far below d. */
static double soft_disc_energy(double count, double d, double k, double area, double T)
{
    const double n = count / area, hard = effective_diameter(d, k, T);
    const double eta = n * CAROM_PI * hard * hard / 4,
                 chi = (equation_of(eta).z - 1) / (2 * eta); /* pair correlation at contact */
    /* integral over the overlap x of exp(-k x^2/(2 T)) x^2 (d - x), for overlaps far below d */
    const double a = k / (2 * T), integral = d * sqrt(CAROM_PI / a) / (4 * a) - 1 / (2 * a * a);
    return 0.5 * CAROM_PI * n * chi * k * integral;
}

const char *carom_gas_reason(const carom_problem *problem)
{
    const double disc = 0.25 * CAROM_PI * pow(2 * problem->ball[0].radius_m, 2);
    const double densest = 0.6; /* up to which the virial series is accurate */
    carom_vec sum = {0, 0};
    double scale = 0;
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i], *first = &problem->ball[0];
        carom_vec v = carom_flight_from_ball(ball).v;
        sum = carom_vec_add(sum, v);
        scale += carom_vec_length(v);
        if (ball->fixed || ball->radius_m != first->radius_m || ball->mass_kg != first->mass_kg) {
            return "it holds for equal discs, none of them fixed";
        }
    }
    return problem->boundary == CAROM_OPEN ? "an open table has no density"
         : carom_problem_has_contact_friction(problem)
             ? "friction converts translation into rotation and dissipates energy"
         : !carom_problem_is_elastic(problem)        ? "a restitution below 1 dissipates energy"
         : carom_problem_has_friction(problem)       ? "resistance dissipates energy"
         : !carom_vec_is_zero(problem->gravity_mps2) ? "gravity makes the density uneven"
         : problem->count < CAROM_FEWEST_DISCS       ? "it holds for 30 or more balls"
         : problem->boundary == CAROM_WALLS          ? "discs gather at walls"
         : carom_vec_length(sum) > 1e-9 * scale      ? "the balls have a common velocity"
         : (double)problem->count * disc > densest * problem->width_m * problem->height_m
             ? "the balls are too dense"
             : NULL;
}

double carom_gas_theory(const carom_problem *problem, double k, double T, double *theory)
{
    static const double error_rel = 5e-4; /* of the series */
    const carom_ball *ball = problem->ball;
    const double N = (double)problem->count, d = 2 * ball->radius_m,
                 area = problem->width_m * problem->height_m,
                 soft_m = isinf(k) ? 0 : d - effective_diameter(d, k, T);
    double energy_J = 0;
    for (size_t i = 0; i < problem->count; i++) {
        energy_J += 0.5 * ball->mass_kg * carom_vec_square(carom_flight_from_ball(&ball[i]).v) / N;
    }
    hard_discs(N, d - soft_m, ball->mass_kg, area, T, theory);
    theory[CAROM_GAS_ENERGY] = energy_J;
    theory[CAROM_GAS_TEMPERATURE] = energy_J - (isinf(k) ? 0 : soft_disc_energy(N, d, k, area, T));
    return error_rel + pow(soft_m / d, 2) / 2;
}

double carom_gas_speed_density(const carom_problem *problem, double T, double v)
{
    const double M = (double)problem->count - 1;
    const double largest2 = 2 * M * T / problem->ball[0].mass_kg;
    return 2 * v / largest2 * (M - 1) * pow(fmax(0, 1 - v * v / largest2), M - 2);
}
