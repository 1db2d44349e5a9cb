/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a scenario with MuJoCo. Its contacts are soft: r'' = -stiffness r - damping r' for the
 * overlap r, never attractive, and all contacts of a step are solved together. */
#include "records.h"
#include <mujoco/mujoco.h>

static struct option options[] = {{"step_s", 0.002},
                                  {"stiffness", 2500}, /* w0^2 of a contact, 1/s^2 */
                                  {"iterations", 100},
                                  {"tolerance", 1e-8},
                                  {NULL, 0}};
enum { STEP, STIFFNESS, ITERATIONS, TOLERANCE };

static const carom_problem *scene;
static mjModel *model;
static mjData *data;
static int *first; /* indexed by ball: index of its x, before y and z */

/* Restitution of a spring with dashpot whose force never pulls ('carom help theory', dashpot). */
static double restitution(double zeta)
{
    double root = sqrt(fabs(1 - zeta * zeta));
    return zeta < 1  ? exp(-2 * zeta * acos(zeta) / root)
         : zeta == 1 ? exp(-2)
                     : exp(-2 * zeta * acosh(zeta) / root);
}

/* Damping ratio of a restitution > 0, by bisection. */
static double damping_ratio(double e)
{
    double low = 0, high = 1e6;
    if (e > 1 || e <= 0) {
        fail("MuJoCo needs a restitution above 0 and of at most 1");
    }
    for (int k = 0; k < 200 && e < 1; k++) {
        double middle = 0.5 * (low + high);
        *(restitution(middle) > e ? &low : &high) = middle;
    }
    return low;
}

static void set_contact(mjtNum solref[mjNREF], double e)
{
    solref[0] = -options[STIFFNESS].value;
    solref[1] = -2 * damping_ratio(e) * sqrt(options[STIFFNESS].value);
}

/* Balls slide along x, y and z, although only rounding acts along z: without z the inverse mass of
 * a body would be estimated as 2/3 of the true one. Walls have the higher priority and determine
 * the parameters of their contacts. */
static void write_model(FILE *file)
{
    double w = scene->width_m, h = scene->height_m;
    const double wall[4][4] = {{0, 0, 1, 0}, {w, 0, -1, 0}, {0, 0, 0, 1}, {0, h, 0, -1}};
    size_t most = 3 * scene->count + 64;
    fprintf(file,
            "<mujoco><size njmax='%zu' nconmax='%zu'/><default><joint type='slide'/><geom "
            "type='sphere' condim='1'/></default><worldbody>\n",
            most, most);
    for (int k = 0; k < 4 && scene->boundary == CAROM_WALLS; k++) {
        fprintf(file,
                "<geom type='plane' name='w%d' priority='1' size='0 0 1' pos='%.17g %.17g 0' "
                "zaxis='%g %g 0'/>\n",
                k, wall[k][0], wall[k][1], wall[k][2], wall[k][3]);
    }
    for (size_t i = 0; i < scene->count; i++) {
        const carom_ball *ball = &scene->ball[i];
        if (ball->fixed) {
            fprintf(file, "<geom size='%.17g' pos='%.17g %.17g 0'/>\n", ball->radius_m, ball->x_m,
                    ball->y_m);
        } else {
            fprintf(file,
                    "<body name='%zu'><joint axis='1 0 0'/><joint axis='0 1 0'/><joint axis='0 0 "
                    "1'/><geom size='%.17g' mass='%.17g'/></body>\n",
                    i, ball->radius_m, ball->mass_kg);
        }
    }
    fprintf(file, "</worldbody></mujoco>\n");
}

static void build(const carom_problem *problem, const char *folder)
{
    char path[4200], why[300] = "";
    scene = problem;
    FILE *file = create(folder, "scene.xml");
    write_model(file);
    fclose(file);
    snprintf(path, sizeof path, "%s/scene.xml", folder);
    model = mj_loadXML(path, NULL, why, sizeof why);
    if (model == NULL || problem->pairs > 0) {
        fail(model == NULL ? why : "mujoco.c has one restitution for balls and one for walls");
    }
    model->opt.timestep = options[STEP].value;
    model->opt.iterations = (int)options[ITERATIONS].value;
    model->opt.tolerance = options[TOLERANCE].value;
    mju_zero3(model->opt.gravity);
    model->opt.gravity[0] = problem->gravity_mps2.x;
    model->opt.gravity[1] = problem->gravity_mps2.y;
    for (int g = 0; g < model->ngeom; g++) {
        bool is_wall = model->geom_type[g] == mjGEOM_PLANE;
        set_contact(model->geom_solref + mjNREF * g,
                    is_wall ? problem->restitution.ball_wall : problem->restitution.ball_ball);
    }
    data = mj_makeData(model);
    first = calloc(problem->count, sizeof *first);
    for (int b = 1; b < model->nbody; b++) {
        size_t i = strtoul(mj_id2name(model, mjOBJ_BODY, b), NULL, 10);
        int at = first[i] = model->body_dofadr[b];
        data->qpos[at] = problem->ball[i].x_m, data->qpos[at + 1] = problem->ball[i].y_m;
        data->qvel[at] = problem->ball[i].vx_mps, data->qvel[at + 1] = problem->ball[i].vy_mps;
    }
}

/* Rounding of vertical walls moves balls along z, and collisions amplify it: it is removed. */
static void step(void)
{
    mj_step(model, data);
    for (int z = 2; z < model->nv; z += 3) {
        data->qpos[z] = data->qvel[z] = data->qacc_warmstart[z] = 0;
    }
    for (int w = 0; w < mjNWARNING; w++) {
        if (data->warning[w].number > 0) {
            fail(mju_warningText(w, (size_t)data->warning[w].lastinfo));
        }
    }
}

static void read_ball(size_t i, double *x, double *y, double *vx, double *vy)
{
    *x = data->qpos[first[i]], *y = data->qpos[first[i] + 1];
    *vx = data->qvel[first[i]], *vy = data->qvel[first[i] + 1];
}

int main(int count, char **word)
{
    static const engine mujoco = {"mujoco", options, build, step, read_ball};
    return run(&mujoco, count, word);
}
