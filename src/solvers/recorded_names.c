/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of recorded tables: names of columns in four languages, units, tracks and numbers. */
#include "solvers/solvers.h"
#include <ctype.h>

/* Names of the columns in English, German, French and Spanish. '%' is x or y. A name equals the
 * text of a header in any case; '_', '-' and blanks are equal. */
static const char *const names[CAROM_RECORDED_COLUMNS] = {
    "t|time|elapsed time|timestamp|position t|zeit|zeitpunkt|temps|tiempo",
    "x|position x|x position|pos x|x pos|xpos|posx|position en x|posición x|posicion x|"
    "posición en x|ort x|x ort|x coordinate|x koordinate|coordonnée x|coordonnee x|coordenada x|x "
    "center|centroid x|abszisse|abscisse|abscisa",
    "y|position y|y position|pos y|y pos|ypos|posy|position en y|posición y|posicion y|"
    "posición en y|ort y|y ort|y coordinate|y koordinate|coordonnée y|coordonnee y|coordenada y|y "
    "center|centroid y|ordinate|ordonnée|ordonnee|ordenada",
    "ball|track|track id|trackid|particle|particle id|object|object id|marker|trajectory|mass|"
    "point|kugel|spur|teilchen|objekt|scheibe|bahn|bille|boule|balle|particule|objet|trajectoire|"
    "piste|bola|pelota|partícula|particula|objeto|trayectoria|pista|id",
    "vx|v x|velocity x|x velocity|vel x|x vel|velx", /* read by name, or for an audit */
    "vy|v y|velocity y|y velocity|vel y|y vel|vely",
    "spin|omega|angular velocity|winkelgeschwindigkeit|vitesse angulaire|velocidad angular"};
static const char frame_names[] =
    "frame|frames|frame number|frame no|frame nr|frame index|frame id|frame #|bild|bildnummer|"
    "bild nr|einzelbild|image|numéro d'image|numero d'image|fotograma|cuadro";
/* Words beside x and y of columns that are no positions: v_x, error_x; but A_x is of a track A. */
static const char no_tracks[] = "v|vel|velocity|speed|geschwindigkeit|vitesse|velocidad|a|acc|"
                                "acceleration|beschleunigung|err|error|sigma|std|f|force|p|x|y";

static const struct {
    const char *names;
    int role;
    double unit;
} units[] = {
    {"s|sec|secs|second|seconds|sek|sekunde|sekunden|seconde|secondes|seg|segundo|segundos",
     CAROM_RECORDED_T, 1},
    {"ms|msec|millisecond|milliseconds|millisekunden|millisecondes|milisegundos", CAROM_RECORDED_T,
     1e-3},
    {"frame|frames|bild|bilder|images|fotogramas", CAROM_RECORDED_T, CAROM_RECORDED_FRAMES},
    {"m|meter|meters|metre|metres|mètre|mètres|metro|metros", CAROM_RECORDED_X, 1},
    {"cm|centimeter|centimeters|centimetre|centimetres|zentimeter|centimètres|centímetros",
     CAROM_RECORDED_X, 1e-2},
    {"mm|millimeter|millimeters|millimetre|millimetres|millimètres|milímetros", CAROM_RECORDED_X,
     1e-3},
    {"um|µm|μm|micron|microns|mikrometer", CAROM_RECORDED_X, 1e-6},
    {"in|inch|inches|zoll", CAROM_RECORDED_X, 0.0254},
    {"px|pix|pixel|pixels|píxel|píxeles|pixeles", CAROM_RECORDED_X, CAROM_RECORDED_PIXELS},
    {"m/s|mps|m s^-1|m/sec", CAROM_RECORDED_VX, 1},
    {"cm/s|cm s^-1|cm/sec", CAROM_RECORDED_VX, 1e-2},
    {"mm/s|mm s^-1|mm/sec", CAROM_RECORDED_VX, 1e-3},
    {"px/s|pixel/s|pixels/s", CAROM_RECORDED_VX, CAROM_RECORDED_PIXELS},
    {"rad/s|radps|rad s^-1|1/s", CAROM_RECORDED_SPIN, 1},
    {"deg/s|degps|°/s", CAROM_RECORDED_SPIN, M_PI / 180}};

/* ---- names and numbers ---- */

char *carom_recorded_trim(char *text)
{
    text += strspn(text, " \t\r");
    char *end = text + strlen(text);
    while (end > text && strchr(" \t\r", end[-1]) != NULL) {
        *--end = '\0';
    }
    return text;
}

static int fold(char c)
{
    return c == '_' || c == '-' ? ' ' : c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* True if the text begins with the first characters of the name. */
static bool begins_with(const char *text, const char *name, size_t length)
{
    size_t k = 0;
    while (k < length && fold(text[k]) == fold(name[k])) {
        k++;
    }
    return k == length;
}

static bool is_called(const char *text, const char *name, size_t length)
{
    return begins_with(text, name, length) && text[length] == '\0';
}

/* Index of the text in a list "a|b|c", or CAROM_RECORDED_NONE. */
static int find_name(const char *list, const char *text)
{
    for (int k = 0; *list != '\0'; k++) {
        size_t length = strcspn(list, "|");
        if (is_called(text, list, length)) {
            return k;
        }
        list += length + (list[length] == '|');
    }
    return CAROM_RECORDED_NONE;
}

const char *carom_recorded_names(int column)
{
    return names[column];
}

bool carom_recorded_read_number(const char *cell, double *value)
{
    char text[64];
    size_t length = 0;
    bool has_point = strchr(cell, '.') != NULL;
    for (; *cell != '\0' && length < sizeof text - 1; cell++) {
        bool minus = *cell == '\xe2' && (strncmp(cell + 1, "\x88\x92", 2) == 0 ||
                                         strncmp(cell + 1, "\x80\x93", 2) == 0);
        text[length++] = (char)(minus ? '-' : *cell == ',' && !has_point ? '.' : *cell);
        cell += minus ? 2 : 0;
    }
    text[length] = '\0';
    return *cell == '\0' && carom_number_parse(text, value) && isfinite(*value);
}

bool carom_recorded_is_missing(const char *cell)
{
    bool number = isdigit((unsigned char)cell[0]) != 0;
    return !number && (cell[0] == '\0' ||
                       find_name("nan|na|n/a|#n/a|null|none|-|--", cell) != CAROM_RECORDED_NONE);
}

/* ---- tracks ---- */

bool carom_recorded_is_same_track(const char *a, const char *b)
{
    double left, right;
    size_t length = strlen(b += strspn(b, " "));
    a += strspn(a, " ");
    while (length > 0 && b[length - 1] == ' ') {
        length--;
    }
    bool same = begins_with(a, b, length) && a[length + strspn(a + length, " ")] == '\0';
    return same || (carom_recorded_read_number(a, &left) && carom_recorded_read_number(b, &right) &&
                    left == right);
}

size_t carom_recorded_find_ball(const carom_problem *problem, size_t previous, const char *track)
{
    const char *word = strrchr(track, ' ');
    for (const char *name = track; name != NULL; name = name == track && word ? word + 1 : NULL) {
        for (size_t k = 1; k <= problem->count; k++) { /* most repeat the order of the balls */
            size_t i = (previous + k) % problem->count;
            const char *ball = problem->ball[i].name;
            if (ball != NULL && carom_recorded_is_same_track(ball, name)) {
                size_t exact = strcmp(ball, name) == 0 ? i
                                                       : carom_problem_ball_called(problem, name);
                return exact < problem->count ? exact : i; /* a and A may be two balls */
            }
        }
    }
    return SIZE_MAX;
}

long carom_recorded_track_number(const char *track)
{
    char word[CAROM_NAME_SIZE];
    size_t length = strcspn(track, "0123456789");
    snprintf(word, sizeof word, "%.*s", (int)length, track);
    bool named = length == 0 || find_name(names[CAROM_RECORDED_BALL], carom_recorded_trim(word)) !=
                                    CAROM_RECORDED_NONE;
    return named && track[length] != '\0' ? strtol(track + length, NULL, 10) : -1;
}

/* ---- cells of the header ---- */

double carom_recorded_find_unit(const char *text, int role)
{
    role = role == CAROM_RECORDED_Y  ? CAROM_RECORDED_X
         : role == CAROM_RECORDED_VY ? CAROM_RECORDED_VX
                                     : role;
    for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
        if (units[k].role == role && find_name(units[k].names, text) != CAROM_RECORDED_NONE) {
            return units[k].unit;
        }
    }
    return NAN;
}

/* The track of "x1", "x_A", "A x", "Ball 1 Position X", "Trajectory 1/0/X": what is left beside the
 * longest name of a list; "": none. */
static void find_track(const carom_problem *problem, const char *text, const char *list,
                       char *track)
{
    size_t shortest = CAROM_NAME_SIZE, all = strlen(text);
    track[0] = '\0';
    for (size_t length; *list != '\0'; list += length + (list[length] == '|')) {
        length = strcspn(list, "|");
        const char *rest = text;
        size_t left = 0; /* length of the track */
        if (all > length && begins_with(text, list, length)) {
            bool separate = strchr(" _-.:", text[length]) != NULL;
            rest = text + length + separate;
            bool own = separate || isdigit((unsigned char)*rest) ||
                       carom_recorded_find_ball(problem, 0, rest) != SIZE_MAX ||
                       (length == 1 && carom_recorded_track_number(rest) >= 0);
            left = own ? strlen(rest) : 0;
        } else if (all > length + 1 && is_called(text + all - length, list, length) &&
                   strchr(" _-.:/", text[all - length - 1]) != NULL) {
            left = all - length - 1;
        }
        if (left > 0 && left < shortest && strchr("([{/", *rest) == NULL) {
            shortest = left;
            snprintf(track, CAROM_NAME_SIZE, "%.*s", (int)left, rest);
        }
    }
    for (size_t end = strlen(track); end > 0 && strchr(" _-.:", track[end - 1]) != NULL; end--) {
        track[end - 1] = '\0';
    }
    if (find_name(no_tracks, track) != CAROM_RECORDED_NONE && strcmp(track, "A") != 0 &&
        carom_recorded_find_ball(problem, 0, track) == SIZE_MAX) {
        track[0] = '\0';
    }
}

/* Reads a cell of the header without its unit. */
static carom_recorded_label read_name(const carom_problem *problem, const char *const *wanted,
                                      const char *text)
{
    carom_recorded_label it = {.role = CAROM_RECORDED_NONE};
    bool frames = find_name(frame_names, text) != CAROM_RECORDED_NONE;
    for (int c = 0; c < CAROM_RECORDED_COLUMNS && it.role == CAROM_RECORDED_NONE; c++) {
        it.chosen = wanted[c][0] != '\0' && is_called(text, wanted[c], strlen(wanted[c]));
        it.role = it.chosen ? c : CAROM_RECORDED_NONE;
    }
    for (int c = 0; c < CAROM_RECORDED_COLUMNS; c++) {
        int order = find_name(names[c], text);
        if (order == CAROM_RECORDED_NONE && c != CAROM_RECORDED_BALL &&
            (it.role == CAROM_RECORDED_NONE || it.role == c)) {
            find_track(problem, text, names[c], it.track);
        }
        if (it.role == CAROM_RECORDED_NONE &&
            (order != CAROM_RECORDED_NONE || it.track[0] != '\0')) {
            it.role = c;
            it.order = order;
        }
    }
    it.role = it.role == CAROM_RECORDED_NONE && frames ? CAROM_RECORDED_T : it.role;
    it.unit = it.role == CAROM_RECORDED_T && frames ? CAROM_RECORDED_FRAMES
                                                    : CAROM_RECORDED_NOT_GIVEN;
    return it;
}

carom_recorded_label carom_recorded_read_label(const carom_problem *problem,
                                               const char *const *wanted, const char *cell)
{
    static const char marks[] = "([{/,_ ";
    char base[256], unit[256], first[256];
    const char *run = strstr(cell, ") Run ");
    if (run != NULL && run[6 + strspn(run + 6, "#0123456789")] == '\0') { /* of PASCO */
        snprintf(first, sizeof first, "%.*s", (int)(run + 1 - cell), cell);
        cell = first;
    }
    const carom_recorded_label whole = read_name(problem, wanted, cell);
    size_t length = strlen(cell);
    for (size_t k = 0; k < sizeof marks - 1 && length < sizeof base; k++) {
        const char *mark = strrchr(cell, marks[k]);
        if (mark == NULL || mark == cell || (k < 3 && strchr(")]}", cell[length - 1]) == NULL)) {
            continue;
        }
        snprintf(unit, sizeof unit, "%.*s", (int)strlen(mark + 1) - (k < 3), mark + 1);
        snprintf(base, sizeof base, "%.*s", (int)(mark - cell), cell);
        char *in = marks[k] == ' ' ? strrchr(base, ' ') : NULL;
        if (in != NULL && strcmp(in, " in") == 0) {
            *in = '\0';
        }
        carom_recorded_label it = whole.chosen
                                    ? whole
                                    : read_name(problem, wanted, carom_recorded_trim(base));
        double value = carom_recorded_find_unit(carom_recorded_trim(unit), it.role);
        if (it.role != CAROM_RECORDED_NONE && it.role != CAROM_RECORDED_BALL &&
            (!isnan(value) || (k < 4 && !whole.chosen && whole.role == CAROM_RECORDED_NONE))) {
            it.unit = value;
            return it;
        }
    }
    return whole;
}
