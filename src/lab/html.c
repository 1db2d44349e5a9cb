/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "lab/lab.h"
#include "system/system.h"
#include <stdlib.h>
#include <string.h>

/* ---- JSON ---- */

static void write_ascii(FILE *stream, unsigned char c)
{
    if (c == '\n') {
        fputs("\\n", stream);
    } else if (c < 0x20 || c == 0x7f || c == '<') {
        fprintf(stream, "\\u%04x", c);
    } else {
        fprintf(stream, c == '"' || c == '\\' ? "\\%c" : "%c", c);
    }
}

static void write_string(FILE *stream, const char *text)
{
    fputc('"', stream);
    for (const char *c = text; *c != '\0';) {
        size_t bytes = carom_text_character(c);
        if (bytes == 1) {
            write_ascii(stream, (unsigned char)*c);
        } else if (bytes == 0) {
            fputs("\\ufffd", stream);
        } else {
            fwrite(c, 1, bytes, stream);
        }
        c += bytes == 0 ? 1 : bytes;
    }
    fputc('"', stream);
}

static void write_member(FILE *stream, const char *key, const char *value)
{
    fprintf(stream, "\"%s\":", key);
    write_string(stream, value);
}

static void write_seals(FILE *stream, const carom_lab_scene *scene)
{
    const char *between = "";
    fputs(",\"seal\":{", stream);
    for (size_t i = 0; i < scene->seals; i++) {
        fputs(i > 0 ? "," : "", stream);
        write_string(stream, scene->seal[i].solver);
        fputs(":", stream);
        write_string(stream, scene->seal[i].bits);
    }
    fputs("},\"unpromised\":[", stream);
    for (size_t i = 0; i < scene->seals; i++) {
        if (!scene->seal[i].promised) {
            fputs(between, stream);
            write_string(stream, scene->seal[i].solver);
            between = ",";
        }
    }
    fputc(']', stream);
}

/* Scenes of one experiment share a sheet: it is written once. */
static void write_worksheet(FILE *stream, const carom_lab_scene *all, size_t i)
{
    size_t first = 0;
    while (all[first].worksheet == NULL || strcmp(all[first].worksheet, all[i].worksheet) != 0) {
        first++;
    }
    fputs(",", stream);
    if (first < i) {
        fprintf(stream, "\"worksheet\":%zu", first);
    } else {
        write_member(stream, "worksheet", all[i].worksheet);
    }
}

static void write_scene(FILE *stream, const carom_lab_scene *all, size_t at)
{
    const carom_lab_scene *scene = &all[at];
    fputc('{', stream);
    write_member(stream, "name", scene->name);
    fputs(",", stream);
    write_member(stream, "title", scene->title);
    fputs(",", stream);
    write_member(stream, "text", scene->text);
    fputs(",\"sets\":[", stream);
    for (size_t i = 0; i < scene->sets; i++) {
        fputs(i > 0 ? "," : "", stream);
        write_string(stream, scene->set[i]);
    }
    fputc(']', stream);
    if (scene->seals > 0) {
        write_seals(stream, scene);
    }
    if (scene->worksheet != NULL) {
        write_worksheet(stream, all, at);
    }
    fputc('}', stream);
}

void carom_lab_scenes_write(FILE *stream, const char *version, const char *commit,
                            const carom_lab_scene *scene, size_t count)
{
    fputc('{', stream);
    write_member(stream, "version", version);
    fputs(",", stream);
    write_member(stream, "commit", commit);
    fprintf(stream,
            ",\"sources\":\"carom %s of commit %s, which has the rules that build this too; "
            "GSL, libyaml and wasi-libc as their authors publish them\"",
            version, commit);
    fputs(",\"scenes\":[", stream);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? ",\n" : "\n", stream);
        write_scene(stream, scene, i);
    }
    fputs("\n]}", stream);
}

/* ---- the template ---- */

carom_status carom_lab_template_read(carom_lab_template *template, const char *path,
                                     carom_error *error)
{
    static const char before[] = "<script type=\"application/json\" id=\"scenes\">",
                      after[] = "</script>";
    const char *from, *to = NULL;
    carom_status status;
    *template = (carom_lab_template){.text = NULL};
    status = carom_file_read(path, &template->text, &template->length, error);
    if (status != CAROM_OK) {
        return status;
    }
    from = strstr(template->text, before);
    if (from != NULL) {
        from += sizeof before - 1;
        to = strstr(from, after);
    }
    if (to == NULL) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "'%s' is no template of the lab: it has no place for scenes; "
                               "expected %s%s in it",
                               path, before, after);
    }
    template->from = (size_t)(from - template->text);
    template->to = (size_t)(to - template->text);
    return CAROM_OK;
}

void carom_lab_template_free(carom_lab_template *template)
{
    free(template->text);
    template->text = NULL;
}

void carom_lab_page_write(FILE *stream, const carom_lab_template *template, const char *json,
                          size_t length)
{
    fwrite(template->text, 1, template->from, stream);
    fwrite(json, 1, length, stream);
    fwrite(template->text + template->to, 1, template->length - template->to, stream);
}
