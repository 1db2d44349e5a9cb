/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every force law, impact law and impact policy of the lists must have. */
#include "support.h"
#include <float.h>

#define for_each_entry(seam, type, variable)                                                       \
    for (const carom_entry *const *list_ = (seam).entries; *list_ != NULL; list_++)                \
        for (const type *variable = (const type *)(const void *)*list_, *once_ = variable;         \
             once_ != NULL; once_ = NULL)

/* Items 1, 2, 3 and 4 of a required list: every number of the k-th is k/4. */
static void fill_list(const carom_param *row, carom_list *list)
{
    list->count = 4;
    list->items = calloc(list->count, row->size);
    for (size_t k = 0; k < list->count; k++) {
        char text[16];
        snprintf(text, sizeof text, "%g", 0.25 * (double)(k + 1));
        for (const carom_param *field = row->fields; field->key != NULL; field++) {
            assert_ok(carom_param_parse((carom_place){field, (char *)list->items + k * row->size},
                                        text, NULL));
        }
    }
}

/* Options of an entry: defaults, and 1e4 for every required number and every stiffness. */
static carom_choice choice_of(const carom_entry *entry)
{
    carom_choice choice = {NULL, NULL};
    assert_ok(carom_choice_set(&choice, entry, NULL));
    for (const carom_param *row = entry->params; row != NULL && row->key != NULL; row++) {
        if (row->type == CAROM_LIST) {
            fill_list(row, (carom_list *)(void *)((char *)choice.options + row->offset));
        } else if (row->fallback == NULL || strncmp(row->key, "stiffness", 9) == 0) {
            assert_ok(carom_param_parse((carom_place){row, choice.options}, "1e4", NULL));
        }
    }
    return choice;
}

/* The damping of a restitution; false where the law says that none gives it, as it may but for e =
 * 1, with a sentence. */
static bool find_damping(const carom_force_law *law, const carom_choice *choice, int end, double e,
                         double *damping)
{
    carom_error error = {0};
    carom_status status = law->damping(choice->options, end, e, damping, &error);
    if (status == CAROM_OK) {
        return true;
    }
    ck_assert_msg(status == CAROM_INVALID && error.text[0] != '\0' && e != 1,
                  "%s: no damping for the restitution %g: status %d, '%s'; expected CAROM_OK for "
                  "1, elsewhere CAROM_OK or "
                  "CAROM_INVALID with a message",
                  law->about.name, e, (int)status, error.text);
    return false;
}

/* The contact of balls with the reduced mass 0.085 kg and a restitution; where the law has none of
 * it, false and that of e = 1. */
static bool find_contact(const carom_force_law *law, const carom_choice *choice, int end, double e,
                         carom_contact *contact)
{
    carom_surface surface = {.reduced_mass_kg = 0.085, .stiffness_factor = 1, .end = end};
    bool found = find_damping(law, choice, end, e, &surface.damping);
    if (!found) {
        find_damping(law, choice, end, 1, &surface.damping);
    }
    *contact = law->contact(choice->options, &surface);
    return found;
}

static carom_contact elastic_contact_of(const carom_force_law *law, const carom_choice *choice,
                                        int end)
{
    carom_contact contact;
    ck_assert(find_contact(law, choice, end, 1, &contact));
    return contact;
}

static void choice_free(carom_choice *choice)
{
    const carom_param rows[] = {{.key = "entry", .type = CAROM_ENTRY}, {.key = NULL}};
    carom_params_free(rows, choice);
}

/* energy is the integral of elastic_N (Simpson's rule), and the force pushes apart. */
START_TEST(force_and_energy_belong_together)
{
    for_each_entry(carom_force_laws, carom_force_law, law)
    {
        carom_choice choice = choice_of(&law->about);
        carom_contact contact = elastic_contact_of(law, &choice, CAROM_END_FORCE);
        enum { PANELS = 2000 };
        double deepest = 0.003, sum = 0;
        assert_same(law->energy(&contact, 0), 0);
        for (int i = 0; i < PANELS; i++) {
            double a = deepest * i / PANELS, b = deepest * (i + 1) / PANELS;
            double fa = law->force(&contact, a, 1).elastic_N;
            double fm = law->force(&contact, 0.5 * (a + b), 1).elastic_N;
            double fb = law->force(&contact, b, 1).elastic_N;
            ck_assert_double_gt(fb, 0);
            sum += (b - a) / 6 * (fa + 4 * fm + fb);
        }
        assert_near(sum / law->energy(&contact, deepest), 1, 1e-6);
        choice_free(&choice);
    }
}
END_TEST

/* A contact said by its time, or by its depth at a speed (where the law can be told so), has that
 * time and depth, for any mass and both ends. */
START_TEST(contacts_by_time_and_by_depth)
{
    for_each_entry(carom_force_laws, carom_force_law, law)
    {
        for (int way = 0; way < 2; way++) {
            for (int k = 0; k < 12; k++) {
                carom_choice choice = {NULL, NULL};
                const char *key = way == 0 ? "contact_time_s" : "max_overlap_m";
                carom_surface surface = {
                    .reduced_mass_kg = 0.05 * (1 + k), .stiffness_factor = 1, .end = k % 2};
                carom_contact_outcome said;
                assert_ok(carom_choice_set(&choice, &law->about, NULL));
                if (law->about.params == NULL ||
                    carom_params_find(law->about.params, choice.options, key).row == NULL) {
                    choice_free(&choice);
                    continue;
                }
                assert_ok(carom_param_parse(
                    carom_params_find(law->about.params, choice.options, key), "0.00123", NULL));
                assert_ok(carom_param_parse(
                    carom_params_find(law->about.params, choice.options, "at_speed_mps"), "2.3",
                    NULL));
                if (!find_damping(law, &choice, k % 2, k < 6 ? 0.63 : 1, &surface.damping)) {
                    surface.damping = 0;
                }
                carom_contact contact = law->contact(choice.options, &surface);
                said = law->outcome(&contact, 2.3);
                assert_near(way == 0 ? said.contact_s : said.overlap_m, 0.00123, 1e-12);
                choice_free(&choice);
            }
        }
    }
}
END_TEST

/* rate_per_s and frequency_per_s are those of the law's own slopes at the deepest overlap. */
START_TEST(rates_are_the_slopes)
{
    for_each_entry(carom_force_laws, carom_force_law, law)
    {
        carom_choice choice = choice_of(&law->about);
        carom_contact elastic = elastic_contact_of(law, &choice, CAROM_END_OVERLAP);
        double v = 1.7, x = law->outcome(&elastic, v).overlap_m, d = 1e-6 * x;
        double k = (law->force(&elastic, x + d, 0).total_N -
                    law->force(&elastic, x - d, 0).total_N) /
                   (2 * d);
        assert_near(law->frequency_per_s(&elastic, v) / sqrt(k / 0.085), 1, 1e-6);
        assert_near(law->rate_per_s(&elastic, v) / sqrt(k / 0.085), 1, 1e-6);
        choice_free(&choice);
    }
}
END_TEST

START_TEST(force_end_never_pulls)
{
    for_each_entry(carom_force_laws, carom_force_law, law)
    {
        carom_choice choice = choice_of(&law->about);
        carom_contact contact;
        if (find_contact(law, &choice, CAROM_END_FORCE, 0.5, &contact)) {
            ck_assert_double_gt(contact.damping, 0);
        }
        for (double rate = -5; rate <= 5; rate += 0.37) {
            for (double overlap = 1e-9; overlap < 0.01; overlap *= 7) {
                carom_force f = law->force(&contact, overlap, rate);
                ck_assert_double_ge(f.total_N, 0);
                /* only takes energy */
                ck_assert_double_ge((f.total_N - f.elastic_N) * rate, 0);
            }
        }
        choice_free(&choice);
    }
}
END_TEST

/* What `outcome` says of a free contact, and the restitution asked for, against the law integrated
 * very finely from touch to release. */
START_TEST(damping_gives_the_restitution)
{
    for_each_entry(carom_force_laws, carom_force_law, law)
    {
        carom_choice choice = choice_of(&law->about);
        for (int end = CAROM_END_FORCE; end <= CAROM_END_OVERLAP; end++) {
            for (double e = 0.1; e < 2; e += 0.2) {
                carom_contact contact;
                if (!find_contact(law, &choice, end, e, &contact)) {
                    /* carom's own have all up to 1 */
                    ck_assert(e > 1 || strcmp(law->about.name, "mine") == 0);
                    continue;
                }
                /* 1 m/s is where a viscoelastic law has the scenario's restitution */
                for (double speed = 1; speed < 5; speed += 2.7) {
                    carom_contact_outcome said = law->outcome(&contact, speed);
                    double x = 0, v = speed, t = 0, T = said.contact_s, h = T / 50000, deepest = 0;
                    for (;;) { /* midpoint rule */
                        carom_force f = law->force(&contact, x, v), g;
                        double xm = x + 0.5 * h * v, vm = v - 0.5 * h * f.total_N / 0.085;
                        if (t > 0.5 * T &&
                            (x <= 0 || (contact.end == CAROM_END_FORCE && f.total_N <= 0))) {
                            break;
                        }
                        g = law->force(&contact, xm, vm);
                        x += h * vm;
                        v -= h * g.total_N / 0.085;
                        t += h;
                        deepest = fmax(deepest, x);
                    }
                    assert_near(-v / speed, said.restitution, 1e-4);
                    assert_near(t / T, 1, 1e-4);
                    assert_near(deepest / said.overlap_m, 1, 1e-6);
                    assert_near(said.restitution, speed == 1 ? e : said.restitution, 1e-10);
                }
            }
        }
        choice_free(&choice);
    }
}
END_TEST

START_TEST(damping_refuses_what_cannot_be)
{
    const double bad[] = {0, -0.1, INFINITY, NAN};
    for_each_entry(carom_force_laws, carom_force_law, law)
    {
        carom_choice choice = choice_of(&law->about);
        double damping;
        carom_error error = {0};
        for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
            ck_assert_int_eq(
                law->damping(choice.options, CAROM_END_FORCE, bad[i], &damping, &error),
                CAROM_INVALID);
            ck_assert_ptr_nonnull(strstr(error.text, "restitution"));
        }
        assert_ok(law->damping(choice.options, CAROM_END_FORCE, 1, &damping, &error));
        assert_same(damping, 0);
        choice_free(&choice);
    }
}
END_TEST

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
    double vx[BODIES], vy[BODIES], inverse_mass[BODIES];
    carom_body body[BODIES];
    size_t number[BODIES];
    carom_touch touch[32];
    double dissipated, px, py;
} bunch;

static carom_status note(void *context, const carom_impulse *impulse)
{
    bunch *b = context;
    const carom_touch *touch = &b->touch[impulse->touch];
    ck_assert_double_gt(impulse->impulse_Ns, 0);
    b->dissipated += impulse->dissipated_J;
    if (touch->b == CAROM_NO_BODY) {
        b->px -= impulse->impulse_Ns * touch->nx;
        b->py -= impulse->impulse_Ns * touch->ny;
    }
    return CAROM_OK;
}

/* A hexagon of touching discs around one, a wall to the left: 12 contacts and more unknowns than
 * independent ones. */
static void make_bunch(bunch *b, uint64_t seed, double e)
{
    stream s = {seed};
    double x[BODIES] = {0}, y[BODIES] = {0};
    size_t touches = 0;
    memset(b, 0, sizeof *b);
    for (size_t i = 0; i < BODIES; i++) {
        x[i] = i == 0 ? 0 : cos(PI / 3 * (double)i);
        y[i] = i == 0 ? 0 : sin(PI / 3 * (double)i);
        b->vx[i] = 2 * next_number(&s) - 1;
        b->vy[i] = 2 * next_number(&s) - 1;
        b->body[i] = (carom_body){0.5, 0.1 + next_number(&s)};
        b->inverse_mass[i] = 1 / b->body[i].mass_kg;
        b->number[i] = i;
    }
    for (size_t i = 0; i < BODIES; i++) {
        for (size_t j = i + 1; j < BODIES; j++) {
            double dx = x[j] - x[i], dy = y[j] - y[i], d = sqrt(dx * dx + dy * dy);
            if (d < 1.0001) {
                b->touch[touches++] = (carom_touch){i, j, dx / d, dy / d, e, NAN, 0};
            }
        }
    }
    b->touch[touches++] = (carom_touch){3, CAROM_NO_BODY, -1, 0, e, NAN, CAROM_LEFT};
    b->cluster = (carom_cluster){.bodies = BODIES,
                                 .touches = touches,
                                 .vx = b->vx,
                                 .vy = b->vy,
                                 .inverse_mass = b->inverse_mass,
                                 .body = b->body,
                                 .number = b->number,
                                 .touch = b->touch,
                                 .law = &carom_impact_law_constant,
                                 .quiet_mps = 1e-14,
                                 .emit = note,
                                 .context = b};
}

static void totals(const bunch *b, double *energy, double *px, double *py)
{
    *energy = *px = *py = 0;
    for (size_t i = 0; i < BODIES; i++) {
        *energy += 0.5 * b->body[i].mass_kg * (b->vx[i] * b->vx[i] + b->vy[i] * b->vy[i]);
        *px += b->body[i].mass_kg * b->vx[i];
        *py += b->body[i].mass_kg * b->vy[i];
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

/* Ends with no contact approaching; momentum kept but for the walls', energy but for the booked,
 * and where the policy says so never made. */
START_TEST(policies_keep_momentum_and_energy)
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
            if ((policy->keeps & CAROM_KEEPS_ENERGY) != 0) {
                ck_assert_double_le(e1, e0 + 1e-13);
                assert_near(seed % 3 == 0 ? e1 : e0, e0, 1e-13); /* e = 1: kept */
            }
            ck_assert((policy->keeps & CAROM_KEEPS_MOMENTUM) != 0);
            assert_near(px1 - b.px, px0, 1e-13);
            assert_near(py1 - b.py, py0, 1e-13);
            for (size_t k = 0; k < b.cluster.touches; k++) {
                ck_assert_double_ge(carom_touch_velocity(&b.cluster, &b.touch[k]), -1e-14);
            }
        }
    }
}
END_TEST

/* One contact: (1 + e) mu v_n whatever the policy; the solver takes that for granted. A body of
 * infinite mass is like a wall. */
START_TEST(policies_agree_on_a_single_contact)
{
    for_each_entry(carom_impact_policies, carom_impact_policy, policy)
    {
        for (int kind = 0; kind < 3; kind++) {
            bunch b;
            double mu, approach, before[2], e = 0.7;
            make_bunch(&b, 17, e);
            b.touch[0] = (carom_touch){0, kind == 1 ? CAROM_NO_BODY : 1, 0.6, -0.8, e, NAN, 0};
            b.cluster.touches = 1;
            b.vx[0] = 2.385;
            if (kind == 2) {
                b.inverse_mass[1] = b.vx[1] = b.vy[1] = 0;
            }
            approach = -carom_touch_velocity(&b.cluster, &b.touch[0]);
            ck_assert_double_gt(approach, 0);
            mu = 1 / (b.inverse_mass[0] + (kind == 1 ? 0 : b.inverse_mass[1]));
            before[0] = b.vx[0];
            before[1] = b.vy[0];
            resolve_bunch(policy, &b);
            assert_near(b.vx[0], before[0] - 0.6 * (1 + e) * mu * approach * b.inverse_mass[0],
                        4e-15);
            assert_near(b.vy[0], before[1] + 0.8 * (1 + e) * mu * approach * b.inverse_mass[0],
                        4e-15);
            assert_near(carom_touch_velocity(&b.cluster, &b.touch[0]), e * approach, 4e-15);
            ck_assert(kind != 2 || (b.vx[1] == 0 && b.vy[1] == 0));
        }
    }
}
END_TEST

/* The bunch with y and -y exchanged comes out with y and -y exchanged. The rings' bodies 1 and 5, 2
 * and 4 are mirror images; equal masses, and speeds that are symmetric themselves. */
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
            b.vx[j] = b.vx[i];
            b.vy[j] = -b.vy[i];
        } else if (j == i) {
            b.vy[i] = 0;
        }
    }
    b.cluster.touches--; /* the wall is not on the axis */
    resolve_bunch(policy, &b);
    for (size_t i = 0; i < BODIES; i++) {
        largest = fmax(largest, fabs(b.vx[i] - b.vx[image[i]]));
        largest = fmax(largest, fabs(b.vy[i] + b.vy[image[i]]));
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
        largest = fmax(largest, fabs(a.vx[i] - b.vx[i]));
    }
    return largest;
}

/* A row of five, one in: how far from one out. */
static double cradle_error(const carom_impact_policy *policy)
{
    bunch b;
    make_bunch(&b, 1, 1);
    b.cluster.bodies = 5;
    b.cluster.touches = 4;
    for (size_t i = 0; i < 5; i++) {
        b.vx[i] = i == 0;
        b.vy[i] = 0;
        b.inverse_mass[i] = 4;
        b.touch[i] = (carom_touch){i, i + 1, 1, 0, 1, NAN, 0};
    }
    resolve_bunch(policy, &b);
    return fmax(fabs(b.vx[0]), fabs(b.vx[4] - 1));
}

/* Each property is kept where it is declared and broken somewhere where it is not. */
START_TEST(policies_keep_what_they_declare)
{
    for_each_entry(carom_impact_policies, carom_impact_policy, policy)
    {
        double order = 0, symmetry = 0, cradle = cradle_error(policy);
        for (uint64_t seed = 1; seed <= 40; seed++) {
            symmetry = fmax(symmetry, asymmetry(policy, seed));
            order = fmax(order, order_dependence(policy, seed));
        }
        ck_assert_msg((symmetry < 1e-12) == ((policy->keeps & CAROM_KEEPS_SYMMETRY) != 0),
                      "%s: asymmetry %g", policy->about.name, symmetry);
        ck_assert_msg((order == 0) == ((policy->keeps & CAROM_KEEPS_ORDER) != 0),
                      "%s: order dependence %g", policy->about.name, order);
        ck_assert_msg((cradle < 1e-12) == ((policy->keeps & CAROM_KEEPS_BREAK_AWAY) != 0),
                      "%s: cradle off by %g", policy->about.name, cradle);
    }
}
END_TEST

TEST_MAIN("law conformance", force_and_energy_belong_together, force_end_never_pulls,
          contacts_by_time_and_by_depth, rates_are_the_slopes, damping_gives_the_restitution,
          damping_refuses_what_cannot_be, impact_laws_are_symmetric,
          policies_keep_momentum_and_energy, policies_agree_on_a_single_contact,
          policies_keep_what_they_declare)
