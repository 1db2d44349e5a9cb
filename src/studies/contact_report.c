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

static double exit_ratio(const carom_contact_study *contact, const carom_contact_solver *run)
{
    return restitution_of(run) / carom_contact_exact_of(contact, run)->restitution;
}

/* ---- titles and numbers of the curves ---- */

/* Label of a solver in figures, without its time step if --theta is given. */
static carom_label label_of(const carom_contact_study *contact, const carom_contact_solver *run)
{
    const carom_scenario_solver *solver = carom_scenario_find_solver(contact->scenario, run->name);
    carom_label of;
    if (isnan(run->specified_theta) && !run->is_converged) {
        carom_solver_label(contact->scenario, run->name, of.text, sizeof of.text);
    } else if (solver->label[0] != '\0') {
        snprintf(of.text, sizeof of.text, "%s", solver->label);
    } else {
        carom_solver_capitalize(solver->name, of.text, sizeof of.text);
    }
    return of;
}

static carom_label text_label(const carom_contact_study *contact, const carom_contact_solver *run)
{
    const carom_label own = label_of(contact, run);
    carom_label of;
    carom_label_in_text(own.text, of.text, sizeof of.text);
    return of;
}

/* "48 % too fast", "0.6 % too slow" or "at the exact speed". */
static carom_quantity_text excess(double ratio)
{
    static const double exact = 5e-5;
    carom_quantity_text of = {"at the exact speed"};
    if (fabs(ratio - 1) >= exact) {
        snprintf(of.text, sizeof of.text, "%.2g %% too %s", 100 * fabs(ratio - 1),
                 ratio < 1 ? "slow" : "fast");
    }
    return of;
}

/* The curves with the least and the largest value. */
typedef struct {
    const carom_contact_solver *least, *most;
} extremes;

static extremes extremes_of(const carom_contact_study *contact,
                            double (*of)(const carom_contact_study *, const carom_contact_solver *))
{
    extremes found = {NULL, NULL};
    for (const carom_contact_solver *run = NULL; (run = next_curve(contact, run)) != NULL;) {
        double x = of(contact, run);
        found.least = found.least == NULL || x < of(contact, found.least) ? run : found.least;
        found.most = found.most == NULL || x > of(contact, found.most) ? run : found.most;
    }
    return found;
}

static double exact_duration(const carom_contact_study *contact, const carom_contact_solver *run)
{
    return carom_contact_exact_of(contact, run)->contact_s;
}

/* "31 ns", or "31 ns to 40 ns" if they differ by more than 1 %. */
static carom_quantity_text range_text(double least, double most, const char *unit)
{
    carom_quantity_text of = {""};
    if (most - least > 0.01 * fabs(most)) {
        snprintf(of.text, sizeof of.text, "%.14s to ",
                 carom_number_with_prefix(least, 2, unit).text);
    }
    carom_text_append(of.text, sizeof of.text, "%s", carom_number_with_prefix(most, 2, unit).text);
    return of;
}

/* Title if all speeds are exact: the durations. */
static void title_durations(carom_drawing *drawing, const carom_contact_study *contact)
{
    extremes of = extremes_of(contact, exact_duration);
    carom_drawing_subject(
        drawing, "The contact lasts %s with springs, no time with impulses",
        range_text(exact_duration(contact, of.least), exact_duration(contact, of.most), "s").text);
}

/* Title: ratio of each final speed to the exact one; the extremes of more than two curves. */
static void title_speeds(carom_drawing *drawing, const carom_contact_study *contact)
{
    extremes of = extremes_of(contact, exit_ratio);
    double least = exit_ratio(contact, of.least), most = exit_ratio(contact, of.most);
    const carom_contact_solver *first = next_curve(contact, NULL),
                               *second = next_curve(contact, first);
    if (fmax(most - 1, 1 - least) < 1e-4) {
        title_durations(drawing, contact);
        return;
    }
    if (count_curves(contact) > 2) {
        first = of.least;
        second = of.most;
    }
    if (second == NULL) {
        carom_drawing_subject(drawing, "%s leaves the contact %s", text_label(contact, first).text,
                              excess(exit_ratio(contact, first)).text);
    } else {
        carom_drawing_subject(
            drawing, "%s leaves the contact %s, %s %s", text_label(contact, first).text,
            excess(exit_ratio(contact, first)).text, text_label(contact, second).text,
            excess(exit_ratio(contact, second)).text);
    }
}

/* Energy loss of the force law: the enclosed area. If other bodies touch, the two bodies lose or
 * gain more. */
static double exact_loss(const carom_contact_study *contact, const carom_contact_solver *run)
{
    return carom_contact_exact_of(contact, run)->dissipated_J;
}

/* Set the title: losses of the curves that have a loop.
 *  @return false without a loop */
static bool title_losses(carom_drawing *drawing, const carom_contact_study *contact)
{
    static const double nothing = 1e-4; /* relative to the largest possible loss */
    double least = INFINITY, most = 0;
    for (const carom_contact_solver *run = NULL; (run = next_curve(contact, run)) != NULL;) {
        double loss = exact_loss(contact, run);
        if (loss > nothing * carom_contact_loss(contact, run->collision.approach_mps, 0)) {
            least = fmin(least, loss);
            most = fmax(most, loss);
        }
    }
    if (most > 0) {
        carom_drawing_subject(drawing, "The contact dissipates %s, the enclosed area%s",
                              range_text(least, most, "J").text,
                              most - least > 0.01 * most ? "" : ", in each loop");
    }
    return most > 0;
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
    carom_drawing_number_at(drawing, "EXACT_E", i, exact->restitution);
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
    carom_drawing_array(drawing, "NAME LABEL SOLVER STYLE E EXACT_E EXACT_T EXACT_J LAG LOSS",
                        count);
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

static void draw_curves(carom_drawing *drawing, const carom_contact_study *contact)
{
    const carom_contact_solver *rigid = first_rigid(contact);
    carom_drawing_number(drawing, "IMPULSE", rigid == NULL ? 0 : rigid->collision.impulse_Ns);
    carom_drawing_text(drawing, "RIGID", rigid == NULL ? "" : label_of(contact, rigid).text);
    title_speeds(drawing, contact);
    carom_drawing_figure(drawing, "force", "force");
    if (deepest_of(contact) < 10) { /* deeper: outside forces press the bodies together */
        carom_drawing_figure(drawing, "phase", "phase");
    }
    if (title_losses(drawing, contact)) {
        carom_drawing_figure(drawing, "loop", "loop");
    }
}

/* ---- over theta ---- */

/* Order of the error of one contact (median over the offsets) for theta from 0.009 to 0.09. NaN
 * for too few points. */
static double order_of(const carom_contact_solver *converged)
{
    double theta[CAROM_CONTACT_POINTS], median[CAROM_CONTACT_POINTS];
    size_t n = 0;
    for (size_t k = 0; k <= CAROM_CONTACT_POINTS / 2; k++) {
        if (converged->point[k].theta > 0 && isfinite(log(converged->point[k].median))) {
            theta[n] = converged->point[k].theta;
            median[n++] = converged->point[k].median;
        }
    }
    return carom_fit_power(theta, median, n).value;
}

static bool has_orders(const carom_contact_solver *run)
{
    return run->is_converged && !isnan(order_of(run));
}

static void title_orders(carom_drawing *drawing, const carom_contact_study *contact)
{
    const carom_contact_solver *low = NULL, *high = NULL;
    for (size_t k = 0; k < contact->runs; k++) {
        const carom_contact_solver *run = &contact->run[k];
        if (has_orders(run)) {
            low = low == NULL || order_of(run) < order_of(low) ? run : low;
            high = high == NULL || order_of(run) > order_of(high) ? run : high;
        }
    }
    if (order_of(high) - order_of(low) < 0.1) {
        carom_drawing_subject(drawing, "The error of e falls with order %.1f in the step",
                              order_of(high));
    } else {
        carom_drawing_subject(drawing, "The error of e falls with order %.1f in %s, %.1f in %s",
                              order_of(high), text_label(contact, high).text, order_of(low),
                              text_label(contact, low).text);
    }
}

static void draw_orders(carom_drawing *drawing, const carom_contact_study *contact)
{
    size_t count = 0, i = 0;
    for (size_t k = 0; k < contact->runs; k++) {
        count += has_orders(&contact->run[k]);
    }
    if (count == 0) {
        return;
    }
    carom_drawing_count(drawing, "N", count);
    carom_drawing_array(drawing, "NAME LABEL SAYS STYLE", count);
    for (size_t k = 0; k < contact->runs; k++) {
        const carom_contact_solver *run = &contact->run[k];
        char text[CAROM_SOLVER_LABEL_SIZE + CAROM_NAME_SIZE + 20];
        if (has_orders(run)) {
            snprintf(text, sizeof text, "%s: order %.1f", label_of(contact, run).text,
                     order_of(run));
            carom_drawing_text_at(drawing, "NAME", i, run->name);
            carom_drawing_text_at(drawing, "LABEL", i, label_of(contact, run).text);
            carom_drawing_text_at(drawing, "SAYS", i, text);
            carom_drawing_count_at(drawing, "STYLE", i++,
                                   (size_t)carom_solver_line_style(contact->scenario, run->name));
        }
    }
    title_orders(drawing, contact);
    carom_drawing_figure(drawing, "restitution-theta", "thetas");
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

/* Define both bodies.
 *  @return the largest change of velocity along n and along t (m/s) */
static carom_vec define_bodies(carom_drawing *drawing, const carom_contact_study *contact,
                               const carom_contact_solver *run)
{
    carom_vec change = {0, 0};
    carom_drawing_array(drawing, "BODY RADIUS_ MOVES", 2);
    carom_drawing_array(drawing, "VN VT PN KE", 4);
    for (int b = 0; b < 2; b++) {
        carom_contact_body before, after;
        if (carom_contact_body_of(contact, run, false, b, &before) &&
            carom_contact_body_of(contact, run, true, b, &after)) {
            define_body(drawing, &before, (size_t)b, false);
            define_body(drawing, &after, (size_t)b, true);
            change.x = fmax(change.x, fabs(after.v_n_mps - before.v_n_mps));
            change.y = fmax(change.y, fabs(after.v_t_mps - before.v_t_mps));
        }
    }
    return change;
}

static void draw_axes(carom_drawing *drawing, const carom_contact_study *contact)
{
    const carom_contact_solver *run = run_of_axes(contact);
    if (run == NULL) {
        return;
    }
    carom_vec change = define_bodies(drawing, contact, run);
    carom_drawing_number(drawing, "FRICTION",
                         run->collision.impulse_t_Ns / run->collision.impulse_Ns);
    if (run->collision.impulse_t_Ns != 0) {
        carom_drawing_subject(
            drawing, "The impulse from %s to %s is %.2g N s along n and %.2g N s along t",
            contact->a, contact->b, run->collision.impulse_Ns, run->collision.impulse_t_Ns);
    } else if (change.y <= 1e-12 * change.x) {
        carom_drawing_subject(drawing,
                              "The impulse from %s to %s is %.2g N s along n, none along t",
                              contact->a, contact->b, run->collision.impulse_Ns);
    } else {
        carom_drawing_subject(
            drawing,
            "The impulse from %s to %s is %.2g N s along n; velocities along t change by %.2g "
            "m/s",
            contact->a, contact->b, run->collision.impulse_Ns, change.y);
    }
    carom_drawing_figure(drawing, "axes", "axes");
}

/* ---- friction ---- */

/* Range of sliding and loss over the curves. */
typedef struct {
    carom_frictional_contact least, most;
    size_t count;
    double most_loss_J, least_loss_J;
} friction_range;

static friction_range find_friction_range(const carom_contact_study *contact)
{
    friction_range found = {.count = 0, .most_loss_J = 0, .least_loss_J = INFINITY};
    carom_frictional_contact friction;
    for (const carom_contact_solver *run = NULL; (run = next_curve(contact, run)) != NULL;) {
        if (carom_frictional_contact_of(contact, run, &friction)) {
            bool first = found.count++ == 0;
            found.least = first || friction.slid_part < found.least.slid_part ? friction
                                                                              : found.least;
            found.most = first || friction.slid_part > found.most.slid_part ? friction : found.most;
            found.least_loss_J = fmin(found.least_loss_J, friction.loss_J);
            found.most_loss_J = fmax(found.most_loss_J, friction.loss_J);
        }
    }
    return found;
}

static void define_friction(carom_drawing *drawing, const carom_contact_study *contact,
                            size_t count)
{
    carom_frictional_contact friction;
    const carom_contact_solver *rigid = first_rigid(contact);
    bool has_friction = rigid != NULL && carom_frictional_contact_of(contact, rigid, &friction);
    size_t n = 0;
    carom_drawing_count(drawing, "RUBBED", has_friction);
    carom_drawing_number(drawing, "IMPULSE_T", has_friction ? friction.impulse_t_Ns : 0);
    carom_drawing_count(drawing, "RIGID_SLIDES", has_friction && friction.sliding);
    carom_drawing_array(drawing, "SLID LOSS_T", count);
    for (const carom_contact_solver *run = NULL; (run = next_curve(contact, run)) != NULL;) {
        if (carom_frictional_contact_of(contact, run, &friction)) {
            carom_drawing_number_at(drawing, "SLID", n, friction.slid_part);
            carom_drawing_number_at(drawing, "LOSS_T", n++, friction.loss_J);
        }
    }
}

static void title_friction(carom_drawing *drawing, const carom_contact_study *contact,
                           const friction_range *found)
{
    static const double same = 5e-3;
    double least = found->least.slid_part, most = found->most.slid_part;
    bool sticks = most<same, slides = least> 1 - same, rigid = found->most.rigid_slides;
    const char *impulse = rigid ? "slides" : "sticks";
    if (sticks || slides) {
        carom_drawing_subject(drawing, "The surfaces %s during the whole contact; an impulse %s%s",
                              sticks ? "stick" : "slide", impulse, slides == rigid ? " too" : "");
    } else if (most - least > same) {
        carom_drawing_subject(drawing,
                              "The surfaces slide for %.2g %% (%s) to %.2g %% (%s) of the contact; "
                              "an impulse %s",
                              100 * least, text_label(contact, found->least.run).text, 100 * most,
                              text_label(contact, found->most.run).text, impulse);
    } else {
        carom_drawing_subject(drawing,
                              "The surfaces slide for %.2g %% of the contact; an impulse %s",
                              100 * most, impulse);
    }
}

static void title_slip(carom_drawing *drawing, const friction_range *found)
{
    static const double nothing = 1e-4; /* relative to the largest loss */
    double least = found->least_loss_J, most = found->most_loss_J;
    least = fabs(least) < nothing * most ? 0 : least;
    carom_drawing_subject(drawing, "Friction takes %s, the area under the curve",
                          range_text(least, most, "J").text);
}

static void draw_friction(const carom_contact_study *contact, size_t curves, carom_drawing *drawing)
{
    friction_range found = find_friction_range(contact);
    if (found.count != curves || !(fabs(found.most.impulse_t_Ns) > 0)) {
        return;
    }
    define_friction(drawing, contact, curves);
    title_friction(drawing, contact, &found);
    carom_drawing_figure(drawing, "friction", "friction");
    title_slip(drawing, &found);
    carom_drawing_figure(drawing, "slip", "slip");
}

static void contact_draw(const void *object, carom_drawing *drawing)
{
    const carom_contact_study *contact = object;
    size_t curves = count_curves(contact);
    if (curves > 0) {
        define_curves(drawing, contact, curves);
        draw_curves(drawing, contact);
        draw_friction(contact, curves, drawing);
    }
    draw_orders(drawing, contact);
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
           "number of the contact in the reference run, counting only --pair if given")},
    {TEXT("pair", AT(pair), "", sizeof((carom_contact_study *)0)->pair,
          "A,B: names of two balls, or of a ball and a wall; default: all contacts")},
    {TEXT("theta", AT(theta), "", sizeof((carom_contact_study *)0)->theta,
          "time steps h w0 of the penalty solvers, separated by commas; default: the scenario's")},
    {.key = NULL}};

static const carom_command_option options[] = {CAROM_STUDY_OPTIONS,  {"contact", NULL},
                                               {"pair", NULL},       {"theta", NULL},
                                               CAROM_FIGURE_OPTIONS, {NULL, NULL}};

const carom_study_entry carom_study_contact = {
    .about = {.name = "contact",
              .summary = "one contact in every solver, compared with the exact solution",
              .params = rows,
              .options_size = sizeof(carom_contact_study)},
    .text = STUDY_CONTACT_TEXT,
    .notes = STUDY_CONTACT_NOTES,
    .options = options,
    .counts = "runs",
    .run = carom_contact_run,
    .print = contact_print,
    .release = carom_contact_free,
    .tables = carom_contact_tables,
    .figures = "axes.* force.* phase.* loop.* restitution-theta.* friction.* slip.*",
    .draw = contact_draw};
