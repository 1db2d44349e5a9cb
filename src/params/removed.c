/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys, values, commands and options of older versions, and what to do instead. A row applies only
 * to a word that carom does not have. */
#include "params/params.h"
#include <string.h>

/* `key` is the end of a path, sweep.names, or "carom WORD". `value` is NULL if the key itself was
 * removed. */
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
    /* of studies, by a figure that the same study has */
    {"copies", "controls", "use copies"},
    {"copies", "parts", "parts.tsv has the numbers"},
    {"convergence", "floor", "use convergence, which has the modelling error as a line"},
    {"convergence", "work-pairs", "use work; converge.tsv has pair_tests"},
    {"force", "slip", "use force, which shows friction"},
    {"force", "loop", "use phase"},
    {"force", "restitution-theta",
     "carom contact FILE --theta 0.05,0.1,0.2 prints e for each step"},
    {"carom animate", NULL, "use carom plot DIR --film"},
    {"carom sound", NULL, "use carom plot DIR --sound"},
    {"carom calibrate", NULL,
     "carom explain FILE --set explain.contact_time_s=1e-4 prints the stiffness"},
    {"carom transfer", NULL, "carom explain FILE prints e(v) of a force law"},
    {"carom card", NULL, "run experiments/25-engines/card.sh"},
    {"carom export", NULL, "the tables are text with tabs; carom show FILE --json is JSON"},
    {"carom merge", NULL, "carom sweep FILE uses all processors, and --resume continues it"},
    {"carom engines", NULL, "see experiments/25-engines and 'kind: recorded'"},
    {"carom --checkpoint", NULL, "omit it: a repeated run has the same bytes"},
    {"carom --shard", NULL, "omit it: carom sweep uses all processors, and has --resume"},
    {"carom --junit", NULL, "use --tap or the exit status"},
    {"carom --latex", NULL, "use --format pdf and \\includegraphics"},
    {"carom --style", NULL, "put the commands of gnuplot into ~/.config/carom/style.gp"},
    {"carom --width", NULL, "use --preset; PDF and SVG figures can be scaled"},
    {"carom --gif", NULL, "use --film, which makes MP4 and GIF"},
    {"carom --threads", NULL, "use --jobs"},
    {"carom --plots", NULL, "omit it: figures are drawn unless --no-plots is given"},
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
