/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lab/page_calls.h"
#include "scenario/scenario.h"
#include "system/system.h"

/* ---- handle ----
 * State of a lab, and messages to its listener. */

struct carom_lab {
    carom_lab_listener *listener;
    void *context;
    bool is_open; /**< true if `scenario` is valid */
    carom_scenario scenario;
    char *text; /**< of the scenario, with all changes (owned) */
};

/** A message under construction. */
typedef struct {
    carom_lab *lab;
    int topic;
    FILE *stream; /**< receives the text */
    char *text;
    size_t length;
} carom_lab_message;

/** Begin a message. */
void carom_lab_message_open(carom_lab_message *message, carom_lab *lab, int topic);

/** Send and release a message. */
void carom_lab_message_send(carom_lab_message *message);

/** Report @p error to the listener if @p status is not CAROM_OK. @return @p status */
carom_status carom_lab_report_error(carom_lab *lab, carom_status status, const carom_error *error);

/** Return CAROM_INVALID if no scenario is open. */
CAROM_CHECKED carom_status carom_lab_require_scenario(const carom_lab *lab, carom_error *error);

/** Write the messages as a JSON array. */
void carom_lab_write_messages(FILE *stream, const carom_messages *messages);

/** Send errors of a scenario or of its checks. */
void carom_lab_report_messages(carom_lab *lab, const carom_messages *messages);

/* ---- signature ----
 * A hash of the final state: bit-identical runs have equal signatures, other runs different ones.
 */

enum { CAROM_SIGNATURE_SIZE = 17 };

/** Compute FNV-1a (64 bits) over the bits of x_m, y_m, vx_mps, vy_mps of every ball, as IEEE 754
 * doubles, least significant byte first. @param signature  receives 16 hexadecimal digits and NUL
 */
void carom_signature_compute(const carom_sample *sample, char signature[CAROM_SIGNATURE_SIZE]);

/* ---- html ----
 * The lab page as a file: a template with scenes as JSON. */

/** Final state of a solver's run of a scene. */
typedef struct {
    const char *solver;
    char bits[CAROM_SIGNATURE_SIZE];
    bool promised; /**< true if every C library gives these bits */
} carom_lab_signature;

/** A scene of a page. Its texts, UTF-8 in which invalid bytes become U+FFFD, belong to the caller.
 */
typedef struct {
    char name[CAROM_PATH_SIZE];
    const char *title;
    char *text; /**< of the scenario */
    carom_lab_signature *signature;
    size_t signatures; /**< 0 for none */
    char *worksheet;   /**< Markdown, or NULL */
    char *german;      /**< its German translation, without the answer file; or NULL */
    char *questions;   /**< of the worksheet: carom_exercise_write_key, or NULL */
    bool is_lesson;    /**< true if the page opens on the worksheet */
    char *track;       /**< of carom_lab_track_write, or NULL */
    char *first;       /**< of carom_lab_first_write, or NULL */
} carom_lab_scene;

/** Write the scenes as JSON: {version, commit, sources (a sentence), scenes: [{name,
 * title, text, seal: {SOLVER: bits}, unpromised: [SOLVER], track, first, worksheet, answers,
 * teach}]}.
 * `worksheet` is a text, or the index of an earlier scene with the same one; `answers` is
 * {questions, worksheets: {de: TEXT}} in other letters. All from `seal` on are optional. The output
 * contains no '<', so no scene can close its HTML element.
 */
void carom_lab_scenes_write(FILE *stream, const char *version, const char *commit,
                            const carom_lab_scene *scene, size_t count);

/** Template of a page. */
typedef struct {
    char *text;
    size_t length;
    size_t from, to; /**< range of the text between the tags of the element for scenes */
} carom_lab_template;

/** Read the template at @p path. The caller frees its text in any case.
 * @return CAROM_CANNOT_READ, or CAROM_INVALID if the file has no element for scenes */
CAROM_CHECKED carom_status carom_lab_template_read(carom_lab_template *template, const char *path,
                                                   carom_error *error);

/** True if the file is a page, whatever its template, or empty. */
bool carom_lab_is_page(const char *path);

/** Write the page: the template with @p json (@p length bytes) as its scenes. */
void carom_lab_page_write(FILE *stream, const carom_lab_template *template, const char *json,
                          size_t length);

/** Maximum number of balls that a page draws before its core has started. */
enum { CAROM_LAB_FIRST_BALLS = 200 };

/** Write what the page draws before its core has started, as JSON: {solvers (their number), zoom,
 * table: {boundary, width_m, height_m, outline}, balls: [{name, x_m, y_m, vx_mps, vy_mps, radius_m,
 * fixed (optional)}]}. Balls have 6 digits, the outline has 5. The output contains no '<'. */
void carom_lab_first_write(FILE *stream, const carom_scenario *scenario);

/* ---- track ----
 * Positions of a recording. A page draws them beside the solvers that it runs. */

enum { CAROM_LAB_TRACK_SIZE = 200000 }; /**< limit for a track in a page, bytes */

/** Write the samples of a recorded solver from t = 0 on as JSON: {name, label (for sentences), id
 * (hash of the samples), hue, variant, sigma_m (null if unknown), balls: [{name, t_s: [...], x_m:
 * [...], y_m: [...]}]}. Positions are folded into a periodic table. The output contains no '<'.
 * @param solver  its index in the scenario */
CAROM_CHECKED carom_status carom_lab_track_write(FILE *stream, const carom_scenario *scenario,
                                                 size_t solver, carom_error *error);
