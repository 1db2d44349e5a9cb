/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Advice in messages: names like an unknown one, and what to do instead of keys and values of older
 * scenario files. */
#include "base/base.h"
#include "params/params.h"

/* ---- older scenario files ---- */

/* A row applies only to a word that carom does not have. `key` is the end of a path, sweep.names.
 * `value` is NULL if the key itself was removed. */
static const struct {
    const char *key, *value, *instead;
} rows[] = {
    {"variant", NULL, "use 'kind: published' with 'source' and 'frame_s' (carom list solvers)"},
    {"second_formula", NULL, "use 'corrected: [formula]'"},
    {"contact_factor", NULL, "use 'corrected: [contact_distance]'"},
    {"extra_move", NULL, "use 'corrected: [extra_move]'"},
    {"cluster_time_s", NULL, "use cluster_gap_rel, the largest gap relative to a radius"},
    {"approach_test", NULL, "with 'kind: published' use 'corrected: [approach_test]'"},
    {"interpenetration_sign", NULL, "use 'corrected: [sign]'"},
    {"bumper", NULL, "use 'corrected: [bumper]'"},
    {"guard", NULL, "omit it: the loop runs as printed"},
    {"clock", NULL, "use 'corrected: [clock]'"},
    {"orientation", NULL, "omit it: a ball that rolls a path s turns by s/r"},
    {"spot_rad", NULL, "omit it: films draw a spot on each of up to 30 balls"},
    {"place", NULL, "list the balls one by one under 'balls', and omit an empty list"},
    {"contact.pair", NULL, "use contact.contact, the row of the contact in collisions.tsv"},
    {"sweep.names", NULL, "omit it: labels stand at the ends of the curves"},
    {"sweep.contour", NULL, "omit it: the colour scale of a map gives the values"},
    {"precision_bits", NULL,
     "omit it: the oracle computes with 113 bits, and lost_digits reports their loss"},
    {"solvers.threads", NULL, "omit it: a run uses one thread, and --jobs runs several at a time"},
    {"gradient.runs", NULL, "omit it: derivatives are central differences"},
    {"gradient.interval", NULL, "omit it: derivatives are central differences"},
    {"gradient.target", NULL, "vary the key with carom sweep, or fit it with carom fit"},
    {"gradient.lyapunov", NULL, "carom diverge measures the growth rate of a perturbation"},
    {"allow_unstable", NULL, "put it into the solver, below 'solvers'"},
    {"kind", "lattice", "use rows, 'kind: row', or list the balls; 'kind: gas' fills the table"},
    {"integrator", "midpoint", "use heun, which also has order 2"},
    {"integrator", "verlet_half_step", "use velocity_verlet"},
    {"integrator", "gsl_rk8pd", "use gsl_rkf45"},
    {"integrator", "gsl_bsimp", "use gsl_rkf45"},
#define ENGINE(name)                                                                               \
    {                                                                                              \
        "solvers.kind", name, "run a program of experiments/25-engines and use 'kind: recorded'"   \
    }
    ENGINE("chipmunk"),
    ENGINE("lammps"),
    ENGINE("mujoco"),
    ENGINE("ode"),
    {"questions.kind", "code", "tests/try.sh compiles and tests a C file"},
    {"figures", "paths", "use scene"},
    {"figures", "strobe", "use scene"},
    {"figures", "drift", "use energy"},
    {"figures", "controls", "carom diverge draws it as copies"},
    {"figures", "momentum", "momentum_residual_rel in summary.tsv has the error"},
    {"figures", "waterfall", "dissipated_J in series.tsv has the losses"},
};

/* True if the path, without the numbers of list items, ends in the components @p key. */
static bool ends_in(const char *path, const char *key)
{
    size_t length = strlen(key), at = strlen(path);
    while (length > 0 && at > 0) {
        if (path[at - 1] == ']') {
            while (at > 0 && path[at - 1] != '[') {
                at--;
            }
            at -= at > 0;
        } else if (path[--at] != key[--length]) {
            return false;
        }
    }
    return length == 0 && (at == 0 || path[at - 1] == '.');
}

const char *carom_removed_advice(const char *path, const char *value)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool same = value == NULL ? rows[i].value == NULL
                                  : rows[i].value != NULL && strcmp(rows[i].value, value) == 0;
        if (same && ends_in(path, rows[i].key)) {
            return rows[i].instead;
        }
    }
    return NULL;
}

/* ---- names ---- */

void carom_hint_name_append(const char *wanted, const char *const *names, size_t count, char *text,
                            size_t size)
{
    const char *nearest = carom_hint_name(wanted, names, count);
    if (nearest != NULL) {
        carom_text_append(text, size, "; did you mean '%s'?", nearest);
    }
}

void carom_hint_names_append(const char *wanted, const char *const *names, size_t count, char *text,
                             size_t size)
{
    enum { MOST_COMPARED = 1000, MOST_NAMED = 12 };
    for (size_t i = 0; i < count && i < MOST_NAMED; i++) {
        carom_text_append(text, size, "%s%s", i == 0 ? "" : ", ", names[i]);
    }
    carom_text_append(text, size, count > MOST_NAMED ? ", ..." : "");
    carom_hint_name_append(wanted, names, count < MOST_COMPARED ? count : 0, text, size);
}
