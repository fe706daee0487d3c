#include "tool/overlay/overlay_points.h"
#include <hone/math.h>

static const overlay_colour point_colour = {{0xff, 0x2d, 0x78, 0xff}};
static const overlay_colour axis_colours[3] = {
    {{0xf0, 0x50, 0x50, 0xff}}, {{0x40, 0xc0, 0x40, 0xff}}, {{0x40, 0x70, 0xff, 0xff}}};
static const float axis_length = 22; /* pixels */

void overlay_points(hone_actor *actor, const float (*positions)[3], const camera_projection *s, float pixels,
                    overlay *lines)
{
    hone_affine world = camera_projection_world(actor);
    uint32_t count = hone_model_mesh(hone_actor_model(actor))->vertex_count;
    float right[3];
    camera_projection_axis(s, 0, right);
    for (uint32_t v = 0; v < count; v++) {
        float at[3], from[3], to[3];
        hone_affine_point(&world, positions[v], at);
        float half = pixels / 2 * camera_projection_pixel(s, at);
        for (int i = 0; i < 3; i++) from[i] = at[i] - half * right[i], to[i] = at[i] + half * right[i];
        overlay_line(lines, from, to, point_colour);
    }
}

void overlay_axes(const hone_actor *actor, const camera_projection *s, bool hidden, int32_t only, overlay *lines)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(actor));
    hone_affine world = camera_projection_world(actor);
    for (uint32_t b = 0; b < data->skeleton.bone_count; b++) {
        bool shown = hidden || data->space != HONE_SPACE_MMD || data->skeleton.bones[b].flags & HONE_BONE_VISIBLE;
        if (only != HONE_NONE ? only != (int32_t)b : !shown)
            continue;
        hone_affine place = hone_affine_multiply(&world, &hone_actor_bones(actor)[b]);
        float at[3] = {place.m[0][3], place.m[1][3], place.m[2][3]};
        float length = axis_length * camera_projection_pixel(s, at);
        for (int axis = 0; axis < 3; axis++) {
            float tip[3] = {place.m[0][axis], place.m[1][axis], place.m[2][axis]};
            if (!hone_vec3_normalise(tip, tip))
                continue;
            for (int i = 0; i < 3; i++) tip[i] = at[i] + length * tip[i];
            overlay_line(lines, at, tip, axis_colours[axis]);
        }
    }
}
