#include "tool/options/bone_name.h"
#include "tool/options/number_options.h"

#include <string.h>

static int32_t find_english(const hone_skeleton *skeleton, const char *text)
{
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        if (*text && strcmp(skeleton->bones[b].english_name, text) == 0)
            return (int32_t)b;
    return HONE_NONE;
}

static int32_t find_role(const hone_model *model, const char *text)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        if (strcmp(hone_humanoid_bone_name((hone_humanoid_bone)h), text) == 0)
            return hone_model_humanoid(model).bones[h];
    return HONE_NONE;
}

int32_t bone_name_find(const hone_model *model, const char *text)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    int32_t found = hone_model_find_bone(model, text);
    uint32_t index;
    if (found == HONE_NONE)
        found = find_english(skeleton, text);
    if (found == HONE_NONE)
        found = find_role(model, text);
    if (found == HONE_NONE && text[0] == '#' && skeleton->bone_count &&
        number_read_integer(text + 1, 0, skeleton->bone_count - 1, &index))
        found = (int32_t)index;
    return found;
}

void bone_name_suggest(const hone_model *model, suggestion *s)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    const hone_humanoid human = hone_model_humanoid(model);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        suggestion_consider(s, skeleton->bones[b].name);
        suggestion_consider(s, skeleton->bones[b].english_name);
    }
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        if (human.bones[h] != HONE_NONE)
            suggestion_consider(s, hone_humanoid_bone_name((hone_humanoid_bone)h));
}
