/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects the cluster of an impact: all bodies connected by contacts at one instant. */
#include "solvers/impulse/motion.h"

carom_status carom_impulse_cluster_init(impulse_solver *self)
{
    impulse_cluster *c = &self->cluster;
    size_t n = self->problem->count + 1;
    bool missing = false;
    c->ball = carom_zeros(n, sizeof *c->ball, &missing);
    c->v = carom_zeros(n, sizeof *c->v, &missing);
    c->v_before = carom_zeros(n, sizeof *c->v_before, &missing);
    c->inverse_mass = carom_zeros(n, sizeof *c->inverse_mass, &missing);
    c->inverse_inertia = carom_zeros(n, sizeof *c->inverse_inertia, &missing);
    c->spin = carom_zeros(n, sizeof *c->spin, &missing);
    c->spin_before = carom_zeros(n, sizeof *c->spin_before, &missing);
    c->body = carom_zeros(n, sizeof *c->body, &missing);
    c->number = carom_zeros(n, sizeof *c->number, &missing);
    return missing ? carom_error_no_memory(self->error) : CAROM_OK;
}

void carom_impulse_cluster_free(impulse_cluster *cluster)
{
    free(cluster->ball);
    free(cluster->v);
    free(cluster->v_before);
    free(cluster->inverse_mass);
    free(cluster->inverse_inertia);
    free(cluster->spin);
    free(cluster->spin_before);
    free(cluster->body);
    free(cluster->number);
    free(cluster->contact);
    free(cluster->peak_mps);
}

/* Add ball i, whose clock is at the current time. */
static inline void add_body(impulse_solver *self, uint32_t i)
{
    impulse_cluster *cluster = &self->cluster;
    const impulse_traits *traits = &self->traits[i];
    double v2 = carom_vec_square(self->ball[i].flight.v);
    size_t cluster_index = cluster->bodies++;
    cluster->speed_scale_mps = traits->speed_scale_mps > cluster->speed_scale_mps
                                 ? traits->speed_scale_mps
                                 : cluster->speed_scale_mps;
    cluster->speed2 = v2 > cluster->speed2 ? v2 : cluster->speed2;
    self->ball[i].cluster_index = (uint32_t)cluster_index;
    cluster->ball[cluster_index] = i;
    cluster->v[cluster_index] = self->ball[i].flight.v;
    cluster->inverse_mass[cluster_index] = traits->inverse_mass;
    cluster->inverse_inertia[cluster_index] = traits->inverse_inertia;
    cluster->spin[cluster_index] = traits->spin_radps;
    cluster->body[cluster_index] = (carom_body){self->ball[i].radius_m, 1 / traits->inverse_mass};
}

static void move_and_add(impulse_solver *self, uint32_t i)
{
    carom_impulse_move(self, i, self->cluster.now_s);
    add_body(self, i);
}

static carom_status add_contact(impulse_solver *self, const carom_cluster_contact *contact)
{
    impulse_cluster *cluster = &self->cluster;
    if (cluster->contacts == cluster->contact_capacity) {
        size_t as_many = cluster->contact_capacity;
        if (!carom_reserve(&cluster->peak_mps, as_many, &as_many, sizeof *cluster->peak_mps) ||
            !carom_reserve(&cluster->contact, cluster->contacts, &cluster->contact_capacity,
                           sizeof *cluster->contact)) {
            return carom_error_no_memory(self->error);
        }
    }
    cluster->peak_mps[cluster->contacts] = 0;
    cluster->contact[cluster->contacts++] = *contact;
    return CAROM_OK;
}

/* True if a gap (m) that closes at closing_mps counts as contact. */
static bool is_touching(const impulse_solver *self, double gap, double closing_mps,
                        double tolerance_m)
{
    return gap <= tolerance_m ||
           (closing_mps > 0 && gap <= closing_mps * self->rules.cluster_time_s);
}

static double closing_speed(const impulse_ball *a, const impulse_neighbours *view, size_t k,
                            const carom_cluster_contact *contact)
{
    carom_vec b = carom_candidate_pairs_velocity(&view->pairs, k);
    return carom_vec_dot(carom_vec_subtract(a->flight.v, b), contact->normal);
}

/* Add neighbour k of ball i if the two touch or are about to collide. */
static carom_status add_if_touching(impulse_solver *self, uint32_t i,
                                    const impulse_neighbours *view, size_t k, bool bound)
{
    uint32_t j = view->ball[k];
    const impulse_ball *a = &self->ball[i], *b = &self->ball[j];
    carom_cluster_contact contact = {.a = a->cluster_index, .b = b->cluster_index, .fixed = NAN};
    if (b->cluster_index < a->cluster_index ||
        self->traits[i].inverse_mass + self->traits[j].inverse_mass == 0) {
        return CAROM_OK; /* found from the other ball already; or both are fixed */
    }
    double gap = carom_impulse_gap(carom_candidate_pairs_offset(&view->pairs, k),
                                   carom_candidate_pairs_reach(&view->pairs, k), &contact.normal);
    if (isnan(gap) || (!bound && !is_touching(self, gap, closing_speed(a, view, k, &contact),
                                              carom_impulse_tolerance(
                                                  self, fmin(a->radius_m, b->radius_m), a)))) {
        return CAROM_OK;
    }
    carom_impulse_record_overlap(self, -gap);
    if (b->cluster_index == IMPULSE_NOT_IN_CLUSTER) {
        move_and_add(self, j);
        contact.b = b->cluster_index;
    }
    carom_impulse_set_restitution(self, &contact);
    return add_contact(self, &contact);
}

/* Neighbours that may touch: their number, and the last one. Usually none, or only the expected
 * partner. */
typedef struct {
    size_t count, last;
} close_balls;

/* Branch-free first test: within margin_m of contact. */
static close_balls find_close(const impulse_neighbours *view, double margin_m, uint32_t bound_to)
{
    close_balls found = {0, 0};
    for (size_t done = 0; done < view->count; done += CAROM_CANDIDATE_BLOCK) {
        const carom_candidate_block *at = carom_candidate_pairs_block(&view->pairs, done);
        const uint32_t *ball = view->ball + done;
        size_t here = view->count - done;
        for (size_t k = 0; k < (here < CAROM_CANDIDATE_BLOCK ? here : CAROM_CANDIDATE_BLOCK); k++) {
            double reach = at->reach[k] + margin_m,
                   d2 = at->dx[k] * at->dx[k] + at->dy[k] * at->dy[k];
            size_t close = (d2 <= reach * reach) | (ball[k] == bound_to);
            found.count += close;
            found.last += (done + k - found.last) & (0 - close);
        }
    }
    return found;
}

static carom_status collect_balls(impulse_solver *self, uint32_t i, impulse_neighbours *view,
                                  uint32_t bound_to)
{
    double radius = self->ball[i].radius_m;
    double margin_m = carom_impulse_tolerance(self, radius, &self->ball[i]) +
                      (self->rules.cluster_time_s > 0 ? INFINITY : 0);
    carom_impulse_find_neighbours(self, i, view);
    close_balls found = find_close(view, margin_m, bound_to);
    if (found.count <= 1) {
        return found.count == 0
                 ? CAROM_OK
                 : add_if_touching(self, i, view, found.last, view->ball[found.last] == bound_to);
    }
    for (size_t k = 0; k < view->count; k++) {
        double reach = carom_candidate_pairs_reach(&view->pairs, k) + margin_m;
        bool bound = view->ball[k] == bound_to;
        if (carom_vec_square(carom_candidate_pairs_offset(&view->pairs, k)) <= reach * reach ||
            bound) {
            CAROM_TRY(add_if_touching(self, i, view, k, bound));
        }
    }
    return CAROM_OK;
}

static carom_status add_wall_if_touching(impulse_solver *self, uint32_t i, size_t wall,
                                         double tolerance_m)
{
    const impulse_ball *ball = &self->ball[i];
    carom_wall_overlap at = carom_walls_part_overlap(
        self->problem, wall, ball->flight.at, carom_walls_reach(self->problem, ball->radius_m));
    double closing = carom_vec_dot(at.normal, ball->flight.v);
    carom_cluster_contact contact = {.a = ball->cluster_index,
                                     .b = CAROM_NO_BODY,
                                     .normal = at.normal,
                                     .fixed = NAN,
                                     .wall = (int)wall};
    if (!is_touching(self, -at.overlap_m, closing, tolerance_m)) {
        return CAROM_OK;
    }
    carom_impulse_set_restitution(self, &contact);
    carom_impulse_record_overlap(self, at.overlap_m);
    return add_contact(self, &contact);
}

static carom_status collect_walls(impulse_solver *self, uint32_t i)
{
    const impulse_ball *ball = &self->ball[i];
    double tolerance_m = carom_impulse_tolerance(self, ball->radius_m, ball);
    size_t walls = (ball->support & SUPPORTED_FIXED) != 0 ? 0 : carom_walls_count(self->problem);
    for (size_t wall = 0; wall < walls; wall++) {
        CAROM_TRY(add_wall_if_touching(self, i, wall, tolerance_m));
    }
    return CAROM_OK;
}

/* ---- collecting ---- */

/* Fill the cluster with ball i and its partner if the two are isolated, as carom_impulse_collect
 * would. Otherwise returns false and has only advanced the two. */
static bool collect_isolated_pair(impulse_solver *self, uint32_t i, uint32_t j)
{
    impulse_cluster *cluster = &self->cluster;
    carom_cluster_contact contact = {.a = 0, .b = 1, .fixed = NAN};
    if (!carom_impulse_are_isolated(self, i, j, cluster->neighbour_index, &contact.normal)) {
        return false;
    }
    add_body(self, i);
    add_body(self, j);
    carom_impulse_set_restitution(self, &contact);
    cluster->peak_mps[0] = 0;
    cluster->contact[cluster->contacts++] = contact;
    cluster->is_isolated = true;
    return true;
}

/* Breadth-first search. The neighbours of the first two bodies are kept for the prediction after
 * the impact. */
carom_status carom_impulse_collect(impulse_solver *self, uint32_t i)
{
    impulse_cluster *cluster = &self->cluster;
    bool pair = self->event[i].kind == EVENT_PAIR;
    uint32_t bound_to = pair ? self->event[i].partner : self->grid.end;
    if (pair && self->kind.plain_motion && !self->kind.fast_pairs &&
        cluster->contact_capacity > 0 && collect_isolated_pair(self, i, bound_to)) {
        return CAROM_OK;
    }
    move_and_add(self, i);
    for (size_t k = 0; k < cluster->bodies; k++) {
        impulse_neighbours *view = &self->view[k < 1 ? k : 1];
        CAROM_TRY(collect_balls(self, cluster->ball[k], view, k == 0 ? bound_to : self->grid.end));
        CAROM_TRY(collect_walls(self, cluster->ball[k]));
    }
    return CAROM_OK;
}
