/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_SCENARIO_H
#define CAROM_INTERNAL_SCENARIO_H

#include "base/base.h"
#include "scenario/yaml/yaml.h"

#include <carom/param.h>
#include <carom/problem.h>
#include <carom/shape.h>
#include <carom/solver.h>

/** @file
 * A scenario: one physical situation, the solvers to run it through, what to check.
 */

/** The version of the scenario format that this program reads. */
enum { CAROM_SCENARIO_VERSION = 1 };

/** The most balls of a scenario. */
enum { CAROM_MOST_BALLS = 1000000 };

/** Bytes of a scenario's file: as many balls one by one, with all digits, are below this. */
enum { CAROM_LARGEST_SCENARIO = 512 * 1024 * 1024 };

/** The most tasks of a sweep: as many as its journal can keep entries of. */
enum { CAROM_MOST_TASKS = 10000000 };

enum {
    CAROM_TITLE_SIZE = 256,
    CAROM_SOURCE_SIZE = 1024,
    CAROM_KEY_SIZE = 128,
    CAROM_SOLVER_LABEL_SIZE = 80
};

typedef struct {
    char name[CAROM_NAME_SIZE];
    char label[CAROM_SOLVER_LABEL_SIZE]; /**< what figures call it; "": what its name and parameters
                                            say */
    carom_choice kind;
} carom_scenario_solver;

/** A ball as the file describes it: its texts are here, and `ball` points to them after reading. */
typedef struct {
    carom_ball ball;
    double density_kgpm3; /**< instead of the mass; NaN: not given */
    /** phi, theta: where its spot is at the start, for whoever draws how it rolls */
    double spot_rad[2];
    char name[CAROM_NAME_SIZE], material[CAROM_MATERIAL_SIZE];
} carom_scenario_ball;

/** Air drag by what it is made of, until it has become the balls' f_d; NaN after that. */
typedef struct {
    double air_kgpm3, ball_kgpm3, c_d; /**< ball_kgpm3 NaN: every ball's own density */
} carom_drag_keys;

typedef struct {
    carom_choice kind;
    size_t first; /**< number of its first ball */
} carom_scenario_group;

/** Where a ball of a group begins, if not as the group says; NaN: as the group says. */
typedef struct {
    char ball[CAROM_NAME_SIZE];
    double x_m, y_m, vx_mps, vy_mps, spin_radps;
    size_t number; /**< of that ball in the problem */
    size_t ranked; /**< of the list's k-th item: which item is the k-th by number */
} carom_placement;

/** A check; its kind says what is looked at. NaN: no such bound; INFINITY: what theory says. */
typedef struct {
    carom_choice kind;            /**< of carom_check_kinds */
    char solver[CAROM_NAME_SIZE]; /**< "": every solver */
    double max, min;              /**< max bounds the magnitude */
    double equals, within;
} carom_scenario_check;

typedef struct {
    char text[CAROM_KEY_SIZE];
} carom_scenario_word;

typedef struct {
    char text[CAROM_NAME_SIZE];
} carom_scenario_name;

/** PHASES: the middles of `count` equal parts of from..to, by default 0..1. SEEDS: from, from + 1,
 * ..., by default 1. */
typedef enum {
    CAROM_SWEEP_LINEAR,
    CAROM_SWEEP_LOG,
    CAROM_SWEEP_PHASES,
    CAROM_SWEEP_SEEDS
} carom_sweep_scale;

/** Where in figures of a sweep names stand: at the ends of curves, or beside them. */
typedef enum { CAROM_NAMES_AT_ENDS, CAROM_NAMES_BESIDE } carom_sweep_names;

/** A key that follows from the value of a sweep's parameter. */
typedef struct {
    char key[CAROM_KEY_SIZE];
    char formula[CAROM_KEY_SIZE]; /**< of x, the value */
} carom_sweep_set_key;

typedef struct {
    char key[CAROM_KEY_SIZE]; /**< or, with `sets`, a name */
    double from, to;
    int64_t count;
    int scale;                  /**< carom_sweep_scale */
    carom_list values;          /**< of carom_scenario_word; empty: from, to, count */
    carom_list sets;            /**< of carom_sweep_set_key; empty: the key itself varies */
    char label[CAROM_KEY_SIZE]; /**< on the axis of figures; "": in the words of its row */
    double origin;              /**< that axis counts from here; NaN: from 0 */
} carom_sweep_parameter;

/** What theory says of a collected quantity: a line in its figure. */
typedef struct {
    char quantity[CAROM_KEY_SIZE];
    char formula[CAROM_KEY_SIZE]; /**< of x, the (first) parameter's value */
    char label[CAROM_KEY_SIZE];   /**< "": theory */
} carom_sweep_theory;

typedef struct {
    carom_list parameters; /**< of carom_sweep_parameter */
    carom_list collect;    /**< of carom_scenario_word */
    carom_list theory;     /**< of carom_sweep_theory */
    double contour;        /**< of maps; NaN: none */
    /** what the axis says of the one figure of all that is collected; "": a figure each */
    char together[CAROM_KEY_SIZE];
    int names; /**< carom_sweep_names */
} carom_sweep;

/** Contacts to be recorded from inside: a list of lists of carom_scenario_name, two bodies each, or
 * one text that says how many contacts of the run. */
typedef struct {
    carom_list contacts;
} carom_trace_keys;

/** How carom diverge looks at the scenario. */
typedef struct {
    /** of the smallest radius: two runs this far apart no longer tell the same story */
    double horizon_rel;
} carom_divergence_keys;

/** What carom converge varies: the step, as theta, and the stiffness, by factors. Both from, to and
 * how many. */
typedef struct {
    double theta_from, theta_to;
    int64_t thetas;
    double factor_from, factor_to;
    int64_t factors, phases;
} carom_convergence_keys;

/** The ensemble of carom statistics. */
typedef struct {
    int64_t seeds, first_seed;
    double from_s; /**< what happens before does not count */
    /** of the smallest radius: where no group has a seed, the fastest ball is displaced by so much
     */
    double spread_rel;
} carom_statistics_keys;

/** The panels of a run's figures: X(constant, name, what it shows). What each says and when it has
 * something to show is known to figures/run/. */
#define CAROM_PANELS(X)                                                                            \
    X(ENERGY, "energy", "energy over time, and below what the ledger does not explain of it")      \
    X(MOMENTUM, "momentum", "momentum over time with its jumps, and what nothing explains of it")  \
    X(DIVERGENCE, "divergence", "distance of the balls from the reference's over time")            \
    X(SPACE_TIME, "space-time", "place over time of balls that move along one line")               \
    X(RASTER, "raster",                                                                            \
      "a row for each solver, a tick for each collision, the first that differs")                  \
    X(PATHS, "paths", "paths of up to three balls on the table")                                   \
    X(DRIFT, "drift",                                                                              \
      "energy that nothing explains over the number of collisions, of a thousand and more")

#define X(constant, name, doc) CAROM_PANEL_##constant,
typedef enum { CAROM_PANELS(X) CAROM_PANEL_KINDS } carom_panel;
#undef X

/** At most so many stand in an overview. */
enum { CAROM_MAX_PANELS = 4 };

typedef struct {
    int panel; /**< carom_panel */
} carom_scenario_panel;

typedef struct {
    int64_t version;
    char title[CAROM_TITLE_SIZE];
    char source[CAROM_SOURCE_SIZE];
    carom_choice shape;        /**< of the table: a carom_shape */
    carom_choice friction_law; /**< a carom_friction_law */
    carom_problem problem;     /**< with the balls of `balls` and then those of `groups` */
    carom_drag_keys drag;
    double duration_s;
    int64_t samples;
    int64_t seed;
    bool allow_energy_gain, allow_unstable;
    carom_list schedule; /**< of carom_change */
    carom_list pairs;    /**< of carom_pair */
    carom_list balls;    /**< of carom_scenario_ball */
    carom_list groups;   /**< of carom_scenario_group */
    carom_list place;    /**< of carom_placement */
    carom_list solvers;  /**< of carom_scenario_solver */
    char reference[CAROM_NAME_SIZE];
    carom_list checks;  /**< of carom_scenario_check */
    carom_list figures; /**< of carom_scenario_panel; empty: those that have something to show */
    carom_trace_keys trace;
    carom_sweep sweep;
    carom_divergence_keys divergence;
    carom_convergence_keys convergence;
    carom_statistics_keys statistics;
    /** No key: set from outside to interrupt what goes over all balls; may be NULL. */
    const volatile sig_atomic_t *stop;
} carom_scenario;

/** Whether what goes over all balls is to end. */
static inline bool carom_scenario_stopped(const carom_scenario *scenario)
{
    return scenario->stop != NULL && *scenario->stop != 0;
}

/** The parameter table of a whole scenario file. */
extern const carom_param carom_scenario_rows[];

/** The parameter table of an item of `place`. */
extern const carom_param carom_placement_rows[];

/** The parameter table of a check. */
extern const carom_param carom_check_rows[];

/* ---- checks ----
 * What `checks:` may ask for: the kinds with their keys. src/checks answers them. */

/** A kind of check, as a scenario writes it. */
typedef struct {
    carom_entry about;
    const char *subject;    /**< the key that says what it is about; NULL: none does */
    bool is_default;        /**< goes without saying */
    bool has_default_bound; /**< without max, min and equals it is held to theory, or to 0 */
    bool has_theory;        /**< max, equals and within may be `theory` */
} carom_check_kind;

/** The kind that an entry of carom_check_kinds is of. */
CAROM_ENTRY_ACCESSOR(carom_check_kind_of, carom_check_kind)

/** The list: rows in keys.c, one finder in src/checks/, and one X here. */
#define CAROM_CHECK_KINDS(X) X(summary) X(column) X(order) X(sequence) X(renumbering)

#define X(name) extern const carom_check_kind carom_check_##name;
CAROM_CHECK_KINDS(X)
#undef X
extern const carom_interface carom_check_kinds;

typedef struct {
    int quantity; /**< position in carom_quantity_words */
} carom_summary_check;

/** Over which samples of a column. */
typedef enum {
    CAROM_OVER_END,
    CAROM_OVER_MAX,
    CAROM_OVER_MIN,
    CAROM_OVER_LARGEST,
    CAROM_OVER_START
} carom_check_over;

/** Of which table. */
typedef enum {
    CAROM_FILE_SERIES,
    CAROM_FILE_TRAJECTORY,
    CAROM_FILE_DIVERGENCE,
    CAROM_FILE_COLLISIONS
} carom_check_file;

/** "series", ...: the tables by carom_check_file. */
extern const char *const carom_check_file_names[];

typedef struct {
    char column[CAROM_NAME_SIZE];
    char ball[CAROM_NAME_SIZE]; /**< ""; all */
    int file, over;             /**< carom_check_file, carom_check_over */
    double at_s;                /**< NaN: over all samples */
} carom_column_check;

/** The order in what. */
typedef enum { CAROM_OF_STEP, CAROM_OF_STIFFNESS } carom_check_of;

typedef struct {
    int of; /**< carom_check_of */
} carom_order_check;

typedef struct {
    char as[CAROM_NAME_SIZE]; /**< "": the reference */
    double until_s;           /**< NaN: to the end */
} carom_sequence_check;

/* ---- groups ---- */

/** The kinds of groups of balls; each entry is a carom_group_kind. */
extern const carom_interface carom_group_kinds;

/** A rule that adds balls. Contract: `generate` adds balls to the problem, named by the prefix (its
 *  key `name`; without one the kind) and numbered from 1, without overlap among themselves;
 * messages of failure concern its keys. */
typedef struct {
    carom_entry about;
    carom_status (*generate)(const void *options, const carom_scenario *scenario,
                             carom_problem *problem, carom_error *error);
} carom_group_kind;

/** The kind that an entry of carom_group_kinds is of. */
CAROM_ENTRY_ACCESSOR(carom_group_kind_of, carom_group_kind)

/** The list: one new file in src/scenario/groups/ and one X here. */
#define CAROM_GROUP_KINDS(X) X(rack) X(row) X(lattice) X(gas)

#define X(name) extern const carom_group_kind carom_group_##name;
CAROM_GROUP_KINDS(X)
#undef X

/** A "key=value" from the command line. */
typedef struct {
    const char *text; /**< "--set key=value", for messages */
    const char *key;
    const char *value;
} carom_override;

/** Reads the text of a scenario file, ended by a 0 byte, or "-" for standard input; CAROM_INVALID
 * where it is larger than CAROM_LARGEST_SCENARIO. */
CAROM_CHECKED carom_status carom_scenario_file_read(const char *path, char **text, size_t *length,
                                                    carom_error *error);

/** Reads a scenario from YAML text, applies overrides, checks everything and builds the problem.
 *  All that is wrong goes to @p messages; usable if messages->errors is 0. messages->stop
 * interrupts it, and later what generates its balls once more.
 *  @return CAROM_NO_MEMORY, CAROM_INTERRUPTED
 *  The caller frees with carom_scenario_free in any case. */
CAROM_CHECKED carom_status carom_scenario_read(carom_scenario *scenario, const char *text,
                                               size_t length, const carom_override *overrides,
                                               size_t override_count, carom_messages *messages);
void carom_scenario_free(carom_scenario *scenario);

/** Parses a scenario file, for carom_scenario_vary; @p root is NULL where @p messages say why. The
 * caller frees @p tree in any case. */
CAROM_CHECKED carom_status carom_scenario_parse(carom_tree *tree, const char *text, size_t length,
                                                carom_messages *messages, carom_node **root);

/** As carom_scenario_read, of a file that was parsed before and is not changed: it may be varied by
 * several threads at a time. */
CAROM_CHECKED carom_status carom_scenario_vary(carom_scenario *scenario, const carom_node *root,
                                               const carom_override *overrides,
                                               size_t override_count, carom_messages *messages);

/** As carom_scenario_read, of what the manifest of a run says: the run has happened, so that of
 * what can be wrong only names are looked at, which become those of folders. */
CAROM_CHECKED carom_status carom_scenario_recorded(carom_scenario *scenario, const char *text,
                                                   carom_messages *messages);

/** A copy that shares nothing with @p from; examined it is not: @p from was. carom_scenario_free in
 * any case. */
CAROM_CHECKED carom_status carom_scenario_copy(carom_scenario *copy, const carom_scenario *from,
                                               carom_error *error);

/** A copy with another seed: the balls of its groups are those of that seed.
 *  @return CAROM_INVALID where they overlap, or the seed is no seed */
CAROM_CHECKED carom_status carom_scenario_copy_of_seed(carom_scenario *copy,
                                                       const carom_scenario *from, long long seed,
                                                       carom_error *error);

/** Adds the balls of the groups. What is wrong with them goes to @p messages, with places where
 * @p root is not NULL. */
CAROM_CHECKED carom_status carom_scenario_generate(carom_scenario *scenario, const carom_node *root,
                                                   carom_messages *messages);

/** Which balls `place` speaks of, after the groups have added theirs. Names of none, and items that
 * say nothing or of the same ball, go to @p messages.
 *  @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_placements_resolve(carom_scenario *scenario,
                                                    const carom_node *root,
                                                    carom_messages *messages);

/** Puts the balls of groups where `place` says, after carom_placements_resolve, and again whenever
 * carom_scenario_generate has generated them anew. */
void carom_placements_apply(carom_scenario *scenario);

/** Whether `place` says the position of the ball of a number. */
bool carom_ball_is_placed(const carom_scenario *scenario, size_t number);

/** Where the ball of a number was described: its item of `balls`, or its group. Nowhere (line 0) if
 * @p root is NULL. */
carom_mark carom_ball_mark(const carom_scenario *scenario, const carom_node *root, size_t number);

/** Where its position, or its velocity, was said: in `place`, or where it was described. */
carom_mark carom_position_mark(const carom_scenario *scenario, const carom_node *root,
                               size_t number);
carom_mark carom_velocity_mark(const carom_scenario *scenario, const carom_node *root,
                               size_t number);

/** Changes the tree as an override says. CAROM_OK with a message where the key leads nowhere. */
CAROM_CHECKED carom_status carom_tree_override(carom_tree *tree, carom_node *root,
                                               const carom_override *override,
                                               carom_messages *messages);

/** The masses that densities of `balls` stand for, before they are added to the problem (groups see
 * to their own). A mass that is not finite goes to @p messages. */
void carom_density_masses(carom_scenario *scenario, const carom_node *root,
                          carom_messages *messages);

/** The f_d that `drag` stands for, if @p root has it, after all balls are there: air_drag of the
 * problem where it names the balls' density, else of each ball by its own, from its mass and
 * radius. */
void carom_density_drag(carom_scenario *scenario, const carom_node *root, carom_messages *messages);

/** Names that are no names, twice there, or of nothing that is there, and a table without balls. */
CAROM_CHECKED carom_status carom_scenario_validate_names(carom_scenario *scenario,
                                                         const carom_node *root,
                                                         carom_messages *messages);

/** Everything that is wrong with values that are right one by one. @p root gives the places. */
CAROM_CHECKED carom_status carom_scenario_validate(carom_scenario *scenario, const carom_node *root,
                                                   carom_messages *messages);

/** What is wrong with `trace`: numbers that are none, bodies that are not there. */
CAROM_CHECKED carom_status carom_trace_validate(const carom_scenario *scenario,
                                                const carom_node *root, carom_messages *messages);

/** What `trace` wants of a run, of a scenario that was examined; nothing where it is not there.
 *  @return CAROM_NO_MEMORY. wish->pair is freed by the caller */
CAROM_CHECKED carom_status carom_scenario_trace(const carom_scenario *scenario,
                                                carom_trace_request *trace_request,
                                                carom_error *error);

/** Balls that overlap each other or the walls, or share a name. @p root gives the places; NULL:
 * there are none. On a periodic table the balls are folded into it. */
CAROM_CHECKED carom_status carom_scenario_validate_balls(carom_scenario *scenario,
                                                         const carom_node *root,
                                                         carom_messages *messages);

/** Writes the scenario, complete and canonical; reading it gives the same scenario. */
void carom_scenario_write(const carom_scenario *scenario, FILE *stream);

/** The same into a text freed by the caller; NULL: no memory. */
char *carom_scenario_text(const carom_scenario *scenario);

/** carom_hash of what is left of a stream: the scenario hash of the manifest. */
uint64_t carom_stream_hash(FILE *stream);

/** Whether a solver's name is among @p count of them; of none all are. */
bool carom_solver_is_chosen(const char *const *only, size_t count, const char *name);

static inline carom_scenario_solver *carom_scenario_solver_at(const carom_scenario *scenario,
                                                              size_t i)
{
    return &((carom_scenario_solver *)scenario->solvers.items)[i];
}

/** The solver of that name; NULL: there is none. */
static inline carom_scenario_solver *carom_scenario_find_solver(const carom_scenario *scenario,
                                                                const char *name)
{
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        if (strcmp(carom_scenario_solver_at(scenario, i)->name, name) == 0) {
            return carom_scenario_solver_at(scenario, i);
        }
    }
    return NULL;
}

#endif
