/* Cameras: nodes that name one. What the file has, and the keys of the one that an animation moves. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "core/motion/channel.h"
#include "files/format/common/clip_select.h"
#include "files/format/common/shot.h"
#include "files/format/gltf/read/file.h"
#include <hone/math.h>
#include <string.h>

enum {
    DEPTH_MAX = 256, /* nodes from a camera to the root: more are a cycle, or a mistake */
    FOCUS_MAX = 10,  /* from the eye to the target, units of the world: beyond it the near plane stays where it is */
    NEAR_PER_FOCUS = 20, /* the near plane of the renderer is at a twentieth of the focus */
    BYTES_PER_BYTE = 2,  /* that keys may take, for each byte of the file */
    SPARE = GLTF_SPARE / 4
};

/* The lens of a camera, as the file has it. */
typedef struct camera_lens {
    bool orthographic;
    double view;  /* vertical field of view, radians; of an orthographic camera half the height of the view, metres */
    double focus; /* units of the world */
    int32_t camera;
} camera_lens;

/* The nodes from a camera to its root, and what moves them. */
typedef struct camera_chain {
    uint32_t nodes[DEPTH_MAX], count;
    hone_transform rest[DEPTH_MAX], now[DEPTH_MAX];
    hone_affine local[DEPTH_MAX]; /* of those that nothing moves */
    uint8_t moved[DEPTH_MAX];
    hone_channels *channels;
    camera_lens lens;
    int signs[3]; /* of the axes of the world, in those of the file */
} camera_chain;

/* ---- what the file has ---------------------------------------------------------------------------------------- */

static gltf_object camera_of(gltf_reader *reader, int32_t camera, bool orthographic)
{
    gltf_object object = hone_gltf_item(&reader->json, "cameras", camera);
    return hone_gltf_member(&object, orthographic ? "orthographic" : "perspective");
}

static camera_lens lens_of(gltf_reader *reader, int32_t camera)
{
    gltf_object object = hone_gltf_item(&reader->json, "cameras", camera);
    camera_lens lens = {.orthographic = hone_gltf_text_is(&object, "type", "orthographic"), .camera = camera};
    gltf_object values = camera_of(reader, camera, lens.orthographic);
    double usual = lens.orthographic ? 1 : HONE_PI / 6, near = hone_gltf_number(&values, "znear", 0.1);
    lens.view = hone_gltf_number(&values, lens.orthographic ? "ymag" : "yfov", usual);
    if (!(lens.view > 0 && lens.view < (lens.orthographic ? 1e9 : HONE_PI)))
        lens.view = usual;
    lens.focus = fmin(fmax(near * HONE_SHOT_UNITS_PER_METRE * NEAR_PER_FOCUS, 1), FOCUS_MAX);
    return lens;
}

/* Returns HONE_NONE where a node has no camera. */
static int32_t camera_at(gltf_reader *reader, uint32_t node)
{
    gltf_object root = hone_gltf_root(&reader->json), object = hone_gltf_item(&reader->json, "nodes", (int32_t)node);
    return hone_gltf_index(&object, "camera", hone_gltf_count(&root, "cameras"));
}

/* Lists the nodes from a camera to its root. Returns false if they are too many. */
static bool find_chain(const int32_t *parents, uint32_t node, camera_chain *chain)
{
    chain->count = 0;
    for (int32_t at = (int32_t)node; at != HONE_NONE; at = parents[at]) {
        if (chain->count == DEPTH_MAX)
            return false;
        chain->nodes[chain->count++] = (uint32_t)at;
    }
    return true;
}

/* Whether a channel has several keys, by the number of its times. */
static bool has_keys(gltf_reader *reader, const gltf_object *animation, const gltf_object *channel)
{
    gltf_object root = hone_gltf_root(&reader->json);
    int32_t sampler = hone_gltf_index(channel, "sampler", hone_gltf_count(animation, "samplers"));
    if (sampler < 0)
        return false;
    gltf_object from = hone_gltf_element(animation, "samplers", (uint32_t)sampler);
    int32_t input = hone_gltf_index(&from, "input", hone_gltf_count(&root, "accessors"));
    gltf_object times = hone_gltf_item(&reader->json, "accessors", input);
    return hone_gltf_whole(&times, "count", 0) > 1;
}

/* Marks all nodes and cameras that an animation of the file moves. */
static bool find_moved(gltf_reader *reader, uint8_t **nodes, uint8_t **cameras)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t node_count = hone_gltf_count(&root, "nodes"), camera_count = hone_gltf_count(&root, "cameras");
    if (!hone_reading_scratch(&reader->file, node_count, 1, nodes) ||
        !hone_reading_scratch(&reader->file, camera_count, 1, cameras))
        return false;
    for (uint32_t a = 0, count = hone_gltf_count(&root, "animations"); a < count && !reader->file.failed; a++) {
        gltf_object animation = hone_gltf_item(&reader->json, "animations", (int32_t)a);
        for (uint32_t i = 0, channels = hone_gltf_count(&animation, "channels"); i < channels; i++) {
            gltf_object channel = hone_gltf_element(&animation, "channels", i);
            gltf_object target = hone_gltf_member(&channel, "target");
            int32_t node = hone_gltf_index(&target, "node", node_count), camera = hone_gltf_lens_of(reader, &target);
            bool moves = (node >= 0 || camera >= 0) && has_keys(reader, &animation, &channel);
            if (node >= 0 && moves)
                (*nodes)[node] = 1;
            if (camera >= 0 && moves)
                (*cameras)[camera] = 1;
        }
    }
    return !reader->file.failed;
}

static void set_camera(gltf_reader *reader, uint32_t node, hone_file_camera *out)
{
    int32_t camera = camera_at(reader, node);
    const camera_lens lens = lens_of(reader, camera);
    gltf_object from = hone_gltf_item(&reader->json, "nodes", (int32_t)node);
    gltf_text name = hone_gltf_text(&from, "name");
    if (name.size == 0)
        from = hone_gltf_item(&reader->json, "cameras", camera);
    *out = (hone_file_camera){.name = hone_gltf_copy_text(reader, &from, "name"),
                              .bone = (int32_t)node,
                              .fov = lens.orthographic ? 30 : (float)(lens.view * 180 / HONE_PI),
                              .orthographic = lens.orthographic};
}

/* Returns how many nodes have a camera. Stops early with an error set. */
static uint32_t count_cameras(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t count = 0, nodes = hone_gltf_count(&root, "cameras") ? hone_gltf_count(&root, "nodes") : 0;
    for (uint32_t n = 0; n < nodes && !reader->file.failed; n++) count += camera_at(reader, n) >= 0;
    return count;
}

/* Lists the cameras, without what moves them. */
static bool list_cameras(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t count = count_cameras(reader), nodes = count ? hone_gltf_count(&root, "nodes") : 0;
    hone_file_camera *cameras;
    if (reader->file.failed || !hone_reading_array(&reader->file, count, sizeof *cameras, &cameras))
        return false;
    reader->data.cameras = cameras;
    for (uint32_t n = 0; n < nodes && !reader->file.failed; n++)
        if (camera_at(reader, n) >= 0)
            set_camera(reader, n, &cameras[reader->data.camera_count++]);
    return !reader->file.failed;
}

bool hone_gltf_read_cameras(gltf_reader *reader)
{
    int32_t *parents;
    uint8_t *nodes, *moved;
    if (!list_cameras(reader))
        return false;
    if (reader->data.camera_count == 0)
        return true;
    if (!hone_gltf_find_parents(reader, &parents) || !find_moved(reader, &nodes, &moved))
        return false;
    for (uint32_t i = 0; i < reader->data.camera_count; i++) {
        hone_file_camera *camera = (hone_file_camera *)&reader->data.cameras[i];
        uint32_t depth = 0;
        camera->moves = moved[camera_at(reader, (uint32_t)camera->bone)];
        for (int32_t at = camera->bone; at != HONE_NONE && depth < DEPTH_MAX; at = parents[at], depth++)
            camera->moves |= nodes[at];
    }
    return !reader->file.failed;
}

/* ---- sampling ------------------------------------------------------------------------------------------------- */

/* Computes the transform of the node in the world of the file. A parent whose transform nothing moves may have a
 * matrix. */
static hone_affine place_at(camera_chain *chain, double frame, float *lens)
{
    const hone_channel_out out = {.bones = chain->now, .morphs = lens};
    hone_affine place = HONE_AFFINE_IDENTITY;
    memcpy(chain->now, chain->rest, chain->count * sizeof *chain->now);
    hone_channels_sample(chain->channels, frame, &out);
    for (uint32_t i = chain->count; i-- > 0;) {
        const hone_affine local = chain->moved[i] ? hone_affine_from_transform(&chain->now[i]) : chain->local[i];
        place = hone_affine_multiply(&place, &local);
    }
    return place;
}

/* A camera of glTF looks along its negative z axis. The world looks along the other z. Scales do not matter. */
static void sample(const void *user, double frame, double out[HONE_SHOT_WIDTH])
{
    camera_chain *chain = *(camera_chain *const *)user;
    const camera_lens *lens = &chain->lens;
    float view = (float)lens->view;
    const hone_affine m = place_at(chain, frame, &view);
    double eye[3], forward[3], up[3], focus = lens->focus;
    for (int i = 0; i < 3; i++) {
        int sign = chain->signs[i];
        eye[i] = sign * HONE_SHOT_UNITS_PER_METRE * (double)m.m[i][3];
        forward[i] = -sign * (double)m.m[i][2];
        up[i] = sign * (double)m.m[i][1];
    }
    if (lens->orthographic)
        focus = fmax((double)view, 1e-6) * HONE_SHOT_UNITS_PER_METRE / HONE_SHOT_FLAT_SLOPE;
    hone_shot_camera(eye, forward, up, focus, (double)view * 180 / HONE_PI, out);
}

/* ---- what moves a camera -------------------------------------------------------------------------------------- */

static void read_rest(gltf_reader *reader, camera_chain *chain)
{
    for (uint32_t i = 0; i < chain->count; i++) {
        gltf_object node = hone_gltf_item(&reader->json, "nodes", (int32_t)chain->nodes[i]);
        hone_gltf_node_transform(&node, &chain->rest[i], &chain->local[i]);
        chain->moved[i] = 0;
    }
}

/* Returns the node of the chain that a channel moves; chain->count: none. */
static uint32_t moved_by(const camera_chain *chain, const hone_channel *channel)
{
    uint32_t at = 0;
    if (channel->path == HONE_CHANNEL_WEIGHTS)
        return chain->count;
    while (at < chain->count && (int32_t)chain->nodes[at] != channel->targets[0].index) at++;
    return at;
}

/* Adds the channels that move a node of the chain. Their keys are repaired, as hone_motion_create does it. */
static bool bind(gltf_reader *reader, const hone_motion_data *motion, int32_t *targets, camera_chain *chain)
{
    hone_channels *channels = chain->channels;
    for (uint32_t c = 0; c < motion->channel_count; c++) {
        hone_channel *channel = (hone_channel *)&motion->channels[c];
        uint32_t at = moved_by(chain, channel);
        if (at == chain->count)
            continue;
        if (!hone_repair_channel(reader->file.builder, channel, c))
            return hone_reading_fail_memory(&reader->file);
        if (channel->key_count == 0)
            continue;
        targets[channels->count] = (int32_t)at;
        channels->cursors[channels->count] = hone_channel_cursor_of(channel, &targets[channels->count]);
        channels->count++;
        chain->moved[at] = 1;
    }
    return true;
}

/* Adds the channel that moves the lens, if there is one. */
static bool bind_lens(gltf_reader *reader, int32_t clip, int32_t *targets, camera_chain *chain)
{
    hone_channels *channels = chain->channels;
    hone_channel *channel;
    if (!hone_reading_scratch(&reader->file, 1, sizeof *channel, &channel) ||
        !hone_gltf_read_lens(reader, clip, chain->lens.camera, channel))
        return false;
    if (!hone_repair_channel(reader->file.builder, channel, 0))
        return hone_reading_fail_memory(&reader->file);
    targets[channels->count] = 0;
    if (channel->key_count)
        channels->cursors[channels->count] = hone_channel_cursor_of(channel, &targets[channels->count]);
    channels->count += channel->key_count > 0;
    return true;
}

/* Opens the camera of a node. clip: HONE_NONE: nothing moves. Returns false with an error. */
static bool open_chain(gltf_reader *reader, int32_t clip, uint32_t node, const hone_motion_data *motion,
                       camera_chain *chain)
{
    uint64_t count = 1; /* the lens */
    int32_t *targets;
    int turned = hone_gltf_is_turned(reader) ? -1 : 1; /* as its models, which must stay in view */
    chain->signs[0] = turned, chain->signs[1] = 1, chain->signs[2] = -turned;
    chain->lens = lens_of(reader, camera_at(reader, node));
    read_rest(reader, chain);
    for (uint32_t c = 0; c < motion->channel_count; c++) count += moved_by(chain, &motion->channels[c]) < chain->count;
    if (reader->file.failed || !hone_reading_scratch(&reader->file, 1, sizeof *chain->channels, &chain->channels) ||
        !hone_reading_scratch(&reader->file, count, sizeof *targets, &targets) ||
        !hone_reading_scratch(&reader->file, count, sizeof *chain->channels->cursors, &chain->channels->cursors))
        return false;
    return bind(reader, motion, targets, chain) && bind_lens(reader, clip, targets, chain) &&
           (hone_channels_group(chain->channels, chain->count, reader->file.scratch, reader->file.scratch) ||
            hone_reading_is_fine(&reader->file));
}

/* ---- keys ----------------------------------------------------------------------------------------------------- */

/* Returns how many frames an animation has; 0, with a warning, if they are too many. */
static uint32_t frames_of(gltf_reader *reader, int32_t clip)
{
    double seconds = clip == HONE_NONE ? 0 : reader->data.clips[clip].duration;
    double frames = ceil(seconds * HONE_FRAMES_PER_SECOND - 1e-6);
    if (frames < HONE_SHOT_FRAMES_MAX)
        return frames > 0 ? (uint32_t)frames + 1 : 1;
    hone_builder_warn(reader->file.builder, "animation that is too long for its camera: left out", (uint64_t)clip);
    return 0;
}

static bool add_keys(gltf_reader *reader, camera_chain *chain, uint32_t frames, bool still, hone_motion_data *out)
{
    hone_shot_desc desc = {.sample = sample,
                           .user = &chain,
                           .width = HONE_SHOT_WIDTH,
                           .angles = HONE_SHOT_ANGLES,
                           .frames = frames,
                           .still = still};
    memcpy(desc.tolerances, hone_shot_camera_tolerances, sizeof desc.tolerances);
    uint64_t bytes = (uint64_t)reader->whole->size * BYTES_PER_BYTE + SPARE;
    uint64_t room = bytes / (sizeof(hone_camera_key) + sizeof(hone_shot_key));
    return hone_shot_camera_keys(&desc, chain->lens.orthographic, room < UINT32_MAX ? (uint32_t)room : UINT32_MAX,
                                 reader->file.builder, out, reader->file.error);
}

/* Adds the keys of the camera of the list; if it stands still, only if `still`. frames: all that are left to sample. */
static bool try_camera(gltf_reader *reader, int32_t clip, uint32_t index, const int32_t *parents, bool still,
                       camera_chain *chain, uint32_t *frames, hone_motion_data *out)
{
    uint32_t node = (uint32_t)reader->data.cameras[index].bone, count = frames_of(reader, clip);
    if (count == 0 || count > *frames || !find_chain(parents, node, chain))
        return true;
    if (!open_chain(reader, clip, node, out, chain))
        return false;
    if (chain->channels->count == 0 && !still)
        return true;
    *frames -= count;
    return add_keys(reader, chain, count, still, out);
}

bool hone_gltf_read_camera_keys(gltf_reader *reader, int32_t clip, const char *wanted, hone_motion_data *out)
{
    int32_t *parents;
    camera_chain *chain;
    uint32_t index = 0, frames = HONE_SHOT_FRAMES_MAX;
    if (!list_cameras(reader) || (wanted && !hone_camera_select(reader->data.cameras, reader->data.camera_count, wanted,
                                                                &index, reader->file.error)))
        return false;
    if (reader->data.camera_count == 0)
        return true;
    if (!hone_gltf_find_parents(reader, &parents) || !hone_reading_scratch(&reader->file, 1, sizeof *chain, &chain))
        return false;
    uint32_t end = wanted ? index + 1 : reader->data.camera_count;
    for (; index < end && !out->camera_key_count; index++)
        if (!try_camera(reader, clip, index, parents, wanted != NULL, chain, &frames, out))
            return false;
    return true;
}
