/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions of balls in the file; materials and densities. */
#include "scenario/scenario.h"
#include "scene/scene.h"

carom_mark carom_ball_mark(const carom_scenario *scenario, carom_node root, size_t number)
{
    const carom_scenario_group *group = scenario->groups.items;
    carom_node item = carom_node_item(root, "balls", number);
    for (size_t g = 0; g < scenario->groups.count && group[g].first <= number; g++) {
        item = carom_node_item(root, "groups", g);
    }
    return carom_node_mark(item, root);
}

/* ---- density: converted to masses and f_d, which the canonical form contains ---- */

void carom_materials_complete(carom_scenario *scenario, carom_node root, carom_messages *messages)
{
    carom_material *material = scenario->materials.items;
    for (size_t k = 0; k < scenario->materials.count; k++) {
        char text[400] = "";
        carom_material_complete(&material[k]);
        if (!isnan(material[k].youngs_modulus_Pa) && !isnan(material[k].poisson_ratio)) {
            continue;
        }
        carom_material_presets_append(material[k].name, text, sizeof text);
        carom_document_complain(
            root, messages, true,
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
static void set_densities_of_groups(carom_scenario *scenario, carom_node root)
{
    const carom_scenario_group *group = scenario->groups.items;
    for (size_t g = 0; g < scenario->groups.count; g++) {
        const carom_choice *kind = &group[g].kind;
        carom_param_ref material = carom_params_find(kind->entry->params, kind->options,
                                                     "material");
        if (isnan(carom_choice_number(kind, "density_kgpm3")) &&
            carom_node_get(carom_node_item(root, "groups", g), "mass_kg").id == 0) {
            carom_choice_set_number(kind, "density_kgpm3",
                                    density_of_material(scenario, carom_param_value(material)));
        }
    }
}

void carom_density_masses(carom_scenario *scenario, carom_node root, carom_messages *messages)
{
    carom_scenario_ball *ball = scenario->balls.items;
    set_densities_of_groups(scenario, root);
    for (size_t i = 0; i < scenario->balls.count; i++) {
        if (isnan(ball[i].density_kgpm3) &&
            carom_node_get(carom_node_item(root, "balls", i), "mass_kg").id == 0) {
            ball[i].density_kgpm3 = density_of_material(scenario, ball[i].material);
        }
        if (isnan(ball[i].density_kgpm3)) {
            continue;
        }
        double mass = carom_sphere_mass(ball[i].ball.radius_m, ball[i].density_kgpm3);
        if (mass > 0 && isfinite(mass)) {
            ball[i].ball.mass_kg = mass;
        } else {
            carom_document_complain(
                root, messages, true,
                "balls[%zu].density_kgpm3: gives a mass (kg) of %.6g; expected a finite number > 0",
                i, mass);
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

void carom_density_drag(carom_scenario *scenario, carom_node root, carom_messages *messages)
{
    carom_drag_keys drag = scenario->drag;
    double f_d;
    scenario->drag = (carom_drag_keys){NAN, NAN, NAN};
    if (carom_node_get(root, "drag").id == 0) {
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
        carom_document_complain(root, messages, true,
                                "drag: gives an air_drag of %.6g; expected a finite number > 0",
                                f_d);
    }
}
