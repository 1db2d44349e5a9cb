/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds and kills the descendants of this process; counts files in a folder. */
#define _POSIX_C_SOURCE 200809L
#include "system/system.h"
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

bool carom_program_exists(const char *name)
{
    char path[CAROM_PATH_SIZE];
    return carom_path_search(getenv("PATH"), name, X_OK, path);
}

enum { MOST_FOUND = 4096, DEEPEST = 40 };

void carom_processes_adopt_orphans(bool adopts)
{
#ifdef PR_SET_CHILD_SUBREAPER
    prctl(PR_SET_CHILD_SUBREAPER, adopts ? 1UL : 0UL, 0UL, 0UL, 0UL);
#else
    (void)adopts;
#endif
}

/* ---- descendants ---- */

typedef struct {
    pid_t item[MOST_FOUND];
    size_t count, most;
} found;

/* Add the children that one thread of a process has started. */
static void add_children_of_thread(found *all, long process, const char *thread)
{
    char path[100];
    long child;
    snprintf(path, sizeof path, "/proc/%ld/task/%.20s/children", process, thread);
    FILE *file = fopen(path, "r");
    while (file != NULL && all->count < all->most && fscanf(file, "%ld", &child) == 1) {
        all->item[all->count++] = (pid_t)child;
    }
    if (file != NULL) {
        fclose(file);
    }
}

static void add_children(found *all, long process)
{
    char path[60];
    const struct dirent *thread;
    snprintf(path, sizeof path, "/proc/%ld/task", process);
    DIR *threads = opendir(path);
    while (threads != NULL && (thread = readdir(threads)) != NULL) {
        if (thread->d_name[0] != '.') {
            add_children_of_thread(all, process, thread->d_name);
        }
    }
    if (threads != NULL) {
        closedir(threads);
    }
}

/* Find children and, breadth first, their descendants. */
static void find_descendants(found *all, size_t most)
{
    all->count = 0;
    all->most = most < MOST_FOUND ? most : MOST_FOUND;
    add_children(all, (long)getpid());
    for (size_t k = 0; k < all->count; k++) {
        add_children(all, (long)all->item[k]);
    }
}

static size_t resident_bytes(pid_t process)
{
    char path[60];
    size_t size, resident = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)process);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%zu %zu", &size, &resident) != 2) {
            resident = 0;
        }
        fclose(file);
    }
    return resident * (size_t)sysconf(_SC_PAGESIZE);
}

size_t carom_processes_count_descendants(size_t most, size_t *memory_bytes)
{
    found all;
    find_descendants(&all, most);
    *memory_bytes = 0;
    for (size_t k = 0; k < all.count; k++) {
        *memory_bytes += resident_bytes(all.item[k]);
    }
    return all.count;
}

/* Repeats until no descendant is left: processes may fork meanwhile. */
void carom_processes_end_descendants(void)
{
    static const double limit_s = 10;
    const struct timespec nap = {0, 1000000};
    const double since = carom_seconds_now();
    found all;
    for (find_descendants(&all, MOST_FOUND); all.count > 0 && carom_seconds_now() - since < limit_s;
         find_descendants(&all, MOST_FOUND)) {
        for (size_t k = 0; k < all.count; k++) {
            kill(all.item[k], SIGKILL);
        }
        while (waitpid(-1, NULL, WNOHANG) > 0) {
        }
        nanosleep(&nap, NULL);
    }
}

static size_t threads_of(const char *process)
{
    char path[320];
    struct stat about;
    /* the link count of a folder is its number of subfolders plus 2; each thread has one */
    snprintf(path, sizeof path, "/proc/%.255s/task", process);
    return stat(path, &about) == 0 && about.st_uid == getuid() && about.st_nlink > 2
             ? (size_t)about.st_nlink - 2
             : 0;
}

size_t carom_processes_count_of_user(void)
{
    DIR *all = opendir("/proc");
    const struct dirent *process;
    size_t count = 0;
    while (all != NULL && (process = readdir(all)) != NULL) {
        count += strspn(process->d_name, "0123456789") == strlen(process->d_name)
                   ? threads_of(process->d_name)
                   : 0;
    }
    if (all != NULL) {
        closedir(all);
    }
    return count;
}

/* ---- files ---- */

/* Deeper folders and longer paths count as too many files. */
static size_t count_files(const char *folder, size_t most, int depth)
{
    DIR *all = opendir(folder);
    const struct dirent *entry;
    size_t count = 0;
    while (all != NULL && count < most && (entry = readdir(all)) != NULL) {
        char path[CAROM_PATH_SIZE + 100];
        struct stat about;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        count++;
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path) {
            count = most;
        } else if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
            count += depth < DEEPEST ? count_files(path, most - count, depth + 1) : most - count;
        }
    }
    if (all != NULL) {
        closedir(all);
    }
    return count;
}

size_t carom_files_count(const char *folder, size_t most)
{
    return count_files(folder, most, 0);
}
