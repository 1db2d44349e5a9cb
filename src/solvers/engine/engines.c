/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/engine/engine.h"
#include "system/system.h"
#include <stdio.h>
#include <string.h>

#define TEXT(name) TEXT_OF(name)
#define TEXT_OF(name) #name

/* What carom has plug-ins for in its sources, and what they need, as Debian calls it. */
static const struct {
    const char *name, *what, *package;
} known[] = {{"lammps", "LAMMPS", "liblammps-dev"},
             {"chipmunk", "Chipmunk2D", "libchipmunk-dev"},
             {"ode", "the Open Dynamics Engine", "libode-dev"},
             {"mujoco", "MuJoCo", "libmujoco-dev"}};
enum { KNOWN = sizeof known / sizeof known[0] };

static bool is_of_this_build(const carom_engine *engine)
{
    static const carom_engine_shape shape = CAROM_ENGINE_SHAPE;
    return memcmp(&engine->shape, &shape, sizeof shape) == 0;
}

/* A file that was given another name is another solver to nobody. */
static bool has_its_name(const carom_engine *engine, const char *name)
{
    const carom_entry *const only[] = {&engine->solver->about, NULL};
    const carom_seam seam = {"", "", only, NULL};
    return carom_seam_find(&seam, name) != NULL;
}

/* NULL: it cannot be had; then `why_not` is other than "" where its file is there. */
static const carom_engine *find_engine(const char *name, char *why_not, size_t size)
{
    const carom_engine *engine = carom_plugin_find(name, TEXT(CAROM_ENGINE_SYMBOL), why_not, size);
    if (engine == NULL) {
        return NULL;
    }
    if (!is_of_this_build(engine) || !has_its_name(engine, name)) {
        snprintf(why_not, size, "it was made %s",
                 is_of_this_build(engine) ? "under another name" : "for another version of carom");
        return NULL;
    }
    return engine;
}

static const carom_entry *find(const char *name, char *why_not, size_t size)
{
    char reason[300] = "";
    const carom_engine *engine = find_engine(name, reason, sizeof reason);
    if (size > 0) {
        why_not[0] = '\0';
    }
    if (engine != NULL) {
        return &engine->solver->about;
    }
    if (strcmp(reason, "out of memory") == 0 && size > 0) {
        snprintf(why_not, size, "%s", reason);
    } else if (reason[0] != '\0' && size > 0) {
        snprintf(why_not, size, "the plug-in of this engine cannot be used: %s%s", reason,
                 strchr(reason, ';') == NULL ? "; expected what `make engines` makes" : "");
    }
    for (size_t i = 0; i < KNOWN && size > 0 && reason[0] == '\0'; i++) {
        if (strcmp(known[i].name, name) == 0) {
            snprintf(why_not, size,
                     "the plug-in for %s is not there; `make engines` makes it where %s is "
                     "installed (apt install %s), and CAROM_ENGINES says where else to look",
                     known[i].what, known[i].package, known[i].package);
        }
    }
    return NULL;
}

static void each(void (*visit)(void *context, const char *name), void *context)
{
    for (size_t i = 0; i < KNOWN; i++) {
        visit(context, known[i].name);
    }
}

const carom_elsewhere carom_engines = {find, each};

const carom_engine *carom_engine_of(const carom_choice *choice)
{
    char why_not[300];
    bool foreign = (carom_solver_entry_of(choice->entry)->traits & CAROM_FOREIGN) != 0;
    return foreign ? find_engine(choice->entry->name, why_not, sizeof why_not) : NULL;
}

void carom_engine_say(const carom_choice *choice, char *text, size_t size)
{
    const carom_engine *engine = carom_engine_of(choice);
    if (engine == NULL) {
        text[0] = '\0';
        return;
    }
    snprintf(text, size, "%s, an engine of other people. Collisions: %s. Bits: %s.",
             engine->version(), engine->collisions, engine->promise);
}
