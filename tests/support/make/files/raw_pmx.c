#include "support/make/files/raw_pmx.h"

#include "base/text/text.h"
#include <stdlib.h>
#include <string.h>

typedef struct emitter {
    const hone_model_data *data;
    uint8_t *bytes;
    size_t size, capacity;
} emitter;

static void put(emitter *r, const void *data, size_t size)
{
    while (r->size + size > r->capacity) {
        r->capacity = 2 * r->capacity + 4096;
        r->bytes = realloc(r->bytes, r->capacity);
        if (!r->bytes)
            abort();
    }
    if (size)
        memcpy(r->bytes + r->size, data, size);
    r->size += size;
}

static void put_u8(emitter *r, unsigned value)
{
    put(r, &(uint8_t){(uint8_t)value}, 1);
}

static void put_int(emitter *r, int64_t value, int size)
{
    for (int i = 0; i < size; i++) put_u8(r, (uint8_t)((uint64_t)value >> 8 * i));
}

static void put_floats(emitter *r, const float *values, int count)
{
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], 4);
        put_int(r, bits, 4);
    }
}

static void put_text(emitter *r, const char *text)
{
    static uint8_t utf16[4096];
    size_t size = strlen(text);
    if (r->data->pmx.encoding == 1) {
        put_int(r, (int64_t)size, 4);
        put(r, text, size);
        return;
    }
    if (size > sizeof utf16 / 2)
        abort();
    size = hone_utf16_from_utf8(text, size, utf16, NULL);
    put_int(r, (int64_t)size, 4);
    put(r, utf16, size);
}

enum { VERTEX, TEXTURE, MATERIAL, BONE, MORPH, BODY };

static void put_index(emitter *r, int64_t index, int kind)
{
    put_int(r, index, r->data->pmx.index_sizes[kind]);
}

static void put_header(emitter *r)
{
    const hone_pmx_header *header = &r->data->pmx;
    put(r, "PMX ", 4);
    put_floats(r, &header->version, 1);
    put_u8(r, 8u + header->extra_count);
    put_u8(r, header->encoding);
    put_u8(r, r->data->mesh.extra_uv_count);
    put(r, header->index_sizes, 6);
    put(r, header->extras, header->extra_count);
}

static void put_info(emitter *r)
{
    put_text(r, r->data->name);
    put_text(r, r->data->english_name);
    put_text(r, r->data->comment);
    put_text(r, r->data->english_comment);
}

static void put_vertex(emitter *r, uint32_t v, const hone_sdef *sdef)
{
    const hone_mesh *mesh = &r->data->mesh;
    put_floats(r, mesh->positions[v], 3);
    put_floats(r, mesh->normals[v], 3);
    put_floats(r, mesh->uvs[v], 2);
    for (uint32_t k = 0; k < mesh->extra_uv_count; k++) put_floats(r, mesh->extra_uvs[k][v], 4);
    put_u8(r, mesh->deforms[v]);
    uint32_t begin = mesh->influence_begin[v], count = mesh->influence_begin[v + 1] - begin;
    for (uint32_t k = 0; k < count; k++) put_index(r, mesh->influences[begin + k].slot, BONE);
    if (count == 0)
        put_index(r, -1, BONE);
    for (uint32_t k = 0; k < (count == 4 ? 4u : count / 2); k++) put_floats(r, &mesh->influences[begin + k].weight, 1);
    if (mesh->deforms[v] == 3) {
        put_floats(r, sdef->c, 3);
        put_floats(r, sdef->r0, 3);
        put_floats(r, sdef->r1, 3);
    }
    put_floats(r, &mesh->edge_scales[v], 1);
}

static void put_vertices(emitter *r)
{
    const hone_sdef *sdef = r->data->mesh.sdefs;
    put_int(r, r->data->mesh.vertex_count, 4);
    for (uint32_t v = 0; v < r->data->mesh.vertex_count; v++) {
        put_vertex(r, v, sdef);
        if (r->data->mesh.deforms[v] == 3)
            sdef++;
    }
}

static void put_faces(emitter *r)
{
    put_int(r, r->data->mesh.index_count, 4);
    for (uint32_t i = 0; i < r->data->mesh.index_count; i++) put_index(r, r->data->mesh.indices[i], VERTEX);
}

static void put_textures(emitter *r)
{
    put_int(r, r->data->texture_count, 4);
    for (uint32_t i = 0; i < r->data->texture_count; i++) put_text(r, r->data->textures[i]);
}

static void put_materials(emitter *r)
{
    put_int(r, r->data->material_count, 4);
    for (uint32_t i = 0; i < r->data->material_count; i++) {
        const hone_material *m = &r->data->materials[i];
        put_text(r, m->name);
        put_text(r, m->english_name);
        put_floats(r, m->diffuse, 4);
        put_floats(r, m->specular, 3);
        put_floats(r, &m->specular_power, 1);
        put_floats(r, m->ambient, 3);
        put_u8(r, m->flags);
        put_floats(r, m->edge_colour, 4);
        put_floats(r, &m->edge_size, 1);
        put_index(r, m->texture, TEXTURE);
        put_index(r, m->sphere_texture, TEXTURE);
        put_u8(r, m->sphere_mode);
        put_u8(r, m->shared_toon);
        put_int(r, m->toon, m->shared_toon ? 1 : r->data->pmx.index_sizes[TEXTURE]);
        put_text(r, m->memo);
        put_int(r, m->index_count, 4);
    }
}

static void put_ik(emitter *r, const hone_ik *ik)
{
    put_index(r, ik->effector, BONE);
    put_int(r, ik->max_iterations, 4);
    put_floats(r, &ik->unit_angle, 1);
    put_int(r, ik->link_count, 4);
    for (uint32_t k = 0; k < ik->link_count; k++) {
        put_index(r, ik->links[k].bone, BONE);
        put_u8(r, ik->links[k].limited);
        put_floats(r, ik->links[k].lower, ik->links[k].limited ? 3 : 0);
        put_floats(r, ik->links[k].upper, ik->links[k].limited ? 3 : 0);
    }
}

static void put_bones(emitter *r)
{
    const hone_ik *ik = r->data->skeleton.iks;
    put_int(r, r->data->skeleton.bone_count, 4);
    for (uint32_t i = 0; i < r->data->skeleton.bone_count; i++) {
        const hone_bone *b = &r->data->skeleton.bones[i];
        put_text(r, b->name);
        put_text(r, b->english_name);
        put_floats(r, b->position, 3);
        put_index(r, b->parent, BONE);
        put_int(r, b->layer, 4);
        put_int(r, b->flags, 2);
        if (b->flags & 0x0001)
            put_index(r, b->tail_bone, BONE);
        else
            put_floats(r, b->tail_offset, 3);
        if (b->flags & 0x0300) {
            put_index(r, b->append_source, BONE);
            put_floats(r, &b->append_ratio, 1);
        }
        put_floats(r, b->fixed_axis, b->flags & 0x0400 ? 3 : 0);
        put_floats(r, b->local_x, b->flags & 0x0800 ? 3 : 0);
        put_floats(r, b->local_z, b->flags & 0x0800 ? 3 : 0);
        put_int(r, b->external_key, b->flags & 0x2000 ? 4 : 0);
        if (b->flags & 0x0020)
            put_ik(r, ik++);
    }
}

static void put_morph_material(emitter *r, const hone_morph_material *p)
{
    put_index(r, p->material, MATERIAL);
    put_u8(r, p->add);
    put_floats(r, p->diffuse, 4);
    put_floats(r, p->specular, 3);
    put_floats(r, &p->specular_power, 1);
    put_floats(r, p->ambient, 3);
    put_floats(r, p->edge_colour, 4);
    put_floats(r, &p->edge_size, 1);
    put_floats(r, p->texture, 4);
    put_floats(r, p->sphere, 4);
    put_floats(r, p->toon, 4);
}

static void put_part(emitter *r, const hone_morph *m, uint32_t k)
{
    if (m->kind == 0 || m->kind == 9) {
        put_index(r, m->u.children[k].morph, MORPH);
        put_floats(r, &m->u.children[k].ratio, 1);
    } else if (m->kind == 1) {
        put_index(r, m->u.vertices[k].vertex, VERTEX);
        put_floats(r, m->u.vertices[k].offset, 3);
    } else if (m->kind == 2) {
        put_index(r, m->u.bones[k].bone, BONE);
        put_floats(r, m->u.bones[k].translation, 3);
        put_floats(r, m->u.bones[k].rotation, 4);
    } else if (m->kind <= 7) {
        put_index(r, m->u.uvs[k].vertex, VERTEX);
        put_floats(r, m->u.uvs[k].offset, 4);
    } else if (m->kind == 8) {
        put_morph_material(r, &m->u.materials[k]);
    } else {
        put_index(r, m->u.impulses[k].body, BODY);
        put_u8(r, m->u.impulses[k].local);
        put_floats(r, m->u.impulses[k].velocity, 3);
        put_floats(r, m->u.impulses[k].torque, 3);
    }
}

static void put_morphs(emitter *r)
{
    put_int(r, r->data->morph_count, 4);
    for (uint32_t i = 0; i < r->data->morph_count; i++) {
        const hone_morph *m = &r->data->morphs[i];
        put_text(r, m->name);
        put_text(r, m->english_name);
        put_u8(r, m->panel);
        put_u8(r, m->kind);
        put_int(r, m->count, 4);
        for (uint32_t k = 0; k < m->count; k++) put_part(r, m, k);
    }
}

static void put_frames(emitter *r)
{
    put_int(r, r->data->display_frame_count, 4);
    for (uint32_t i = 0; i < r->data->display_frame_count; i++) {
        const hone_display_frame *f = &r->data->display_frames[i];
        put_text(r, f->name);
        put_text(r, f->english_name);
        put_u8(r, f->special);
        put_int(r, f->item_count, 4);
        for (uint32_t k = 0; k < f->item_count; k++) {
            put_u8(r, f->items[k].is_morph);
            put_index(r, f->items[k].index, f->items[k].is_morph ? MORPH : BONE);
        }
    }
}

static void put_bodies(emitter *r)
{
    put_int(r, r->data->body_count, 4);
    for (uint32_t i = 0; i < r->data->body_count; i++) {
        const hone_body *b = &r->data->bodies[i];
        put_text(r, b->name);
        put_text(r, b->english_name);
        put_index(r, b->bone, BONE);
        put_u8(r, b->group);
        put_int(r, b->mask, 2);
        put_u8(r, b->shape);
        put_floats(r, b->size, 3);
        put_floats(r, b->position, 3);
        put_floats(r, b->rotation, 3);
        put_floats(r, &b->mass, 1);
        put_floats(r, &b->linear_damping, 1);
        put_floats(r, &b->angular_damping, 1);
        put_floats(r, &b->restitution, 1);
        put_floats(r, &b->friction, 1);
        put_u8(r, b->mode);
    }
}

static void put_joints(emitter *r)
{
    put_int(r, r->data->joint_count, 4);
    for (uint32_t i = 0; i < r->data->joint_count; i++) {
        const hone_joint *j = &r->data->joints[i];
        put_text(r, j->name);
        put_text(r, j->english_name);
        put_u8(r, j->kind);
        put_index(r, j->body_a, BODY);
        put_index(r, j->body_b, BODY);
        put_floats(r, j->position, 3);
        put_floats(r, j->rotation, 3);
        put_floats(r, j->linear_lower, 3);
        put_floats(r, j->linear_upper, 3);
        put_floats(r, j->angular_lower, 3);
        put_floats(r, j->angular_upper, 3);
        put_floats(r, j->linear_spring, 3);
        put_floats(r, j->angular_spring, 3);
    }
}

static void put_soft_body(emitter *r, const hone_soft_body *s)
{
    put_text(r, s->name);
    put_text(r, s->english_name);
    put_u8(r, s->shape);
    put_index(r, s->material, MATERIAL);
    put_u8(r, s->group);
    put_int(r, s->mask, 2);
    put_u8(r, s->flags);
    put_int(r, s->bending_distance, 4);
    put_int(r, s->cluster_count, 4);
    put_floats(r, &s->mass, 1);
    put_floats(r, &s->margin, 1);
    put_int(r, s->aero_model, 4);
    put_floats(r, s->config, 12);
    put_floats(r, s->cluster, 6);
    for (int k = 0; k < 4; k++) put_int(r, s->iterations[k], 4);
    put_floats(r, s->stiffness, 3);
    put_int(r, s->anchor_count, 4);
    for (uint32_t k = 0; k < s->anchor_count; k++) {
        put_index(r, s->anchors[k].body, BODY);
        put_index(r, s->anchors[k].vertex, VERTEX);
        put_u8(r, s->anchors[k].near_mode);
    }
    put_int(r, s->pin_count, 4);
    for (uint32_t k = 0; k < s->pin_count; k++) put_index(r, s->pins[k], VERTEX);
}

static void put_soft_bodies(emitter *r)
{
    if (r->data->pmx.version < 2.05f)
        return;
    put_int(r, r->data->soft_body_count, 4);
    for (uint32_t i = 0; i < r->data->soft_body_count; i++) put_soft_body(r, &r->data->soft_bodies[i]);
}

raw_pmx raw_pmx_write(const hone_model_data *data)
{
    static void (*const sections[])(emitter *) = {put_header,   put_info,      put_vertices, put_faces,
                                                  put_textures, put_materials, put_bones,    put_morphs,
                                                  put_frames,   put_bodies,    put_joints,   put_soft_bodies};
    emitter r = {.data = data};
    raw_pmx out = {0};
    for (int i = 0; i < RAW_END; i++) {
        out.sections[i] = r.size;
        sections[i](&r);
    }
    out.sections[RAW_END] = out.size = r.size;
    out.bytes = r.bytes;
    return out;
}

void raw_pmx_release(raw_pmx *raw)
{
    free(raw->bytes);
    *raw = (raw_pmx){0};
}
