/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The page of the lab as a file: a template, into which scenes are put as JSON.
 */
#ifndef CAROM_LAB_HTML_H
#define CAROM_LAB_HTML_H

#include "lab/seal.h"
#include <carom/problem.h>
#include <stdio.h>

/** What a solver's run of a scene ends in. */
typedef struct {
    const char *solver;
    char bits[CAROM_SEAL_SIZE];
    bool promised; /**< the same with any C library */
} carom_lab_seal;

/** A scene of a page. Texts are UTF-8; a byte that is not becomes U+FFFD. */
typedef struct {
    const char *name, *title;
    const char *text; /**< the scenario, as whoever wrote it has it */
    const char *const *set;
    size_t sets;
    const carom_lab_seal *seal;
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

#endif
