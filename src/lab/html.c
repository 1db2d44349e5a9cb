/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/lab.h"
#include "run/run.h"

/* ---- JSON ---- */

static void write_signatures(FILE *stream, const carom_lab_scene *scene)
{
    const char *between = "&";
    carom_json_write(stream, ",seal:{");
    for (size_t i = 0; i < scene->signatures; i++) {
        carom_json_write(stream, i > 0 ? ",&:&" : "&:&", scene->signature[i].solver,
                         scene->signature[i].bits);
    }
    carom_json_write(stream, "},unpromised:[");
    for (size_t i = 0; i < scene->signatures; i++) {
        if (!scene->signature[i].promised) {
            carom_json_write(stream, between, scene->signature[i].solver);
            between = ",&";
        }
    }
    fputc(']', stream);
}

/* Answers and hints: JSON in which each printable letter is 47 places off, so that a glance at the
 * page does not show them. */
static void write_hidden(FILE *stream, const carom_lab_scene *scene)
{
    char *text;
    size_t size;
    FILE *plain = carom_text_open(&text, &size);
    fprintf(plain, "{\"questions\":%s", scene->questions == NULL ? "[]" : scene->questions);
    if (scene->german != NULL) {
        carom_json_write(plain, ",worksheets:{de:&}", scene->german);
    }
    fputc('}', plain);
    fclose(plain);
    for (char *letter = text; *letter != '\0'; letter++) {
        if (*letter > ' ' && *letter <= '~') {
            *letter = (char)('!' + (*letter - '!' + 47) % 94);
        }
    }
    carom_json_write(stream, ",answers:&", text);
    free(text);
}

/* Scenes of the same experiment share a worksheet, which is written once. */
static void write_worksheet(FILE *stream, const carom_lab_scene *all, size_t i)
{
    size_t first = 0;
    while (all[first].worksheet == NULL || strcmp(all[first].worksheet, all[i].worksheet) != 0) {
        first++;
    }
    if (first < i) {
        fprintf(stream, ",\"worksheet\":%zu", first);
    } else {
        carom_json_write(stream, ",worksheet:&", all[i].worksheet);
        write_hidden(stream, &all[i]);
    }
}

static void write_scene(FILE *stream, const carom_lab_scene *all, size_t at)
{
    const carom_lab_scene *scene = &all[at];
    carom_json_write(stream, "{name:&,title:&,text:&", scene->name,
                     scene->title[0] == '\0' ? scene->name : scene->title, scene->text);
    if (scene->signatures > 0) {
        write_signatures(stream, scene);
    }
    if (scene->track != NULL) {
        fprintf(stream, ",\"track\":%s", scene->track);
    }
    if (scene->first != NULL) {
        fprintf(stream, ",\"first\":%s", scene->first);
    }
    if (scene->worksheet != NULL) {
        write_worksheet(stream, all, at);
    }
    if (scene->is_lesson) {
        fputs(",\"teach\":{\"mode\":[\"worksheet\"]}", stream);
    }
    fputc('}', stream);
}

void carom_lab_scenes_write(FILE *stream, const char *version, const char *commit,
                            const carom_lab_scene *scene, size_t count)
{
    carom_json_write(stream, "{version:&,commit:&", version, commit);
    fprintf(
        stream,
        ",\"sources\":\"carom %s of commit %s, with the build rules of this page; GSL, libyaml and "
        "wasi-libc as their authors publish them\"",
        version, commit);
    carom_json_write(stream, ",scenes:[");
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? ",\n" : "\n", stream);
        write_scene(stream, scene, i);
    }
    fputs("\n]}", stream);
}

/* ---- the template ---- */

static const char before[] = "<script type=\"application/json\" id=\"scenes\">";

carom_status carom_lab_template_read(carom_lab_template *template, const char *path,
                                     carom_error *error)
{
    static const char after[] = "</script>";
    const char *from, *to = NULL;
    *template = (carom_lab_template){.text = NULL};
    CAROM_TRY(carom_file_read(path, &template->text, &template->length, error));
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

bool carom_lab_is_page(const char *path)
{
    static const char begin[] = "<!DOCTYPE html>", scenes[] = "{\"version\":";
    carom_lab_template page;
    carom_error error = {0};
    carom_status status = carom_lab_template_read(&page, path, &error);
    bool is_page = page.text != NULL &&
                   (page.length == 0 ||
                    (status == CAROM_OK && strncmp(page.text, begin, sizeof begin - 1) == 0 &&
                     strncmp(page.text + page.from, scenes, sizeof scenes - 1) == 0));
    free(page.text);
    return is_page;
}

void carom_lab_page_write(FILE *stream, const carom_lab_template *template, const char *json,
                          size_t length)
{
    fwrite(template->text, 1, template->from, stream);
    fwrite(json, 1, length, stream);
    fwrite(template->text + template->to, 1, template->length - template->to, stream);
}
