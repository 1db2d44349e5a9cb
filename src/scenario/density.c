/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What densities stand for: a sphere's mass, and the f_d of its air drag. After reading there are
 * masses and f_d alone, which is what the canonical form shows. */
#include "scenario/scenario.h"
#include <math.h>

static void complain(const carom_node *node, const carom_node *root, const char *key,
                     const char *what, double value, carom_messages *messages)
{
    carom_messages_add(messages, true, (node != NULL ? node : root)->mark, key,
                       "makes %s %.6g; expected a finite number > 0", what, value);
}

void carom_density_masses(carom_scenario *scenario, const carom_node *root,
                          carom_messages *messages)
{
    carom_scenario_ball *ball = scenario->balls.items;
    for (size_t i = 0; i < scenario->balls.count; i++) {
        double mass;
        if (isnan(ball[i].density_kgpm3)) {
            continue;
        }
        mass = carom_sphere_mass(ball[i].ball.radius_m, ball[i].density_kgpm3);
        if (mass > 0 && isfinite(mass)) {
            ball[i].ball.mass_kg = mass;
        } else {
            const carom_node *balls = carom_node_get(root, "balls");
            char key[64];
            snprintf(key, sizeof key, "balls[%zu].density_kgpm3", i);
            complain(balls == NULL ? NULL : balls->item[i], root, key, "a mass (kg) of", mass,
                     messages);
        }
        ball[i].density_kgpm3 = NAN;
    }
}

/* Each ball's own f_d, from the density that its mass and radius come to; one that says its
 * air_drag keeps it. */
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
        complain(given, root, "drag", "an air_drag of", f_d, messages);
    }
}
