/* Functions that the steps of autorig share: copies, texts, boxes, and the ends of bones. */
#include "offline/autorig/autorig.h"
#include <math.h>
#include <string.h>

void *hone_autorig_copy(hone_builder *builder, const void *array, size_t count, size_t size)
{
    void *out = array ? hone_builder_array(builder, count, size) : NULL;
    return out ? memcpy(out, array, count * size) : NULL;
}

const char *hone_autorig_text(autorig_context *f, const char *text)
{
    return hone_builder_text(f->builder, text, text ? strlen(text) : 0);
}

void hone_autorig_box(const hone_mesh *mesh, float low[3], float high[3])
{
    for (int i = 0; i < 3; i++) low[i] = INFINITY, high[i] = -INFINITY;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (int i = 0; i < 3; i++) {
            low[i] = fminf(low[i], mesh->positions[v][i]);
            high[i] = fmaxf(high[i], mesh->positions[v][i]);
        }
}

void hone_autorig_tail_of(const hone_skeleton *skeleton, uint32_t bone, float out[3])
{
    const hone_bone *b = &skeleton->bones[bone];
    bool to_bone = b->flags & HONE_BONE_TAIL_IS_BONE;
    for (int i = 0; i < 3; i++)
        out[i] = !to_bone                    ? b->position[i] + b->tail_offset[i]
                 : b->tail_bone == HONE_NONE ? b->position[i]
                                             : skeleton->bones[b->tail_bone].position[i];
}
