#include "cmd/motion/motion_choice.h"
#include <hone/io.h>
#include <stdlib.h>
#include <string.h>

const char *const motion_parts[] = {"bones", "morphs", "camera", "light", "shadow", "ik", "visible", NULL};

static uint32_t part_named(const char *name)
{
    for (uint32_t i = 0; motion_parts[i]; i++)
        if (strcmp(name, motion_parts[i]) == 0)
            return 1U << i;
    return 0;
}

bool motion_choice_read(const char *text, motion_choice_list *out, hone_error *error)
{
    size_t size = strlen(text), words = 1;
    for (size_t i = 0; i < size; i++) words += text[i] == ',';
    *out = (motion_choice_list){.text = malloc(size + 1), .names = calloc(words, sizeof *out->names)};
    if (!out->text || !out->names)
        return hone_fail_memory(error);
    memcpy(out->text, text, size + 1);
    for (char *at = out->text; at;) {
        char *comma = strchr(at, ','), *word = at;
        if (comma)
            *comma = '\0';
        at = comma ? comma + 1 : NULL;
        uint32_t part = part_named(word);
        out->choice.parts |= part;
        if (!part)
            out->names[out->choice.name_count++] = word;
    }
    out->choice.names = out->names;
    return true;
}

void motion_choice_release(motion_choice_list *list)
{
    free(list->text);
    free(list->names);
}
