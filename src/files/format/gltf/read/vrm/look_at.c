/* The look-at of a VRM: 1.0 has it in an object of its own, 0.x in that of the first person, with curves. Sources:
 * VRMC_vrm-1.0, "lookAt"; VRM 0.x, "Eye control settings" and "vrm.firstperson.degreemap". */
#include "files/format/gltf/read/vrm/vrm.h"

/* ---- VRM 1.0 ---- */

static void read_vrm1(const gltf_object *look, hone_look_at *out)
{
    static const char *const names[HONE_LOOK_AT_RANGE_COUNT] = {
        [HONE_LOOK_AT_INNER] = "rangeMapHorizontalInner",
        [HONE_LOOK_AT_OUTER] = "rangeMapHorizontalOuter",
        [HONE_LOOK_AT_DOWN] = "rangeMapVerticalDown",
        [HONE_LOOK_AT_UP] = "rangeMapVerticalUp",
    };
    bool expressions = hone_gltf_text_equals(hone_gltf_extras_text(look, "type"), "expression");
    out->kind = expressions ? HONE_LOOK_AT_EXPRESSION : HONE_LOOK_AT_BONE;
    hone_gltf_extras_floats(look, "offsetFromHeadBone", out->offset, 3);
    for (int r = 0; r < HONE_LOOK_AT_RANGE_COUNT; r++) {
        gltf_object range = hone_gltf_extras_member(look, names[r]);
        out->ranges[r].max_input = hone_gltf_extras_number(&range, "inputMaxValue", 90);
        out->ranges[r].output_scale = hone_gltf_extras_number(&range, "outputScale", expressions ? 1 : 10);
    }
}

/* ---- VRM 0.x ---- */

/* Four numbers for each key; a curve that says what a straight line says is none. */
static bool read_curve(gltf_reader *reader, const gltf_object *range, hone_range_map *out)
{
    static const float straight[2][4] = {{0, 0, 0, 1}, {1, 1, 1, 0}};
    uint32_t count = hone_gltf_extras_count(range, "curve") / 4;
    bool differs = count != 2;
    float(*keys)[4];
    if (!hone_reading_array(&reader->file, count, sizeof *keys, &keys) || !hone_gltf_charge(reader, count))
        return false;
    for (uint32_t i = 0; i < 4 * count && !reader->file.failed; i++) {
        keys[i / 4][i % 4] = (float)hone_gltf_number_at(range, "curve", i);
        differs = differs || keys[i / 4][i % 4] != straight[i / 4][i % 4];
    }
    if (differs) {
        out->key_count = count;
        out->keys = (const float(*)[4])keys;
    }
    return !reader->file.failed;
}

static bool read_vrm0(gltf_reader *reader, const gltf_object *person, hone_look_at *out)
{
    static const char *const names[HONE_LOOK_AT_RANGE_COUNT] = {
        [HONE_LOOK_AT_INNER] = "lookAtHorizontalInner",
        [HONE_LOOK_AT_OUTER] = "lookAtHorizontalOuter",
        [HONE_LOOK_AT_DOWN] = "lookAtVerticalDown",
        [HONE_LOOK_AT_UP] = "lookAtVerticalUp",
    };
    bool expressions = hone_gltf_text_equals(hone_gltf_extras_text(person, "lookAtTypeName"), "BlendShape");
    out->kind = expressions ? HONE_LOOK_AT_EXPRESSION : HONE_LOOK_AT_BONE;
    hone_gltf_left_handed(person, "firstPersonBoneOffset", out->offset);
    for (int r = 0; r < HONE_LOOK_AT_RANGE_COUNT; r++) {
        gltf_object range = hone_gltf_extras_member(person, names[r]);
        out->ranges[r].max_input = hone_gltf_extras_number(&range, "xRange", 90);
        out->ranges[r].output_scale = hone_gltf_extras_number(&range, "yRange", expressions ? 1 : 10);
        if (!read_curve(reader, &range, &out->ranges[r]))
            return false;
    }
    return true;
}

/* ---- both ---- */

bool hone_gltf_read_look_at(gltf_reader *reader)
{
    gltf_object vrm;
    bool one = hone_gltf_vrm_of(reader, &vrm);
    hone_avatar *avatar = hone_gltf_avatar(reader);
    if (!avatar)
        return !reader->file.failed;
    gltf_object look = hone_gltf_extras_member(&vrm, one ? "lookAt" : "firstPerson");
    if (one && look.value)
        read_vrm1(&look, &avatar->look_at);
    else if (look.value && hone_gltf_extras_text(&look, "lookAtTypeName").bytes)
        return read_vrm0(reader, &look, &avatar->look_at);
    return !reader->file.failed;
}
