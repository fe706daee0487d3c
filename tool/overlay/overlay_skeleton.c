#include "tool/overlay/overlay_skeleton.h"
#include "tool/overlay/camera_projection.h"
#include "tool/play/skeleton.h"
#include <hone/math.h>

static const overlay_colour bone_colour = {{0x84, 0x96, 0xf6, 0xff}}, joint_colour = {{0xff, 0xb0, 0x50, 0xff}};
/* Parts of a bone's length: where it is thickest, and how thick. */
static const float waist = 0.15f, thick = 0.09f;
/* Parts of the skeleton's size: the thickness of bones, and of the joints between them. */
static const float thinnest = 0.003f, thickest = 0.02f, joint_size = 0.009f;
static const float joint_share = 0.2f; /* of the shortest bone at a joint that the joint may take */
static const float ambient = 0.45f;    /* brightness of what the light does not reach */

typedef struct skeleton_shape {
    const hone_actor *actor;
    const hone_skeleton *skeleton;
    hone_affine world;
    float to_light[3]; /* before the skeleton is placed */
    float size;        /* of the skeleton, world units */
    overlay *triangles;
} skeleton_shape;

static void joint_place(const skeleton_shape *s, uint32_t bone, float out[3])
{
    hone_affine_origin(&hone_actor_bones(s->actor)[bone], out);
    hone_affine_point(&s->world, out, out);
}

/* ---- solid bodies ------------------------------------------------------------------------------------------------ */

/* A triangle of a convex body around `middle`, in one shade of its colour. */
static void add_face(const skeleton_shape *s, const float *const corners[3], const float middle[3],
                     overlay_colour colour)
{
    float a[3], b[3], outwards[3], normal[3];
    hone_vec3_subtract(corners[1], corners[0], a);
    hone_vec3_subtract(corners[2], corners[0], b);
    hone_vec3_subtract(corners[0], middle, outwards);
    hone_vec3_cross(a, b, normal);
    if (!hone_vec3_normalise(normal, normal))
        return;
    float side = hone_vec3_dot(normal, outwards) < 0 ? -1.0f : 1.0f;
    float lit = 0.5f + 0.5f * side * hone_vec3_dot(normal, s->to_light), shade = ambient + (1 - ambient) * lit;
    for (int i = 0; i < 3; i++) colour.rgba[i] = (uint8_t)((float)colour.rgba[i] * shade + 0.5f);
    overlay_triangle(s->triangles, corners[0], corners[1], corners[2], colour);
}

/* Two pyramids on one square. middle: of the square; x, y: from there to its corners. */
static void add_octahedron(const skeleton_shape *s, const float from[3], const float to[3], const float middle[3],
                           const float x[3], const float y[3], overlay_colour colour)
{
    float ring[4][3];
    for (int k = 0; k < 4; k++) hone_vec3_add_scaled(middle, k % 2 ? y : x, k < 2 ? 1 : -1, ring[k]);
    for (int k = 0; k < 4; k++) {
        const float *next = ring[(k + 1) % 4];
        add_face(s, (const float *const[3]){from, ring[k], next}, middle, colour);
        add_face(s, (const float *const[3]){to, ring[k], next}, middle, colour);
    }
}

/* length: of the bone that ends there. */
static void add_joint(const skeleton_shape *s, const float at[3], float length)
{
    const float radius = fminf(joint_size * s->size, joint_share * length), x[3] = {radius, 0, 0},
                y[3] = {0, 0, radius};
    const float low[3] = {at[0], at[1] - radius, at[2]}, high[3] = {at[0], at[1] + radius, at[2]};
    add_octahedron(s, low, high, at, x, y, joint_colour);
}

static void add_bone(const skeleton_shape *s, const float from[3], const float to[3])
{
    float along[3], x[3], y[3], middle[3];
    hone_vec3_subtract(to, from, along);
    float length = hone_vec3_length(along);
    float radius = fminf(fmaxf(thick * length, thinnest * s->size), thickest * s->size);
    if (!hone_vec3_normalise(along, along))
        return;
    const float *other = fabsf(along[1]) < 0.9f ? (const float[]){0, 1, 0} : (const float[]){1, 0, 0};
    hone_vec3_cross(other, along, x);
    hone_vec3_normalise(x, x);
    hone_vec3_cross(along, x, y);
    hone_vec3_scale(x, radius, x);
    hone_vec3_scale(y, radius, y);
    hone_vec3_add_scaled(from, along, waist * length, middle);
    add_octahedron(s, from, to, middle, x, y, bone_colour);
}

/* ---- the skeleton ------------------------------------------------------------------------------------------------ */

static int32_t parent_of(const skeleton_shape *s, uint32_t bone)
{
    return s->skeleton->bones[bone].parent;
}

/* The length of the diagonal of the box around all joints, but for those that are no part of a skeleton. */
static float size_of(const skeleton_shape *s)
{
    hone_bounds box = HONE_BOUNDS_EMPTY;
    float diagonal[3] = {0, 0, 0};
    for (uint32_t b = 0; b < s->skeleton->bone_count; b++)
        for (int end = 0; end < 2 && parent_of(s, b) != HONE_NONE; end++) {
            float at[3];
            joint_place(s, end ? (uint32_t)parent_of(s, b) : b, at);
            for (int i = 0; i < 3; i++) {
                box.min[i] = fminf(box.min[i], at[i]);
                box.max[i] = fmaxf(box.max[i], at[i]);
                diagonal[i] = box.max[i] - box.min[i];
            }
        }
    return hone_vec3_length(diagonal);
}

static bool find_tip(const skeleton_shape *s, uint32_t bone, float out[3])
{
    if (!hone_model_bone_tail(hone_actor_model(s->actor), bone, out))
        return false;
    hone_affine_point(&hone_actor_bones(s->actor)[bone], out, out);
    hone_affine_point(&s->world, out, out);
    return true;
}

static void find_light(const hone_light *light, const hone_affine *place, float out[3])
{
    static const hone_light usual = HONE_LIGHT_DEFAULT;
    hone_affine back;
    hone_vec3_scale((light ? light : &usual)->direction, -1, out);
    if (place && hone_affine_invert(place, &back))
        hone_affine_direction(&back, out, out);
    hone_vec3_normalise(out, out);
}

/* The bone from its parent to a joint, and that to the tip of a joint. */
static void add_bones_of(const skeleton_shape *s, uint32_t b)
{
    float at[3], other[3];
    int32_t parent = parent_of(s, b);
    joint_place(s, b, at);
    if (parent != HONE_NONE) {
        joint_place(s, (uint32_t)parent, other);
        float length = hone_vec3_distance(at, other);
        add_bone(s, other, at);
        add_joint(s, at, length);
        if (parent_of(s, (uint32_t)parent) == HONE_NONE)
            add_joint(s, other, length);
    }
    if (find_tip(s, b, other))
        add_bone(s, at, other);
}

/* place: NULL: none. */
static void add_skeleton(const hone_actor *actor, const hone_affine *place, const hone_light *light, overlay *triangles)
{
    const hone_model *model = hone_actor_model(actor);
    skeleton_shape s = {.actor = actor,
                        .skeleton = hone_model_skeleton(model),
                        .world = camera_projection_world(actor),
                        .triangles = triangles};
    uint32_t before = triangles->count;
    s.size = size_of(&s);
    find_light(light, place, s.to_light);
    for (uint32_t b = 0; b < s.skeleton->bone_count; b++) add_bones_of(&s, b);
    if (place)
        overlay_move(triangles, before, place);
}

bool overlay_skeleton_wanted(const hone_model *model, bool among)
{
    bool helper = among && hone_model_get(model)->space != HONE_SPACE_GLTF;
    return hone_model_mesh(model)->vertex_count == 0 && !helper && skeleton_has_extent(model);
}

void overlay_skeletons(const hone_draw_item *items, uint32_t count, const hone_light *light, overlay *triangles)
{
    bool among = false;
    for (uint32_t i = 0; i < count; i++) among |= hone_model_mesh(hone_actor_model(items[i].actor))->vertex_count > 0;
    for (uint32_t i = 0; i < count; i++) {
        const hone_draw_item *item = &items[i];
        if (!hone_actor_visible(item->actor) || !overlay_skeleton_wanted(hone_actor_model(item->actor), among))
            continue;
        for (uint32_t k = 0; item->instances && k < item->instance_count; k++)
            add_skeleton(item->actor, &item->instances[k].world, light, triangles);
        if (!item->instances)
            add_skeleton(item->actor, NULL, light, triangles);
    }
}
