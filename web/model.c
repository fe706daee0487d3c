/* Models and motions: loading, arrays, textures. */
#include "base/files/byte_writer.h"
#include "web/files.h"
#include "web/web.h"

#include <hone/format.h>
#include <hone/image.h>
#include <hone/skin.h>
#include <stdlib.h>
#include <string.h>

/* ---- loading ---------------------------------------------------------------------------------------------------- */

static const char *given(const char *text)
{
    return text && *text ? text : NULL;
}

static hone_load_desc load_desc(hone_file_resolver *files, const char *folder)
{
    *files = hone_file_resolver_in_folder(folder);
    return (hone_load_desc){.files = files};
}

WEB_CALL(hone_model *, model_load, const void *bytes, size_t size, const char *folder, int strict, double unit)
{
    hone_file_resolver files;
    hone_load_desc desc = load_desc(&files, folder);
    desc.strict = strict;
    desc.unit = unit;
    return hone_model_load_memory(bytes, size, &desc, &web_error);
}

/* clip, camera: "" is none. */
WEB_CALL(hone_motion *, motion_load, const void *bytes, size_t size, const char *folder, int strict, double unit,
         const char *clip, const char *camera)
{
    hone_file_resolver files;
    hone_load_desc desc = load_desc(&files, folder);
    desc.strict = strict;
    desc.unit = unit;
    desc.clip = given(clip);
    desc.camera = given(camera);
    return hone_motion_load_memory(bytes, size, &desc, &web_error);
}

WEB_CALL(void, model_release, const hone_model *model)
{
    hone_model_release(model);
}

WEB_CALL(void, motion_release, const hone_motion *motion)
{
    hone_motion_release(motion);
}

/* ---- models ----------------------------------------------------------------------------------------------------- */

/* Whether it has joints that only PMX 2.1 has, whose part of Bullet is in "more" (link.mjs). */
WEB_CALL(int, model_has_rare_joints, const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    for (uint32_t i = 0; i < data->joint_count; i++)
        if (data->joints[i].kind > HONE_JOINT_6DOF)
            return 1;
    return 0;
}

/* An array of the mesh: positions, normals, uvs, indices, edge scales. web_numbers[0]: how many numbers it has. */
WEB_CALL(const void *, model_array, const hone_model *model, int which)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    const void *arrays[] = {mesh->positions, mesh->normals, mesh->uvs, mesh->indices, mesh->edge_scales};
    uint32_t vertices = mesh->vertex_count;
    uint32_t counts[] = {vertices * 3, vertices * 3, vertices * 2, mesh->index_count, vertices};
    web_numbers[0] = counts[which];
    return arrays[which];
}

/* What a vertex shader needs of each vertex. Allocates, for JavaScript to free: weights [vertices * 4], c, c0 and c1 of
 * SDEF [vertices * 9], slots of 16 bits [vertices * 4], and kinds of 8 bits [vertices]. web_numbers[0]: how many
 * vertices are of kind SDEF. */
WEB_CALL(void *, model_influences, const hone_model *model)
{
    const hone_skin *skin = hone_model_compiled_skin(model, &web_error);
    size_t count = skin ? hone_model_mesh(model)->vertex_count : 0;
    float *weights = skin ? calloc(count + 1, 13 * sizeof(float) + 4 * sizeof(uint16_t) + 1) : NULL;
    float *sdef = weights + count * 4;
    uint16_t *slots = (uint16_t *)(void *)(sdef + count * 9);
    uint8_t *kinds = (uint8_t *)(slots + count * 4);
    if (skin && !weights)
        hone_fail_memory(&web_error);
    web_numbers[0] = 0;
    for (uint32_t v = 0; weights && v < count; v++) {
        hone_skin_vertex vertex = hone_skin_vertex_at(skin, v);
        for (uint32_t i = 0; i < 4; i++) slots[v * 4 + i] = (uint16_t)vertex.slots[i];
        memcpy(weights + v * 4, vertex.weights, sizeof vertex.weights);
        memcpy(sdef + v * 9, vertex.c, sizeof vertex.c);
        memcpy(sdef + v * 9 + 3, vertex.c0, sizeof vertex.c0);
        memcpy(sdef + v * 9 + 6, vertex.c1, sizeof vertex.c1);
        kinds[v] = (uint8_t)vertex.kind;
        web_numbers[0] += vertex.kind == HONE_SKIN_KIND_SDEF;
    }
    return weights;
}

WEB_CALL(uint32_t, model_slot_count, const hone_model *model)
{
    return hone_model_mesh(model)->slot_count;
}

/* Allocates, for JavaScript to free: [slots] bones, then [slots * 12] matrices. */
WEB_CALL(void *, model_slots, const hone_model *model)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    int32_t *bones = calloc((size_t)mesh->slot_count + 1, sizeof *bones + sizeof(hone_affine));
    float *matrices = (float *)(void *)(bones + mesh->slot_count);
    if (!bones)
        hone_fail_memory(&web_error);
    for (uint32_t i = 0; bones && i < mesh->slot_count; i++) {
        bones[i] = mesh->slots[i].bone;
        memcpy(matrices + (size_t)i * 12, &mesh->slots[i].bone_from_mesh, 12 * sizeof(float));
    }
    return bones;
}

/* The bytes of a texture, from the model's own file or from the files of the folder. */
WEB_CALL(hone_bytes *, model_texture, const hone_model *model, const char *folder, uint32_t index)
{
    const hone_model_data *data = hone_model_get(model);
    const hone_blob *picture = data->pictures && data->pictures[index].size ? &data->pictures[index] : NULL;
    hone_file_resolver files = hone_file_resolver_in_folder(folder);
    hone_bytes bytes = {0};
    bool ok;
    if (picture) {
        hone_writer copy = hone_writer_make(NULL);
        hone_write_bytes(&copy, picture->data, picture->size);
        ok = hone_writer_finish(&copy, &bytes, &web_error);
    } else
        ok = files.read(files.user, data->textures[index], NULL, &bytes, &web_error);
    return ok ? web_bytes_keep(&bytes) : NULL;
}

/* Pixels of a picture, for JavaScript to free; NULL: hone does not decode it. web_numbers: width, height. */
WEB_CALL(uint8_t *, image_decode, const void *bytes, size_t size)
{
    hone_image image;
    if (!hone_image_load_memory(bytes, size, NULL, &image, NULL))
        return NULL;
    web_numbers[0] = image.width;
    web_numbers[1] = image.height;
    uint8_t *pixels = malloc((size_t)image.width * image.height * 4);
    if (pixels)
        memcpy(pixels, image.pixels, (size_t)image.width * image.height * 4);
    hone_image_release(&image);
    return pixels;
}

/* ---- motions ---------------------------------------------------------------------------------------------------- */

WEB_CALL(int, motion_is_for, const hone_motion *motion, const hone_model *model)
{
    return hone_motion_is_for(motion, model);
}

/* web_numbers: target, angles, distance, fov, orthographic. */
WEB_CALL(int, motion_camera, const hone_motion *motion, double frame)
{
    hone_camera camera;
    if (!hone_motion_camera(motion, frame, (hone_curve_mode)0, &camera))
        return 0;
    web_give_camera(&camera);
    return 1;
}

/* web_numbers: colour, direction. */
WEB_CALL(int, motion_light, const hone_motion *motion, double frame)
{
    hone_light light;
    if (!hone_motion_light(motion, frame, &light))
        return 0;
    web_give_floats(0, 3, light.colour);
    web_give_floats(3, 3, light.direction);
    return 1;
}

/* web_numbers: mode, distance. */
WEB_CALL(int, motion_shadow, const hone_motion *motion, double frame)
{
    uint8_t mode;
    float distance;
    if (!hone_motion_shadow(motion, frame, &mode, &distance))
        return 0;
    web_numbers[0] = mode;
    web_numbers[1] = distance;
    return 1;
}
