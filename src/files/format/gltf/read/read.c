/* Reads a model, or one animation as a motion, from an open glTF file. */
#include "base/memory/builder.h"
#include "files/format/common/clip_select.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/read/file.h"
#include "files/format/gltf/read/vrm/vrm.h"

/* ---- the model ------------------------------------------------------------------------------------------------ */

static bool read_names(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json), asset = hone_gltf_member(&root, "asset");
    uint32_t scenes = hone_gltf_count(&root, "scenes");
    int32_t chosen = hone_gltf_index(&root, "scene", scenes);
    gltf_object scene = hone_gltf_item(&reader->json, "scenes", chosen < 0 && scenes ? 0 : chosen);
    reader->data.name = hone_gltf_copy_text(reader, &scene, "name");
    reader->data.comment = hone_gltf_copy_text(reader, &asset, "copyright");
    return !reader->file.failed;
}

static bool read_all(gltf_reader *reader)
{
    reader->data.format = reader->format;
    reader->data.space = HONE_SPACE_GLTF;
    hone_gltf_warn_of_cut_buffers(reader);
    hone_gltf_warn_of_limits(reader);
    return read_names(reader) && hone_gltf_read_nodes(reader) && hone_gltf_read_parts(reader) &&
           hone_gltf_read_vertices(reader) && hone_gltf_read_skins(reader) && hone_gltf_read_triangles(reader) &&
           hone_gltf_read_morphs(reader) && hone_gltf_read_materials(reader) && hone_gltf_read_pointed(reader) &&
           hone_gltf_read_images(reader) && hone_gltf_read_humanoid(reader) && hone_gltf_read_look_at(reader) &&
           hone_gltf_read_meta(reader) && hone_gltf_read_first_person(reader) && hone_gltf_read_constraints(reader) &&
           hone_gltf_read_springs(reader) && hone_gltf_read_vrm_animation(reader) && hone_gltf_read_clips(reader) &&
           hone_gltf_read_cameras(reader);
}

/* ---- a reading ------------------------------------------------------------------------------------------------ */

/* A loader may take 16 times the bytes of the file and its buffers + 1 MiB (format.h). That includes those bytes
 * themselves, the parsed JSON, the content of data URIs, and what is lost at the ends of the builders' blocks. JSON
 * that takes more than its share, as the size of the file, leaves less for the model. Instances may take more. */
static bool begin(gltf_reader *reader, hone_gltf_file *file, hone_error *error)
{
    size_t json = hone_json_tokens_taken(&file->opened.json.tokens), more = json > file->size ? json - file->size : 0;
    size_t buffers = hone_arena_taken(file->opened.file.scratch);
    *reader = file->opened;
    reader->file = hone_reading_make(NULL, 0, error);
    reader->json.file = &reader->file;
    reader->instance_bytes = hone_gltf_uses(reader, GLTF_INSTANCING) ? GLTF_INSTANCE_BYTES : 0;
    reader->work += reader->instance_bytes / 8;
    return hone_reading_open_memory(&reader->file, &file->allocator,
                                    (size_t)(file->all * 11 + GLTF_SPARE - more + reader->instance_bytes),
                                    (size_t)(file->size * 2 + GLTF_SPARE / 4 - buffers + reader->instance_bytes / 2));
}

hone_model *hone_gltf_read_model(hone_gltf_file *file, bool strict, hone_error *error)
{
    gltf_reader reader;
    bool read = begin(&reader, file, error) && read_all(&reader);
    hone_builder *builder = hone_reading_close_memory(&reader.file, read);
    reader.data.source = file->source;
    return builder ? hone_model_create(builder, &reader.data, &(hone_model_desc){strict}, error) : NULL;
}

/* A file without clips has a motion where a camera is wanted: that of the camera. */
static bool read_motion(gltf_reader *reader, const char *wanted, const char *camera, hone_motion_data *out)
{
    uint32_t clip;
    if (!hone_gltf_read_clips(reader))
        return false;
    if (reader->data.clip_count == 0 && !wanted && camera)
        return hone_gltf_read_camera_keys(reader, HONE_NONE, camera, out);
    if (!hone_clip_select(reader->data.clips, reader->data.clip_count, wanted, &clip, reader->file.error))
        return false;
    out->clip_count = reader->data.clip_count;
    out->clips = reader->data.clips;
    hone_gltf_warn_of_cut_buffers(reader);
    hone_gltf_warn_of_limits_of_motion(reader);
    out->vrm_animation = hone_gltf_is_vrm_animation(reader);
    return hone_gltf_read_channels(reader, clip, out) && hone_gltf_read_visibility(reader, clip, out) &&
           hone_gltf_read_camera_keys(reader, (int32_t)clip, camera, out);
}

hone_motion *hone_gltf_read_motion(hone_gltf_file *file, const char *clip, const char *camera, bool strict,
                                   hone_error *error)
{
    gltf_reader reader;
    hone_motion_data data = {.space = HONE_SPACE_GLTF, .source = file->source, .format = file->opened.format};
    bool read = begin(&reader, file, error) && read_motion(&reader, clip, camera, &data);
    hone_builder *builder = hone_reading_close_memory(&reader.file, read);
    return builder ? hone_motion_create(builder, &data, &(hone_motion_desc){strict}, error) : NULL;
}

/* ---- as one of all formats ------------------------------------------------------------------------------------- */

static void *open_file(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    return hone_gltf_open(bytes, size, desc, error);
}

static void close_file(void *file)
{
    hone_gltf_close(file);
}

static hone_model *model_of(void *file, const hone_load_desc *desc, hone_error *error)
{
    return hone_gltf_read_model(file, desc->strict, error);
}

static hone_motion *motion_of(void *file, const hone_load_desc *desc, hone_error *error)
{
    return hone_gltf_read_motion(file, desc->clip, desc->camera, desc->strict, error);
}

const hone_format_reader hone_gltf_format = {
    .built_in = true, .open = open_file, .close = close_file, .model_of = model_of, .motion_of = motion_of};
