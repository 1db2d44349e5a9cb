/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/base.h"
#include "scenario/yaml/yaml.h"

#include <carom/scenario.h>

/** @file
 * Scenario: one problem, the solvers that run it, checks, and the parameters of studies.
 */

/** Version of the scenario format. */
enum { CAROM_SCENARIO_VERSION = 1 };

/** Maximum number of balls. */
enum { CAROM_MOST_BALLS = 1000000 };

/** Maximum size of a scenario file (bytes), enough for that many balls with all digits. */
enum { CAROM_LARGEST_SCENARIO = 512 * 1024 * 1024 };

/** Maximum number of points of a sweep. */
enum { CAROM_MOST_TASKS = 10000000 };

enum {
    CAROM_TITLE_SIZE = 256,
    CAROM_SOURCE_SIZE = 1024,
    CAROM_KEY_SIZE = 128,
    CAROM_SOLVER_LABEL_SIZE = 80,
    CAROM_DATA_PATH_SIZE = 512
};

typedef struct {
    char name[CAROM_NAME_SIZE];
    char label[CAROM_SOLVER_LABEL_SIZE]; /**< label in figures; "": from name and parameters */
    carom_choice kind;
} carom_scenario_solver;

/** A ball of the file. It owns the texts to which `ball` points after reading. */
typedef struct {
    carom_ball ball;
    double density_kgpm3; /**< alternative to the mass; NaN: not given */
    char name[CAROM_NAME_SIZE], material[CAROM_MATERIAL_SIZE];
} carom_scenario_ball;

/** Air drag by density. Reading converts it to f_d and sets NaN. */
typedef struct {
    double air_kgpm3, ball_kgpm3, c_d; /**< ball_kgpm3 NaN: density from mass and radius */
} carom_drag_keys;

typedef struct {
    carom_choice kind;
    size_t first; /**< index of its first ball in the problem */
} carom_scenario_group;

enum { CAROM_GOAL_SIZE = 200 };

/** A check: its kind selects the value. NaN: no bound; INFINITY: the value of theory. */
typedef struct {
    carom_choice kind;            /**< entry of carom_check_kinds */
    char solver[CAROM_NAME_SIZE]; /**< "": every solver */
    double max, min;              /**< max bounds the magnitude */
    double equals, within;
    char goal[CAROM_GOAL_SIZE]; /**< what a student is to reach; "": not a goal of the lab */
} carom_scenario_check;

typedef struct {
    char text[CAROM_KEY_SIZE];
} carom_scenario_word;

typedef struct {
    char text[CAROM_NAME_SIZE];
} carom_scenario_name;

/** Spacing of values. PHASES: centres of `count` equal parts of from..to, by default 0..1. SEEDS:
 * from, from + 1, ..., by default from 1. */
typedef enum {
    CAROM_SWEEP_LINEAR,
    CAROM_SWEEP_LOG,
    CAROM_SWEEP_PHASES,
    CAROM_SWEEP_SEEDS
} carom_sweep_scale;

/** A key computed from the value of a sweep's parameter. */
typedef struct {
    char key[CAROM_KEY_SIZE];
    char formula[CAROM_KEY_SIZE]; /**< formula of x, the value */
} carom_sweep_set_key;

typedef struct {
    char key[CAROM_KEY_SIZE]; /**< with `sets`: a name */
    double from, to;
    int64_t count;
    int scale;                  /**< carom_sweep_scale */
    carom_list values;          /**< of carom_scenario_word; empty: from, to, count */
    carom_list sets;            /**< of carom_sweep_set_key; empty: `key` varies */
    char label[CAROM_KEY_SIZE]; /**< label of the axis; "": doc of its row */
    double origin;              /**< origin of the axis; NaN: 0 */
} carom_sweep_parameter;

/** Theory of a collected quantity: a line in its figure. */
typedef struct {
    char quantity[CAROM_KEY_SIZE];
    char formula[CAROM_KEY_SIZE]; /**< formula of x, the value of the first parameter */
    char label[CAROM_KEY_SIZE];   /**< "": "theory" */
} carom_sweep_theory;

typedef struct {
    carom_list parameters; /**< of carom_sweep_parameter */
    carom_list collect;    /**< of carom_scenario_word */
    carom_list theory;     /**< of carom_sweep_theory */
    char
        together[CAROM_KEY_SIZE]; /**< axis label of a common figure; "": one figure per quantity */
    char shown_as[CAROM_KEY_SIZE];   /**< formula of x, the value, that figures show; "": x */
    char data[CAROM_DATA_PATH_SIZE]; /**< file of measured points; "": none */
} carom_sweep;

/** Contacts to trace: a list of lists of carom_scenario_name, with two bodies each, or one number
 * of contacts. */
typedef struct {
    carom_list contacts;
} carom_trace_keys;

/** Parameters of carom diverge. */
typedef struct {
    double horizon_rel; /**< distance of diverged runs, relative to the smallest radius */
} carom_divergence_keys;

/** Parameters of carom converge: ranges and numbers of step sizes (theta) and of stiffness factors.
 */
typedef struct {
    double theta_from, theta_to;
    int64_t thetas;
    double factor_from, factor_to;
    int64_t factors, phases;
} carom_convergence_keys;

/** Ensemble of carom statistics. */
typedef struct {
    int64_t seeds, first_seed;
    double from_s; /**< start of the evaluation */
    /** displacement of the fastest ball, relative to the smallest radius, if no group has a seed */
    double spread_rel;
} carom_statistics_keys;

/** Derivative that carom gradient computes. */
typedef struct {
    char of[CAROM_KEY_SIZE]; /**< BALL.COLUMN; "": x of the last ball */
    carom_list by;           /**< of carom_scenario_word; empty: x of the first ball */
} carom_gradient_keys;

/** Audit of records of another program by carom check. */
typedef struct {
    double within; /**< allowed error of a position (m) and of a velocity (m/s); 0: rounding only */
} carom_audit_keys;

/** Fit of carom fit. */
typedef struct {
    carom_list by;            /**< keys to fit, of carom_scenario_word */
    char to[CAROM_NAME_SIZE]; /**< recorded solver; "": the first one */
} carom_fit_keys;

/** Maximum number of panels of an overview. */
enum { CAROM_MAX_PANELS = 4 };

typedef struct {
    int panel; /**< carom_panel (scenario/panels.h) */
} carom_scenario_panel;

/** What the lab page shows first. Nothing else uses it. */
typedef struct {
    int chart; /**< index of carom_view_charts */
    bool trails;
    double zoom;      /**< magnification about the balls; 1: the whole table */
    carom_list knobs; /**< of carom_view_knob; empty: speed, restitution, stiffness, step */
} carom_view_keys;

typedef struct {
    int knob; /**< index of carom_view_knobs */
} carom_view_knob;

extern const char *const carom_view_charts[], *const carom_view_knobs[];

struct carom_scenario {
    int64_t version;
    char title[CAROM_TITLE_SIZE];
    char source[CAROM_SOURCE_SIZE];
    carom_choice shape;        /**< a carom_shape */
    carom_choice friction_law; /**< a carom_friction_law */
    carom_problem problem;     /**< with the balls of `balls`, then of `groups` */
    carom_drag_keys drag;
    double duration_s;
    int64_t samples;
    int64_t seed;
    bool allow_energy_gain;
    carom_list schedule;  /**< of carom_change */
    carom_list pairs;     /**< of carom_pair */
    carom_list materials; /**< of carom_material */
    carom_list balls;     /**< of carom_scenario_ball */
    carom_list groups;    /**< of carom_scenario_group */
    carom_list solvers;   /**< of carom_scenario_solver */
    char reference[CAROM_NAME_SIZE];
    carom_list checks;  /**< of carom_scenario_check */
    carom_list figures; /**< of carom_scenario_panel; empty: those of plot/run.c */
    carom_trace_keys trace;
    carom_sweep sweep;
    carom_divergence_keys divergence;
    carom_convergence_keys convergence;
    carom_statistics_keys statistics;
    carom_gradient_keys gradient;
    carom_view_keys view;
    carom_fit_keys fit;
    carom_audit_keys audit;
    /** Not a key. Folder to which file names are relative; NULL: the current one. */
    const char *folder;
    /** Not a key. Options that changed it, " --set KEY=VALUE", for footers of figures; may be NULL.
     */
    const char *changes;
    /** Not a key. Nonzero: interrupt loops over all balls; may be NULL. */
    const volatile sig_atomic_t *stop;
    /** Not a key. Memory of the structure and `folder`, which carom_scenario_free frees after a
     * carom_scenario_load; NULL: they belong to the caller. */
    void *block;
};

/** True if loops over all balls are to stop. */
static inline bool carom_scenario_stopped(const carom_scenario *scenario)
{
    return scenario->stop != NULL && *scenario->stop != 0;
}

/** Parameter table of a scenario file. */
extern const carom_param carom_scenario_rows[];

/** Parameter table of a check. */
extern const carom_param carom_check_rows[];

/* ---- checks: their kinds and keys; src/checks evaluates them ---- */

/** A kind of check. */
typedef struct {
    carom_entry about;
    const char *subject;    /**< key that names the subject in reports; NULL: none */
    bool is_default;        /**< default kind, not mentioned in reports */
    bool has_default_bound; /**< without max, min and equals, compares with theory or 0 */
    bool has_theory;        /**< max, equals and within may be `theory` */
} carom_check_kind;

/** Kind of an entry of carom_check_kinds. */
CAROM_ENTRY_ACCESSOR(carom_check_kind_of, carom_check_kind)

/** All kinds of checks. To add one, append its rows to keys.c and its evaluator to the list of
 * checks/checks.c. */
extern const carom_interface carom_check_kinds;

typedef struct {
    int quantity; /**< index into carom_quantity_words */
} carom_summary_check;

/** Statistic of a column that a check tests. */
typedef enum {
    CAROM_OVER_END,
    CAROM_OVER_MAX,
    CAROM_OVER_MIN,
    CAROM_OVER_LARGEST,
    CAROM_OVER_START
} carom_check_over;

/** Table of a column. */
typedef enum {
    CAROM_FILE_SERIES,
    CAROM_FILE_TRAJECTORY,
    CAROM_FILE_DIVERGENCE,
    CAROM_FILE_COLLISIONS
} carom_check_file;

/** Names of the tables, indexed by carom_check_file: "series", ... */
extern const char *const carom_check_file_names[];

typedef struct {
    char column[CAROM_NAME_SIZE];
    char ball[CAROM_NAME_SIZE]; /**< "": all */
    int file, over;             /**< carom_check_file, carom_check_over */
    double at_s;                /**< NaN: over all samples */
} carom_column_check;

/** Variable of an order of convergence. */
typedef enum { CAROM_OF_STEP, CAROM_OF_STIFFNESS } carom_check_of;

typedef struct {
    int of; /**< carom_check_of */
} carom_order_check;

typedef struct {
    char as[CAROM_NAME_SIZE]; /**< "": the reference */
    double until_s;           /**< NaN: to the end */
} carom_sequence_check;

typedef struct {
    double within_sigma;         /**< largest allowed deviation, in standard errors */
    char series[CAROM_KEY_SIZE]; /**< "": all series */
} carom_data_check;

/* ---- groups ---- */

/** Kinds of groups of balls; each entry is a carom_group_kind. */
extern const carom_interface carom_group_kinds;

/** A kind of group. `generate` adds balls without overlap. Their names are a prefix (`name`, or the
 * kind) and a number from 1. The key of an error is one of its rows. */
typedef struct {
    carom_entry about;
    carom_status (*generate)(const void *options, const carom_scenario *scenario,
                             carom_problem *problem, carom_error *error);
} carom_group_kind;

/** Kind of an entry of carom_group_kinds. */
CAROM_ENTRY_ACCESSOR(carom_group_kind_of, carom_group_kind)

/** A change of a scenario from the command line. */
typedef struct {
    const char *text;  /**< "--set key=value", for messages; NULL: a removal that may be needless */
    const char *key;   /**< path; with a + at its end the value is appended to a list */
    const char *value; /**< NULL: the key is removed */
} carom_override;

/** Read a scenario file, or standard input ("-"), as a 0-terminated text. The caller frees *text.
 *  @return CAROM_INVALID (larger than CAROM_LARGEST_SCENARIO), CAROM_CANNOT_READ */
CAROM_CHECKED carom_status carom_scenario_file_read(const char *path, char **text, size_t *length,
                                                    carom_error *error);

/** Read a scenario from YAML text: apply overrides, build the problem, validate everything. The
 * scenario is valid if messages->errors is 0. messages->stop interrupts reading. Call
 * carom_scenario_free in any case.
 *  @return CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_scenario_read(carom_scenario *scenario, const char *text,
                                               size_t length, const carom_override *overrides,
                                               size_t override_count, carom_messages *messages);

/** The same with the text: that of the author, or after changes the keys and values of the file
 * without its comments.
 *  @param edited  receives the text, to be freed; NULL after errors; may be NULL */
CAROM_CHECKED carom_status carom_scenario_edit(carom_scenario *scenario, const char *text,
                                               size_t length, const carom_override *overrides,
                                               size_t override_count, carom_messages *messages,
                                               char **edited);

/** Parse a scenario as carom_scenario_read does, without reading its keys; the root is no node
 * after a syntax error. Call carom_document_close in any case. */
CAROM_CHECKED carom_status carom_scenario_parse(carom_document *document, const char *text,
                                                size_t length, carom_messages *messages);

/** Find a ball and another ball or a wall by their names.
 *  @return false: an unknown name, two walls, or one ball twice */
bool carom_bodies_find(const carom_problem *problem, const char *a, const char *b,
                       carom_bodies *bodies);

/** Position in the file of a ball: its item of `balls`, or its group; line 0 if @p root is no node.
 */
carom_mark carom_ball_mark(const carom_scenario *scenario, carom_node root, size_t number);

/** Apply an override to a document. */
void carom_document_set(carom_document *document, const carom_override *override,
                        carom_messages *messages);

/** Find the value of a key path, as for --set; `*` selects the first item that has the next key. A
 * number that is shorthand for a mapping is the value of all its keys, and a mapping has the value
 * of its first key. @return no node: not given */
carom_node carom_document_find(carom_node root, const char *path);

/** Complete `materials` by the presets of their names. */
void carom_materials_complete(carom_scenario *scenario, carom_node root, carom_messages *messages);

/** Convert the densities of `balls`, or of their materials, to masses, before they are added to the
 * problem, and give groups the densities of their materials. */
void carom_density_masses(carom_scenario *scenario, carom_node root, carom_messages *messages);

/** Convert `drag` to f_d, after all balls are added: to air_drag of the problem if the density of
 * the balls is given, otherwise of every ball by its own density. */
void carom_density_drag(carom_scenario *scenario, carom_node root, carom_messages *messages);

/** Validate a scenario whose single values are valid. @p root gives messages their positions. */
CAROM_CHECKED carom_status carom_scenario_validate(carom_scenario *scenario, carom_node root,
                                                   carom_messages *messages);

/** Report balls of one name, at most 20 of them. @return their number */
size_t carom_scenario_validate_ball_names(const carom_scenario *scenario, carom_node root,
                                          carom_messages *messages);

/** Validate `trace`. */
void carom_trace_validate(const carom_scenario *scenario, carom_node root,
                          carom_messages *messages);

/** Convert `trace` of a valid scenario to a request for a run. The caller frees
 * trace_request->pair. */
void carom_scenario_trace(const carom_scenario *scenario, carom_trace_request *trace_request);

/** Validate positions and names of balls. @p root (may be no node) gives messages their positions.
 * Folds balls into a periodic table. */
CAROM_CHECKED carom_status carom_scenario_validate_balls(carom_scenario *scenario, carom_node root,
                                                         carom_messages *messages);

/** Write the complete scenario in canonical form. Reading it gives the same scenario. */
void carom_scenario_write(const carom_scenario *scenario, FILE *stream);

/** Return the canonical form of a scenario; the caller frees it. */
char *carom_scenario_text(const carom_scenario *scenario);

/** Write it as JSON, which carom also reads, as it is YAML. @param indent of its lines after the
 * first */
void carom_scenario_write_json(const carom_scenario *scenario, FILE *stream, const char *indent);

/** True if a solver is among the @p count chosen ones, or @p count is 0. */
bool carom_solver_is_chosen(const char *const *only, size_t count, const char *name);

/** Write the names of the solvers, and a suggestion for @p wanted. @return the text */
const char *carom_scenario_list_solvers(const carom_scenario *scenario, const char *wanted,
                                        char text[500]);

/** Check that @p count names are solvers of the scenario. @return CAROM_INVALID with its solvers */
CAROM_CHECKED carom_status carom_scenario_check_solvers(const carom_scenario *scenario,
                                                        const char *const *name, size_t count,
                                                        carom_error *error);

static inline carom_scenario_solver *carom_scenario_solver_at(const carom_scenario *scenario,
                                                              size_t i)
{
    return &((carom_scenario_solver *)scenario->solvers.items)[i];
}

/** Find a solver by name; NULL: not found. */
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
