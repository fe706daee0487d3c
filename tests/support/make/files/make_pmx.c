#include "support/make/files/make_pmx.h"

#include <stdio.h>

typedef struct maker {
    uint64_t state;
    hone_builder *builder;
    const make_pmx_desc *desc;
    hone_model_data *out;
    bool failed;
} maker;

/* ---- random numbers ---- */

/* SplitMix64 (Steele, Lea, Flood 2014) */
static uint32_t bits(maker *m)
{
    uint64_t z = m->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static uint32_t below(maker *m, uint32_t end)
{
    return end ? bits(m) % end : 0;
}

static float within(maker *m, float low, float high)
{
    return low + (high - low) * (float)(bits(m) >> 8) * 0x1p-24f;
}

/* Usually within the limits; sometimes a value that only an exact copy preserves. */
static float number(maker *m, float low, float high)
{
    static const float odd[] = {0, -0.0f, 1e-42f, -3e38f, 0.1f};
    return m->desc->plain || below(m, 50) ? within(m, low, high) : odd[below(m, 5)];
}

static void numbers(maker *m, float *out, int count, float low, float high)
{
    for (int i = 0; i < count; i++) out[i] = number(m, low, high);
}

/* An index of any element, or none. */
static int32_t any(maker *m, uint32_t count)
{
    return count && below(m, 8) ? (int32_t)below(m, count) : HONE_NONE;
}

static void *array(maker *m, size_t count, size_t size)
{
    void *memory = hone_builder_array(m->builder, count, size);
    if (!memory && count)
        m->failed = true;
    return memory;
}

static const char *text(maker *m)
{
    static const char *const parts[] = {"", "a", "センター", "左ひざ", "\xF0\xA0\xAE\xB7", "bone 1", "é", "髙①"};
    char name[64];
    /* in two statements: C does not define the order of evaluation of arguments */
    const char *first = parts[below(m, 8)];
    const char *second = parts[below(m, 8)];
    int length = snprintf(name, sizeof name, "%s%s", first, second);
    const char *copy = hone_builder_text(m->builder, name, (size_t)length);
    m->failed = m->failed || !copy;
    return copy;
}

/* ---- skeleton ---- */

/* An order in which neighbours are swapped, so that some parents come after their children. */
static uint32_t swapped(uint32_t i, uint32_t count)
{
    return (i ^ 1) < count ? i ^ 1 : i;
}

/* An index that comes before `i` in that order, or none. */
static int32_t earlier(maker *m, uint32_t i, uint32_t count)
{
    uint32_t rank = swapped(i, count);
    return rank && below(m, 10) ? (int32_t)swapped(below(m, rank), count) : HONE_NONE;
}

static void make_axes(maker *m, hone_bone *bone)
{
    float *axes[] = {bone->fixed_axis, bone->local_x, bone->local_z};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) axes[i][k] = within(m, 0.1f, 1);
}

static void make_bone(maker *m, hone_bone *bone, uint32_t i)
{
    uint32_t count = m->desc->bone_count;
    bone->name = text(m);
    bone->english_name = text(m);
    bone->parent = earlier(m, i, count);
    numbers(m, bone->position, 3, -10, 20);
    bone->layer = m->desc->plain ? 0 : (int32_t)below(m, 4) - 1;
    bone->flags = (uint16_t)(bits(m) & (m->desc->plain ? 0x001F : 0xFFDF));
    bone->tail_bone = any(m, count);
    numbers(m, bone->tail_offset, 3, -1, 1);
    bone->append_source = earlier(m, i, count);
    bone->append_ratio = number(m, -1, 2);
    bone->external_key = (int32_t)bits(m);
    make_axes(m, bone);
}

static void make_ik(maker *m, hone_ik *ik, uint32_t bone)
{
    uint32_t count = m->desc->bone_count;
    ik->bone = (int32_t)bone;
    ik->effector = (int32_t)below(m, count);
    ik->max_iterations = (int32_t)below(m, 257);
    ik->unit_angle = number(m, 0, 4);
    ik->link_count = count > 1 ? below(m, 4) : 0;
    hone_ik_link *links = array(m, ik->link_count, sizeof *links);
    ik->links = links;
    for (uint32_t i = 0; links && i < ik->link_count; i++) {
        links[i].bone = (int32_t)((uint32_t)(ik->effector + 1 + (int32_t)below(m, count - 1)) % count);
        links[i].limited = below(m, 2);
        for (int k = 0; k < 3; k++) {
            links[i].lower[k] = within(m, -3, 0);
            links[i].upper[k] = within(m, 0, 3);
        }
    }
}

static void make_skeleton(maker *m)
{
    hone_skeleton *skeleton = &m->out->skeleton;
    uint32_t count = m->desc->bone_count;
    skeleton->bone_count = count;
    skeleton->ik_count = (count + 6) / 7; /* bones 0, 7, 14 … */
    hone_bone *bones = array(m, count, sizeof *bones);
    hone_ik *iks = array(m, skeleton->ik_count, sizeof *iks);
    skeleton->bones = bones;
    skeleton->iks = iks;
    for (uint32_t i = 0; bones && i < count; i++) make_bone(m, &bones[i], i);
    for (uint32_t i = 0; iks && bones && i < skeleton->ik_count; i++) {
        uint32_t bone = 7 * i;
        bones[bone].flags |= HONE_BONE_IK;
        make_ik(m, &iks[i], bone);
    }
}

/* ---- mesh ---- */

static uint8_t make_kind(maker *m)
{
    /* for ten vertices of a common model */
    static const uint8_t common[] = {HONE_DEFORM_BDEF1, HONE_DEFORM_BDEF1, HONE_DEFORM_BDEF1, HONE_DEFORM_BDEF1,
                                     HONE_DEFORM_BDEF2, HONE_DEFORM_BDEF2, HONE_DEFORM_BDEF2, HONE_DEFORM_BDEF2,
                                     HONE_DEFORM_BDEF4, HONE_DEFORM_SDEF};
    if (m->desc->bone_count == 0)
        return HONE_DEFORM_BDEF1;
    return m->desc->plain ? common[below(m, 10)] : (uint8_t)below(m, 5);
}

static uint32_t influences_of(maker *m, uint8_t kind)
{
    if (m->desc->bone_count == 0)
        return 0;
    return kind == HONE_DEFORM_BDEF1 ? 1 : kind == HONE_DEFORM_BDEF2 || kind == HONE_DEFORM_SDEF ? 2 : 4;
}

static void make_influences(maker *m, hone_influence *out, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) out[i].slot = (int32_t)below(m, m->desc->bone_count);
    if (count == 1) {
        out[0].weight = 1;
    } else if (count == 2) {
        out[0].weight = (float)below(m, 101) / 100;
        out[1].weight = 1 - out[0].weight;
    } else if (count == 4) { /* not normalised, and some unused */
        for (uint32_t i = 0; i < count; i++) out[i].weight = number(m, 0, 0.6f);
        if (below(m, 2))
            out[3] = (hone_influence){below(m, 2) ? HONE_NONE : 0, 0};
    }
}

static void make_weights(maker *m, hone_mesh *mesh)
{
    uint32_t count = m->desc->vertex_count;
    uint8_t *kinds = array(m, count, 1);
    uint32_t *begin = array(m, (size_t)count + 1, sizeof *begin);
    for (uint32_t v = 0; kinds && begin && v < count; v++) {
        kinds[v] = make_kind(m);
        begin[v + 1] = begin[v] + influences_of(m, kinds[v]);
        mesh->sdef_count += kinds[v] == HONE_DEFORM_SDEF;
    }
    mesh->deforms = kinds;
    mesh->influence_begin = begin;
    mesh->influence_count = begin ? begin[count] : 0;
    hone_influence *influences = array(m, mesh->influence_count, sizeof *influences);
    hone_sdef *sdef = array(m, mesh->sdef_count, sizeof *sdef);
    mesh->influences = influences;
    mesh->sdefs = sdef;
    for (uint32_t v = 0; !m->failed && v < count; v++) {
        if (begin[v] < begin[v + 1])
            make_influences(m, influences + begin[v], begin[v + 1] - begin[v]);
        if (kinds[v] != HONE_DEFORM_SDEF)
            continue;
        sdef->vertex = v;
        numbers(m, sdef->c, 3, -10, 20);
        numbers(m, sdef->r0, 3, -10, 20);
        numbers(m, sdef->r1, 3, -10, 20);
        sdef++;
    }
}

static float *stream(maker *m, uint32_t count, int width, float low, float high)
{
    float *values = array(m, count, (size_t)width * sizeof *values);
    for (uint32_t i = 0; values && i < count; i++) numbers(m, values + (size_t)i * (size_t)width, width, low, high);
    return values;
}

static void make_mesh(maker *m)
{
    hone_mesh *mesh = &m->out->mesh;
    uint32_t count = m->desc->vertex_count;
    mesh->vertex_count = count;
    mesh->positions = (const float(*)[3])(void *)stream(m, count, 3, -10, 20);
    mesh->normals = (const float(*)[3])(void *)stream(m, count, 3, -1, 1);
    mesh->uvs = (const float(*)[2])(void *)stream(m, count, 2, 0, 1);
    mesh->extra_uv_count = m->desc->extra_uv_count;
    for (uint32_t i = 0; i < mesh->extra_uv_count; i++)
        mesh->extra_uvs[i] = (const float(*)[4])(void *)stream(m, count, 4, 0, 1);
    mesh->edge_scales = stream(m, count, 1, 0, 2);
    make_weights(m, mesh);
    mesh->index_count = count && m->desc->material_count ? m->desc->triangle_count * 3 : 0;
    uint32_t *indices = array(m, mesh->index_count, sizeof *indices);
    for (uint32_t i = 0; indices && i < mesh->index_count; i++) indices[i] = below(m, count);
    mesh->indices = indices;
}

/* ---- surface ---- */

static void make_material(maker *m, hone_material *material)
{
    material->name = text(m);
    material->english_name = text(m);
    material->memo = text(m);
    numbers(m, material->diffuse, 4, 0, 1);
    numbers(m, material->specular, 3, 0, 1);
    material->specular_power = number(m, 0, 100);
    numbers(m, material->ambient, 3, 0, 1);
    material->flags = (uint8_t)(bits(m) & (m->desc->plain ? 0x1F : 0xFF));
    numbers(m, material->edge_colour, 4, 0, 1);
    material->edge_size = number(m, 0, 2);
    material->texture = any(m, m->desc->texture_count);
    material->sphere_texture = any(m, m->desc->texture_count);
    material->sphere_mode = (uint8_t)below(m, 4);
    material->shared_toon = below(m, 2);
    material->toon = material->shared_toon ? (int32_t)below(m, 10) : any(m, m->desc->texture_count);
}

static void make_surface(maker *m)
{
    uint32_t count = m->desc->material_count, triangles_left = m->out->mesh.index_count / 3;
    const char **textures = array(m, m->desc->texture_count, sizeof *textures);
    hone_material *materials = array(m, count, sizeof *materials);
    for (uint32_t i = 0; textures && i < m->desc->texture_count; i++) textures[i] = text(m);
    for (uint32_t i = 0; materials && i < count; i++) {
        make_material(m, &materials[i]);
        uint32_t share = i + 1 == count ? triangles_left : below(m, 2 * triangles_left / (count - i) + 1);
        share = share > triangles_left ? triangles_left : share;
        materials[i].index_count = 3 * share;
        triangles_left -= share;
    }
    m->out->texture_count = m->desc->texture_count;
    m->out->textures = textures;
    m->out->material_count = count;
    m->out->materials = materials;
}

/* ---- morphs ---- */

static void *make_children(maker *m, hone_morph *morph, uint32_t i)
{
    hone_morph_child *parts = array(m, morph->count, sizeof *parts);
    for (uint32_t k = 0; parts && k < morph->count; k++) {
        parts[k].morph = (int32_t)below(m, i);
        parts[k].ratio = number(m, 0, 1);
    }
    return parts;
}

static void *make_vertices(maker *m, hone_morph *morph)
{
    hone_morph_vertex *parts = array(m, morph->count, sizeof *parts);
    for (uint32_t k = 0; parts && k < morph->count; k++) {
        parts[k].vertex = below(m, m->desc->vertex_count);
        numbers(m, parts[k].offset, 3, -1, 1);
    }
    return parts;
}

static void *make_bones(maker *m, hone_morph *morph)
{
    hone_morph_bone *parts = array(m, morph->count, sizeof *parts);
    for (uint32_t k = 0; parts && k < morph->count; k++) {
        parts[k].bone = (int32_t)below(m, m->desc->bone_count);
        numbers(m, parts[k].translation, 3, -1, 1);
        numbers(m, parts[k].rotation, 4, -1, 1);
    }
    return parts;
}

static void *make_uvs(maker *m, hone_morph *morph)
{
    hone_morph_uv *parts = array(m, morph->count, sizeof *parts);
    for (uint32_t k = 0; parts && k < morph->count; k++) {
        parts[k].vertex = below(m, m->desc->vertex_count);
        numbers(m, parts[k].offset, 4, -1, 1);
    }
    return parts;
}

static void *make_materials(maker *m, hone_morph *morph)
{
    hone_morph_material *parts = array(m, morph->count, sizeof *parts);
    for (uint32_t k = 0; parts && k < morph->count; k++) {
        hone_morph_material *part = &parts[k];
        part->material = any(m, m->desc->material_count);
        part->add = below(m, 2);
        numbers(m, part->diffuse, 4, 0, 1);
        numbers(m, part->specular, 3, 0, 1);
        part->specular_power = number(m, 0, 9);
        numbers(m, part->ambient, 3, 0, 1);
        numbers(m, part->edge_colour, 4, 0, 1);
        part->edge_size = number(m, 0, 2);
        numbers(m, part->texture, 4, 0, 1);
        numbers(m, part->sphere, 4, 0, 1);
        numbers(m, part->toon, 4, 0, 1);
    }
    return parts;
}

static void *make_impulses(maker *m, hone_morph *morph)
{
    hone_morph_impulse *parts = array(m, morph->count, sizeof *parts);
    for (uint32_t k = 0; parts && k < morph->count; k++) {
        parts[k].body = (int32_t)below(m, m->desc->body_count);
        parts[k].local = below(m, 2);
        numbers(m, parts[k].velocity, 3, -1, 1);
        numbers(m, parts[k].torque, 3, -1, 1);
    }
    return parts;
}

/* The number of elements that morph `i` of a kind may refer to: 0 if the model has none. */
static uint32_t targets_of(const maker *m, uint8_t kind, uint32_t i)
{
    switch ((hone_morph_kind)kind) {
    case HONE_MORPH_GROUP:
    case HONE_MORPH_FLIP:
        return i;
    case HONE_MORPH_BONE:
        return m->desc->bone_count;
    case HONE_MORPH_MATERIAL:
        return 1; /* at least the value for every material */
    case HONE_MORPH_IMPULSE:
        return m->desc->body_count;
    case HONE_MORPH_VERTEX:
        return m->desc->vertex_count;
    default:
        return kind - (uint32_t)HONE_MORPH_UV <= m->desc->extra_uv_count ? m->desc->vertex_count : 0;
    }
}

static void make_morph(maker *m, hone_morph *morph, uint32_t i)
{
    morph->name = text(m);
    morph->english_name = text(m);
    morph->panel = (uint8_t)below(m, 5);
    morph->kind = m->desc->plain ? HONE_MORPH_VERTEX : (uint8_t)(i % HONE_MORPH_VALUE);
    if (targets_of(m, morph->kind, i))
        morph->count = m->desc->plain ? m->desc->morph_size : below(m, m->desc->morph_size + 1);
    switch ((hone_morph_kind)morph->kind) {
    case HONE_MORPH_GROUP:
    case HONE_MORPH_FLIP:
        morph->u.children = make_children(m, morph, i);
        break;
    case HONE_MORPH_BONE:
        morph->u.bones = make_bones(m, morph);
        break;
    case HONE_MORPH_MATERIAL:
        morph->u.materials = make_materials(m, morph);
        break;
    case HONE_MORPH_IMPULSE:
        morph->u.impulses = make_impulses(m, morph);
        break;
    case HONE_MORPH_VERTEX:
        morph->u.vertices = make_vertices(m, morph);
        break;
    default:
        morph->u.uvs = make_uvs(m, morph);
        break;
    }
}

static void make_morphs(maker *m)
{
    uint32_t count = m->desc->morph_count;
    hone_morph *morphs = array(m, count, sizeof *morphs);
    for (uint32_t i = 0; morphs && i < count; i++) make_morph(m, &morphs[i], i);
    m->out->morph_count = count;
    m->out->morphs = morphs;
}

static void make_display_frames(maker *m)
{
    uint32_t count = m->desc->display_frame_count;
    hone_display_frame *frames = array(m, count, sizeof *frames);
    m->out->display_frame_count = count;
    m->out->display_frames = frames;
    for (uint32_t f = 0; frames && f < count; f++) {
        frames[f].name = text(m);
        frames[f].english_name = text(m);
        frames[f].special = f < 2;
        frames[f].item_count = m->desc->bone_count && m->desc->morph_count ? below(m, 6) : 0;
        hone_frame_item *items = array(m, frames[f].item_count, sizeof *items);
        frames[f].items = items;
        for (uint32_t i = 0; items && i < frames[f].item_count; i++) {
            items[i].is_morph = below(m, 2);
            items[i].index = (int32_t)below(m, items[i].is_morph ? m->desc->morph_count : m->desc->bone_count);
        }
    }
}

/* ---- physics ---- */

static void make_body(maker *m, hone_body *body)
{
    body->name = text(m);
    body->english_name = text(m);
    body->bone = any(m, m->desc->bone_count);
    body->group = (uint8_t)below(m, 16);
    body->mask = (uint16_t)bits(m);
    body->shape = (uint8_t)below(m, 3);
    for (int k = 0; k < 3; k++) body->size[k] = within(m, 0.1f, 2);
    numbers(m, body->position, 3, -10, 20);
    numbers(m, body->rotation, 3, -3, 3);
    body->mass = within(m, 0.1f, 2);
    body->linear_damping = number(m, 0, 1);
    body->angular_damping = number(m, 0, 1);
    body->restitution = number(m, 0, 1);
    body->friction = number(m, 0, 1);
    body->mode = (uint8_t)below(m, 3);
}

static void make_joint(maker *m, hone_joint *joint)
{
    joint->name = text(m);
    joint->english_name = text(m);
    joint->kind = m->desc->plain ? 0 : (uint8_t)below(m, 6);
    joint->body_a = any(m, m->desc->body_count);
    joint->body_b = any(m, m->desc->body_count);
    numbers(m, joint->position, 3, -10, 20);
    numbers(m, joint->rotation, 3, -3, 3);
    numbers(m, joint->linear_lower, 3, -1, 0);
    numbers(m, joint->linear_upper, 3, 0, 1);
    numbers(m, joint->angular_lower, 3, -1, 0);
    numbers(m, joint->angular_upper, 3, 0, 1);
    numbers(m, joint->linear_spring, 3, 0, 100);
    numbers(m, joint->angular_spring, 3, 0, 100);
}

static void make_attachments(maker *m, hone_soft_body *soft)
{
    soft->anchor_count = m->desc->body_count && m->desc->vertex_count ? below(m, 4) : 0;
    soft->pin_count = m->desc->vertex_count ? below(m, 4) : 0;
    hone_soft_anchor *anchors = array(m, soft->anchor_count, sizeof *anchors);
    uint32_t *pins = array(m, soft->pin_count, sizeof *pins);
    for (uint32_t i = 0; anchors && i < soft->anchor_count; i++) {
        anchors[i].body = (int32_t)below(m, m->desc->body_count);
        anchors[i].vertex = below(m, m->desc->vertex_count);
        anchors[i].near_mode = (uint8_t)below(m, 2);
    }
    for (uint32_t i = 0; pins && i < soft->pin_count; i++) pins[i] = below(m, m->desc->vertex_count);
    soft->anchors = anchors;
    soft->pins = pins;
}

static void make_soft_body(maker *m, hone_soft_body *soft)
{
    soft->name = text(m);
    soft->english_name = text(m);
    soft->shape = (uint8_t)below(m, 2);
    soft->material = any(m, m->desc->material_count);
    soft->group = (uint8_t)below(m, 16);
    soft->mask = (uint16_t)bits(m);
    soft->flags = (uint8_t)bits(m);
    soft->bending_distance = (int32_t)bits(m);
    soft->cluster_count = (int32_t)bits(m);
    soft->mass = number(m, 0, 1);
    soft->margin = number(m, 0, 1);
    soft->aero_model = (int32_t)below(m, 5);
    numbers(m, soft->config, 12, 0, 1);
    numbers(m, soft->cluster, 6, 0, 1);
    for (int i = 0; i < 4; i++) soft->iterations[i] = (int32_t)below(m, 9);
    numbers(m, soft->stiffness, 3, 0, 1);
    make_attachments(m, soft);
}

static void make_physics(maker *m)
{
    const make_pmx_desc *desc = m->desc;
    hone_body *bodies = array(m, desc->body_count, sizeof *bodies);
    hone_joint *joints = array(m, desc->joint_count, sizeof *joints);
    hone_soft_body *soft_bodies = array(m, desc->soft_body_count, sizeof *soft_bodies);
    for (uint32_t i = 0; bodies && i < desc->body_count; i++) make_body(m, &bodies[i]);
    for (uint32_t i = 0; joints && i < desc->joint_count; i++) make_joint(m, &joints[i]);
    for (uint32_t i = 0; soft_bodies && i < desc->soft_body_count; i++) make_soft_body(m, &soft_bodies[i]);
    m->out->body_count = desc->body_count;
    m->out->bodies = bodies;
    m->out->joint_count = desc->joint_count;
    m->out->joints = joints;
    m->out->soft_body_count = desc->soft_body_count;
    m->out->soft_bodies = soft_bodies;
}

/* ---- everything ---- */

make_pmx_desc make_pmx_rich(uint64_t seed)
{
    return (make_pmx_desc){
        .seed = seed,
        .vertex_count = 40,
        .triangle_count = 30,
        .texture_count = 4,
        .material_count = 4,
        .bone_count = 20,
        .morph_count = 2 * HONE_MORPH_VALUE,
        .morph_size = 4,
        .display_frame_count = 4,
        .body_count = 5,
        .joint_count = 6,
        .soft_body_count = 2,
        .extra_uv_count = 4,
        .pmx = {.version = 2.1f, .encoding = 0, .index_sizes = {1, 1, 1, 1, 1, 1}},
    };
}

make_pmx_desc make_pmx_large(void)
{
    return (make_pmx_desc){
        .seed = 1,
        .plain = true,
        .vertex_count = 29000,
        .triangle_count = 45000,
        .texture_count = 20,
        .material_count = 30,
        .bone_count = 470,
        .morph_count = 60,
        .morph_size = 500,
        .display_frame_count = 12,
        .body_count = 150,
        .joint_count = 140,
        .pmx = {.version = 2.0f, .encoding = 0, .index_sizes = {2, 1, 1, 2, 1, 2}},
    };
}

bool make_pmx_data(hone_builder *builder, const make_pmx_desc *desc, hone_model_data *out)
{
    *out = (hone_model_data){.space = HONE_SPACE_MMD, .pmx = desc->pmx};
    maker m = {desc->seed, builder, desc, out, false};
    if (desc->pmx.version > 0)
        out->format = HONE_FORMAT_PMX;
    out->name = text(&m);
    out->english_name = text(&m);
    out->comment = "A model made by program.\r\nNobody is meant.";
    out->english_comment = "";
    make_skeleton(&m);
    make_mesh(&m);
    make_surface(&m);
    make_morphs(&m);
    make_display_frames(&m);
    make_physics(&m);
    return !m.failed;
}

hone_model *make_pmx_model(const make_pmx_desc *desc, const hone_allocator *allocator, hone_error *error)
{
    hone_model_data data;
    hone_builder *builder = hone_builder_create(allocator, 0, error);
    if (!builder)
        return NULL;
    make_pmx_data(builder, desc, &data);
    return hone_model_create(builder, &data, NULL, error); /* also reports that memory ran out */
}
