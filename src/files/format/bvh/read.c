/* Reads BVH: a skeleton as a model without a mesh, and its frames as a motion. */
#include "base/memory/builder.h"
#include "base/text/text.h"
#include "files/format/bvh/skeleton.h"
#include "files/format/common/clip_select.h"
#include "files/format/readers.h"

typedef struct bvh_context {
    hone_reading reader;
    hone_bvh_skeleton skeleton;
    hone_bvh_frames frames;
} bvh_context;

static bool begin_read(bvh_context *b, const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    const hone_allocator *allocator = desc ? desc->allocator : NULL;
    size_t limit = hone_memory_limit(size);
    hone_reading *reader = &b->reader;
    *reader = hone_reading_make(bytes, size, error);
    hone_reading_count_lines(reader, size && memchr(bytes, '\n', size) ? '\n' : '\r');
    reader->text.at += hone_utf8_mark(reader->text.begin, size);
    if (!hone_reading_open_memory(reader, allocator, limit, limit) || !hone_bvh_read_skeleton(reader, &b->skeleton))
        return false;
    b->skeleton.unit = desc && desc->unit > 0 ? desc->unit : hone_bvh_guess_unit(reader, &b->skeleton);
    return !reader->failed && hone_bvh_read_frame_times(reader, &b->skeleton, &b->frames) &&
           hone_bvh_find_up(reader, &b->skeleton, &b->frames);
}

/* The motion of a file is its only clip. */
static const hone_clip *make_clip(const bvh_context *b, uint32_t *count)
{
    hone_clip *clip = b->frames.count ? hone_builder_array(b->reader.builder, 1, sizeof *clip) : NULL;
    if (clip)
        *clip = (hone_clip){"", (b->frames.count - 1) * b->frames.seconds};
    *count = clip != NULL;
    return clip;
}

static bool build_model(bvh_context *b, hone_model_data *data)
{
    if (!hone_bvh_find_rest(&b->reader, &b->skeleton, &b->frames))
        return false;
    hone_reading_charge(&b->reader);
    data->source = b->skeleton.hash;
    data->clips = make_clip(b, &data->clip_count);
    return hone_bvh_build_bones(&b->skeleton, b->reader.builder, data) || hone_reading_is_fine(&b->reader);
}

hone_model *hone_bvh_read_model(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    bvh_context b = {0};
    hone_model_data data = {.format = HONE_FORMAT_BVH, .space = HONE_SPACE_GLTF};
    bool read = begin_read(&b, bytes, size, desc, error) && build_model(&b, &data);
    hone_builder *builder = hone_reading_close_memory(&b.reader, read);
    return builder ? hone_model_create(builder, &data, &(hone_model_desc){desc && desc->strict}, error) : NULL;
}

static bool build_motion(bvh_context *b, const char *clip, hone_motion_data *data, hone_error *error)
{
    uint32_t wanted;
    if (b->frames.count == 0 && b->skeleton.channel_count == 0)
        hone_reading_warn_at(&b->reader, b->reader.text.at, "a motion without channels: nothing moves, in this line");
    data->source = b->skeleton.hash;
    data->clips = make_clip(b, &data->clip_count);
    if (data->clip_count && !hone_clip_select(data->clips, data->clip_count, clip, &wanted, error))
        return false;
    return hone_bvh_read_channels(&b->reader, &b->skeleton, &b->frames, data) || hone_reading_is_fine(&b->reader);
}

hone_motion *hone_bvh_read_motion(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    bvh_context b = {0};
    hone_motion_data data = {.format = HONE_FORMAT_BVH, .space = HONE_SPACE_GLTF};
    bool read = begin_read(&b, bytes, size, desc, error) && build_motion(&b, desc ? desc->clip : NULL, &data, error);
    hone_builder *builder = hone_reading_close_memory(&b.reader, read);
    return builder ? hone_motion_create(builder, &data, &(hone_motion_desc){desc && desc->strict}, error) : NULL;
}

const hone_format_reader hone_bvh_format = {
    .built_in = true, .model = hone_bvh_read_model, .motion = hone_bvh_read_motion};
