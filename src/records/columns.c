/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/records.h"

#define SERIES(NUMBER, TEXT, of)                                                                   \
    NUMBER(of, t_s, "s", r->t_s, "time of the sample")                                             \
    NUMBER(of, kinetic_J, "J", r->ledger.kinetic_J, "energy of translation")                       \
    NUMBER(of, elastic_J, "J", r->ledger.elastic_J, "energy stored in contacts")                   \
    NUMBER(of, potential_J, "J", r->ledger.potential_J, "energy in gravity's field")               \
    NUMBER(of, dissipated_J, "J", r->ledger.dissipated_J,                                          \
           "energy dissipated by restitution, dashpots, friction and resistance since t = 0")      \
    NUMBER(of, energy_residual_J, "J", r->ledger.energy_residual_J,                                \
           "energy error: sum of the five energies minus its value at t = 0")                      \
    NUMBER(of, px_kgmps, "kg m/s", r->ledger.px_kgmps, "momentum of all balls along x")            \
    NUMBER(of, py_kgmps, "kg m/s", r->ledger.py_kgmps, "the same along y")                         \
    NUMBER(of, momentum_residual_kgmps, "kg m/s", r->ledger.momentum_residual_kgmps,               \
           "magnitude of the momentum error: change not caused by walls, fixed balls, gravity or " \
           "resistance")                                                                           \
    NUMBER(of, angular_momentum_kgm2ps, "kg m^2/s", r->ledger.angular_momentum_kgm2ps,             \
           "about the table's centre; nan on a periodic table")                                    \
    NUMBER(of, angular_momentum_residual_kgm2ps, "kg m^2/s",                                       \
           r->ledger.angular_momentum_residual_kgm2ps, "error of the angular momentum")            \
    NUMBER(of, max_overlap_m, "m", r->max_overlap_m, "deepest overlap of two bodies so far")       \
    NUMBER(of, contacts, "", (double)r->contacts, "pairs in contact now")                          \
    NUMBER(of, collisions, "", (double)r->collisions, "collisions begun so far")
#define SPINNING_SERIES(NUMBER, TEXT, of)                                                          \
    SERIES(NUMBER, TEXT, of)                                                                       \
    NUMBER(of, spin_J, "J", r->ledger.spin_J,                                                      \
           "energy of rotation about the vertical, not in kinetic_J; only if balls can spin")
CAROM_COLUMNS(series, carom_sample, SERIES)
CAROM_COLUMNS(spinning_series, carom_sample, SPINNING_SERIES)
static const carom_table series_table = {.name = "series.tsv",
                                         .doc = "one solver: a row for each sample",
                                         .columns = spinning_series_columns};

const carom_column *carom_series_columns(const carom_problem *problem)
{
    return carom_problem_spins(problem) ? spinning_series_columns : series_columns;
}

static inline const carom_sample *sample_of(const carom_record_row *row)
{
    return row->of;
}

static inline const carom_collision *collision_of(const carom_record_row *row)
{
    return (const carom_collision *)row->of + row->i;
}

static inline const carom_contact_sample *contact_of(const carom_record_row *row)
{
    return (const carom_contact_sample *)row->of + row->i;
}

#define BALLS(NUMBER, TEXT, of)                                                                    \
    NUMBER(of, t_s, "s", sample_of(r)->t_s, "time of the sample")                                  \
    TEXT(of, ball, r->problem->ball[r->i].name, "its name in the scenario")                        \
    NUMBER(of, x_m, "m", sample_of(r)->x_m[r->i], "position of its centre")                        \
    NUMBER(of, y_m, "m", sample_of(r)->y_m[r->i], "position of its centre")                        \
    NUMBER(of, vx_mps, "m/s", sample_of(r)->vx_mps[r->i], "velocity")                              \
    NUMBER(of, vy_mps, "m/s", sample_of(r)->vy_mps[r->i], "velocity")
#define SPIN(NUMBER, TEXT, of)                                                                     \
    NUMBER(of, spin_radps, "rad/s", sample_of(r)->spin_radps[r->i],                                \
           "spin about the vertical, counterclockwise; only if balls can spin")
#define SPINNING(NUMBER, TEXT, of) BALLS(NUMBER, TEXT, of) SPIN(NUMBER, TEXT, of)
CAROM_COLUMNS(balls, carom_record_row, BALLS)
CAROM_COLUMNS(spinning, carom_record_row, SPINNING)
static const carom_table trajectory_table = {.name = "trajectory.tsv",
                                             .doc = "one solver: a row for each sample and ball",
                                             .columns = spinning_columns};

const carom_column *carom_trajectory_columns(const carom_problem *problem)
{
    return carom_problem_spins(problem) ? spinning_columns : balls_columns;
}

static const char *other_name(const carom_problem *problem, uint32_t b, bool wall)
{
    return wall ? carom_wall_name(problem, b) : problem->ball[b].name;
}

#define COLLISIONS(NUMBER, TEXT, of)                                                               \
    NUMBER(of, t_s, "s", collision_of(r)->t_s,                                                     \
           "impulse solver: time of the collision; penalty solver: contact onset")                 \
    TEXT(of, kind, collision_of(r)->wall ? "wall" : "ball", "what the ball hits: ball or wall")    \
    TEXT(of, a, r->problem->ball[collision_of(r)->a].name, "a ball")                               \
    TEXT(of, b, other_name(r->problem, collision_of(r)->b, collision_of(r)->wall),                 \
         "the other ball, or the wall")                                                            \
    NUMBER(of, normal_x, "", collision_of(r)->normal.x,                                            \
           "unit vector from a to b; at a wall outward")                                           \
    NUMBER(of, normal_y, "", collision_of(r)->normal.y, "the same")                                \
    NUMBER(of, approach_mps, "m/s", collision_of(r)->approach_mps, "normal speed of approach")     \
    NUMBER(of, separation_mps, "m/s", collision_of(r)->separation_mps,                             \
           "normal speed of separation; nan: the contact has not ended")                           \
    NUMBER(of, impulse_Ns, "N s", collision_of(r)->impulse_Ns,                                     \
           "time integral of the normal force")                                                    \
    NUMBER(of, contact_s, "s", collision_of(r)->contact_s, "duration; 0: an impulse")              \
    NUMBER(of, max_overlap_m, "m", collision_of(r)->max_overlap_m,                                 \
           "deepest overlap; 0: an impulse")                                                       \
    NUMBER(of, dissipated_J, "J", collision_of(r)->dissipated_J,                                   \
           "energy dissipated by restitution, dashpot and friction")
#define COLLISIONS_WITH_SPIN(NUMBER, TEXT, of)                                                     \
    COLLISIONS(NUMBER, TEXT, of)                                                                   \
    NUMBER(of, impulse_t_Ns, "N s", collision_of(r)->impulse_t_Ns,                                 \
           "time integral of the friction on b along t; t is n rotated by +90 degrees")            \
    NUMBER(of, sliding, "", (double)collision_of(r)->sliding,                                      \
           "1: sliding (of springs, for more than half of the contact); 0: sticking; only if "     \
           "balls can spin")
CAROM_COLUMNS(collision, carom_record_row, COLLISIONS)
CAROM_COLUMNS(spinning_collision, carom_record_row, COLLISIONS_WITH_SPIN)
static const carom_table collisions_table = {
    .name = "collisions.tsv",
    .doc = "one solver: a row for each collision, sorted by time",
    .columns = spinning_collision_columns};

const carom_column *carom_collision_columns(const carom_problem *problem)
{
    return carom_problem_spins(problem) ? spinning_collision_columns : collision_columns;
}

#define CONTACTS(NUMBER, TEXT, of)                                                                 \
    NUMBER(of, contact, "", (double)contact_of(r)->contact,                                        \
           "number of the contact: its row in collisions.tsv, from 1")                             \
    NUMBER(of, t_s, "s", contact_of(r)->t_s,                                                       \
           "contact onset, each step, contact end; of an impulse: before and after")               \
    TEXT(of, a, r->problem->ball[contact_of(r)->a].name, "a ball")                                 \
    TEXT(of, b, other_name(r->problem, contact_of(r)->b, contact_of(r)->wall),                     \
         "the other ball, or the wall")                                                            \
    NUMBER(of, overlap_m, "m", contact_of(r)->overlap_m, "overlap of the two bodies")              \
    NUMBER(of, rate_mps, "m/s", contact_of(r)->rate_mps, "rate of the overlap; > 0: approach")     \
    NUMBER(of, force_N, "N", contact_of(r)->force_N,                                               \
           "normal force by the force law; nan for an impulse")                                    \
    NUMBER(of, force_t_N, "N", contact_of(r)->force_t_N,                                           \
           "friction on b along t; 0 without friction")                                            \
    NUMBER(of, tangential_m, "m", contact_of(r)->tangential_m,                                     \
           "stretch of the tangential spring; else 0")                                             \
    NUMBER(of, nx, "", contact_of(r)->normal.x, "n, unit vector from a to b; at a wall outward")   \
    NUMBER(of, ny, "", contact_of(r)->normal.y, "the same")                                        \
    NUMBER(of, va_n_mps, "m/s", contact_of(r)->va_n_mps, "velocity of a along n")                  \
    NUMBER(of, va_t_mps, "m/s", contact_of(r)->va_t_mps,                                           \
           "velocity of a along t; t is n rotated by +90 degrees")                                 \
    NUMBER(of, vb_n_mps, "m/s", contact_of(r)->vb_n_mps, "velocity of b along n; 0 for a wall")    \
    NUMBER(of, vb_t_mps, "m/s", contact_of(r)->vb_t_mps, "velocity of b along t")                  \
    NUMBER(of, elastic_J, "J", contact_of(r)->elastic_J, "energy in the springs of this contact")  \
    NUMBER(of, dissipated_J, "J", contact_of(r)->dissipated_J,                                     \
           "energy dissipated by this contact so far")
#define CONTACTS_WITH_SPIN(NUMBER, TEXT, of)                                                       \
    CONTACTS(NUMBER, TEXT, of)                                                                     \
    NUMBER(of, slip_mps, "m/s", contact_of(r)->slip_mps,                                           \
           "slip: velocity of a's surface relative to b's, along t; only if balls can spin")       \
    NUMBER(of, spin_a_radps, "rad/s", contact_of(r)->spin_a_radps, "spin of a, counterclockwise")  \
    NUMBER(of, spin_b_radps, "rad/s", contact_of(r)->spin_b_radps, "spin of b; 0 for a wall")      \
    NUMBER(of, sliding, "", (double)contact_of(r)->sliding,                                        \
           "1: sliding in the step that ends here; of an impulse: throughout")
CAROM_COLUMNS(contact, carom_record_row, CONTACTS)
CAROM_COLUMNS(spinning_contact, carom_record_row, CONTACTS_WITH_SPIN)
static const carom_table contacts_table = {
    .name = "contacts.tsv",
    .doc = "one solver, if the scenario has trace: a row for each step of a contact",
    .columns = spinning_contact_columns};

#define DIVERGENCE(NUMBER, TEXT, of)                                                               \
    NUMBER(of, t_s, "s", r->t_s, "time of the sample")                                             \
    TEXT(of, solver, r->solver, "whose balls are compared")                                        \
    TEXT(of, reference, r->reference, "with whose")                                                \
    NUMBER(of, rms_m, "m", r->divergence.rms_m,                                                    \
           "root mean square of the distances between positions, over all balls")                  \
    NUMBER(of, max_m, "m", r->divergence.max_m, "the largest of these distances")                  \
    NUMBER(of, rms_mps, "m/s", r->divergence.rms_mps,                                              \
           "root mean square of the velocity differences")
CAROM_COLUMNS(diverged, carom_divergence_row, DIVERGENCE)
const carom_table carom_divergence_table = {.name = "divergence.tsv",
                                            .doc = "a row for each sample and solver",
                                            .columns = diverged_columns};

const carom_table carom_summary_table = {
    .name = "summary.tsv", .doc = "a row for each solver", .columns = carom_summary_columns};

const carom_table *const carom_run_tables[] = {
    &carom_summary_table,    &series_table, &trajectory_table, &collisions_table, &contacts_table,
    &carom_divergence_table, NULL};

/* Writes a row for each of @p count items. */
static carom_status write_rows(FILE *stream, const carom_column *columns, const void *items,
                               size_t count, const carom_problem *problem,
                               const volatile sig_atomic_t *stop, carom_error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (carom_rows_is_cancelled(stop, i)) {
            return carom_error_interrupted(error);
        }
        carom_table_row(stream, columns, &(carom_record_row){items, problem, i});
    }
    return CAROM_OK;
}

carom_status carom_record_trajectory(FILE *stream, const carom_problem *problem,
                                     const carom_sample *sample, const volatile sig_atomic_t *stop,
                                     carom_error *error)
{
    return write_rows(stream, carom_trajectory_columns(problem), sample, sample->count, problem,
                      stop, error);
}

carom_status carom_record_collisions(FILE *stream, const carom_problem *problem,
                                     const carom_log *log, const volatile sig_atomic_t *stop,
                                     carom_error *error)
{
    const carom_column *columns = carom_collision_columns(problem);
    carom_table_header(stream, columns);
    return write_rows(stream, columns, log->item, log->count, problem, stop, error);
}

carom_status carom_record_contacts(FILE *stream, const carom_problem *problem,
                                   const carom_contact_samples *contact_samples,
                                   const volatile sig_atomic_t *stop, carom_error *error)
{
    const carom_column *columns = carom_problem_spins(problem) ? spinning_contact_columns
                                                               : contact_columns;
    carom_table_header(stream, columns);
    return write_rows(stream, columns, contact_samples->item, contact_samples->count, problem, stop,
                      error);
}
