/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LAMMPS (lammps.org) as a solver, through its C interface: pair_style gran/hooke, or
 * gran/hertz/history without tangential force, fix wall/gran and fix nve/sphere, with the numbers
 * that `carom export --to lammps` writes. Friction is rejected: its lever arm is the full radius
 * in LAMMPS and the distance to the contact point in carom.
 *
 * LAMMPS reports positions, velocities and total forces, but no contacts. Therefore carom's
 * penalty solver runs with an integrator that lets LAMMPS compute the step. The penalty solver
 * logs collisions and keeps the budget by its own force law at LAMMPS's positions. */
#define _DEFAULT_SOURCE 1
#include "engines/engines.h"
#include "export/export.h"
#include "system/system.h"
#include <dlfcn.h>
#include <lammps/library.h>
#include <unistd.h>

/* ---- library ----
 * LAMMPS is loaded at the start of a run in its worker process. If the plug-in were linked to it,
 * `carom list` would load MPI and some fifty libraries. */

/* Functions of the C interface that the plug-in uses. */
typedef struct {
    __typeof__(lammps_open_no_mpi) *open;
    __typeof__(lammps_close) *close;
    __typeof__(lammps_version) *version;
    __typeof__(lammps_command) *command;
    __typeof__(lammps_commands_string) *commands;
    __typeof__(lammps_create_atoms) *create_atoms;
    __typeof__(lammps_extract_atom) *atom;
} lammps_library;

static void *find_library(void)
{
    static const char *const files[] = {"liblammps.so.0", "liblammps.so"};
    void *found = NULL;
    for (size_t i = 0; found == NULL && i < sizeof files / sizeof files[0]; i++) {
        found = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
    }
    return found;
}

/* Fails if the library is missing or lacks one of the functions. */
static carom_status load_library(lammps_library *library, carom_error *error)
{
    static const struct {
        const char *name;
        size_t offset;
    } functions[] = {
        {"lammps_open_no_mpi", offsetof(lammps_library, open)},
        {"lammps_close", offsetof(lammps_library, close)},
        {"lammps_version", offsetof(lammps_library, version)},
        {"lammps_command", offsetof(lammps_library, command)},
        {"lammps_commands_string", offsetof(lammps_library, commands)},
        {"lammps_create_atoms", offsetof(lammps_library, create_atoms)},
        {"lammps_extract_atom", offsetof(lammps_library, atom)},
    };
    void *file = find_library();
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *found = file == NULL ? NULL : dlsym(file, functions[i].name);
        if (found == NULL) {
            const char *reason = dlerror();
            return carom_error_set(error, CAROM_INVALID, "kind", "LAMMPS cannot be loaded: %s",
                                   reason == NULL ? functions[i].name : reason);
        }
        memcpy((char *)library + functions[i].offset, &found, sizeof found);
    }
    return CAROM_OK;
}

/* Configures MPI for a single process: no daemon, no leftover folder in /tmp, no search for
 * networks, which takes ten times as long as everything else. Settings of the user have priority.
 */
static void set_up_mpi(void)
{
    static const char *const settings[][2] = {{"OMPI_MCA_ess_singleton_isolated", "1"},
                                              {"OMPI_MCA_orte_create_session_dirs", "0"},
                                              {"OMPI_MCA_pml", "ob1"},
                                              {"OMPI_MCA_btl", "self"},
                                              {"OMP_NUM_THREADS", "1"}};
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        setenv(settings[i][0], settings[i][1], 0);
    }
}

/* Flushes LAMMPS's last message when it calls exit(). */
static void flush_output(void)
{
    fflush(stdout);
}

/* Opens an instance. It prints to standard output, and its errors end the process. */
static void *open_instance(const lammps_library *library, carom_error *error)
{
    char words[][12] = {"lammps", "-log", "none", "-nocite"};
    char *arguments[] = {words[0], words[1], words[2], words[3], NULL};
    set_up_mpi();
    setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
    atexit(flush_output);
    void *lammps = library->open(4, arguments, NULL);
    if (lammps == NULL) {
        carom_error_set(error, CAROM_INVALID, "kind", "LAMMPS does not start");
    }
    return lammps;
}

/* Discards the output so far; standard output is a file of the process's own. */
static void discard_output(void)
{
    fflush(stdout);
    if (ftruncate(STDOUT_FILENO, 0) == 0) {
        lseek(STDOUT_FILENO, 0, SEEK_SET);
    }
}

/* Only an instance knows the version: a date, 20210929. */
static const char *version(void)
{
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    static char text[40];
    lammps_library library;
    void *lammps = load_library(&library, NULL) == CAROM_OK ? open_instance(&library, NULL) : NULL;
    int date = lammps != NULL ? library.version(lammps) : 0, month = date / 100 % 100;
    if (month < 1 || month > 12) {
        return "LAMMPS (unknown version)";
    }
    snprintf(text, sizeof text, "LAMMPS %d %s %d", date % 100, months[month - 1], date / 10000);
    return text;
}

/* ---- run ---- */

/* State at the end of a step of LAMMPS: x of all balls, then y of all balls. */
typedef struct {
    double *x, *v; /* m, m/s */
    double *f;     /* N */
    double *at;    /* velocities at which LAMMPS computed these forces, m/s */
} particle_state;

typedef struct lammps_run run;

/* Options of the integrator, which are constant. */
typedef struct {
    run *of;
} run_options;

struct lammps_run {
    lammps_library library;
    void *lammps;
    const carom_problem *problem;
    void *observer; /* the penalty solver */
    run_options handle;
    carom_log seen, *log; /* the observer's log; the solver's log, or NULL */
    size_t settled;       /* number of collisions that have ended */
    particle_state before, now;
    double *last_x; /* x returned by the last step */
    double *kick;   /* indexed by coordinate: half a step over the mass, s/kg; 0 for fixed balls */
    uint64_t steps;
};

/* ---- states ---- */

static bool allocate_state(particle_state *one, size_t n)
{
    bool missing = false;
    one->x = carom_zeros(8 * n, sizeof *one->x, &missing);
    if (!missing) {
        one->v = one->x + 2 * n;
        one->f = one->v + 2 * n;
        one->at = one->f + 2 * n;
    }
    return !missing;
}

/* LAMMPS has its own order of balls, which changes when it sorts them. */
static void read_forces(run *self)
{
    const int *id = self->library.atom(self->lammps, "id");
    double **f = self->library.atom(self->lammps, "f");
    size_t n = self->problem->count;
    for (size_t k = 0; k < n; k++) {
        size_t i = (size_t)id[k] - 1;
        self->now.f[i] = f[k][0];
        self->now.f[n + i] = f[k][1];
    }
}

static void read_state(run *self)
{
    const int *id = self->library.atom(self->lammps, "id");
    double **x = self->library.atom(self->lammps, "x"), **v = self->library.atom(self->lammps, "v");
    size_t n = self->problem->count;
    for (size_t k = 0; k < n; k++) {
        size_t i = (size_t)id[k] - 1;
        self->now.x[i] = x[k][0];
        self->now.x[n + i] = x[k][1];
        self->now.v[i] = v[k][0];
        self->now.v[n + i] = v[k][1];
    }
    read_forces(self);
}

/* Advances LAMMPS by one step, starting from the forces of the last one. */
static void step_lammps(run *self)
{
    enum { DISCARD_INTERVAL = 1000 };
    size_t n = self->problem->count;
    particle_state last = self->before;
    self->before = self->now;
    self->now = last;
    for (size_t i = 0; i < 2 * n; i++) {
        self->now.at[i] = self->before.v[i] + self->kick[i] * self->before.f[i];
    }
    self->library.command(self->lammps, "run 1 pre no post no");
    read_state(self);
    self->steps++;
    if (self->steps % DISCARD_INTERVAL == 0) {
        discard_output();
    }
}

/* ---- the integrator ---- */

/* Periodic image of a position nearest to another, in coordinate @p i. */
static double image(const carom_problem *p, size_t i, double place, double other)
{
    double period = i < p->count ? p->width_m : p->height_m, d = other - place;
    return p->boundary != CAROM_PERIODIC || fabs(d) <= 0.5 * period
             ? place
             : place + period * floor(d / period + 0.5);
}

static double distance2(const run *self, const particle_state *one, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < 2 * self->problem->count; i++) {
        double d = x[i] - image(self->problem, i, one->x[i], x[i]);
        sum += d * d;
    }
    return sum;
}

/* True if x is closer to the latest state than to the one before. */
static bool is_latest_state(const run *self, const double *x)
{
    return memcmp(x, self->last_x, 2 * self->problem->count * sizeof *x) == 0 ||
           distance2(self, &self->now, x) <= distance2(self, &self->before, x);
}

/* Evaluates a state between two of LAMMPS's steps, by carom's own step from the last of them. */
static size_t evaluate_between_steps(const run *self, const carom_motion *motion, double h,
                                     double *x, double *v, double *q, double *work)
{
    size_t n = motion->coordinates, m = motion->quadratures;
    bool known = true;
    carom_motion trial = *motion;
    trial.state = NULL;
    trial.a = work + n; /* in the work buffer, where the integrator would store them itself */
    trial.g = work + 2 * n + m;
    trial.known = &known;
    motion->rates(motion->context, x, self->now.at, trial.a, trial.g);
    return 1 + carom_integrator_verlet_half_step.step(&trial, h, x, v, q, work);
}

/* Evaluates forces at the same states as LAMMPS: the budget then contains the impulse that walls
 * have transferred. A rejected step is not repeated; its result is returned again. Positions
 * are the periodic images nearest to the last ones, because both programs wrap them at different
 * times. */
static size_t lammps_step(const carom_motion *motion, double h, double *x, double *v, double *q,
                          double *work)
{
    run *self = ((const run_options *)motion->options)->of;
    size_t n = motion->coordinates, m = motion->quadratures;
    double *a = work, *g1 = work + n;
    bool known = motion->a != NULL && *motion->known;
    if (motion->a == NULL) {
        return evaluate_between_steps(self, motion, h, x, v, q, work);
    }
    if (is_latest_state(self, x)) {
        step_lammps(self);
    }
    if (!known) {
        motion->rates(motion->context, x, self->before.at, a, motion->g);
    }
    for (size_t i = 0; i < n; i++) {
        self->last_x[i] = x[i] = image(self->problem, i, self->now.x[i], x[i]);
        v[i] = self->now.v[i];
    }
    motion->rates(motion->context, x, self->now.at, a, g1);
    for (size_t i = 0; i < m; i++) {
        q[i] += 0.5 * h * motion->g[i];
        q[i] += 0.5 * h * g1[i];
        motion->g[i] = g1[i];
    }
    *motion->known = true;
    return known ? 1 : 2;
}

static const carom_integrator steps_of_lammps = {
    .about = {.name = "lammps", .summary = "LAMMPS's own steps"},
    .order = 2,
    .evaluations = 1,
    .stability_limit = 2.0,
    .work_coordinates = 2,
    .work_quadratures = 2,
    .step = lammps_step};

/* ---- options ---- */

static const carom_param params[] = {
    PENALTY_SPRING_ROWS, PENALTY_END_ROW, PENALTY_UNSTABLE_ROW, {.key = NULL}};

/* Options of the penalty solver with the integrator of LAMMPS. */
static penalty_options springs_of(const void *options)
{
    penalty_options springs = *(const penalty_options *)options;
    springs.integrator = (carom_choice){.entry = &carom_integrator_verlet_half_step.about};
    springs.phase = 0;
    springs.contacts = 0;
    springs.flight = 0;
    return springs;
}

static void ignore(void *context, bool is_error, const char *key, const char *text)
{
    (void)context, (void)is_error, (void)key, (void)text;
}

static void check_plan(const carom_problem *problem, const penalty_options *springs,
                       const carom_diagnostics *diagnostics)
{
    carom_lammps *plan = malloc(sizeof *plan);
    if (plan != NULL) {
        (void)carom_lammps_plan(plan, problem, springs, diagnostics);
    } else if (diagnostics->no_memory != NULL) {
        *diagnostics->no_memory = true;
    }
    free(plan);
}

static void lammps_check(const carom_problem *problem, const void *options,
                         const carom_diagnostics *diagnostics)
{
    penalty_options springs = springs_of(options);
    if (problem->orientation) {
        diagnostics->report(diagnostics->context, true, "orientation",
                            "must be false, because LAMMPS's balls slide without rolling");
    }
    carom_solver_penalty.check(problem, &springs, diagnostics);
    check_plan(problem, &springs, diagnostics);
}

/* ---- the scene ---- */

static void write_box(FILE *stream, const carom_lammps *plan)
{
    carom_lammps_cell cell = carom_lammps_cell_bounds(plan->problem);
    fprintf(stream, "region cell block %.17g %.17g %.17g %.17g -0.5 0.5\ncreate_box %zu cell\n",
            cell.low[0], cell.high[0], cell.low[1], cell.high[1], plan->kinds);
}

static void write_rest(FILE *stream, const carom_lammps *plan)
{
    for (size_t k = 0; k < plan->kinds; k++) {
        fprintf(stream, "set type %zu diameter %.17g\n", k + 1, 2 * plan->kind[k].ball->radius_m);
    }
    carom_lammps_write_masses(stream, plan);
    carom_lammps_write_forces(stream, plan);
    carom_lammps_write_step(stream, plan);
    fprintf(stream, "thermo_style custom step\nthermo_modify lost error\nrun 0 post no\n");
}

/* Executes the commands that @p write writes. @return false if memory is exhausted */
static bool run_commands(run *self, const carom_lammps *plan,
                         void (*write)(FILE *stream, const carom_lammps *plan))
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = carom_text_open(&text, &size);
    bool written = stream != NULL;
    if (written) {
        write(stream, plan);
        written = carom_text_close(stream, &text);
    }
    if (written) {
        self->library.commands(self->lammps, text);
    }
    free(text);
    return written;
}

static bool create_balls(run *self, const carom_lammps *plan)
{
    size_t n = self->problem->count;
    bool missing = false;
    double *x = carom_zeros(6 * n, sizeof *x, &missing), *v = x == NULL ? NULL : x + 3 * n;
    int *id = carom_zeros(2 * n, sizeof *id, &missing), *type = id == NULL ? NULL : id + n;
    for (size_t i = 0; i < n && !missing; i++) {
        const carom_ball *ball = &self->problem->ball[i];
        carom_flight start = carom_flight_from_ball(ball);
        id[i] = (int)i + 1;
        type[i] = (int)carom_lammps_type(plan, ball);
        x[3 * i] = self->now.x[i] = start.at.x;
        x[3 * i + 1] = self->now.x[n + i] = start.at.y;
        v[3 * i] = self->now.v[i] = self->now.at[i] = start.v.x;
        v[3 * i + 1] = self->now.v[n + i] = self->now.at[n + i] = start.v.y;
        self->kick[i] = self->kick[n + i] = ball->fixed ? 0 : 0.5 * plan->step_s / ball->mass_kg;
    }
    if (!missing) {
        self->library.create_atoms(self->lammps, (int)n, id, type, x, v, NULL, 1);
    }
    free(x);
    free(id);
    return !missing;
}

static carom_status build(run *self, const penalty_options *springs, carom_error *error)
{
    const carom_diagnostics unheard = {ignore, NULL, NULL, NULL};
    carom_lammps *plan = malloc(sizeof *plan);
    bool built = plan != NULL && carom_lammps_plan(plan, self->problem, springs, &unheard) &&
                 run_commands(self, plan, carom_lammps_write_start) &&
                 run_commands(self, plan, write_box) && create_balls(self, plan) &&
                 run_commands(self, plan, write_rest);
    free(plan);
    CAROM_NEED(built, error);
    read_forces(self);
    discard_output();
    return CAROM_OK;
}

/* ---- the run ---- */

static void lammps_destroy(void *object)
{
    run *self = object;
    if (self->observer != NULL) {
        carom_solver_penalty.destroy(self->observer);
    }
    if (self->lammps != NULL) {
        self->library.close(self->lammps);
    }
    carom_log_free(&self->seen);
    free(self->last_x);
    free(self->kick);
    free(self->before.x);
    free(self->now.x);
    free(self);
}

static carom_status start_run(run *self, const carom_solver_args *args, carom_error *error)
{
    penalty_options springs = springs_of(args->options);
    carom_solver_args own = *args;
    bool made = allocate_state(&self->now, self->problem->count);
    made = allocate_state(&self->before, self->problem->count) && made;
    self->last_x = calloc(2 * self->problem->count, sizeof *self->last_x);
    self->kick = calloc(2 * self->problem->count, sizeof *self->kick);
    CAROM_NEED(made && self->last_x != NULL && self->kick != NULL, error);
    CAROM_TRY(load_library(&self->library, error));
    self->lammps = open_instance(&self->library, error);
    if (self->lammps == NULL) {
        return CAROM_INVALID;
    }
    CAROM_TRY(build(self, &springs, error));
    springs.integrator = (carom_choice){&steps_of_lammps.about, &self->handle};
    own.options = &springs;
    self->log = args->log;
    own.log = args->log == NULL ? NULL : &self->seen;
    self->observer = carom_solver_penalty.create(&own, error);
    return self->observer == NULL ? CAROM_NO_MEMORY : CAROM_OK;
}

static void *lammps_create(const carom_solver_args *args, carom_error *error)
{
    run *self = calloc(1, sizeof *self);
    CAROM_NEED_OR_NULL(self != NULL, error);
    self->problem = args->problem;
    self->handle.of = self;
    if (start_run(self, args, error) != CAROM_OK) {
        lammps_destroy(self);
        return NULL;
    }
    return self;
}

/* True if two bodies still overlap, even if their force has ended. */
static bool overlaps(const run *self, const carom_collision *c)
{
    const carom_problem *p = self->problem;
    const double *x = self->now.x;
    size_t n = p->count, a = c->a, b = c->b;
    double reach = p->ball[a].radius_m;
    carom_vec at = {x[a], x[n + a]}, other;
    if (c->wall) {
        return carom_walls_part_overlap(p, c->b, at, carom_walls_reach(p, reach)).overlap_m > 0;
    }
    other = (carom_vec){image(p, b, x[b], at.x), image(p, n + b, x[n + b], at.y)};
    return carom_vec_length(carom_vec_subtract(other, at)) < reach + p->ball[b].radius_m;
}

/* Copies the observer's log. A contact whose force has ended may still store energy, which is
 * dissipated at its separation. Until then it is logged as open, because ended collisions are not
 * read again. */
static carom_status copy_log(run *self, carom_error *error)
{
    bool settled = true;
    for (size_t i = self->settled; i < self->seen.count; i++) {
        carom_collision one = self->seen.item[i];
        bool over = !isnan(one.separation_mps) && !overlaps(self, &one);
        one.separation_mps = over ? one.separation_mps : NAN;
        settled = settled && over;
        self->settled += settled;
        if (i < self->log->count) {
            self->log->item[i] = one;
        } else {
            CAROM_TRY(carom_log_add(self->log, &one, error));
        }
    }
    return CAROM_OK;
}

static carom_status lammps_advance(void *object, double t_s, carom_error *error)
{
    run *self = object;
    CAROM_TRY(carom_solver_penalty.advance(self->observer, t_s, error));
    return self->log != NULL ? copy_log(self, error) : CAROM_OK;
}

static void lammps_sample(const void *object, double t_s, carom_view *view)
{
    carom_solver_penalty.sample(((const run *)object)->observer, t_s, view);
}

/* LAMMPS evaluates forces at the start and once a step; it does not report tested pairs. */
static void lammps_report(const void *object, carom_report *report)
{
    const run *self = object;
    carom_solver_penalty.report(self->observer, report);
    report->force_evaluations = self->steps + 1;
    report->pair_tests = 0;
}

/* ---- what it is ---- */

static void lammps_springs(const void *object, carom_springs *springs)
{
    penalty_options options = springs_of(object);
    carom_solver_penalty.springs(&options, springs);
}

static bool lammps_is_blind(const void *options)
{
    (void)options;
    return true;
}

static void lammps_explain(const void *object, const carom_speed_estimate *speed_estimate,
                           char *text, size_t size)
{
    const penalty_options *options = object;
    bool linear = carom_force_law_of(options->law.entry)->linear;
    (void)speed_estimate;
    snprintf(
        text, size,
        "LAMMPS's pair_style %s and fix wall/gran with this stiffness%s, fix nve/sphere with "
        "this step. Dashpots use the velocity of half a step earlier, which causes an error of "
        "order h in e (as integrator: verlet_half_step does)",
        linear ? "gran/hooke" : "gran/hertz/history, without a tangential force,",
        options->contact_end == 0 ? " and limit_damping" : "");
}

static const carom_solver_entry lammps_solver = {
    .about = {.name = "lammps",
              .summary = "LAMMPS's granular springs: gran/hooke, gran/hertz",
              .params = params,
              .options_size = sizeof(penalty_options)},
    .traits = CAROM_THIRD_PARTY | CAROM_SOFT | CAROM_TIME_STEPPED,
    .springs = lammps_springs,
    .can_miss_contacts = lammps_is_blind,
    .explain = lammps_explain,
    .check = lammps_check,
    .create = lammps_create,
    .advance = lammps_advance,
    .sample = lammps_sample,
    .report = lammps_report,
    .destroy = lammps_destroy};

CAROM_ENGINE_EXPORT = {
    .shape = CAROM_ENGINE_SHAPE,
    .solver = &lammps_solver,
    .version = version,
    .collisions =
        "onset and end found between LAMMPS's steps by the penalty solver; forces and dissipation "
        "by carom's force law at the positions and velocities that LAMMPS uses",
    .promise =
        "the same bits on the same machine with the same LAMMPS; the order of the balls may change "
        "rounding"};
