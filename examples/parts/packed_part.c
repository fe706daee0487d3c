#include <hone/clip.h>
#include <stdio.h>
#include <stdlib.h>

enum { BONES = 24, MORPHS = 2, SAMPLES = 60, UPPER = 12 }; /* the bones from UPPER on are the upper body */

/* A chain of bones that wave, and two weights. */
static void record(hone_transform (*samples)[BONES], float (*weights)[MORPHS])
{
    for (int s = 0; s < SAMPLES; s++) {
        float phase = (float)s / SAMPLES;
        for (int b = 0; b < BONES; b++) {
            samples[s][b] = (hone_transform)HONE_TRANSFORM_IDENTITY;
            samples[s][b].translation[1] = 0.1f;
            hone_quat_from_euler(HONE_EULER_YXZ, (const float[3]){0.2f * phase * (float)(b % 3), 0, 0.1f * phase},
                                 samples[s][b].rotation);
        }
        weights[s][0] = phase, weights[s][1] = 1 - phase;
    }
}

/* Decodes a part of the bones, as for the upper body of a character whose legs another clip moves. Prints how far it is
 * from all bones, which is nothing, and the weights. */
static void decode(const hone_packed_clip *clip)
{
    hone_transform all[BONES], upper[BONES - UPPER];
    float weights[MORPHS] = {0};
    for (int b = 0; b < BONES; b++) all[b] = (hone_transform)HONE_TRANSFORM_IDENTITY;
    for (int b = 0; b < BONES - UPPER; b++) upper[b] = all[b]; /* what is always at rest is not in the clip */
    hone_packed_clip_decode(clip, 20.5, all);
    hone_packed_clip_decode_range(clip, 20.5, UPPER, BONES - UPPER, upper);
    hone_packed_clip_decode_weights(clip, 20.5, weights);
    float apart = 0;
    for (int b = UPPER; b < BONES; b++) {
        apart += hone_vec3_distance(all[b].translation, upper[b - UPPER].translation);
        apart += 1 - fabsf(hone_quat_dot(all[b].rotation, upper[b - UPPER].rotation));
    }
    printf("%d bones alone: %g apart; weights %.3f and %.3f\n", BONES - UPPER, (double)apart, (double)weights[0],
           (double)weights[1]);
}

int main(void)
{
    static hone_transform samples[SAMPLES][BONES];
    static float weights[SAMPLES][MORPHS];
    int32_t parents[BONES];
    hone_error error = {0};
    hone_bytes bytes = {0};
    record(samples, weights);
    for (int b = 0; b < BONES; b++) parents[b] = b - 1;
    const hone_clip_pack_desc desc = {.bone_count = BONES,
                                      .parents = parents,
                                      .sample_count = SAMPLES,
                                      .rate = 30,
                                      .bones = samples[0],
                                      .weight_count = MORPHS,
                                      .weights = weights[0],
                                      .tolerance = 0.001f,
                                      .distance = 0.1f};
    hone_packed_clip *clip = hone_clip_pack(&desc, &bytes, NULL, &error)
                                 ? hone_packed_clip_open(bytes.data, bytes.size, NULL, &error)
                                 : NULL;
    if (clip)
        decode(clip);
    else
        fprintf(stderr, "%s\n", error.message);
    hone_packed_clip_close(clip), hone_bytes_release(&bytes);
    return clip == NULL;
}
