/* The shots of the camera in the dance, and the keys that are made of them. */
#include "samples/make/base/generator.h"
#include "samples/make/base/vec.h"
#include "samples/make/dance/dance.h"

/* Beats, target, pitch and yaw in degrees, distance, field of view. Two rows one frame apart make a cut. */
typedef struct shot_row {
    float beat;
    int after; /* frames */
    vec3 target;
    float pitch, yaw, distance, fov;
} shot_row;

static const shot_row shots[] = {
    {0, 0, {0, 10.6f, 0}, 2, 14, 44, 30},       {8, 0, {0, 10.4f, 0}, 4, -16, 41, 30},
    {8, 1, {0.3f, 15.6f, 0}, -2, 22, 21, 30},   {12, 0, {0, 15.4f, 0}, 0, 4, 23, 30},
    {15.5f, 0, {0, 13.5f, 0}, 2, -14, 32, 30},  {15.5f, 1, {0, 10.4f, 0}, 6, -24, 42, 30},
    {18.5f, 0, {0.2f, 10.6f, 0}, 4, 6, 44, 30}, {20.4f, 0, {0, 11.8f, 0}, -6, 12, 44, 30},
    {22, 0, {0, 13.6f, 0}, 1, -4, 34, 30},      {23.2f, 0, {0.2f, 16.6f, 0}, 2, -8, 19, 30},
    {23.7f, 0, {0.1f, 15, 0}, 2, 0, 26, 30},    {24, 0, {0, 10.6f, 0}, 2, 14, 44, 30},
};
enum { SHOTS = sizeof shots / sizeof *shots };

static hone_camera_key key_of(const shot_row *row)
{
    static const hone_curve slow = {40, 0, 87, 127};
    return (hone_camera_key){
        .frame = (uint32_t)(lroundf(row->beat * BEAT) + row->after),
        .camera = {{row->target.x, row->target.y, row->target.z},
                   {row->pitch * PI / 180, row->yaw * PI / 180, 0},
                   -row->distance,
                   row->fov,
                   false},
        .curves = {slow, slow, slow, slow, slow, slow},
    };
}

hone_motion *camera_make(void)
{
    hone_error error = {0};
    hone_motion *motion = NULL;
    hone_builder *builder = hone_builder_create(NULL, 0, &error);
    if (builder) {
        hone_camera_key *keys = hone_builder_array(builder, SHOTS, sizeof *keys);
        for (int i = 0; keys && i < SHOTS; i++) keys[i] = key_of(&shots[i]);
        hone_motion_data data = {.space = HONE_SPACE_MMD,
                                 .model_name = "カメラ・照明", /* the model name that MMD gives to such a motion */
                                 .camera_keys = keys,
                                 .camera_key_count = SHOTS};
        motion = hone_motion_create(builder, &data, NULL, &error);
    }
    if (!motion) {
        give_up("%s", error.message);
    }
    return motion;
}
