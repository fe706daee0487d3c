#include "tool/overlay/character_overlays.h"
#include "tool/overlay/overlay_bones.h"
#include "tool/overlay/overlay_physics.h"
#include "tool/overlay/overlay_points.h"
#include <hone/io.h>

#include <stdlib.h>

static const float point_size = 3, line_width = 2; /* pixels */

void character_overlays_clear(character_overlays *c)
{
    overlay_clear(&c->points), overlay_clear(&c->bodies), overlay_clear(&c->bones), overlay_clear(&c->faces);
}

void character_overlays_release(character_overlays *c)
{
    overlay_release(&c->points), overlay_release(&c->bodies), overlay_release(&c->bones), overlay_release(&c->faces);
    free(c->positions);
    *c = (character_overlays){0};
}

static bool add_points(character_overlays *c, const character_overlays_desc *desc, const camera_projection *s,
                       hone_error *error)
{
    uint32_t count = hone_model_mesh(hone_actor_model(desc->actor))->vertex_count;
    if (count > c->position_count) {
        float(*grown)[3] = realloc(c->positions, count * sizeof *grown);
        if (!grown)
            return hone_fail_memory(error);
        c->positions = grown, c->position_count = count;
    }
    const hone_skin_out out = {.positions = {c->positions, count, sizeof *c->positions}, .method = desc->method};
    if (!hone_actor_skin(desc->actor, &out, error))
        return false;
    overlay_points(desc->actor, (const float(*)[3])c->positions, s, point_size, &c->points);
    return true;
}

static bool add_unplaced(character_overlays *c, const character_overlays_desc *desc, hone_error *error)
{
    const show_values *show = desc->show;
    camera_projection s =
        camera_projection_of(desc->camera, (float)desc->width / desc->scale, (float)desc->height / desc->scale);
    if (desc->place)
        camera_projection_place(&s, desc->place);
    const overlay_bones_desc bones = {
        .actor = desc->actor, .camera_projection = &s, .selected = (int32_t)desc->marked - 1, .hovered = HONE_NONE};
    if (show->points && !add_points(c, desc, &s, error))
        return false;
    if (show->bodies)
        overlay_bodies(desc->actor, HONE_NONE, HONE_NONE, &c->bodies);
    if (show->joints)
        overlay_joints(desc->actor, &s, HONE_NONE, false, &c->bodies);
    if (show->bones)
        overlay_bones(&bones, &c->bones, show->weights ? NULL : &c->faces); /* faces would hide the colours */
    if (show->chains)
        overlay_chains(desc->actor, &s, HONE_NONE, false, &c->bones);
    if (show->axes)
        overlay_axes(desc->actor, &s, false, HONE_NONE, &c->bones);
    bool full = c->points.full || c->bodies.full || c->bones.full || c->faces.full;
    return !full || hone_fail_memory(error);
}

bool character_overlays_add(character_overlays *c, const character_overlays_desc *desc, hone_error *error)
{
    overlay *const all[CHARACTER_OVERLAYS] = {&c->points, &c->bodies, &c->bones, &c->faces};
    uint32_t before[CHARACTER_OVERLAYS];
    for (int i = 0; i < CHARACTER_OVERLAYS; i++) before[i] = all[i]->count;
    bool ok = add_unplaced(c, desc, error);
    for (int i = 0; desc->place && i < CHARACTER_OVERLAYS; i++) overlay_move(all[i], before[i], desc->place);
    return ok;
}

void character_overlays_get(const character_overlays *c, float scale, hone_overlay out[CHARACTER_OVERLAYS])
{
    out[0] = overlay_lines(&c->points, point_size * scale, false);
    out[1] = overlay_lines(&c->bodies, line_width * scale, true);
    out[2] = overlay_triangles(&c->faces, true);
    out[3] = overlay_lines(&c->bones, line_width * scale, true);
}
