/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom diverge: runs every solver, its converged reference and its perturbed copies, and splits
 * the differences of solvers into their causes. */
#include "studies/studies.h"

/* Offsets of the perturbed copies over the smallest radius; 0 means 1 ulp. */
static const double offsets[CAROM_PERTURBED_COPIES] = {0, 1e-12, 1e-9, 1e-6};

/* theta of the converged references. */
static const double converged_theta = 0.02;

/* Growth is fitted from this multiple of the initial distance to this fraction of the smallest
 * radius. */
static const double growth_start = 8, growth_end_rel = 0.02;

/* Factor by which repeated rounding may exceed a single 1 ulp perturbation. */
static const double rounding_factor = 1e6;

/* ---- solvers ---- */

/* Choose the rigid run for the displacements: the reference if it is exact, else the first exact
 * solver, else an additional impulse solver. */
static carom_status choose_rigid(carom_diverge *diverge, carom_error *error)
{
    for (size_t i = diverge->solvers; i-- > 0;) {
        const carom_diverge_solver *solver = &diverge->solver[i];
        if (carom_solver_has_traits(&solver->choice, CAROM_EXACT) &&
            (diverge->rigid == NULL ||
             strcmp(diverge->rigid->name, diverge->scenario->reference) != 0)) {
            diverge->rigid = solver;
        }
    }
    if (diverge->rigid == NULL) {
        CAROM_TRY(carom_choice_set(&diverge->rigid_choice,
                                   carom_interface_find(&carom_solvers, "impulse"), error));
        diverge->rigid = &diverge->solver[diverge->solvers];
        diverge->solver[diverge->solvers++] = (carom_diverge_solver){
            .name = "", .choice = diverge->rigid_choice, .hidden = true};
    }
    return CAROM_OK;
}

static carom_status make_solvers(carom_diverge *diverge, const carom_study *study,
                                 carom_error *error)
{
    size_t count = study->scenario->solvers.count;
    diverge->solver = calloc(count + 2, sizeof *diverge->solver);
    CAROM_NEED(diverge->solver != NULL, error);
    for (size_t i = 0; i < count; i++) {
        const carom_scenario_solver *spec = carom_scenario_solver_at(diverge->scenario, i);
        carom_diverge_solver *solver = &diverge->solver[diverge->solvers];
        if (carom_study_includes(study, spec->name)) {
            *solver = (carom_diverge_solver){
                .name = spec->name,
                .choice = spec->kind,
                .soft = carom_solver_has_traits(&spec->kind, CAROM_SOFT)};
            diverge->solvers++;
            CAROM_TRY(carom_choice_copy(&solver->converged_choice, &spec->kind, error));
            if (solver->soft) {
                CAROM_TRY(carom_choice_converge(&solver->converged_choice,
                                                &diverge->scenario->problem, converged_theta,
                                                error));
            }
        }
    }
    return choose_rigid(diverge, error);
}

/* ---- running ---- */

/* One run of a solver: itself, its converged reference, or a perturbed copy. */
typedef struct {
    carom_trajectory *trajectory;
    const carom_problem *problem;
    const carom_choice *choice;
} planned_run;

typedef struct {
    const carom_diverge *diverge;
    const carom_study *study;
    planned_run *run;
    size_t count;
} run_list;

static carom_status run_one(void *context, size_t task, carom_error *error)
{
    const run_list *all = context;
    const planned_run *one = &all->run[task];
    return carom_trajectory_run(one->trajectory, one->problem, one->choice,
                                all->diverge->scenario->duration_s, all->diverge->samples, NULL,
                                all->study->stop, error);
}

static carom_status plan_runs(run_list *all, carom_diverge_solver *solver, carom_error *error)
{
    const carom_problem *problem = &all->diverge->scenario->problem;
    double radius = carom_smallest_radius(problem);
    all->run[all->count++] = (planned_run){&solver->base, problem, &solver->choice};
    if (solver->soft) {
        all->run[all->count++] = (planned_run){&solver->converged, problem,
                                               &solver->converged_choice};
    }
    for (size_t j = 0; j < CAROM_PERTURBED_COPIES && !solver->hidden; j++) {
        CAROM_TRY(carom_problem_copy(&solver->perturbed[j], problem, error));
        solver->offset_m[j] = carom_perturb_fastest_ball(&solver->perturbed[j],
                                                         offsets[j] * radius);
        all->run[all->count++] = (planned_run){&solver->copy[j], &solver->perturbed[j],
                                               &solver->choice};
    }
    return CAROM_OK;
}

static carom_status run_all(carom_diverge *diverge, const carom_study *study, carom_error *error)
{
    run_list all = {diverge, study,
                    calloc(diverge->solvers * (CAROM_PERTURBED_COPIES + 2), sizeof(planned_run)),
                    0};
    carom_status status = all.run == NULL ? carom_error_no_memory(error) : CAROM_OK;
    for (size_t i = 0; i < diverge->solvers && status == CAROM_OK; i++) {
        status = plan_runs(&all, &diverge->solver[i], error);
    }
    CAROM_THEN(status, carom_study_run(study, all.count, run_one, &all, error));
    free(all.run);
    return status;
}

/* ---- growth of perturbations ---- */

/* Interpolate y at @p at; NaN if that is NaN. */
static double interpolate_known(const double *x, const double *y, size_t count, double at)
{
    return isnan(at) ? NAN : carom_interpolate(x, y, count, at);
}

static carom_status measure_copies(const carom_diverge *diverge, carom_diverge_solver *solver,
                                   carom_error *error)
{
    const carom_problem *problem = &diverge->scenario->problem;
    const carom_trajectory *base = &solver->base;
    double small = growth_end_rel * carom_smallest_radius(problem);
    carom_estimate per_s[CAROM_PERTURBED_COPIES], per_collision[CAROM_PERTURBED_COPIES];
    size_t n = diverge->samples, growing[CAROM_GROWTH_EXPONENTIAL + 1] = {0};
    bool missing = false;
    solver->per_ball = carom_zeros(n + 1, sizeof(double), &missing);
    for (size_t j = 0; j < CAROM_PERTURBED_COPIES; j++) {
        solver->control_m[j] = carom_zeros(n + 1, sizeof(double), &missing);
    }
    CAROM_NEED(!missing, error);
    for (size_t k = 0; k < base->samples; k++) {
        solver->per_ball[k] = carom_collisions_per_ball(&base->log, problem, base->t_s[k]);
    }
    for (size_t j = 0; j < CAROM_PERTURBED_COPIES; j++) {
        size_t both = carom_common_sample_count(base, &solver->copy[j]);
        double *distance_m = solver->control_m[j], first;
        for (size_t k = 0; k < n; k++) {
            distance_m[k] = carom_trajectory_distance(problem, base, &solver->copy[j], k);
        }
        first = growth_start * distance_m[0];
        /* the 1 ulp copy is within rounding at first */
        growing[carom_classify_growth(base->t_s, distance_m, both, first, small)] += j > 0;
        per_s[j] = carom_fit_growth_rate(base->t_s, distance_m, both, first, small);
        per_collision[j] = carom_fit_growth_rate(solver->per_ball, distance_m, both, first, small);
        solver->horizon_s[j] = carom_time_of_level(base->t_s, distance_m, both, diverge->level_m);
        solver->horizon_collisions[j] = interpolate_known(base->t_s, solver->per_ball, both,
                                                          solver->horizon_s[j]);
    }
    solver->growth = growing[CAROM_GROWTH_EXPONENTIAL] > 1 ? CAROM_GROWTH_EXPONENTIAL
                   : growing[CAROM_GROWTH_POWER] > 1       ? CAROM_GROWTH_POWER
                                                           : CAROM_GROWTH_UNKNOWN;
    solver->growth_per_s = solver->growth_per_collision = (carom_estimate){NAN, NAN};
    if (solver->growth == CAROM_GROWTH_EXPONENTIAL) {
        solver->growth_per_s = carom_estimate_mean(per_s, CAROM_PERTURBED_COPIES);
        solver->growth_per_collision = carom_estimate_mean(per_collision, CAROM_PERTURBED_COPIES);
    }
    return CAROM_OK;
}

const char *carom_diverge_growth_text(const carom_diverge_solver *solver)
{
    return solver->growth == CAROM_GROWTH_POWER
             ? "a power of time fits the growth better than an exponential"
             : "the growth could not be fitted";
}

/* ---- contacts ---- */

static void find_first_contacts(carom_diverge_solver *solver, size_t balls)
{
    const carom_log *log[] = {&solver->base.log, &solver->converged.log};
    for (size_t i = 0; i < balls; i++) {
        solver->first_s[i] = INFINITY;
    }
    for (size_t side = 0; side < 2; side++) {
        for (size_t k = 0; k < log[side]->count; k++) {
            const carom_collision *c = &log[side]->item[k];
            double *a = &solver->first_s[c->a], *b = &solver->first_s[c->wall ? c->a : c->b];
            *a = fmin(*a, c->t_s);
            *b = fmin(*b, c->t_s);
        }
    }
}

/* Mark the samples during a contact, from the earlier onset to the separation of the springs. In
 * between the effect of the contact is incomplete. */
static void mark_contacts(const carom_diverge *diverge, carom_diverge_solver *solver,
                          const carom_alignment *alignment)
{
    const carom_trajectory *rigid = &diverge->rigid->base;
    double interval_s = diverge->scenario->duration_s / (double)(diverge->samples - 1);
    for (size_t c = 0; c < rigid->log.count; c++) {
        if (alignment->partner[c] != CAROM_UNMATCHED) {
            const carom_collision *rigid_hit = &rigid->log.item[c],
                                  *soft = &solver->converged.log.item[alignment->partner[c]];
            double from = fmin(rigid_hit->t_s, soft->t_s),
                   to = isnan(soft->separation_mps) ? INFINITY : soft->t_s + soft->contact_s;
            size_t k = (size_t)(from / interval_s);
            for (; k < rigid->samples && rigid->t_s[k] < fmax(rigid_hit->t_s, to); k++) {
                bool within = rigid->t_s[k] > from;
                solver->touching[k * diverge->balls + rigid_hit->a] |= within;
                solver->touching[k * diverge->balls +
                                 (rigid_hit->wall ? rigid_hit->a : rigid_hit->b)] |= within;
            }
        }
    }
}

static carom_status compute_displacements(carom_diverge *diverge, carom_diverge_solver *solver,
                                          const carom_alignment *alignment, carom_error *error)
{
    const carom_trajectory *rigid = &diverge->rigid->base;
    carom_displacements_args args = {&diverge->scenario->problem, &rigid->log,
                                     &solver->converged.log,      alignment,
                                     &solver->converged_choice,   diverge->stop};
    size_t n = diverge->balls, both = carom_common_sample_count(&solver->base, rigid);
    carom_displacements *displacements = carom_displacements_new(&args, error);
    carom_status status = displacements == NULL ? CAROM_NO_MEMORY : CAROM_OK;
    for (size_t k = 0; k < both && status == CAROM_OK; k++) {
        status = carom_displacements_advance(displacements, rigid->t_s[k], error);
        for (size_t i = 0; i < n; i++) {
            carom_flight part[CAROM_CONTACT_PARTS];
            if (!carom_displacements_of_ball(displacements, i, part)) {
                solver->lost_s[i] = fmin(solver->lost_s[i], rigid->t_s[k]);
                solver->multiple = solver->multiple ||
                                   carom_displacements_met_three_bodies(displacements, i);
            }
            for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
                solver->part[f][k * n + i] = part[f].at;
            }
        }
    }
    carom_displacements_free(displacements);
    return status;
}

/* Find the displacements of a solver with springs from its converged reference. They end at the
 * first mismatch of the solver or its reference with the rigid run. Rigid solvers have none. @p own
 * and @p converged receive the alignments with the rigid run. */
static carom_status find_displacements(carom_diverge *diverge, carom_diverge_solver *solver,
                                       carom_alignment *own, carom_alignment *converged,
                                       carom_error *error)
{
    const carom_trajectory *rigid = &diverge->rigid->base;
    double end = diverge->scenario->duration_s, slack = solver->base.report.contact_s;
    size_t n = diverge->balls;
    bool missing = false;
    for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
        solver->part[f] = carom_zeros(n * diverge->samples + 1, sizeof(carom_vec), &missing);
    }
    solver->touching = carom_zeros(n * diverge->samples + 1, sizeof(bool), &missing);
    solver->lost_s = carom_zeros(n + 1, sizeof(double), &missing);
    solver->first_s = carom_zeros(n + 1, sizeof(double), &missing);
    CAROM_NEED(!missing, error);
    find_first_contacts(solver, n);
    CAROM_TRY(carom_alignment_of(own, &rigid->log, &solver->base.log, n, end, slack, error));
    for (size_t i = 0; i < n; i++) {
        solver->lost_s[i] = diverge->displacements_known ? own->lost_s[i]
                                                         : (solver->soft ? 0 : INFINITY);
    }
    if (!solver->soft || !diverge->displacements_known) {
        return CAROM_OK;
    }
    CAROM_TRY(
        carom_alignment_of(converged, &rigid->log, &solver->converged.log, n, end, slack, error));
    mark_contacts(diverge, solver, converged);
    return compute_displacements(diverge, solver, converged, error);
}

static carom_status measure_solver(carom_diverge *diverge, carom_diverge_solver *solver,
                                   carom_error *error)
{
    carom_alignment own = {.partner = NULL}, converged = {.partner = NULL};
    if (!solver->hidden) {
        CAROM_TRY(measure_copies(diverge, solver, error));
    }
    carom_status status = find_displacements(diverge, solver, &own, &converged, error);
    carom_alignment_free(&own);
    carom_alignment_free(&converged);
    return status;
}

/* ---- parts of the difference, sample by sample ---- */

/* Squared parts of the difference, for one ball. */
typedef struct {
    double raw, model, method, delay, rotation, restitution, without_delay, rest;
} squares;

/* Return the run without discretization error: the converged reference, or the rigid run. */
static const carom_trajectory *model_trajectory(const carom_diverge *diverge,
                                                const carom_diverge_solver *solver)
{
    return solver->soft                                          ? &solver->converged
         : carom_solver_has_traits(&solver->choice, CAROM_EXACT) ? &solver->base
                                                                 : &diverge->rigid->base;
}

static squares split_difference(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                size_t k, size_t i)
{
    const carom_problem *problem = &diverge->scenario->problem;
    const carom_diverge_solver *solver = pair->solver, *to = pair->reference;
    const carom_trajectory *own = model_trajectory(diverge, solver),
                           *other = model_trajectory(diverge, to);
    size_t at = k * diverge->balls + i;
    carom_vec raw = carom_trajectory_difference(problem, &to->base, &solver->base, k, i);
    carom_vec model = carom_trajectory_difference(problem, other, own, k, i);
    carom_vec method = carom_vec_subtract(
        carom_trajectory_difference(problem, own, &solver->base, k, i),
        carom_trajectory_difference(problem, other, &to->base, k, i));
    carom_vec part[CAROM_CONTACT_PARTS], rest;
    if (solver->base.t_s[k] < fmin(solver->first_s[i], to->first_s[i])) {
        /* before the first contact all models agree */
        model = (carom_vec){0, 0};
        method = raw;
    }
    rest = model;
    for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
        part[f] = carom_vec_subtract(solver->part[f][at], to->part[f][at]);
        rest = carom_vec_subtract(rest, part[f]);
    }
    return (squares){
        .raw = carom_vec_square(raw),
        .model = carom_vec_square(model),
        .method = carom_vec_square(method),
        .delay = carom_vec_square(part[CAROM_CONTACT_DELAY]),
        .rotation = carom_vec_square(part[CAROM_NORMAL_ROTATION]),
        .restitution = carom_vec_square(part[CAROM_RESTITUTION_CHANGE]),
        .without_delay = carom_vec_square(carom_vec_subtract(raw, part[CAROM_CONTACT_DELAY])),
        .rest = carom_vec_square(rest)};
}

carom_parts carom_diverge_parts(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                size_t k, const size_t *ball)
{
    const carom_diverge_solver *solver = pair->solver, *to = pair->reference;
    squares all = {0}, sum = {0};
    double count = 0, n = 0, known;
    if (k >= solver->base.samples || k >= to->base.samples ||
        k >= model_trajectory(diverge, solver)->samples ||
        k >= model_trajectory(diverge, to)->samples) {
        return (carom_parts){NAN, NAN, NAN, 0, NAN, NAN, NAN, NAN, NAN, NAN};
    }
    for (size_t i = 0; i < diverge->balls; i++) {
        double t = solver->base.t_s[k];
        if (diverge->scenario->problem.ball[i].fixed || (ball != NULL && *ball != i)) {
            continue;
        }
        squares one = split_difference(diverge, pair, k, i);
        count++;
        all.raw += one.raw, all.model += one.model, all.method += one.method;
        size_t at = k * diverge->balls + i;
        if (t < solver->lost_s[i] && t < to->lost_s[i] && !solver->touching[at] &&
            !to->touching[at]) {
            n++;
            sum.raw += one.raw, sum.delay += one.delay, sum.rotation += one.rotation;
            sum.restitution += one.restitution;
            sum.without_delay += one.without_delay, sum.rest += one.rest;
        }
    }
    known = n > 0 ? n : NAN;
    count = fmax(count, 1);
    return (carom_parts){sqrt(all.raw / count),      sqrt(all.model / count),
                         sqrt(all.method / count),   (size_t)n,
                         sqrt(sum.raw / known),      sqrt(sum.delay / known),
                         sqrt(sum.rotation / known), sqrt(sum.without_delay / known),
                         sqrt(sum.rest / known),     sqrt(sum.restitution / known)};
}

/* ---- causes ---- */

/* Whether rounding errors explain the difference of two exact solvers at sample k. */
static bool is_rounding(const carom_diverge *diverge, const carom_diverge_pair *pair, size_t k)
{
    const carom_diverge_solver *solver = pair->solver, *to = pair->reference;
    double least = DBL_EPSILON * carom_smallest_radius(&diverge->scenario->problem);
    return carom_solver_has_traits(&solver->choice, CAROM_EXACT) &&
           carom_solver_has_traits(&to->choice, CAROM_EXACT) &&
           pair->raw_m[k] <=
               rounding_factor * fmax(least, fmax(solver->control_m[0][k], to->control_m[0][k]));
}

/* Distance that balls move between the last frame and the sample: rms speed, weighted with the
 * mass, times the time since the frame. 0 without frames. */
static double behind_frame_m(const carom_problem *problem, const carom_diverge_solver *solver,
                             size_t k)
{
    double frame_s = solver->soft ? NAN : carom_choice_number(&solver->choice, "frame_s");
    double since_s = fmod(solver->base.t_s[k], frame_s), mass_kg = 0;
    for (size_t i = 0; i < problem->count; i++) {
        mass_kg += problem->ball[i].fixed ? 0 : problem->ball[i].mass_kg;
    }
    return since_s > 0 && frame_s - since_s > 1e-9 * frame_s && mass_kg > 0
             ? since_s * sqrt(2 * solver->base.kinetic_J[k] / mass_kg)
             : 0;
}

bool carom_diverge_has_recording(const carom_diverge_pair *pair)
{
    return carom_solver_has_traits(&pair->solver->choice, CAROM_RECORDED) ||
           carom_solver_has_traits(&pair->reference->choice, CAROM_RECORDED);
}

const char *carom_diverge_cause(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                size_t k)
{
    const carom_problem *problem = &diverge->scenario->problem;
    carom_parts parts = carom_diverge_parts(diverge, pair, k, NULL);
    double behind_m = fmax(behind_frame_m(problem, pair->solver, k),
                           behind_frame_m(problem, pair->reference, k));
    return carom_diverge_has_recording(pair) ? "between a recording and a model"
         : is_rounding(diverge, pair, k)     ? "rounding"
         : isnan(parts.method_m)             ? "an unknown cause" /* a converged run stopped */
         : parts.method_m <= parts.model_m   ? "modelling error"
         : behind_m >= 0.5 * parts.method_m  ? "sampling between frames"
                                             : "discretization error";
}

/* ---- pairs ---- */

/* Growth of a perturbation by sample k, of the largest one that is still small and so above
 * rounding. */
static double amplification_of(const carom_diverge_solver *solver, double radius_m, size_t k)
{
    for (size_t j = CAROM_PERTURBED_COPIES; j-- > 0 && solver->control_m[j] != NULL;) {
        if (solver->control_m[j][k] < (j > 0 ? growth_end_rel : 1) * radius_m) {
            return solver->control_m[j][k] / solver->control_m[j][0];
        }
    }
    return NAN;
}

static bool is_touching(const carom_diverge *diverge, const carom_diverge_pair *pair, size_t k)
{
    bool touching = false;
    for (size_t i = 0; i < diverge->balls; i++) {
        size_t at = k * diverge->balls + i;
        touching = touching || pair->solver->touching[at] || pair->reference->touching[at];
    }
    return touching;
}

/* Find the time of divergence and the parts of the difference there: at the first sample after it
 * that is outside contacts, and before chaos. */
static void find_divergence(const carom_diverge *diverge, carom_diverge_pair *pair)
{
    const carom_diverge_solver *solver = pair->solver, *to = pair->reference;
    size_t both = carom_common_sample_count(&solver->base, &to->base), k = 0;
    double slack = fmax(solver->base.report.contact_s, to->base.report.contact_s);
    pair->horizon_s = carom_time_of_level(to->base.t_s, pair->raw_m, both, diverge->level_m);
    pair->chaotic = !(solver->horizon_s[0] >= to->horizon_s[0]) && !isnan(solver->horizon_s[0])
                      ? pair->solver
                      : pair->reference;
    pair->chaos_s = pair->chaotic->horizon_s[0];
    pair->until_s = fmin(pair->horizon_s, pair->chaos_s);
    pair->horizon_collisions = interpolate_known(to->base.t_s, to->per_ball, both, pair->horizon_s);
    while (k + 1 < both && !(to->base.t_s[k] >= pair->until_s)) {
        k++;
    }
    while (k + 1 < both && to->base.t_s[k] < pair->until_s + slack &&
           is_touching(diverge, pair, k)) {
        k++;
    }
    pair->at = k;
    pair->last = both - 1;
    pair->at_s = to->base.t_s[k];
    pair->parts = carom_diverge_parts(diverge, pair, k, NULL);
    pair->amplification = amplification_of(to, carom_smallest_radius(&diverge->scenario->problem),
                                           k);
}

static carom_status compare_pair(const carom_diverge *diverge, carom_diverge_pair *pair,
                                 carom_error *error)
{
    const carom_diverge_solver *solver = pair->solver, *to = pair->reference;
    double slack = fmax(solver->base.report.contact_s, to->base.report.contact_s);
    pair->raw_m = calloc(diverge->samples + 1, sizeof(double));
    CAROM_NEED(pair->raw_m != NULL, error);
    for (size_t k = 0; k < diverge->samples; k++) {
        pair->raw_m[k] = carom_trajectory_distance(&diverge->scenario->problem, &to->base,
                                                   &solver->base, k);
    }
    find_divergence(diverge, pair);
    if (carom_diverge_has_recording(pair)) { /* it has no collisions */
        pair->edit_distance = CAROM_UNMATCHED;
        pair->alignment = (carom_alignment){.first = CAROM_UNMATCHED,
                                            .second = CAROM_UNMATCHED,
                                            .mean_offset_s = NAN,
                                            .largest_offset_s = NAN};
        return CAROM_OK;
    }
    CAROM_TRY(carom_alignment_of(&pair->alignment, &to->base.log, &solver->base.log, diverge->balls,
                                 fmin(solver->base.end.t_s, to->base.end.t_s), slack, error));
    return carom_edit_distance(&to->base.log, &solver->base.log, &pair->edit_distance, error);
}

/* Compare every pair once; the reference is second if it is one of the two. */
static carom_status compare_all(carom_diverge *diverge, carom_error *error)
{
    diverge->pair = calloc(diverge->solvers * diverge->solvers + 1, sizeof *diverge->pair);
    CAROM_NEED(diverge->pair != NULL, error);
    for (size_t i = 0; i < diverge->solvers; i++) {
        for (size_t j = i + 1; j < diverge->solvers; j++) {
            const carom_diverge_solver *a = &diverge->solver[i], *b = &diverge->solver[j];
            bool turned = strcmp(b->name, diverge->scenario->reference) == 0;
            if (!a->hidden && !b->hidden) {
                carom_diverge_pair *pair = &diverge->pair[diverge->pairs++];
                *pair = (carom_diverge_pair){.solver = turned ? a : b, .reference = turned ? b : a};
                CAROM_TRY(compare_pair(diverge, pair, error));
            }
        }
    }
    return CAROM_OK;
}

/* ---- study ---- */

carom_status carom_diverge_run(void *object, const carom_study *study, carom_error *error)
{
    carom_diverge *diverge = object;
    const carom_problem *problem = &study->scenario->problem;
    *diverge = (carom_diverge){.scenario = study->scenario,
                               .balls = problem->count,
                               .samples = (size_t)study->scenario->samples,
                               .level_m = study->scenario->divergence.horizon_rel *
                                          carom_smallest_radius(problem),
                               .stop = study->stop,
                               .displacements_known = carom_displacements_are_defined(problem)};
    CAROM_TRY(make_solvers(diverge, study, error));
    CAROM_TRY(run_all(diverge, study, error));
    for (size_t i = 0; i < diverge->solvers; i++) {
        CAROM_TRY(measure_solver(diverge, &diverge->solver[i], error));
    }
    return compare_all(diverge, error);
}

void carom_diverge_free(void *object)
{
    carom_diverge *diverge = object;
    for (size_t i = 0; i < diverge->solvers; i++) {
        carom_diverge_solver *solver = &diverge->solver[i];
        carom_trajectory_free(&solver->base);
        carom_trajectory_free(&solver->converged);
        carom_choice_free(&solver->converged_choice);
        for (size_t j = 0; j < CAROM_PERTURBED_COPIES; j++) {
            carom_trajectory_free(&solver->copy[j]);
            carom_problem_free(&solver->perturbed[j]);
            free(solver->control_m[j]);
        }
        for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
            free(solver->part[f]);
        }
        free(solver->per_ball), free(solver->touching), free(solver->lost_s), free(solver->first_s);
    }
    for (size_t k = 0; k < diverge->pairs; k++) {
        carom_alignment_free(&diverge->pair[k].alignment);
        free(diverge->pair[k].raw_m);
    }
    free(diverge->pair);
    free(diverge->solver);
    carom_choice_free(&diverge->rigid_choice);
    *diverge = (carom_diverge){.solvers = 0};
}
