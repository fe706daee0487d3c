/* Reads BVH: a skeleton as a model without a mesh, and its frames as a motion. */
#include "base/memory/builder.h"
#include "files/format/bvh/skeleton.h"
#include "files/format/common/read_common.h"
#include "files/format/common/reading.h"
#include "files/format/readers.h"

typedef struct bvh_context {
    hone_bvh_reader reader;
    hone_bvh_skeleton skeleton;
    hone_bvh_frames frames;
} bvh_context;

static bool begin_read(bvh_context *b, const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    const hone_allocator *allocator = desc ? desc->allocator : NULL;
    size_t limit = hone_memory_limit(size);
    hone_bvh_reader *reader = &b->reader;
    hone_bvh_open(reader, bytes, size, error);
    reader->scratch = hone_arena_create(allocator, limit, error);
    reader->out = reader->scratch ? hone_builder_create(allocator, limit, error) : NULL;
    if (!reader->out || !hone_bvh_read_skeleton(reader, &b->skeleton))
        return false;
    b->skeleton.unit = desc && desc->unit > 0 ? desc->unit : hone_bvh_guess_unit(reader, &b->skeleton);
    return !reader->failed && hone_bvh_read_frame_times(reader, &b->skeleton, &b->frames) &&
           hone_bvh_find_up(reader, &b->skeleton, &b->frames);
}

static void end_read(bvh_context *b)
{
    hone_arena_destroy(b->reader.scratch);
    hone_builder_destroy(b->reader.out);
}

/* Passes the builder to the model or motion, which releases it. */
static hone_builder *hand_over(bvh_context *b)
{
    hone_builder *out = b->reader.out;
    b->reader.out = NULL;
    return out;
}

/* The motion of a file is its only clip. */
static const hone_clip *make_clip(const bvh_context *b, uint32_t *count)
{
    hone_clip *clip = b->frames.count ? hone_builder_array(b->reader.out, 1, sizeof *clip) : NULL;
    if (clip)
        *clip = (hone_clip){"", (b->frames.count - 1) * b->frames.seconds};
    *count = clip != NULL;
    return clip;
}

hone_model *hone_bvh_read_model(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    bvh_context b = {0};
    hone_model_data data = {.format = HONE_FORMAT_BVH, .space = HONE_SPACE_GLTF};
    hone_model *model = NULL;
    if (begin_read(&b, bytes, size, desc, error) && hone_bvh_find_rest(&b.reader, &b.skeleton, &b.frames)) {
        hone_bvh_charge(&b.reader);
        data.source = b.skeleton.hash;
        data.clips = make_clip(&b, &data.clip_count);
        if (hone_bvh_build_bones(&b.skeleton, b.reader.out, &data))
            model = hone_model_create(hand_over(&b), &data, &(hone_model_desc){desc && desc->strict}, error);
        else
            hone_builder_fail(b.reader.out, error);
    }
    end_read(&b);
    return model;
}

static bool build_motion(bvh_context *b, const char *clip, hone_motion_data *data, hone_error *error)
{
    uint32_t wanted;
    if (b->frames.count == 0 && b->skeleton.channel_count == 0)
        hone_bvh_warn(&b->reader, b->reader.at, "a motion without channels: nothing moves, in this line");
    data->source = b->skeleton.hash;
    data->clips = make_clip(b, &data->clip_count);
    if (data->clip_count && !hone_clip_select(data->clips, data->clip_count, clip, &wanted, error))
        return false;
    if (hone_bvh_read_channels(&b->reader, &b->skeleton, &b->frames, data))
        return true;
    return b->reader.failed ? false : hone_builder_fail(b->reader.out, error);
}

hone_motion *hone_bvh_read_motion(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    bvh_context b = {0};
    hone_motion_data data = {.format = HONE_FORMAT_BVH, .space = HONE_SPACE_GLTF};
    hone_motion *motion = NULL;
    if (begin_read(&b, bytes, size, desc, error) && build_motion(&b, desc ? desc->clip : NULL, &data, error))
        motion = hone_motion_create(hand_over(&b), &data, &(hone_motion_desc){desc && desc->strict}, error);
    end_read(&b);
    return motion;
}
