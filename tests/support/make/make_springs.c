#include "support/make/make_springs.h"
#include "base/trigonometry.h"
#include "support/support.h"
#include <stdio.h>
#include <string.h>

static uint32_t add_bone(make_springs *m, int32_t parent, const float at[3], const float rotation[4])
{
    uint32_t index = m->bone_count++;
    m->parents[index] = parent;
    m->rest[index] = (hone_transform){.scale = {1, 1, 1}};
    hone_vec3_copy(at, m->rest[index].translation);
    hone_quat_normalise(rotation, m->rest[index].rotation);
    snprintf(m->names[index], sizeof m->names[index], "bone %u", index);
    return index;
}

/* A bone in model space at rest. */
static hone_affine place_of(const make_springs *m, int32_t bone)
{
    hone_affine out = HONE_AFFINE_IDENTITY;
    for (; bone != HONE_NONE; bone = m->parents[bone]) {
        hone_affine local = hone_affine_from_transform(&m->rest[bone]);
        out = hone_affine_multiply(&local, &out);
    }
    return out;
}

static void random_limit(test_random *random, int kind, hone_spring_limit *out)
{
    *out = (hone_spring_limit){.kind = (uint8_t)kind, .rotation = {0, 0, 0, 1}};
    for (int i = 0; i < 2; i++) out->angles[i] = test_random_float(random, 0.2f, 0.8f);
    for (int i = 0; i < 3; i++) out->rotation[i] = test_random_float(random, -0.2f, 0.2f);
    hone_quat_normalise(out->rotation, out->rotation);
}

static void add_joint(make_springs *m, const make_springs_desc *desc, test_random *random, uint32_t bone, int32_t tail)
{
    hone_spring *spring = &m->springs[m->spring_count];
    hone_spring_joint *joint = &m->joints[m->spring_count][spring->joint_count++];
    *joint = (hone_spring_joint){.bone = (int32_t)bone,
                                 .tail_bone = tail,
                                 .hit_radius = test_random_float(random, 0.01f, 0.02f),
                                 .stiffness = test_random_float(random, 0.3f, 1.5f),
                                 .gravity_power = test_random_float(random, 0, 0.5f),
                                 .gravity_direction = {test_random_float(random, -0.3f, 0.3f), -1, 0},
                                 .drag_force = test_random_float(random, 0.2f, 0.7f)};
    if (tail == HONE_NONE)
        hone_vec3_scale(m->rest[bone].translation, 0.9f, joint->tail_offset);
    if (desc->limits && spring->joint_count % 2)
        random_limit(random, desc->limits, &joint->limit);
    m->joint_count++;
}

static void add_chain(make_springs *m, const make_springs_desc *desc, test_random *random)
{
    uint32_t length = 3 + test_random_u32(random) % 4, last = 2 + test_random_u32(random) % 2, bones[8];
    hone_spring *spring = &m->springs[m->spring_count];
    float direction[3] = {test_random_float(random, -0.5f, 0.5f), -1, test_random_float(random, -0.5f, 0.5f)};
    *spring = (hone_spring){.name = "chain",
                            .center = desc->center ? 1 + (int32_t)(test_random_u32(random) % 2) : HONE_NONE,
                            .joints = m->joints[m->spring_count],
                            .colliders = m->touched[m->spring_count]};
    for (uint32_t i = 0; i < length; i++) {
        float at[3], rotation[4] = {0, 0, 0, 1}, size = i ? test_random_float(random, 0.04f, 0.1f) : 0.1f;
        for (int k = 0; k < 3; k++) at[k] = direction[k] * size + test_random_float(random, -0.01f, 0.01f);
        for (int k = 0; k < 3; k++) rotation[k] = test_random_float(random, -0.15f, 0.15f);
        last = bones[i] = add_bone(m, (int32_t)last, at, rotation);
    }
    bool leaf = test_random_u32(random) % 3 == 0;
    for (uint32_t i = 0; i < length - !leaf; i++)
        add_joint(m, desc, random, bones[i], i + 1 < length ? (int32_t)bones[i + 1] : HONE_NONE);
    m->spring_count++;
}

/* A collider beside the third bone of a chain, or around it. */
static void add_collider(make_springs *m, test_random *random, uint32_t chain, int kind)
{
    hone_spring *spring = &m->springs[chain];
    int32_t first = spring->joints[0].bone, body = m->parents[first];
    hone_affine tip = place_of(m, first + 2), root = place_of(m, first), bone = place_of(m, body), back;
    float turn = test_random_float(random, 0, 6.28f), away = test_random_float(random, 0.04f, 0.07f);
    float side[3] = {hone_cosf(turn), 0, hone_sinf(turn)}, at[3], end[3];
    hone_affine_origin(&tip, at);
    hone_collider out = {.bone = body, .kind = (uint8_t)kind, .radius = test_random_float(random, 0.03f, 0.06f)};
    hone_vec3_add_scaled(at, side, kind == HONE_COLLIDER_PLANE ? 0.01f : away, at);
    hone_vec3_add_scaled(at, (float[]){0.5f, 1, 0}, 0.1f, end);
    if (kind == HONE_COLLIDER_INSIDE_SPHERE || kind == HONE_COLLIDER_INSIDE_CAPSULE) {
        hone_affine_origin(&root, at);
        hone_vec3_add_scaled(at, (float[]){0, -1, 0}, 0.3f, end);
        out.radius = test_random_float(random, 0.09f, 0.16f);
    }
    CHECK(hone_affine_invert(&bone, &back));
    hone_affine_point(&back, at, out.offset);
    hone_affine_point(&back, end, out.tail);
    hone_affine_direction(&back, (float[]){-side[0], 0.3f, -side[2]}, out.normal);
    m->touched[chain][spring->collider_count++] = m->collider_count;
    m->colliders[m->collider_count++] = out;
}

void make_springs_fill(make_springs *out, const make_springs_desc *desc)
{
    static const float straight[4] = {0, 0, 0, 1};
    test_random random = {desc->seed * 7919 + 17};
    memset(out, 0, sizeof *out);
    add_bone(out, HONE_NONE, (float[]){0, 0, 0}, straight);
    add_bone(out, 0, (float[]){0, 0.9f, 0}, straight);
    add_bone(out, 1, (float[]){0, 0.3f, 0}, straight);
    add_bone(out, 2, (float[]){0, 0.3f, 0}, (float[]){0.1f, 0.05f, 0, 1});
    if (desc->scale > 0)
        for (int i = 0; i < 3; i++) out->rest[1].scale[i] = desc->scale;
    uint32_t chains = 1 + test_random_u32(&random) % 3;
    for (uint32_t c = 0; c < chains; c++) add_chain(out, desc, &random);
    for (uint32_t c = 0; c < chains && desc->kind != MAKE_SPRINGS_NONE; c++)
        for (int kind = 0; kind < MAKE_SPRINGS_ALL; kind++)
            if (kind == desc->kind || desc->kind == MAKE_SPRINGS_ALL)
                add_collider(out, &random, c, kind);
}

void make_springs_pose(const make_springs *avatar, double seconds, hone_transform *bones)
{
    float sway = (float)hone_sin(5 * seconds), nod = (float)hone_sin(3.5 * seconds + 1);
    memcpy(bones, avatar->rest, avatar->bone_count * sizeof *bones);
    bones[1].translation[0] += 0.06f * sway;
    bones[1].translation[2] += 0.05f * nod;
    const float turned[4] = {0, 0.25f * sway, 0, 1}, nodded[4] = {0.2f * nod, 0, 0.15f * sway, 1};
    hone_quat_normalise(turned, bones[1].rotation);
    hone_quat_normalise(nodded, bones[3].rotation);
}

static void *copy(hone_builder *builder, const void *from, size_t count, size_t size)
{
    void *to = hone_builder_array(builder, count, size);
    if (to && count)
        memcpy(to, from, count * size);
    return to;
}

hone_model *make_springs_model(const make_springs *avatar, const hone_allocator *allocator, hone_error *error)
{
    hone_builder *b = hone_builder_create(allocator, 0, error);
    hone_bone *bones = b ? hone_builder_array(b, avatar->bone_count, sizeof *bones) : NULL;
    hone_spring *springs = b ? copy(b, avatar->springs, avatar->spring_count, sizeof *springs) : NULL;
    if (!b)
        return NULL;
    for (uint32_t i = 0; bones && i < avatar->bone_count; i++) {
        hone_affine place = place_of(avatar, (int32_t)i);
        bones[i] = (hone_bone){.name = hone_builder_text(b, avatar->names[i], strlen(avatar->names[i])),
                               .parent = avatar->parents[i],
                               .rest = avatar->rest[i],
                               .rest_local = hone_affine_from_transform(&avatar->rest[i]),
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        hone_affine_origin(&place, bones[i].position);
    }
    for (uint32_t s = 0; springs && s < avatar->spring_count; s++) {
        springs[s].joints = copy(b, avatar->joints[s], springs[s].joint_count, sizeof *springs[s].joints);
        springs[s].colliders = copy(b, avatar->touched[s], springs[s].collider_count, sizeof *springs[s].colliders);
    }
    const hone_model_data data = {.space = HONE_SPACE_GLTF,
                                  .name = "avatar",
                                  .skeleton = {.bone_count = avatar->bone_count, .bones = bones},
                                  .collider_count = avatar->collider_count,
                                  .colliders =
                                      copy(b, avatar->colliders, avatar->collider_count, sizeof *avatar->colliders),
                                  .spring_count = avatar->spring_count,
                                  .springs = springs};
    return hone_model_create(b, &data, NULL, error);
}
