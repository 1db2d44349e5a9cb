/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps springs to LAMMPS (docs.lammps.org, pair_style gran/hooke and fix wall/gran):
 * hooke: F = K_n delta - m_eff gamma_n v_n
 * hertz/history: F = sqrt(delta R_eff) (K_n delta - m_eff gamma_n v_n)
 * R_eff = R_i R_j/(R_i + R_j), at a wall R; m_eff is the reduced mass, v_n the velocity of
 * separation. LAMMPS has one K_n and one gamma_n for all balls; carom has a stiffness and a
 * viscosity for each pair. */
#include "export/export.h"
#include "scene/scene.h"
#include "search/search.h"

/* Relative tolerance of equal numbers that were rounded differently. */
static const double rounding = 1e-15 * 8;

static void report_unsupported(const carom_diagnostics *diagnostics, const char *key,
                               const char *text)
{
    diagnostics->report(diagnostics->context, true, key, text);
}

/* ---- unsupported features ---- */

static bool check_scope(const carom_problem *problem, const penalty_options *options,
                        const carom_diagnostics *diagnostics)
{
    const struct {
        bool is_used;
        const char *key, *text;
    } missing[] = {
        {problem->parts > 0, "table.shape", "only rectangles are exported to LAMMPS"},
        {carom_problem_has_resistance(problem), "rolling_resistance",
         "LAMMPS has no rolling resistance"},
        {carom_problem_has_drag(problem), "air_drag", "LAMMPS has no drag proportional to v^2"},
        /* pair gran and fix wall/gran: slip and torque use the radius, not the distance to the
         * contact point */
        {carom_problem_has_contact_friction(problem), "friction",
         "LAMMPS applies the tangential force at the full radius, carom at the contact point "
         "inside the overlap; expected friction 0"},
        {problem->changes > 0, "schedule", "only a constant restitution is exported to LAMMPS"},
        {problem->pairs > 0, "pairs",
         "only one spring for balls and one for walls are exported to LAMMPS"},
        {options->contacts == 1, "contacts",
         "LAMMPS does not locate contact onsets within a step; expected grid"},
        {options->flight == 1, "flight", "LAMMPS has no analytic free flight; expected step"},
        {options->phase != 0, "phase", "all steps of LAMMPS have equal length; expected 0"}};
    bool fine = true;
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        if (missing[i].is_used) {
            report_unsupported(diagnostics, missing[i].key, missing[i].text);
            fine = false;
        }
    }
    return fine;
}

/* ---- types ---- */

static bool is_of_kind(const carom_ball *a, const carom_ball *b)
{
    return a->mass_kg == b->mass_kg && a->radius_m == b->radius_m && a->fixed == b->fixed;
}

size_t carom_lammps_type(const carom_lammps *plan, const carom_ball *ball)
{
    for (size_t k = 0; k < plan->kinds; k++) {
        if (is_of_kind(plan->kind[k].ball, ball)) {
            return k + 1;
        }
    }
    return 0;
}

static bool find_kinds(carom_lammps *plan, const carom_diagnostics *diagnostics)
{
    const carom_problem *problem = plan->problem;
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        size_t type = carom_lammps_type(plan, ball);
        if (type == 0 && plan->kinds == CAROM_LAMMPS_MAX_KINDS) {
            report_unsupported(diagnostics, "balls", "more than 1000 different masses and radii");
            return false;
        }
        if (type == 0) {
            plan->kind[plan->kinds++] = (carom_lammps_kind){ball, 1};
        } else {
            plan->kind[type - 1].count++;
        }
    }
    return true;
}

/* ---- contacts ---- */

static double root_of_reduced_radius(const carom_ball *a, const carom_ball *b)
{
    return b == NULL ? sqrt(a->radius_m)
                     : sqrt(a->radius_m * b->radius_m / (a->radius_m + b->radius_m));
}

/* Computes the LAMMPS parameters for one contact; for Hertz, divided by sqrt(R_eff). */
static carom_lammps_contact contact_of(const carom_lammps *plan, const penalty_dampings *damping,
                                       const carom_ball *a, const carom_ball *b)
{
    carom_surface surface = carom_pair_surface(plan->problem, a, b);
    double root = plan->law->linear ? 1 : root_of_reduced_radius(a, b);
    carom_contact contact;
    surface.damping = b == NULL ? damping->wall.damping : damping->ball.damping;
    surface.end = plan->options->contact_end;
    contact = plan->law->contact(plan->options->law.options, &surface);
    return (carom_lammps_contact){contact.stiffness / root,
                                  contact.viscosity / (contact.reduced_mass_kg * root),
                                  contact.viscosity != 0 && contact.end == CAROM_END_FORCE, true};
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= rounding * fabs(a);
}

/*  @return false: the contact has other parameters than the previous ones */
static bool merge_contact(carom_lammps_contact *all, carom_lammps_contact one)
{
    if (!all->any) {
        *all = one;
        return true;
    }
    return is_near(all->stiffness, one.stiffness) && is_near(all->damping, one.damping);
}

/* All possible contacts must have equal parameters. */
static bool merge_contacts(carom_lammps *plan, const penalty_dampings *damping,
                           const carom_diagnostics *diagnostics)
{
    bool same = true;
    for (size_t i = 0; i < plan->kinds && same; i++) {
        const carom_ball *a = plan->kind[i].ball;
        if (plan->problem->boundary == CAROM_WALLS && !a->fixed) {
            same = merge_contact(&plan->wall, contact_of(plan, damping, a, NULL));
        }
        for (size_t k = i; k < plan->kinds && same; k++) {
            const carom_ball *b = plan->kind[k].ball;
            bool meet = (k != i || plan->kind[k].count > 1) && !(a->fixed && b->fixed);
            same = !meet || merge_contact(&plan->ball, contact_of(plan, damping, a, b));
        }
    }
    if (!same) {
        report_unsupported(
            diagnostics, "balls",
            "LAMMPS has one K_n and one gamma_n, but these balls need several; use equal masses "
            "and radii, or springs of one stiffness_N_per_m without dashpots");
    } else if (plan->ball.damping < 0 || plan->wall.damping < 0) {
        report_unsupported(diagnostics, "restitution", "LAMMPS has no contacts that gain energy");
        same = false;
    }
    return same;
}

/* In LAMMPS, the dashpot of a Hertz contact has another exponent. Laws of plug-ins have no
 * equivalent. */
static bool check_law(const carom_lammps *plan, const penalty_dampings *damping,
                      const carom_diagnostics *diagnostics)
{
    if (plan->law->linear || plan->law == &carom_force_law_viscoelastic) {
        return true;
    }
    if (plan->law != &carom_force_law_hertz) {
        report_unsupported(diagnostics, "law",
                           "LAMMPS has no such law; expected hooke, hertz or viscoelastic");
        return false;
    }
    if (damping->ball.damping != 0 || damping->wall.damping != 0) {
        report_unsupported(
            diagnostics, "law",
            "the dashpot of gran/hertz in LAMMPS is proportional to delta^(1/2), that of hertz "
            "here to delta^(1/4); expected restitution 1, or viscoelastic");
        return false;
    }
    return true;
}

static bool check_walls(const carom_lammps *plan, const carom_diagnostics *diagnostics)
{
    const carom_problem *problem = plan->problem;
    for (size_t k = 1; k < plan->kinds; k++) {
        if (problem->boundary == CAROM_WALLS && problem->wall_contact == CAROM_CENTRE &&
            plan->kind[k].ball->radius_m != plan->kind[0].ball->radius_m) {
            report_unsupported(
                diagnostics, "wall_contact",
                "walls in LAMMPS touch surfaces; expected surface, or balls of one radius");
            return false;
        }
    }
    return true;
}

/* ---- plan ---- */

/* Uses the dampings at the start: a schedule was rejected before. */
static bool plan_contacts(carom_lammps *plan, const carom_diagnostics *diagnostics)
{
    const carom_problem *problem = plan->problem;
    carom_error error = {0};
    penalty_dampings *epoch = carom_penalty_epochs_new(problem, plan->options, &error);
    bool fine = epoch != NULL;
    if (!fine) {
        carom_diagnostics_add_error(diagnostics, error.key, &error);
        return false;
    }
    penalty_contact_range range = carom_penalty_contact_range(problem, plan->options, epoch);
    plan->step_s = carom_penalty_step_size(plan->options, &range);
    fine = check_law(plan, epoch, diagnostics) && merge_contacts(plan, epoch, diagnostics);
    free(epoch);
    return fine;
}

bool carom_lammps_plan(carom_lammps *plan, const carom_problem *problem,
                       const penalty_options *options, const carom_diagnostics *diagnostics)
{
    *plan = (carom_lammps){
        .problem = problem, .options = options, .law = carom_force_law_of(options->law.entry)};
    return check_scope(problem, options, diagnostics) && find_kinds(plan, diagnostics) &&
           check_walls(plan, diagnostics) && plan_contacts(plan, diagnostics);
}

/* ---- commands ---- */

/* Commands for an input script and for the engine (docs.lammps.org). */

void carom_lammps_write_start(FILE *stream, const carom_lammps *plan)
{
    static const char *const boundary[] = {"f f p", "p p p",
                                           "m m p"}; /* indexed by carom_boundary */
    fprintf(stream,
            "units si\ndimension 2\nboundary %s\natom_style sphere\nnewton off\n"
            "comm_modify vel yes\n",
            boundary[plan->problem->boundary]);
}

carom_lammps_cell carom_lammps_cell_bounds(const carom_problem *problem)
{
    double room = problem->boundary == CAROM_PERIODIC ? 0 : 2 * carom_problem_widest(problem);
    double low[2] = {0, 0}, high[2] = {problem->width_m, problem->height_m};
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_OPEN; i++) {
        low[0] = fmin(low[0], problem->ball[i].x_m);
        low[1] = fmin(low[1], problem->ball[i].y_m);
        high[0] = fmax(high[0], problem->ball[i].x_m);
        high[1] = fmax(high[1], problem->ball[i].y_m);
    }
    return (carom_lammps_cell){{low[0] - room, low[1] - room}, {high[0] + room, high[1] + room}};
}

void carom_lammps_write_masses(FILE *stream, const carom_lammps *plan)
{
    for (size_t k = 0; k < plan->kinds; k++) {
        fprintf(stream, "set type %zu mass %.17g\n", k + 1, plan->kind[k].ball->mass_kg);
    }
}

/* ---- forces ---- */

static void write_contact(FILE *stream, const carom_lammps *plan,
                          const carom_lammps_contact *contact)
{
    fprintf(stream, "%s %.17g 0 %.17g 0 0 0%s", plan->law->linear ? "hooke" : "hertz/history",
            contact->stiffness, contact->damping, contact->limited ? " limit_damping" : "");
}

static void write_walls(FILE *stream, const carom_lammps *plan)
{
    const carom_problem *problem = plan->problem;
    double beyond = problem->wall_contact == CAROM_CENTRE ? plan->kind[0].ball->radius_m : 0;
    const double high[] = {problem->width_m, problem->height_m};
    for (int axis = 0; axis < 2; axis++) {
        fprintf(stream, "fix walls_%c moving wall/gran ", "xy"[axis]);
        write_contact(stream, plan, &plan->wall);
        fprintf(stream, " %cplane %.17g %.17g\n", "xy"[axis], 0 - beyond, high[axis] + beyond);
    }
}

static void write_fixed(FILE *stream, const carom_lammps *plan)
{
    fprintf(stream, "group fixed type");
    for (size_t k = 0; k < plan->kinds; k++) {
        if (plan->kind[k].ball->fixed) {
            fprintf(stream, " %zu", k + 1);
        }
    }
    fprintf(stream, "\ngroup moving subtract all fixed\n");
}

void carom_lammps_write_forces(FILE *stream, const carom_lammps *plan)
{
    const carom_problem *problem = plan->problem;
    bool fixed = carom_problem_has_fixed(problem);
    double gravity = carom_vec_length(problem->gravity_mps2);
    fprintf(stream, "pair_style gran/");
    write_contact(stream, plan, &plan->ball);
    /* a skin of half a radius, checked in every step, detects all contacts in time */
    fprintf(stream,
            "\npair_coeff * *\nneighbor %.17g bin\nneigh_modify delay 0 every 1 check yes\n",
            carom_problem_widest(problem) / 4);
    if (fixed) {
        write_fixed(stream, plan);
    } else {
        fprintf(stream, "group moving union all\n");
    }
    fprintf(stream, "fix motion moving nve/sphere disc\n");
    if (problem->boundary == CAROM_WALLS) {
        write_walls(stream, plan);
    }
    if (gravity > 0) {
        fprintf(stream, "fix gravity moving gravity %.17g vector %.17g %.17g 0\n", gravity,
                problem->gravity_mps2.x, problem->gravity_mps2.y);
    }
    fprintf(stream, "%sfix plane all enforce2d\n", fixed ? "fix hold fixed freeze\n" : "");
}

void carom_lammps_write_step(FILE *stream, const carom_lammps *plan)
{
    fprintf(stream, "timestep %.17g\n", plan->step_s);
}
