/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_LAB_H
#define CAROM_INTERNAL_LAB_H

#include "scenario/scenario.h"

#include <carom/lab.h>
#include <carom/problem.h>
#include <carom/solver.h>

#include <stdio.h>

/* ---- handle ----
 * What a lab keeps, and how it speaks. */

struct carom_lab {
    carom_lab_listener *listener;
    void *context;
    bool is_open; /**< then there is a scenario */
    carom_scenario scenario;
    char *text; /**< of it (owned), `length` bytes and a 0 */
    size_t length;
    char *sets;               /**< cut into keys and values, to which the overrides point (owned) */
    carom_override *override; /**< overrides of them (owned) */
    size_t overrides;
};

/** A text on its way to the listener. */
typedef struct {
    carom_lab *lab;
    int topic;
    FILE *stream; /**< what is to be said is written here */
    char *text;
    size_t length;
} carom_lab_message;

/** Begins to say something. @return CAROM_NO_MEMORY: then there is nothing to end */
CAROM_CHECKED carom_status carom_lab_message_open(carom_lab_message *words, carom_lab *lab,
                                                  int topic, carom_error *error);

/** Says it. @return CAROM_NO_MEMORY: then nothing was said */
CAROM_CHECKED carom_status carom_lab_message_send(carom_lab_message *words, carom_error *error);

/** Says why something cannot be done, if it cannot. @return error->status, or @p status */
carom_status carom_lab_report_error(carom_lab *lab, carom_status status, const carom_error *error);

/** CAROM_INVALID where there is no scenario. */
CAROM_CHECKED carom_status carom_lab_require_scenario(const carom_lab *lab, carom_error *error);

/** A member of a JSON object: a comma unless it is the first, and its key. */
void carom_lab_key(FILE *stream, bool first, const char *key);

/** The same with a text, a flag or a number as value; a number that there is none of is null. */
void carom_lab_text(FILE *stream, bool first, const char *key, const char *value);
void carom_lab_flag(FILE *stream, bool first, const char *key, bool value);
void carom_lab_number(FILE *stream, bool first, const char *key, double value);

/** Says what the scenario is (scene.c), and what can be turned of it (knobs.c). */
CAROM_CHECKED carom_status carom_lab_report_scene(carom_lab *lab, const carom_messages *messages,
                                                  carom_error *error);
CAROM_CHECKED carom_status carom_lab_report_knobs(carom_lab *lab, carom_error *error);

/** Writes the messages as a JSON list. */
void carom_lab_write_messages(FILE *stream, const carom_messages *messages);

/** Says what is wrong with a scenario or its checks. */
CAROM_CHECKED carom_status carom_lab_report_messages(carom_lab *lab, const carom_messages *messages,
                                                     carom_error *error);

/* ---- seal ----
 * A seal: what two runs of the same bits have in common, and no others. */

enum { CAROM_SIGNATURE_SIZE = 17 };

/** FNV-1a (64 bits) over the bits of x_m, y_m, vx_mps, vy_mps of one ball after the other, as IEEE
 * 754 doubles, least byte first; 16 hexadecimal digits and NUL. */
void carom_signature_compute(const carom_sample *sample, char seal[CAROM_SIGNATURE_SIZE]);

/* ---- html ----
 * The page of the lab as a file: a template, into which scenes are put as JSON. */

/** What a solver's run of a scene ends in. */
typedef struct {
    const char *solver;
    char bits[CAROM_SIGNATURE_SIZE];
    bool promised; /**< the same with any C library */
} carom_lab_signature;

/** A scene of a page. Texts are UTF-8; a byte that is not becomes U+FFFD. */
typedef struct {
    const char *name, *title;
    const char *text; /**< the scenario, as whoever wrote it has it */
    const char *const *set;
    size_t sets;
    const carom_lab_signature *seal;
    size_t seals;          /**< 0: it has none */
    const char *worksheet; /**< Markdown; NULL: none */
} carom_lab_scene;

/** JSON, a scene's worksheet being a text, or the number of an earlier scene that has the same:
 * {version, commit, sources (a sentence), scenes: [{name, title, text, sets: [...], seal:
 * {SOLVER: bits}, unpromised: [SOLVER], worksheet}]}, of which `seal`, `unpromised` and `worksheet`
 * are left out where there are none. No '<' is in it: nothing in a scene ends the element that it
 * stands in. */
void carom_lab_scenes_write(FILE *stream, const char *version, const char *commit,
                            const carom_lab_scene *scene, size_t count);

/** The template of a page. */
typedef struct {
    char *text;
    size_t length;
    size_t from, to; /**< what is between its element of scenes */
} carom_lab_template;

/** Reads the template at @p path.
 *  @return CAROM_CANNOT_READ; CAROM_INVALID where the file has no element for scenes;
 * carom_lab_template_free in any case */
CAROM_CHECKED carom_status carom_lab_template_read(carom_lab_template *template, const char *path,
                                                   carom_error *error);
void carom_lab_template_free(carom_lab_template *template);

/** Writes the page: the template with @p json (@p length bytes) as its scenes. */
void carom_lab_page_write(FILE *stream, const carom_lab_template *template, const char *json,
                          size_t length);

/* ---- leave out ----
 * A scenario's text without some of its solvers, line by line, so that the rest of it stays as
 * somebody wrote it. */

/** The text of @p scenario (YAML, @p length bytes) without the solvers that have one of @p traits,
 * and what names them: a reference, checks. It is read again, and has to be the scene of the other
 * solvers.
 *  @param set    overrides of the text; those of what goes are taken out of the list
 *  @param rest   the text, to be freed; NULL on any error
 *  @return CAROM_INVALID: not by leaving out whole lines, or no solver would be left */
CAROM_CHECKED carom_status carom_lab_strip_solvers(const carom_scenario *scenario, unsigned traits,
                                                   const char *text, size_t length,
                                                   carom_override *set, size_t *sets, char **rest,
                                                   carom_error *error);

#endif
