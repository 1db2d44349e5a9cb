/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the state in a checkpoint. Checksum and build of a hostile checkpoint can be correct, so
 * the target changes the state itself: numbers and lengths in the state of a simulation. The
 * changed state is rejected with a message, or the simulation continues to its end.
 *
 * The input consists of changes, not of a state, whose format varies with every struct: the index
 * of a scene, the index of a time, then changes of 12 bytes. */
#define _DEFAULT_SOURCE
#include "fuzz_solver_run.h"
#include "run/run.h"
#include <math.h>
#include <sys/time.h>

/* ---- small scenes, one for each kind of state ---- */

#define TABLE "table: { width_m: 1, height_m: 0.5 }\n"
#define WALLS TABLE "restitution: { ball_ball: 0.9, ball_wall: 0.8 }\n"
#define TORUS "table: { width_m: 1, height_m: 1, boundary: periodic }\nrestitution: 0.9\n"
#define OPEN "table: { width_m: 1, height_m: 0.5, boundary: open }\n"
#define STADIUM                                                                                    \
    "table: { shape: stadium, length_m: 0.5, radius_m: 0.25 }\nrestitution: 0.8\n"                 \
    "orientation: true\n"
#define FALL "gravity_mps2: [0, -9.81]\n"
#define ROUGH "friction: 0.3\ntangential_restitution: 0.2\n"
#define CHANGES                                                                                    \
    "schedule:\n  - { at_s: 0.02, restitution: 0.7 }\n  - { at_s: 0.04, restitution: 0.5 }\n"
#define BALLS                                                                                      \
    "balls:\n"                                                                                     \
    "  - { name: cue, x_m: 0.2, y_m: 0.25, vx_mps: 1.7, radius_m: 0.03, mass_kg: 0.17 }\n"         \
    "  - { name: one, x_m: 0.32, y_m: 0.26, radius_m: 0.03, mass_kg: 0.17 }\n"                     \
    "  - { name: two, x_m: 0.38, y_m: 0.26, vy_mps: 0.1, radius_m: 0.03, mass_kg: 0.17 }\n"        \
    "  - { name: red, x_m: 0.7, y_m: 0.1, vx_mps: 0.9, vy_mps: -2, radius_m: 0.03, mass_kg: 0.17 " \
    "}\n"
#define SMALL "  - { name: dot, x_m: 0.5, y_m: 0.2, vx_mps: -1, radius_m: 0.004, mass_kg: 0.01 }\n"
#define POST "  - { name: post, x_m: 0.75, y_m: 0.03, radius_m: 0.02, fixed: true }\n"
#define SPRINGS "stiffness_N_per_m: 2e4, step_s: 1e-3, allow_unstable: true"
#define BY(solver) "solvers: [ { name: a, " solver " } ]\n"
#define PENALTY(more) BY("kind: penalty, " SPRINGS ", " more)
#define PUBLISHED(more) BY("kind: published, frame_s: 5e-3, source: " more)

static const char *const scenes[] = {
    WALLS BALLS SMALL POST BY("kind: impulse, collapse: tc, tc_s: 1e-3"),
    TORUS BALLS SMALL BY("kind: impulse, impact_policy: newton_lcp"),
    OPEN BALLS SMALL BY("kind: impulse"),
    WALLS FALL BALLS BY("kind: impulse, collapse: rest, rest_speed_mps: 0.1"),
    WALLS ROUGH BALLS BY("kind: impulse"),
    STADIUM BALLS BY("kind: impulse"),
    WALLS BALLS SMALL POST PENALTY("integrator: heun"),
    TORUS ROUGH CHANGES BALLS PENALTY("integrator: velocity_verlet"),
    STADIUM ROUGH BALLS PENALTY("integrator: euler"),
    OPEN BALLS SMALL PENALTY("integrator: gsl_rkf45"),
    WALLS FALL BALLS POST PENALTY("integrator: velocity_verlet"),
    WALLS ROUGH BALLS PENALTY("integrator: rk4, contacts: located"),
    WALLS BALLS SMALL PENALTY("integrator: heun, flight: leap"),
    TORUS ROUGH BALLS PENALTY("integrator: velocity_verlet, flight: leap"),
    WALLS CHANGES BALLS PENALTY("integrator: rk4, contacts: located, flight: leap"),
    WALLS ROUGH BALLS BY("kind: stepped, step_s: 2e-3"),
    WALLS BALLS BY("kind: oracle, precision_bits: 128"),
    TABLE BALLS PUBLISHED("lecture_2006, stiffness_N_per_m: 2e3, interpenetration_sign: right"),
    OPEN BALLS PUBLISHED("book"),
    WALLS BALLS PUBLISHED("blog_2013"),
    TABLE BALLS PUBLISHED("pool_2017")};
enum { SCENES = sizeof scenes / sizeof scenes[0], STATES = 8, ITEMS = 4096, BYTES = 1 << 17 };

/* ---- their states ---- */

typedef struct {
    size_t at, size;
} item;

/* Serialized state of a simulation at one time, and its items. */
typedef struct {
    uint8_t *byte;
    size_t count, room;
    item *item;
    size_t items, item_room;
} state;

typedef struct {
    carom_scenario scenario;
    state state[STATES];
    size_t states;
} scene;

/* Simulation of one solver. */
typedef struct {
    carom_solver_run solver_run, *solver_runs;
    carom_summary_recorder summary_recorder;
    carom_recorder recorder;
    carom_simulation simulation;
    scene *from;
} run_state;

static scene recorded[SCENES];

static bool write_bytes(void *context, void *data, size_t size)
{
    state *to = context;
    if (to->count + size > to->room) {
        to->room = 2 * (to->count + size);
        to->byte = realloc(to->byte, to->room);
    }
    if (to->items == to->item_room) {
        to->item_room = 2 * to->item_room + 64;
        to->item = realloc(to->item, to->item_room * sizeof *to->item);
    }
    must(to->byte != NULL && to->item != NULL, "memory");
    memcpy(to->byte + to->count, data, size);
    to->item[to->items++] = (item){to->count, size};
    to->count += size;
    return true;
}

static carom_status keep(void *context, carom_error *error)
{
    run_state *one = context;
    scene *from = one->from;
    state *to = &from->state[from->states];
    carom_serializer serializer = carom_serializer_writing(write_bytes, to);
    if (from->states + 1 < STATES || one->simulation.over) {
        carom_simulation_serialize(&one->simulation, &serializer);
        from->states++;
    }
    return carom_serializer_end(&serializer, error);
}

static void init_run(run_state *one, scene *from)
{
    const carom_scenario_solver *solver = from->scenario.solvers.items;
    const carom_trace_request trace_request = {.first = 2,
                                               .ends = from->scenario.problem.orientation};
    carom_error error = {CAROM_OK, "", ""};
    must(carom_solver_run_open(&one->solver_run, solver->name, &from->scenario.problem,
                               &solver->kind, true, &stop_requested, &error) == CAROM_OK &&
             carom_solver_run_trace(&one->solver_run, &trace_request, &error) == CAROM_OK,
         error.text);
    one->solver_runs = &one->solver_run;
    one->from = from;
    one->summary_recorder = (carom_summary_recorder){.solver_run = &one->solver_run};
    one->recorder = (carom_recorder){&carom_recorder_summary, &one->summary_recorder};
    one->simulation = (carom_simulation){.solver_run = &one->solver_runs,
                                         .solver_runs = 1,
                                         .recorder = &one->recorder,
                                         .recorders = 1,
                                         .duration_s = from->scenario.duration_s,
                                         .samples = from->scenario.samples,
                                         .slices = 6,
                                         .threads = 1,
                                         .stop = &stop_requested,
                                         .context = one};
}

static void make_states(scene *from, const char *text)
{
    static const char head[] = "carom: 1\nduration_s: 0.06\nsamples: 3\n";
    char whole[4000];
    run_state one;
    carom_messages messages = {0};
    carom_error error = {CAROM_OK, "", ""};
    snprintf(whole, sizeof whole, "%s%s", head, text);
    if (carom_scenario_read(&from->scenario, whole, strlen(whole), NULL, 0, &messages) !=
            CAROM_OK ||
        messages.errors > 0) {
        carom_messages_print(&messages, "scene", stderr);
        fprintf(stderr, "%s", whole);
        abort();
    }
    carom_messages_free(&messages);
    init_run(&one, from);
    one.simulation.write_checkpoint = keep;
    must(carom_simulation_run(&one.simulation, &error) == CAROM_OK, error.text);
    must(!carom_solver_run_has_failed(&one.solver_run), one.solver_run.failure.text);
    carom_solver_run_close(&one.solver_run);
}

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    struct sigaction action = {.sa_handler = request_stop};
    (void)count;
    (void)argument;
    sigaction(SIGVTALRM, &action, NULL);
    for (size_t k = 0; k < SCENES; k++) {
        make_states(&recorded[k], scenes[k]);
    }
    return 0;
}

/* ---- changes ---- */

/* Values that make indices, lengths, times and positions invalid. */
static const uint64_t whole_numbers[] = {0,
                                         1,
                                         2,
                                         3,
                                         4,
                                         5,
                                         6,
                                         7,
                                         8,
                                         255,
                                         INT32_MAX,
                                         UINT32_MAX,
                                         UINT32_MAX - 1,
                                         INT64_MAX,
                                         UINT64_MAX,
                                         UINT64_C(1) << 40};

enum { CHANGE = 12 };

static void overwrite(uint8_t *byte, size_t room, const void *value, size_t size)
{
    memcpy(byte, value, size < room ? size : room);
}

/* Change an item: its index (2 bytes), offset (1), operation (1), value (8). */
static void change(state *copy, const uint8_t *bytes)
{
    const item *one = &copy->item[(bytes[0] | (size_t)bytes[1] << 8) % copy->items];
    size_t at = one->at + (one->size > 8 ? 4 * (bytes[2] % (one->size / 4)) : 0),
           room = one->at + one->size - at;
    uint8_t *byte = copy->byte + at;
    uint32_t small;
    uint64_t large;
    switch (bytes[3] % 6) {
    case 0: overwrite(byte, room, &bytes[4], 8); break;
    case 1: overwrite(byte, room, &numbers[bytes[4] % 16], 8); break;
    case 2: overwrite(byte, room, &whole_numbers[bytes[4] % 16], 8); break;
    case 3: overwrite(byte, room, &whole_numbers[bytes[4] % 16], 4); break;
    case 4: overwrite(byte, room, &bytes[4], 1); break;
    default:
        memcpy(&small, byte, room < 4 ? 0 : 4);
        small = room < 4 ? bytes[4] : small + (uint32_t)(int8_t)bytes[4];
        large = small;
        overwrite(byte, room < 4 ? room : 4, &large, 4);
    }
}

/* Lengthen a list: repeat the items or bytes that follow its length. */
static void lengthen(state *copy, const uint8_t *bytes)
{
    size_t which = (bytes[0] | (size_t)bytes[1] << 8) % copy->items, more = bytes[2] % 8,
           last = which + 1 + bytes[4] % 12;
    size_t from = copy->item[which].at + copy->item[which].size,
           end = bytes[5] > 0 ? from + bytes[5]
                              : (last < copy->items ? copy->item[last].at : copy->count);
    size_t size = end > from && end <= copy->count ? end - from : 0;
    uint64_t length;
    if (copy->item[which].size != sizeof length || copy->count + more * size > BYTES) {
        return;
    }
    memcpy(&length, copy->byte + copy->item[which].at, sizeof length);
    length += more;
    memcpy(copy->byte + copy->item[which].at, &length, sizeof length);
    for (size_t k = 0; k < more; k++) {
        memmove(copy->byte + from + size, copy->byte + from, copy->count - from);
        copy->count += size;
    }
}

typedef struct {
    const uint8_t *byte;
} reading;

static bool read_bytes(void *context, void *data, size_t size)
{
    reading *from = context;
    memcpy(data, from->byte, size);
    from->byte += size;
    return true;
}

/* ---- continuing the simulation ---- */

static void write_results(const run_state *one, FILE *stream)
{
    const carom_solver_run *solver_run = &one->solver_run;
    write_tables(solver_run, stream);
    if (carom_solver_run_has_failed(solver_run)) {
        must_have_message(solver_run->failure.status, &solver_run->failure);
    }
}

static void resume(scene *from, const state *given, bool observed_run)
{
    const struct itimerval soon = {.it_value = {.tv_usec = 5000}}, never = {0};
    reading bytes = {given->byte};
    run_state one;
    carom_serializer serializer = carom_serializer_reading(read_bytes, &bytes, given->count);
    carom_error error = {CAROM_OK, "", ""};
    carom_status status;
    stop_requested = 0;
    init_run(&one, from);
    carom_simulation_serialize(&one.simulation, &serializer);
    status = carom_serializer_end(&serializer, &error);
    must_have_message(status, &error);
    if (status == CAROM_OK) {
        setitimer(ITIMER_VIRTUAL, &soon, NULL);
        status = carom_simulation_run(&one.simulation, &error);
        setitimer(ITIMER_VIRTUAL, &never, NULL);
        must_have_message(status, &error);
    }
    if (status == CAROM_OK && observed_run) {
        write_results(&one, null_stream());
    }
    carom_solver_run_close(&one.solver_run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t bytes[BYTES];
    scene *from;
    state copy;
    bool observed_run = is_chosen(data, size);
    if (size < 2) {
        return 0;
    }
    from = &recorded[data[0] % SCENES];
    copy = from->state[data[1] % from->states];
    memcpy(bytes, copy.byte, copy.count);
    copy.byte = bytes;
    for (data += 2, size -= 2; size >= CHANGE; data += CHANGE, size -= CHANGE) {
        if (data[3] < 200) {
            change(&copy, data);
        } else { /* the last change, as it moves all later items */
            lengthen(&copy, data);
            break;
        }
    }
    resume(from, &copy, observed_run);
    return 0;
}
