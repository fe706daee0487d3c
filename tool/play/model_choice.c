#include "tool/play/model_choice.h"
#include "tool/options/number_options.h"
#include "tool/options/suggestion.h"

#include <hone/io.h>

#include <string.h>

const input *model_choice_at(const inputs *in, uint32_t number)
{
    for (uint32_t i = 0; number > 0 && i < in->count; i++)
        if (in->items[i].model && --number == 0)
            return &in->items[i];
    return NULL;
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_named(const input *item, const char *name)
{
    return strcmp(hone_model_get(item->model)->name, name) == 0 || strcmp(file_name(item->path), name) == 0;
}

int model_choice_find(const inputs *in, const char *asked, const char *hint, uint32_t *number, report *r)
{
    hone_error error = {0};
    const input *second = model_choice_at(in, 2);
    *number = 1;
    if (!asked && !second)
        return STATUS_OK;
    if (!asked) {
        hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "is a second model after %s; %s", model_choice_at(in, 1)->path, hint);
        return report_failure(r, second->path, &error);
    }
    for (*number = 1; *number <= in->model_count; ++*number)
        if (is_named(model_choice_at(in, *number), asked))
            return STATUS_OK;
    if (number_read_integer(asked, 1, in->model_count, number))
        return STATUS_OK;
    suggestion meant = {.text = asked};
    for (uint32_t i = 1; i <= in->model_count; i++) {
        const input *item = model_choice_at(in, i);
        suggestion_consider(&meant, hone_model_get(item->model)->name);
        suggestion_consider(&meant, file_name(item->path));
    }
    hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "is none of the %u models (--model)", in->model_count);
    suggestion_add(&meant, &error);
    return report_failure(r, asked, &error);
}

/* ---- scenes ------------------------------------------------------------------------------------------------------ */

/* A model that cannot be read has only the name of its file. */
static bool file_is_named(const char *path, const char *name)
{
    input item;
    if (strcmp(file_name(path), name) == 0)
        return true;
    if (!input_load(path, &(input_settings){.models = true}, false, &item, NULL))
        return false;
    bool named = item.model && is_named(&item, name);
    input_release(&item);
    return named;
}

bool model_choice_find_in_scene(const scene *s, const char *asked, uint32_t *number, hone_error *error)
{
    for (*number = 1; *number <= s->model_count; ++*number)
        if (file_is_named(s->models[*number - 1].path, asked))
            return true;
    if (number_read_integer(asked, 1, s->model_count, number))
        return true;
    return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "has no model %s: --model takes the number or name of one", asked);
}

uint32_t model_choice_count_motions(const scene *s, uint32_t number, scene_motion *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->motion_count; i++) {
        const scene_motion *m = &s->motions[i];
        if (m->off || (number && m->model && m->model != number))
            continue;
        *out = *m;
        count++;
    }
    return count;
}
