#include "support/make/make_bodies.h"

#include <stdio.h>
#include <string.h>

void make_bodies_clear(make_bodies *m)
{
    m->body_count = m->joint_count = m->morph_count = m->soft_body_count = 0;
    m->boneless = false;
}

uint32_t make_bodies_add(make_bodies *m, uint8_t mode, float x, float y, float z)
{
    m->parents[m->body_count] = HONE_NONE;
    m->bodies[m->body_count] = (hone_body){.bone = (int32_t)m->body_count,
                                           .shape = HONE_BODY_SPHERE,
                                           .size = {0.5f, 0.5f, 0.5f},
                                           .position = {x, y, z},
                                           .mass = 1,
                                           .mode = mode};
    return m->body_count++;
}

uint32_t make_bodies_join(make_bodies *m, int32_t a, int32_t b, float x, float y, float z)
{
    m->joints[m->joint_count] = (hone_joint){
        .body_a = a, .body_b = b, .position = {x, y, z}, .angular_lower = {1, 1, 1}, .angular_upper = {-1, -1, -1}};
    return m->joint_count++;
}

void make_bodies_chain(make_bodies *m, uint8_t mode, uint32_t count, float height, float spacing)
{
    int32_t before = (int32_t)make_bodies_add(m, HONE_BODY_FOLLOWS, 0, height, 0);
    for (uint32_t i = 1; i <= count; i++) {
        float x = spacing * (float)i;
        int32_t body = (int32_t)make_bodies_add(m, mode, x, height, 0);
        m->parents[body] = before;
        make_bodies_join(m, before, body, x - spacing / 2, height, 0);
        before = body;
    }
}

static const hone_bone *make_bones(const make_bodies *m, hone_builder *b)
{
    hone_bone *bones = hone_builder_array(b, m->body_count, sizeof *bones);
    for (uint32_t i = 0; bones && i < m->body_count; i++) {
        char name[16];
        int size = snprintf(name, sizeof name, "b%u", (unsigned)i);
        bones[i] = (hone_bone){.name = hone_builder_text(b, name, (size_t)size),
                               .parent = m->parents[i],
                               .flags = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        memcpy(bones[i].position, m->bodies[i].position, sizeof bones[i].position);
    }
    return bones;
}

static void *copy(hone_builder *b, const void *from, uint32_t count, size_t size)
{
    void *to = hone_builder_array(b, count, size);
    return to ? memcpy(to, from, count * size) : NULL;
}

static const hone_morph *make_morphs(const make_bodies *m, hone_builder *b)
{
    hone_morph *morphs = copy(b, m->morphs, m->morph_count, sizeof *morphs);
    for (uint32_t i = 0; morphs && i < m->morph_count; i++)
        if (morphs[i].kind == HONE_MORPH_IMPULSE)
            morphs[i].u.impulses = copy(b, m->morphs[i].u.impulses, morphs[i].count, sizeof *morphs[i].u.impulses);
    return morphs;
}

hone_model *make_bodies_model(const make_bodies *m, const hone_allocator *allocator, hone_error *error)
{
    hone_builder *b = hone_builder_create(allocator, 0, error);
    if (!b)
        return NULL;
    hone_model_data data = {
        .space = HONE_SPACE_MMD,
        .name = "bodies",
        .skeleton = {.bone_count = m->boneless ? 0 : m->body_count, .bones = m->boneless ? NULL : make_bones(m, b)},
        .morph_count = m->morph_count,
        .morphs = make_morphs(m, b),
        .body_count = m->body_count,
        .bodies = copy(b, m->bodies, m->body_count, sizeof *m->bodies),
        .soft_body_count = m->soft_body_count,
        .soft_bodies = hone_builder_array(b, m->soft_body_count, sizeof(hone_soft_body)),
        .joint_count = m->joint_count,
        .joints = copy(b, m->joints, m->joint_count, sizeof *m->joints)};
    return hone_model_create(b, &data, NULL, error);
}
