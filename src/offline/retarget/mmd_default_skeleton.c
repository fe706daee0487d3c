/* A skeleton with MMD's usual names and proportions: 20 units to the top of the head, arms down by 37 degrees. */
#include "base/error.h"
#include "base/memory/builder.h"
#include <hone/retarget.h>
#include <stdio.h>
#include <string.h>

enum { TURN = HONE_BONE_ROTATABLE | HONE_BONE_VISIBLE | HONE_BONE_OPERABLE, MOVE = TURN | HONE_BONE_MOVABLE };

/* "*" stands for the side. On the right side x has the opposite sign. */
typedef struct human_row {
    const char *name, *parent;
    float at[3];
    uint16_t flags;
    int8_t layer;
    const char *append;
} human_row;

static const human_row rows[] = {
    {"全ての親", NULL, {0, 0, 0}, MOVE, 0, NULL},
    {"センター", "全ての親", {0, 8, 0}, MOVE, 0, NULL},
    {"グルーブ", "センター", {0, 8.2f, 0}, MOVE, 0, NULL},
    {"腰", "グルーブ", {0, 12.2f, 0.3f}, TURN, 0, NULL},
    {"上半身", "腰", {0, 12.6f, 0.1f}, TURN, 0, NULL},
    {"上半身2", "上半身", {0, 13.8f, 0}, TURN, 0, NULL},
    {"首", "上半身2", {0, 16.4f, 0.3f}, TURN, 0, NULL},
    {"頭", "首", {0, 17.2f, 0.1f}, TURN, 0, NULL},
    {"両目", "頭", {0, 20, 0}, TURN, 0, NULL},
    {"*目", "頭", {0.4f, 18, -0.5f}, TURN, 1, "両目"},
    {"下半身", "腰", {0, 12.6f, 0.1f}, TURN, 0, NULL},
    {"*肩P", "上半身2", {0.3f, 15.9f, 0.3f}, TURN, 0, NULL},
    {"*肩", "*肩P", {0.3f, 15.9f, 0.3f}, TURN, 0, NULL},
    {"*肩C", "*肩", {1.3f, 15.7f, 0.3f}, TURN, 0, "-*肩P"},
    {"*腕", "*肩C", {1.3f, 15.7f, 0.3f}, TURN, 0, NULL},
    {"*腕捩", "*腕", {2.4f, 14.87f, 0.3f}, TURN | HONE_BONE_FIXED_AXIS, 0, NULL},
    {"*ひじ", "*腕捩", {3.5f, 14.04f, 0.3f}, TURN, 0, NULL},
    {"*手捩", "*ひじ", {4.5f, 13.29f, 0.25f}, TURN | HONE_BONE_FIXED_AXIS, 0, NULL},
    {"*手首", "*手捩", {5.5f, 12.54f, 0.2f}, TURN, 0, NULL},
    {"*親指０", "*手首", {5.6f, 12.3f, 0}, TURN, 0, NULL},
    {"*親指１", "*親指０", {5.75f, 12.1f, -0.2f}, TURN, 0, NULL},
    {"*親指２", "*親指１", {5.95f, 11.87f, -0.4f}, TURN, 0, NULL},
    {"*人指１", "*手首", {6.3f, 11.96f, 0}, TURN, 0, NULL},
    {"*人指２", "*人指１", {6.55f, 11.77f, -0.02f}, TURN, 0, NULL},
    {"*人指３", "*人指２", {6.75f, 11.62f, -0.03f}, TURN, 0, NULL},
    {"*中指１", "*手首", {6.32f, 11.93f, 0.18f}, TURN, 0, NULL},
    {"*中指２", "*中指１", {6.6f, 11.72f, 0.18f}, TURN, 0, NULL},
    {"*中指３", "*中指２", {6.82f, 11.55f, 0.18f}, TURN, 0, NULL},
    {"*薬指１", "*手首", {6.28f, 11.93f, 0.35f}, TURN, 0, NULL},
    {"*薬指２", "*薬指１", {6.54f, 11.73f, 0.36f}, TURN, 0, NULL},
    {"*薬指３", "*薬指２", {6.74f, 11.58f, 0.37f}, TURN, 0, NULL},
    {"*小指１", "*手首", {6.2f, 11.95f, 0.5f}, TURN, 0, NULL},
    {"*小指２", "*小指１", {6.4f, 11.8f, 0.52f}, TURN, 0, NULL},
    {"*小指３", "*小指２", {6.55f, 11.68f, 0.53f}, TURN, 0, NULL},
    {"*腰キャンセル", "下半身", {0.9f, 11.3f, 0.1f}, TURN, 0, "-腰"}, /* usually named with the side at the end */
    {"*足", "*腰キャンセル", {0.9f, 11.3f, 0.1f}, TURN, 0, NULL},
    {"*ひざ", "*足", {0.9f, 6.4f, 0}, TURN, 0, NULL},
    {"*足首", "*ひざ", {0.9f, 1.4f, 0.4f}, TURN, 0, NULL},
    {"*つま先", "*足首", {0.9f, 0, -1.1f}, TURN, 0, NULL},
    {"*足IK親", "全ての親", {0.9f, 0, 0.4f}, MOVE, 0, NULL},
    {"*足ＩＫ", "*足IK親", {0.9f, 1.4f, 0.4f}, MOVE | HONE_BONE_IK, 0, NULL},
    {"*つま先ＩＫ", "*足ＩＫ", {0.9f, 0, -1.1f}, MOVE | HONE_BONE_IK, 0, NULL},
    {"*足先EX", "*足首", {0.9f, 0.4f, -0.6f}, TURN, 0, NULL},
};
enum { ROWS = sizeof rows / sizeof *rows, MOST_BONES = 2 * ROWS, NAME_SIZE = 32 };

typedef struct skeleton_context {
    hone_builder *builder;
    hone_bone *bones;
    uint32_t count;
    hone_ik *iks;
    uint32_t ik_count;
} skeleton_context;

static void with_side(const char *pattern, int side, char out[NAME_SIZE])
{
    bool sided = *pattern == '*';
    snprintf(out, NAME_SIZE, "%s%s", !sided ? "" : side ? "右" : "左", pattern + sided);
}

static int32_t find(const skeleton_context *m, const char *pattern, int side)
{
    char name[NAME_SIZE];
    with_side(pattern, side, name);
    for (uint32_t i = 0; i < m->count; i++)
        if (strcmp(m->bones[i].name, name) == 0)
            return (int32_t)i;
    return HONE_NONE;
}

static bool add_bone(skeleton_context *m, const human_row *row, int side)
{
    char name[NAME_SIZE];
    with_side(row->name, side, name);
    const char *kept = hone_builder_text(m->builder, name, strlen(name));
    if (!kept)
        return false;
    hone_bone *bone = &m->bones[m->count];
    *bone = (hone_bone){.name = kept,
                        .parent = row->parent ? find(m, row->parent, side) : HONE_NONE,
                        .position = {side ? -row->at[0] : row->at[0], row->at[1], row->at[2]},
                        .layer = row->layer,
                        .flags = row->flags,
                        .tail_bone = HONE_NONE,
                        .append_source = HONE_NONE,
                        .ik = HONE_NONE};
    if (row->append) {
        bool minus = row->append[0] == '-';
        bone->append_source = find(m, row->append + minus, side);
        bone->append_ratio = minus ? -1.0f : 1.0f;
        bone->flags |= HONE_BONE_APPEND_ROTATION;
    }
    for (int i = 0; i < 3 && row->flags & HONE_BONE_FIXED_AXIS; i++)
        bone->fixed_axis[i] = bone->position[i] - m->bones[bone->parent].position[i];
    m->count++;
    return true;
}

static bool add_chain(skeleton_context *m, int side, const char *goal, const char *effector, const char *const *links,
                      uint32_t count)
{
    hone_ik_link *made = hone_builder_array(m->builder, count, sizeof *made);
    if (!made)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        made[i] = (hone_ik_link){.bone = find(m, links[i], side), .limited = strcmp(links[i], "*ひざ") == 0};
        if (made[i].limited) /* knees bend in one direction only and never become quite straight */
            made[i].lower[0] = -3.14159265f, made[i].upper[0] = -0.00872665f;
    }
    m->iks[m->ik_count++] =
        (hone_ik){find(m, goal, side), find(m, effector, side), 40, count > 1 ? 2.0f : 4.0f, count, made};
    return true;
}

static bool add_bones(skeleton_context *m)
{
    static const char *const leg[] = {"*ひざ", "*足"}, *const foot[] = {"*足首"};
    m->bones = hone_builder_array(m->builder, MOST_BONES, sizeof *m->bones);
    m->iks = hone_builder_array(m->builder, 4, sizeof *m->iks);
    if (!m->bones || !m->iks)
        return false;
    for (int i = 0; i < ROWS; i++)
        for (int side = 0; side < (rows[i].name[0] == '*' ? 2 : 1); side++)
            if (!add_bone(m, &rows[i], side))
                return false;
    for (int side = 0; side < 2; side++) /* IK chains are in the order of their bones */
        if (!add_chain(m, side, "*足ＩＫ", "*足首", leg, 2))
            return false;
    for (int side = 0; side < 2; side++)
        if (!add_chain(m, side, "*つま先ＩＫ", "*つま先", foot, 1))
            return false;
    return true;
}

static bool add_morphs(const hone_motion_data *motion, hone_builder *builder, hone_model_data *out)
{
    hone_morph *morphs = hone_builder_array(builder, motion->morph_track_count, sizeof *morphs);
    for (uint32_t i = 0; morphs && i < motion->morph_track_count; i++) {
        const char *name = motion->morph_tracks[i].name.text;
        morphs[i] = (hone_morph){.name = hone_builder_text(builder, name, strlen(name)), .kind = HONE_MORPH_VERTEX};
    }
    out->morphs = morphs;
    out->morph_count = morphs ? motion->morph_track_count : 0;
    return morphs || motion->morph_track_count == 0;
}

hone_model *hone_mmd_default_skeleton(const hone_motion *motion, const hone_allocator *allocator, hone_error *error)
{
    hone_model_data data = {.space = HONE_SPACE_MMD};
    skeleton_context m = {.builder = hone_builder_create(allocator, 0, error)};
    if (!m.builder)
        return NULL;
    if (!add_bones(&m) || !add_morphs(hone_motion_get(motion), m.builder, &data)) {
        hone_builder_destroy(m.builder);
        return hone_fail_memory(error), NULL;
    }
    data.skeleton = (hone_skeleton){m.count, m.bones, m.ik_count, m.iks};
    return hone_model_create(m.builder, &data, NULL, error);
}
