/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "studies/calibrate.h"
#include "measure/contact_probe.h"
#include <carom/integrator.h>
#include <math.h>
#include <string.h>

static const char *const end_words[] = {"force", "overlap", NULL};
static const char *const against_words[] = {"ball", "wall", NULL};

#define POSITIVE(name, dimension, otherwise, what)                                                 \
    {                                                                                              \
        .key = #name, .type = CAROM_NUMBER, .unit = dimension, .fallback = otherwise,              \
        .lowest = CAROM_POSITIVE, .highest = CAROM_ANY_HIGH, .doc = what,                          \
        .offset = offsetof(carom_calibration, name)                                                \
    }

const carom_param carom_calibration_rows[] = {
    {.key = "law",
     .type = CAROM_ENTRY,
     .fallback = "hooke",
     .seam = &carom_force_laws,
     .doc = "force of the contact",
     .offset = offsetof(carom_calibration, law)},
    {.key = "contact_end",
     .type = CAROM_WORD,
     .fallback = "force",
     .words = end_words,
     .doc = "a contact is over when its force (never pulls) or its overlap is back to zero",
     .offset = offsetof(carom_calibration, contact_end)},
    {.key = "restitution",
     .type = CAROM_NUMBER,
     .fallback = "1",
     .lowest = 0,
     .highest = 1,
     .doc = "asked for",
     .offset = offsetof(carom_calibration, restitution)},
    {.key = "against",
     .type = CAROM_WORD,
     .fallback = "ball",
     .words = against_words,
     .doc = "what the ball hits",
     .offset = offsetof(carom_calibration, against)},
    POSITIVE(mass_kg, "kg", "0.17", "of the ball"),
    POSITIVE(other_mass_kg, "kg", "0.17", "of the ball that it hits"),
    POSITIVE(radius_m, "m", "0.028575", "of the ball"),
    POSITIVE(other_radius_m, "m", "0.028575", "of the ball that it hits"),
    POSITIVE(speed_mps, "m/s", "1", "normal approach speed"),
    {.key = "tangential_mps",
     .type = CAROM_NUMBER,
     .unit = "m/s",
     .fallback = "1",
     .lowest = 0,
     .highest = CAROM_ANY_HIGH,
     .doc = "tangential speed at touch: the contact turns the balls' paths",
     .offset = offsetof(carom_calibration, tangential_mps)},
    POSITIVE(error, "", "0.001", "of the restitution, for which steps are found"),
    {.key = NULL}};

/* ---- reading ---- */

static carom_status apply(carom_calibration *c, const carom_override *override, bool entries,
                          carom_error *error)
{
    carom_place place = carom_params_find(carom_calibration_rows, c, override->key);
    if (place.row == NULL) {
        return entries
                 ? CAROM_OK
                 : carom_error_set(
                       error, CAROM_INVALID, override->key,
                       "%s: unknown key; see 'carom calibrate --help' and 'carom list force-laws'",
                       override->text);
    }
    if ((place.row->type == CAROM_ENTRY) != entries) {
        return CAROM_OK;
    }
    return carom_param_parse(place, override->value, error);
}

static void keep_first(void *context, bool is_error, const char *key, const char *text)
{
    carom_error *first = context;
    if (is_error && first->status == CAROM_OK) {
        carom_error_set(first, CAROM_INVALID, key, "%s: %s", key, text);
    }
}

/* The first stiffness row of the law, where nothing describes the contact: so that a bare command
 * shows something. */
static void default_stiffness(carom_calibration *c)
{
    const carom_param *row = c->law.entry->params;
    carom_place stiffness = {row, c->law.options};
    for (; row->key != NULL; row++) {
        if ((row == stiffness.row || row->instead_of != NULL) &&
            carom_param_is_set((carom_place){row, c->law.options})) {
            return;
        }
    }
    *carom_place_number(stiffness) = 1e6;
}

carom_status carom_calibration_init(carom_calibration *c, const carom_override *overrides,
                                    size_t count, carom_error *error)
{
    carom_error first = {CAROM_OK, "", ""};
    carom_findings findings = {keep_first, &first, NULL};
    const carom_force_law *law;
    carom_status status;
    *c = (carom_calibration){.error = 0};
    status = carom_params_default(carom_calibration_rows, c, error);
    for (size_t pass = 0; pass < 2; pass++) { /* entries first: they bring further keys */
        for (size_t i = 0; i < count && status == CAROM_OK; i++) {
            status = apply(c, &overrides[i], pass == 0, error);
        }
    }
    if (status != CAROM_OK) {
        return status;
    }
    default_stiffness(c);
    law = carom_force_law_of(c->law.entry);
    if (law->check != NULL) {
        law->check(c->law.options, &findings);
    }
    if (first.status != CAROM_OK) {
        *error = first;
    }
    return first.status;
}

void carom_calibration_free(carom_calibration *c)
{
    carom_params_free(carom_calibration_rows, c);
}

carom_status carom_calibration_contact(const carom_calibration *c, carom_contact *contact,
                                       carom_error *error)
{
    const carom_force_law *law = carom_force_law_of(c->law.entry);
    bool wall = c->against == 1;
    double mu = wall ? c->mass_kg : c->mass_kg * c->other_mass_kg / (c->mass_kg + c->other_mass_kg);
    carom_surface surface = {
        .reduced_mass_kg = mu, .stiffness_factor = 1, .end = c->contact_end, .wall = wall};
    carom_status status = law->damping(c->law.options, c->contact_end, c->restitution,
                                       &surface.damping, error);
    if (status == CAROM_OK) {
        *contact = law->contact(c->law.options, &surface);
    }
    return status;
}

/* ---- printing ---- */

static void print_row(FILE *stream, const char *label, double value, const char *unit)
{
    char number[32];
    carom_number_format_short(value, number, sizeof number);
    fprintf(stream, "  %-42s %s%s%s\n", label, number, unit[0] == '\0' ? "" : " ", unit);
}

static void print_steps(const carom_calibration *c, const carom_force_law *law,
                        const carom_contact *contact, double T, FILE *stream)
{
    fprintf(stream,
            "\nstep for a restitution within %g (rms over the phase of the step at touch)\n",
            c->error);
    fprintf(stream, "  %-18s %14s %12s %22s\n", "integrator", "step (s)", "theta",
            "evaluations/contact");
    for (const carom_entry *const *entry = carom_integrators.entries; *entry != NULL; entry++) {
        const carom_integrator *integrator = carom_integrator_of(*entry);
        double h;
        if (integrator->evaluations == 0) {
            continue; /* adaptive: it finds its own */
        }
        h = carom_contact_step(law, contact, integrator, c->speed_mps, c->error);
        if (h > 0) {
            fprintf(stream, "  %-18s %14.4g %12.4g %22.0f\n", (*entry)->name, h,
                    h * law->frequency_per_s(contact, c->speed_mps),
                    ceil(T / h) * integrator->evaluations);
        } else {
            fprintf(stream, "  %-18s %14s\n", (*entry)->name, "none down to T/1e6");
        }
    }
}

void carom_calibration_print(const carom_calibration *c, const carom_contact *contact, FILE *stream)
{
    const carom_force_law *law = carom_force_law_of(c->law.entry);
    carom_contact_outcome outcome = law->outcome(contact, c->speed_mps);
    bool wall = c->against == 1;
    double v = c->speed_mps, T = outcome.contact_s,
           reach = c->radius_m + (wall ? 0 : c->other_radius_m);
    fprintf(stream, "%s: a ball of %g kg hits %s at %g m/s\n\n", c->law.entry->summary, c->mass_kg,
            wall ? "a wall" : "a ball", v);
    print_row(stream, "restitution asked for", c->restitution, "");
    print_row(stream, "restitution of the law at this speed", outcome.restitution, "");
    print_row(stream, "contact time T", T, "s");
    print_row(stream, "deepest overlap", outcome.overlap_m, "m");
    print_row(stream, "deepest overlap over the radius", outcome.overlap_m / c->radius_m, "");
    print_row(stream, "reduced mass", contact->reduced_mass_kg, "kg");
    print_row(stream, "stiffness (of the law)", contact->stiffness, "");
    print_row(stream, "dashpot (of the law)", contact->viscosity, "");
    print_row(stream, "w0 at the deepest overlap", law->frequency_per_s(contact, v), "1/s");
    /* the gap after the contact is e v (t - T), the impulse model's e v t */
    print_row(stream, "lag of the gap behind the impulse model", outcome.restitution * v * T, "m");
    if (!wall) { /* the line of centres turns by (v_t/s) T during the contact */
        char label[80];
        snprintf(label, sizeof label, "turn of the path at %g m/s tangentially", c->tangential_mps);
        print_row(stream, label, c->tangential_mps / reach * T, "rad");
    }
    print_steps(c, law, contact, T, stream);
}
