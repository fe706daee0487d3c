#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 1280, HEIGHT = 720 };
static const double aspect = (double)WIDTH / HEIGHT;

/* Finds the bone that a click is nearest to, within a hundredth of the picture. Returns HONE_NONE if there is none. */
static int32_t pick(const hone_actor *actor, const hone_camera *camera, const float at[2])
{
    const hone_model *model = hone_actor_model(actor);
    const hone_affine world_from_model = hone_world_from_model(model);
    float origin[3], direction[3], best = 0;
    int32_t found = HONE_NONE;
    hone_camera_ray(camera, aspect, at, origin, direction);
    for (uint32_t b = 0; b < hone_model_skeleton(model)->bone_count; b++) {
        float joint[3], away[3], foot[3];
        hone_affine_origin(&hone_actor_bones(actor)[b], joint);
        hone_affine_point(&world_from_model, joint, joint);
        hone_vec3_subtract(joint, origin, away);
        hone_vec3_add_scaled(origin, direction, hone_vec3_dot(away, direction),
                             foot); /* of the ray, next to the joint */
        float part = hone_vec3_distance(joint, foot) / hone_camera_height(camera, joint); /* of the picture's height */
        if (part < 0.01f && (found == HONE_NONE || part < best))
            found = (int32_t)b, best = part;
    }
    return found;
}

/* Frames a model, as a viewer does, and tells what is below the mouse. */
int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, "usage: pick MODEL X Y (pixels of a picture of 1280x720, from the upper left corner)\n"),
               2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_actor *actor = model ? hone_actor_create(&(hone_actor_desc){.model = model}, &error) : NULL;
    hone_bounds box = HONE_BOUNDS_EMPTY;
    bool ok = actor && hone_actor_update(actor, 0, &error) && hone_framing_add_actor(&box, actor, &error);
    if (ok) {
        const hone_camera camera = hone_camera_framing(&box, aspect);
        const float at[2] = {2 * (float)atof(argv[2]) / WIDTH - 1, 1 - 2 * (float)atof(argv[3]) / HEIGHT};
        float front[3], seen[3];
        hone_model_front(model, front);
        printf("the model looks along z = %+.0f\n", (double)front[2]);
        int32_t bone = pick(actor, &camera, at);
        const hone_affine world_from_model = hone_world_from_model(model);
        float joint[3] = {0};
        if (bone != HONE_NONE)
            hone_affine_origin(&hone_actor_bones(actor)[bone], joint);
        hone_affine_point(&world_from_model, joint, joint);
        if (bone != HONE_NONE && hone_camera_project(&camera, aspect, joint, seen))
            printf("%s, at pixel %.0f %.0f\n", hone_model_skeleton(model)->bones[bone].name,
                   (double)((seen[0] + 1) * WIDTH / 2), (double)((1 - seen[1]) * HEIGHT / 2));
        else
            printf("nothing\n");
    } else {
        fprintf(stderr, "%s\n", error.message);
    }
    hone_actor_destroy(actor), hone_model_release(model);
    return !ok;
}
