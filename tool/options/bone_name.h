/* Bones that the user names on the command line. */
#ifndef HONE_TOOL_OPTIONS_BONE_NAME_H
#define HONE_TOOL_OPTIONS_BONE_NAME_H

#include "tool/options/suggestion.h"

#include <hone/model.h>

/* Finds a bone by its name, else by its English name, else by its role in a human as VRM names it ("head",
 * "leftUpperArm"), else by its index with "#" before it. The first that fits wins. Returns HONE_NONE if none does. */
int32_t bone_name_find(const hone_model *model, const char *text);

/* Considers all names that bone_name_find knows for a model. */
void bone_name_suggest(const hone_model *model, suggestion *s);

#endif
