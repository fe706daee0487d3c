/* What the passes of a picture need of its items. Actors are asked once for each picture, not once for each pass and
 * submesh. */
#ifndef HONE_SRC_RENDER_DRAW_LIST_H
#define HONE_SRC_RENDER_DRAW_LIST_H

#include "draw/render/mesh/skinned_vertices.h"
#include <hone/render.h>

/* An item that is visible. */
typedef struct hone_draw_entry {
    const hone_draw_item *item;
    uint32_t number; /* of the item among those of the picture */
    hone_gpu_model *gpu_model;
    const hone_morph_result *morphs;
    const hone_material_state *materials; /* [submesh_count] as morphs have changed them */
    const hone_palette *poses;            /* [pose_count] the item's, or that of its actor */
    uint32_t pose_count;                  /* at least 1 */
    hone_skinned_vertices *skinned; /* its vertices, if they are skinned once; NULL: in each pass, or on the CPU */
    float opacity;                  /* 0 to 1 */
    hone_affine world_from_model;
} hone_draw_entry;

/* Returns a number of a glTF material, or the first of several, as morphs have changed it. offset: of the member of
 * hone_surface_state; at_rest: what it is if nothing changes it. */
static inline const float *hone_draw_entry_number(const hone_draw_entry *entry, uint32_t submesh, size_t offset,
                                                  const float *at_rest)
{
    const hone_surface_state *surfaces = entry->morphs->surfaces;
    return surfaces ? (const float *)((const char *)&surfaces[submesh] + offset) : at_rest;
}

/* The renderer keeps the memory for the next picture. */
typedef struct hone_draw_list {
    hone_draw_entry *entries;       /* [capacity] */
    hone_skinned_vertices *skinned; /* [capacity] of each entry */
    uint32_t count, capacity;
} hone_draw_list;

/* Fills the renderer's list for a picture that is checked. Errors: MEMORY. */
bool hone_draw_list_make(hone_renderer *renderer, const hone_draw_desc *desc, hone_error *error);

/* Destroys what is in the context, which must be current; or forgets it with a context that is lost. */
void hone_draw_list_discard(hone_draw_list *list);
void hone_draw_list_forget(hone_draw_list *list);

/* Frees the memory. Nothing of it may be in a context. */
void hone_draw_list_destroy(hone_draw_list *list, const hone_allocator *allocator);

#endif
