#include "shape.h"

#include <hone/format.h>
#include <hone/io.h>
#include <hone/math.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void end(const char *message)
{
    fprintf(stderr, "%s\n", message);
    exit(1);
}

static void save(const hone_bytes *bytes, const char *folder, const char *name)
{
    char path[1024];
    hone_error error = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!hone_file_write(path, bytes->data, bytes->size, &error))
        end(error.message);
}

/* ---- PMX ---- */

static void fill_bone(const shape *s, int index, hone_bone *bone)
{
    const shape_bone_record *from = &s->bones[index];
    *bone = (hone_bone){.name = from->name, .parent = from->parent < 0 ? HONE_NONE : from->parent};
    bone->tail_bone = bone->append_source = bone->ik = HONE_NONE;
    bone->flags = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE | HONE_BONE_VISIBLE | HONE_BONE_OPERABLE;
    hone_vec3_copy(from->position, bone->position);
    for (int child = s->bone_count - 1; child > index; child--)
        if (s->bones[child].parent == index)
            bone->tail_bone = child, bone->flags |= HONE_BONE_TAIL_IS_BONE;
    if (bone->tail_bone == HONE_NONE)
        bone->tail_offset[0] = 1;
    if (from->append_source >= 0) {
        bone->append_source = from->append_source, bone->append_ratio = from->append_ratio;
        bone->flags |= HONE_BONE_APPEND_ROTATION;
    }
    if (s->has_chain && s->chain.goal == index)
        bone->ik = 0, bone->flags |= HONE_BONE_IK;
}

static hone_skeleton skeleton(const shape *s, hone_builder *builder)
{
    hone_bone *bones = hone_builder_array(builder, (size_t)s->bone_count, sizeof *bones);
    hone_ik *ik = hone_builder_array(builder, 1, sizeof *ik);
    hone_ik_link *links = hone_builder_array(builder, 2, sizeof *links);
    if (!bones || !ik || !links)
        end("out of memory");
    for (int i = 0; i < s->bone_count; i++) fill_bone(s, i, &bones[i]);
    hone_skeleton out = {.bone_count = (uint32_t)s->bone_count, .bones = bones};
    if (s->has_chain) {
        for (int i = 0; i < 2; i++) links[i].bone = s->chain.links[i];
        links[0].limited = true; /* a knee */
        links[0].lower[0] = -(float)HONE_PI, links[0].upper[0] = -0.01f;
        *ik = (hone_ik){.bone = s->chain.goal, .effector = s->chain.effector, .max_iterations = 40, .unit_angle = 2};
        ik->link_count = 2, ik->links = links;
        out.ik_count = 1, out.iks = ik;
    }
    return out;
}

typedef struct mesh_arrays {
    float (*positions)[3], (*normals)[3], (*uvs)[2], *edges;
    uint8_t *deforms;
    uint32_t *begin, *indices;
    hone_influence *influences;
    hone_sdef *sdefs;
} mesh_arrays;

static mesh_arrays allocate(const shape *s, hone_builder *builder)
{
    size_t count = (size_t)s->vertex_count;
    mesh_arrays a = {.positions = hone_builder_array(builder, count, sizeof *a.positions)};
    a.normals = hone_builder_array(builder, count, sizeof *a.normals);
    a.uvs = hone_builder_array(builder, count, sizeof *a.uvs);
    a.edges = hone_builder_array(builder, count, sizeof *a.edges);
    a.deforms = hone_builder_array(builder, count, sizeof *a.deforms);
    a.begin = hone_builder_array(builder, count + 1, sizeof *a.begin);
    a.influences = hone_builder_array(builder, count * SHAPE_INFLUENCES, sizeof *a.influences);
    a.sdefs = hone_builder_array(builder, count, sizeof *a.sdefs);
    a.indices = hone_builder_array(builder, 3 * (size_t)s->triangle_count, sizeof *a.indices);
    if (!a.positions || !a.normals || !a.uvs || !a.edges || !a.deforms || !a.begin || !a.influences || !a.sdefs ||
        !a.indices)
        end("out of memory");
    return a;
}

/* SDEF turns about the origin of the second bone; with R0 = R1 = C its two corrections vanish. */
static void fill_vertex(const shape *s, int index, mesh_arrays *a, uint32_t *sdef_count)
{
    const shape_vertex *v = &s->vertices[index];
    uint32_t count = a->begin[index];
    hone_vec3_copy(v->position, a->positions[index]);
    hone_vec3_copy(v->normal, a->normals[index]);
    a->edges[index] = 1;
    for (int i = 0; i < SHAPE_INFLUENCES && v->bones[i] >= 0; i++)
        a->influences[count++] = (hone_influence){v->bones[i], v->weights[i]};
    a->deforms[index] = count - a->begin[index] == 1 ? HONE_DEFORM_BDEF1 : HONE_DEFORM_BDEF2;
    a->begin[index + 1] = count;
    if (!v->spherical || a->deforms[index] != HONE_DEFORM_BDEF2)
        return;
    a->deforms[index] = HONE_DEFORM_SDEF;
    hone_sdef *sdef = &a->sdefs[(*sdef_count)++];
    sdef->vertex = (uint32_t)index;
    const float *centre = s->bones[v->bones[1]].position;
    hone_vec3_copy(centre, sdef->c), hone_vec3_copy(centre, sdef->r0), hone_vec3_copy(centre, sdef->r1);
}

static hone_mesh mesh(const shape *s, hone_builder *builder)
{
    mesh_arrays a = allocate(s, builder);
    hone_slot *slots = hone_builder_array(builder, (size_t)s->bone_count, sizeof *slots);
    hone_mesh out = {.vertex_count = (uint32_t)s->vertex_count};
    if (!slots)
        end("out of memory");
    for (int v = 0; v < s->vertex_count; v++) fill_vertex(s, v, &a, &out.sdef_count);
    for (int i = 0; i < s->bone_count; i++) {
        float back[3];
        hone_vec3_scale(s->bones[i].position, -1, back);
        slots[i] = (hone_slot){i, hone_affine_translation(back)};
    }
    for (int i = 0; i < 3 * s->triangle_count; i++) a.indices[i] = (uint32_t)s->triangles[i / 3][i % 3];
    out.positions = (const float(*)[3])a.positions, out.normals = (const float(*)[3])a.normals;
    out.uvs = (const float(*)[2])a.uvs, out.edge_scales = a.edges, out.deforms = a.deforms;
    out.influence_begin = a.begin, out.influences = a.influences, out.influence_count = a.begin[s->vertex_count];
    out.sdefs = a.sdefs, out.slot_count = (uint32_t)s->bone_count, out.slots = slots;
    out.indices = a.indices, out.index_count = 3 * (uint32_t)s->triangle_count;
    return out;
}

void shape_write_pmx(const shape *s, const char *folder, const char *name)
{
    hone_error error = {0};
    hone_builder *builder = hone_builder_create(NULL, 0, &error);
    hone_material *material = hone_builder_array(builder, 1, sizeof *material);
    if (!builder || !material)
        end("out of memory");
    *material = (hone_material){.name = "skin", .diffuse = {0, 0, 0, 1}, .texture = HONE_NONE};
    material->sphere_texture = HONE_NONE, material->shared_toon = true, material->toon = 1;
    material->flags = HONE_MATERIAL_DOUBLE_SIDED;
    for (int i = 0; i < 3; i++) material->diffuse[i] = 0.7f * s->colour[i], material->ambient[i] = 0.45f * s->colour[i];
    hone_model_data data = {.space = HONE_SPACE_MMD, .name = "course", .materials = material, .material_count = 1};
    data.skeleton = skeleton(s, builder);
    data.mesh = mesh(s, builder);
    material->index_count = data.mesh.index_count;
    hone_model *model = hone_model_create(builder, &data, NULL, &error);
    hone_bytes bytes = {0};
    if (!model || !hone_model_write_pmx(model, NULL, &bytes, &error))
        end(error.message);
    save(&bytes, folder, name);
    hone_bytes_release(&bytes), hone_model_release(model);
}

/* ---- VMD ---- */

static hone_bone_key bone_key(const shape_mmd_key *from)
{
    static const hone_curve straight = {20, 20, 107, 107};
    float half = from->degrees * (float)HONE_PI / 360;
    hone_bone_key key = {.frame = (uint32_t)from->frame, .rotation = {0, 0, 0, cosf(half)}};
    hone_vec3_copy(from->translation, key.translation);
    key.rotation[from->axis] = sinf(half);
    const unsigned char *c = from->curve;
    for (int i = 0; i < 3; i++) key.curves[i] = c[2] ? (hone_curve){c[0], c[1], c[2], c[3]} : straight;
    key.curves[3] = straight;
    return key;
}

void shape_write_vmd(const shape_mmd_key *keys, int count, const char *folder, const char *name)
{
    hone_error error = {0};
    hone_builder *builder = hone_builder_create(NULL, 0, &error);
    hone_bone_track *tracks = hone_builder_array(builder, (size_t)count, sizeof *tracks);
    hone_bone_key *out = hone_builder_array(builder, (size_t)count, sizeof *out);
    if (!builder || !tracks || !out)
        end("out of memory");
    hone_motion_data data = {.space = HONE_SPACE_MMD, .model_name = "course", .bone_tracks = tracks};
    for (int i = 0; i < count; i++) {
        out[i] = bone_key(&keys[i]);
        if (i == 0 || strcmp(keys[i].bone, keys[i - 1].bone) != 0) {
            tracks[data.bone_track_count].name.text = keys[i].bone;
            tracks[data.bone_track_count++].keys = &out[i];
        }
        tracks[data.bone_track_count - 1].key_count++;
    }
    hone_motion *motion = hone_motion_create(builder, &data, NULL, &error);
    hone_bytes bytes = {0};
    if (!motion || !hone_motion_write_vmd(motion, NULL, &bytes, &error))
        end(error.message);
    save(&bytes, folder, name);
    hone_bytes_release(&bytes), hone_motion_release(motion);
}
