/* Names of bones and morphs that their files do not have: roles, and the standard names of MMD. */
#include "tool/edit/known_names.h"
#include "view/window/panels/panels.h"

/* The roles of the bones of the active character are found when it changes. */
static void find_roles(viewer_panels *p, const character *c)
{
    if (p->roles_of == c->id && p->roles_changes == p->stage->document.changes)
        return;
    p->roles = hone_model_humanoid(c->model);
    p->roles_of = c->id;
    p->roles_changes = p->stage->document.changes;
}

static known_names names_of(viewer_panels *p, uint32_t bone)
{
    const character *c = viewer_active(p->stage);
    find_roles(p, c);
    return known_names_of_bone(c->model, &p->roles, bone);
}

static const hone_bone *bone_at(const viewer_panels *p, uint32_t bone)
{
    return &hone_model_skeleton(viewer_active(p->stage)->model)->bones[bone];
}

const char *panels_english_of_bone(viewer_panels *p, uint32_t bone)
{
    static known_names known;
    known = names_of(p, bone);
    return known_names_english(&known, bone_at(p, bone));
}

const char *panels_english_of_morph(const hone_morph *morph)
{
    static known_morph_names known;
    known = known_names_of_morph(morph);
    return *morph->english_name ? morph->english_name : known.english;
}

bool panels_bone_matches(viewer_panels *p, uint32_t bone, const char *sought)
{
    const hone_bone *b = bone_at(p, bone);
    known_names known = names_of(p, bone);
    return panels_matches(b->name, b->english_name, sought) || panels_matches(known.japanese, known.english, sought) ||
           (known.role && panels_matches(known.role, "", sought));
}

bool panels_morph_matches(const hone_morph *morph, const char *sought)
{
    return panels_matches(morph->name, morph->english_name, sought) ||
           panels_matches(panels_english_of_morph(morph), known_names_of_morph(morph).synonyms, sought);
}
