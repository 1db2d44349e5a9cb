/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Restitution and friction of a problem, by pairs of materials and over time. */
#include "scene/scene.h"

static bool is_pair(const carom_pair *pair, const char *a, const char *b)
{
    return strcmp(pair->a, a) == 0 && strcmp(pair->b, b) == 0;
}

const carom_pair *carom_problem_pair(const carom_problem *problem, const carom_ball *a,
                                     const carom_ball *b)
{
    for (size_t k = problem->pairs; k-- > 0;) {
        const carom_pair *pair = &problem->pair[k];
        const char *other = b == NULL ? "wall" : b->material;
        if (is_pair(pair, a->material, other) || is_pair(pair, other, a->material)) {
            return pair;
        }
    }
    return NULL;
}

carom_status carom_problem_add_pair(carom_problem *problem, const carom_pair *pair,
                                    carom_error *error)
{
    CAROM_APPEND(problem->pair, problem->pairs, problem->pair_capacity, *pair);
    (void)error;
    return CAROM_OK;
}

/* ---- elastic constants ---- */

carom_status carom_problem_add_material(carom_problem *problem, const carom_material *material,
                                        carom_error *error)
{
    CAROM_APPEND(problem->constant, problem->constants, problem->constant_capacity, *material);
    (void)error;
    return CAROM_OK;
}

const carom_material *carom_problem_material(const carom_problem *problem, const char *name)
{
    for (size_t k = problem->constants; k-- > 0;) {
        if (strcmp(problem->constant[k].name, name) == 0) {
            return &problem->constant[k];
        }
    }
    return NULL;
}

/* (1 - nu^2)/E */
static double normal_compliance(const carom_material *m)
{
    return (1 - m->poisson_ratio * m->poisson_ratio) / m->youngs_modulus_Pa;
}

/* (2 - nu)/G, G = E/(2 (1 + nu)) */
static double tangential_compliance(const carom_material *m)
{
    return (2 - m->poisson_ratio) * 2 * (1 + m->poisson_ratio) / m->youngs_modulus_Pa;
}

carom_elastic carom_pair_elastic(const carom_problem *problem, const carom_ball *a,
                                 const carom_ball *b)
{
    const carom_material *one = carom_problem_material(problem, a->material),
                         *other = carom_problem_material(problem, b == NULL ? problem->wall_material
                                                                            : b->material);
    double curvature = 1 / a->radius_m + (b == NULL ? 0 : 1 / b->radius_m), normal;
    if (one == NULL || other == NULL) {
        return (carom_elastic){NAN, NAN};
    }
    normal = normal_compliance(one) + normal_compliance(other);
    return (carom_elastic){4 / (3 * normal * sqrt(curvature)),
                           4 * normal /
                               (tangential_compliance(one) + tangential_compliance(other))};
}

/* ---- presets: a source for each constant ---- */

#define CHUNG_OOI(test)                                                                            \
    "Chung and Ooi, Granular Matter 13, 643 (2011), test " test ", as in Yade's Test" test ".py"
#define SUNDAY                                                                                     \
    "Sunday et al., MNRAS 498, 1062 (2020), as quoted in jviquerat/dem, material/glass.py"
#define HLOSTA                                                                                     \
    "Hlosta et al., Processes 8, 222 (2020), as quoted in jviquerat/dem, material/steel.py"
#define FREECAD_COPPER "FreeCAD material card Copper-Generic"
#define NAVAL_BRASS                                                                                \
    "Copper Development Association 144/8, naval brass C46400, as in FreeCAD's card Copper-464"
#define PETROVIC                                                                                   \
    "Petrovic, J. Mater. Sci. 38, 1 (2003), as quoted in the manual of pyKO, Example materials"
#define CROWN                                                                                      \
    "Crown, as quoted by Sorokin, Collision of Billiard Balls (dbkcues.ru); Marlow's contact "     \
    "suggests 8.9 GPa"
#define ALL_FROM(source)                                                                           \
    {                                                                                              \
        source, source, source                                                                     \
    }

const carom_material_preset carom_material_presets[] = {
    {{"steel", 210e9, 0.30, 7850}, ALL_FROM(HLOSTA)},
    {{"cast-iron", 100e9, 0.25, 7000}, ALL_FROM(CHUNG_OOI("3"))},
    {{"copper", 119e9, 0.343, 8960}, ALL_FROM(FREECAD_COPPER)},
    {{"brass", 96.5e9, 0.34, 8410},
     {NAVAL_BRASS, "Missouri S&T, Example Properties (2211, thermal)", NAVAL_BRASS}},
    {{"aluminium", 70e9, 0.33, 2700}, ALL_FROM(CHUNG_OOI("4"))},
    {{"magnesium", 40e9, 0.35, 1800}, ALL_FROM(CHUNG_OOI("2"))},
    {{"alumina", 380e9, 0.23, 4000}, ALL_FROM(CHUNG_OOI("3"))},
    {{"glass", 70e9, 0.24, 2500}, ALL_FROM(SUNDAY)},
    {{"limestone", 20e9, 0.25, 2500}, ALL_FROM(CHUNG_OOI("1"))},
    {{"ice", 9e9, 0.32, 916.7}, {PETROVIC, PETROVIC, "Wikipedia, Ice"}},
    {{"phenolic", 5.84e9, 0.34, 1740},
     {CROWN, CROWN, "6 oz at a radius of 1.125 in: Alciatore, TP B.29 (2024)"}},
    {{"", NAN, NAN, NAN}, {NULL, NULL, NULL}}};

static double value_or(double value, double otherwise)
{
    return isnan(value) ? otherwise : value;
}

bool carom_material_complete(carom_material *material)
{
    const carom_material_preset *preset = carom_material_presets;
    while (preset->source[0] != NULL && strcmp(preset->material.name, material->name) != 0) {
        preset++;
    }
    material->youngs_modulus_Pa = value_or(material->youngs_modulus_Pa,
                                           preset->material.youngs_modulus_Pa);
    material->poisson_ratio = value_or(material->poisson_ratio, preset->material.poisson_ratio);
    material->density_kgpm3 = value_or(material->density_kgpm3, preset->material.density_kgpm3);
    return preset->source[0] != NULL;
}

void carom_material_presets_append(const char *name, char *text, size_t size)
{
    const char *names[sizeof carom_material_presets / sizeof carom_material_presets[0]];
    size_t count = 0;
    for (; carom_material_presets[count].source[0] != NULL; count++) {
        names[count] = carom_material_presets[count].material.name;
    }
    carom_hint_names_append(name, names, count, text, size);
}

/* ---- changes ---- */

carom_status carom_problem_add_change(carom_problem *problem, const carom_change *change,
                                      carom_error *error)
{
    carom_restitution before = carom_problem_restitution(problem, INFINITY);
    if (problem->changes > 0 && !(change->t_s >= problem->change[problem->changes - 1].t_s)) {
        return carom_error_set(error, CAROM_INVALID, "at_s",
                               "found %.6g s after %.6g s; expected increasing times", change->t_s,
                               problem->change[problem->changes - 1].t_s);
    }
    carom_reserve(&problem->change, problem->changes, &problem->change_capacity, sizeof *change);
    problem->change[problem->changes] = *change;
    if (isnan(change->restitution.ball_ball)) {
        problem->change[problem->changes].restitution.ball_ball = before.ball_ball;
    }
    if (isnan(change->restitution.ball_wall)) {
        problem->change[problem->changes].restitution.ball_wall = before.ball_wall;
    }
    problem->changes++;
    return CAROM_OK;
}

carom_restitution carom_problem_restitution(const carom_problem *problem, double t_s)
{
    size_t k = problem->changes;
    while (k > 0 && problem->change[k - 1].t_s > t_s) {
        k--;
    }
    return k > 0 ? problem->change[k - 1].restitution : problem->restitution;
}

static void extend_range(double e, bool there, double *least, double *most)
{
    if (there) {
        *least = fmin(*least, e);
        *most = fmax(*most, e);
    }
}

/* True if no ball before ball i has its material and is fixed or movable as it is. These balls
 * represent all. */
static bool is_first_of_kind(const carom_problem *problem, size_t i)
{
    const carom_ball *ball = &problem->ball[i];
    for (size_t k = i; k-- > 0;) { /* backwards: balls of a kind follow each other */
        const carom_ball *other = &problem->ball[k];
        if (other->fixed == ball->fixed && strcmp(other->material, ball->material) == 0) {
            return false;
        }
    }
    return true;
}

static void extend_range_at(const carom_problem *problem, bool wall, double t_s, double *least,
                            double *most)
{
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *a = &problem->ball[i];
        if (!is_first_of_kind(problem, i)) {
            continue;
        }
        if (wall) {
            extend_range(carom_pair_restitution(problem, a, NULL, t_s), !a->fixed, least, most);
        }
        for (size_t j = 0; j < problem->count && !wall; j++) {
            const carom_ball *b = &problem->ball[j];
            extend_range(carom_pair_restitution(problem, a, b, t_s),
                         i != j && !(a->fixed && b->fixed), least, most);
        }
    }
}

bool carom_problem_restitution_range(const carom_problem *problem, bool wall, double *least,
                                     double *most)
{
    *least = INFINITY;
    *most = -INFINITY;
    for (size_t k = 0; k <= problem->changes && (!wall || problem->boundary == CAROM_WALLS); k++) {
        extend_range_at(problem, wall, k == 0 ? -INFINITY : problem->change[k - 1].t_s, least,
                        most);
    }
    return *least <= *most;
}

void carom_problem_restitutions(const carom_problem *problem, double *least, double *most)
{
    double low, high;
    *least = INFINITY;
    *most = -INFINITY;
    for (int wall = 0; wall < 2; wall++) {
        bool there = carom_problem_restitution_range(problem, wall, &low, &high);
        extend_range(low, there, least, most);
        extend_range(high, there, least, most);
    }
    if (*least > *most) {
        *least = *most = 1;
    }
}

bool carom_problem_is_elastic(const carom_problem *problem)
{
    double least, most;
    carom_problem_restitutions(problem, &least, &most);
    return least == 1 && most == 1;
}

double carom_pair_restitution(const carom_problem *problem, const carom_ball *a,
                              const carom_ball *b, double t_s)
{
    const carom_pair *pair = carom_problem_pair(problem, a, b);
    carom_restitution e = carom_problem_restitution(problem, t_s);
    if (pair != NULL && !isnan(pair->restitution)) {
        return pair->restitution;
    }
    return b == NULL ? e.ball_wall : e.ball_ball;
}

carom_tangential carom_problem_tangential(const carom_problem *problem, const carom_pair *pair,
                                          bool wall)
{
    const carom_surfaces *mu = &problem->friction, *beta = &problem->tangential_restitution;
    carom_tangential tangential = {wall ? mu->ball_wall : mu->ball_ball,
                                   wall ? beta->ball_wall : beta->ball_ball};
    if (pair == NULL) {
        return tangential;
    }
    return (carom_tangential){
        value_or(pair->tangential.friction, tangential.friction),
        value_or(pair->tangential.tangential_restitution, tangential.tangential_restitution)};
}

carom_tangential carom_pair_tangential(const carom_problem *problem, const carom_ball *a,
                                       const carom_ball *b)
{
    return carom_problem_tangential(problem, carom_problem_pair(problem, a, b), b == NULL);
}

bool carom_problem_has_contact_friction(const carom_problem *problem)
{
    bool friction = problem->friction.ball_ball > 0 || problem->friction.ball_wall > 0;
    for (size_t k = 0; k < problem->pairs && !friction; k++) {
        friction = problem->pair[k].tangential.friction > 0;
    }
    return friction;
}

bool carom_problem_spins(const carom_problem *problem)
{
    bool spins = carom_problem_has_contact_friction(problem);
    for (size_t i = 0; i < problem->count && !spins; i++) {
        spins = problem->ball[i].spin_radps != 0;
    }
    return spins;
}
