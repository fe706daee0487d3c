/* Fits the capsules of a ragdoll to the mesh: for each part, along three axes, the span of most of its vertices. */
#include "base/memory/arena.h"
#include "play/physics/ragdoll/ragdoll.h"
#include <hone/math.h>

#include <string.h>

enum { BINS = 64 };
static const uint32_t least_vertices = 12;             /* fewer say nothing about a part */
static const float left_out = 0.08f;                   /* of the vertices, at each end of an axis: folds, ribbons */
static const float thinnest = 0.12f, thickest = 0.33f; /* radius of a limb, relative to its length */
static const float least_radius = 0.008f, most_radius = 0.1f, longest = 0.2f; /* relative to the height */
static const float widest_head =
    0.25f; /* radius, relative to the height: a drawn head may be wider than the shoulders */
static const float whole_mass = 60, least_mass = 1.2f;

/* How the vertices of a part are spread along one of its axes, from its joint on. */
typedef struct axis_span {
    float direction[3], low, high;
    uint32_t bins[BINS];
} axis_span;

typedef struct part_span {
    axis_span axes[3]; /* the first is along the part */
    float centre[3], half[3];
    uint32_t count; /* vertices */
} part_span;

typedef struct fit_context {
    hone_physics *physics;
    hone_ragdoll *ragdoll;
    const hone_model_data *data;
    uint8_t *moved; /* [bone_count] 1: bodies of the model move the bone: hair, skirts */
    part_span spans[HONE_RAGDOLL_PARTS_MOST];
} fit_context;

/* ---- directions ------------------------------------------------------------------------------------------------ */

static const float *bone_place(const hone_ragdoll *ragdoll, int32_t bone)
{
    return ragdoll->data->skeleton.bones[bone].position;
}

static int32_t next_of(const hone_ragdoll *ragdoll, uint32_t part)
{
    static const int limbs[] = {HONE_HUMANOID_UPPER_ARM, HONE_HUMANOID_LOWER_ARM, HONE_HUMANOID_UPPER_LEG,
                                HONE_HUMANOID_LOWER_LEG};
    int32_t role = ragdoll->parts[part].role;
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++)
        if (role >= limbs[i] && role < limbs[i] + 2)
            return ragdoll->human.bones[role + 2];
    return HONE_NONE;
}

/* The mean place of the parts that hang on a part. Returns whether there are any. */
static bool mean_below(const hone_ragdoll *ragdoll, uint32_t part, float out[3])
{
    uint32_t count = 0;
    hone_vec3_set(0, 0, 0, out);
    for (uint32_t p = part + 1; p < ragdoll->count; p++)
        if (ragdoll->parts[p].holder == (int32_t)part) {
            hone_vec3_add(out, bone_place(ragdoll, ragdoll->parts[p].bone), out);
            count++;
        }
    hone_vec3_scale(out, count ? 1 / (float)count : 0, out);
    return count > 0;
}

/* Where a part points. */
static void find_way(const hone_ragdoll *ragdoll, uint32_t index, float out[3])
{
    const hone_part *part = &ragdoll->parts[index];
    int32_t next = next_of(ragdoll, index), toes = HONE_NONE;
    bool foot = part->role >= HONE_HUMANOID_FOOT && part->role < HONE_HUMANOID_FOOT + 2;
    bool hand = part->role >= HONE_HUMANOID_HAND && part->role < HONE_HUMANOID_HAND + 2;
    hone_vec3_set(0, 1, 0, out);
    if (foot)
        toes = ragdoll->human.bones[part->role + 2];
    if (next == HONE_NONE)
        next = toes;
    if (foot)
        hone_vec3_copy(ragdoll->front, out);
    if (next != HONE_NONE)
        hone_vec3_subtract(bone_place(ragdoll, next), bone_place(ragdoll, part->bone), out);
    else if (part->role == HONE_NONE && mean_below(ragdoll, index, out))
        hone_vec3_subtract(out, bone_place(ragdoll, part->bone), out);
    else if ((hand || part->role == HONE_NONE) && part->holder != HONE_NONE)
        hone_vec3_subtract(bone_place(ragdoll, part->bone), bone_place(ragdoll, ragdoll->parts[part->holder].bone),
                           out);
}

static void find_axes(hone_ragdoll *ragdoll, uint32_t index, part_span *span)
{
    hone_part *part = &ragdoll->parts[index];
    float(*axes[3])[3] = {&span->axes[0].direction, &span->axes[1].direction, &span->axes[2].direction};
    find_way(ragdoll, index, part->along);
    part->length = next_of(ragdoll, index) != HONE_NONE ? hone_vec3_length(part->along) : 0;
    if (!hone_vec3_normalise(part->along, part->along))
        hone_vec3_set(0, 1, 0, part->along), part->length = 0;
    hone_vec3_copy(part->along, *axes[0]);
    hone_vec3_cross(part->along, ragdoll->front, *axes[1]);
    if (hone_vec3_length(*axes[1]) < 0.1f)
        hone_vec3_cross(part->along, (const float[3]){0, 1, 0}, *axes[1]);
    hone_vec3_normalise(*axes[1], *axes[1]);
    hone_vec3_cross(*axes[0], *axes[1], *axes[2]);
}

/* ---- vertices -------------------------------------------------------------------------------------------------- */

/* The part that has most of a vertex, and the vertex at rest. Returns false if there is none. */
static bool read_vertex(const fit_context *c, uint32_t vertex, uint32_t *part, float out[3])
{
    const hone_mesh *mesh = &c->data->mesh;
    const hone_influence *most = NULL;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++)
        if (mesh->influences[i].slot != HONE_NONE && (!most || mesh->influences[i].weight > most->weight))
            most = &mesh->influences[i];
    int32_t bone = most ? mesh->slots[most->slot].bone : HONE_NONE;
    if (bone == HONE_NONE || c->moved[bone] || c->ragdoll->part_of_bone[bone] == HONE_NONE)
        return false;
    *part = (uint32_t)c->ragdoll->part_of_bone[bone];
    hone_affine_point(&mesh->slots[most->slot].bone_from_mesh, mesh->positions[vertex], out);
    hone_affine_point(&c->ragdoll->rest[bone], out, out);
    hone_vec3_subtract(out, bone_place(c->ragdoll, c->ragdoll->parts[*part].bone), out);
    return fabsf(out[0]) + fabsf(out[1]) + fabsf(out[2]) < INFINITY;
}

static void measure_spans(fit_context *c)
{
    for (uint32_t v = 0; v < c->data->mesh.vertex_count; v++) {
        uint32_t part;
        float place[3];
        if (!read_vertex(c, v, &part, place))
            continue;
        bool first = c->spans[part].count++ == 0;
        for (int i = 0; i < 3; i++) {
            axis_span *axis = &c->spans[part].axes[i];
            float at = hone_vec3_dot(place, axis->direction);
            axis->low = first || at < axis->low ? at : axis->low;
            axis->high = first || at > axis->high ? at : axis->high;
        }
    }
}

static void fill_bins(fit_context *c)
{
    for (uint32_t v = 0; v < c->data->mesh.vertex_count; v++) {
        uint32_t part;
        float place[3];
        if (!read_vertex(c, v, &part, place))
            continue;
        for (int i = 0; i < 3; i++) {
            axis_span *axis = &c->spans[part].axes[i];
            float share = (hone_vec3_dot(place, axis->direction) - axis->low) / (axis->high - axis->low);
            int bin = share > 0 ? (int)(share * BINS) : 0;
            axis->bins[bin < BINS ? bin : BINS - 1]++;
        }
    }
}

/* The span without some vertices at both ends. */
static void trim(const axis_span *axis, uint32_t count, float *centre, float *half)
{
    uint32_t spare = (uint32_t)(left_out * (float)count), sum = 0;
    int low = 0, high = BINS;
    float step = (axis->high - axis->low) / BINS;
    while (low < BINS - 1 && (sum += axis->bins[low]) <= spare) low++;
    for (sum = 0; high > low + 1 && (sum += axis->bins[high - 1]) <= spare;) high--;
    *centre = axis->low + step * (float)(low + high) / 2;
    *half = step * (float)(high - low) / 2;
}

/* ---- capsules -------------------------------------------------------------------------------------------------- */

static float clamp(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

/* A limb reaches from joint to joint, as thick as its vertices. */
static void fit_limb(const part_span *span, const hone_part *part, hone_bullet_body *out, float centre[3])
{
    float radius = clamp((span->half[1] + span->half[2]) / 2, thinnest * part->length, thickest * part->length);
    centre[0] = part->length / 2;
    for (int i = 1; i < 3; i++) centre[i] = clamp(span->centre[i], -radius / 2, radius / 2);
    out->size[0] = radius;
    out->size[1] = part->length - 1.2f * radius;
}

/* The longest axis of the others becomes that of the capsule. Returns which. */
static int fit_trunk(const part_span *span, float height, bool head, hone_bullet_body *out, float centre[3])
{
    int axis = 0;
    const float most = (head ? widest_head : most_radius) * height;
    for (int i = 1; i < 3; i++)
        if (span->half[i] > span->half[axis])
            axis = i;
    float radius = (span->half[(axis + 1) % 3] + span->half[(axis + 2) % 3]) / 2;
    radius = clamp(radius, least_radius * height, most);
    out->size[0] = radius;
    out->size[1] = 2 * fmaxf(fminf(span->half[axis], fmaxf(longest * height, most)) - radius, 0);
    for (int i = 0; i < 3; i++) centre[i] = clamp(span->centre[i], -longest * height, longest * height);
    return axis;
}

/* The shape of a part without vertices: thin, and as long as its bone. */
static void guess(const hone_ragdoll *ragdoll, const hone_part *part, part_span *span)
{
    float radius = 0.03f * ragdoll->height, length = fmaxf(part->length, 2 * radius);
    for (int i = 0; i < 3; i++) {
        span->half[i] = i ? radius : length / 2;
        span->centre[i] = i ? 0 : length / 2;
    }
}

/* The body along the part's axis; model space from body space. */
static hone_affine place_capsule(const hone_ragdoll *ragdoll, const hone_part *part, const part_span *span,
                                 const float centre[3], int axis)
{
    hone_affine out;
    float at[3];
    hone_vec3_copy(bone_place(ragdoll, part->bone), at);
    for (int i = 0; i < 3; i++) hone_vec3_add_scaled(at, span->axes[i].direction, centre[i], at);
    for (int r = 0; r < 3; r++) {
        out.m[r][0] = span->axes[(axis + 2) % 3].direction[r];
        out.m[r][1] = span->axes[axis].direction[r];
        out.m[r][2] = span->axes[(axis + 1) % 3].direction[r];
        out.m[r][3] = at[r];
    }
    return out;
}

/* A part without vertices whose bone has a body takes the shape of that. */
static bool copy_body(const fit_context *c, hone_part *part, hone_bullet_body *out)
{
    for (uint32_t i = c->physics->rigid_count; i-- > 0;) {
        const hone_rigid *rigid = &c->physics->rigids[i];
        if (rigid->bone != part->bone || rigid->part != HONE_NONE)
            continue;
        out->shape = rigid->body.shape;
        hone_vec3_copy(rigid->body.size, out->size);
        part->rest = hone_rigid_rest(c->physics, i);
        return true;
    }
    return false;
}

static hone_bullet_body fit_part(const fit_context *c, hone_part *part, part_span *span)
{
    hone_bullet_body out = {.shape = HONE_BULLET_CAPSULE,
                            .linear_damping = 0.1f,
                            .angular_damping = 0.6f,
                            .friction = 0.8f,
                            .group = HONE_BULLET_OUTSIDE,
                            .mask = 0xffff};
    float centre[3];
    int axis = 0;
    if (span->count < least_vertices && copy_body(c, part, &out))
        return out;
    if (span->count < least_vertices)
        guess(c->ragdoll, part, span);
    else
        for (int i = 0; i < 3; i++) trim(&span->axes[i], span->count, &span->centre[i], &span->half[i]);
    if (part->length > 0)
        fit_limb(span, part, &out, centre);
    else
        axis = fit_trunk(span, c->ragdoll->height, part->role == HONE_HUMANOID_HEAD, &out, centre);
    part->rest = place_capsule(c->ragdoll, part, span, centre, axis);
    return out;
}

/* ---- rigids ---------------------------------------------------------------------------------------------------- */

static float volume_of(const hone_bullet_body *body)
{
    const float *size = body->size;
    if (body->shape == HONE_BULLET_BOX)
        return 8 * size[0] * size[1] * size[2];
    float length = body->shape == HONE_BULLET_CAPSULE ? size[1] : 0;
    return (float)HONE_PI * size[0] * size[0] * (length + 4 / 3.0f * size[0]);
}

static void add_rigid(hone_physics *physics, uint32_t index, const hone_bullet_body *body)
{
    hone_part *part = &physics->ragdoll->parts[index];
    hone_affine back;
    hone_rigid rigid = {.bone = part->bone,
                        .placed_by = part->bone,
                        .part = (int32_t)index,
                        .on = (int32_t)index,
                        .mode = HONE_BODY_FOLLOWS,
                        .body = *body};
    if (!hone_affine_invert(&physics->ragdoll->rest[part->bone], &back))
        back = (hone_affine)HONE_AFFINE_IDENTITY;
    rigid.bone_from_body = hone_affine_multiply(&back, &part->rest);
    back = hone_affine_invert_rigid(&part->rest);
    rigid.body_from_bone = hone_affine_multiply(&back, &physics->ragdoll->rest[part->bone]);
    part->rigid = physics->rigid_count;
    physics->rigids[physics->rigid_count++] = rigid;
}

/* A part of a human as a share of the whole mass. Source: D. A. Winter, "Biomechanics and Motor Control of Human
 * Movement", 2009, table 4.1. 0: unknown. */
static float human_share(int32_t role)
{
    static const struct {
        hone_humanoid_bone role;
        float share;
    } shares[] = {{HONE_HUMANOID_HIPS, 0.142f}, {HONE_HUMANOID_SPINE, 0.139f},     {HONE_HUMANOID_CHEST, 0.216f},
                  {HONE_HUMANOID_HEAD, 0.081f}, {HONE_HUMANOID_UPPER_ARM, 0.028f}, {HONE_HUMANOID_LOWER_ARM, 0.016f},
                  {HONE_HUMANOID_HAND, 0.006f}, {HONE_HUMANOID_UPPER_LEG, 0.1f},   {HONE_HUMANOID_LOWER_LEG, 0.0465f},
                  {HONE_HUMANOID_FOOT, 0.0145f}};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        if (role == (int32_t)shares[i].role || (role == (int32_t)shares[i].role + 1 && role > HONE_HUMANOID_EYE))
            return shares[i].share;
    return 0;
}

/* Masses go by volume, but a drawn character's head is half of its volume. So a part of a humanoid has the share of a
 * human's within a factor of two; and none is too light for the solver. */
static void share_mass(hone_physics *physics, hone_bullet_body *bodies)
{
    float sum = 0;
    uint32_t count = physics->ragdoll->count;
    for (uint32_t p = 0; p < count; p++) sum += volume_of(&bodies[p]);
    for (uint32_t p = 0; p < count; p++) {
        float length = bodies[p].size[1] + 2 * bodies[p].size[0], share = volume_of(&bodies[p]) / sum;
        float human = human_share(physics->ragdoll->parts[p].role);
        if (human > 0)
            share = clamp(share, human / 2, human * 2);
        bodies[p].mass = fmaxf(whole_mass * share, least_mass);
        bodies[p].least_inertia = 0.02f * bodies[p].mass * length * length;
    }
}

/* Bones of the model's dynamic bodies, and those below them that are on the same part. */
static void mark_moved(fit_context *c)
{
    const hone_skeleton *skeleton = &c->data->skeleton;
    for (uint32_t i = 0; i < c->physics->rigid_count; i++)
        if (c->physics->rigids[i].mode != HONE_BODY_FOLLOWS && c->physics->rigids[i].bone != HONE_NONE)
            c->moved[c->physics->rigids[i].bone] = 1;
    for (uint32_t k = 0; k < skeleton->bone_count; k++) {
        uint32_t bone = c->physics->order[k];
        int32_t parent = skeleton->bones[bone].parent, part = c->ragdoll->part_of_bone[bone];
        if (parent != HONE_NONE && c->moved[parent] &&
            (part == HONE_NONE || c->ragdoll->parts[part].bone != (int32_t)bone))
            c->moved[bone] = 1;
    }
}

static void fit_all(fit_context *c)
{
    hone_bullet_body bodies[HONE_RAGDOLL_PARTS_MOST];
    mark_moved(c);
    for (uint32_t p = 0; p < c->ragdoll->count; p++) find_axes(c->ragdoll, p, &c->spans[p]);
    measure_spans(c);
    fill_bins(c);
    for (uint32_t p = 0; p < c->ragdoll->count; p++) bodies[p] = fit_part(c, &c->ragdoll->parts[p], &c->spans[p]);
    share_mass(c->physics, bodies);
    for (uint32_t p = 0; p < c->ragdoll->count; p++) add_rigid(c->physics, p, &bodies[p]);
}

bool hone_parts_fit(hone_physics *physics)
{
    const hone_allocator *allocator = hone_arena_allocator(physics->memory);
    uint32_t bones = hone_model_bone_count(physics->model);
    fit_context *c = hone_allocate(allocator, 1, sizeof *c);
    uint8_t *moved = hone_allocate(allocator, bones, 1);
    if (c && moved) {
        c->physics = physics;
        c->ragdoll = physics->ragdoll;
        c->data = physics->ragdoll->data;
        c->moved = moved;
        fit_all(c);
    }
    hone_deallocate(allocator, moved, bones, 1);
    hone_deallocate(allocator, c, 1, sizeof *c);
    return c && moved;
}
