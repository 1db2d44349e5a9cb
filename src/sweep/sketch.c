/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sketch of the set-up of a sweep: balls at their initial positions, and the parameter. Small
 * balls are enlarged, and displacements too small to see are exaggerated. */
#include "sweep/sweep.h"
#include <ctype.h>

/* Most balls of a sketch; of more, a section with about as many is drawn. Balls within `near`
 * radii of the moved ball belong to the set-up, as do walls. */
enum { MOST_BALLS = 16, SECTION_BALLS = 24 };
static const double near = 14, visible = 0.3, displaced = 0.9, largest_factor = 4, wall_radii = 2.6,
                    visible_part = 0.06;

typedef struct {
    const carom_problem *problem;
    const carom_sweep_parameter *parameter;
    size_t ball[MOST_BALLS], balls; /* indices of those drawn */
    size_t moved;                   /* ball of the parameter; problem->count: none */
    carom_vec at[MOST_BALLS];
    double factor; /* of the radii */
    double left, right, bottom, top;
    char *text;
    size_t size;
} sketch;

/* ---- keys ---- */

/* True if the parameter is, or sets, balls.NAME.COLUMN of the ball; an empty COLUMN is any. */
static bool is_key_of(const char *key, const char *ball, const char *column)
{
    size_t length = strlen(ball);
    return strncmp(key, "balls.", 6) == 0 && strncmp(key + 6, ball, length) == 0 &&
           key[6 + length] == '.' && (column[0] == '\0' || strcmp(key + 7 + length, column) == 0);
}

static bool varies(const sketch *s, size_t ball, const char *column)
{
    const carom_sweep_set_key *set = s->parameter->sets.items;
    const char *name = s->problem->ball[ball].name;
    bool found = is_key_of(s->parameter->key, name, column);
    for (size_t k = 0; k < s->parameter->sets.count; k++) {
        found = found || is_key_of(set[k].key, name, column);
    }
    return found;
}

/* Symbols of keys, by their ends. */
static const struct {
    const char *end, *symbol;
} symbols[] = {{"stiffness_N_per_m", "k"}, {"tangential_restitution", "β"},
               {"restitution", "e"},       {"friction", "µ"},
               {"ball_wall", "µ"},         {"ball_ball", "µ"},
               {"mass_kg", "m"},           {"radius_m", "r"},
               {"vx_mps", "v_x"},          {"vy_mps", "v_y"},
               {"spin_radps", "ω"},        {"deg", "φ"}};

static const char *symbol_of_key(const char *key)
{
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        size_t end = strlen(symbols[i].end), length = strlen(key);
        if (length >= end && strcmp(key + length - end, symbols[i].end) == 0) {
            return symbols[i].symbol;
        }
    }
    return "";
}

/* Writes the symbol of the parameter as enhanced text. A label such as "stiffness k" ends with it;
 * otherwise its key, or the first key that it sets, has one; "" without any. */
static void write_symbol(const carom_sweep_parameter *parameter, char text[40])
{
    const char *space = strrchr(parameter->label, ' '), *found = symbol_of_key(parameter->key);
    const carom_sweep_set_key *set = parameter->sets.items;
    size_t letters = 0;
    for (const char *c = space == NULL ? "" : space + 1; *c != '\0'; c++) {
        letters += ((unsigned char)*c & 0xC0) != 0x80;
    }
    if (letters == 1 && isalpha((unsigned char)space[1])) {
        found = space + 1;
    } else if (found[0] == '\0' && parameter->sets.count > 0) {
        found = symbol_of_key(set[0].key);
    }
    snprintf(text, 40, found[0] == '\0' ? "%s" : "{/:Italic %s}", found);
}

/* ---- items ---- */

static void extend(sketch *s, double x, double y, double r)
{
    s->left = fmin(s->left, x - r);
    s->right = fmax(s->right, x + r);
    s->bottom = fmin(s->bottom, y - r);
    s->top = fmax(s->top, y + r);
}

static void add_line(sketch *s, const char *kind, carom_vec from, carom_vec to, const char *name)
{
    carom_text_append(s->text, s->size, "%s %.5g %.5g %.5g %.5g %s; ", kind, from.x, from.y, to.x,
                      to.y, name);
}

static void add_ball(sketch *s, carom_vec at, double r, bool fixed, const char *name)
{
    carom_text_append(s->text, s->size, "%s %.5g %.5g %.5g %s; ", fixed ? "fixed" : "ball", at.x,
                      at.y, r, name);
    extend(s, at.x, at.y, r);
}

static double drawn_radius(const sketch *s, size_t i)
{
    return s->factor * s->problem->ball[s->ball[i]].radius_m;
}

/* ---- set-up ---- */

static size_t moved_ball(const sketch *s)
{
    size_t i = 0;
    while (i < s->problem->count && !varies(s, i, "")) {
        i++;
    }
    return i;
}

static carom_vec place_of(const carom_problem *problem, size_t ball)
{
    return (carom_vec){problem->ball[ball].x_m, problem->ball[ball].y_m};
}

static double distance_between(carom_vec a, carom_vec b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

static void choose_balls(sketch *s)
{
    const bool all = s->moved >= s->problem->count || s->problem->count <= 3;
    const size_t centre = s->moved < s->problem->count ? s->moved : 0;
    const double reach = near * s->problem->ball[centre].radius_m;
    for (size_t i = 0; i < s->problem->count && s->balls < MOST_BALLS; i++) {
        bool is_near = distance_between(place_of(s->problem, i), place_of(s->problem, centre)) <=
                       reach;
        if (i == centre || is_near || all) {
            s->at[s->balls] = place_of(s->problem, i);
            s->ball[s->balls++] = i;
        }
    }
}

/* Distance of a ball from the four sides of the table; infinite without walls. */
static double wall_distance(const sketch *s, size_t i, int side)
{
    const carom_problem *p = s->problem;
    if (p->boundary != CAROM_WALLS || p->part != NULL) {
        return INFINITY;
    }
    switch (side) {
    case CAROM_LEFT: return s->at[i].x;
    case CAROM_RIGHT: return p->width_m - s->at[i].x;
    case CAROM_BOTTOM: return s->at[i].y;
    default: return p->height_m - s->at[i].y;
    }
}

/* Enlarges balls that are far apart. */
static void choose_factor(sketch *s)
{
    s->factor = largest_factor;
    for (size_t i = 0; i < s->balls; i++) {
        const double r = s->problem->ball[s->ball[i]].radius_m;
        for (size_t k = 0; k < i; k++) {
            double sum = r + s->problem->ball[s->ball[k]].radius_m;
            s->factor = fmin(s->factor, 0.6 * distance_between(s->at[i], s->at[k]) / sum);
        }
        for (int side = 0; side < CAROM_WALL_COUNT; side++) {
            s->factor = fmin(s->factor, 0.4 * wall_distance(s, i, side) / r);
        }
    }
    s->factor = fmax(1, s->factor);
}

/* ---- parameter ---- */

/* Largest distance of the parameter from its origin. */
static double farthest_value(const carom_sweep_parameter *p, double origin)
{
    const carom_scenario_word *word = p->values.items;
    double farthest = p->values.count > 0 ? 0 : fmax(fabs(p->from - origin), fabs(p->to - origin));
    for (size_t k = 0; k < p->values.count; k++) {
        double value = NAN;
        farthest = carom_number_parse(word[k].text, &value) ? fmax(farthest, fabs(value - origin))
                                                            : INFINITY;
    }
    return farthest;
}

/* A coordinate of a ball: the gap to the ball that it touches at the origin, or the offset from a
 * dashed line. */
static void add_position(sketch *s, size_t i, bool is_x)
{
    const carom_sweep_parameter *p = s->parameter;
    const carom_vec along = {is_x, !is_x}, across = {!is_x, is_x};
    const double r = drawn_radius(s, i), origin = isnan(p->origin) ? 0 : p->origin;
    const bool small = !(farthest_value(p, origin) >
                         visible * s->problem->ball[s->ball[i]].radius_m);
    double shift = small ? displaced * r : (is_x ? s->at[i].x : s->at[i].y) - origin;
    carom_vec base = is_x ? (carom_vec){origin, s->at[i].y} : (carom_vec){s->at[i].x, origin}, end;
    if ((!small && isnan(p->origin)) || p->sets.count > 0) {
        return; /* a position on the table, or a formula */
    }
    for (size_t k = 0; k < s->balls; k++) {
        const double sum = s->problem->ball[s->ball[i]].radius_m +
                           s->problem->ball[s->ball[k]].radius_m;
        const double apart = distance_between(base, s->at[k]),
                     before = carom_vec_dot(along, carom_vec_subtract(base, s->at[k]));
        if (k != i && fabs(apart - sum) < 1e-3 * sum && fabs(fabs(before) - apart) < 1e-3 * sum) {
            shift = copysign(displaced * r, before);
            s->at[i] = carom_vec_add_scaled(base, shift, along);
            base = carom_vec_add_scaled(base, copysign(r, -before), along);
            add_line(s, "dim", base, carom_vec_add_scaled(base, shift, along), "{/:Italic s}");
            return;
        }
    }
    s->at[i] = carom_vec_add_scaled(base, shift, along);
    end = carom_vec_add_scaled(base, 4 * r, across);
    for (size_t k = 0; k < s->balls && !is_x; k++) { /* the line reaches the balls ahead */
        end.x = fmax(end.x, s->at[k].x);
    }
    add_line(s, "line", base, end, "");
    base = carom_vec_add_scaled(base, is_x ? -1.5 * r : -2.6 * r, across);
    add_line(s, "dim", base, carom_vec_add_scaled(base, shift, along), "{/:Italic b}");
    extend(s, base.x, base.y, 0);
}

/* True if a wall or another ball is in the way of an arrow. */
static bool is_blocked(const sketch *s, size_t i, carom_vec unit, double reach)
{
    static const double beside = 1.2;
    for (int side = 0; side < CAROM_WALL_COUNT; side++) {
        if (carom_vec_dot(unit, carom_wall_normals[side]) * reach > wall_distance(s, i, side)) {
            return true;
        }
    }
    for (size_t k = 0; k < s->balls; k++) {
        const carom_vec way = carom_vec_subtract(s->at[k], s->at[i]);
        const double along = carom_vec_dot(way, unit), aside = fabs(carom_vec_cross(way, unit));
        if (k != i && along > 0 && aside < beside * drawn_radius(s, k) &&
            along - drawn_radius(s, k) < reach) {
            return true;
        }
    }
    return false;
}

/* An arrow from the rim. Where another body is in the way, it ends at the rim behind the ball. */
static void add_arrow(sketch *s, size_t i, carom_vec unit, double length, const char *name)
{
    const double r = drawn_radius(s, i);
    const double start = is_blocked(s, i, unit, r + length) ? -r - length : r;
    const carom_vec from = carom_vec_add_scaled(s->at[i], start, unit),
                    to = carom_vec_add_scaled(from, length, unit);
    add_line(s, "arrow", from, to, name);
    extend(s, from.x, from.y, 0);
    extend(s, to.x, to.y, 0);
}

static double sign_of(double x)
{
    return x < 0 ? -1 : 1;
}

/* Arrows for the velocity. A component that varies has its own arrow and the symbol; a direction
 * that varies is an angle. */
static void add_velocity(sketch *s, size_t i, double most, double reach, const char *symbol)
{
    const carom_ball *b = &s->problem->ball[s->ball[i]];
    const double v = hypot(b->vx_mps, b->vy_mps), length = reach * (0.7 + 0.9 * v / most);
    const bool x = varies(s, s->ball[i], "vx_mps"), y = varies(s, s->ball[i], "vy_mps");
    const carom_vec at = s->at[i], along_x = {sign_of(b->vx_mps), 0},
                    along_y = {0, sign_of(b->vy_mps)}, unit = {b->vx_mps / v, b->vy_mps / v};
    if (x != y) {
        add_arrow(s, i, x ? along_x : along_y, 1.4 * reach, symbol);
        if ((x ? b->vy_mps : b->vx_mps) != 0) {
            add_arrow(s, i, x ? along_y : along_x, 1.4 * reach, "");
        }
    } else if (v > 0.01 * most) {
        add_arrow(s, i, unit, length, "");
        if (x && y) {
            const double angle = atan2(b->vy_mps, b->vx_mps) * 180 / 3.14159265358979324;
            const double back = is_blocked(s, i, unit, drawn_radius(s, i) + length) ? -1 : 1;
            add_line(s, "line", at, (carom_vec){at.x + back * 3 * reach, at.y}, "");
            carom_text_append(s->text, s->size, "angle %.5g %.5g %.5g %.4g %.4g %s; ", at.x, at.y,
                              2 * reach, fmin(angle, 0) + (back < 0 ? 180 : 0),
                              fmax(angle, 0) + (back < 0 ? 180 : 0), symbol);
            extend(s, at.x + back * 3 * reach, at.y, 0);
        }
    }
}

static void add_velocities(sketch *s, const char *symbol)
{
    double most = 0, reach = 0;
    for (size_t i = 0; i < s->balls; i++) {
        const carom_ball *b = &s->problem->ball[s->ball[i]];
        most = fmax(most, hypot(b->vx_mps, b->vy_mps));
        reach = fmax(reach, drawn_radius(s, i));
    }
    reach = fmax(reach, visible_part * fmax(s->right - s->left, s->top - s->bottom));
    for (size_t i = 0; i < s->balls && most > 0; i++) {
        add_velocity(s, i, most, reach, symbol);
    }
}

/* Sides of the table near the balls. Friction with walls has its symbol there. */
static void add_walls(sketch *s, const char *symbol)
{
    const carom_problem *p = s->problem;
    const char *name = strstr(s->parameter->key, "wall") != NULL ? symbol : "";
    const double r = drawn_radius(s, 0), left = s->left - r, right = s->right + r,
                 bottom = s->bottom - r, top = s->top + r;
    for (int side = 0; side < CAROM_WALL_COUNT; side++) {
        const bool upright = side == CAROM_LEFT || side == CAROM_RIGHT;
        const double at = side == CAROM_RIGHT ? p->width_m : side == CAROM_TOP ? p->height_m : 0;
        bool is_near = false;
        for (size_t i = 0; i < s->balls; i++) {
            is_near = is_near || wall_distance(s, i, side) <= wall_radii * drawn_radius(s, i);
        }
        if (is_near) {
            add_line(s, "wall", upright ? (carom_vec){at, bottom} : (carom_vec){left, at},
                     upright ? (carom_vec){at, top} : (carom_vec){right, at}, name);
            extend(s, upright ? at : left, upright ? bottom : at, 0);
            extend(s, upright ? at : right, upright ? top : at, 0);
            name = "";
        }
    }
}

/* ---- section ---- */

/* The lower left part of a table with many balls. */
static void add_section(sketch *s)
{
    const carom_problem *p = s->problem;
    const double side = sqrt(SECTION_BALLS * p->width_m * p->height_m / (double)p->count);
    size_t drawn = 0;
    for (size_t i = 0; i < p->count && drawn < 2 * SECTION_BALLS; i++) {
        const carom_ball *b = &p->ball[i];
        if (b->x_m < 1.3 * side && b->y_m < 0.8 * side) {
            add_ball(s, place_of(p, i), b->radius_m, false, "");
            drawn++;
        }
    }
}

/* Size in ems when drawn to scale within @p wide by @p high. */
static void set_size(const sketch *s, double wide, double high, carom_vec *ems)
{
    const double x = s->right - s->left, y = s->top - s->bottom;
    const double scale = fmin(wide / fmax(x, 1e-300), high / fmax(y, 1e-300));
    *ems = (carom_vec){scale * x, scale * y};
}

/* True if the ball carries the symbol: its mass, radius or spin varies, or a key that belongs to no
 * single ball or wall, such as a stiffness. */
static bool is_in_balls(const sketch *s, size_t ball)
{
    enum { MOST_NAMED = 6 };
    if (s->balls > MOST_NAMED) {
        return false; /* too small */
    }
    return s->moved < s->problem->count
             ? varies(s, ball, "mass_kg") || varies(s, ball, "spin_radps") ||
                   varies(s, ball, "radius_m")
             : strstr(s->parameter->key, "wall") == NULL;
}

void carom_sweep_sketch(const carom_scenario *scenario, double wide, double high, char *text,
                        size_t size, carom_vec *ems)
{
    char symbol[40];
    sketch s = {.problem = &scenario->problem,
                .parameter = carom_sweep_parameter_at(scenario, 0),
                .left = INFINITY,
                .right = -INFINITY,
                .bottom = INFINITY,
                .top = -INFINITY,
                .text = text,
                .size = size};
    text[0] = '\0';
    *ems = (carom_vec){0, 0};
    write_symbol(s.parameter, symbol);
    s.moved = moved_ball(&s);
    if (s.problem->count > MOST_BALLS) {
        add_section(&s);
    } else if (s.problem->count > 0) {
        choose_balls(&s);
        choose_factor(&s);
        for (size_t i = 0; i < s.balls; i++) {
            bool x = varies(&s, s.ball[i], "x_m"), y = varies(&s, s.ball[i], "y_m");
            if (x != y) {
                add_position(&s, i, x);
            }
        }
        for (size_t i = 0; i < s.balls; i++) {
            add_ball(&s, s.at[i], drawn_radius(&s, i), s.problem->ball[s.ball[i]].fixed,
                     is_in_balls(&s, s.ball[i]) ? symbol : "");
        }
        add_velocities(&s, symbol);
        add_walls(&s, symbol);
    }
    set_size(&s, wide, high, ems);
}
