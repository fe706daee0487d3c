/* Makes the skeleton of hone_mmd_default_skeleton with its joints where they were found in a mesh. */
#include "offline/autorig/human_skeleton.h"
#include "base/error.h"
#include "base/memory/builder.h"
#include "offline/autorig/autorig.h"
#include <hone/math.h>
#include <hone/retarget.h>
#include <string.h>

typedef enum mark {
    M_ROOT,
    M_HIPS, /* midpoint of both hips */
    M_SPINE,
    M_CHEST,
    M_NECK,
    M_HEAD,
    M_CROWN,
    M_EYE,
    M_COLLAR,
    M_SHOULDER,
    M_ELBOW,
    M_WRIST,
    M_KNUCKLE,
    M_HIP,
    M_KNEE,
    M_ANKLE,
    M_BALL,
    M_TOE,
    M_SOLE, /* on the ground under the ankle */
    MARKS
} mark;

/* Position of a bone: the fraction `part` of the way from one landmark to another. Bones that carry vertices point
 * to a third one. */
typedef struct place {
    const char *name; /* without the prefix for left or right */
    bool sided;
    mark from, to;
    float part;
    mark tail; /* MARKS: no tail */
} place;

static const place places[] = {
    {"全ての親", false, M_ROOT, M_ROOT, 0, MARKS},
    {"センター", false, M_ROOT, M_HIPS, 0.7f, MARKS},
    {"グルーブ", false, M_ROOT, M_HIPS, 0.72f, MARKS},
    {"腰", false, M_HIPS, M_SPINE, 0.7f, MARKS},
    {"上半身", false, M_SPINE, M_SPINE, 0, M_CHEST},
    {"上半身2", false, M_CHEST, M_CHEST, 0, M_NECK},
    {"首", false, M_NECK, M_NECK, 0, M_HEAD},
    {"頭", false, M_HEAD, M_HEAD, 0, M_CROWN},
    {"両目", false, M_CROWN, M_CROWN, 0, MARKS},
    {"目", true, M_EYE, M_EYE, 0, MARKS},
    {"下半身", false, M_SPINE, M_SPINE, 0, M_HIPS},
    {"肩P", true, M_COLLAR, M_COLLAR, 0, MARKS},
    {"肩", true, M_COLLAR, M_COLLAR, 0, M_SHOULDER},
    {"肩C", true, M_SHOULDER, M_SHOULDER, 0, MARKS},
    {"腕", true, M_SHOULDER, M_SHOULDER, 0, M_ELBOW},
    {"腕捩", true, M_SHOULDER, M_ELBOW, 0.55f, M_ELBOW},
    {"ひじ", true, M_ELBOW, M_ELBOW, 0, M_WRIST},
    {"手捩", true, M_ELBOW, M_WRIST, 0.55f, M_WRIST},
    {"手首", true, M_WRIST, M_WRIST, 0, M_KNUCKLE},
    {"腰キャンセル", true, M_HIP, M_HIP, 0, MARKS},
    {"足", true, M_HIP, M_HIP, 0, M_KNEE},
    {"ひざ", true, M_KNEE, M_KNEE, 0, M_ANKLE},
    {"足首", true, M_ANKLE, M_ANKLE, 0, M_BALL},
    {"足先EX", true, M_BALL, M_BALL, 0, M_TOE},
    {"つま先", true, M_TOE, M_TOE, 0, MARKS},
    {"足IK親", true, M_SOLE, M_SOLE, 0, MARKS},
    {"足ＩＫ", true, M_ANKLE, M_ANKLE, 0, MARKS},
    {"つま先ＩＫ", true, M_TOE, M_TOE, 0, MARKS},
};

typedef struct human_context {
    const autorig_landmarks *found;
    const hone_skeleton *pattern; /* of hone_mmd_default_skeleton */
    hone_builder *builder;
    float marks[SIDES][MARKS][3];
    hone_bone *bones;
} human_context;

static void between(const float a[3], const float b[3], float part, float out[3])
{
    hone_vec3_lerp(a, b, part, out);
}

static int32_t pattern_bone(const human_context *m, const char *name)
{
    for (uint32_t b = 0; b < m->pattern->bone_count; b++)
        if (strcmp(m->pattern->bones[b].name, name) == 0)
            return (int32_t)b;
    return HONE_NONE;
}

/* ---- hands ------------------------------------------------------------------------------------------------------ */

/* Three axes: along the hand, across the palm and out of the palm. */
static void hand_frame(const float along[3], const float across[3], float out[3][3])
{
    const float behind[3] = {0, 0, 1}, down[3] = {0, -1, 0};
    const float *tries[3] = {across, behind, down};
    if (!hone_vec3_normalise(along, out[0]))
        out[0][0] = 1, out[0][1] = out[0][2] = 0;
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < 3; i++) out[1][i] = tries[t][i] - hone_vec3_dot(tries[t], out[0]) * out[0][i];
        if (hone_vec3_dot(out[1], out[1]) > 0.01f && hone_vec3_normalise(out[1], out[1]))
            break;
    }
    hone_vec3_cross(out[0], out[1], out[2]);
}

/* Maps a point of the pattern's left hand to the hand that was found. */
static void map_hand(const human_context *m, int side, const float point[3], float out[3])
{
    const hone_bone *b = m->pattern->bones;
    const float *wrist = b[pattern_bone(m, "左手首")].position, *last = b[pattern_bone(m, "左中指３")].position,
                *one_before = b[pattern_bone(m, "左中指２")].position, *index = b[pattern_bone(m, "左人指１")].position,
                *little = b[pattern_bone(m, "左小指１")].position;
    const arm_marks *arm = &m->found->arms[side];
    float along[2][3], across[2][3], frames[2][3][3], mirror = side ? -1.0f : 1.0f;
    for (int i = 0; i < 3; i++) {
        float sign = i == 0 ? mirror : 1;
        along[0][i] = last[i] + (last[i] - one_before[i]) - wrist[i];
        across[0][i] = little[i] - index[i];
        along[1][i] = sign * (arm->tip[i] - arm->wrist[i]);
        across[1][i] = sign * arm->across[i];
        out[i] = 0;
    }
    hand_frame(along[0], across[0], frames[0]);
    hand_frame(along[1], across[1], frames[1]);
    float size = sqrtf(hone_vec3_dot(along[1], along[1]) / hone_vec3_dot(along[0], along[0]));
    const float off[3] = {point[0] - wrist[0], point[1] - wrist[1], point[2] - wrist[2]};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) out[i] += size * hone_vec3_dot(off, frames[0][k]) * frames[1][k][i];
    for (int i = 0; i < 3; i++) out[i] = arm->wrist[i] + (i == 0 ? mirror : 1) * out[i];
}

/* ---- landmarks ------------------------------------------------------------------------------------------------- */

static void set(float to[3], const float from[3])
{
    memcpy(to, from, 3 * sizeof *to);
}

static void set_marks(human_context *m, int side)
{
    const autorig_landmarks *found = m->found;
    const leg_marks *leg = &found->legs[side];
    const arm_marks *arm = &found->arms[side];
    const trunk_marks *trunk = &found->trunk;
    float(*to)[3] = m->marks[side];
    between(found->legs[0].hip, found->legs[1].hip, 0.5f, to[M_HIPS]);
    to[M_HIPS][0] = found->middle;
    set(to[M_ROOT], (const float[3]){found->middle, found->ground, to[M_HIPS][2]});
    set(to[M_SPINE], trunk->spine), set(to[M_CHEST], trunk->chest), set(to[M_NECK], trunk->neck);
    set(to[M_HEAD], trunk->head), set(to[M_CROWN], trunk->crown), set(to[M_EYE], trunk->eyes[side]);
    set(to[M_COLLAR], arm->collar), set(to[M_SHOULDER], arm->shoulder), set(to[M_ELBOW], arm->elbow);
    set(to[M_WRIST], arm->wrist);
    map_hand(m, side, m->pattern->bones[pattern_bone(m, "左中指１")].position, to[M_KNUCKLE]);
    set(to[M_HIP], leg->hip), set(to[M_KNEE], leg->knee), set(to[M_ANKLE], leg->ankle), set(to[M_TOE], leg->toe);
    between(leg->ankle, leg->toe, 0.6f, to[M_BALL]);
    to[M_BALL][1] = leg->toe[1] + 0.1f * (leg->ankle[1] - leg->toe[1]);
    set(to[M_SOLE], (const float[3]){leg->ankle[0], found->ground, leg->ankle[2]});
}

/* ---- bones ------------------------------------------------------------------------------------------------------ */

/* The side by the name's prefix: 0 left, 1 right, -1 none. */
static int side_of(const char *name)
{
    return strncmp(name, "左", strlen("左")) == 0 ? 0 : strncmp(name, "右", strlen("右")) == 0 ? 1 : -1;
}

static const place *place_of(const char *name)
{
    int side = side_of(name);
    const char *rest = side < 0 ? name : name + strlen("左");
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (places[i].sided == (side >= 0) && strcmp(places[i].name, rest) == 0)
            return &places[i];
    return NULL;
}

static void place_bone(human_context *m, uint32_t bone)
{
    hone_bone *b = &m->bones[bone];
    const place *at = place_of(b->name);
    int side = side_of(b->name);
    if (at) {
        const float(*marks)[3] = (const float(*)[3])m->marks[side > 0];
        between(marks[at->from], marks[at->to], at->part, b->position);
        for (int i = 0; i < 3 && at->tail < MARKS; i++) b->tail_offset[i] = marks[at->tail][i] - b->position[i];
        return;
    }
    /* a bone of a finger; the pattern's right hand mirrors its left one */
    float point[3] = {fabsf(b->position[0]), b->position[1], b->position[2]};
    map_hand(m, side > 0, point, b->position);
}

/* A finger's bone points to the next one; the last bone is as long as the one before it. */
static void aim_fingers(human_context *m)
{
    for (uint32_t b = 0; b < m->pattern->bone_count; b++) {
        hone_bone *bone = &m->bones[b], *parent = bone->parent == HONE_NONE ? NULL : &m->bones[bone->parent];
        if (place_of(bone->name) || !parent)
            continue;
        hone_vec3_subtract(bone->position, parent->position, bone->tail_offset);
        for (int i = 0; i < 3 && !place_of(parent->name); i++) parent->tail_offset[i] = bone->tail_offset[i];
    }
}

static bool make_bones(human_context *m)
{
    uint32_t count = m->pattern->bone_count;
    m->bones = hone_autorig_copy(m->builder, m->pattern->bones, count, sizeof *m->bones);
    if (!m->bones)
        return false;
    for (uint32_t b = 0; b < count; b++) {
        m->bones[b].name = hone_builder_text(m->builder, m->pattern->bones[b].name, strlen(m->pattern->bones[b].name));
        m->bones[b].english_name = NULL;
        if (!m->bones[b].name)
            return false;
        place_bone(m, b);
    }
    aim_fingers(m);
    for (uint32_t b = 0; b < count; b++)
        for (int i = 0; i < 3 && m->bones[b].flags & HONE_BONE_FIXED_AXIS; i++)
            m->bones[b].fixed_axis[i] = m->bones[b].position[i] - m->bones[m->bones[b].parent].position[i];
    return true;
}

/* Display frames: MMD hides a bone that is in none. */
static bool make_panels(human_context *m, hone_model_data *out)
{
    static const hone_display_frame panels[] = {{.name = "Root", .english_name = "Root", .special = 1},
                                                {.name = "表情", .english_name = "Exp", .special = 1},
                                                {.name = "bones", .english_name = "bones"}};
    enum { ROOT, FACE, BONES, PANELS };
    uint32_t count = m->pattern->bone_count;
    hone_display_frame *made = hone_autorig_copy(m->builder, panels, PANELS, sizeof *made);
    hone_frame_item *items = hone_builder_array(m->builder, count, sizeof *items);
    if (!made || !items)
        return false;
    for (uint32_t b = 0; b < count; b++) items[b].index = (int32_t)b;
    made[ROOT].items = items, made[ROOT].item_count = 1;
    made[BONES].items = items + 1, made[BONES].item_count = count - 1;
    out->display_frames = made, out->display_frame_count = PANELS;
    return true;
}

static bool make_chains(human_context *m, hone_model_data *out)
{
    uint32_t count = m->pattern->ik_count;
    hone_ik *iks = hone_autorig_copy(m->builder, m->pattern->iks, count, sizeof *iks);
    for (uint32_t i = 0; iks && i < count; i++)
        iks[i].links = hone_autorig_copy(m->builder, iks[i].links, iks[i].link_count, sizeof *iks[i].links);
    out->skeleton = (hone_skeleton){m->pattern->bone_count, m->bones, count, iks};
    return iks && !hone_builder_failed(m->builder);
}

hone_model *hone_autorig_make_human(const autorig_landmarks *marks, const hone_allocator *allocator, hone_error *error)
{
    hone_model *pattern = hone_mmd_default_skeleton(NULL, allocator, error), *made = NULL;
    hone_model_data data = {.space = HONE_SPACE_MMD};
    human_context m = {.found = marks, .pattern = hone_model_skeleton(pattern)};
    m.builder = pattern ? hone_builder_create(allocator, 0, error) : NULL;
    if (m.builder) {
        for (int side = 0; side < SIDES; side++) set_marks(&m, side);
        if (make_bones(&m) && make_chains(&m, &data) && make_panels(&m, &data)) {
            made = hone_model_create(m.builder, &data, NULL, error);
        } else {
            hone_fail_memory(error);
            hone_builder_destroy(m.builder);
        }
    }
    hone_model_release(pattern);
    return made;
}
