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

static bool is_named(const input *item, const char *name)
{
    const char *slash = strrchr(item->path, '/');
    return strcmp(hone_model_get(item->model)->name, name) == 0 || strcmp(slash ? slash + 1 : item->path, name) == 0;
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
        const char *slash = strrchr(item->path, '/');
        suggestion_consider(&meant, hone_model_get(item->model)->name);
        suggestion_consider(&meant, slash ? slash + 1 : item->path);
    }
    hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "is none of the %u models (--model)", in->model_count);
    suggestion_add(&meant, &error);
    return report_failure(r, asked, &error);
}
