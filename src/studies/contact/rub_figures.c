/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of a contact along the tangent: friction over time and over the way of slip. */
#include "studies/contact/contact.h"
#include <math.h>

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
    for (size_t i = 0; i < contact->lanes; i++) {
        const carom_contact_lane *lane = &contact->lane[i];
        if (carom_contact_is_curve(contact, lane) && carom_contact_rub_of(contact, lane, &rub)) {
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
    static const char *const array[] = {"SLID", "LOSS_T"};
    carom_contact_rub rub;
    const carom_contact_lane *rigid = carom_contact_first_rigid(contact);
    bool rubbed = rigid != NULL && carom_contact_rub_of(contact, rigid, &rub);
    size_t n = 0;
    carom_drawing_count(drawing, "RUBBED", rubbed);
    carom_drawing_number(drawing, "IMPULSE_T", rubbed ? rub.impulse_t_Ns : 0);
    carom_drawing_count(drawing, "RIGID_SLIDES", rubbed && rub.sliding);
    for (size_t k = 0; k < sizeof array / sizeof array[0]; k++) {
        carom_drawing_array(drawing, array[k], count);
    }
    for (size_t i = 0; i < contact->lanes; i++) {
        const carom_contact_lane *lane = &contact->lane[i];
        if (carom_contact_is_curve(contact, lane) && carom_contact_rub_of(contact, lane, &rub)) {
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

void carom_contact_draw_rub(const carom_contact_study *contact, size_t curves,
                            carom_drawing *drawing)
{
    rubbing found = find_rubbing(contact);
    if (curves == 0 || found.count != curves || !(fabs(found.most.impulse_t_Ns) > 0)) {
        return;
    }
    tell_rubs(drawing, contact, curves);
    title_friction(drawing, &found);
    carom_drawing_figure(drawing, "friction", "friction");
    title_slip(drawing, &found);
    carom_drawing_figure(drawing, "slip", "slip");
}
