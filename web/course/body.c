/* Bodies of figures: loading, posing, skinning, and what can be read of each step. */
#include "web/course/body.h"
#include "examples/course/strain.h"
#include "tool/overlay/weight_colours.h"
#include "web/web.h"

#include <hone/deform.h>
#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ----------------------------------------------------------------------------------------------------- */

static void close_motion(web_body *body)
{
    hone_sampler_destroy(body->sampler);
    hone_motion_release(body->motion);
    body->sampler = NULL;
    body->motion = NULL;
}

WEB_CALL(void, body_close, web_body *body)
{
    if (!body)
        return;
    close_motion(body);
    hone_palette_destroy(body->palette);
    hone_skin_release(body->skin);
    hone_rig_destroy(body->rig);
    hone_pose_destroy(body->pose);
    hone_model_release(body->model);
    free(body->positions);
    free(body->normals);
    free(body);
}

static bool make_skin(web_body *body, hone_model *model)
{
    hone_skin *skin = hone_skin_compile_mesh(hone_model_mesh(model), NULL, &web_error);
    if (!skin)
        return false;
    hone_skin_release(body->skin);
    body->skin = skin;
    return true;
}

static bool make_rest(web_body *body)
{
    const hone_mesh *mesh = hone_model_mesh(body->model);
    size_t count = mesh->vertex_count + (size_t)1;
    body->pose = hone_pose_create(body->model, NULL, &web_error);
    body->rig = hone_rig_create(&(hone_rig_desc){.model = body->model}, &web_error);
    body->palette = hone_palette_create(mesh->slot_count, NULL, &web_error);
    body->positions = calloc(count, sizeof *body->positions);
    body->normals = calloc(count, sizeof *body->normals);
    return body->pose && body->rig && body->palette && body->positions && body->normals;
}

web_body *web_body_of(hone_model *model)
{
    web_body *body = calloc(1, sizeof *body);
    if (!body)
        return hone_model_release(model), NULL;
    body->model = model;
    if (model && make_skin(body, model) && make_rest(body))
        return body;
    web_body_close(body);
    return NULL;
}

WEB_CALL(web_body *, body_open, const void *bytes, size_t size)
{
    return web_body_of(hone_model_load_memory(bytes, size, NULL, &web_error));
}

bool web_copy_bones(hone_builder *builder, const hone_skeleton *from, hone_skeleton *to)
{
    hone_bone *bones = hone_builder_array(builder, from->bone_count, sizeof *bones);
    if (!bones)
        return false;
    memcpy(bones, from->bones, from->bone_count * sizeof *bones);
    for (uint32_t b = 0; b < from->bone_count; b++) {
        bones[b].name = hone_builder_text(builder, bones[b].name, strlen(bones[b].name));
        bones[b].english_name = NULL;
    }
    to->bone_count = from->bone_count;
    to->bones = bones;
    return true;
}

/* The motion of a file, which may be that of the model. */
WEB_CALL(int, body_play, web_body *body, const void *bytes, size_t size)
{
    close_motion(body);
    body->motion = hone_motion_load_memory(bytes, size, NULL, &web_error);
    if (body->motion)
        body->sampler =
            hone_sampler_create(&(hone_sampler_desc){.model = body->model, .motion = body->motion}, &web_error);
    return body->sampler != NULL;
}

/* ---- posing ----------------------------------------------------------------------------------------------------- */

WEB_CALL(void, body_rest, web_body *body)
{
    hone_pose_reset(body->pose, body->model);
}

WEB_CALL(void, body_sample, web_body *body, double frame)
{
    hone_pose_reset(body->pose, body->model);
    if (body->sampler)
        hone_sampler_sample(body->sampler, frame, body->pose);
}

/* web_numbers: angles about x, y, z in degrees, a move, and a scale. They are added to the rest pose. */
WEB_CALL(void, body_set_bone, web_body *body, uint32_t bone)
{
    hone_transform *to = &body->pose->bones[bone];
    const hone_transform *rest = &hone_model_skeleton(body->model)->bones[bone].rest;
    float angles[3], move[3], turn[4], scale[3];
    for (int i = 0; i < 3; i++) angles[i] = (float)(web_numbers[i] * HONE_PI / 180);
    web_take_floats(3, 3, move);
    web_take_floats(6, 3, scale);
    hone_quat_from_euler(HONE_EULER_YXZ, angles, turn);
    hone_quat_multiply(rest->rotation, turn, to->rotation);
    hone_vec3_add(rest->translation, move, to->translation);
    for (int i = 0; i < 3; i++) to->scale[i] = rest->scale[i] * scale[i];
    body->pose->animated[bone] = 1;
}

WEB_CALL(void, body_set_ik, web_body *body, uint32_t chain, int enabled)
{
    body->pose->ik_enabled[chain] = enabled != 0;
}

WEB_CALL(void, body_evaluate, web_body *body)
{
    hone_rig_evaluate(body->rig, body->pose);
}

WEB_CALL(void, body_build_palette, web_body *body)
{
    hone_palette_build(hone_model_mesh(body->model)->slots, hone_rig_bones(body->rig), body->pose->bone_count,
                       body->palette);
}

/* The wrong way: the bones alone, without their offset matrices. */
WEB_CALL(int, body_forget_offsets, web_body *body)
{
    const hone_mesh *mesh = hone_model_mesh(body->model);
    hone_slot *slots = calloc(mesh->slot_count + (size_t)1, sizeof *slots);
    if (!slots)
        return 0;
    for (uint32_t s = 0; s < mesh->slot_count; s++) slots[s] = (hone_slot){mesh->slots[s].bone, HONE_AFFINE_IDENTITY};
    hone_palette_build(slots, hone_rig_bones(body->rig), body->pose->bone_count, body->palette);
    free(slots);
    return 1;
}

/* The wrong way: each bone of an MMD model is turned where it is at rest, without its parents. */
WEB_CALL(int, body_forget_parents, web_body *body)
{
    const hone_skeleton *skeleton = hone_model_skeleton(body->model);
    hone_affine *bones = calloc(skeleton->bone_count + (size_t)1, sizeof *bones);
    if (!bones)
        return 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const hone_transform *pose = &body->pose->bones[b];
        float place[3];
        hone_vec3_add(skeleton->bones[b].position, pose->translation, place);
        bones[b] = hone_affine_from_rotation(pose->rotation, place);
    }
    hone_palette_build(hone_model_mesh(body->model)->slots, bones, skeleton->bone_count, body->palette);
    free(bones);
    return 1;
}

/* The wrong way: normals that the matrices of the points have carried, those of the first influence. */
WEB_CALL(void, body_carry_normals, web_body *body)
{
    const hone_mesh *mesh = hone_model_mesh(body->model);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const hone_affine *m = &body->palette->affine[mesh->influences[mesh->influence_begin[v]].slot];
        hone_affine_direction(m, mesh->normals[v], body->normals[v]);
        hone_vec3_normalise(body->normals[v], body->normals[v]);
    }
}

/* Compiles the skin again, with its centres of rotation. */
static bool add_centres(web_body *body)
{
    hone_mesh mesh = *hone_model_mesh(body->model);
    const hone_centres_desc desc = {.mesh = &mesh};
    mesh.centres = (const float(*)[3])body->positions;
    if (!hone_centres_compute(&desc, body->positions, &web_error))
        return false;
    hone_skin *skin = hone_skin_compile_mesh(&mesh, NULL, &web_error);
    if (!skin)
        return false;
    hone_skin_release(body->skin);
    body->skin = skin;
    return true;
}

/* method: hone_skin_method. */
WEB_CALL(int, body_skin, web_body *body, int method)
{
    uint32_t count = hone_model_mesh(body->model)->vertex_count;
    if (method == HONE_SKIN_CENTRES && hone_skin_reach(body->skin, HONE_SKIN_CENTRES) == 0 && !add_centres(body))
        return false;
    hone_skin_job job = {.palette = body->palette, .method = (hone_skin_method)method};
    job.positions = (hone_stream){body->positions, count, sizeof *body->positions};
    job.normals = (hone_stream){body->normals, count, sizeof *body->normals};
    return hone_skin_run_on(NULL, body->skin, &job, &web_error);
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* An array: positions and normals at rest, indices, positions and normals now, bones, palette, normal matrices.
 * web_numbers[0]: how many numbers it has. */
WEB_CALL(const void *, body_array, const web_body *body, int which)
{
    const hone_mesh *mesh = hone_model_mesh(body->model);
    const void *arrays[] = {mesh->positions,       mesh->normals,          mesh->indices,
                            body->positions,       body->normals,          hone_rig_bones(body->rig),
                            body->palette->affine, body->palette->cofactor};
    uint32_t vertices = mesh->vertex_count * 3, slots = mesh->slot_count * 12;
    uint32_t counts[] = {vertices, vertices, mesh->index_count, vertices, vertices, body->pose->bone_count * 12,
                         slots,    slots};
    web_numbers[0] = counts[which];
    return arrays[which];
}

WEB_CALL(const char *, body_bone_name, const web_body *body, uint32_t bone)
{
    const hone_skeleton *skeleton = hone_model_skeleton(body->model);
    return bone < skeleton->bone_count ? skeleton->bones[bone].name : NULL;
}

/* web_numbers: the matrix of a bone in its parent, as the pose has it: rows of 3x4 numbers. */
WEB_CALL(void, body_local, const web_body *body, uint32_t bone)
{
    const hone_bone *one = &hone_model_skeleton(body->model)->bones[bone];
    hone_affine local =
        body->pose->animated[bone] ? hone_affine_from_transform(&body->pose->bones[bone]) : one->rest_local;
    web_give_floats(0, 12, local.m[0]);
}

/* web_numbers: its position at rest, and its parent. */
WEB_CALL(void, body_bone, const web_body *body, uint32_t bone)
{
    const hone_bone *one = &hone_model_skeleton(body->model)->bones[bone];
    web_give_floats(0, 3, one->position);
    web_numbers[3] = one->parent;
}

/* The weights of a bone in colours: [vertices * 4] bytes, for JavaScript to free. */
WEB_CALL(void *, body_weight_colours, const web_body *body, int32_t bone)
{
    uint8_t(*colours)[4] = calloc(hone_model_mesh(body->model)->vertex_count + (size_t)1, sizeof *colours);
    if (colours)
        weight_colours_fill(body->model, WEIGHT_COLOURS_BONE, bone, colours);
    return colours;
}

/* The weight of a bone for a vertex. */
WEB_CALL(double, body_weight, const web_body *body, uint32_t vertex, int32_t bone)
{
    const hone_mesh *mesh = hone_model_mesh(body->model);
    double weight = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++)
        if (mesh->slots[mesh->influences[i].slot].bone == bone)
            weight += (double)mesh->influences[i].weight;
    return weight;
}

/* The palette as a rotation and a translation a slot: [slots * 8] numbers, for JavaScript to free. */
WEB_CALL(float *, body_quaternions, const web_body *body)
{
    uint32_t count = body->palette->slot_count;
    float(*out)[8] = calloc(count + (size_t)1, sizeof *out);
    hone_stream to = {out, count, sizeof *out};
    if (out && hone_palette_write(body->palette, HONE_PALETTE_QUATERNION, to, &web_error))
        return out[0];
    free(out);
    return NULL;
}

/* What a vertex shader gets: the four slots of each vertex, then the four weights of each: [vertices * 8] numbers, for
 * JavaScript to free. */
WEB_CALL(float *, body_attributes, const web_body *body)
{
    const hone_mesh *mesh = hone_model_mesh(body->model);
    uint32_t count = mesh->vertex_count;
    float(*out)[4] = calloc(2 * (size_t)count + 1, sizeof *out);
    for (uint32_t v = 0; out && v < count; v++)
        for (uint32_t i = mesh->influence_begin[v], k = 0; i < mesh->influence_begin[v + 1] && k < 4; i++, k++) {
            out[v][k] = (float)mesh->influences[i].slot;
            out[count + v][k] = mesh->influences[i].weight;
        }
    return out ? out[0] : NULL;
}

/* One vertex that one bone carries: web_numbers has the offset matrix, the bone, their product (12 numbers each), and
 * the point at rest, in the space of the bone, and now. */
WEB_CALL(void, body_vertex, const web_body *body, uint32_t vertex)
{
    const hone_mesh *mesh = hone_model_mesh(body->model);
    const hone_slot *slot = &mesh->slots[mesh->influences[mesh->influence_begin[vertex]].slot];
    const hone_affine *bone = hone_rig_bones(body->rig) + slot->bone, *offset = &slot->bone_from_mesh;
    hone_affine product = hone_affine_multiply(bone, offset);
    float inside[3], now[3];
    hone_affine_point(offset, mesh->positions[vertex], inside);
    hone_affine_point(&product, mesh->positions[vertex], now);
    web_give_floats(0, 12, offset->m[0]);
    web_give_floats(12, 12, bone->m[0]);
    web_give_floats(24, 12, product.m[0]);
    web_give_floats(36, 3, mesh->positions[vertex]);
    web_give_floats(39, 3, inside);
    web_give_floats(42, 3, now);
}

/* web_numbers: the volume, and the shortest and longest edge, over those at rest. */
WEB_CALL(void, body_strain, const web_body *body)
{
    strain s = strain_of(hone_model_mesh(body->model), (const float(*)[3])body->positions);
    web_numbers[0] = s.volume;
    web_numbers[1] = s.shortest;
    web_numbers[2] = s.longest;
}
