#include "play/actor/morphed_rest.h"
#include "base/error.h"
#include "core/skin/rest.h"

/* ---- creation ---------------------------------------------------------------------------------------------------- */

static void mark_blocks(uint8_t *blocks, const uint32_t *lanes, const hone_morph_vertex *offsets, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) blocks[lanes[offsets[i].vertex] / HONE_SKIN_LANES] = 1;
}

/* Marks the blocks that vertex morphs can move. Returns whether any of them moves normals. */
static bool mark_morphs(const hone_model_data *model, const uint32_t *lanes, uint8_t *blocks)
{
    bool normals = false;
    for (uint32_t m = 0; m < model->morph_count; m++) {
        const hone_morph *morph = &model->morphs[m];
        if (morph->kind != HONE_MORPH_VERTEX)
            continue;
        mark_blocks(blocks, lanes, morph->u.vertices, morph->count);
        mark_blocks(blocks, lanes, morph->normals, morph->normal_count);
        normals |= morph->normal_count > 0;
    }
    return normals && model->mesh.normals;
}

static hone_skin_rest *create(const hone_skin *skin, const hone_model_data *model, const hone_allocator *allocator,
                              hone_error *error)
{
    uint32_t count = hone_skin_block_count(skin);
    uint8_t *blocks = hone_allocate(allocator, count, sizeof *blocks);
    if (!blocks)
        return hone_fail_memory(error), NULL;
    bool normals = mark_morphs(model, hone_skin_lanes(skin), blocks);
    hone_skin_rest *rest = hone_skin_rest_create_blocks(skin, normals, blocks, allocator, error);
    hone_deallocate(allocator, blocks, count, sizeof *blocks);
    return rest;
}

/* ---- updates ----------------------------------------------------------------------------------------------------- */

/* Updates the vertices of one morph's offsets; does nothing if there are none. */
static void set_rest(hone_skin_rest *rest, const hone_morph_vertex *offsets, uint32_t count, hone_stream positions,
                     hone_stream normals)
{
    if (count)
        hone_skin_rest_set(rest, (hone_stream){(void *)&offsets->vertex, count, sizeof *offsets}, positions, normals);
}

/* Sets the vertices of the morphs that have changed since `revision`. */
static void set_changed(hone_skin_rest *rest, const hone_model_data *model, const hone_morph_result *now,
                        uint64_t revision)
{
    uint32_t vertices = model->mesh.vertex_count;
    const hone_stream positions = {(void *)now->positions, vertices, sizeof *now->positions};
    const hone_stream normals = {(void *)now->normals, vertices, sizeof *now->normals}, none = {0};
    for (uint32_t m = 0; m < model->morph_count && revision < now->revision; m++) {
        const hone_morph *morph = &model->morphs[m];
        if (morph->kind != HONE_MORPH_VERTEX || now->morph_revisions[m] <= revision)
            continue;
        set_rest(rest, morph->u.vertices, morph->count, positions, none);
        set_rest(rest, morph->normals, morph->normal_count, none, normals);
    }
}

bool hone_morphed_rest_follow(hone_morphed_rest *morphed, const hone_skin *skin, const hone_model_data *model,
                              const hone_morph_result *now, const hone_allocator *allocator, const hone_skin_rest **out,
                              hone_error *error)
{
    *out = NULL;
    if (now->positions == model->mesh.positions && now->normals == model->mesh.normals)
        return true;
    if (!morphed->rest)
        morphed->rest = create(skin, model, allocator, error);
    if (!morphed->rest)
        return false;
    set_changed(morphed->rest, model, now, morphed->revision);
    morphed->revision = now->revision;
    *out = morphed->rest;
    return true;
}

void hone_morphed_rest_discard(hone_morphed_rest *morphed)
{
    hone_skin_rest_destroy(morphed->rest);
    *morphed = (hone_morphed_rest){0};
}
