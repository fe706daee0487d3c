#include <hone/ik.h>
#include <hone/io.h>
#include <stdio.h>
#include <stdlib.h>

/* A bone at a place, whose y axis points along the limb. */
static hone_affine bone_at(float x, float y, float z)
{
    return hone_affine_translation((const float[3]){x, y, z});
}

/* A correction is applied before the bone's own rotation. Below it all bones move with it. */
static hone_affine corrected(const hone_affine *model_from_bone, const float correction[4])
{
    hone_affine turn = hone_affine_from_rotation(correction, (const float[3]){0, 0, 0});
    return hone_affine_multiply(model_from_bone, &turn);
}

static void print(const char *what, const hone_affine *bone, bool reached)
{
    printf("%-10s %6.3f %6.3f %6.3f, %s\n", what, (double)bone->m[0][3], (double)bone->m[1][3], (double)bone->m[2][3],
           reached ? "reached" : "not reached");
}

/* Two bones of length 1: the elbow bends until the hand is at the goal. */
static void reach(void)
{
    const hone_affine upper = bone_at(0, 0, 0), lower = bone_at(0, 1, 0), hand = bone_at(0, 2, 0);
    const hone_two_bone_job job = {
        .start = &upper, .middle = &lower, .end = &hand, .goal = {1, 1, 0}, .hinge = {0, 0, 1}, .weight = 1};
    float start[4], middle[4];
    bool reached = hone_two_bone_solve(&job, start, middle);
    const hone_affine from_above = bone_at(0, 1, 0); /* lower arm from upper arm, and hand from lower arm */
    hone_affine turned = corrected(&upper, start), placed = hone_affine_multiply(&turned, &from_above);
    turned = corrected(&placed, middle), placed = hone_affine_multiply(&turned, &from_above);
    print("hand", &placed, reached);
}

/* A head that aims at a point, half of the way in this frame. Then a neck, a head and two eyes share an angle. */
static void look(void)
{
    const hone_affine neck = bone_at(0, 1.4f, 0), head = bone_at(0, 1.5f, 0);
    const hone_affine left = bone_at(0.03f, 1.6f, 0.1f), right = bone_at(-0.03f, 1.6f, 0.1f);
    const hone_aim_job aim = {.bone = &head, .target = {1, 1.5f, 1}, .forward = {0, 0, 1}, .weight = 1};
    float correction[4], half[4];
    bool reached = hone_aim_solve(&aim, correction);
    hone_quat_slerp((const float[4]){0, 0, 0, 1}, correction, 0.5f, half);
    hone_affine turned = corrected(&head, half);
    hone_transform parts = hone_transform_from_affine(&turned);
    printf("head turned by %.1f degrees, %s\n",
           360 / HONE_PI * atan2((double)parts.rotation[1], (double)parts.rotation[3]),
           reached ? "reached" : "not reached");

    const hone_gaze_part body[] = {{&neck, {0, 0, 1}, 0.3f, 0.7f, 0.4f}, {&head, {0, 0, 1}, 0.75f, 0.9f, 0.6f}};
    const hone_gaze_part eyes[] = {{&left, {0, 0, 1}, 1, 0.35f, 0.25f}, {&right, {0, 0, 1}, 1, 0.35f, 0.25f}};
    const hone_gaze_job gaze = {.part_count = 2,
                                .parts = body,
                                .eye_count = 2,
                                .eyes = eyes,
                                .front = {0, 0, 1},
                                .up = {0, 1, 0},
                                .target = {1, 1.6f, 2},
                                .weight = 1};
    float parts_turn[2][4], eyes_turn[2][4];
    reached = hone_gaze_solve(&gaze, parts_turn, eyes_turn);
    for (int i = 0; i < 2; i++)
        printf("%s turned by %.1f degrees\n", i ? "head" : "neck",
               360 / HONE_PI * atan2((double)parts_turn[i][1], (double)parts_turn[i][3]));
    printf("eyes: %s\n", reached ? "reached" : "not reached");
}

/* The ground rises to the left. */
static bool slope(void *user, const float position[3], float *height, float normal[3])
{
    (void)user;
    *height = 0.2f * position[0];
    hone_vec3_set(-0.2f, 1, 0, normal);
    return true;
}

static void stand(void)
{
    const hone_affine ankles[] = {bone_at(0.5f, 0.1f, 0), bone_at(-0.5f, 0.1f, 0)};
    const hone_affine *const feet[] = {&ankles[0], &ankles[1]};
    const hone_feet_job job = {.foot_count = 2,
                               .ankles = feet,
                               .soles = (const float[]){0.1f, 0.1f},
                               .ground = slope,
                               .max_drop = 0.3f,
                               .max_rise = 0.3f,
                               .max_tilt = 0.6f,
                               .weight = 1};
    hone_foot_goal goals[2];
    float hips;
    bool ground = hone_feet_solve(&job, &hips, goals);
    printf("hips move by %.3f; ankles at %.3f and %.3f, %s\n", (double)hips, (double)goals[0].position[1],
           (double)goals[1].position[1], ground ? "on the ground" : "without ground");
}

enum { BONES = 5 };

/* A tail of bones of length 1 whose end reaches a point, and the same bones as a figure with two goals. */
static bool bend(hone_error *error)
{
    hone_affine bones[BONES];
    int32_t parents[BONES];
    for (int b = 0; b < BONES; b++) bones[b] = bone_at(0, (float)b, 0), parents[b] = b - 1;
    const size_t chain = hone_fabrik_memory_size(BONES), figure = hone_full_body_memory_size(BONES, 2);
    void *memory = malloc(chain > figure ? chain : figure);
    if (!memory)
        return hone_fail_memory(error);
    float corrections[BONES][4], move[3];
    const hone_fabrik_job tail = {.bone_count = BONES,
                                  .bones = bones,
                                  .end = {0, BONES, 0},
                                  .goal = {2, 3, 1},
                                  .tolerance = 0.001f,
                                  .weight = 1,
                                  .memory = memory};
    printf("tail: %s\n", hone_fabrik_solve(&tail, corrections) ? "reached" : "not reached");
    const hone_effector goals[] = {{.bone = BONES - 1, .position = {1.5f, 2.5f, 0}, .position_weight = 1},
                                   {.bone = 0, .stays = 1, .position_weight = 1}};
    const hone_full_body_job body = {.bone_count = BONES,
                                     .parents = parents,
                                     .bones = bones,
                                     .effector_count = 2,
                                     .effectors = goals,
                                     .root = HONE_NONE,
                                     .tolerance = 0.01f,
                                     .angle_tolerance = 0.01f,
                                     .weight = 1,
                                     .memory = memory};
    printf("figure: %s\n", hone_full_body_solve(&body, corrections, move) ? "reached" : "not reached");
    free(memory);
    return true;
}

/* Every solver of hone/ik.h on bones of the program's own: no model, no file, no actor. */
int main(void)
{
    hone_error error = {0};
    reach(), look(), stand();
    if (!bend(&error))
        return fprintf(stderr, "%s\n", error.message), 1;
    return 0;
}
