/* The light of a clip: a directional one. */
#include "format/fbx/animation/shot.h"
#include <string.h>

/* The numbers of a key. */
enum { COLOUR = 0, DIRECTION = 3, WIDTH = 6 };

typedef struct light_context {
    fbx_shot shot;
    fbx_track *colour, *intensity; /* 0 to 1; per cent */
} light_context;

/* A light of FBX shines along its negative y axis. The world looks along the other z than a model of glTF. */
static void sample(const void *user, double time, double out[FBX_SHOT_WIDTH])
{
    const light_context *c = user;
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
    if (!hone_fbx_scratch(animation->reader, 2, sizeof *tracks, &tracks))
        return false;
    c->colour = &tracks[0], c->intensity = &tracks[1];
    memcpy(c->colour->rest, (const double[3]){1, 1, 1}, sizeof c->colour->rest);
    hone_fbx_property_vector(attribute, "Color", c->colour->rest);
    c->intensity->rest[0] = hone_fbx_property(attribute, "Intensity", 100);
    return hone_fbx_track_open(animation, c->shot.attribute, "Color", c->colour) &&
           hone_fbx_track_open(animation, c->shot.attribute, "Intensity", c->intensity);
}

bool hone_fbx_read_light_keys(const fbx_bone_motion *motion, hone_motion_data *out)
{
    fbx_reader *reader = motion->animation->reader;
    light_context c;
    if (!hone_fbx_find_shot(motion, "Light", &c.shot) || hone_fbx_shot_frames(motion->animation) == 0)
        return true;
    const fbx_shot_desc desc = {.animation = motion->animation,
                                .sample = sample,
                                .user = &c,
                                .width = WIDTH,
                                .tolerances = {2e-3, 2e-3, 2e-3, 1e-3, 1e-3, 1e-3}};
    double(*values)[FBX_SHOT_WIDTH];
    uint32_t *frames, count;
    hone_light_key *keys;
    if (!open_tracks(&c, motion->animation) || !hone_fbx_shot_keys(&desc, &values, &frames, &count) ||
        !hone_fbx_array(reader, count, sizeof *keys, &keys))
        return false;
    for (uint32_t k = 0; k < count; k++) {
        keys[k].frame = frames[k];
        for (int i = 0; i < 3; i++) {
            keys[k].light.colour[i] = (float)values[k][COLOUR + i];
            keys[k].light.direction[i] = (float)values[k][DIRECTION + i];
        }
    }
    out->light_keys = keys;
    out->light_key_count = count;
    return true;
}
