/* The light of a clip: a directional one. */
#include "files/format/fbx/animation/shot.h"
#include <string.h>

/* The numbers of a key. */
enum { COLOUR = 0, DIRECTION = 3, WIDTH = 6 };

typedef struct light_context {
    fbx_shot shot;
    fbx_track *colour, *intensity; /* 0 to 1; per cent */
} light_context;

/* A light of FBX shines along its negative y axis. The world looks along the other z than a model of glTF. */
static void sample(const void *user, double frame, double out[HONE_SHOT_WIDTH])
{
    const light_context *c = user;
    double time = hone_fbx_shot_time(c->shot.motion->animation, frame);
    double colour[3], intensity[3], down[3] = {0, -1, 0}, square = 0;
    fbx_matrix matrix;
    hone_fbx_shot_matrix(&c->shot, time, &matrix);
    hone_fbx_direction(&c->shot.motion->animation->reader->scene.space, down, down);
    for (int r = 0; r < 3; r++) {
        double sum = matrix.m[r][0] * down[0] + matrix.m[r][1] * down[1] + matrix.m[r][2] * down[2];
        out[DIRECTION + r] = r == 2 ? -sum : sum;
        square += sum * sum;
    }
    hone_fbx_track_seek(c->colour, time);
    hone_fbx_track_value(c->colour, time, colour);
    hone_fbx_track_seek(c->intensity, time);
    hone_fbx_track_value(c->intensity, time, intensity);
    for (int i = 0; i < 3; i++) {
        out[DIRECTION + i] /= square > 0 ? sqrt(square) : 1;
        out[COLOUR + i] = fmax(0, fmin(1, colour[i] * intensity[0] / 100));
    }
}

static bool open_tracks(light_context *c, fbx_animation *animation)
{
    const fbx_object *attribute = &animation->reader->scene.objects[c->shot.attribute];
    fbx_track *tracks;
    if (!hone_reading_scratch(&animation->reader->file, 2, sizeof *tracks, &tracks))
        return false;
    c->colour = &tracks[0], c->intensity = &tracks[1];
    memcpy(c->colour->rest, (const double[3]){1, 1, 1}, sizeof c->colour->rest);
    hone_fbx_property_vector(attribute, "Color", c->colour->rest);
    c->intensity->rest[0] = hone_fbx_property(attribute, "Intensity", 100);
    return hone_fbx_track_open(animation, c->shot.attribute, "Color", c->colour) &&
           hone_fbx_track_open(animation, c->shot.attribute, "Intensity", c->intensity);
}

static void set_key(const hone_shot_key *from, hone_light_key *out)
{
    out->frame = from->frame;
    for (int i = 0; i < 3; i++) {
        out->light.colour[i] = (float)from->values[COLOUR + i];
        out->light.direction[i] = (float)from->values[DIRECTION + i];
    }
}

static bool add_keys(const light_context *c, uint32_t frames, hone_motion_data *out)
{
    const fbx_animation *animation = c->shot.motion->animation;
    const hone_shot_desc desc = {.sample = sample,
                                 .user = c,
                                 .width = WIDTH,
                                 .angles = HONE_NONE,
                                 .tolerances = {2e-3, 2e-3, 2e-3, 1e-3, 1e-3, 1e-3},
                                 .frames = frames};
    uint32_t count = hone_shot_keys(&desc, NULL, 0);
    hone_shot_key *found;
    hone_light_key *keys;
    if (count > hone_fbx_shot_room(animation, sizeof *keys + sizeof *found)) {
        hone_builder_warn(animation->reader->file.builder, "light that needs too many keys: left out", 0);
        return true;
    }
    if (!hone_reading_scratch(&animation->reader->file, count, sizeof *found, &found) ||
        !hone_reading_array(&animation->reader->file, count, sizeof *keys, &keys))
        return false;
    hone_shot_keys(&desc, found, count);
    for (uint32_t k = 0; k < count; k++) set_key(&found[k], &keys[k]);
    out->light_keys = keys;
    out->light_key_count = count;
    return true;
}

/* The first one that the clip moves. */
bool hone_fbx_read_light_keys(const fbx_bone_motion *motion, hone_motion_data *out)
{
    const fbx_reader *reader = motion->animation->reader;
    light_context c = {.shot = {.motion = motion}};
    int32_t at = HONE_NONE;
    bool found = false;
    while (!found && hone_fbx_next_shot(reader, "Light", at, &c.shot.node, &c.shot.attribute)) {
        at = (int32_t)c.shot.node;
        found = hone_fbx_object_moves(reader, motion->animation, c.shot.attribute) ||
                hone_fbx_chain_moves(reader, motion->animation, at);
    }
    uint32_t frames = found ? hone_fbx_shot_frames(motion->animation) : 0;
    return frames == 0 || (open_tracks(&c, motion->animation) && add_keys(&c, frames, out));
}
