/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output folders. carom writes into a new folder, or into one that has a manifest of carom, whose
 * tables and figures it removes when the new ones are complete. In any other folder it replaces no
 * file. */
#define _POSIX_C_SOURCE 200809L
#include "run/run.h"
#include "scenario/panels.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 5000 };

#define FIGURE(constant, name, doc) name ".* "
const char carom_run_file_names[] =
    "run.json summary.tsv divergence.tsv paths.tsv hits.tsv states.tsv moments.tsv "
    "compare.figures.tsv " CAROM_PANELS(
        FIGURE) "overview.* snapshot.tsv outline.tsv plot.figures.tsv snapshot.* "
                "animation.* sound.wav";

const char *const carom_solver_file_names[CAROM_FILE_COUNT] = {"series.tsv", "trajectory.tsv",
                                                               "collisions.tsv", "contacts.tsv"};

/* ---- names ---- */

static const char *const formats[] = {".png", ".svg", ".pdf", ".gif", ".mp4", NULL},
                         *const presets[] = {"-slide", "-column", "-print", NULL};

static size_t length_of_suffix(const char *name, size_t length, const char *const *suffix)
{
    for (size_t own; *suffix != NULL; suffix++) {
        own = strlen(*suffix);
        if (own < length && memcmp(name + length - own, *suffix, own) == 0) {
            return own;
        }
    }
    return 0;
}

/* Whether the word is as "map-*.*". */
static bool has_open_end(const char *word)
{
    return strncmp(word + strcspn(word, " *"), "*.*", 3) == 0;
}

/* The first of the words, separated by blanks, that the name matches: "summary.tsv"; "energy.*",
 * figures in any preset and format; or "sweep-*.*", the same with any end of the name. NULL:
 * none. */
static const char *matching_word(const char *name, const char *words)
{
    size_t own = strlen(name), format = length_of_suffix(name, own, formats),
           preset = length_of_suffix(name, own - format, presets);
    for (size_t length; *words != '\0'; words += length + (words[length] == ' ')) {
        char figure[300], word[300];
        length = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        snprintf(figure, sizeof figure, "%.*s.*", (int)(own - format - preset), name);
        if (strcmp(name, word) == 0 || (format > 0 && fnmatch(word, figure, 0) == 0)) {
            return words;
        }
    }
    return NULL;
}

/* ---- owner ---- */

/* Whether a regular file begins as manifests of carom do. */
static bool is_manifest(int folder, const char *name)
{
    static const char begin[] = "{\n  \"program\": \"carom\",";
    char text[sizeof begin - 1];
    struct stat about;
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool is_own = file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
                  read(file, text, sizeof text) == (ssize_t)sizeof text &&
                  memcmp(text, begin, sizeof text) == 0;
    if (file >= 0) {
        close(file);
    }
    return is_own;
}

static const char no_manifest[] = "the folder has no run.json of carom",
                  not_listed[] = "run.json of the folder does not list the solver";

static carom_status refuse(const char *directory, const char *name, const char *why,
                           carom_error *error)
{
    return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                           "cannot replace '%.2000s/%.300s': %s, so the file may be yours; name "
                           "another folder with -o",
                           directory, name, why);
}

/* ---- removal ---- */

/* Removes the tables of a solver, and its folder if that becomes empty. Follows no link. */
static void remove_solver(int folder, const char *name)
{
    int own = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    bool removed = false;
    for (size_t k = 0; own >= 0 && k < CAROM_FILE_COUNT; k++) {
        removed = unlinkat(own, carom_solver_file_names[k], 0) == 0 || removed;
    }
    if (own >= 0) {
        close(own);
    }
    if (removed) {
        (void)unlinkat(folder, name, AT_REMOVEDIR);
    }
}

/* Removes the tables of the solvers that run.json lists. */
static void remove_solvers(int folder, const char *directory)
{
    char path[CAROM_MANIFEST_PATH_SIZE];
    carom_document m;
    carom_error unreadable = {CAROM_OK, "", ""};
    carom_status status = carom_manifest_open(&m, directory, "scenario", path, NULL, &unreadable);
    carom_node solvers = carom_node_get(m.root, "solvers");
    for (size_t i = 0; status == CAROM_OK && i < carom_node_count(solvers); i++) {
        const char *name = carom_node_text(carom_node_value(solvers, i), "name");
        if (name[0] != '.' && strchr(name, '/') == NULL) {
            remove_solver(folder, name);
        }
    }
    carom_document_close(&m);
}

/* ---- claim ---- */

/* Text of NAME.figures.tsv of the manifest NAME.json; NULL: none. The caller frees it. */
static char *read_figures(const char *directory, const char *manifest)
{
    char path[PATH], *text = NULL;
    size_t length;
    carom_error error = {0};
    snprintf(path, sizeof path, "%.4600s/%.*s.figures.tsv", directory, (int)strcspn(manifest, "."),
             manifest);
    if (carom_is_regular_file(path) && carom_file_read(path, &text, &length, &error) != CAROM_OK) {
        return NULL;
    }
    return text;
}

/* Whether the list of figures has the name, which is one of open end. */
static bool is_drawn(const char *name, const char *figures)
{
    char row[300];
    size_t length = strlen(name);
    length -= length_of_suffix(name, length, formats);
    for (int k = 0; k < 2 && figures != NULL; k++) { /* in any preset, then in the first */
        size_t preset = k == 0 ? length_of_suffix(name, length, presets) : 0;
        snprintf(row, sizeof row, "\t%.*s\t", (int)(length - preset), name);
        if (strstr(figures, row) != NULL) {
            return true;
        }
    }
    return false;
}

/* Removes the files of the command. Its manifest, the first of the names, stays until it is
 * replaced. */
static void remove_entries(DIR *entries, const char *directory, const char *names)
{
    char *figures = read_figures(directory, names);
    const struct dirent *entry;
    while ((entry = readdir(entries)) != NULL) {
        const char *name = entry->d_name, *word = matching_word(name, names);
        if (word != NULL && word != names && (!has_open_end(word) || is_drawn(name, figures))) {
            (void)unlinkat(dirfd(entries), name, 0);
        }
    }
    free(figures);
}

/* Whether the folder has run.json or the first of the names, a manifest of carom. */
static bool is_own_folder(DIR *entries, const char *names)
{
    char manifest[100];
    snprintf(manifest, sizeof manifest, "%.*s", (int)strcspn(names, " "), names);
    return is_manifest(dirfd(entries), "run.json") || is_manifest(dirfd(entries), manifest);
}

static carom_status check_entries(DIR *entries, const char *directory, const char *names,
                                  bool is_own, carom_error *error)
{
    const struct dirent *entry;
    struct stat about;
    while ((entry = readdir(entries)) != NULL) {
        const char *name = entry->d_name, *word = matching_word(name, names);
        if (word != NULL && !is_own && !is_own_folder(entries, names)) { /* nor by now */
            return refuse(directory, name, no_manifest, error);
        }
        /* no file replaces a folder; names such as map-*.png may be of others */
        if (word != NULL && !has_open_end(word) &&
            fstatat(dirfd(entries), name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISDIR(about.st_mode)) {
            return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                                   "cannot replace '%.2000s/%.300s': %s", directory, name,
                                   strerror(EISDIR));
        }
    }
    return CAROM_OK;
}

carom_status carom_folder_claim(const char *directory, const char *names, bool *is_own,
                                carom_error *error)
{
    DIR *entries = opendir(directory);
    *is_own = true; /* a new folder */
    if (entries == NULL) {
        return errno == ENOENT
                 ? CAROM_OK
                 : carom_error_system(error, CAROM_CANNOT_CREATE, "create", directory, errno);
    }
    *is_own = is_own_folder(entries, names);
    carom_status status = check_entries(entries, directory, names, *is_own, error);
    closedir(entries);
    return status;
}

carom_status carom_folder_clear(const char *directory, const char *names, carom_error *error)
{
    DIR *entries = opendir(directory);
    if (entries == NULL) {
        return carom_error_system(error, CAROM_CANNOT_WRITE, "write", directory, errno);
    }
    if (is_own_folder(entries, names)) {
        remove_entries(entries, directory, names);
        if (names == carom_run_file_names) {
            remove_solvers(dirfd(entries), directory);
        }
    }
    closedir(entries);
    return CAROM_OK;
}

/* Hash of the scenario in a manifest of carom; "" if there is no such manifest. */
static void read_hash(const char *directory, const char *manifest, char hash[20])
{
    carom_document m;
    carom_error unreadable = {CAROM_OK, "", ""};
    char *path = carom_path_join(directory, manifest);
    hash[0] = '\0';
    if (carom_is_regular_file(path) &&
        carom_document_open(&m, path, "scenario", NULL, &unreadable) == CAROM_OK) {
        snprintf(hash, 20, "%.19s", carom_node_text(m.root, "scenario_hash"));
        carom_document_close(&m);
    }
    free(path);
}

void carom_folder_clear_other(const char *directory, const char *names)
{
    char manifest[100], own[20], other[20];
    DIR *entries = opendir(directory);
    snprintf(manifest, sizeof manifest, "%.*s", (int)strcspn(names, " "), names);
    if (entries != NULL && is_manifest(dirfd(entries), manifest)) {
        read_hash(directory, "run.json", own);
        read_hash(directory, manifest, other);
        if (strcmp(own, other) != 0) {
            remove_entries(entries, directory, names);
            (void)unlinkat(dirfd(entries), manifest, 0);
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
}

/* Whether run.json of carom lists the solver; another run may just have written it. */
static bool is_listed(const char *directory, const char *solver)
{
    int folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_own = folder >= 0 && is_manifest(folder, "run.json");
    if (folder >= 0) {
        close(folder);
    }
    return is_own && carom_records_include(directory, solver);
}

carom_status carom_folder_claim_solver(const char *directory, const char *solver, bool is_own,
                                       carom_error *error)
{
    char path[PATH];
    struct stat about;
    snprintf(path, sizeof path, "%.4600s/%.256s", directory, solver);
    if (lstat(path, &about) != 0) {
        return CAROM_OK;
    }
    if (S_ISLNK(about.st_mode)) {
        return !is_own ? refuse(directory, solver, no_manifest, error)
             : unlink(path) == 0
                 ? CAROM_OK
                 : carom_error_system(error, CAROM_CANNOT_WRITE, "replace", path, errno);
    }
    for (size_t i = 0; i < CAROM_FILE_COUNT; i++) {
        snprintf(path, sizeof path, "%.256s/%s", solver, carom_solver_file_names[i]);
        char *table = carom_path_join(directory, path);
        bool exists = lstat(table, &about) == 0;
        free(table);
        if (exists && !is_listed(directory, solver)) {
            return refuse(directory, path, is_own ? not_listed : no_manifest, error);
        }
    }
    return CAROM_OK;
}

carom_status carom_folder_check_input(const char *directory, const char *file, carom_error *error)
{
    char path[PATH];
    struct stat own, output;
    const char *slash = strrchr(file, '/');
    bool is_table = false;
    for (size_t k = 0; slash != NULL && k < CAROM_FILE_COUNT; k++) {
        is_table = is_table || strcmp(slash + 1, carom_solver_file_names[k]) == 0;
    }
    snprintf(path, sizeof path, "%.*s/..", slash == NULL ? 0 : (int)(slash - file), file);
    return is_table && stat(path, &own) == 0 && stat(directory, &output) == 0 &&
                   own.st_dev == output.st_dev && own.st_ino == output.st_ino
             ? carom_error_set(error, CAROM_CANNOT_CREATE, "",
                               "cannot replace '%.2000s', which the scenario reads; name another "
                               "folder with -o",
                               file)
             : CAROM_OK;
}
