/* Makes bones as MMD has them: points with names, evaluated in layers. */
#include "base/memory/arena.h"
#include "core/model/parents_first.h"
#include "files/format/convert/convert_to_mmd.h"
#include <hone/math.h>

enum { BONE_FLAGS = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE | HONE_BONE_VISIBLE | HONE_BONE_OPERABLE };

static const char *bone_name(const to_mmd_context *context, uint32_t bone)
{
    return context->from->skeleton.bones[bone].name;
}

/* Computes the rest matrices, and the layers: a bone that precedes its parent in the file gets a layer after that of
 * the parent. */
static bool place_bones(to_mmd_context *context, int32_t *layers)
{
    const hone_skeleton *skeleton = &context->from->skeleton;
    uint32_t count = skeleton->bone_count, *order = hone_arena_array(context->scratch, count, sizeof *order);
    int32_t *path = hone_arena_array(context->scratch, count, sizeof *path);
    uint8_t *done = hone_arena_array(context->scratch, count, 1);
    if (!order || !path || !done)
        return count == 0;
    hone_parents_first(skeleton, path, done, order);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t b = order[i];
        int32_t parent = skeleton->bones[b].parent;
        const hone_affine *local = &skeleton->bones[b].rest_local;
        context->rest[b] = parent == HONE_NONE ? *local : hone_affine_multiply(&context->rest[parent], local);
        layers[b] = parent == HONE_NONE ? 0 : layers[parent] + (parent > (int32_t)b);
    }
    return true;
}

static void make_bone(to_mmd_context *context, const hone_mmd_names *known, uint32_t at, int32_t layer, hone_bone *out)
{
    const hone_affine *rest = &context->rest[at];
    *out = (hone_bone){.name = hone_mmd_unique_name(context, known, at, bone_name(context, at)),
                       .english_name = hone_mmd_copy(context, bone_name(context, at)),
                       .parent = context->from->skeleton.bones[at].parent,
                       .layer = layer,
                       .flags = BONE_FLAGS,
                       .tail_bone = HONE_NONE,
                       .append_source = HONE_NONE,
                       .ik = HONE_NONE};
    hone_mmd_point(context, (const float[3]){rest->m[0][3], rest->m[1][3], rest->m[2][3]}, out->position);
}

static bool hangs_on_none(const hone_mesh *mesh)
{
    bool any = false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) any |= mesh->influence_begin[v] == mesh->influence_begin[v + 1];
    for (uint32_t s = 0; s < mesh->slot_count; s++) any |= mesh->slots[s].bone == HONE_NONE;
    return any;
}

/* Points each bone at its first child. */
static void aim_tails(hone_bone *bones, uint32_t count)
{
    for (uint32_t b = 0; b < count; b++) {
        hone_bone *parent = bones[b].parent == HONE_NONE ? NULL : &bones[bones[b].parent];
        if (parent && !(parent->flags & HONE_BONE_TAIL_IS_BONE)) {
            parent->flags |= HONE_BONE_TAIL_IS_BONE;
            parent->tail_bone = (int32_t)b;
        }
    }
}

bool hone_mmd_make_bones(to_mmd_context *context)
{
    uint32_t count = context->from->skeleton.bone_count;
    context->needs_origin = hangs_on_none(&context->from->mesh) || count == 0;
    hone_bone *bones = hone_builder_array(context->builder, (size_t)count + 1, sizeof *bones);
    int32_t *layers = hone_arena_array(context->scratch, (size_t)count + 1, sizeof *layers);
    context->rest = hone_arena_array(context->scratch, (size_t)count + 1, sizeof *context->rest);
    hone_mmd_names known;
    if (!bones || !layers || !context->rest || !place_bones(context, layers) ||
        !hone_mmd_make_names(context, count, bone_name, &known))
        return false;
    for (uint32_t b = 0; b < count; b++) make_bone(context, &known, b, layers[b], &bones[b]);
    aim_tails(bones, count);
    if (context->needs_origin)
        bones[count] = (hone_bone){.name = "origin",
                                   .english_name = "",
                                   .parent = HONE_NONE,
                                   .flags = BONE_FLAGS,
                                   .tail_bone = HONE_NONE,
                                   .append_source = HONE_NONE,
                                   .ik = HONE_NONE};
    context->data.skeleton = (hone_skeleton){.bone_count = count + context->needs_origin, .bones = bones};
    return true;
}
