/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A world of the oracle as bytes, and back: its numbers limb by limb. */
#include "scene/scene.h"
#include "solvers/oracle/oracle.h"
#include <stdlib.h>

/* What passes numbers: those of one world have one precision. */
typedef struct {
    carom_archive *archive;
    mpfr_prec_t bits;
    void *limbs; /* room for those of one number */
} passage;

/* Whether limbs are those of a number: the first bit is set, and none beyond the precision. */
static bool are_limbs(const passage *to)
{
    const mp_limb_t *limb = to->limbs;
    size_t limbs = mpfr_custom_get_size(to->bits) / sizeof *limb;
    unsigned beyond = (unsigned)(limbs * (size_t)GMP_NUMB_BITS - (size_t)to->bits);
    return limb[limbs - 1] >> (GMP_NUMB_BITS - 1) == 1 &&
           (limb[0] & (((mp_limb_t)1 << beyond) - 1)) == 0;
}

static bool is_kind(int64_t kind)
{
    static const int kinds[] = {MPFR_NAN_KIND, MPFR_INF_KIND, MPFR_ZERO_KIND, MPFR_REGULAR_KIND};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        if (kind == kinds[k] || kind == -kinds[k]) {
            return true;
        }
    }
    return false;
}

/* What kind of number it is, with its sign, its exponent and its limbs, of which zeros, infinities
 * and what is no number have none. */
static void pass_number(const passage *to, mpfr_t x)
{
    carom_archive *archive = to->archive;
    int64_t kind = mpfr_custom_get_kind(x), exponent = 0;
    bool regular;
    carom_archive_field(archive, kind);
    regular = kind == MPFR_REGULAR_KIND || kind == -MPFR_REGULAR_KIND;
    if (regular) {
        exponent = archive->keeping ? mpfr_custom_get_exp(x) : 0;
        carom_archive_field(archive, exponent);
        carom_archive_part(archive, archive->keeping ? mpfr_custom_get_significand(x) : to->limbs,
                           mpfr_custom_get_size(to->bits));
    }
    if (!archive->keeping &&
        carom_archive_must(archive,
                           is_kind(kind) && exponent >= mpfr_get_emin() &&
                               exponent <= mpfr_get_emax() && (!regular || are_limbs(to)),
                           "number")) {
        mpfr_t given;
        mpfr_custom_init_set(given, (int)kind, (mpfr_exp_t)exponent, to->bits, to->limbs);
        mpfr_set(x, given, MPFR_RNDN);
    }
}

static void pass_ball(const passage *to, oracle_ball *ball)
{
    pass_number(to, ball->at.position.x);
    pass_number(to, ball->at.position.y);
    pass_number(to, ball->at.velocity.x);
    pass_number(to, ball->at.velocity.y);
    pass_number(to, ball->clock);
    pass_number(to, ball->spin);
    pass_number(to, ball->struck);
    carom_archive_field(to->archive, ball->streak);
}

static void pass_numbers(const passage *to, oracle_world *world)
{
    size_t n = world->problem->count;
    for (size_t i = 0; i < n; i++) {
        pass_ball(to, &world->ball[i]);
        for (size_t j = i + 1; j < n; j++) {
            pass_number(to, world->meeting[i * n + j]);
        }
    }
    for (size_t k = 0; k < world->walls * n; k++) {
        pass_number(to, world->border[k]);
    }
    pass_number(to, world->now);
}

void carom_oracle_world_archive(oracle_world *world, carom_archive *archive)
{
    passage to = {archive, world->bits, calloc(1, mpfr_custom_get_size(world->bits))};
    size_t struck = world->log.count;
    if (to.limbs == NULL) {
        carom_error_no_memory(&archive->failure);
        return;
    }
    carom_archive_same(archive, mpfr_custom_get_size(world->bits), "precision");
    pass_numbers(&to, world);
    carom_archive_value(archive, world->accounts);
    carom_archive_value(archive, world->report);
    carom_log_archive(&world->log, world->problem, archive);
    carom_archive_list(archive, &world->struck, &struck, &world->struck_capacity,
                       sizeof *world->struck);
    (void)carom_archive_must(archive, struck == world->log.count, "log");
    free(to.limbs);
}
