/* Writes glTF: the order of the parts, the JSON, and the files. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/write/vrm/vrm.h"

/* ---- the JSON ---------------------------------------------------------------------------------------------------- */

static void write_asset(const gltf_writer *writer, hone_json *json)
{
    const hone_model_data *model = writer->model;
    hone_gltf_json_begin(json, "asset", '{');
    hone_gltf_json_text(json, "version", "2.0");
    hone_gltf_json_text(json, "generator", "hone " HONE_VERSION);
    if (*model->comment || *model->english_comment || *model->english_name) {
        hone_gltf_json_begin(json, "extras", '{');
        hone_gltf_json_text(json, "englishName", model->english_name);
        hone_gltf_json_text(json, "comment", model->comment);
        hone_gltf_json_text(json, "englishComment", model->english_comment);
        hone_json_end(json, '}');
    }
    hone_json_end(json, '}');
}

static void write_pack_extensions(const gltf_writer *writer, hone_json *json)
{
    if (writer->packs)
        hone_json_string(json, GLTF_MESHOPT);
    if (writer->quantised)
        hone_json_string(json, GLTF_QUANTIZATION);
}

static void write_extensions(const gltf_writer *writer, hone_json *json)
{
    const struct {
        bool used;
        const char *name;
    } plain[] = {{writer->unlit, GLTF_UNLIT},
                 {writer->transforms, GLTF_TEXTURE_TRANSFORM},
                 {writer->strong_emission, GLTF_EMISSIVE_STRENGTH},
                 {writer->points, GLTF_POINTER},
                 {writer->model->vrm_animation && !writer->desc->vrm, GLTF_VRM_ANIMATION},
                 {writer->desc->vrm, GLTF_VRM},
                 {writer->vrm.toons, GLTF_MTOON},
                 {writer->vrm.constraints, GLTF_CONSTRAINT},
                 {writer->vrm.springs, GLTF_SPRINGS},
                 {writer->vrm.extended_colliders, GLTF_EXTENDED_COLLIDER},
                 {writer->vrm.limits, GLTF_SPRING_LIMIT}};
    bool any = writer->packs;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) any |= plain[i].used;
    if (!any)
        return;
    hone_gltf_json_begin(json, "extensionsUsed", '[');
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (plain[i].used)
            hone_json_string(json, plain[i].name);
    write_pack_extensions(writer, json);
    hone_json_end(json, ']');
    if (writer->packs) {
        hone_gltf_json_begin(json, "extensionsRequired", '[');
        write_pack_extensions(writer, json);
        hone_json_end(json, ']');
    }
}

static void write_json(gltf_writer *writer, hone_writer *text)
{
    hone_json json = hone_json_make(text);
    if (!writer->desc->stem)
        json.flat = 1; /* the JSON inside a GLB is not for reading, so it is written without line breaks */
    hone_json_object(&json);
    write_asset(writer, &json);
    hone_gltf_write_nodes(writer, &json);
    hone_gltf_write_meshes(writer, &json);
    hone_gltf_write_materials(writer, &json);
    hone_gltf_write_images(writer, &json);
    hone_gltf_write_animations(writer, &json);
    hone_gltf_write_buffers(writer, &json);
    if (writer->desc->vrm)
        hone_gltf_write_vrm(writer, &json);
    else if (writer->model->vrm_animation)
        hone_gltf_write_vrm_animation(writer, &json);
    write_extensions(writer, &json);
    hone_json_end(&json, '}');
}

/* ---- the files --------------------------------------------------------------------------------------------------- */

static void write_chunk(hone_writer *out, const char *kind, const hone_bytes *content, uint8_t fill)
{
    size_t padding = (4 - content->size % 4) % 4;
    hone_write_u32(out, (uint32_t)(content->size + padding));
    hone_write_bytes(out, kind, 4);
    hone_write_bytes(out, content->data, content->size);
    for (size_t i = 0; i < padding; i++) hone_write_u8(out, fill);
}

static bool write_glb(gltf_writer *writer, const hone_bytes *json, hone_bytes *out)
{
    enum { HEADER = 12, CHUNK_HEADER = 8 };
    const hone_bytes *binary = &writer->binary.bytes;
    uint64_t size = HEADER + CHUNK_HEADER + (uint64_t)(json->size + 3) / 4 * 4;
    size += binary->size ? CHUNK_HEADER + (uint64_t)(binary->size + 3) / 4 * 4 : 0;
    if (size > UINT32_MAX)
        return hone_fail(writer->error, HONE_ERROR_ARGUMENT, size,
                         "the data is larger than a GLB can hold: write a .gltf");
    hone_writer file = hone_writer_make(writer->desc->allocator);
    hone_write_bytes(&file, "glTF", 4);
    hone_write_u32(&file, 2);
    hone_write_u32(&file, (uint32_t)size);
    write_chunk(&file, "JSON", json, ' ');
    if (binary->size)
        write_chunk(&file, "BIN\0", binary, 0);
    return hone_writer_finish(&file, out, writer->error);
}

/* Passes the files beside the glTF to the sink. All of them are complete before the first one is passed. */
static bool write_files_beside(gltf_writer *writer)
{
    const hone_gltf_desc *desc = writer->desc;
    const hone_bytes *binary = &writer->binary.bytes;
    for (uint32_t i = 0; writer->images && i < writer->model->texture_count; i++) {
        const gltf_out_image *image = &writer->images[i];
        if (image->name && !desc->sink(desc->sink_user, hone_gltf_image_file(writer, image), image->bytes.data,
                                       image->bytes.size, writer->error))
            return false;
    }
    return binary->size == 0 ||
           desc->sink(desc->sink_user, hone_gltf_file_name(writer, ".bin"), binary->data, binary->size, writer->error);
}

/* ---- all ---- */

static void build(gltf_writer *writer)
{
    static void (*const parts[])(gltf_writer *) = {
        hone_gltf_build_pack_errors, hone_gltf_build_skeleton, hone_gltf_build_mesh,
        hone_gltf_build_influences,  hone_gltf_build_targets,  hone_gltf_build_animation,
        hone_gltf_build_images,      hone_gltf_build_values,   hone_gltf_build_vrm};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !writer->refused; i++)
        if (!hone_arena_failed(writer->memory))
            parts[i](writer);
}

static bool write(gltf_writer *writer, hone_bytes *out)
{
    hone_writer text = hone_writer_make(writer->desc->allocator);
    hone_bytes json = {0};
    write_json(writer, &text);
    bool ok = hone_writer_finish(&text, &json, writer->error);
    if (ok && hone_arena_failed(writer->memory))
        ok = hone_arena_fail(writer->memory, writer->error);
    if (ok && !writer->desc->stem)
        ok = write_glb(writer, &json, out);
    if (ok && writer->desc->stem)
        ok = write_files_beside(writer);
    if (ok && writer->desc->stem) {
        *out = json;
        return true;
    }
    hone_bytes_release(&json);
    return ok;
}

static bool build_and_write(gltf_writer *writer, hone_bytes *out)
{
    build(writer);
    if (writer->refused)
        return false;
    if (hone_arena_failed(writer->memory))
        return hone_arena_fail(writer->memory, writer->error);
    if (writer->binary.failed || writer->views.failed || writer->accessors.failed)
        return hone_fail_memory(writer->error);
    return write(writer, out);
}

/* Checks that the description's morphs move vertices of the model. */
static bool check_morphs(const hone_model *model, const hone_gltf_desc *desc, hone_error *error)
{
    uint32_t vertices = hone_model_mesh(model)->vertex_count;
    if (desc->morph_count && !desc->morphs)
        return hone_fail_null(error, "the morphs");
    for (uint32_t m = 0; m < desc->morph_count; m++) {
        const hone_morph *morph = &desc->morphs[m];
        bool ok = morph->kind == HONE_MORPH_VERTEX;
        for (uint32_t i = 0; ok && i < morph->count; i++) ok = morph->u.vertices[i].vertex < vertices;
        for (uint32_t i = 0; ok && i < morph->normal_count; i++) ok = morph->normals[i].vertex < vertices;
        if (!ok)
            return hone_fail(error, HONE_ERROR_ARGUMENT, m, "morph %u is not a vertex morph of this model", m);
    }
    return true;
}

bool hone_model_write_gltf(const hone_model *model, const hone_gltf_desc *desc, hone_bytes *out,
                           hone_gltf_report *report, hone_error *error)
{
    static const hone_gltf_desc defaults = {0};
    hone_gltf_report unseen;
    if (!out)
        return hone_fail_null(error, "out");
    *out = (hone_bytes){0};
    if (!model)
        return hone_fail_null(error, "model");
    desc = desc ? desc : &defaults;
    if (desc->stem && !desc->sink)
        return hone_fail_null(error, "the sink for the files beside a glTF");
    if (desc->vrm && !hone_gltf_check_vrm(hone_model_get(model), desc, error))
        return false;
    if (!check_morphs(model, desc, error) || (desc->pack && !hone_meshopt_open(error)))
        return false;
    gltf_writer writer = {.model = hone_model_get(model),
                          .desc = desc,
                          .report = report ? report : &unseen,
                          .error = error,
                          .binary = hone_writer_make(desc->allocator),
                          .views = hone_writer_make(desc->allocator),
                          .accessors = hone_writer_make(desc->allocator),
                          .packs = desc->pack,
                          .root = HONE_NONE,
                          .mesh_node = HONE_NONE,
                          .camera_node = HONE_NONE,
                          .place_node = HONE_NONE,
                          .origin_joint = HONE_NONE,
                          .colours = HONE_NONE,
                          .tangents = HONE_NONE};
    for (uint32_t p = 0; p < GLTF_POOL_COUNT; p++) writer.pools[p] = hone_writer_make(desc->allocator);
    *writer.report = (hone_gltf_report){0};
    hone_gltf_use_model_space(&writer);
    writer.memory = hone_arena_create(desc->allocator, 0, error);
    bool ok = writer.memory && build_and_write(&writer, out);
    hone_gltf_release_images(&writer);
    hone_bytes_release(&writer.binary.bytes);
    hone_bytes_release(&writer.views.bytes);
    hone_bytes_release(&writer.accessors.bytes);
    for (uint32_t p = 0; p < GLTF_POOL_COUNT; p++) hone_bytes_release(&writer.pools[p].bytes);
    hone_arena_destroy(writer.memory);
    return ok;
}
