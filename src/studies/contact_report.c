/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures, printed tables and help of carom contact. If --theta lists several values, the figures
 * show the largest, whose single steps are visible. */
#include "carom_studies.h"
#include "studies/contact.h"

/* ---- runs that have a curve ---- */

static bool has_samples(const carom_contact_solver *run)
{
    return !run->is_converged && run->failure[0] == '\0' && run->samples.count > 1;
}

/* Whether a run has a curve: springs at their largest theta. */
static bool is_curve(const carom_contact_study *contact, const carom_contact_solver *run)
{
    bool curve = has_samples(run) && run->soft && carom_contact_exact_of(contact, run) != NULL;
    for (size_t i = 0; i < contact->runs; i++) {
        const carom_contact_solver *other = &contact->run[i];
        curve = curve && !(has_samples(other) && other->converged_index == run->converged_index &&
                           other->soft && other->theta > run->theta);
    }
    return curve;
}

/* Return the next run with a curve after @p run, or NULL for the first one; NULL at the end. */
static const carom_contact_solver *next_curve(const carom_contact_study *contact,
                                              const carom_contact_solver *run)
{
    for (run = run == NULL ? contact->run : run + 1; run < contact->run + contact->runs; run++) {
        if (is_curve(contact, run)) {
            return run;
        }
    }
    return NULL;
}

static size_t count_curves(const carom_contact_study *contact)
{
    size_t count = 0;
    for (const carom_contact_solver *run = NULL; (run = next_curve(contact, run)) != NULL;) {
        count++;
    }
    return count;
}

static const carom_contact_solver *first_rigid(const carom_contact_study *contact)
{
    for (size_t i = 0; i < contact->runs; i++) {
        if (has_samples(&contact->run[i]) && !contact->run[i].soft) {
            return &contact->run[i];
        }
    }
    return NULL;
}

static double restitution_of(const carom_contact_solver *run)
{
    return run->collision.separation_mps / run->collision.approach_mps;
}

/* ---- numbers of the curves ---- */

/* Label of a solver in figures, without its time step if --theta is given. */
static carom_label label_of(const carom_contact_study *contact, const carom_contact_solver *run)
{
    const carom_scenario_solver *solver = carom_scenario_find_solver(contact->scenario, run->name);
    carom_label of = {""};
    if (isnan(run->specified_theta) && !run->is_converged) {
        carom_solver_label(contact->scenario, run->name, of.text, sizeof of.text);
    } else if (solver->label[0] != '\0') {
        snprintf(of.text, sizeof of.text, "%s", solver->label);
    } else {
        carom_solver_capitalize(solver->name, of.text, sizeof of.text);
    }
    return of;
}

/* Energy loss of the force law: the enclosed area. If other bodies touch, the two bodies lose or
 * gain more. */
static double exact_loss(const carom_contact_study *contact, const carom_contact_solver *run)
{
    return carom_contact_exact_of(contact, run)->dissipated_J;
}

/* Whether a curve encloses an area. */
static bool has_loss(const carom_contact_study *contact)
{
    static const double nothing = 1e-4; /* relative to the largest possible loss */
    bool found = false;
    for (const carom_contact_solver *run = NULL; (run = next_curve(contact, run)) != NULL;) {
        found = found || exact_loss(contact, run) >
                             nothing * carom_contact_loss(contact, run->collision.approach_mps, 0);
    }
    return found;
}

/* Return the theta of all curves; 0 if they differ. */
static double common_theta(const carom_contact_study *contact)
{
    double theta = NAN;
    for (const carom_contact_solver *run = NULL; (run = next_curve(contact, run)) != NULL;) {
        theta = isnan(theta) || fabs(run->theta - theta) <= 1e-9 * theta ? run->theta : 0;
    }
    return theta;
}

static void define_curve(carom_drawing *drawing, const carom_contact_study *contact,
                         const carom_contact_solver *run, size_t i)
{
    const carom_exact_contact *exact = carom_contact_exact_of(contact, run);
    carom_drawing_text_at(drawing, "NAME", i, run->label);
    carom_drawing_text_at(drawing, "LABEL", i, label_of(contact, run).text);
    carom_drawing_text_at(drawing, "SOLVER", i, run->name);
    carom_drawing_count_at(drawing, "STYLE", i,
                           (size_t)carom_solver_line_style(contact->scenario, run->name));
    carom_drawing_number_at(drawing, "E", i, restitution_of(run));
    carom_drawing_number_at(drawing, "EXACT_T", i, exact->contact_s);
    carom_drawing_number_at(drawing, "EXACT_J", i, exact->impulse_Ns);
    carom_drawing_number_at(drawing, "LAG", i,
                            exact->restitution * exact->approach_mps * exact->contact_s);
    carom_drawing_number_at(drawing, "LOSS", i, exact_loss(contact, run));
}

static void define_curves(carom_drawing *drawing, const carom_contact_study *contact, size_t count)
{
    size_t i = 0;
    carom_drawing_count(drawing, "N", count);
    carom_drawing_array(drawing, "NAME LABEL SOLVER STYLE E EXACT_T EXACT_J LAG LOSS", count);
    for (const carom_contact_solver *run = NULL; (run = next_curve(contact, run)) != NULL;) {
        define_curve(drawing, contact, run, i++);
    }
    carom_drawing_number(drawing, "THETA_ALL", common_theta(contact));
}

/* Largest overlap times w0 over approach speed: 1 for an undamped contact of two bodies. */
static double deepest_of(const carom_contact_study *contact)
{
    double deepest = 0;
    for (const carom_contact_solver *run = NULL; (run = next_curve(contact, run)) != NULL;) {
        double w = contact->run[run->converged_index].frequency_per_s;
        deepest = fmax(deepest, run->collision.max_overlap_m * w / run->collision.approach_mps);
    }
    return deepest;
}

/* Define the friction of the curves.
 *  @return false if a curve has none */
static bool define_friction(carom_drawing *drawing, const carom_contact_study *contact,
                            size_t count)
{
    carom_frictional_contact friction;
    const carom_contact_solver *rigid = first_rigid(contact);
    size_t n = 0;
    bool frictional = false;
    for (const carom_contact_solver *run = NULL; (run = next_curve(contact, run)) != NULL;) {
        if (carom_frictional_contact_of(contact, run, &friction)) {
            frictional = frictional || friction.impulse_t_Ns != 0;
            n++;
        }
    }
    if (n != count || !frictional) {
        return false;
    }
    carom_drawing_array(drawing, "SLID", count);
    n = 0;
    for (const carom_contact_solver *run = NULL; (run = next_curve(contact, run)) != NULL;) {
        (void)carom_frictional_contact_of(contact, run, &friction);
        carom_drawing_number_at(drawing, "SLID", n++, friction.slid_part);
    }
    frictional = rigid != NULL && carom_frictional_contact_of(contact, rigid, &friction);
    carom_drawing_count(drawing, "RUBBED", frictional);
    carom_drawing_number(drawing, "IMPULSE_T", frictional ? friction.impulse_t_Ns : 0);
    carom_drawing_count(drawing, "RIGID_SLIDES", frictional && friction.sliding);
    return true;
}

static void draw_curves(carom_drawing *drawing, const carom_contact_study *contact, size_t count)
{
    const carom_contact_solver *rigid = first_rigid(contact);
    carom_drawing_number(drawing, "IMPULSE", rigid == NULL ? 0 : rigid->collision.impulse_Ns);
    carom_drawing_text(drawing, "RIGID", rigid == NULL ? "" : label_of(contact, rigid).text);
    if (define_friction(drawing, contact, count)) {
        carom_drawing_subject(drawing, "Friction in the contact of %s and %s over time", contact->a,
                              contact->b);
        carom_drawing_figure(drawing, "force", "friction");
    } else {
        carom_drawing_subject(drawing, "Force in the contact of %s and %s over time", contact->a,
                              contact->b);
        carom_drawing_figure(drawing, "force", "force");
    }
    if (has_loss(contact)) {
        carom_drawing_subject(drawing, "Force in the contact of %s and %s over the overlap",
                              contact->a, contact->b);
        carom_drawing_figure(drawing, "phase", "loop");
    } else if (deepest_of(contact) < 10) { /* deeper: outside forces press the bodies together */
        carom_drawing_subject(drawing, "Contact of %s and %s: overlap over separation speed",
                              contact->a, contact->b);
        carom_drawing_figure(drawing, "phase", "phase");
    }
}

/* ---- n and t ---- */

/* Return the run whose bodies are drawn: the first rigid one, else the first with samples. */
static const carom_contact_solver *run_of_axes(const carom_contact_study *contact)
{
    const carom_contact_solver *found = first_rigid(contact);
    for (size_t i = 0; i < contact->runs && found == NULL; i++) {
        found = has_samples(&contact->run[i]) ? &contact->run[i] : NULL;
    }
    return found;
}

static void define_body(carom_drawing *drawing, const carom_contact_body *body, size_t k,
                        bool after)
{
    size_t i = 2 * (size_t)after + k;
    carom_drawing_number_at(drawing, "VN", i, body->v_n_mps);
    carom_drawing_number_at(drawing, "VT", i, body->v_t_mps);
    carom_drawing_number_at(drawing, "PN", i, body->mass_kg * body->v_n_mps);
    carom_drawing_number_at(drawing, "KE", i, body->kinetic_J);
    if (!after) {
        carom_drawing_text_at(drawing, "BODY", k, body->ball);
        carom_drawing_number_at(drawing, "RADIUS_", k, body->radius_m);
        carom_drawing_count_at(drawing, "MOVES", k, (size_t)(isnan(body->mass_kg) == 0));
        carom_drawing_number(drawing, "NX", body->normal.x);
        carom_drawing_number(drawing, "NY", body->normal.y);
    }
}

static void define_bodies(carom_drawing *drawing, const carom_contact_study *contact,
                          const carom_contact_solver *run)
{
    carom_drawing_array(drawing, "BODY RADIUS_ MOVES", 2);
    carom_drawing_array(drawing, "VN VT PN KE", 4);
    for (int b = 0; b < 2; b++) {
        carom_contact_body before, after;
        if (carom_contact_body_of(contact, run, false, b, &before) &&
            carom_contact_body_of(contact, run, true, b, &after)) {
            define_body(drawing, &before, (size_t)b, false);
            define_body(drawing, &after, (size_t)b, true);
        }
    }
}

static void draw_axes(carom_drawing *drawing, const carom_contact_study *contact)
{
    const carom_contact_solver *run = run_of_axes(contact);
    if (run == NULL) {
        return;
    }
    define_bodies(drawing, contact, run);
    carom_drawing_number(drawing, "FRICTION",
                         run->collision.impulse_t_Ns / run->collision.impulse_Ns);
    carom_drawing_subject(drawing, "%s and %s before and after their contact, along n and t",
                          contact->a, contact->b);
    carom_drawing_figure(drawing, "axes", "axes");
}

static void contact_draw(const void *object, carom_drawing *drawing)
{
    const carom_contact_study *contact = object;
    size_t curves = count_curves(contact);
    if (curves > 0) {
        define_curves(drawing, contact, curves);
        draw_curves(drawing, contact, curves);
    }
    draw_axes(drawing, contact);
}

/* ---- printing ---- */

/* Extra byte: the UTF-8 theta occupies two bytes but one column. */
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
    snprintf(text, sizeof text, "  %s", carom_contact_exact_source(exact));
    print_label(stream, text);
    print_numbers(
        stream, 7,
        (const double[]){exact->contact_s, exact->overlap_m, exact->force_N, exact->impulse_Ns,
                         exact->restitution, exact->restitution - contact->specified,
                         carom_contact_loss(contact, exact->approach_mps, exact->restitution)});
}

static void print_run(FILE *stream, const carom_contact_study *contact,
                      const carom_contact_solver *run)
{
    const carom_exact_contact *exact = carom_contact_exact_of(contact, run);
    const carom_collision *collision = &run->collision;
    double e = restitution_of(run);
    print_label(stream, run->label);
    if (run->failure[0] != '\0') {
        fprintf(stream, " %s\n", run->failure);
        return;
    }
    print_numbers(stream, 7,
                  (const double[]){collision->contact_s, collision->max_overlap_m, run->force_N,
                                   collision->impulse_Ns, e, e - contact->specified,
                                   carom_contact_loss(contact, collision->approach_mps, e)});
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
    print_label(stream, first ? before->label : "");
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
    for (size_t i = 0; i < contact->runs; i++) {
        for (int b = 0; b < 2 && !contact->run[i].is_converged; b++) {
            carom_contact_body before, after;
            if (carom_contact_body_of(contact, &contact->run[i], false, b, &before) &&
                carom_contact_body_of(contact, &contact->run[i], true, b, &after)) {
                print_body(stream, &before, &after, b == 0);
            }
        }
    }
}

static void print_friction(FILE *stream, const carom_frictional_contact *friction)
{
    static const double rounding = 1e-14;
    bool none = fabs(friction->restitution) < rounding;
    print_label(stream, friction->run->is_converged ? "  converged" : friction->run->label);
    print_numbers(stream, 7,
                  (const double[]){friction->slip_before_mps, none ? 0 : friction->slip_after_mps,
                                   none ? 0 : friction->restitution, 100 * friction->slid_part,
                                   friction->impulse_t_Ns, friction->limit_part, friction->loss_J});
}

static void print_all_friction(FILE *stream, const carom_contact_study *contact)
{
    carom_frictional_contact friction, any = {.run = NULL};
    for (size_t i = 0; i < contact->runs; i++) {
        if (!carom_frictional_contact_of(contact, &contact->run[i], &friction)) {
            continue;
        }
        if (any.run == NULL) {
            fprintf(stream, "\n%-26s %12s %12s %12s %12s %12s %12s %12s\n", "along t", "u_t (m/s)",
                    "u_t' (m/s)", "-u_t'/u_t", "slid (%)", "J_t (Ns)", "J_t/(mu J_n)", "loss (J)");
            any = friction;
        }
        print_friction(stream, &friction);
    }
    if (any.run != NULL) {
        fprintf(stream,
                "u_t/u_n = %.6g, mu = %.6g, beta = %.6g: in the impulse model the surfaces %s "
                "(they stick up to %.6g), u_t' = %.6g m/s\n",
                any.slip_before_mps / any.approach_mps, any.friction, any.specified,
                any.rigid_slides ? "slide" : "stick", any.rigid_limit, any.rigid_slip_mps + 0.0);
    }
}

static carom_status contact_print(const void *object, FILE *stream, FILE *complaints)
{
    const carom_contact_study *contact = object;
    const carom_collision *collision = &contact->collision;
    (void)complaints;
    fprintf(stream, "%s and %s at t = %.6g s, by %s; n = (%.6g, %.6g)\n\n", contact->a, contact->b,
            collision->t_s, contact->scenario->reference, collision->normal.x + 0.0,
            collision->normal.y + 0.0);
    print_label(stream, "");
    fprintf(stream, " %12s %12s %12s %12s %12s %12s %12s\n", "T (s)", "overlap (m)", "force (N)",
            "impulse (Ns)", "e", "e - spec.", "loss (J)");
    for (size_t i = 0; i < contact->runs; i++) {
        if (!contact->run[i].is_converged) {
            print_run(stream, contact, &contact->run[i]);
        }
    }
    print_bodies(stream, contact);
    print_all_friction(stream, contact);
    return CAROM_OK;
}

#define AT(member) offsetof(carom_contact_study, member)
static const carom_param rows[] = {
    {COUNT("contact", AT(number), "1", 1, CAROM_COUNT_MAX,
           "number of the contact in the reference run, counting only `pair` if given")},
    {TEXT("pair", AT(pair), "", sizeof((carom_contact_study *)0)->pair,
          "A,B: names of two balls, or of a ball and a wall; default: all contacts")},
    {TEXT("theta", AT(theta), "", sizeof((carom_contact_study *)0)->theta,
          "time steps h w0 of the penalty solvers, separated by commas; default: the scenario's")},
    {.key = NULL}};

static const carom_command_option options[] = {
    CAROM_STUDY_OPTIONS, {"theta", NULL}, CAROM_FIGURE_STYLE_OPTIONS, {NULL, NULL}};

const carom_study_entry carom_study_contact = {
    .about = {.name = "contact",
              .summary = "one contact in every solver, compared with the exact solution",
              .params = rows,
              .options_size = sizeof(carom_contact_study)},
    .text = STUDY_CONTACT_TEXT,
    .notes = STUDY_CONTACT_NOTES,
    .options = options,
    .run = carom_contact_run,
    .print = contact_print,
    .release = carom_contact_free,
    .tables = carom_contact_tables,
    .figures = "axes.* force.* phase.*",
    .draw = contact_draw};
