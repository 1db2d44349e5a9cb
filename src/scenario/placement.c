/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `place`: initial states of single balls of groups; positions of balls in the file; densities. */
#include "scenario/scenario.h"
#include "scene/scene.h"

/* Index of an unknown ball. */
static const size_t no_ball = SIZE_MAX;

/* Maximum number of groups named in a message. */
enum { MOST_NAMED = 12 };

static carom_placement *placements(const carom_scenario *scenario)
{
    return scenario->place.items;
}

/* ---- names of balls of groups ---- */

/* Balls of a group, named PREFIX1, PREFIX2, ... */
typedef struct {
    size_t first, count;
    const char *one; /* name of the first ball */
    size_t prefix;   /* length of PREFIX (bytes) */
} members;

static members members_of(const carom_scenario *scenario, size_t g)
{
    const carom_scenario_group *group = scenario->groups.items;
    const carom_problem *problem = &scenario->problem;
    size_t end = g + 1 < scenario->groups.count ? group[g + 1].first : problem->count;
    members m = {group[g].first, end - group[g].first, "1", 0};
    if (m.count > 0) {
        m.one = problem->ball[m.first].name;
        m.prefix = strlen(m.one) - 1;
    }
    return m;
}

/* Index of the ball of a group with this name. */
static size_t find_member(const carom_scenario *scenario, const char *name)
{
    for (size_t g = 0; g < scenario->groups.count; g++) {
        members m = members_of(scenario, g);
        if (strncmp(name, m.one, m.prefix) == 0) {
            unsigned long number = strtoul(name + m.prefix, NULL, 10);
            if (number >= 1 && number <= m.count &&
                strcmp(scenario->problem.ball[m.first + number - 1].name, name) == 0) {
                return m.first + number - 1;
            }
        }
    }
    return no_ball;
}

/* ---- messages ---- */

/* List the groups and suggest the ball with the same number in the group with the most similar
 * prefix. */
static void describe_members(const carom_scenario *scenario, const char *name, char *text,
                             size_t size)
{
    char candidate[MOST_NAMED][CAROM_NAME_SIZE];
    const char *names[MOST_NAMED];
    size_t groups = scenario->groups.count, count = 0, length = strlen(name);
    while (length > 0 && strchr("0123456789", name[length - 1]) != NULL) {
        length--;
    }
    for (size_t g = 0; g < groups && g < MOST_NAMED; g++) {
        members m = members_of(scenario, g);
        unsigned long number = name[length] == '\0' ? 1 : strtoul(name + length, NULL, 10);
        const carom_ball *ball = &scenario->problem.ball[m.first];
        carom_text_append(text, size, "%s%s", g == 0 ? "" : ", ", m.one);
        if (m.count > 1) {
            carom_text_append(text, size, " to %s", ball[m.count - 1].name);
        }
        if (number >= 1 && number <= m.count) {
            snprintf(candidate[count], CAROM_NAME_SIZE, "%s", ball[number - 1].name);
            names[count] = candidate[count];
            count++;
        }
    }
    carom_text_append(text, size, groups > MOST_NAMED ? ", ..." : "");
    carom_hint_name_append(name, names, count, text, size);
}

static void report_unknown_ball(const carom_scenario *scenario, const carom_node *root, size_t k,
                                carom_messages *messages)
{
    const carom_node *ball = carom_node_get(carom_node_item(root, "place", k), "ball");
    const char *name = placements(scenario)[k].ball;
    bool read = messages->left_out == 0; /* no search for similar names after thousands of errors */
    size_t own = read ? carom_problem_ball_called(&scenario->problem, name) : no_ball;
    char key[64], known[500] = "";
    snprintf(key, sizeof key, "place[%zu].ball", k);
    if (scenario->groups.count > 0 && read) {
        describe_members(scenario, name, known, sizeof known);
    } else if (read) {
        carom_text_append(known, sizeof known, "there are no groups");
    }
    carom_messages_add(messages, true, ball->mark, key,
                       "found '%s'%s; expected a ball of a group: %s", name,
                       own < scenario->balls.count ? ", a ball of `balls`" : "", known);
}

static void report_empty_placement(const carom_scenario *scenario, const carom_node *root, size_t k,
                                   carom_messages *messages)
{
    const carom_placement *p = &placements(scenario)[k];
    char key[64];
    snprintf(key, sizeof key, "place[%zu]", k);
    if (isnan(p->x_m) && isnan(p->y_m) && isnan(p->vx_mps) && isnan(p->vy_mps) &&
        isnan(p->spin_radps)) {
        carom_messages_add(messages, true, carom_node_item(root, "place", k)->mark, key,
                           "has no value; expected at least one of x_m, y_m, vx_mps, "
                           "vy_mps and spin_radps");
    }
}

/* Duplicates are neighbours in the order of numbers. */
static void report_duplicates(const carom_scenario *scenario, const carom_node *root,
                              carom_messages *messages)
{
    const carom_placement *p = placements(scenario);
    char key[64];
    for (size_t k = 1; k < scenario->place.count; k++) {
        size_t first = p[k - 1].ranked, again = p[k].ranked;
        if (p[again].number == p[first].number && p[again].number != no_ball) {
            snprintf(key, sizeof key, "place[%zu]", again);
            carom_messages_add(messages, true, carom_node_item(root, "place", again)->mark, key,
                               "'%s' is placed by place[%zu] in line %zu too; expected each ball "
                               "once",
                               p[again].ball, first,
                               carom_node_item(root, "place", first)->mark.line);
        }
    }
}

/* ---- placing ---- */

typedef struct {
    size_t number, item;
} rank;

static int compare_ranks(const void *left, const void *right)
{
    const rank *a = left, *b = right;
    return a->number != b->number ? (a->number > b->number) - (a->number < b->number)
                                  : (a->item > b->item) - (a->item < b->item);
}

carom_status carom_placements_resolve(carom_scenario *scenario, const carom_node *root,
                                      carom_messages *messages)
{
    carom_placement *p = placements(scenario);
    rank *ranks = malloc((scenario->place.count + 1) * sizeof *ranks);
    if (ranks == NULL) {
        return CAROM_NO_MEMORY;
    }
    for (size_t k = 0; k < scenario->place.count; k++) {
        p[k].number = find_member(scenario, p[k].ball);
        ranks[k] = (rank){p[k].number, k};
        if (p[k].number == no_ball) {
            report_unknown_ball(scenario, root, k, messages);
        }
        report_empty_placement(scenario, root, k, messages);
    }
    qsort(ranks, scenario->place.count, sizeof *ranks, compare_ranks);
    for (size_t k = 0; k < scenario->place.count; k++) {
        p[k].ranked = ranks[k].item;
    }
    report_duplicates(scenario, root, messages);
    free(ranks);
    return CAROM_OK;
}

static void replace(double *value, double by)
{
    *value = isnan(by) ? *value : by;
}

void carom_placements_apply(carom_scenario *scenario)
{
    const carom_placement *p = placements(scenario);
    for (size_t k = 0; k < scenario->place.count; k++) {
        carom_ball *ball = &scenario->problem.ball[p[k].number];
        replace(&ball->x_m, p[k].x_m);
        replace(&ball->y_m, p[k].y_m);
        replace(&ball->vx_mps, p[k].vx_mps);
        replace(&ball->vy_mps, p[k].vy_mps);
        replace(&ball->spin_radps, p[k].spin_radps);
    }
}

/* Index of the item of `place` for a ball; the number of items: none. */
static size_t placement_of(const carom_scenario *scenario, size_t number)
{
    const carom_placement *p = placements(scenario);
    size_t low = 0, high = scenario->place.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p[p[middle].ranked].number < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < scenario->place.count && p[p[low].ranked].number == number ? p[low].ranked
                                                                            : scenario->place.count;
}

bool carom_ball_is_placed(const carom_scenario *scenario, size_t number)
{
    size_t item = placement_of(scenario, number);
    const carom_placement *p = placements(scenario);
    return item < scenario->place.count && (!isnan(p[item].x_m) || !isnan(p[item].y_m));
}

/* ---- positions in the file ---- */

carom_mark carom_ball_mark(const carom_scenario *scenario, const carom_node *root, size_t number)
{
    const carom_scenario_group *group = scenario->groups.items;
    const carom_node *item = carom_node_item(root, "balls", number);
    for (size_t g = 0; g < scenario->groups.count && group[g].first <= number; g++) {
        item = carom_node_item(root, "groups", g);
    }
    return carom_node_mark(item, root);
}

/* Position of the item of `place` that has one of two keys; of the key, if it was set on the
 * command line. */
static carom_mark mark_of(const carom_scenario *scenario, const carom_node *root, size_t number,
                          const char *key, const char *other)
{
    const carom_node *item = carom_node_item(root, "place", placement_of(scenario, number));
    const carom_node *said[] = {carom_node_get(item, key), carom_node_get(item, other)};
    if (said[0] == NULL && said[1] == NULL) {
        return carom_ball_mark(scenario, root, number);
    }
    for (size_t i = 0; i < 2; i++) {
        if (said[i] != NULL && said[i]->mark.origin != item->mark.origin) {
            return said[i]->mark;
        }
    }
    return item->mark;
}

carom_mark carom_position_mark(const carom_scenario *scenario, const carom_node *root,
                               size_t number)
{
    return mark_of(scenario, root, number, "x_m", "y_m");
}

carom_mark carom_velocity_mark(const carom_scenario *scenario, const carom_node *root,
                               size_t number)
{
    return mark_of(scenario, root, number, "vx_mps", "vy_mps");
}

/* ---- density: converted to masses and f_d, which the canonical form contains ---- */

static void report_density(const carom_node *node, const carom_node *root, const char *key,
                           const char *what, double value, carom_messages *messages)
{
    carom_messages_add(messages, true, carom_node_mark(node, root), key,
                       "gives %s %.6g; expected a finite number > 0", what, value);
}

void carom_materials_complete(carom_scenario *scenario, const carom_node *root,
                              carom_messages *messages)
{
    carom_material *material = scenario->materials.items;
    for (size_t k = 0; k < scenario->materials.count; k++) {
        const carom_node *item = carom_node_item(root, "materials", k);
        char text[400] = "";
        carom_material_complete(&material[k]);
        if (!isnan(material[k].youngs_modulus_Pa) && !isnan(material[k].poisson_ratio)) {
            continue;
        }
        carom_material_presets_append(material[k].name, text, sizeof text);
        carom_messages_add(
            messages, true, carom_node_mark(item, root), "",
            "materials[%zu].%s: missing, and '%s' is not a preset (carom list materials): %s", k,
            isnan(material[k].youngs_modulus_Pa) ? "youngs_modulus_Pa" : "poisson_ratio",
            material[k].name, text);
    }
}

/* Density of a material of the scenario; NaN: unknown. */
static double density_of_material(const carom_scenario *scenario, const char *name)
{
    const carom_material *material = scenario->materials.items;
    double density = NAN;
    for (size_t k = 0; k < scenario->materials.count; k++) {
        density = strcmp(material[k].name, name) == 0 ? material[k].density_kgpm3 : density;
    }
    return density;
}

/* Set the densities of groups without mass and density to those of their materials. */
static void set_densities_of_groups(carom_scenario *scenario, const carom_node *root)
{
    const carom_scenario_group *group = scenario->groups.items;
    for (size_t g = 0; g < scenario->groups.count; g++) {
        const carom_choice *kind = &group[g].kind;
        carom_param_ref material = carom_params_find(kind->entry->params, kind->options,
                                                     "material");
        if (isnan(carom_choice_number(kind, "density_kgpm3")) &&
            carom_node_get(carom_node_item(root, "groups", g), "mass_kg") == NULL) {
            carom_choice_set_number(kind, "density_kgpm3",
                                    density_of_material(scenario, carom_param_value(material)));
        }
    }
}

void carom_density_masses(carom_scenario *scenario, const carom_node *root,
                          carom_messages *messages)
{
    carom_scenario_ball *ball = scenario->balls.items;
    set_densities_of_groups(scenario, root);
    for (size_t i = 0; i < scenario->balls.count; i++) {
        if (isnan(ball[i].density_kgpm3) &&
            carom_node_get(carom_node_item(root, "balls", i), "mass_kg") == NULL) {
            ball[i].density_kgpm3 = density_of_material(scenario, ball[i].material);
        }
        if (isnan(ball[i].density_kgpm3)) {
            continue;
        }
        double mass = carom_sphere_mass(ball[i].ball.radius_m, ball[i].density_kgpm3);
        if (mass > 0 && isfinite(mass)) {
            ball[i].ball.mass_kg = mass;
        } else {
            char key[64];
            snprintf(key, sizeof key, "balls[%zu].density_kgpm3", i);
            report_density(carom_node_item(root, "balls", i), root, key, "a mass (kg) of", mass,
                           messages);
        }
        ball[i].density_kgpm3 = NAN;
    }
}

/* Set f_d of every ball without air_drag, by its density m/(4/3 pi r^3). @return the last value, or
 * one that is not finite */
static double drag_of_balls(const carom_drag_keys *drag, carom_problem *problem)
{
    double worst = 0;
    for (size_t i = 0; i < problem->count; i++) {
        carom_ball *ball = &problem->ball[i];
        double density = ball->mass_kg / carom_sphere_mass(ball->radius_m, 1);
        if (isnan(ball->air_drag) && !ball->fixed) {
            ball->air_drag = carom_sphere_drag(drag->air_kgpm3, density, drag->c_d);
            worst = isfinite(ball->air_drag) ? worst : ball->air_drag;
        }
    }
    return worst;
}

void carom_density_drag(carom_scenario *scenario, const carom_node *root, carom_messages *messages)
{
    const carom_node *given = carom_node_get(root, "drag");
    carom_drag_keys drag = scenario->drag;
    double f_d;
    scenario->drag = (carom_drag_keys){NAN, NAN, NAN};
    if (given == NULL) {
        return;
    }
    if (isnan(drag.ball_kgpm3)) {
        scenario->problem.air_drag = 0;
        f_d = drag_of_balls(&drag, &scenario->problem);
    } else {
        f_d = scenario->problem.air_drag = carom_sphere_drag(drag.air_kgpm3, drag.ball_kgpm3,
                                                             drag.c_d);
    }
    if (!isfinite(f_d)) {
        report_density(given, root, "drag", "an air_drag of", f_d, messages);
    }
}
