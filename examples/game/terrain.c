#include "terrain.h"
#include <hone/math.h>

terrain terrain_make(float scale, float front)
{
    return (terrain){.scale = scale, .square = {0, front * 25 * scale}, .size = 13 * scale};
}

/* 0 at the middle of the level place, 1 outside of it. */
static float distance_from_square(const terrain *ground, float x, float z)
{
    float distance = hypotf(x - ground->square[0], z - ground->square[1]) / ground->size - 1;
    float t = fminf(fmaxf(2 * distance, 0), 1);
    return t * t * (3 - 2 * t);
}

float terrain_height(const terrain *ground, float x, float z)
{
    float u = x / ground->scale, v = z / ground->scale;
    float hills = 0.55f * sinf(0.31f * u + 0.4f) * cosf(0.27f * v) + 0.22f * sinf(0.83f * v + 0.5f * u);
    float bumps = 0.035f * sinf(2.9f * u) * sinf(2.3f * v + 1);
    return ground->scale * (hills + bumps) * distance_from_square(ground, x, z);
}

bool terrain_ground(void *user, const float position[3], float *height, float normal[3])
{
    const terrain *ground = user;
    float x = position[0], z = position[2], step = 0.01f * ground->scale;
    *height = terrain_height(ground, x, z);
    hone_vec3_set(terrain_height(ground, x - step, z) - terrain_height(ground, x + step, z), 2 * step,
                  terrain_height(ground, x, z - step) - terrain_height(ground, x, z + step), normal);
    return true;
}
