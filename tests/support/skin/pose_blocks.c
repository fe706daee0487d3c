#include "support/skin/pose_blocks.h"
#include <stdlib.h>
#include <string.h>

void check_sampled_blocks(hone_sampler *sampler, double frame, const hone_pose *rest, const hone_pose *want)
{
    uint32_t bones = rest->bone_count, morphs = rest->morph_count;
    hone_pose_block *blocks = malloc(hone_pose_block_count(bones) * sizeof *blocks);
    hone_transform *got = malloc(bones * sizeof *got);
    float *weights = malloc(morphs * sizeof *weights + 1);
    assert_true(blocks && got && weights);
    hone_pose_block_from_bones(rest->bones, bones, blocks);
    for (uint32_t m = 0; m < morphs; m++) weights[m] = rest->morphs[m];
    hone_sampler_sample_blocks(sampler, frame, blocks, NULL);
    for (uint32_t m = 0; m < morphs; m++) CHECK(weights[m] == rest->morphs[m]);
    hone_sampler_sample_blocks(sampler, frame, blocks, weights);
    hone_pose_block_to_bones(blocks, bones, got);
    CHECK(memcmp(got, want->bones, bones * sizeof *got) == 0);
    for (uint32_t m = 0; m < morphs; m++) CHECK(weights[m] == want->morphs[m]);
    free(blocks), free(got), free(weights);
}
