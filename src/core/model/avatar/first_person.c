#include "core/model/avatar/first_person.h"
#include <string.h>

enum { UNKNOWN, OUTSIDE, INSIDE };

static int32_t head_of(const hone_model *model)
{
    const hone_avatar *avatar = hone_model_get(model)->avatar;
    if (avatar && avatar->first_person_bone != HONE_NONE)
        return avatar->first_person_bone;
    return hone_model_humanoid(model).bones[HONE_HUMANOID_HEAD];
}

/* Marks the bones that are the head or below it as INSIDE, the others as OUTSIDE. Each bone is visited twice. */
static void mark_bones(const hone_skeleton *skeleton, int32_t head, uint8_t *marks)
{
    memset(marks, UNKNOWN, skeleton->bone_count);
    if (head != HONE_NONE)
        marks[head] = INSIDE;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        int32_t at = (int32_t)b;
        while (at != HONE_NONE && marks[at] == UNKNOWN) at = skeleton->bones[at].parent;
        uint8_t mark = at == HONE_NONE ? OUTSIDE : marks[at];
        for (at = (int32_t)b; at != HONE_NONE && marks[at] == UNKNOWN; at = skeleton->bones[at].parent)
            marks[at] = mark;
    }
}

static bool has_weight_inside(const hone_mesh *mesh, const uint8_t *marks, uint32_t vertex)
{
    bool has = false;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++) {
        const hone_influence *influence = &mesh->influences[i];
        int32_t bone =
            influence->weight > 0 && influence->slot != HONE_NONE ? mesh->slots[influence->slot].bone : HONE_NONE;
        has |= bone != HONE_NONE && marks[bone] == INSIDE;
    }
    return has;
}

bool hone_first_person_hides(const hone_model *model, bool first_person, uint8_t *below, uint8_t *hidden)
{
    const hone_model_data *data = hone_model_get(model);
    const uint8_t *kinds = data->avatar ? data->avatar->first_person : NULL;
    bool any = false;
    if (first_person)
        mark_bones(&data->skeleton, head_of(model), below);
    for (uint32_t v = 0; v < data->mesh.vertex_count; v++) {
        uint8_t kind = kinds ? kinds[v] : HONE_FIRST_PERSON_AUTO;
        hidden[v] = first_person ? kind == HONE_FIRST_PERSON_THIRD_PERSON_ONLY ||
                                       (kind == HONE_FIRST_PERSON_AUTO && has_weight_inside(&data->mesh, below, v))
                                 : kind == HONE_FIRST_PERSON_ONLY;
        any |= hidden[v];
    }
    return any;
}
