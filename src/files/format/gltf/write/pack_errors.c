/* Divides the tolerance of a packed glTF: how far each value of the animation may be rounded, so that no bone and no
 * vertex is further than the tolerance from where the values put it.
 *
 * An error of a bone's value moves all that the bone carries: by itself for a translation, by at most its reach times
 * twice the distance of the quaternions for a rotation, by at most its reach for a scale. The errors of all channels
 * from the root to a bone add up; so each gets the tolerance divided by the number of channels on that path. */
#include "core/model/parents_first.h"
#include "core/model/reach.h"
#include "files/format/gltf/write/writer.h"
#include <hone/math.h>
#include <math.h>

typedef struct measures { /* each [bone_count], lengths in metres */
    float *reach;         /* of the furthest bone or vertex that the bone carries */
    float *link;          /* largest distance of the bone from its parent */
    float *growth;        /* largest scale of the bone, at least 1 */
    float *stretch;       /* product of the growth of all bones above */
    float *scale;         /* largest scale of the bone, which may be less than 1 */
    float *above_scale;   /* product of the scale of all bones above */
    uint32_t *above;      /* animated channels from the root to the bone */
    uint32_t *below;      /* largest number of animated channels on a path below it */
    uint32_t *order;      /* parents before children */
    int32_t *path;        /* while they are sorted */
    uint8_t *done;
} measures;

static bool make_room(gltf_writer *writer, measures *m)
{
    uint32_t count = writer->model->skeleton.bone_count;
    m->reach = hone_gltf_write_scratch(writer, count, sizeof *m->reach);
    m->link = hone_gltf_write_scratch(writer, count, sizeof *m->link);
    m->growth = hone_gltf_write_scratch(writer, count, sizeof *m->growth);
    m->stretch = hone_gltf_write_scratch(writer, count, sizeof *m->stretch);
    m->scale = hone_gltf_write_scratch(writer, count, sizeof *m->scale);
    m->above_scale = hone_gltf_write_scratch(writer, count, sizeof *m->above_scale);
    m->above = hone_gltf_write_scratch(writer, count, sizeof *m->above);
    m->below = hone_gltf_write_scratch(writer, count, sizeof *m->below);
    m->order = hone_gltf_write_scratch(writer, count, sizeof *m->order);
    m->path = hone_gltf_write_scratch(writer, count, sizeof *m->path);
    m->done = hone_gltf_write_scratch(writer, count, sizeof *m->done);
    return !hone_arena_failed(writer->memory);
}

/* ---- what moves ---- */

static void measure_rest(const gltf_writer *writer, measures *m)
{
    const hone_skeleton *skeleton = &writer->model->skeleton;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const hone_bone *bone = &skeleton->bones[b];
        const float at[3] = {bone->rest_local.m[0][3], bone->rest_local.m[1][3], bone->rest_local.m[2][3]};
        m->link[b] = hone_vec3_length(at) * writer->scale;
        m->scale[b] = hone_reach_growth(&bone->rest_local);
        m->growth[b] = 1;
        for (int c = 0; c < 3; c++) {
            const float axis[3] = {bone->rest_local.m[0][c], bone->rest_local.m[1][c], bone->rest_local.m[2][c]};
            m->growth[b] = fmaxf(m->growth[b], hone_vec3_length(axis));
        }
    }
}

static void measure_channel(const gltf_writer *writer, const hone_channel *channel, measures *m)
{
    int32_t b = channel->targets[0].index;
    float rest = writer->model->space == HONE_SPACE_MMD ? m->link[b] : 0; /* to which MMD's keys are added */
    float most = 0;
    for (uint32_t k = 0; k < channel->key_count && channel->path != HONE_CHANNEL_ROTATION; k++) {
        const float *v = channel->values + (size_t)k * 3;
        float largest = fmaxf(fmaxf(fabsf(v[0]), fabsf(v[1])), fabsf(v[2]));
        most = fmaxf(most, channel->path == HONE_CHANNEL_SCALE ? largest : hone_vec3_length(v));
    }
    m->above[b]++;
    if (channel->path == HONE_CHANNEL_TRANSLATION)
        m->link[b] = fmaxf(m->link[b], rest + most * writer->scale);
    if (channel->path == HONE_CHANNEL_SCALE) {
        m->growth[b] = fmaxf(m->growth[b], most);
        m->scale[b] = fmaxf(m->scale[b], most);
    }
}

/* ---- how far ---- */

/* Measures what each bone carries, and by how much lengths at each vertex grow. of_slots: [slot_count] growth from the
 * mesh to the slot's bone. */
static void measure_vertices(const gltf_writer *writer, const float *of_slots, const measures *m)
{
    const hone_mesh *mesh = &writer->model->mesh;
    const gltf_pack_errors *errors = &writer->errors;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        errors->growth[v] = 1;
        for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++) {
            int32_t slot = mesh->influences[i].slot, bone = slot >= 0 ? mesh->slots[slot].bone : HONE_NONE;
            float growth = slot >= 0 ? of_slots[slot] : 1, at[3];
            if (bone < 0) {
                errors->growth[v] = fmaxf(errors->growth[v], growth);
                continue;
            }
            hone_affine_point(&mesh->slots[slot].bone_from_mesh, mesh->positions[v], at);
            m->reach[bone] = fmaxf(m->reach[bone], hone_vec3_length(at) * writer->scale + errors->offsets[v] * growth);
            errors->growth[v] = fmaxf(errors->growth[v], growth * m->scale[bone] * m->above_scale[bone]);
        }
    }
}

/* Returns by how much lengths of the mesh grow at most. */
static float largest_growth(const gltf_writer *writer)
{
    float most = 1;
    for (uint32_t v = 0; v < writer->model->mesh.vertex_count; v++) most = fmaxf(most, writer->errors.growth[v]);
    return most;
}

/* Follows all paths, from what bones carry and do by themselves. */
static void follow_paths(const hone_skeleton *skeleton, const measures *m)
{
    hone_reach_carry(skeleton, m->order, m->link, m->growth, m->reach);
    hone_reach_stretch(skeleton, m->order, m->growth, m->stretch);
    hone_reach_count_tracks(skeleton, m->order, m->above, m->below);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) m->reach[b] *= m->growth[b];
}

/* ---- morphs ---- */

/* Adds up how far the morphs move each vertex, in metres. Returns the largest number of morphs of a vertex. */
static uint32_t measure_morphs(const gltf_writer *writer, float *offsets, uint8_t *touching)
{
    uint32_t most = 0;
    for (uint32_t m = 0; m < hone_gltf_morph_count(writer); m++) {
        uint32_t met = hone_reach_count_morph(hone_gltf_morph(writer, m), touching);
        most = met > most ? met : most;
        hone_reach_of_morph(hone_gltf_morph(writer, m), writer->scale, offsets);
    }
    return most;
}

/* ---- all ---- */

/* A rotation of a bone that carries nothing may be attached to by other programs: at least so far. */
static const float LEAST_REACH = 0.05f;

static void divide(gltf_writer *writer, const measures *m, float tolerance)
{
    gltf_pack_errors *out = &writer->errors;
    for (uint32_t b = 0; b < writer->model->skeleton.bone_count; b++) {
        float share = tolerance / (float)(m->above[b] + m->below[b] ? m->above[b] + m->below[b] : 1) / m->stretch[b];
        float reach = m->reach[b] = fmaxf(m->reach[b], LEAST_REACH);
        out->translations[b] = share;
        out->rotations[b] = share / (2 * reach);
        out->scales[b] = share * m->growth[b] / reach;
    }
}

void hone_gltf_build_pack_errors(gltf_writer *writer)
{
    const hone_model_data *model = writer->model;
    const hone_motion_data *motion = hone_motion_get(writer->desc->motion);
    gltf_pack_errors *out = &writer->errors;
    const float tolerance = writer->desc->pack_tolerance;
    measures m = {0};
    if (!writer->packs)
        return;
    out->translations = hone_gltf_write_scratch(writer, model->skeleton.bone_count, sizeof(float));
    out->rotations = hone_gltf_write_scratch(writer, model->skeleton.bone_count, sizeof(float));
    out->scales = hone_gltf_write_scratch(writer, model->skeleton.bone_count, sizeof(float));
    out->offsets = hone_gltf_write_scratch(writer, model->mesh.vertex_count, sizeof *out->offsets);
    out->growth = hone_gltf_write_scratch(writer, model->mesh.vertex_count, sizeof *out->growth);
    float *of_slots = hone_gltf_write_scratch(writer, model->mesh.slot_count, sizeof *of_slots);
    uint8_t *touching = hone_gltf_write_scratch(writer, model->mesh.vertex_count, 1);
    if (!make_room(writer, &m))
        return;
    uint32_t meeting = touching ? measure_morphs(writer, out->offsets, touching) : 0;
    for (uint32_t s = 0; s < model->mesh.slot_count; s++)
        of_slots[s] = hone_reach_growth(&model->mesh.slots[s].bone_from_mesh);
    measure_rest(writer, &m);
    for (uint32_t c = 0; motion && c < motion->channel_count; c++)
        if (motion->channels[c].path != HONE_CHANNEL_WEIGHTS && motion->channels[c].key_count)
            measure_channel(writer, &motion->channels[c], &m);
    if (m.reach) {
        hone_parents_first(&model->skeleton, m.path, m.done, m.order);
        hone_reach_stretch(&model->skeleton, m.order, m.scale, m.above_scale);
    }
    measure_vertices(writer, of_slots, &m);
    if (m.reach) {
        follow_paths(&model->skeleton, &m);
        divide(writer, &m, tolerance * 0.9f);
    }
    out->bones = tolerance * 0.9f;
    out->reach = m.reach;
    out->points = tolerance / 16 / largest_growth(writer);
    out->morphs = tolerance / 32 / (float)(meeting ? meeting : 1);
    out->camera = tolerance;
}
