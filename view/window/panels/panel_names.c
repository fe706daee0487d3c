/* Names of bones and morphs that their files do not have: roles, and the standard names of MMD. */
#include "view/window/panels/panels.h"

#include <hone/retarget.h>

/* The roles of the bones of the active character are found when it changes. */
static void find_roles(viewer_panels *p, const character *c)
{
    if (p->roles_of == c->id && p->roles_changes == p->stage->document.changes)
        return;
    p->roles = hone_model_humanoid(c->model);
    p->roles_of = c->id;
    p->roles_changes = p->stage->document.changes;
}

/* Returns HONE_NONE if the bone has none. */
static int role_of(viewer_panels *p, const character *c, uint32_t bone)
{
    find_roles(p, c);
    for (int i = 0; i < HONE_HUMANOID_COUNT; i++)
        if (p->roles.bones[i] == (int32_t)bone)
            return i;
    return HONE_NONE;
}

const char *panels_english_of_bone(viewer_panels *p, uint32_t bone)
{
    static char standard[HONE_STANDARD_NAME_SIZE];
    const character *c = viewer_active(p->stage);
    const hone_bone *b = &hone_model_skeleton(c->model)->bones[bone];
    int role = *b->english_name ? HONE_NONE : role_of(p, c, bone);
    if (role != HONE_NONE)
        return hone_humanoid_bone_name((hone_humanoid_bone)role);
    return !*b->english_name && hone_name_translate(b->name, standard) ? standard : b->english_name;
}

const char *panels_english_of_morph(const hone_morph *morph)
{
    static char standard[HONE_STANDARD_NAME_SIZE];
    return !*morph->english_name && hone_name_translate(morph->name, standard) ? standard : morph->english_name;
}

bool panels_bone_matches(viewer_panels *p, uint32_t bone, const char *sought)
{
    char japanese[HONE_STANDARD_NAME_SIZE] = "", english[HONE_STANDARD_NAME_SIZE];
    const character *c = viewer_active(p->stage);
    const hone_bone *b = &hone_model_skeleton(c->model)->bones[bone];
    if (panels_matches(b->name, b->english_name, sought))
        return true;
    int role = role_of(p, c, bone);
    if (role != HONE_NONE)
        hone_humanoid_bone_japanese((hone_humanoid_bone)role, japanese);
    hone_name_translate(*japanese ? japanese : b->name, english);
    return panels_matches(japanese, english, sought) ||
           (role != HONE_NONE && panels_matches(hone_humanoid_bone_name((hone_humanoid_bone)role), "", sought));
}

bool panels_morph_matches(const hone_morph *morph, const char *sought)
{
    const char *synonyms = hone_morph_synonyms(morph->name);
    return panels_matches(morph->name, morph->english_name, sought) ||
           panels_matches(panels_english_of_morph(morph), synonyms ? synonyms : "", sought);
}
