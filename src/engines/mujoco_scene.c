/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each ball slides along x, y and z, although only rounding acts along z. Without z, MuJoCo's
 * estimate of the inverse mass, a mean over three axes, would be 2/3 of the true value and change
 * the impedance of every contact. */
#include "engines/mujoco_scene.h"
#include "base/base.h"
#include "engines/engines.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_world(const carom_stepper *stepper, const carom_problem *p, FILE *file)
{
    for (int wall = 0; wall < CAROM_WALL_COUNT && p->boundary == CAROM_WALLS; wall++) {
        carom_vec n = carom_wall_normals[wall];
        double line = carom_wall_line(p, 0, wall);
        fprintf(file,
                "<geom type='plane' name='w%d' priority='1' size='0 0 1' pos='%.17g %.17g 0' "
                "zaxis='%g %g 0'/>\n",
                wall, n.x != 0 ? line : 0, n.y != 0 ? line : 0, -n.x, -n.y);
    }
    for (size_t k = 0; k < p->count; k++) {
        size_t i = carom_stepper_insertion_index(stepper, k);
        const carom_ball *ball = &p->ball[i];
        if (ball->fixed) {
            fprintf(file, "<geom name='b%zu' size='%.17g' pos='%.17g %.17g 0'/>\n", i,
                    ball->radius_m, ball->x_m, ball->y_m);
        } else {
            fprintf(file,
                    "<body><joint axis='1 0 0'/><joint axis='0 1 0'/><joint axis='0 0 1'/>"
                    "<geom name='b%zu' size='%.17g' mass='%.17g'/></body>\n",
                    i, ball->radius_m, ball->mass_kg);
        }
    }
}

static void write_pairs(const carom_problem *p, FILE *file)
{
    for (size_t i = 0; i < p->count && p->pairs > 0; i++) {
        for (size_t k = i + 1; k < p->count; k++) {
            if (carom_problem_pair(p, &p->ball[i], &p->ball[k]) != NULL &&
                !(p->ball[i].fixed && p->ball[k].fixed)) {
                fprintf(file, "<pair geom1='b%zu' geom2='b%zu'/>\n", i, k);
            }
        }
        for (int wall = 0; wall < CAROM_WALL_COUNT && p->boundary == CAROM_WALLS; wall++) {
            if (carom_problem_pair(p, &p->ball[i], NULL) != NULL && !p->ball[i].fixed) {
                fprintf(file, "<pair geom1='b%zu' geom2='w%d'/>\n", i, wall);
            }
        }
    }
}

static void write_scene(const carom_stepper *stepper, const carom_problem *problem,
                        const double d[mjNIMP], FILE *file)
{
    size_t most = 3 * problem->count +
                  64; /* maximum number of edges of a planar graph: 3 (n + 4) - 6 */
    char solimp[160];
    snprintf(solimp, sizeof solimp, "solimp='%.17g %.17g %.17g %.17g %.17g'", d[0], d[1], d[2],
             d[3], d[4]);
    fprintf(file, "<mujoco><size njmax='%zu' nconmax='%zu'/>\n", most, most);
    fprintf(file,
            "<default><joint type='slide'/><geom type='sphere' condim='1' %s/><pair condim='1' %s/>"
            "</default><worldbody>\n",
            solimp, solimp);
    write_world(stepper, problem, file);
    fputs("</worldbody>\n<contact>\n", file);
    write_pairs(problem, file);
    fputs("</contact></mujoco>\n", file);
}

/* Loads the text through MuJoCo's file system in memory. */
static mjModel *load(const char *text, size_t size, mjVFS *files, carom_error *error)
{
    char why[300] = "";
    mjModel *model;
    mj_defaultVFS(files);
    if (size > INT32_MAX || mj_makeEmptyFileVFS(files, "scene.xml", (int)size) != 0) {
        carom_error_no_memory(error);
        return NULL;
    }
    memcpy(files->filedata[0], text, size);
    model = mj_loadXML("scene.xml", files, why, sizeof why);
    if (model == NULL) {
        carom_error_set(error, CAROM_INVALID, "kind", "MuJoCo rejects the scene: %s", why);
    }
    mj_deleteVFS(files);
    return model;
}

mjModel *carom_mujoco_model(const carom_stepper *stepper, const carom_problem *problem,
                            const double solimp[mjNIMP], carom_error *error)
{
    char *text = NULL;
    size_t size = 0;
    mjModel *model = NULL;
    mjVFS *files = calloc(1, sizeof *files); /* 2 MB */
    FILE *file = carom_text_open(&text, &size);
    if (file != NULL) {
        write_scene(stepper, problem, solimp, file);
    }
    if (!carom_text_close(file, &text) || files == NULL) {
        carom_error_no_memory(error);
    } else {
        model = load(text, size, files, error);
    }
    free(files);
    free(text);
    return model;
}
