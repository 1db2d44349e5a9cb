/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conformance of impact laws and impact policies. */
#include "conformance/entry.h"
#include "impacts/impacts.h"
#include "support.h"
#include <float.h>

START_TEST(impact_laws_are_symmetric)
{
    const carom_body a = {0.1, 0.3}, b = {0.2, 0.7};
    for_each_entry(carom_impact_laws, carom_impact_law, law)
    {
        carom_choice choice = choice_of(&law->about);
        void *prepared = law->prepare == NULL ? NULL : law->prepare(choice.options, NULL);
        const void *own = law->prepare == NULL ? choice.options : prepared;
        ck_assert(law->prepare == NULL || prepared != NULL);
        for (double v = 1e-6; v < 100; v *= 11) {
            double e = law->restitution(own, 0.85, v, &a, &b);
            assert_same(law->restitution(own, 0.85, v, &b, &a), e);
            ck_assert(e >= 0 && e <= 1);
        }
        if (prepared != NULL) {
            law->release(prepared);
        }
        choice_free(&choice);
    }
}
END_TEST

/* ---- impact policies ---- */

enum { BODIES = 7 };

typedef struct {
    carom_cluster cluster;
    carom_vec v[BODIES];
    double inverse_mass[BODIES];
    carom_body body[BODIES];
    size_t number[BODIES];
    carom_cluster_contact contact[32];
    double dissipated, px, py;
} bunch;

static void note(void *context, const carom_impulse *impulse)
{
    bunch *b = context;
    const carom_cluster_contact *contact = &b->contact[impulse->contact];
    ck_assert_double_gt(impulse->impulse_Ns, 0);
    b->dissipated += impulse->dissipated_J;
    if (contact->b == CAROM_NO_BODY) {
        b->px -= impulse->impulse_Ns * contact->normal.x;
        b->py -= impulse->impulse_Ns * contact->normal.y;
    }
}

/* Six touching discs around one, with a wall on the left: 12 contacts, which are not independent.
 */
static void make_bunch(bunch *b, uint64_t seed, double e)
{
    stream s = {seed};
    double x[BODIES] = {0}, y[BODIES] = {0};
    size_t contacts = 0;
    memset(b, 0, sizeof *b);
    for (size_t i = 0; i < BODIES; i++) {
        x[i] = i == 0 ? 0 : cos(PI / 3 * (double)i);
        y[i] = i == 0 ? 0 : sin(PI / 3 * (double)i);
        b->v[i].x = 2 * next_number(&s) - 1;
        b->v[i].y = 2 * next_number(&s) - 1;
        b->body[i] = (carom_body){0.5, 0.1 + next_number(&s)};
        b->inverse_mass[i] = 1 / b->body[i].mass_kg;
        b->number[i] = i;
    }
    for (size_t i = 0; i < BODIES; i++) {
        for (size_t j = i + 1; j < BODIES; j++) {
            double dx = x[j] - x[i], dy = y[j] - y[i], d = sqrt(dx * dx + dy * dy);
            if (d < 1.0001) {
                b->contact[contacts++] = (carom_cluster_contact){i, j,     {dx / d, dy / d}, e, NAN,
                                                                 0, {0, 0}};
            }
        }
    }
    b->contact[contacts++] = (carom_cluster_contact){3,   CAROM_NO_BODY, {-1, 0}, e,
                                                     NAN, CAROM_LEFT,    {0, 0}};
    b->cluster = (carom_cluster){.bodies = BODIES,
                                 .contacts = contacts,
                                 .v = b->v,
                                 .inverse_mass = b->inverse_mass,
                                 .body = b->body,
                                 .number = b->number,
                                 .contact = b->contact,
                                 .law = &carom_impact_law_constant,
                                 .rounding_mps = 1e-14,
                                 .emit = note,
                                 .context = b};
}

static void totals(const bunch *b, double *energy, double *px, double *py)
{
    *energy = *px = *py = 0;
    for (size_t i = 0; i < BODIES; i++) {
        *energy += 0.5 * b->body[i].mass_kg * (b->v[i].x * b->v[i].x + b->v[i].y * b->v[i].y);
        *px += b->body[i].mass_kg * b->v[i].x;
        *py += b->body[i].mass_kg * b->v[i].y;
    }
}

static void resolve_bunch(const carom_impact_policy *policy, bunch *b)
{
    double largest;
    size_t impulses = 1, rounds = 0;
    void *workspace = policy->create();
    while (impulses > 0 && rounds++ < 100000) {
        assert_ok(policy->round(workspace, &b->cluster, &impulses, &largest, NULL));
    }
    ck_assert_uint_eq(impulses, 0);
    policy->destroy(workspace);
}

/* No contact approaches in the end. Momentum is conserved apart from walls, energy apart from the
 * dissipated part; energy does not increase if the policy declares it. */
START_TEST(policies_conserve_momentum_and_energy)
{
    const double restitutions[] = {1, 0.9, 0.5};
    for_each_entry(carom_impact_policies, carom_impact_policy, policy)
    {
        for (uint64_t seed = 1; seed <= 60; seed++) {
            bunch b;
            double e0, px0, py0, e1, px1, py1;
            make_bunch(&b, seed, restitutions[seed % 3]);
            totals(&b, &e0, &px0, &py0);
            resolve_bunch(policy, &b);
            totals(&b, &e1, &px1, &py1);
            assert_near(e1 + b.dissipated, e0, 1e-13);
            if ((policy->properties & CAROM_CONSERVES_ENERGY) != 0) {
                ck_assert_double_le(e1, e0 + 1e-13);
                assert_near(seed % 3 == 0 ? e1 : e0, e0, 1e-13); /* e = 1: conserved */
            }
            ck_assert((policy->properties & CAROM_CONSERVES_MOMENTUM) != 0);
            assert_near(px1 - b.px, px0, 1e-13);
            assert_near(py1 - b.py, py0, 1e-13);
            for (size_t k = 0; k < b.cluster.contacts; k++) {
                ck_assert_double_ge(carom_cluster_contact_velocity(&b.cluster, &b.contact[k]),
                                    -1e-14);
            }
        }
    }
}
END_TEST

/* One contact: (1 + e) m_red v_n for every policy, as the solver assumes. A body of infinite mass
 * acts like a wall. */
START_TEST(policies_agree_on_a_single_contact)
{
    for_each_entry(carom_impact_policies, carom_impact_policy, policy)
    {
        for (int kind = 0; kind < 3; kind++) {
            bunch b;
            double mu, approach, before[2], e = 0.7;
            make_bunch(&b, 17, e);
            b.contact[0] = (carom_cluster_contact){
                0, kind == 1 ? CAROM_NO_BODY : 1, {0.6, -0.8}, e, NAN, 0, {0, 0}};
            b.cluster.contacts = 1;
            b.v[0].x = 2.385;
            if (kind == 2) {
                b.inverse_mass[1] = b.v[1].x = b.v[1].y = 0;
            }
            approach = -carom_cluster_contact_velocity(&b.cluster, &b.contact[0]);
            ck_assert_double_gt(approach, 0);
            mu = 1 / (b.inverse_mass[0] + (kind == 1 ? 0 : b.inverse_mass[1]));
            before[0] = b.v[0].x;
            before[1] = b.v[0].y;
            resolve_bunch(policy, &b);
            assert_near(b.v[0].x, before[0] - 0.6 * (1 + e) * mu * approach * b.inverse_mass[0],
                        4e-15);
            assert_near(b.v[0].y, before[1] + 0.8 * (1 + e) * mu * approach * b.inverse_mass[0],
                        4e-15);
            assert_near(carom_cluster_contact_velocity(&b.cluster, &b.contact[0]), e * approach,
                        4e-15);
            ck_assert(kind != 2 || (b.v[1].x == 0 && b.v[1].y == 0));
        }
    }
}
END_TEST

/* Reflecting the cluster in y reflects its outcome. Bodies 1 and 5, 2 and 4 of the ring are mirror
 * images, with equal masses and symmetric velocities. */
static double asymmetry(const carom_impact_policy *policy, uint64_t seed)
{
    static const size_t image[BODIES] = {0, 5, 4, 3, 2, 1, 6};
    bunch b;
    double largest = 0;
    make_bunch(&b, seed, 1);
    for (size_t i = 0; i < BODIES; i++) {
        size_t j = image[i];
        b.inverse_mass[i] = 4;
        b.body[i].mass_kg = 0.25;
        if (j > i) {
            b.v[j].x = b.v[i].x;
            b.v[j].y = -b.v[i].y;
        } else if (j == i) {
            b.v[i].y = 0;
        }
    }
    b.cluster.contacts--; /* the wall is not on the axis */
    resolve_bunch(policy, &b);
    for (size_t i = 0; i < BODIES; i++) {
        largest = fmax(largest, fabs(b.v[i].x - b.v[image[i]].x));
        largest = fmax(largest, fabs(b.v[i].y + b.v[image[i]].y));
    }
    return largest;
}

static double order_dependence(const carom_impact_policy *policy, uint64_t seed)
{
    bunch a, b;
    double largest = 0;
    make_bunch(&a, seed, 0.8);
    make_bunch(&b, seed, 0.8);
    for (size_t i = 0; i < BODIES; i++) {
        b.number[i] = BODIES - 1 - i;
    }
    resolve_bunch(policy, &a);
    resolve_bunch(policy, &b);
    for (size_t i = 0; i < BODIES; i++) {
        largest = fmax(largest, fabs(a.v[i].x - b.v[i].x));
    }
    return largest;
}

/* A row of five balls hit by one: distance from the outcome "one out". */
static double cradle_error(const carom_impact_policy *policy)
{
    bunch b;
    make_bunch(&b, 1, 1);
    b.cluster.bodies = 5;
    b.cluster.contacts = 4;
    for (size_t i = 0; i < 5; i++) {
        b.v[i].x = i == 0;
        b.v[i].y = 0;
        b.inverse_mass[i] = 4;
        b.contact[i] = (carom_cluster_contact){i, i + 1, {1, 0}, 1, NAN, 0, {0, 0}};
    }
    resolve_bunch(policy, &b);
    return fmax(fabs(b.v[0].x), fabs(b.v[4].x - 1));
}

/* Every declared property holds; every other one is violated in some cluster. */
START_TEST(policies_have_the_declared_properties)
{
    for_each_entry(carom_impact_policies, carom_impact_policy, policy)
    {
        double order = 0, symmetry = 0, cradle = cradle_error(policy);
        for (uint64_t seed = 1; seed <= 40; seed++) {
            symmetry = fmax(symmetry, asymmetry(policy, seed));
            order = fmax(order, order_dependence(policy, seed));
        }
        ck_assert_msg((symmetry < 1e-12) == ((policy->properties & CAROM_RESPECTS_SYMMETRY) != 0),
                      "asymmetry %g", symmetry);
        ck_assert_msg((order == 0) == ((policy->properties & CAROM_IGNORES_NUMBERING) != 0),
                      "order dependence %g", order);
        ck_assert_msg((cradle < 1e-12) == ((policy->properties & CAROM_BREAKS_AWAY) != 0),
                      "cradle off by %g", cradle);
    }
}
END_TEST

TEST_MAIN("impact law conformance", impact_laws_are_symmetric,
          policies_conserve_momentum_and_energy, policies_agree_on_a_single_contact,
          policies_have_the_declared_properties)
