/* Writes the frames: where joints are and how they are turned, relative to their parents. */
#include "base/text/number.h"
#include "base/trigonometry.h"
#include "files/format/bvh/writer.h"
#include <hone/math.h>

#include <math.h>

/* ---- the pose of a frame --------------------------------------------------------------------------------------- */

static hone_affine local_of(const bvh_writer *writer, uint32_t bone)
{
    const hone_bone *from = &writer->model->skeleton.bones[bone];
    if (writer->model->space != HONE_SPACE_MMD && !writer->pose->animated[bone])
        return from->rest_local;
    hone_affine local = hone_affine_from_transform(&writer->pose->bones[bone]);
    for (int r = 0; r < 3 && writer->model->space == HONE_SPACE_MMD; r++) local.m[r][3] += from->rest_local.m[r][3];
    return local;
}

static void place_bones(bvh_writer *writer, bool rest)
{
    const hone_skeleton *skeleton = &writer->model->skeleton;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        uint32_t b = writer->order[i];
        int32_t parent = skeleton->bones[b].parent;
        hone_affine local = rest ? skeleton->bones[b].rest_local : local_of(writer, b);
        writer->bones[b] = parent == HONE_NONE ? local : hone_affine_multiply(&writer->bones[parent], &local);
    }
}

void hone_bvh_place(bvh_writer *writer, uint32_t frame)
{
    bool rest = frame == UINT32_MAX || !writer->sampler;
    if (!rest)
        hone_sampler_sample(writer->sampler, hone_frame_from_seconds(frame / writer->rate), writer->pose);
    place_bones(writer, rest);
    for (uint32_t j = 0; j < writer->joint_count; j++) {
        const bvh_out_joint *joint = &writer->joints[j];
        bvh_out_place *place = &writer->places[j];
        hone_quat_identity(place->turn);
        if (joint->bone == HONE_NONE)
            continue;
        hone_affine_origin(&writer->bones[joint->bone], place->at);
        hone_vec3_scale(place->at, writer->scale, place->at);
        hone_quat_from_affine(&writer->bones[joint->bone], place->turn);
        hone_axes_direction(writer->axes, place->at, place->at);
        hone_axes_rotation(writer->axes, place->turn, place->turn);
        hone_quat_multiply(place->turn, joint->unrest, place->turn);
        hone_quat_normalise(place->turn, place->turn);
    }
}

/* ---- relative to the parent ------------------------------------------------------------------------------------ */

static void find_local(const bvh_writer *writer, uint32_t at, bvh_out_place *out)
{
    const bvh_out_joint *joint = &writer->joints[at];
    float back[4];
    *out = writer->places[at];
    if (joint->parent == HONE_NONE)
        return;
    const bvh_out_place *parent = &writer->places[joint->parent];
    hone_quat_conjugate(parent->turn, back);
    hone_vec3_subtract(out->at, parent->at, out->at);
    hone_quat_rotate(back, out->at, out->at);
    hone_quat_multiply(back, out->turn, out->turn);
}

void hone_bvh_find_moving(bvh_writer *writer)
{
    const float still = 3e-6f; /* of the bone's distance from the model's origin, where floats end */
    for (uint32_t frame = 0; frame < writer->frame_count; frame++) {
        hone_bvh_place(writer, frame);
        for (uint32_t j = 0; j < writer->joint_count; j++) {
            bvh_out_joint *joint = &writer->joints[j];
            bvh_out_place local;
            find_local(writer, j, &local);
            float size = hone_vec3_length(writer->places[j].at) + hone_vec3_length(joint->rest);
            joint->places |= joint->depth == 0 || !(hone_vec3_distance(local.at, joint->offset) <= still * size);
        }
    }
}

/* ---- angles ---------------------------------------------------------------------------------------------------- */

/* The rotation Rz Rx Ry as angles about z, x, y, in degrees. */
static void find_angles(const float q[4], double out[3])
{
    double x = q[0], y = q[1], z = q[2], w = q[3], degrees = 180 / HONE_PI;
    double sine = 2 * (y * z + w * x), m00 = 1 - 2 * (y * y + z * z), m10 = 2 * (x * y + w * z);
    sine = fmax(-1, fmin(1, sine));
    out[1] = hone_asin(sine) * degrees;
    if (fabs(sine) > 1 - 1e-12) { /* z and y turn about the same axis */
        out[0] = hone_atan2(m10, m00) * degrees;
        out[2] = 0;
        return;
    }
    out[0] = hone_atan2(-2 * (x * y - w * z), 1 - 2 * (x * x + z * z)) * degrees;
    out[2] = hone_atan2(-2 * (x * z - w * y), 1 - 2 * (x * x + y * y)) * degrees;
}

/* The angle plus whole turns that is nearest to another. */
static double nearest_angle(double angle, double to)
{
    return angle + 360 * nearbyint((to - angle) / 360);
}

/* Several sets of angles give the same rotation. Chooses the set nearest to the frame before, for programs that
 * interpolate angles. */
static void follow(const double angles[3], float last[3])
{
    const double other[3] = {angles[0] + 180, 180 - angles[1], angles[2] + 180};
    double choices[2][3], far[2] = {0, 0};
    for (int i = 0; i < 3; i++) {
        choices[0][i] = nearest_angle(angles[i], (double)last[i]);
        choices[1][i] = nearest_angle(other[i], (double)last[i]);
        for (int k = 0; k < 2; k++) far[k] += fabs(choices[k][i] - (double)last[i]);
    }
    for (int i = 0; i < 3; i++) last[i] = (float)choices[far[1] < far[0]][i];
}

/* ---- frames ---------------------------------------------------------------------------------------------------- */

static void write_joint(bvh_writer *writer, uint32_t at, bool first)
{
    bvh_out_joint *joint = &writer->joints[at];
    bvh_out_place local;
    double angles[3];
    find_local(writer, at, &local);
    find_angles(local.turn, angles);
    follow(angles, joint->angles);
    for (int i = 0; i < 6; i++) {
        if (i < 3 && !joint->places)
            continue;
        if (!first)
            hone_bvh_write_text(writer, " ");
        first = false;
        hone_bvh_write_float(writer, i < 3 ? local.at[i] : joint->angles[i - 3]);
    }
}

void hone_bvh_write_frames(bvh_writer *writer)
{
    char text[HONE_NUMBER_SIZE];
    hone_bvh_write_text(writer, "MOTION\nFrames: ");
    hone_write_bytes(&writer->out, text, hone_text_from_double(writer->frame_count, text));
    hone_bvh_write_text(writer, "\nFrame Time: ");
    hone_write_bytes(&writer->out, text, hone_text_from_double(1 / writer->rate, text));
    hone_bvh_write_text(writer, "\n");
    for (uint32_t frame = 0; frame < writer->frame_count; frame++) {
        hone_bvh_place(writer, frame);
        for (uint32_t j = 0; j < writer->joint_count; j++) write_joint(writer, j, j == 0);
        hone_bvh_write_text(writer, "\n");
    }
}
