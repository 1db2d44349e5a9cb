/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The n-t axes chapter of a book on game programming. Every frame all balls move by their velocity;
 * then every pair, in order, whose centres are within 0.75 of the sum of the radii (contact_factor:
 * balls are drawn larger than they are) has its velocities along the line of centres replaced:
 *
 *   first   (va (ma - e mb) + (1 + e) mb vb)/(ma + mb)
 *   second  (ma va (e + 1) - vb (ma - e mb))/(ma + mb)     as printed
 *           (ma va (e + 1) + vb (mb - e ma))/(ma + mb)     right
 *           (e + 1) ma va + vb (ma - e mb)/(ma + mb)       as the comments above the listing have
 * it
 *
 * and both balls are moved once more, immediately, by the new velocities (extra_move). The listing
 * does not test whether they approach (approach_test). The error of the printed formula is
 * -(1 - e) vb in velocity and -(1 - e) mb vb in momentum. The extra move is an error of v h per
 * collision and hides the missing test. Head-on pairs of equal balls stick together for a fraction
 * of all sub-step offsets: with the move max(0, 1 - 2e) (right formula) or 0 (printed formula),
 * without the move 1 - e or (1 - e)/2. The book has no walls; carom adds periodic tables, with the
 * nearest image of each ball. */
#include "solvers/published/published.h"

static double second_velocity(int formula, double ma, double va, double mb, double vb, double e)
{
    switch (formula) {
    case FORMULA_RIGHT: return (ma * va * (e + 1) + vb * (mb - e * ma)) / (ma + mb);
    case FORMULA_COMMENT: return (e + 1) * ma * va + vb * (ma - e * mb) / (ma + mb);
    default: return (ma * va * (e + 1) - vb * (ma - e * mb)) / (ma + mb);
    }
}

/* Resolve the collision of two balls at a distance; @p displacement points from the first to the
 * second. */
static carom_status collide(published_solver *self, size_t i, size_t j, carom_vec displacement,
                            double distance, carom_error *error)
{
    const carom_ball *a = published_ball(self, i), *b = published_ball(self, j);
    carom_flight *p = &self->ball[i], *q = &self->ball[j];
    carom_vec n = carom_vec_divide(displacement, distance);
    double ma = a->mass_kg, mb = b->mass_kg, h = self->o.frame_s, t = published_start(self) + h;
    double va = carom_vec_dot(p->v, n), vb = carom_vec_dot(q->v, n);
    double e = carom_pair_restitution(self->problem, a, b, t), wa, wb;
    carom_collision hit = {
        .t_s = t, .normal = n, .approach_mps = va - vb, .a = (uint32_t)i, .b = (uint32_t)j};
    carom_two_velocities before = carom_flight_velocities(self->ball, &hit);
    if (self->o.approach == APPROACH_WITH && va - vb <= 0) {
        return CAROM_OK;
    }
    wa = (va * (ma - e * mb) + (1 + e) * mb * vb) / (ma + mb);
    wb = second_velocity(self->o.formula, ma, va, mb, vb, e);
    p->v = carom_vec_add_scaled(p->v, wa - va, n);
    q->v = carom_vec_add_scaled(q->v, wb - vb, n);
    if (self->o.move == MOVE_WITH) {
        carom_published_move(self, i, h);
        carom_published_move(self, j, h);
    }
    hit.separation_mps = wb - wa;
    hit.impulse_Ns = ma * (va - wa);
    return carom_published_record(self, &hit, ma * mb / (ma + mb), e,
                                  a->radius_m + b->radius_m - distance, &before, error);
}

static carom_status book_frame(published_solver *self, carom_error *error)
{
    carom_published_fly_all(self, self->o.frame_s);
    return carom_published_collide_all(self, self->o.contact_factor, collide, error);
}

static const char *const keys[] = {"second_formula", "contact_factor", "extra_move",
                                   "approach_test", NULL};

const published_loop carom_published_book = {
    .keys = keys, .boundaries = 1 << CAROM_PERIODIC | 1 << CAROM_OPEN, .frame = book_frame};
