#include "tool/edit/known_names.h"

static int role_of(const hone_humanoid *roles, uint32_t bone)
{
    for (int i = 0; i < HONE_HUMANOID_COUNT; i++)
        if (roles->bones[i] == (int32_t)bone)
            return i;
    return HONE_NONE;
}

known_names known_names_of_bone(const hone_model *model, const hone_humanoid *roles, uint32_t bone)
{
    known_names out = {0};
    int role = role_of(roles, bone);
    if (role != HONE_NONE) {
        out.role = hone_humanoid_bone_name((hone_humanoid_bone)role);
        hone_humanoid_bone_japanese((hone_humanoid_bone)role, out.japanese);
    }
    hone_name_translate(*out.japanese ? out.japanese : hone_model_skeleton(model)->bones[bone].name, out.english);
    return out;
}

const char *known_names_english(const known_names *known, const hone_bone *bone)
{
    return *bone->english_name ? bone->english_name : known->role ? known->role : known->english;
}

known_morph_names known_names_of_morph(const hone_morph *morph)
{
    const char *synonyms = hone_morph_synonyms(morph->name);
    known_morph_names out = {.synonyms = synonyms ? synonyms : ""};
    hone_name_translate(morph->name, out.english);
    return out;
}
