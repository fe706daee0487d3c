#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

enum { A, B, A_BEFORE, B_BEFORE, LEAN, OUT, POSES };

/* Two motions of one model, and the poses that a blend needs. */
typedef struct mixer {
    const hone_model *model;
    hone_sampler *samplers[2];
    hone_pose *poses[POSES];
} mixer;

static bool open_mixer(mixer *m, const hone_model *model, hone_motion *const motions[2], hone_error *error)
{
    bool ok = true;
    m->model = model;
    for (int i = 0; i < 2 && ok; i++) {
        m->samplers[i] = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motions[i]}, error);
        ok = m->samplers[i] != NULL;
    }
    for (int i = 0; i < POSES && ok; i++) ok = (m->poses[i] = hone_pose_create(model, NULL, error)) != NULL;
    return ok;
}

static void sample(mixer *m, int motion, double frame, hone_pose *out)
{
    hone_pose_reset(out, m->model);
    hone_sampler_sample(m->samplers[motion], frame, out);
}

/* Half of each motion, and on top a tenth of what the second one does from its first frame on. */
static void blend(mixer *m, double frame)
{
    hone_pose **p = m->poses, *out = p[OUT];
    sample(m, 0, frame, p[A]), sample(m, 1, frame, p[B]), sample(m, 1, 0, p[LEAN]);
    hone_blend_subtract(p[B]->bones, p[LEAN]->bones, out->bone_count, p[LEAN]->bones); /* pose - first frame */
    const hone_blend_layer halves[] = {{.bones = p[A]->bones, .morphs = p[A]->morphs, .weight = 0.5f},
                                       {.bones = p[B]->bones, .morphs = p[B]->morphs, .weight = 0.5f}};
    const hone_blend_layer lean = {.bones = p[LEAN]->bones, .weight = 0.1f};
    hone_blend_run(&(hone_blend_job){.bone_count = out->bone_count,
                                     .morph_count = out->morph_count,
                                     .layer_count = 2,
                                     .layers = halves,
                                     .additive_count = 1,
                                     .additives = &lean,
                                     .rest = p[A]->bones,
                                     .bones = out->bones,
                                     .morphs = out->morphs});
}

/* How far the poses of two frames are apart: the sum over the bones. */
static double apart(const hone_pose *a, const hone_pose *b)
{
    double sum = 0;
    for (uint32_t i = 0; i < a->bone_count; i++) {
        float cosine = fabsf(hone_quat_dot(a->bones[i].rotation, b->bones[i].rotation));
        sum += (double)hone_vec3_distance(a->bones[i].translation, b->bones[i].translation);
        sum += (double)fmaxf(1 - cosine, 0);
    }
    return sum;
}

/* Changes over from the first motion to the second at a frame: at once, and by inertialization, which needs the first
 * motion no more. Prints how far the pose jumps. */
static bool change_over(mixer *m, double frame, hone_error *error)
{
    hone_pose **p = m->poses;
    uint32_t bones = p[A]->bone_count, morphs = p[A]->morph_count;
    size_t count = (size_t)HONE_INERTIA_NUMBERS * bones + morphs;
    hone_inertia inertia = {.bone_count = bones, .morph_count = morphs};
    inertia.offsets = calloc(count + 1, sizeof(float)), inertia.velocities = calloc(count + 1, sizeof(float));
    bool ok = inertia.offsets && inertia.velocities;
    if (ok) {
        sample(m, 0, frame, p[A]), sample(m, 0, frame - 1, p[A_BEFORE]);
        sample(m, 1, 0, p[B]), sample(m, 1, -1, p[B_BEFORE]);
        const hone_inertia_moment now = {p[A]->bones, p[B]->bones, p[A]->morphs, p[B]->morphs};
        const hone_inertia_moment before = {p[A_BEFORE]->bones, p[B_BEFORE]->bones, p[A_BEFORE]->morphs,
                                            p[B_BEFORE]->morphs};
        hone_inertia_begin(&inertia, &now, &before, 1 / 30.0f, 0.3f);
        double jump = apart(p[A], p[B]);
        bool left = hone_inertia_apply(&inertia, 0, p[B]->bones, p[B]->morphs);
        printf("a jump of %.4f; with inertialization %.4f%s\n", jump, apart(p[A], p[B]), left ? "" : ", at its end");
    }
    free(inertia.offsets), free(inertia.velocities);
    return ok || hone_fail_memory(error);
}

/* Blends two motions on plain arrays, as an engine with an animation graph of its own does. */
int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, "usage: blend_by_hand MODEL MOTION MOTION\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motions[2] = {NULL};
    for (int i = 0; i < 2 && model && (i == 0 || motions[0]); i++)
        motions[i] = hone_motion_load(argv[2 + i], NULL, &error);
    mixer m = {0};
    bool ok = motions[1] && open_mixer(&m, model, motions, &error);
    for (int frame = 0; ok && frame <= 60; frame += 30) {
        blend(&m, frame);
        printf("frame %d: %.4f from the first motion, %.4f from the second\n", frame, apart(m.poses[OUT], m.poses[A]),
               apart(m.poses[OUT], m.poses[B]));
    }
    ok = ok && change_over(&m, 15, &error);
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    for (int i = 0; i < POSES; i++) hone_pose_destroy(m.poses[i]);
    for (int i = 0; i < 2; i++) hone_sampler_destroy(m.samplers[i]), hone_motion_release(motions[i]);
    hone_model_release(model);
    return !ok;
}
