/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that answers name, and the command line of bubblewrap: separate namespaces for users,
 * processes, network and mounts, and a file tree with only what a compiler or a compiled program
 * needs. */
#define _XOPEN_SOURCE 700
#include "exercises/exercises.h"
#include <errno.h>
#include <unistd.h>

/* ---- command lines ---- */

static void append_argument(carom_command *command, const char *text)
{
    char *copy = carom_text_copy(text, strlen(text));
    if (copy == NULL || !carom_reserve(&command->argument, command->count + 1, &command->room,
                                       sizeof *command->argument)) {
        free(copy);
        command->lost = true;
        return;
    }
    command->argument[command->count++] = copy;
    command->argument[command->count] = NULL;
}

static void append_arguments(carom_command *command, const char *const *text)
{
    for (; *text != NULL; text++) {
        append_argument(command, *text);
    }
}

void carom_command_free(carom_command *command)
{
    for (size_t k = 0; k < command->count; k++) {
        free(command->argument[k]);
    }
    free(command->argument);
    *command = (carom_command){.argument = NULL};
}

/* ---- the tree of files ---- */

/* A folder or file of the sandbox: mounted, or hidden by an empty one. */
typedef struct {
    char *path;
    bool hides;
} mount;

enum { MOST_MOUNTS = 1024 };

typedef struct {
    mount item[MOST_MOUNTS];
    size_t count;
    bool lost,
        full; /* memory or table exhausted; a mount is missing then, perhaps one that hides */
} mounts;

static void add_mount(mounts *all, const char *path, bool hides)
{
    char *real = path == NULL ? NULL : realpath(path, NULL);
    all->lost = all->lost || (path != NULL && real == NULL && errno == ENOMEM);
    all->full = all->full || (real != NULL && all->count == MOST_MOUNTS);
    if (real != NULL && strcmp(real, "/") != 0 && all->count < MOST_MOUNTS) {
        all->item[all->count++] = (mount){real, hides};
    } else {
        free(real);
    }
}

/* Folders that a compiler needs. Most of /etc and /var stays invisible. */
static const char *const system_folders[] = {"/usr",
                                             "/etc/ld.so.cache",
                                             "/etc/ld.so.conf",
                                             "/etc/ld.so.conf.d",
                                             "/etc/alternatives",
                                             "/opt",
                                             "/nix/store",
                                             "/gnu/store",
                                             NULL},
                         /* folders, or links into /usr */
    *const linked_folders[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", NULL},
                         /* variables with folders of further compilers or libraries */
        *const lists[] = {"PATH", "LD_LIBRARY_PATH", "PKG_CONFIG_PATH", NULL};

static void show_listed_folders(mounts *all, const char *list)
{
    char folder[CAROM_PATH_SIZE];
    while (list != NULL && *list != '\0') {
        size_t length = strcspn(list, ":");
        snprintf(folder, sizeof folder, "%.*s", (int)length, list);
        add_mount(all, folder[0] == '/' ? folder : NULL, false);
        list += length + (list[length] == ':');
    }
}

static void hide_folder(mounts *all, const char *folder, const char *name)
{
    char path[CAROM_PATH_SIZE + 40];
    snprintf(path, sizeof path, "%.4096s/%s", folder, name);
    add_mount(all, path, true);
}

static void add_default_mounts(mounts *all, const carom_sandbox_config *view)
{
    for (const char *const *folder = system_folders; *folder != NULL; folder++) {
        add_mount(all, *folder, false);
    }
    for (const char *const *list = lists; *list != NULL && view->before == NULL; list++) {
        show_listed_folders(all, getenv(*list));
    }
    if (view->before == NULL) {
        add_mount(all, view->home, false);
        add_mount(all, view->prebuilt, false);
    }
    /* answer keys, sample solutions, and their history in git */
    hide_folder(all, view->home, "experiments");
    hide_folder(all, view->home, "tests/exercises");
    hide_folder(all, view->home, ".git");
    hide_folder(all, view->home, "out");
    for (const char *const *folder = view->hidden; folder != NULL && *folder != NULL; folder++) {
        add_mount(all, *folder, true);
    }
}

/* Sorts parents before children; a mount that hides follows one that shows the same path. */
static int compare_mounts(const void *a, const void *b)
{
    const mount *p = a, *q = b;
    int order = strcmp(p->path, q->path);
    return order != 0 ? order : (int)p->hides - (int)q->hides;
}

/* True if a visible mount contains the path; hiding it is then necessary. */
static bool is_seen(const mounts *all, const char *path)
{
    bool seen = false;
    for (size_t k = 0; k < all->count; k++) {
        size_t length = strlen(all->item[k].path);
        seen = seen || (!all->item[k].hides && strncmp(all->item[k].path, path, length) == 0 &&
                        (path[length] == '/' || path[length] == '\0'));
    }
    return seen;
}

static bool is_hidden_folder(const mounts *all, const mount *m)
{
    return m->hides && carom_is_folder(m->path) && is_seen(all, m->path);
}

static void add_mounts(carom_command *command, const mounts *all)
{
    for (size_t k = 0; k < all->count; k++) {
        const mount *m = &all->item[k];
        if (is_hidden_folder(all, m)) {
            append_arguments(command, (const char *const[]){"--tmpfs", m->path, NULL});
        } else if (!m->hides || is_seen(all, m->path)) {
            const char *from = m->hides ? "/dev/null" : m->path;
            append_arguments(command, (const char *const[]){"--ro-bind", from, m->path, NULL});
        }
    }
}

static void add_links(carom_command *command)
{
    for (const char *const *folder = linked_folders; *folder != NULL; folder++) {
        char target[CAROM_PATH_SIZE];
        ssize_t length = readlink(*folder, target, sizeof target - 1);
        if (length > 0) {
            target[length] = '\0';
            append_arguments(command, (const char *const[]){"--symlink", target, *folder, NULL});
        } else if (carom_is_folder(*folder)) {
            append_arguments(command, (const char *const[]){"--ro-bind", *folder, *folder, NULL});
        }
    }
}

/* Makes the root and the empty replacement folders read-only. */
static void add_locks(carom_command *command, const mounts *all)
{
    for (size_t k = 0; k < all->count; k++) {
        if (is_hidden_folder(all, &all->item[k])) {
            append_arguments(command,
                             (const char *const[]){"--remount-ro", all->item[k].path, NULL});
        }
    }
    append_arguments(command, (const char *const[]){"--remount-ro", "/", NULL});
}

/* Adds the folders of a compiler, or the program alone and the filter. The program shares the
 * session of its examiner, because schedulers switch faster within a session than between two. */
static void add_view(carom_command *command, const carom_sandbox_config *view, const mounts *all)
{
    char program[CAROM_PATH_SIZE + 10];
    if (view->before != NULL) {
        snprintf(program, sizeof program, "%.4096s/program", view->work);
        add_mounts(command, all);
        append_arguments(command, (const char *const[]){"--seccomp", "4", "--ro-bind", program,
                                                        CAROM_SANDBOX_PROGRAM, NULL});
        return;
    }
    append_arguments(command, (const char *const[]){"--setenv", "HOME", "/tmp", "--setenv",
                                                    "TMPDIR", "/tmp", "--proc", "/proc", "--dev",
                                                    "/dev", "--tmpfs", "/tmp", NULL});
    add_mounts(command, all);
    append_arguments(command,
                     (const char *const[]){"--ro-bind", view->submission, "/tmp/hand-in", "--bind",
                                           view->work, CAROM_SANDBOX_WORK, "--chdir",
                                           "/tmp/hand-in", "--remount-ro", "/dev", NULL});
}

carom_status carom_sandbox_command(const carom_sandbox_config *view, const char *const *argument,
                                   carom_command *command, carom_error *error)
{
    static const char *const alone[] = {"bwrap",      "--unshare-all", "--die-with-parent",
                                        "--cap-drop", "ALL",           NULL};
    mounts all = {.count = 0};
    *command = (carom_command){.argument = NULL};
    add_default_mounts(&all, view);
    qsort(all.item, all.count, sizeof all.item[0], compare_mounts);
    if (view->before != NULL) {
        append_arguments(command, view->before);
    }
    append_arguments(command, alone);
    add_links(command);
    add_view(command, view, &all);
    add_locks(command, &all);
    append_argument(command, "--");
    append_arguments(command, argument);
    for (size_t k = 0; k < all.count; k++) {
        free(all.item[k].path);
    }
    CAROM_NEED(!command->lost && !all.lost, error);
    if (all.full) {
        return carom_error_set(
            error, CAROM_CANNOT_CREATE, "",
            "PATH, LD_LIBRARY_PATH and PKG_CONFIG_PATH list too many folders for "
            "a sandbox; expected at most %d",
            MOST_MOUNTS);
    }
    return CAROM_OK;
}

/* ---- files that answers name ---- */

char *carom_path_within(const char *folder, const char *name, carom_error *error)
{
    char path[2 * CAROM_PATH_SIZE];
    size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    errno = 0;
    char *real = snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path
                   ? realpath(path, NULL)
                   : NULL;
    if (real == NULL && errno == ENOMEM) {
        (void)carom_error_no_memory(error);
    }
    if (real != NULL && (strncmp(real, folder, length) != 0 || real[length] != '/')) {
        free(real);
        real = NULL;
    }
    return real;
}

carom_status carom_answer_file_path(const carom_grading_context *exam, const char *answer,
                                    char path[CAROM_PATH_SIZE], carom_verdict *verdict,
                                    carom_error *error)
{
    carom_error lost = {CAROM_OK, "", ""};
    errno = 0;
    char *folder = realpath(exam->answers_folder, NULL), *file = NULL;
    if (folder == NULL && errno == ENOMEM) {
        return carom_error_no_memory(error);
    }
    if (folder != NULL && answer[0] != '/') {
        file = carom_path_within(folder, answer, &lost);
    }
    path[0] = '\0';
    if (file == NULL || !carom_is_regular_file(file) ||
        snprintf(path, CAROM_PATH_SIZE, "%s", file) >= CAROM_PATH_SIZE) {
        path[0] = '\0';
        snprintf(verdict->word, sizeof verdict->word, "no-file");
        carom_text_append(verdict->text, sizeof verdict->text,
                          "cannot read '%.200s'; expected the name of a file in the folder of the "
                          "answers",
                          answer);
    }
    free(folder);
    free(file);
    return lost.status == CAROM_OK ? CAROM_OK : carom_error_no_memory(error);
}
