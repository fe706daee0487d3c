#include <hone/hone.h>
#include <stdio.h>

enum { KEYS = 3 };

/* A key in the middle of a segment: of the segment's curve it gets the first part, and the key behind it the rest, so
 * that the bone moves as before. */
static void insert(hone_bone_key keys[KEYS], double place, double *error)
{
    const hone_curve whole = keys[2].curves[0];
    double eased = hone_curve_evaluate(whole, place, HONE_CURVE_EXACT), second;
    keys[1] = keys[0];
    keys[1].frame = (uint32_t)(place * keys[2].frame);
    for (int i = 0; i < 3; i++)
        keys[1].translation[i] += (float)eased * (keys[2].translation[i] - keys[0].translation[i]);
    keys[1].curves[0] = hone_curve_part(whole, 0, place, error);
    keys[2].curves[0] = hone_curve_part(whole, place, 1, &second);
    *error = second > *error ? second : *error;
}

/* Makes a motion by program, with a warning of its own as a loader has them. */
int main(void)
{
    hone_error error = {0};
    hone_builder *builder = hone_builder_create(NULL, 0, &error);
    hone_bone_track *track = builder ? hone_builder_array(builder, 1, sizeof *track) : NULL;
    hone_bone_key *keys = builder ? hone_builder_array(builder, KEYS, sizeof *keys) : NULL;
    double off = 0;
    if (track && keys) { /* otherwise hone_motion_create reports it */
        for (int k = 0; k < KEYS; k++) {
            keys[k] = (hone_bone_key){.frame = k ? 40 : 0, .translation = {k ? 10 : 0}, .rotation = {0, 0, 0, 1}};
            for (int c = 0; c < 4; c++) keys[k].curves[c] = (hone_curve){64, 0, 64, 127}; /* eases in and out */
        }
        insert(keys, 0.25, &off);
        *track = (hone_bone_track){.name = {.text = "センター"}, .key_count = KEYS, .keys = keys};
        hone_builder_warn(builder, "made by a program", 0);
    }
    const hone_motion_data data = {.bone_track_count = 1, .bone_tracks = track};
    hone_motion *motion = builder ? hone_motion_create(builder, &data, NULL, &error) : NULL;
    if (motion)
        printf("key at frame %u, x = %.3f; the curves are at most %.4f off; warning: %s\n",
               (unsigned)hone_motion_get(motion)->bone_tracks[0].keys[1].frame,
               (double)hone_motion_get(motion)->bone_tracks[0].keys[1].translation[0], off,
               hone_motion_warnings(motion).texts[0]);
    else
        fprintf(stderr, "%s\n", error.message);
    hone_motion_release(motion);
    return motion == NULL;
}
