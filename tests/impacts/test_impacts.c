/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impact laws, and impact policies in clusters of several contacts, with and without friction: they
 * do what they declare, and reject the rest with a message that names a suitable policy. */
#include "conformance/entry.h"
#include "impacts/impacts.h"
#include "scenes.h"
#include <float.h>

START_TEST(impact_laws_are_passive)
{
    for (const carom_entry *const *entry = carom_impact_laws.entries; *entry != NULL; entry++) {
        carom_choice law = choice_of(*entry);
        for (double v = 1e-6; v < 100; v *= 11) {
            double e = carom_impact_restitution(&law, 0.85, v, false);
            ck_assert(e >= 0 && e <= 1);
        }
        choice_free(&law);
    }
}
END_TEST

/* ---- clusters ---- */

enum { BODIES = 7, MOST_TOUCHES = 13 };
static const double radius = 0.5;

/* A cluster of touching balls, the emitted impulses, and the impulse of walls. */
typedef struct {
    carom_vec at[BODIES], v[BODIES];
    double spin[BODIES], inverse_mass[BODIES], inverse_inertia[BODIES];
    double mass_kg[BODIES], radius_m[BODIES];
    size_t number[BODIES];
    carom_cluster_contact contact[MOST_TOUCHES];
    carom_cluster cluster;
    carom_choice law;
    double dissipated, angular;
    carom_vec push;
    size_t emitted;
} bunch;

static void note(void *context, const carom_impulse *impulse)
{
    bunch *b = context;
    const carom_cluster_contact *contact = &b->contact[impulse->contact];
    carom_vec n = contact->normal, t = carom_vec_rotate_left(n);
    double most = contact->tangential.friction * impulse->impulse_Ns;
    b->dissipated += impulse->dissipated_J;
    b->emitted++;
    ck_assert(impulse->impulse_Ns > 0);
    ck_assert_double_le(fabs(impulse->impulse_t_Ns), most);
    ck_assert(!impulse->sliding || fabs(impulse->impulse_t_Ns) == most);
    if (contact->b == CAROM_NO_BODY) {
        carom_vec whole = carom_vec_add(carom_vec_scale(-impulse->impulse_Ns, n),
                                        carom_vec_scale(-impulse->impulse_t_Ns, t));
        b->push = carom_vec_add(b->push, whole);
        b->angular += carom_vec_cross(carom_vec_add_scaled(b->at[contact->a], radius, n), whole);
    }
}

static void begin(bunch *b, size_t bodies)
{
    memset(b, 0, sizeof *b);
    for (size_t i = 0; i < BODIES; i++) {
        b->number[i] = i;
    }
    b->law = (carom_choice){carom_impact_laws.entries[0], NULL}; /* constant */
    b->cluster = (carom_cluster){.bodies = bodies,
                                 .v = b->v,
                                 .inverse_mass = b->inverse_mass,
                                 .radius_m = b->radius_m,
                                 .spin = b->spin,
                                 .inverse_inertia = b->inverse_inertia,
                                 .number = b->number,
                                 .contact = b->contact,
                                 .law = &b->law,
                                 .rounding_mps = 1e-14,
                                 .emit = note,
                                 .context = b};
}

static void set_body(bunch *b, size_t i, carom_vec at, double mass, double inertia_factor)
{
    b->at[i] = at;
    b->radius_m[i] = radius;
    b->mass_kg[i] = mass;
    b->inverse_mass[i] = 1 / mass;
    b->inverse_inertia[i] = 1 / (inertia_factor * mass * radius * radius);
}

static void add_contact(bunch *b, size_t a, size_t other, carom_vec normal, double e)
{
    b->contact[b->cluster.contacts++] = (carom_cluster_contact){
        .a = a, .b = other, .normal = normal, .nominal = e, .fixed = NAN, .wall = CAROM_LEFT};
}

/* One ball in the middle of six on a ring, and a wall, with random numbers. Every contact has
 * friction, or every second, ... or ninth; or, if smooth, none. */
static void make_bunch(bunch *b, uint64_t seed, double e, bool smooth)
{
    stream s = {seed};
    begin(b, BODIES);
    for (size_t i = 0; i < BODIES; i++) {
        carom_vec at = {i == 0 ? 0 : cos(PI / 3 * (double)i), i == 0 ? 0 : sin(PI / 3 * (double)i)};
        double mass = 0.1 + next_number(&s), factor = 0.1 + 0.9 * next_number(&s);
        set_body(b, i, at, mass, factor);
        b->v[i].x = 2 * next_number(&s) - 1;
        b->v[i].y = 2 * next_number(&s) - 1;
        b->spin[i] = 8 * next_number(&s) - 4;
    }
    for (size_t i = 0; i < BODIES; i++) {
        for (size_t j = i + 1; j < BODIES; j++) {
            carom_vec path = carom_vec_subtract(b->at[j], b->at[i]);
            double d = carom_vec_length(path);
            if (d < 1.0001) {
                add_contact(b, i, j, carom_vec_divide(path, d), e);
            }
        }
    }
    add_contact(b, 3, CAROM_NO_BODY, (carom_vec){-1, 0}, e);
    for (size_t k = 0; k < b->cluster.contacts; k++) {
        double mu = next_number(&s);
        b->contact[k].tangential = (carom_tangential){
            !smooth && (k + seed) % (1 + seed % 9) == 0 ? mu : 0, 2 * next_number(&s) - 1};
    }
}

typedef struct {
    double energy, angular;
    carom_vec momentum;
} totals;

static totals totals_of(const bunch *b)
{
    totals t = {0};
    for (size_t i = 0; i < b->cluster.bodies; i++) {
        double m = b->mass_kg[i], inertia = 1 / b->inverse_inertia[i];
        t.energy += 0.5 * m * carom_vec_square(b->v[i]) + 0.5 * inertia * b->spin[i] * b->spin[i];
        t.angular += m * carom_vec_cross(b->at[i], b->v[i]) + inertia * b->spin[i];
        t.momentum = carom_vec_add_scaled(t.momentum, m, b->v[i]);
    }
    return t;
}

/* True if the policy supports the friction in this cluster. */
static bool check_limits(const carom_impact_policy *policy, const bunch *b)
{
    bool smooth = true;
    for (size_t k = 0; k < b->cluster.contacts; k++) {
        smooth = smooth && b->contact[k].tangential.friction == 0;
    }
    if (smooth || (policy->properties & CAROM_DOES_FRICTION) != 0) {
        return true;
    }
    return (policy->properties & CAROM_DOES_SEPARATE_FRICTION) != 0 &&
           !carom_cluster_has_coupled_friction(&b->cluster);
}

/* @return true if it ends: no contact approaches any more */
static bool resolve_bunch(const carom_impact_policy *policy, bunch *b)
{
    carom_impact_workspace workspace = {0};
    size_t impulses = 1, rounds = 0;
    double largest;
    while (impulses > 0 && rounds++ < 100000 && check_limits(policy, b)) {
        totals before = totals_of(b);
        assert_ok(
            carom_impact_round(&workspace, &b->cluster, policy->set, &impulses, &largest, NULL));
        if ((policy->properties & (CAROM_CONSERVES_ENERGY | CAROM_DOES_FRICTION)) != 0) {
            ck_assert_double_le(totals_of(b).energy, before.energy + 1e-13);
        }
    }
    carom_impact_workspace_free(&workspace);
    return impulses == 0;
}

static void assert_conserved(const bunch *b, const totals *before)
{
    totals after = totals_of(b);
    assert_near(after.energy + b->dissipated, before->energy, 1e-13);
    assert_near(after.momentum.x - b->push.x, before->momentum.x, 1e-13);
    assert_near(after.momentum.y - b->push.y, before->momentum.y, 1e-13);
    assert_near(after.angular - b->angular, before->angular, 1e-13);
}

/* In every round energy only decreases if the policy declares it, by the dissipated amount.
 * Momentum and angular momentum, orbital and spin, are conserved except for the wall's share.
 * Policies that support the cluster are tested to the end, at which no contact approaches, others
 * while contacts are independent. */
START_TEST(policies_keep_their_promises)
{
    enum { SEEDS = 200 };
    const double restitutions[] = {1, 0.9, 0.5, 0};
    for_each_entry(carom_impact_policies, carom_impact_policy, policy)
    {
        for (int smooth = 0; smooth < 2; smooth++) {
            size_t ended = 0, impulses = 0;
            for (uint64_t seed = 1; seed <= SEEDS; seed++) {
                double e = restitutions[seed % (smooth ? 3 : 4)];
                bunch b;
                make_bunch(&b, seed, e, smooth);
                totals before = totals_of(&b);
                if (resolve_bunch(policy, &b)) {
                    ended++;
                    for (size_t k = 0; k < b.cluster.contacts; k++) {
                        ck_assert_double_ge(
                            carom_cluster_contact_velocity(&b.cluster, &b.contact[k]), -1e-14);
                    }
                }
                assert_conserved(&b, &before);
                if (smooth && e == 1 && (policy->properties & CAROM_CONSERVES_ENERGY) != 0) {
                    assert_near(b.dissipated, 0, 1e-13);
                }
                impulses += b.emitted;
            }
            bool all = smooth || (policy->properties & CAROM_DOES_FRICTION) != 0;
            ck_assert((ended == SEEDS) == all);
            ck_assert((impulses > 0) ==
                      (all || (policy->properties & CAROM_DOES_SEPARATE_FRICTION) != 0));
        }
    }
}
END_TEST

/* Largest difference between the outcomes of two numberings. */
static double order_dependence(const carom_impact_policy *policy, uint64_t seed, bool smooth)
{
    bunch a, b;
    double worst = 0;
    make_bunch(&a, seed, 0.8, smooth);
    make_bunch(&b, seed, 0.8, smooth);
    for (size_t i = 0; i < BODIES; i++) {
        b.number[i] = BODIES - 1 - i;
    }
    (void)resolve_bunch(policy, &a);
    (void)resolve_bunch(policy, &b);
    for (size_t i = 0; i < BODIES; i++) {
        worst = fmax(worst, fabs(a.v[i].x - b.v[i].x) + fabs(a.spin[i] - b.spin[i]));
    }
    return worst;
}

/* One contact: (1 + e) m_red v_n for every policy, as the solver assumes. A body of infinite mass
 * acts like a wall. */
START_TEST(policies_agree_on_a_single_contact)
{
    for_each_entry(carom_impact_policies, carom_impact_policy, policy)
    {
        for (int kind = 0; kind < 3; kind++) {
            bunch b;
            double mu, approach, before[2], e = 0.7;
            make_bunch(&b, 17, e, true);
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
            ck_assert(resolve_bunch(policy, &b));
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
    make_bunch(&b, seed, 1, true);
    for (size_t i = 0; i < BODIES; i++) {
        size_t j = image[i];
        b.inverse_mass[i] = 4;
        b.mass_kg[i] = 0.25;
        if (j > i) {
            b.v[j].x = b.v[i].x;
            b.v[j].y = -b.v[i].y;
        } else if (j == i) {
            b.v[i].y = 0;
        }
    }
    b.cluster.contacts--; /* the wall is not on the axis */
    ck_assert(resolve_bunch(policy, &b));
    for (size_t i = 0; i < BODIES; i++) {
        largest = fmax(largest, fabs(b.v[i].x - b.v[image[i]].x));
        largest = fmax(largest, fabs(b.v[i].y + b.v[image[i]].y));
    }
    return largest;
}

/* A row of five balls hit by one: distance from the outcome "one out". */
static double cradle_error(const carom_impact_policy *policy)
{
    bunch b;
    make_bunch(&b, 1, 1, true);
    b.cluster.bodies = 5;
    b.cluster.contacts = 4;
    for (size_t i = 0; i < 5; i++) {
        b.v[i].x = i == 0;
        b.v[i].y = 0;
        b.inverse_mass[i] = 4;
        b.mass_kg[i] = 0.25;
        b.contact[i] = (carom_cluster_contact){i, i + 1, {1, 0}, 1, NAN, 0, {0, 0}};
    }
    ck_assert(resolve_bunch(policy, &b));
    return fmax(fabs(b.v[0].x), fabs(b.v[4].x - 1));
}

/* Every declared property holds; every other one is violated in some cluster. Contacts that are
 * resolved together keep a symmetry, and rounds of approaching contacts break a row up. */
START_TEST(policies_have_the_declared_properties)
{
    for_each_entry(carom_impact_policies, carom_impact_policy, policy)
    {
        double order[2] = {0, 0}, symmetry = 0, cradle = cradle_error(policy);
        bool together = policy->set == CAROM_ROUND_APPROACHING || policy->set == CAROM_ROUND_ALL;
        for (uint64_t seed = 1; seed <= 40; seed++) {
            symmetry = fmax(symmetry, asymmetry(policy, seed));
            for (int smooth = 0; smooth < 2; smooth++) {
                order[smooth] = fmax(order[smooth], order_dependence(policy, seed, smooth));
            }
        }
        ck_assert_msg((symmetry < 1e-12) == together, "asymmetry %g", symmetry);
        for (int smooth = 0; smooth < 2; smooth++) {
            ck_assert_msg((order[smooth] == 0) ==
                              ((policy->properties & CAROM_IGNORES_NUMBERING) != 0),
                          "%s: order dependence %g", policy->about.name, order[smooth]);
        }
        ck_assert_msg((cradle < 1e-12) == (policy->set != CAROM_ROUND_ALL), "cradle off by %g",
                      cradle);
    }
}
END_TEST

/* Four touching spheres in a row along x, with friction in every contact. */
static void make_row(bunch *b, double mu, double beta)
{
    begin(b, 4);
    for (size_t i = 0; i < 4; i++) {
        set_body(b, i, (carom_vec){(double)i, 0}, 0.7, 0.4);
    }
    for (size_t i = 0; i < 3; i++) {
        add_contact(b, i, i + 1, (carom_vec){1, 0}, 1);
        b->contact[i].tangential = (carom_tangential){mu, beta};
    }
}

/* A cradle with friction. Each contact is hit alone, slips at g, and transfers q g with q = (1 +
 * beta)/7 if it sticks. The hitting ball keeps (1 - q) g tangentially; the next one slips at q g
 * (1 - 1/f) = -(3/2) q g from translation and spin. */
START_TEST(frictional_cradle)
{
    static const double g = 0.11, beta = 0.3;
    const double q = (1 + beta) / 7;
    for_each_entry(carom_impact_policies, carom_impact_policy, policy)
    {
        bunch b;
        double slip = g;
        make_row(&b, 5, beta);
        b.v[0] = (carom_vec){1, g};
        if (!check_limits(policy, &b)) {
            continue;
        }
        ck_assert(resolve_bunch(policy, &b));
        ck_assert_uint_eq(b.emitted, 3);
        for (size_t i = 0; i < 4; i++) {
            double given = i < 3 ? q * slip : 0, got = i == 0 ? 0 : -slip / 1.5;
            double own = i == 0 ? g : got; /* its vy when it hits */
            double spin = (i == 0 ? 0 : -got / (0.4 * radius)) - given / (0.4 * radius);
            assert_near(b.v[i].x, i == 3, 4 * DBL_EPSILON);
            assert_near(b.v[i].y, own - given, 4 * DBL_EPSILON);
            assert_near(b.spin[i], spin, 16 * DBL_EPSILON);
            slip = -1.5 * given;
        }
    }
}
END_TEST

/* Balls hit a row from both ends at once. The contacts share no ball, so both are independent, and
 * the result is its own mirror image. */
START_TEST(both_ends_at_once)
{
    for_each_entry(carom_impact_policies, carom_impact_policy, policy)
    {
        bunch b;
        make_row(&b, 0.3, 0.2);
        b.v[0] = (carom_vec){1, 0.7};
        b.v[3] = (carom_vec){-1, 0.7};
        b.spin[0] = 2.3;
        b.spin[3] = -2.3;
        if ((policy->properties & CAROM_DOES_SEPARATE_FRICTION) != 0) {
            ck_assert(!carom_cluster_has_coupled_friction(&b.cluster));
            ck_assert(resolve_bunch(policy, &b));
            ck_assert_uint_eq(b.emitted, 5); /* both ends, the middle, both ends */
            for (size_t i = 0; i < 4; i++) {
                assert_near(b.v[i].x, -b.v[3 - i].x, 8 * DBL_EPSILON);
                assert_near(b.v[i].y, b.v[3 - i].y, 8 * DBL_EPSILON);
                assert_near(b.spin[i], -b.spin[3 - i], 32 * DBL_EPSILON);
            }
        }
        make_row(&b, 0.3, 0.2);
        b.v[0].x = 1;
        b.v[2].x = -1; /* the second is hit from both sides */
        ck_assert(carom_cluster_has_coupled_friction(&b.cluster));
        b.inverse_mass[1] = b.inverse_inertia[1] = 0; /* if it is fixed, that is allowed */
        ck_assert(!carom_cluster_has_coupled_friction(&b.cluster));
    }
}
END_TEST

/* ---- rejected clusters ---- */

/* Balls hit from the left: a row of two, and two at once. */
#define ROW "r 0.5; ball -1.5 0 1 0.01; ball 0 0; ball 1 0"
#define TRIANGLE "r 0.5; ball -1.5 0 1 0; ball 0.8660254037844386 0.5; ball 0.8660254037844386 -0.5"

/* One ball hits two at once. Policies that resolve contacts together name one that supports it,
 * and so does the oracle; a row of three is resolved one contact at a time. A policy supports what
 * it declares. */
START_TEST(unsupported_friction_is_rejected_with_advice)
{
    for (int triangle = 0; triangle < 2; triangle++) {
        const carom_problem *scene = new_scene("open; mu 0.2; %s", triangle ? TRIANGLE : ROW);
        for_each_entry(carom_impact_policies, carom_impact_policy, policy)
        {
            outcome *run = try_until(2, 1, scene, "impulse impact_policy=%s", policy->about.name);
            bool lone = (policy->properties & CAROM_DOES_SEPARATE_FRICTION) != 0 && triangle == 0;
            if (lone || (policy->properties & CAROM_DOES_FRICTION) != 0) {
                ck_assert_msg(run->status == CAROM_OK, "%s", run->error.text);
                ck_assert_uint_ge(run->log.count, 2);
                assert_budget(run, 1e-15);
            } else {
                ck_assert_int_eq(run->status, CAROM_INVALID);
                ck_assert_str_eq(run->error.key, "impact_policy");
                ck_assert_msg(strstr(run->error.text, policy->about.name) != NULL &&
                                  strstr(run->error.text, "does not support friction") != NULL &&
                                  strstr(run->error.text, "impact_policy: sequential_speed") !=
                                      NULL,
                              "%s", run->error.text);
            }
        }
        outcome *run = try_until(2, 1, scene, "oracle");
        ck_assert_int_eq(run->status, triangle == 1 ? CAROM_INVALID : CAROM_OK);
        ck_assert_msg(triangle == 0 || strstr(run->error.text, "sequential_speed") != NULL, "%s",
                      run->error.text);
    }
}
END_TEST

/* `carom list impact-policies` prints it, too. */
START_TEST(supported_friction_is_listed)
{
    for_each_entry(carom_impact_policies, carom_impact_policy, policy)
    {
        unsigned does = policy->properties & (CAROM_DOES_FRICTION | CAROM_DOES_SEPARATE_FRICTION);
        const char *said = does == 0 ? "no friction"
                                     : (does == CAROM_DOES_FRICTION ? "; supports friction"
                                                                    : "supports friction in");
        ck_assert_msg(strstr(policy->about.summary, said) != NULL, "%s", policy->about.summary);
    }
}
END_TEST

/* In a frictional scene, every policy accepts a cluster without friction. */
START_TEST(frictionless_cluster_in_a_frictional_scene)
{
    const carom_problem *scene = new_scene("open; mu 0 0.2; e 0.5 1; " TRIANGLE);
    for_each_entry(carom_impact_policies, carom_impact_policy, policy)
    {
        outcome *run = run_until(2, scene, "impulse impact_policy=%s", policy->about.name);
        assert_same(run->sample.spin_radps[0], 0);
    }
    assert_near(run_until(2, scene, "oracle")->sample.vx_mps[0], 1 - 0.6 * 1.5, 4e-16);
}
END_TEST

/* Frictional balls report collapse as frictionless ones do. The message does not recommend a
 * policy without friction, and remedies for frictionless balls say so. */
START_TEST(collapse_with_friction)
{
    static const char *const remedies[] = {"collapse=tc tc_s=1e-3",
                                           "collapse=rest rest_speed_mps=1e-3"};
    const carom_problem *scene = new_scene("open; mu 0.2; e 0.01 1; " ROW);
    outcome *run = try_until(2, 1, scene, "impulse impact_policy=sequential_speed");
    ck_assert_int_eq(run->status, CAROM_COLLAPSE);
    ck_assert_msg(strstr(run->error.text, "inelastic collapse") != NULL &&
                      strstr(run->error.text, "newton_lcp") == NULL &&
                      strstr(run->error.text, "raise the restitution") != NULL,
                  "%s", run->error.text);
    for (size_t k = 0; k < 2; k++) {
        carom_error error = refusal_of(scene, "impulse %s", remedies[k]);
        ck_assert_str_eq(error.key, "collapse");
        ck_assert_msg(strstr(error.text, "support frictionless contacts only") != NULL &&
                          strstr(error.text, "use error") != NULL,
                      "%s", error.text);
    }
}
END_TEST

TEST_MAIN("impacts", impact_laws_are_passive, policies_keep_their_promises,
          policies_agree_on_a_single_contact, policies_have_the_declared_properties,
          frictional_cradle, both_ends_at_once, unsupported_friction_is_rejected_with_advice,
          supported_friction_is_listed, frictionless_cluster_in_a_frictional_scene,
          collapse_with_friction)
