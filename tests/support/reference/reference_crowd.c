#include "support/reference/reference_crowd.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Translation, rotation, scale, as in hone_transform. */
typedef struct wide {
    double n[10];
    bool animated;
} wide;

static const int first_of[3] = {0, 3, 7}, width_of[3] = {3, 4, 3}; /* by path */

static double dot4(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static void normalise(double *q)
{
    double length = sqrt(dot4(q, q));
    for (int i = 0; i < 4; i++) q[i] /= length;
}

static void slerp(const double *a, const double *b, double s, double *out)
{
    double cosine = dot4(a, b), sign = cosine < 0 ? -1 : 1, angle = acos(fmin(fabs(cosine), 1));
    double p = angle > 1e-9 ? sin((1 - s) * angle) / sin(angle) : 1 - s;
    double q = angle > 1e-9 ? sin(s * angle) / sin(angle) : s;
    for (int i = 0; i < 4; i++) out[i] = p * a[i] + sign * q * b[i];
}

static void sample_channel(const hone_channel *channel, double seconds, wide *bone)
{
    int width = width_of[channel->path], parts = channel->interpolation == HONE_INTERPOLATION_CUBIC ? 3 : 1;
    uint32_t key = 0, last = channel->key_count - 1;
    while (key < last && channel->times[key + 1] <= seconds) key++;
    double length = key < last ? channel->times[key + 1] - channel->times[key] : 1;
    double s = key < last ? fmax((seconds - channel->times[key]) / length, 0) : 0, s2 = s * s, s3 = s2 * s;
    double from[3][4], to[3][4], *out = bone->n + first_of[channel->path];
    for (int p = 0; p < parts; p++)
        for (int i = 0; i < width; i++) {
            from[p][i] = channel->values[(key * (uint32_t)parts + (uint32_t)p) * (uint32_t)width + (uint32_t)i];
            to[p][i] =
                s > 0 ? channel->values[((key + 1) * (uint32_t)parts + (uint32_t)p) * (uint32_t)width + (uint32_t)i]
                      : from[p][i];
        }
    bool turns = channel->path == HONE_CHANNEL_ROTATION;
    if (turns && channel->interpolation == HONE_INTERPOLATION_LINEAR)
        slerp(from[0], to[0], s, out);
    for (int i = 0; i < width; i++) {
        if (channel->interpolation == HONE_INTERPOLATION_CUBIC)
            out[i] = (2 * s3 - 3 * s2 + 1) * from[1][i] + (s3 - 2 * s2 + s) * length * from[2][i] +
                     (3 * s2 - 2 * s3) * to[1][i] + (s3 - s2) * length * to[0][i];
        else if (channel->interpolation == HONE_INTERPOLATION_STEP)
            out[i] = from[0][i];
        else if (!turns)
            out[i] = from[0][i] + s * (to[0][i] - from[0][i]);
    }
    if (turns)
        normalise(out);
}

static void set_rest(const hone_skeleton *skeleton, wide *bones)
{
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const hone_transform *rest = &skeleton->bones[b].rest;
        for (int i = 0; i < 3; i++) bones[b].n[i] = rest->translation[i], bones[b].n[7 + i] = rest->scale[i];
        for (int i = 0; i < 4; i++) bones[b].n[3 + i] = rest->rotation[i];
    }
}

static void add(const wide *from, double weight, wide *sum, double *least)
{
    double cosine = dot4(sum->n + 3, from->n + 3);
    if (dot4(sum->n + 3, sum->n + 3) > 0)
        *least = fmin(*least, fabs(cosine));
    for (int i = 0; i < 10; i++) sum->n[i] += weight * (i > 2 && i < 7 && cosine < 0 ? -from->n[i] : from->n[i]);
}

static double blend(const hone_crowd_model_desc *desc, const hone_crowd_layer *layers, uint32_t layer_count, wide *sum)
{
    const hone_skeleton *skeleton = hone_model_skeleton(desc->model);
    wide *pose = calloc(skeleton->bone_count + 1, sizeof *pose);
    double total = 0, least = 1;
    for (uint32_t l = 0; l < layer_count; l++) total += fmax((double)layers[l].weight, 0);
    for (uint32_t l = 0; l <= layer_count; l++) {
        double weight = l < layer_count ? (double)layers[l].weight : 0.1 - total; /* the last one is rest */
        if (!(weight > 0))
            continue;
        const hone_motion_data *data = l < layer_count ? hone_motion_get(desc->clips[layers[l].clip]) : NULL;
        set_rest(skeleton, pose);
        for (uint32_t c = 0; data && c < data->channel_count; c++)
            sample_channel(&data->channels[c], layers[l].seconds, &pose[data->channels[c].targets[0].index]);
        for (uint32_t b = 0; b < skeleton->bone_count; b++) add(&pose[b], weight / fmax(total, 0.1), &sum[b], &least);
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) normalise(sum[b].n + 3);
    free(pose);
    return least;
}

/* A bone that any clip has a channel for is animated, whatever plays. */
static void mark_animated(const hone_crowd_model_desc *desc, wide *bones)
{
    for (uint32_t k = 0; k < desc->clip_count; k++) {
        const hone_motion_data *data = hone_motion_get(desc->clips[k]);
        for (uint32_t c = 0; c < data->channel_count; c++) bones[data->channels[c].targets[0].index].animated = true;
    }
}

static reference_matrix local_of(const hone_bone *bone, const wide *pose, bool moves)
{
    if (!pose->animated || !moves)
        return reference_from_affine(&bone->rest_local);
    reference_matrix m = reference_rigid(pose->n, pose->n + 3);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) m.m[r][c] *= pose->n[7 + c];
    return m;
}

double reference_crowd_palette(const hone_crowd_model_desc *desc, const hone_crowd_layer *layers, uint32_t layer_count,
                               const uint8_t *moves, reference_matrix *palette)
{
    const hone_skeleton *skeleton = hone_model_skeleton(desc->model);
    const hone_mesh *mesh = hone_model_mesh(desc->model);
    wide *pose = calloc(skeleton->bone_count + 1, sizeof *pose);
    reference_matrix *bones = calloc(skeleton->bone_count + 1, sizeof *bones);
    double least = blend(desc, layers, layer_count, pose);
    mark_animated(desc, pose);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) { /* parents come first in the models of the tests */
        int32_t parent = skeleton->bones[b].parent;
        bones[b] = local_of(&skeleton->bones[b], &pose[b], !moves || moves[b]);
        if (parent != HONE_NONE)
            bones[b] = reference_multiply(&bones[parent], &bones[b]);
    }
    for (uint32_t s = 0; s < mesh->slot_count; s++) {
        reference_matrix bind = reference_from_affine(&mesh->slots[s].bone_from_mesh);
        palette[s] = reference_multiply(&bones[mesh->slots[s].bone], &bind);
    }
    free(pose), free(bones);
    return least;
}
