#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

static void print(const char *what, const hone_root_delta *d)
{
    printf("%s: %.3f %.3f, turned by %.3f\n", what, (double)d->translation[0], (double)d->translation[2],
           (double)d->yaw);
}

/* Goes along a track frame by frame, as a game that has poses of its own does, for one pass and a half. */
static void go(const hone_root_track *track)
{
    hone_root_delta place = {{0}, 0};
    double end = 1.5 * track->last_frame;
    for (double frame = 0; frame < end; frame++) {
        hone_root_delta step = hone_root_track_delta(track, frame, fmin(frame + 1, end), true);
        place = hone_root_delta_compose(&place, &step); /* a game would keep it out of walls here */
    }
    hone_root_delta whole = hone_root_track_at(track, end, true), half = {{0}, 0};
    print("by frames", &place);
    print("at once", &whole);
    half = hone_root_delta_blend(&half, &whole, 0.5f); /* of two motions with equal weights, of which one stands */
    print("blended with standing", &half);
}

/* Takes the way out of a pose: the character then walks on the spot. Prints how far its root is from where it began. */
static bool stay(const hone_root_desc *desc, const hone_root_track *track, hone_error *error)
{
    hone_sampler *sampler =
        hone_sampler_create(&(hone_sampler_desc){.model = desc->model, .motion = desc->motion}, error);
    hone_pose *pose = sampler ? hone_pose_create(desc->model, NULL, error) : NULL;
    hone_rig *rig = pose ? hone_rig_create(&(hone_rig_desc){.model = desc->model}, error) : NULL;
    int32_t bone = hone_root_bone(desc->model);
    hone_affine path[2];
    for (int i = 0; rig && i < 2; i++) {
        double frame = i * track->last_frame;
        hone_root_delta delta = hone_root_track_at(track, frame, false), back = hone_root_delta_invert(&delta);
        hone_pose_reset(pose, desc->model);
        hone_sampler_sample(sampler, frame, pose);
        hone_root_move_pose(desc->model, &back, pose);
        hone_rig_evaluate(rig, pose);
        path[i] = hone_rig_bones(rig)[bone];
    }
    hone_root_delta left[2];
    if (rig)
        hone_root_extract(path, 2, HONE_ROOT_WALK, left), print("left in the pose", &left[1]);
    bool ok = rig != NULL;
    hone_rig_destroy(rig), hone_pose_destroy(pose), hone_sampler_destroy(sampler);
    return ok;
}

/* Root motion without an actor: the way of a motion as data. */
int main(int argc, char **argv)
{
    if (argc != 3)
        return fprintf(stderr, "usage: root_by_hand MODEL MOTION\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    const hone_root_desc desc = {.model = model, .motion = motion, .parts = HONE_ROOT_WALK};
    /* a track of its own; hone_motion_root_track gives the one that all actors share */
    hone_root_track *track = motion ? hone_root_track_create(&desc, &error) : NULL;
    const hone_root_track *shared = track ? hone_motion_root_track(&desc, &error) : NULL;
    bool ok = shared && hone_root_bone(model) != HONE_NONE;
    if (ok) {
        printf("%s, %u samples\n", hone_model_skeleton(model)->bones[hone_root_bone(model)].name,
               (unsigned)shared->sample_count);
        go(track);
        ok = stay(&desc, track, &error);
    }
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_root_track_destroy(track), hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
