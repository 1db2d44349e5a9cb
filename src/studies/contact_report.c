/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of carom contact: what each says, and whose curves are in it. Where several thetas were
 * asked for, those are of the largest: its steps can be seen. */
#include "base/base.h"
#include "params/rows.h"
#include "studies/contact.h"
#include <math.h>
#include <string.h>

/* ---- whose curves are in the figures ---- */

static bool is_seen(const carom_contact_lane *lane)
{
    return !lane->twin && lane->why[0] == '\0' && lane->inside.count > 1;
}

/* Springs at their largest theta. */
static bool is_curve(const carom_contact_study *contact, const carom_contact_lane *lane)
{
    bool curve = is_seen(lane) && lane->soft && carom_contact_exact_of(contact, lane) != NULL;
    for (size_t i = 0; i < contact->lanes; i++) {
        const carom_contact_lane *other = &contact->lane[i];
        curve = curve && !(is_seen(other) && other->converged == lane->converged && other->soft &&
                           other->theta > lane->theta);
    }
    return curve;
}

/* The next curve after @p lane (NULL: the first); NULL: there are no more. */
static const carom_contact_lane *next_curve(const carom_contact_study *contact,
                                            const carom_contact_lane *lane)
{
    for (lane = lane == NULL ? contact->lane : lane + 1; lane < contact->lane + contact->lanes;
         lane++) {
        if (is_curve(contact, lane)) {
            return lane;
        }
    }
    return NULL;
}

static size_t count_curves(const carom_contact_study *contact)
{
    size_t count = 0;
    for (const carom_contact_lane *lane = NULL; (lane = next_curve(contact, lane)) != NULL;) {
        count++;
    }
    return count;
}

/* The first rigid one; NULL: none. */
static const carom_contact_lane *first_rigid(const carom_contact_study *contact)
{
    for (size_t i = 0; i < contact->lanes; i++) {
        if (is_seen(&contact->lane[i]) && !contact->lane[i].soft) {
            return &contact->lane[i];
        }
    }
    return NULL;
}

static double restitution_of(const carom_contact_lane *lane)
{
    return lane->met.separation_mps / lane->met.approach_mps;
}

static double exit_ratio(const carom_contact_study *contact, const carom_contact_lane *lane)
{
    return restitution_of(lane) / carom_contact_exact_of(contact, lane)->restitution;
}

/* ---- what is told ---- */

typedef struct {
    char text[CAROM_SOLVER_LABEL_SIZE + CAROM_NAME_SIZE];
} label;

/* As figures call a solver; without its step where that is another one. */
static label label_of(const carom_contact_study *contact, const carom_contact_lane *lane)
{
    const carom_scenario_solver *solver = carom_scenario_solver_called(contact->scenario,
                                                                       lane->name);
    label of;
    if (isnan(lane->asked_theta) && !lane->twin) {
        carom_label_of(contact->scenario, lane->name, of.text, sizeof of.text);
    } else {
        snprintf(of.text, sizeof of.text, "%s",
                 solver->label[0] != '\0' ? solver->label : solver->name);
    }
    return of;
}

/* "1.48 times", "1 + 4e-07 times" */
static void say_ratio(double ratio, char *text, size_t size)
{
    if (fabs(ratio - 1) < 5e-4 && ratio != 1) {
        snprintf(text, size, "1 %c %.1g", ratio > 1 ? '+' : '-', fabs(ratio - 1));
    } else {
        snprintf(text, size, "%.4g", ratio);
    }
}

/* The least and the most of what curves say. */
typedef struct {
    const carom_contact_lane *least, *most;
} extremes;

static extremes extremes_of(const carom_contact_study *contact,
                            double (*of)(const carom_contact_study *, const carom_contact_lane *))
{
    extremes found = {NULL, NULL};
    for (const carom_contact_lane *lane = NULL; (lane = next_curve(contact, lane)) != NULL;) {
        double x = of(contact, lane);
        found.least = found.least == NULL || x < of(contact, found.least) ? lane : found.least;
        found.most = found.most == NULL || x > of(contact, found.most) ? lane : found.most;
    }
    return found;
}

static double exact_duration(const carom_contact_study *contact, const carom_contact_lane *lane)
{
    return carom_contact_exact_of(contact, lane)->contact_s;
}

/* Where methods do what they should: how long it takes. */
static void say_durations(const carom_contact_study *contact, char *text, size_t size)
{
    extremes of = extremes_of(contact, exact_duration);
    double least = 1e3 * exact_duration(contact, of.least),
           most = 1e3 * exact_duration(contact, of.most);
    if (most - least > 1e-3 * most) {
        snprintf(text, size, "Springs take %.3g ms to %.3g ms for what an impulse does in none",
                 least, most);
    } else {
        snprintf(text, size, "Springs take %.4g ms for what an impulse does in none", most);
    }
}

/* How much faster, or slower, each leaves than it should; of many the extremes. */
static void say_speeds(const carom_contact_study *contact, char *text, size_t size)
{
    extremes of = extremes_of(contact, exit_ratio);
    double least = exit_ratio(contact, of.least), most = exit_ratio(contact, of.most);
    char ratio[40], other[40];
    const char *between = "";
    text[0] = '\0';
    if (fmax(most - 1, 1 - least) < 1e-4) {
        say_durations(contact, text, size);
        return;
    }
    if (count_curves(contact) > 3) {
        say_ratio(least, ratio, sizeof ratio);
        say_ratio(most, other, sizeof other);
        carom_text_append(text, size, "They leave at %s (%s) to %s (%s) times the exact speed",
                          ratio, label_of(contact, of.least).text, other,
                          label_of(contact, of.most).text);
        return;
    }
    for (const carom_contact_lane *lane = NULL; (lane = next_curve(contact, lane)) != NULL;) {
        say_ratio(exit_ratio(contact, lane), ratio, sizeof ratio);
        carom_text_append(text, size, "%s%s%s at %s", between, label_of(contact, lane).text,
                          between[0] == '\0' ? " leaves" : "", ratio);
        between = ", ";
    }
    carom_text_append(text, size, " times the exact speed");
}

/* What the law has taken: the area. Where others touch too, the two lose or gain more than that. */
static double exact_loss(const carom_contact_study *contact, const carom_contact_lane *lane)
{
    return carom_contact_exact_of(contact, lane)->dissipated_J;
}

/* What the laws take; one that takes nothing to speak of beside the others has no loop. @return
 * false: none has */
static bool say_losses(const carom_contact_study *contact, char *text, size_t size)
{
    static const double nothing = 1e-4; /* of what there is to lose */
    double least = INFINITY, most = 0;
    for (const carom_contact_lane *lane = NULL; (lane = next_curve(contact, lane)) != NULL;) {
        double loss = exact_loss(contact, lane);
        if (loss > nothing * carom_contact_loss(contact, lane->met.approach_mps, 0)) {
            least = fmin(least, loss);
            most = fmax(most, loss);
        }
    }
    snprintf(text, size, "The enclosed area is the loss: %.3g mJ in each loop", 1e3 * most);
    if (most - least > 1e-3 * most) {
        snprintf(text, size, "The enclosed area is the loss: from %.3g mJ to %.3g mJ", 1e3 * least,
                 1e3 * most);
    }
    return most > 0;
}

/* The theta of all curves; 0: each has its own. */
static double common_theta(const carom_contact_study *contact)
{
    double theta = NAN;
    for (const carom_contact_lane *lane = NULL; (lane = next_curve(contact, lane)) != NULL;) {
        theta = isnan(theta) || fabs(lane->theta - theta) <= 1e-9 * theta ? lane->theta : 0;
    }
    return theta;
}

static void tell_curve(carom_drawing *drawing, const carom_contact_study *contact,
                       const carom_contact_lane *lane, size_t i, int style)
{
    const carom_exact_contact *exact = carom_contact_exact_of(contact, lane);
    double e = restitution_of(lane);
    carom_drawing_text_at(drawing, "NAME", i, lane->says);
    carom_drawing_text_at(drawing, "LABEL", i, label_of(contact, lane).text);
    carom_drawing_text_at(drawing, "SOLVER", i, lane->name);
    carom_drawing_count_at(drawing, "STYLE", i, (size_t)style);
    carom_drawing_number_at(drawing, "E", i, e);
    carom_drawing_number_at(drawing, "EXACT_E", i, exact->restitution);
    carom_drawing_number_at(drawing, "EXACT_T", i, exact->contact_s);
    carom_drawing_number_at(drawing, "EXACT_J", i, exact->impulse_Ns);
    carom_drawing_number_at(drawing, "LAG", i,
                            exact->restitution * exact->approach_mps * exact->contact_s);
    carom_drawing_number_at(drawing, "LOSS", i, exact_loss(contact, lane));
}

static void tell_curves(carom_drawing *drawing, const carom_contact_study *contact, size_t count)
{
    size_t i = 0;
    carom_drawing_count(drawing, "N", count);
    carom_drawing_array(drawing, "NAME LABEL SOLVER STYLE E EXACT_E EXACT_T EXACT_J LAG LOSS",
                        count);
    for (const carom_contact_lane *lane = NULL; (lane = next_curve(contact, lane)) != NULL;) {
        tell_curve(drawing, contact, lane, i++, carom_style_of(contact->scenario, lane->name));
    }
    carom_drawing_number(drawing, "THETA_ALL", common_theta(contact));
}

/* Overlap times sqrt(k/mu) over the approach speed: 1 of an undamped contact of two. */
static double deepest_of(const carom_contact_study *contact)
{
    double deepest = 0;
    for (const carom_contact_lane *lane = NULL; (lane = next_curve(contact, lane)) != NULL;) {
        double w = contact->lane[lane->converged].frequency_per_s;
        deepest = fmax(deepest, lane->met.max_overlap_m * w / lane->met.approach_mps);
    }
    return deepest;
}

static void draw_curves(carom_drawing *drawing, const carom_contact_study *contact)
{
    const carom_contact_lane *rigid = first_rigid(contact);
    char text[400];
    carom_drawing_number(drawing, "IMPULSE", rigid == NULL ? 0 : rigid->met.impulse_Ns);
    carom_drawing_text(drawing, "RIGID", rigid == NULL ? "" : label_of(contact, rigid).text);
    say_speeds(contact, text, sizeof text);
    carom_drawing_title(drawing, "%s", text);
    carom_drawing_figure(drawing, "force", "force");
    if (deepest_of(contact) < 10) { /* more: they are pressed together, and do not collide */
        carom_drawing_figure(drawing, "phase", "phase");
    }
    if (say_losses(contact, text, sizeof text)) {
        carom_drawing_title(drawing, "%s", text);
        carom_drawing_figure(drawing, "loop", "loop");
    }
}

/* ---- over theta ---- */

/* The order with which single errors fall, between theta 0.009 and 0.09; NaN: there are not enough.
 */
static double order_of(const carom_contact_lane *twin)
{
    double theta[CAROM_CONTACT_POINTS], median[CAROM_CONTACT_POINTS];
    size_t n = 0;
    for (size_t k = 0; k <= CAROM_CONTACT_POINTS / 2; k++) {
        if (twin->point[k].theta > 0 && isfinite(log(twin->point[k].median))) {
            theta[n] = twin->point[k].theta;
            median[n++] = twin->point[k].median;
        }
    }
    return carom_power_of(theta, median, n).value;
}

static bool has_orders(const carom_contact_lane *lane)
{
    return lane->twin && !isnan(order_of(lane));
}

/* "1.0 (euler), 2.0 (heun, verlet)" */
static void say_orders(const carom_contact_study *contact, char *text, size_t size)
{
    char order[20], other[20];
    for (size_t i = 0; i < contact->lanes; i++) {
        bool told = false;
        snprintf(order, sizeof order, "%.1f", order_of(&contact->lane[i]));
        for (size_t k = 0; k < contact->lanes && has_orders(&contact->lane[i]); k++) {
            snprintf(other, sizeof other, "%.1f", order_of(&contact->lane[k]));
            if (!has_orders(&contact->lane[k]) || strcmp(order, other) != 0) {
                continue;
            }
            if (k < i) {
                break; /* has been told */
            }
            if (!told) {
                carom_text_append(text, size, "%s %s (", strchr(text, '(') != NULL ? "," : "",
                                  order);
            }
            carom_text_append(text, size, "%s%s", told ? ", " : "",
                              label_of(contact, &contact->lane[k]).text);
            told = true;
        }
        carom_text_append(text, size, "%s", told ? ")" : "");
    }
}

static void draw_orders(carom_drawing *drawing, const carom_contact_study *contact)
{
    char text[600] = "The restitution errs with order";
    size_t count = 0, i = 0;
    for (size_t k = 0; k < contact->lanes; k++) {
        count += has_orders(&contact->lane[k]);
    }
    if (count == 0) {
        return;
    }
    carom_drawing_count(drawing, "N", count);
    carom_drawing_array(drawing, "NAME LABEL STYLE", count);
    for (size_t k = 0; k < contact->lanes; k++) {
        const carom_contact_lane *twin = &contact->lane[k];
        if (has_orders(twin)) {
            carom_drawing_text_at(drawing, "NAME", i, twin->name);
            carom_drawing_text_at(drawing, "LABEL", i, label_of(contact, twin).text);
            carom_drawing_count_at(drawing, "STYLE", i++,
                                   (size_t)carom_style_of(contact->scenario, twin->name));
        }
    }
    say_orders(contact, text, sizeof text);
    carom_drawing_title(drawing, "%s", text);
    carom_drawing_figure(drawing, "restitution-theta", "thetas");
}

/* ---- n and t ---- */

/* Whose two bodies are drawn: the first rigid one's, else the first that is seen. */
static const carom_contact_lane *lane_of_axes(const carom_contact_study *contact)
{
    const carom_contact_lane *found = first_rigid(contact);
    for (size_t i = 0; i < contact->lanes && found == NULL; i++) {
        found = is_seen(&contact->lane[i]) ? &contact->lane[i] : NULL;
    }
    return found;
}

/* One of the two, k = 0 or 1, before or after. */
static void tell_body(carom_drawing *drawing, const carom_contact_body *body, size_t k, bool after)
{
    size_t i = 2 * (size_t)after + k;
    double v2 = body->v_n_mps * body->v_n_mps + body->v_t_mps * body->v_t_mps;
    carom_drawing_number_at(drawing, "VN", i, body->v_n_mps);
    carom_drawing_number_at(drawing, "VT", i, body->v_t_mps);
    carom_drawing_number_at(drawing, "PN", i, body->mass_kg * body->v_n_mps);
    carom_drawing_number_at(drawing, "KE", i, 0.5 * body->mass_kg * v2);
    if (!after) {
        carom_drawing_text_at(drawing, "BODY", k, body->ball);
        carom_drawing_number_at(drawing, "RADIUS_", k, body->radius_m);
        carom_drawing_count_at(drawing, "MOVES", k, (size_t)(isnan(body->mass_kg) == 0));
        carom_drawing_number(drawing, "NX", body->normal.x);
        carom_drawing_number(drawing, "NY", body->normal.y);
    }
}

/* @return the largest change along n, and along t, of the speed of either, m/s */
static carom_vec tell_bodies(carom_drawing *drawing, const carom_contact_study *contact,
                             const carom_contact_lane *lane)
{
    carom_vec change = {0, 0};
    carom_drawing_array(drawing, "BODY RADIUS_ MOVES", 2);
    carom_drawing_array(drawing, "VN VT PN KE", 4);
    for (int b = 0; b < 2; b++) {
        carom_contact_body before, after;
        if (carom_contact_body_of(contact, lane, false, b, &before) &&
            carom_contact_body_of(contact, lane, true, b, &after)) {
            tell_body(drawing, &before, (size_t)b, false);
            tell_body(drawing, &after, (size_t)b, true);
            change.x = fmax(change.x, fabs(after.v_n_mps - before.v_n_mps));
            change.y = fmax(change.y, fabs(after.v_t_mps - before.v_t_mps));
        }
    }
    return change;
}

static void draw_axes(carom_drawing *drawing, const carom_contact_study *contact)
{
    const carom_contact_lane *lane = lane_of_axes(contact);
    carom_vec change;
    if (lane == NULL) {
        return;
    }
    change = tell_bodies(drawing, contact, lane);
    carom_drawing_number(drawing, "FRICTION", lane->met.impulse_t_Ns / lane->met.impulse_Ns);
    if (lane->met.impulse_t_Ns != 0) {
        carom_drawing_title(drawing, "%.4g N s along n and %.3g N s along t, from %s to %s",
                            lane->met.impulse_Ns, lane->met.impulse_t_Ns, contact->a, contact->b);
    } else if (change.y <= 1e-12 * change.x) {
        carom_drawing_title(drawing, "%.4g N s along n, from %s to %s; along t nothing changes",
                            lane->met.impulse_Ns, contact->a, contact->b);
    } else {
        carom_drawing_title(drawing,
                            "%.4g N s along n, from %s to %s; along t velocities change by %.2g "
                            "m/s",
                            lane->met.impulse_Ns, contact->a, contact->b, change.y);
    }
    carom_drawing_figure(drawing, "axes", "axes");
}

/* ---- rub figures ---- */

/* Figures of a contact along the tangent: friction over time and over the way of slip. */

/* What is told of a curve of springs that rub; of several the least and the most sliding. */
typedef struct {
    carom_contact_rub least, most;
    size_t count;
    double most_loss_J, least_loss_J;
} rubbing;

static rubbing find_rubbing(const carom_contact_study *contact)
{
    rubbing found = {.count = 0, .most_loss_J = 0, .least_loss_J = INFINITY};
    carom_contact_rub rub;
    for (const carom_contact_lane *lane = NULL; (lane = next_curve(contact, lane)) != NULL;) {
        if (carom_contact_rub_of(contact, lane, &rub)) {
            bool first = found.count++ == 0;
            found.least = first || rub.slid_part < found.least.slid_part ? rub : found.least;
            found.most = first || rub.slid_part > found.most.slid_part ? rub : found.most;
            found.least_loss_J = fmin(found.least_loss_J, rub.loss_J);
            found.most_loss_J = fmax(found.most_loss_J, rub.loss_J);
        }
    }
    return found;
}

/* Of every curve, in their order; and of the first rigid solver. */
static void tell_rubs(carom_drawing *drawing, const carom_contact_study *contact, size_t count)
{
    carom_contact_rub rub;
    const carom_contact_lane *rigid = first_rigid(contact);
    bool rubbed = rigid != NULL && carom_contact_rub_of(contact, rigid, &rub);
    size_t n = 0;
    carom_drawing_count(drawing, "RUBBED", rubbed);
    carom_drawing_number(drawing, "IMPULSE_T", rubbed ? rub.impulse_t_Ns : 0);
    carom_drawing_count(drawing, "RIGID_SLIDES", rubbed && rub.sliding);
    carom_drawing_array(drawing, "SLID LOSS_T", count);
    for (const carom_contact_lane *lane = NULL; (lane = next_curve(contact, lane)) != NULL;) {
        if (carom_contact_rub_of(contact, lane, &rub)) {
            carom_drawing_number_at(drawing, "SLID", n, rub.slid_part);
            carom_drawing_number_at(drawing, "LOSS_T", n++, rub.loss_J);
        }
    }
}

/* How much of the contact the surfaces slide, beside what an impulse does. */
static void title_friction(carom_drawing *drawing, const rubbing *found)
{
    static const double same = 5e-3;
    double least = found->least.slid_part, most = found->most.slid_part;
    bool sticks = most<same, slides = least> 1 - same, rigid = found->most.rigid_slides;
    const char *impulse = rigid ? "slides" : "sticks";
    if (sticks || slides) {
        carom_drawing_title(drawing, "The surfaces %s all along, %s an impulse %s",
                            sticks ? "stick" : "slide", slides == rigid ? "as" : "where", impulse);
    } else if (most - least > same) {
        carom_drawing_title(drawing,
                            "The surfaces slide for %.2g %% (%s) to %.2g %% (%s) of the contact, "
                            "where an impulse %s",
                            100 * least, found->least.lane->name, 100 * most,
                            found->most.lane->name, impulse);
    } else {
        carom_drawing_title(drawing,
                            "The surfaces slide for %.2g %% of the contact, where an "
                            "impulse %s",
                            100 * most, impulse);
    }
}

static void title_slip(carom_drawing *drawing, const rubbing *found)
{
    static const double nothing = 1e-4; /* of the most */
    double least = 1e3 * found->least_loss_J, most = 1e3 * found->most_loss_J;
    least = fabs(least) < nothing * most ? 0 : least;
    if (most - least > 1e-3 * fabs(most)) {
        carom_drawing_title(drawing,
                            "Friction takes the area under the curve: from %.3g mJ to %.3g mJ",
                            least, most);
    } else {
        carom_drawing_title(drawing, "Friction takes the area under the curve: %.3g mJ", most);
    }
}

static void draw_rub(const carom_contact_study *contact, size_t curves, carom_drawing *drawing)
{
    rubbing found = find_rubbing(contact);
    if (found.count != curves || !(fabs(found.most.impulse_t_Ns) > 0)) {
        return;
    }
    tell_rubs(drawing, contact, curves);
    title_friction(drawing, &found);
    carom_drawing_figure(drawing, "friction", "friction");
    title_slip(drawing, &found);
    carom_drawing_figure(drawing, "slip", "slip");
}

static void contact_draw(const void *object, carom_drawing *drawing)
{
    const carom_contact_study *contact = object;
    size_t curves = count_curves(contact);
    if (curves > 0) {
        tell_curves(drawing, contact, curves);
        draw_curves(drawing, contact);
        draw_rub(contact, curves, drawing);
    }
    draw_orders(drawing, contact);
    draw_axes(drawing, contact);
}

/* ---- printing ---- */

/* One byte more than is seen where there is a theta. */
static void print_label(FILE *stream, const char *text)
{
    fprintf(stream, "%-26s%s", text, strstr(text, "θ") != NULL ? " " : "");
}

static void print_numbers(FILE *stream, size_t count, const double *value)
{
    for (size_t i = 0; i < count; i++) {
        if (isnan(value[i])) {
            fprintf(stream, " %12s", "-");
        } else {
            fprintf(stream, " %12.6g", value[i] + 0.0);
        }
    }
    fputc('\n', stream);
}

static void print_exact(FILE *stream, const carom_contact_study *contact,
                        const carom_exact_contact *exact)
{
    char text[80];
    snprintf(text, sizeof text, "  %s", carom_contact_say_exact(exact));
    print_label(stream, text);
    print_numbers(
        stream, 7,
        (const double[]){exact->contact_s, exact->overlap_m, exact->force_N, exact->impulse_Ns,
                         exact->restitution, exact->restitution - contact->asked,
                         carom_contact_loss(contact, exact->approach_mps, exact->restitution)});
}

static void print_lane(FILE *stream, const carom_contact_study *contact,
                       const carom_contact_lane *lane)
{
    const carom_exact_contact *exact = carom_contact_exact_of(contact, lane);
    const carom_collision *met = &lane->met;
    double e = restitution_of(lane);
    print_label(stream, lane->says);
    if (lane->why[0] != '\0') {
        fprintf(stream, " %s\n", lane->why);
        return;
    }
    print_numbers(stream, 7,
                  (const double[]){met->contact_s, met->max_overlap_m, lane->force_N,
                                   met->impulse_Ns, e, e - contact->asked,
                                   carom_contact_loss(contact, met->approach_mps, e)});
    if (exact != NULL) {
        print_exact(stream, contact, exact);
    }
}

static double kinetic_energy(const carom_contact_body *body)
{
    double v = hypot(body->v_n_mps, body->v_t_mps);
    return 0.5 * body->mass_kg * v * v;
}

static void print_body(FILE *stream, const carom_contact_body *before,
                       const carom_contact_body *after, bool first)
{
    print_label(stream, first ? before->says : "");
    fprintf(stream, " %-12.12s", before->ball);
    print_numbers(stream, 8,
                  (const double[]){before->v_n_mps, after->v_n_mps, before->v_t_mps, after->v_t_mps,
                                   before->mass_kg * before->v_n_mps,
                                   after->mass_kg * after->v_n_mps, kinetic_energy(before),
                                   kinetic_energy(after)});
}

static void print_bodies(FILE *stream, const carom_contact_study *contact)
{
    fprintf(stream, "\n%-26s %-12s %25s %25s %25s %25s\n", "", "before, after", "v_n (m/s)",
            "v_t (m/s)", "p_n (kg m/s)", "kinetic (J)");
    for (size_t i = 0; i < contact->lanes; i++) {
        for (int b = 0; b < 2 && !contact->lane[i].twin; b++) {
            carom_contact_body before, after;
            if (carom_contact_body_of(contact, &contact->lane[i], false, b, &before) &&
                carom_contact_body_of(contact, &contact->lane[i], true, b, &after)) {
                print_body(stream, &before, &after, b == 0);
            }
        }
    }
}

static void print_rub(FILE *stream, const carom_contact_rub *rub)
{
    static const double rounding = 1e-14;
    bool none = fabs(rub->restitution) < rounding;
    print_label(stream, rub->lane->twin ? "  converged" : rub->lane->says);
    print_numbers(stream, 7,
                  (const double[]){rub->slip_before_mps, none ? 0 : rub->slip_after_mps,
                                   none ? 0 : rub->restitution, 100 * rub->slid_part,
                                   rub->impulse_t_Ns, rub->limit_part, rub->loss_J});
}

/* Along the tangent, where surfaces rub: every solver, and what an impulse would do. */
static void print_rubs(FILE *stream, const carom_contact_study *contact)
{
    carom_contact_rub rub, any = {.lane = NULL};
    for (size_t i = 0; i < contact->lanes; i++) {
        if (!carom_contact_rub_of(contact, &contact->lane[i], &rub)) {
            continue;
        }
        if (any.lane == NULL) {
            fprintf(stream, "\n%-26s %12s %12s %12s %12s %12s %12s %12s\n", "along t", "g_t (m/s)",
                    "g_t' (m/s)", "-g_t'/g_t", "slid (%)", "J_t (Ns)", "J_t/(mu J_n)", "loss (J)");
            any = rub;
        }
        print_rub(stream, &rub);
    }
    if (any.lane != NULL) {
        fprintf(stream,
                "g_t/g_n = %.6g, mu = %.6g, beta = %.6g: an impulse %s (it sticks up to %.6g) and "
                "leaves g_t' = %.6g m/s\n",
                any.slip_before_mps / any.approach_mps, any.friction, any.asked,
                any.rigid_slides ? "slides" : "sticks", any.rigid_limit, any.rigid_slip_mps + 0.0);
    }
}

static carom_status contact_print(const void *object, FILE *stream, FILE *complaints)
{
    const carom_contact_study *contact = object;
    const carom_collision *met = &contact->met;
    (void)complaints;
    fprintf(stream, "%s and %s at t = %.6g s, by %s; n = (%.6g, %.6g)\n\n", contact->a, contact->b,
            met->t_s, contact->scenario->reference, met->normal.x + 0.0, met->normal.y + 0.0);
    print_label(stream, "");
    fprintf(stream, " %12s %12s %12s %12s %12s %12s %12s\n", "T (s)", "deepest (m)", "force (N)",
            "impulse (Ns)", "e", "e - asked", "loss (J)");
    for (size_t i = 0; i < contact->lanes; i++) {
        if (!contact->lane[i].twin) {
            print_lane(stream, contact, &contact->lane[i]);
        }
    }
    print_bodies(stream, contact);
    print_rubs(stream, contact);
    return CAROM_OK;
}

#define AT(member) offsetof(carom_contact_study, member)
static const carom_param rows[] = {
    {COUNT("contact", AT(number), "1", 1, CAROM_COUNT_MAX,
           "which, in the order of the reference's collisions; with pair: which of that pair's")},
    {TEXT("pair", AT(pair), "", sizeof((carom_contact_study *)0)->pair,
          "A,B: two balls, or a ball and a wall, by their names; else all count")},
    {TEXT("theta", AT(theta), "", sizeof((carom_contact_study *)0)->theta,
          "steps of the penalty solvers, h sqrt(k/mu), commas between; else the scenario's")},
    {.key = NULL}};

static const carom_taken_option options[] = {CAROM_STUDY_OPTIONS,  {"contact", NULL},
                                             {"pair", NULL},       {"theta", NULL},
                                             CAROM_FIGURE_OPTIONS, {NULL, NULL}};

const carom_study_kind carom_study_contact = {
    .about = {.name = "contact",
              .summary = "one contact from inside: every solver beside the exact solution",
              .params = rows,
              .options_size = sizeof(carom_contact_study)},
    .text =
        "Follows one contact of the scenario, the first unless asked otherwise, through every\n"
        "solver: how long it lasts, how deep and how hard it gets, what restitution and loss\n"
        "come out, each beside the exact solution of the same springs. That is in closed form\n"
        "for Hooke's springs, dashpots and both ends of a contact included, and converged for\n"
        "other laws; where the contact turns, or others touch too, it is the scenario's own\n"
        "run with converged springs. With --theta penalty solvers run at these steps, so\n"
        "that single steps can be seen. The two bodies are told along n, from the first to the\n"
        "second, and t, n turned by +90 degrees, before and after. For two balls the error of the\n"
        "restitution is told over a range of thetas too, over all phases of the step at touch.\n"
        "Where surfaces rub, the contact is told along t: what becomes of the slip g_t, for how\n"
        "much of it they slide, the impulse and the loss, and what an impulse does.\n"
        "Figures: axes (n and t), and of springs force (over time), phase (overlap and its rate),\n"
        "loop (force over overlap, where something is lost), restitution-theta; where surfaces\n"
        "rub, friction (over time, beside Coulomb's limit, stick and slip marked) and slip (the\n"
        "same over the way that they slip).\n",
    .notes = "Try:\n"
             "  carom contact 01-head-on --theta 0.25\n"
             "  carom contact 07-restitution\n"
             "  carom contact 02-oblique-unequal --pair light,heavy\n",
    .options = options,
    .counts = "runs",
    .run = carom_contact_run,
    .print = contact_print,
    .release = carom_contact_free,
    .tables = carom_contact_tables,
    .draw = contact_draw};
