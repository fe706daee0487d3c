#include "core/skin/deform/put_vertex.h"
#include "core/skin/output_formats.h"
#include <hone/math.h>
#include <string.h>

const hone_skin_frame3 *hone_mush_positions(const hone_skin *skin, const hone_skin_job *job, uint32_t block)
{
    const uint32_t frame = job->rest ? job->rest->frame_of[block] : (uint32_t)HONE_NONE;
    return frame != (uint32_t)HONE_NONE ? job->rest->positions + frame : skin->positions + block;
}

const hone_skin_frame3 *hone_mush_normals(const hone_skin *skin, const hone_skin_job *job, uint32_t block)
{
    const uint32_t frame = job->rest && job->rest->normals ? job->rest->frame_of[block] : (uint32_t)HONE_NONE;
    return frame != (uint32_t)HONE_NONE ? job->rest->normals + frame : skin->normals + block;
}

static void load(const hone_skin_frame3 *frame, uint32_t lane, float out[3])
{
    for (int c = 0; c < 3; c++) out[c] = frame->c[c][lane];
}

static void turn(const hone_mush_pose *pose, const float d[3], float out[3])
{
    const float v[3] = {d[0], d[1], d[2]};
    for (int r = 0; r < 3; r++) out[r] = pose->turn[r][0] * v[0] + pose->turn[r][1] * v[1] + pose->turn[r][2] * v[2];
}

static void store(const hone_skin *skin, const hone_skin_job *job, hone_skin_attribute attribute, uint32_t at,
                  const float *value)
{
    const hone_stream *stream = attribute == HONE_SKIN_POSITION ? &job->positions
                                : attribute == HONE_SKIN_NORMAL ? &job->normals
                                                                : &job->tangents;
    uint32_t words[HONE_SKIN_MOST_WORDS];
    if (!stream->data)
        return;
    char *out = (char *)stream->data + (job->order == HONE_SKIN_ORDER_FILE ? skin->vertices[at] : at) * stream->stride;
    if (hone_skin_format_of(job, attribute) == HONE_SKIN_FLOAT32)
        memcpy(out, value, (attribute == HONE_SKIN_TANGENT ? 4 : 3) * sizeof *value);
    else
        memcpy(out, words, hone_skin_encode(job, attribute, value, words) * sizeof *words);
}

static void put_frame(const hone_skin *skin, const hone_skin_job *job, uint32_t at, const hone_mush_pose *pose)
{
    float rest[3], normal[3], tangent[4];
    load(hone_mush_normals(skin, job, at / LANES), at % LANES, rest);
    turn(pose, rest, normal);
    if (!hone_vec3_normalise(normal, normal))
        memcpy(normal, rest, sizeof normal);
    store(skin, job, HONE_SKIN_NORMAL, at, normal);
    if (!job->tangents.data)
        return;
    const hone_skin_frame4 *own = &skin->tangents[at / LANES];
    const float at_rest[3] = {own->c[0][at % LANES], own->c[1][at % LANES], own->c[2][at % LANES]};
    turn(pose, at_rest, tangent);
    const float along = hone_vec3_dot(tangent, normal);
    for (int i = 0; i < 3; i++) tangent[i] -= along * normal[i];
    if (!hone_vec3_normalise(tangent, tangent))
        memcpy(tangent, at_rest, sizeof at_rest);
    tangent[3] = own->c[3][at % LANES];
    store(skin, job, HONE_SKIN_TANGENT, at, tangent);
}

void hone_mush_put(const hone_skin *skin, const hone_skin_job *job, uint32_t lane, const hone_mush_pose *pose)
{
    float p[3];
    load(hone_mush_positions(skin, job, lane / LANES), lane % LANES, p);
    for (int i = 0; i < 3; i++) p[i] -= pose->from[i];
    turn(pose, p, p);
    for (int i = 0; i < 3; i++) p[i] += pose->to[i];
    store(skin, job, HONE_SKIN_POSITION, lane, p);
    if (job->normals.data || job->tangents.data)
        put_frame(skin, job, lane, pose);
}
