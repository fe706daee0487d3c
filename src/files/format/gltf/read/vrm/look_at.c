/* The look-at of a VRM: 1.0 has it in an object of its own, 0.x in that of the first person, with curves. Sources:
 * VRMC_vrm-1.0, "lookAt"; VRM 0.x, "Eye control settings" and "vrm.firstperson.degreemap". */
#include "files/format/gltf/read/vrm/vrm.h"

/* The words of a version. */
typedef struct look_words {
    const char *type, *expressions; /* the key of the kind, and its value for a look-at by expressions */
    const char *ranges[HONE_LOOK_AT_RANGE_COUNT], *max_input, *output_scale;
} look_words;

static const look_words vrm1 = {"type",
                                "expression",
                                {[HONE_LOOK_AT_INNER] = "rangeMapHorizontalInner",
                                 [HONE_LOOK_AT_OUTER] = "rangeMapHorizontalOuter",
                                 [HONE_LOOK_AT_DOWN] = "rangeMapVerticalDown",
                                 [HONE_LOOK_AT_UP] = "rangeMapVerticalUp"},
                                "inputMaxValue",
                                "outputScale"};
static const look_words vrm0 = {"lookAtTypeName",
                                "BlendShape",
                                {[HONE_LOOK_AT_INNER] = "lookAtHorizontalInner",
                                 [HONE_LOOK_AT_OUTER] = "lookAtHorizontalOuter",
                                 [HONE_LOOK_AT_DOWN] = "lookAtVerticalDown",
                                 [HONE_LOOK_AT_UP] = "lookAtVerticalUp"},
                                "xRange",
                                "yRange"};

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

static bool read_ranges(gltf_reader *reader, const gltf_object *look, const look_words *words, hone_look_at *out)
{
    bool expressions = hone_gltf_text_equals(hone_gltf_extras_text(look, words->type), words->expressions);
    out->kind = expressions ? HONE_LOOK_AT_EXPRESSION : HONE_LOOK_AT_BONE;
    for (int r = 0; r < HONE_LOOK_AT_RANGE_COUNT; r++) {
        gltf_object range = hone_gltf_extras_member(look, words->ranges[r]);
        out->ranges[r].max_input = hone_gltf_extras_number(&range, words->max_input, 90);
        out->ranges[r].output_scale = hone_gltf_extras_number(&range, words->output_scale, expressions ? 1 : 10);
        if (words == &vrm0 && !read_curve(reader, &range, &out->ranges[r]))
            return false;
    }
    return true;
}

bool hone_gltf_read_look_at(gltf_reader *reader)
{
    gltf_object vrm;
    bool one = hone_gltf_vrm_of(reader, &vrm);
    hone_avatar *avatar = hone_gltf_avatar(reader);
    if (!avatar)
        return !reader->file.failed;
    gltf_object look = hone_gltf_extras_member(&vrm, one ? "lookAt" : "firstPerson");
    if (!look.value || (!one && !hone_gltf_extras_text(&look, vrm0.type).bytes))
        return !reader->file.failed;
    if (one)
        hone_gltf_extras_floats(&look, "offsetFromHeadBone", avatar->look_at.offset, 3);
    else
        hone_gltf_left_handed(&look, "firstPersonBoneOffset", avatar->look_at.offset);
    return read_ranges(reader, &look, one ? &vrm1 : &vrm0, &avatar->look_at) && !reader->file.failed;
}
