/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rolling with resistance and drag in closed form, and contact times of two rolling balls. */
#include "scene/scene.h"
#include "support.h"

static const carom_rolling kinds[] = {{0, 0},     {0.098, 0}, {0, 0.7},     {0.098, 0.7},
                                      {3, 1e-12}, {1e-12, 2}, {1e-30, 0.4}, {0.4, 1e-30}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* The textbook formulas, where they are well conditioned. */
START_TEST(textbook_forms)
{
    const double a = 0.098, b = 0.7, v0 = 3.1, th0 = atan(v0 * sqrt(b / a)), w = sqrt(a * b);
    carom_rolling r = {a, b};
    assert_near(carom_rolling_stop(r, v0), th0 / w, 1e-14);
    assert_near(carom_rolling_distance(r, v0, INFINITY), log(1 + b * v0 * v0 / a) / (2 * b), 1e-14);
    for (double t = 0.1; t < th0 / w; t += 0.37) {
        assert_near(carom_rolling_speed(r, v0, t), sqrt(a / b) * tan(th0 - w * t), 1e-13);
        assert_near(carom_rolling_distance(r, v0, t), log(cos(th0 - w * t) / cos(th0)) / b, 1e-13);
    }
    r = (carom_rolling){a, 0};
    assert_near(carom_rolling_stop(r, v0) / (v0 / a), 1, 1e-15);
    assert_near(carom_rolling_distance(r, v0, 1e9) / (v0 * v0 / (2 * a)), 1, 1e-15);
    r = (carom_rolling){0, b};
    ck_assert(isinf(carom_rolling_stop(r, v0)));
    assert_near(carom_rolling_speed(r, v0, 2), v0 / (1 + 2 * b * v0), 1e-15);
}
END_TEST

/* dv/dt = -(a + b v^2), ds/dt = v; time inverts distance; the energy loss follows from the speeds.
 */
START_TEST(forms_agree_with_each_other)
{
    for (int k = 0; k < KINDS; k++) {
        carom_rolling r = kinds[k];
        for (double v0 = 0.05; v0 < 20; v0 *= 3.7) {
            double stop = fmin(carom_rolling_stop(r, v0), 5 / v0);
            for (double part = 0.1; part < 1; part += 0.2) {
                double t = part * stop, h = 1e-4 * stop;
                double v = carom_rolling_speed(r, v0, t), s = carom_rolling_distance(r, v0, t);
                double dv = (carom_rolling_speed(r, v0, t + h) - carom_rolling_speed(r, v0, t - h));
                double ds = carom_rolling_distance(r, v0, t + h) -
                            carom_rolling_distance(r, v0, t - h);
                assert_near(dv / (2 * h), -(r.a + r.b * v * v),
                            1e-5 * (r.a + r.b * v0 * v0) + 1e-9 * v0 / stop);
                assert_near(ds / (2 * h) / v, 1, 1e-6);
                assert_near(carom_rolling_time(r, v0, s) / t, 1, 1e-12);
                assert_near(carom_rolling_loss(r, v0, s), 0.5 * (v0 - v) * (v0 + v),
                            1e-13 * v0 * v0);
            }
            if (isfinite(carom_rolling_stop(r, v0))) { /* at most to the stop */
                double way = carom_rolling_distance(r, v0, INFINITY);
                ck_assert(isinf(carom_rolling_time(r, v0, way * 1.0001)));
                ck_assert(isfinite(carom_rolling_time(r, v0, way * 0.9999)));
            }
        }
    }
}
END_TEST

static carom_roller random_roller(stream *s, double x)
{
    double angle = 2 * PI * next_number(s);
    carom_roller ball = {
        .at = {x, 0}, .along = {cos(angle), sin(angle)}, .speed = 3 * next_number(s)};
    double kind = next_number(s);
    ball.r.a = kind < 0.8 ? 0.5 * next_number(s) : 0;
    ball.r.b = kind > 0.3 ? next_number(s) : 0;
    ball.speed = next_number(s) < 0.15 ? 0 : ball.speed;
    return ball;
}

static double gap_between(const carom_roller *p, const carom_roller *q, double reach, double t)
{
    double sp = carom_rolling_distance(p->r, p->speed, t),
           sq = carom_rolling_distance(q->r, q->speed, t);
    return hypot(q->at.x + q->along.x * sq - p->at.x - p->along.x * sp,
                 q->at.y + q->along.y * sq - p->at.y - p->along.y * sp) -
           reach;
}

/* 10 000 random pairs, nearly head-on or grazing, against dense sampling: no sample before the
 * contact time overlaps, and none at all without a contact. */
START_TEST(no_impact_is_missed)
{
    enum { PAIRS = 10000, SAMPLES = ROUNDS(4000, 500) };
    stream s = {4711};
    const double reach = 0.3, horizon = 4;
    int hits = 0, grazes = 0;
    for (int k = 0; k < PAIRS; k++) {
        carom_roller p = random_roller(&s, 0), q = random_roller(&s, 0.31 + next_number(&s));
        double t, first = INFINITY, least = INFINITY;
        if (k % 3 == 0) { /* aim p to pass q (at rest) at about the contact distance */
            double off = reach * (1 + 1e-3 * (2 * next_number(&s) - 1)), d = q.at.x;
            q.speed = 0;
            p.along.y = off / d;
            p.along.x = sqrt(1 - fmin(1, p.along.y * p.along.y));
        }
        t = carom_rolling_time_of_impact(&p, &q, reach, 1e-15, horizon);
        for (int i = 0; i <= SAMPLES; i++) {
            double gap = gap_between(&p, &q, reach, horizon * i / SAMPLES);
            least = fmin(least, gap);
            first = gap < 0 && isinf(first) ? horizon * i / SAMPLES : first;
        }
        ck_assert_msg(t <= first, "pair %d: overlap at %.17g, impact found at %.17g", k, first, t);
        if (isfinite(t)) {
            hits++;
            grazes += least > -1e-4;
            assert_near(gap_between(&p, &q, reach, t), 0, 1e-14);
            for (int i = 0; i < 50; i++) { /* it is the first contact */
                ck_assert_double_ge(gap_between(&p, &q, reach, t * i / 50), -1e-14);
            }
        }
    }
    printf("%d impacts in %d pairs, %d of them grazing\n", hits, PAIRS, grazes);
    ck_assert_int_gt(hits, 1000);
    ck_assert_int_gt(grazes, 50);
}
END_TEST

/* Twenty cases computed to 50 digits with mpmath; tolerance 1e-12 of the duration, 4 s. */
START_TEST(times_of_impact_to_fifty_digits)
{
    static const struct {
        double ball[14];
        long double impact_s;
    } cases[] = {
#include "rolling_cases.h"
    };
    ck_assert_uint_eq(sizeof cases / sizeof cases[0], 20);
    for (size_t k = 0; k < 20; k++) {
        const double *p = cases[k].ball, *q = p + 7;
        carom_roller a = {{p[0], p[1]}, {p[3], p[4]}, p[2], {p[5], p[6]}};
        carom_roller b = {{q[0], q[1]}, {q[3], q[4]}, q[2], {q[5], q[6]}};
        double reach = round(0.3 * 4096) / 4096;
        assert_near(carom_rolling_time_of_impact(&a, &b, reach, 0, 4), (double)cases[k].impact_s,
                    4e-12);
    }
}
END_TEST

/* Without friction the closed form applies. */
START_TEST(frictionless_limit)
{
    stream s = {99};
    for (int k = 0; k < 2000; k++) {
        carom_roller p = random_roller(&s, 0), q = random_roller(&s, 0.31 + next_number(&s));
        double t, want;
        p.r = q.r = (carom_rolling){0, 0};
        want = carom_time_of_impact((carom_vec){q.at.x, 0},
                                    (carom_vec){q.along.x * q.speed - p.along.x * p.speed,
                                                q.along.y * q.speed - p.along.y * p.speed},
                                    0.3, 1e-15, INFINITY);
        t = carom_rolling_time_of_impact(&p, &q, 0.3, 1e-15, 50);
        if (want < 50) {
            assert_near(t, want, 1e-11 * (1 + want));
        } else {
            ck_assert(isinf(t));
        }
    }
}
END_TEST

/* Drag alone never stops a ball: s = ln(1 + b v0 t)/b. Late contacts are found, and a search
 * without contacts ends. */
START_TEST(drag_alone_without_end)
{
    stream s = {7};
    int hits = 0;
    for (int k = 0; k < 2000; k++) {
        const double reach = 0.3, b = 0.05 + 3 * next_number(&s), speed = 0.1 + next_number(&s);
        carom_roller p = random_roller(&s, 0), q = random_roller(&s, 0.31 + 4 * next_number(&s));
        double t, off, way;
        p.speed = speed;
        q.speed = 0;
        p.r = q.r = (carom_rolling){0, b};
        off = q.at.x * p.along.y;
        way = q.at.x * p.along.x;
        t = carom_rolling_time_of_impact(&p, &q, reach, 1e-15, INFINITY);
        if (way > 0 && fabs(off) < reach) {
            double want = expm1(b * (way - sqrt(reach * reach - off * off))) / (b * speed);
            assert_near(t, want, 1e-9 * (1 + want));
            hits++;
        } else {
            ck_assert(isinf(t));
        }
    }
    ck_assert_int_gt(hits, 100);
}
END_TEST

TEST_MAIN("rolling", textbook_forms, forms_agree_with_each_other, no_impact_is_missed,
          times_of_impact_to_fifty_digits, frictionless_limit, drag_alone_without_end)
