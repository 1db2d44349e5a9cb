/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of a run: footer, solvers, and the panels of the overview. */
#include "plot/plot.h"
#include "scenario/panels.h"

/* ---- footer ---- */

typedef struct {
    char *text;
    size_t size;
    const char *kind; /* of the solver, in the text already */
} footer_part;

/* Appends a key or word with blanks for underscores and without its unit, as in "rest speed". */
static void append_words(footer_part *part, const char *key, const char *unit)
{
    size_t begin = strlen(part->text), length = strlen(key);
    const char *per = strstr(key, "_per_");
    if (unit[0] != '\0' && strchr(key, '_') != NULL) {
        for (length = per != NULL ? (size_t)(per - key) : length; key[length - 1] != '_';) {
            length--;
        }
        length--;
    }
    carom_text_append(part->text, part->size, "%.*s", (int)length, key);
    for (char *c = part->text + begin; *c != '\0'; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
}

/* Appends ", corrected sign, bumper": a list of words. */
static void append_list(footer_part *part, carom_param_ref place)
{
    const carom_list *list = carom_param_value(place);
    for (size_t i = 0; i < list->count && place.row->fields->type == CAROM_WORD; i++) {
        char word[CAROM_NAME_SIZE];
        carom_param_ref item = {place.row->fields, (char *)list->items + i * place.row->size};
        carom_param_format(item, word, sizeof word);
        carom_text_append(part->text, part->size, i == 0 ? ", %s " : ", ", place.row->key);
        append_words(part, word, "");
    }
}

/* Appends ", k = 1 MN/m": options that are set and differ from their defaults. */
static bool append_option(void *context, carom_param_ref place)
{
    footer_part *part = context;
    const carom_param *row = place.row;
    const char *unit = row->unit == NULL ? "" : row->unit, *key = row->key,
               *usual = row->fallback == NULL ? "" : row->fallback,
               *symbol = strcmp(key, "theta") == 0 ? "θ = h ω₀" : carom_param_symbol(key);
    char value[CAROM_NAME_SIZE];
    double fallback;
    if (!carom_param_is_set(place) || row->type == CAROM_MAP || row->type == CAROM_FLAG) {
        return true;
    }
    if (row->type == CAROM_LIST) {
        append_list(part, place);
        return true;
    }
    carom_param_format(place, value, sizeof value);
    bool is_number = row->type == CAROM_NUMBER, exact = strcmp(key, "contacts") == 0,
         is_alone = strcmp(key, "integrator") == 0 || strcmp(key, "law") == 0;
    if (is_number ? carom_number_parse(usual, &fallback) && *carom_param_number(place) == fallback
                  : strcmp(value, usual) == 0 || strcmp(value, part->kind) == 0 ||
                        strcmp(key, "flight") == 0) {
        return true;
    }
    carom_text_append(part->text, part->size, ", %s", exact ? "exact " : "");
    append_words(part,
                 symbol != NULL ? symbol
                 : is_alone     ? value
                                : key,
                 symbol != NULL || is_alone ? "" : unit);
    if (!exact && !is_alone) {
        carom_text_append(part->text, part->size, symbol != NULL ? " = " : " ");
        append_words(part,
                     is_number ? carom_number_with_prefix(*carom_param_number(place), 4, unit).text
                               : value,
                     "");
    }
    return true;
}

/* Appends the coefficient of restitution of balls or walls, or its range over several materials. */
static void append_restitution(const carom_problem *problem, bool wall, char *text, size_t size)
{
    double least, most,
        general = wall ? problem->restitution.ball_wall : problem->restitution.ball_ball;
    if (problem->changes > 0 || !carom_problem_restitution_range(problem, wall, &least, &most)) {
        least = most = general;
    }
    carom_text_append(text, size, least == most ? "%g" : "%g to %g", least, most);
}

/* Appends "   |   NAME = 0.1 (balls), 0.2 (walls)". */
static void append_pair(const carom_problem *problem, const carom_surfaces *of, const char *name,
                        char *text, size_t size)
{
    bool differ = problem->boundary == CAROM_WALLS && of->ball_wall != of->ball_ball;
    carom_text_append(text, size, "   |   %s = %g", name, of->ball_ball);
    carom_text_append(text, size, differ ? " (balls), %g (walls)" : "", of->ball_wall);
}

/* Appends what changes the energy between collisions. */
static void append_forces(const carom_problem *problem, char *text, size_t size)
{
    const carom_vec g = problem->gravity_mps2;
    if (!carom_vec_is_zero(g)) {
        carom_text_append(text, size, "   |   gravity (%g, %g) m/s²", g.x, g.y);
    }
    if (problem->rolling_resistance > 0) {
        carom_text_append(text, size, "   |   rolling resistance %g", problem->rolling_resistance);
    } else if (carom_problem_has_resistance(problem)) {
        carom_text_append(text, size, "   |   rolling resistance of some balls");
    }
    carom_text_append(text, size, carom_problem_has_drag(problem) ? "   |   air drag" : "");
}

/* Writes "e = 0.9 (balls), 0.8 (walls)   |   friction μ = 0.1 (balls), 0.2 (walls)   |   Euler:
 * penalty, ...". */
static void write_footer(const carom_run *run, char *text, size_t size)
{
    const carom_problem *problem = &run->request->scenario->problem;
    const carom_surfaces *mu = &problem->friction, *beta = &problem->tangential_restitution;
    bool walls = problem->boundary == CAROM_WALLS;
    char of_walls[40] = "";
    snprintf(text, size, "e = ");
    append_restitution(problem, false, text, size);
    append_restitution(problem, true, of_walls, sizeof of_walls);
    if (walls && strcmp(of_walls, text + strlen("e = ")) != 0) {
        carom_text_append(text, size, " (balls), %s (walls)", of_walls);
    }
    if (problem->changes > 0) {
        carom_text_append(text, size, ", changed at %g s%s", problem->change[0].t_s,
                          problem->changes > 1 ? " and later" : "");
    }
    if (carom_problem_has_contact_friction(problem)) {
        const carom_friction_law *law = &problem->friction_law;
        append_pair(problem, mu, law->slip_dependent ? "friction μ/f" : "friction μ", text, size);
        carom_text_append(text, size,
                          law->slip_dependent ? ", f = %g + %g exp(−%g s/m × slip)" : "",
                          law->floor, law->rise, law->decay_s_per_m);
        append_pair(problem, beta, "tangential restitution", text, size);
    }
    append_forces(problem, text, size);
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_solver_run *solver = &run->solver[i].solver_run;
        footer_part part = {text, size, carom_solver_display_name(solver->choice)};
        carom_label name;
        carom_solver_short_label(run->request->scenario, solver->name, name.text, sizeof name);
        carom_text_append(text, size, "   |   %s", name.text);
        if (strcmp(solver->name, part.kind) != 0) {
            carom_text_append(text, size, ": ");
            append_words(&part, part.kind, "");
        }
        carom_params_each(solver->choice->entry->params, solver->choice->options, append_option,
                          &part);
    }
}

/* ---- variables ---- */

/* Theory of the energy error of one undamped contact with a linear spring, which accumulates
 * ('carom help theory', integrators); 0 for symplectic integrators, NaN if unknown. */
static double error_of_contact(const carom_run *run, const carom_run_solver *solver)
{
    const carom_problem *problem = &run->request->scenario->problem;
    double theta = solver->summary.validity.theta;
    carom_springs springs;
    if (!carom_solver_springs(solver->solver_run.choice, &springs) || !springs.law->linear ||
        !carom_problem_is_elastic(problem) || !carom_vec_is_zero(problem->gravity_mps2) ||
        !(theta > 0)) {
        return NAN;
    }
    const carom_integrator_theory *theory = &springs.integrator->theory;
    return theory->energy == NULL || theory->conserves_angular_momentum ? 0 : theory->energy(theta);
}

/* Largest coordinate of a ball or of the table at the start, m. */
static double size_of(const carom_problem *problem)
{
    double most = hypot(problem->width_m, problem->height_m);
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_OPEN; i++) {
        most = fmax(most, hypot(problem->ball[i].x_m, problem->ball[i].y_m));
    }
    return most;
}

/* Scale of energy errors: E(0) of the reference, else of another solver, as springs that overlap at
 * the start have energy. Gravity makes the zero of the energy arbitrary: NaN, as without any. */
static double energy_scale(const carom_run *run)
{
    double scale_J = run->solver[run->reference].summary.energy_scale_J;
    for (size_t i = 0; i < run->solvers && !(scale_J > 0); i++) {
        scale_J = run->solver[i].summary.energy_scale_J;
    }
    return scale_J > 0 && carom_vec_is_zero(run->request->scenario->problem.gravity_mps2) ? scale_J
                                                                                          : NAN;
}

/* Why a solver stopped, by the key of its message. */
static const char *reason_of(const carom_error *failure)
{
    static const char *const reasons[][2] = {
        {"law", "a ball went through a wall"},
        {"contacts", "too many contacts in a step"},
        {"impact_policy", "simultaneous contacts with friction"},
        {"file", "the recording ends"}};
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (failure->status != CAROM_OK && strcmp(failure->key, reasons[i][0]) == 0) {
            return reasons[i][1];
        }
    }
    return failure->status == CAROM_OK          ? ""
         : failure->status == CAROM_COLLAPSE    ? "endless collisions"
         : failure->status == CAROM_NOT_FINITE  ? "numbers beyond all bounds"
         : failure->status == CAROM_INTERRUPTED ? "interrupted"
                                                : "see the message of the run";
}

static void define_run(carom_plot *plot, const carom_run *run)
{
    const double rounding = 1e-12;
    const carom_problem *problem = &run->request->scenario->problem;
    double scale_J = energy_scale(run);
    size_t walls = carom_walls_count(problem);
    for (size_t i = 0; i < run->solvers; i++) {
        const char *name = run->solver[i].solver_run.name;
        carom_plot_scenario_solver(plot, run->request->scenario, name, NULL);
        carom_plot_number(plot, "REACHED", run->solver[i].summary.reached_s);
        carom_plot_text(plot, "UNPAIRED", "%s", run->solver[i].unpaired);
        carom_plot_text(plot, "REASON", "%s", reason_of(&run->solver[i].solver_run.failure));
        carom_plot_number(plot, "ERROR_EACH", error_of_contact(run, &run->solver[i]));
    }
    carom_plot_number(plot, "DURATION", run->request->scenario->duration_s);
    carom_plot_count(plot, "REF", run->reference + 1);
    carom_plot_count(plot, "TABLE", problem->boundary != CAROM_OPEN);
    carom_plot_count(plot, "TORUS", problem->boundary == CAROM_PERIODIC);
    carom_plot_count(plot, "BALLS", problem->count);
    carom_plot_count(plot, "SPINS", carom_problem_spins(problem));
    carom_plot_count(plot, "COMPARED", run->request->compare && run->solvers > 1);
    carom_plot_count(plot, "PAIRED", run->figures.states > 0);
    carom_plot_number(plot, "ENERGY_SCALE", scale_J);
    carom_plot_number(plot, "ENERGY_ROUNDING",
                      rounding *
                          (scale_J > 0 ? scale_J : run->solver[run->reference].most_kinetic_J));
    carom_plot_number(plot, "ROUNDING", rounding * size_of(problem));
    carom_plot_count(plot, "AXIS", run->figures.path_m[1] > run->figures.path_m[0]);
    for (size_t i = 0; i < problem->count && run->figures.path_m[0] + run->figures.path_m[1] > 0;
         i++) {
        if (!problem->ball[i].fixed) {
            carom_plot_text(plot, "BALL", "%s", problem->ball[i].name);
            carom_plot_count(plot, "BALL_NUMBER", i);
        }
    }
    for (size_t k = 0; k <= walls + problem->count && run->figures.hits > 0; k++) {
        if (k < walls || k == walls + problem->count || problem->ball[k - walls].fixed) {
            carom_plot_number(plot, "BOUND", carom_walls_arc_begin(problem, k));
        }
    }
}

/* ---- panels ---- */

#define X(constant, name, doc) name,
static const char *const names[] = {CAROM_PANELS(X)};
#undef X
static const char *const heads[CAROM_PANEL_KINDS] = {
    [CAROM_PANEL_SCENE] = "Balls and their paths",
    [CAROM_PANEL_FILMSTRIP] = "All balls at the times shown",
    [CAROM_PANEL_SPACE_TIME] = "Positions over time",
    [CAROM_PANEL_MOTION] = "Speeds over time",
    [CAROM_PANEL_ENERGY] = "Energy and its error",
    [CAROM_PANEL_DIVERGENCE] = "Distance from the reference",
    [CAROM_PANEL_RASTER] = "Collisions over time",
    [CAROM_PANEL_HODOGRAPH] = "Velocities before and after the first collision of two balls",
    [CAROM_PANEL_NEWTON] = "Velocities along the normal before and after collisions of two balls",
    [CAROM_PANEL_BIRKHOFF] = "Hits on the boundary"};

/* True if the energy changes visibly, or a method adds to it. */
static bool has_energy_to_show(const carom_run *run)
{
    const double visible = 1e-6;
    bool has = !carom_vec_is_zero(run->request->scenario->problem.gravity_mps2);
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_summary *summary = &run->solver[i].summary;
        has = has || !(fabs(summary->energy_residual_rel) < visible) ||
              fabs(summary->kinetic_J + summary->spin_J - summary->energy_scale_J) >
                  visible * summary->energy_scale_J;
    }
    return has;
}

/* Chooses the panels of the overview: those of the scenario or, without any, the motion, and those
 * that have something to show: energy, distances, collisions over time. @return a bit for each */
static unsigned choose_panels(carom_plot *plot, const carom_run *run)
{
    const carom_list *own = &run->request->scenario->figures;
    const carom_problem *problem = &run->request->scenario->problem;
    int chosen[CAROM_PANEL_KINDS] = {0};
    size_t count = 0, movable = 0;
    bool diverges = false;
    unsigned bits = 0;
    for (size_t i = 0; i < problem->count; i++) {
        movable += !problem->ball[i].fixed;
    }
    for (; count < own->count && count < CAROM_PANEL_KINDS; count++) {
        chosen[count] = ((const carom_scenario_panel *)own->items)[count].panel;
    }
    if (count == 0) {
        const double *path_m = run->figures.path_m, along_m = fmax(path_m[0], path_m[1]);
        bool is_on_line = fmin(path_m[0], path_m[1]) < 0.1 * along_m;
        chosen[count++] = is_on_line                  ? CAROM_PANEL_SPACE_TIME
                        : along_m > 0 && movable <= 8 ? CAROM_PANEL_SCENE
                                                      : CAROM_PANEL_FILMSTRIP;
        chosen[count] = CAROM_PANEL_ENERGY;
        count += has_energy_to_show(run);
        chosen[count] = CAROM_PANEL_DIVERGENCE;
        for (size_t i = 0; i < run->solvers && run->request->compare && !diverges; i++) {
            diverges = run->solver[i].summary.rms_divergence_m > 1e-12 * size_of(problem);
        }
        count += diverges;
        chosen[count] = CAROM_PANEL_RASTER;
        count += run->solver[run->reference].summary.collisions > 3;
    }
    for (size_t i = 0; i < count; i++) {
        carom_plot_text(plot, "PANEL_SCRIPT", "%s", names[chosen[i]]);
        carom_plot_text(plot, "PANEL_HEAD", "%s", heads[chosen[i]]);
        bits |= 1U << chosen[i];
    }
    return bits;
}

static void add_figures(carom_plot *plot, unsigned chosen)
{
    carom_plot_figure(plot, "overview", "overview", "Overview");
    for (int panel = 0; panel < CAROM_PANEL_KINDS; panel++) {
        carom_plot_panel(plot, names[panel], names[panel], heads[panel], chosen >> panel & 1U);
    }
}

carom_plot *carom_plot_run(const carom_run *run)
{
    char footer[2000];
    write_footer(run, footer, sizeof footer);
    const carom_scenario *scenario = run->request->scenario;
    carom_plot *plot = carom_plot_open(scenario->title, "compare", run->request->name,
                                       scenario->changes, footer);
    define_run(plot, run);
    add_figures(plot, choose_panels(plot, run));
    return plot;
}

carom_status carom_plot_check_run_figures(const char *figures, carom_error *error)
{
    carom_plot *plot = carom_plot_open("", "compare", "", NULL, "");
    add_figures(plot, 0);
    carom_status status = carom_plot_check_figures(plot, figures, error);
    carom_plot_free(plot);
    return status;
}
