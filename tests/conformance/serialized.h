/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A run whose state is serialized and read by a second solver, which must continue like the first:
 * same state, log, contact samples, report, and same bytes when it is serialized again.
 */
#ifndef CAROM_TESTS_CONFORMANCE_SERIALIZED_H
#define CAROM_TESTS_CONFORMANCE_SERIALIZED_H

#include "archive_memory.h"
#include "conformance/contestants.h"
#include "same_log.h"
#include <stdint.h>

/* A run and its results; end.status is the status of the last advance. */
typedef struct {
    carom_solver *solver;
    outcome end;
    carom_contact_samples contact_samples;
    const char *manner; /* name of the settings, for messages */
} run;

/* Traced contacts: some of the first, and all of two balls. */
static inline carom_trace_request trace_request_of(const contestant *entry)
{
    static const carom_bodies pair = {.a = 0, .b = 1};
    return (carom_trace_request){
        .first = 6, .pair = &pair, .pairs = 1, .ends = entry->manner[0] < 'f'};
}

static inline run begin(const carom_problem *scene, const contestant *entry)
{
    const carom_trace_request trace_request = trace_request_of(entry);
    run made = {.manner = entry->manner};
    made.solver = carom_solver_new(scene, entry->name, settings_of(entry), &made.end.error);
    ck_assert_msg(made.solver != NULL, "%s: %s", entry->manner, made.end.error.text);
    assert_ok(carom_solver_trace(made.solver, &trace_request, NULL));
    assert_ok(carom_sample_init(&made.end.sample, scene->count, NULL));
    if (scene->orientation) {
        assert_ok(carom_sample_add_orientation(&made.end.sample, NULL));
    }
    return made;
}

static inline void advance(run *one, double t_s)
{
    if (one->end.status == CAROM_OK) {
        one->end.status = carom_solver_advance(one->solver, t_s, &one->end.error);
    }
}

static inline void read_results(run *one)
{
    carom_log_free(&one->end.log);
    carom_contact_samples_free(&one->contact_samples);
    carom_solver_sample(one->solver, &one->end.sample);
    carom_solver_report(one->solver, &one->end.report);
    assert_ok(carom_solver_collisions(one->solver, &one->end.log, NULL));
    assert_ok(carom_solver_contact_samples(one->solver, &one->contact_samples, NULL));
    carom_log_sort(&one->end.log);
}

static inline void finish(run *one, double t_s)
{
    advance(one, t_s);
    read_results(one);
}

static inline void release(run *one)
{
    carom_solver_free(one->solver);
    carom_contact_samples_free(&one->contact_samples);
    outcome_free(&one->end);
}

static inline void assert_same_samples(const carom_contact_samples *a,
                                       const carom_contact_samples *b)
{
    ck_assert_uint_eq(a->count, b->count);
    ck_assert_uint_eq(a->left_out, b->left_out);
    for (size_t k = 0; k < a->count; k++) {
        const carom_contact_sample *x = &a->item[k], *y = &b->item[k];
        ck_assert_uint_eq(x->contact, y->contact);
        assert_same(x->t_s, y->t_s);
        assert_same(x->overlap_m, y->overlap_m);
        assert_same(x->force_N, y->force_N);
        assert_same(x->force_t_N, y->force_t_N);
        assert_same(x->tangential_m, y->tangential_m);
        assert_same(x->dissipated_J, y->dissipated_J);
        assert_same(x->slip_mps, y->slip_mps);
        ck_assert_int_eq(x->sliding, y->sliding);
    }
}

static inline void assert_same_run(const run *a, const run *b)
{
    const carom_report *x = &a->end.report, *y = &b->end.report;
    assert_same_state(&a->end, &b->end);
    ck_assert_int_eq(a->end.status, b->end.status);
    ck_assert_str_eq(a->end.error.text, b->end.error.text);
    ck_assert_uint_eq(x->collisions, y->collisions);
    ck_assert_uint_eq(x->steps, y->steps);
    ck_assert_uint_eq(x->force_evaluations, y->force_evaluations);
    ck_assert_uint_eq(x->gains, y->gains);
    assert_same(x->gained_J, y->gained_J);
    assert_same(x->max_overlap_m, y->max_overlap_m);
    assert_same(x->longest_step_m, y->longest_step_m);
    assert_same(x->contact_s, y->contact_s);
    assert_same(x->theta, y->theta);
    assert_same(x->precision_bits, y->precision_bits);
    assert_same(x->simulated_s, y->simulated_s);
    assert_same(x->lost_digits, y->lost_digits);
    ck_assert_uint_eq(a->end.sample.contacts, b->end.sample.contacts);
    for (size_t k = 0; a->end.sample.orientation != NULL && k < 4 * a->end.sample.count; k++) {
        assert_same(a->end.sample.orientation[k], b->end.sample.orientation[k]);
    }
    assert_same(a->end.sample.ledger.potential_J, b->end.sample.ledger.potential_J);
    assert_same(a->end.sample.ledger.momentum_residual_kgmps,
                b->end.sample.ledger.momentum_residual_kgmps);
    assert_same(a->end.sample.ledger.angular_momentum_residual_kgm2ps,
                b->end.sample.ledger.angular_momentum_residual_kgm2ps);
    assert_same_logs(&a->end.log, &b->end.log);
    assert_same_samples(&a->contact_samples, &b->contact_samples);
}

static inline void pass(run *one, carom_serializer serializer)
{
    carom_error error = {0};
    carom_status status = carom_solver_serialize(one->solver, &serializer, &error);
    ck_assert_msg(status == CAROM_OK, "%s: %s", one->manner, error.text);
}

static inline memory serialize(run *one)
{
    memory stored = {.byte = NULL};
    pass(one, carom_serializer_writing(write_bytes, &stored));
    return stored;
}

/* A new solver that has read the state. */
static inline run restored(const carom_problem *scene, const contestant *entry, memory *stored)
{
    run made = begin(scene, entry);
    stored->at = 0;
    pass(&made, carom_serializer_reading(read_bytes, stored, stored->count));
    ck_assert_uint_eq(stored->at, stored->count);
    return made;
}

/* Serializing the run now must give these bytes. */
static inline void assert_serializes(run *one, const memory *bytes)
{
    memory now = serialize(one);
    size_t k = 0;
    ck_assert_uint_eq(now.count, bytes->count);
    while (k < now.count && now.byte[k] == bytes->byte[k]) {
        k++;
    }
    ck_assert_msg(k == now.count, "%s: byte %zu of %zu is another", one->manner, k, now.count);
    free(now.byte);
}

/* Serialize at `serialize_at_s`, and once more half way to the end, like a second checkpoint. If
 * the run fails, the copies must fail in the same way. */
static inline void resume_in_copy(const carom_problem *scene, const contestant *entry,
                                  double serialize_at_s, double end_s)
{
    memory stored, later, last;
    double later_s = 0.5 * (serialize_at_s + end_s);
    run whole = begin(scene, entry), first = begin(scene, entry), second, third;
    advance(&whole, serialize_at_s);
    advance(&whole, later_s);
    finish(&whole, end_s);
    last = serialize(&whole);
    advance(&first, serialize_at_s);
    stored = serialize(&first);
    assert_serializes(&first, &stored); /* writing changed nothing */
    second = restored(scene, entry, &stored);
    second.end.status = first.end.status;
    second.end.error = first.end.error;
    assert_serializes(&second, &stored);
    read_results(&first);
    read_results(&second);
    assert_same_run(&first, &second);
    advance(&first, later_s);
    finish(&first, end_s);
    assert_same_run(&whole, &first);
    assert_serializes(&first, &last);
    advance(&second, later_s);
    later = serialize(&second);
    third = restored(scene, entry, &later);
    third.end.status = second.end.status;
    third.end.error = second.end.error;
    finish(&second, end_s);
    finish(&third, end_s);
    assert_same_run(&whole, &second);
    assert_same_run(&whole, &third);
    assert_serializes(&second, &last);
    assert_serializes(&third, &last);
    release(&whole);
    release(&first);
    release(&second);
    release(&third);
    free(stored.byte);
    free(later.byte);
    free(last.byte);
}

/* A number in 0..1 that depends on k. */
static inline double somewhere(uint64_t k)
{
    return (double)((k * 2654435761u + 12345) % 1000003) / 1000003;
}

#endif
