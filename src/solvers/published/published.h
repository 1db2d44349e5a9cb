/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "scene/scene.h"

#include <carom/solver.h>

#include <math.h>

/** @file State of the solver "published", shared by published.c (the plug-in), rigid.c (loops of
 * rigid balls) and lecture.c (springs).
 *
 * There are two clocks. The caller asks for t seconds; a source advances in frames of frame_s. A
 * sample shows the end of the last frame until t, as the source's screen would. (A frame that ends
 * less than 1e-9 of its length after t counts.) Collisions are logged at times of the caller's
 * clock. The blog's own clock runs ahead of it, and the report's simulated_s gives its time. */

typedef enum { SOURCE_LECTURE, SOURCE_BOOK, SOURCE_BLOG, SOURCE_POOL, SOURCES } published_source;

/** The published errors, which are the words of the key `corrected`. */
typedef enum {
    ERROR_SIGN,             /**< lecture: springs push where balls do not touch */
    ERROR_BUMPER,           /**< lecture: the cushion tests the centre of a ball */
    ERROR_FORMULA,          /**< book: velocity of the second ball */
    ERROR_CONTACT_DISTANCE, /**< book: contact at 0.75 of the sum of the radii */
    ERROR_EXTRA_MOVE,       /**< book: a collision moves both balls by another frame */
    ERROR_APPROACH_TEST,    /**< book, pool: balls that separate collide as well */
    ERROR_CLOCK,            /**< blog: time of a hit that is not positive */
    ERRORS
} published_error;

typedef struct {
    int source;
    double frame_s;
    carom_list corrected;     /**< published_error, as int */
    int heun;                 /**< lecture: 0: Euler's method, 1: Heun's */
    double stiffness_N_per_m; /**< lecture; NaN: not given */
} published_options;

/** A spring of the lecture. */
typedef struct {
    size_t entry;     /**< index of its contact in the log + 1; 0: no contact */
    size_t trace;     /**< number of the contact in the trace; 0: not traced */
    double overlap_m; /**< after the last step; 0: apart */
} published_spring;

/** The balls are in the order of the file, because some published errors depend on it. */
typedef struct {
    const carom_problem *problem; /**< its balls are in canonical order */
    published_options o;
    unsigned corrected; /**< 1 << published_error */
    carom_log *log;
    carom_trace *trace;
    const carom_cancel_flag *cancel;
    size_t count;
    uint32_t *canonical_index; /**< canonical number of each ball */
    carom_flight *ball, *before;
    double *x, *v, *work;     /**< lecture: x0, y0, x1, ..., velocities, and work of the method */
    published_spring *spring; /**< lecture: for each ball one for each ball and wall */
    carom_sum simulated;      /**< s, on the blog's own clock */
    carom_budget_sums sums;
    carom_report report; /**< `steps` counts frames */
} published_solver;

carom_status carom_published_book(published_solver *self, carom_error *error);
carom_status carom_published_blog(published_solver *self, carom_error *error);
carom_status carom_published_pool(published_solver *self, carom_error *error);
carom_status carom_published_lecture(published_solver *self, carom_error *error);

CAROM_CHECKED carom_status carom_published_lecture_init(published_solver *self, carom_error *error);
/** Elastic energy of the lecture's springs (J). */
double carom_published_elastic(const published_solver *self);

/** True unless the list `corrected` contains the error. */
static inline bool published_has(const published_solver *self, published_error error)
{
    return (self->corrected >> error & 1) == 0;
}

static inline const carom_ball *published_ball(const published_solver *self, size_t i)
{
    return &self->problem->ball[self->canonical_index[i]];
}

/** Start of the current frame on the caller's clock, s. */
static inline double published_start(const published_solver *self)
{
    return (double)self->report.steps * self->o.frame_s;
}

/** Distance of a position beyond the side @p wall (m), for a ball of radius @p reach_m; negative
 * inside. */
static inline double published_beyond(const published_solver *self, carom_vec at, size_t wall,
                                      double reach_m)
{
    switch (wall) {
    case CAROM_LEFT: return reach_m - at.x;
    case CAROM_RIGHT: return at.x + reach_m - self->problem->width_m;
    case CAROM_BOTTOM: return reach_m - at.y;
    default: return at.y + reach_m - self->problem->height_m;
    }
}
