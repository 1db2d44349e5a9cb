/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom contact: one contact from inside, every solver beside the exact solution. */
#include "params/rows.h"
#include "studies/contact/contact.h"
#include "studies/studies.h"
#include <math.h>
#include <string.h>

#define AT(member) offsetof(carom_contact_study, member)
static const carom_param rows[] = {
    {COUNT("contact", AT(number), "1", 1, CAROM_COUNT_MAX,
           "which, in the order of the reference's collisions; with pair: which of that pair's")},
    {TEXT("pair", AT(pair), "", sizeof((carom_contact_study *)0)->pair,
          "A,B: two balls, or a ball and a wall, by their names; else all count")},
    {TEXT("theta", AT(theta), "", sizeof((carom_contact_study *)0)->theta,
          "steps of the penalty solvers, h sqrt(k/mu), commas between; else the scenario's")},
    {.key = NULL}};

/* ---- printing ---- */

/* One byte more than is seen where there is a theta. */
static void print_label(FILE *stream, const char *text)
{
    fprintf(stream, "%-26s%s", text, strstr(text, "θ") != NULL ? " " : "");
}

static void print_number(FILE *stream, double value)
{
    if (isnan(value)) {
        fprintf(stream, " %12s", "-");
    } else {
        fprintf(stream, " %12.6g", value + 0.0);
    }
}

static void print_exact(FILE *stream, const carom_contact_study *contact,
                        const carom_exact_contact *exact)
{
    char text[80];
    snprintf(text, sizeof text, "  %s",
             !exact->alone   ? "converged run"
             : exact->closed ? "closed form"
                             : "converged");
    print_label(stream, text);
    print_number(stream, exact->contact_s);
    print_number(stream, exact->overlap_m);
    print_number(stream, exact->force_N);
    print_number(stream, exact->impulse_Ns);
    print_number(stream, exact->restitution);
    print_number(stream, exact->restitution - contact->asked);
    print_number(stream, carom_contact_loss(contact, exact->approach_mps, exact->restitution));
    fprintf(stream, "\n");
}

static void print_lane(FILE *stream, const carom_contact_study *contact,
                       const carom_contact_lane *lane)
{
    const carom_exact_contact *exact = carom_contact_exact_of(contact, lane);
    double e = lane->met.separation_mps / lane->met.approach_mps;
    print_label(stream, lane->says);
    if (lane->why[0] != '\0') {
        fprintf(stream, " %s\n", lane->why);
        return;
    }
    print_number(stream, lane->met.contact_s);
    print_number(stream, lane->met.max_overlap_m);
    print_number(stream, lane->force_N);
    print_number(stream, lane->met.impulse_Ns);
    print_number(stream, e);
    print_number(stream, e - contact->asked);
    print_number(stream, carom_contact_loss(contact, lane->met.approach_mps, e));
    fprintf(stream, "\n");
    if (exact != NULL) {
        print_exact(stream, contact, exact);
    }
}

static void print_body(FILE *stream, const carom_contact_body *before,
                       const carom_contact_body *after, bool first)
{
    const carom_contact_body *of[] = {before, after};
    double energy[2];
    print_label(stream, first ? before->says : "");
    fprintf(stream, " %-12.12s", before->ball);
    for (int k = 0; k < 2; k++) {
        double v = hypot(of[k]->v_n_mps, of[k]->v_t_mps);
        energy[k] = 0.5 * of[k]->mass_kg * v * v;
    }
    print_number(stream, before->v_n_mps);
    print_number(stream, after->v_n_mps);
    print_number(stream, before->v_t_mps);
    print_number(stream, after->v_t_mps);
    print_number(stream, before->mass_kg * before->v_n_mps);
    print_number(stream, after->mass_kg * after->v_n_mps);
    print_number(stream, energy[0]);
    print_number(stream, energy[1]);
    fprintf(stream, "\n");
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
    print_label(stream, rub->lane->twin ? "  converged" : rub->lane->says);
    print_number(stream, rub->slip_before_mps);
    print_number(stream, fabs(rub->restitution) < rounding ? 0 : rub->slip_after_mps);
    print_number(stream, fabs(rub->restitution) < rounding ? 0 : rub->restitution);
    print_number(stream, 100 * rub->slid_part);
    print_number(stream, rub->impulse_t_Ns);
    print_number(stream, rub->limit_part);
    print_number(stream, rub->loss_J);
    fprintf(stream, "\n");
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

static carom_status contact_run(void *object, const carom_study *study, carom_error *error)
{
    return carom_contact_run(object, study, error);
}

static void contact_release(void *object)
{
    carom_contact_free(object);
}

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
    .run = contact_run,
    .print = contact_print,
    .release = contact_release,
    .tables = carom_contact_tables,
    .draw = carom_contact_draw};
