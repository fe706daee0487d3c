#include "samples/make/character/skeleton.h"
#include "samples/make/base/generator.h"
#include "samples/make/character/body.h"
#include "samples/make/character/face.h"
#include "samples/make/character/hair.h"
#include "samples/make/character/skirt.h"
#include "samples/make/character/trims.h"
#include <stdio.h>
#include <string.h>

enum {
    TURN = HONE_BONE_ROTATABLE | HONE_BONE_VISIBLE | HONE_BONE_OPERABLE,
    MOVE = TURN | HONE_BONE_MOVABLE,
    HIDDEN = HONE_BONE_ROTATABLE | HONE_BONE_OPERABLE,
    APPEND = HONE_BONE_APPEND_ROTATION,
    TWIST = TURN | HONE_BONE_FIXED_AXIS
};

#define NOWHERE                                                                                                        \
    {                                                                                                                  \
        0, 0, 0                                                                                                        \
    }
#define COUNT(table) (sizeof(table) / sizeof *(table))

/* A bone of the table. In names, parents and tails "*" is replaced by the side: 左 or 右. */
typedef struct bone_row {
    const char *name, *english, *parent;
    vec3 at;
    const char *tail; /* a bone's name, or NULL: `offset` */
    vec3 offset;
    uint16_t flags;
    int32_t layer;
    const char *append;
    float ratio;
} bone_row;

static const bone_row trunk[] = {
    {"全ての親", "mother", NULL, {0, 0, 0}, "センター", NOWHERE, MOVE, 0, NULL, 0},
    {"センター", "center", "全ての親", {0, 8.6f, 0}, NULL, {0, -2, 0}, MOVE, 0, NULL, 0},
    {"グルーブ", "groove", "センター", {0, 8.8f, 0}, NULL, {0, 1.4f, 0}, MOVE, 0, NULL, 0},
    {"腰", "waist", "グルーブ", {0, 12.5f, 0.05f}, NULL, {0, 0.8f, 0}, TURN, 0, NULL, 0},
    {"上半身", "upper body", "腰", {0, 12.9f, 0.02f}, "上半身2", NOWHERE, TURN, 0, NULL, 0},
    {"上半身2", "upper body2", "上半身", {0, 14.1f, 0.04f}, "首", NOWHERE, TURN, 0, NULL, 0},
    {"首", "neck", "上半身2", {0, 16.2f, 0.16f}, "頭", NOWHERE, TURN, 0, NULL, 0},
    {"頭", "head", "首", {0, 17.02f, 0.04f}, NULL, {0, 1.8f, 0}, TURN, 0, NULL, 0},
    {"下半身", "lower body", "腰", {0, 12.9f, 0.02f}, NULL, {0, -1.3f, 0}, TURN, 0, NULL, 0},
    {"両目", "eyes", "頭", {0, 20.8f, 0}, NULL, {0, 0, -1}, TURN, 0, NULL, 0},
};

static const bone_row eye[] = {
    {"*目", "eye", "頭", NOWHERE /* eye_centre() */, NULL, {0, 0, -1}, TURN | APPEND, 1, "両目", 1},
};

static const bone_row arm[] = {
    {"*肩P", "shoulderP", "上半身2", {0.3f, 15.6f, 0.16f}, NULL, {0, 0.5f, 0}, TURN, 0, NULL, 0},
    {"*肩", "shoulder", "*肩P", {0.3f, 15.6f, 0.16f}, "*腕", NOWHERE, TURN, 0, NULL, 0},
    {"*肩C", "shoulderC", "*肩", SHOULDER, NULL, {0, 0, 0}, HIDDEN | APPEND, 0, "*肩P", -1},
    {"*腕", "arm", "*肩C", SHOULDER, "*ひじ", NOWHERE, TURN, 0, NULL, 0},
    {"*腕捩", "arm twist", "*腕", {2.28f, 14.71f, 0.144f}, NULL, {0.3f, -0.235f, 0}, TWIST, 0, NULL, 0},
    {"*ひじ", "elbow", "*腕捩", ELBOW, "*手首", NOWHERE, TURN, 0, NULL, 0},
    {"*手捩", "wrist twist", "*ひじ", {4.14f, 13.25f, 0.1f}, NULL, {0.3f, -0.235f, 0}, TWIST, 0, NULL, 0},
    {"*手首", "wrist", "*手捩", WRIST, NULL, {0.52f, -0.44f, 0}, TURN, 0, NULL, 0},
};

static const bone_row leg[] = {
    {"腰キャンセル*", "waist cancel", "下半身", HIP, NULL, NOWHERE, HIDDEN | APPEND, 0, "腰", -1},
    {"*足", "leg", "腰キャンセル*", HIP, "*ひざ", NOWHERE, TURN, 0, NULL, 0},
    {"*ひざ", "knee", "*足", KNEE, "*足首", NOWHERE, TURN, 0, NULL, 0},
    {"*足首", "ankle", "*ひざ", ANKLE, "*つま先", NOWHERE, TURN, 0, NULL, 0},
    {"*つま先", "toe", "*足首", TOE, NULL, {0, 0, 0}, HIDDEN, 0, NULL, 0},
    {"*足先EX", "toe EX", "*足首", {0.69f, 0.3f, -0.5f}, NULL, {0, 0, -0.8f}, TURN, 0, NULL, 0},
};

static const bone_row leg_ik[] = {
    {"*足IK親", "leg IKP", "全ての親", {0.66f, 0, 0.2f}, "*足ＩＫ", NOWHERE, MOVE, 0, NULL, 0},
    {"*足ＩＫ", "leg IK", "*足IK親", ANKLE, NULL, {0, 0, 1.2f}, MOVE | HONE_BONE_IK, 0, NULL, 0},
    {"*つま先ＩＫ", "toe IK", "*足ＩＫ", TOE, NULL, {0, -1, 0}, MOVE | HONE_BONE_IK, 0, NULL, 0},
};

static const char *const finger_names[FINGER_COUNT][3] = {
    {"*親指０", "*親指１", "*親指２"}, {"*人指１", "*人指２", "*人指３"}, {"*中指１", "*中指２", "*中指３"},
    {"*薬指１", "*薬指２", "*薬指３"}, {"*小指１", "*小指２", "*小指３"},
};
static const char *const finger_english[FINGER_COUNT] = {"thumb", "fore", "middle", "third", "little"};

/* ---- names ---- */

static const char *with_side(const char *pattern, const char *side, char out[48])
{
    const char *star = strchr(pattern, '*');
    if (star)
        snprintf(out, 48, "%.*s%s%s", (int)(star - pattern), pattern, side, star + 1);
    else
        snprintf(out, 48, "%s", pattern);
    return out;
}

static int32_t find(const skeleton *s, const char *name)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (!strcmp(s->names[i], name))
            return (int32_t)i;
    return HONE_NONE;
}

uint32_t skeleton_find(const skeleton *s, const char *name)
{
    int32_t found = find(s, name);
    if (found == HONE_NONE) {
        give_up("no bone is called %s", name);
    }
    return (uint32_t)found;
}

uint32_t skeleton_mirror(const skeleton *s, uint32_t bone)
{
    char name[48];
    memcpy(name, s->names[bone], sizeof name);
    char *left = strstr(name, "左"), *right = strstr(name, "右");
    if (!left && !right)
        return bone;
    memcpy(left ? left : right, left ? "右" : "左", strlen("右"));
    return skeleton_find(s, name);
}

vec3 skeleton_at(const skeleton *s, uint32_t bone)
{
    const float *p = s->bones[bone].position;
    return v3(p[0], p[1], p[2]);
}

vec3 skeleton_tail(const skeleton *s, uint32_t bone)
{
    const hone_bone *b = &s->bones[bone];
    if (b->flags & HONE_BONE_TAIL_IS_BONE)
        return skeleton_at(s, (uint32_t)b->tail_bone);
    return add(skeleton_at(s, bone), v3(b->tail_offset[0], b->tail_offset[1], b->tail_offset[2]));
}

/* ---- adding ---- */

static hone_bone *add_bone(skeleton *s, const char *name, const char *english, const char *parent, vec3 at)
{
    if (s->count == MAX_BONES) {
        give_up("too many bones");
    }
    uint32_t i = s->count++;
    snprintf(s->names[i], sizeof s->names[i], "%s", name);
    snprintf(s->english[i], sizeof s->english[i], "%s", english);
    s->bones[i] = (hone_bone){.name = s->names[i],
                              .english_name = s->english[i],
                              .parent = HONE_NONE,
                              .position = {at.x, at.y, at.z},
                              .tail_bone = HONE_NONE,
                              .append_source = HONE_NONE,
                              .ik = HONE_NONE};
    if (parent)
        s->bones[i].parent = (int32_t)skeleton_find(s, parent);
    return &s->bones[i];
}

static void add_rows(skeleton *s, const bone_row *rows, size_t count, bool right)
{
    const char *side = right ? "右" : "左";
    char name[48], english[48], parent[48];
    for (size_t i = 0; i < count; i++) {
        const bone_row *row = &rows[i];
        bool sided = strchr(row->name, '*') != NULL;
        vec3 at = row->at;
        snprintf(english, sizeof english, "%s%s", row->english, sided ? right ? "_R" : "_L" : "");
        hone_bone *b = add_bone(s, with_side(row->name, side, name), english,
                                row->parent ? with_side(row->parent, side, parent) : NULL, right ? mirrored(at) : at);
        b->flags = row->flags;
        b->layer = row->layer;
        b->tail_offset[0] = right ? -row->offset.x : row->offset.x;
        b->tail_offset[1] = row->offset.y, b->tail_offset[2] = row->offset.z;
    }
}

/* Tails and append sources may refer to bones that come later. */
static void link_rows(skeleton *s, const bone_row *rows, size_t count, const char *side)
{
    char name[48];
    for (size_t i = 0; i < count; i++) {
        const bone_row *row = &rows[i];
        hone_bone *b = &s->bones[skeleton_find(s, with_side(row->name, side, name))];
        if (row->tail) {
            b->tail_bone = (int32_t)skeleton_find(s, with_side(row->tail, side, name));
            b->flags |= HONE_BONE_TAIL_IS_BONE;
        }
        if (row->append) {
            b->append_source = (int32_t)skeleton_find(s, with_side(row->append, side, name));
            b->append_ratio = row->ratio;
        }
    }
}

static void add_fingers(skeleton *s, bool right)
{
    const char *side = right ? "右" : "左";
    char name[48], parent[48], english[48];
    for (int f = 0; f < FINGER_COUNT; f++)
        for (int k = 0; k < 3; k++) {
            vec3 at = finger_at[f][k], to = finger_at[f][k + 1];
            snprintf(english, sizeof english, "%s%d_%s", finger_english[f], f ? k + 1 : k, right ? "R" : "L");
            with_side(k ? finger_names[f][k - 1] : "*手首", side, parent);
            hone_bone *b =
                add_bone(s, with_side(finger_names[f][k], side, name), english, parent, right ? mirrored(at) : at);
            vec3 offset = right ? mirrored(sub(to, at)) : sub(to, at);
            b->flags = TURN;
            b->tail_offset[0] = offset.x, b->tail_offset[1] = offset.y, b->tail_offset[2] = offset.z;
        }
}

static void fix_twist_axis(skeleton *s, const char *pattern, vec3 from, vec3 to, bool right)
{
    char name[48];
    hone_bone *b = &s->bones[skeleton_find(s, with_side(pattern, right ? "右" : "左", name))];
    vec3 axis = unit(sub(to, from));
    if (right)
        axis = mirrored(axis);
    b->fixed_axis[0] = axis.x, b->fixed_axis[1] = axis.y, b->fixed_axis[2] = axis.z;
}

/* ---- chains ---- */

/* A chain of the bob: where it starts and ends on the head (degrees), and its number of bones. */
typedef struct lock_chain {
    const char *name, *english;
    float azimuth, from, to;
} lock_chain;
enum { LOCK_BONES = 2 };

static const lock_chain lock_chains[] = {
    {"前髪", "fringe", -3, 38, -2},      {"*前髪", "fringe side", 44, 34, -6},
    {"*横髪", "side lock", 76, 22, -66}, {"*後髪", "back hair side", 126, 14, -64},
    {"後髪", "back hair", 180, 12, -66},
};

typedef struct chain_list {
    chain *chains;
    uint32_t count;
} chain_list;

/* Adds the chain, and its mirror image if its name has a side. */
static void add_chain(chain_list *list, const char *name, const char *english, const chain *left)
{
    bool sided = strchr(name, '*') != NULL;
    for (int side = 0; side < (sided ? 2 : 1); side++) {
        chain *c = &list->chains[list->count++];
        *c = *left;
        with_side(name, side ? "右" : "左", c->name);
        snprintf(c->english, sizeof c->english, "%s%s", english, sided ? side ? " R" : " L" : "");
        for (uint32_t i = 0; side && i <= c->count; i++) c->joints[i] = mirrored(c->joints[i]);
    }
}

static void add_lock_chains(chain_list *list)
{
    for (size_t i = 0; i < COUNT(lock_chains); i++) {
        const lock_chain *l = &lock_chains[i];
        chain c = {.parent = "頭", .count = LOCK_BONES, .kind = CHAIN_HAIR};
        for (uint32_t k = 0; k <= c.count; k++) {
            float elevation = mix(l->from, l->to, (float)k / (float)c.count);
            c.joints[k] = head_swell(hair_point(l->azimuth * PI / 180, elevation * PI / 180, 0.12f));
            if (l->azimuth == 180)
                c.joints[k].x = 0;
        }
        add_chain(list, l->name, l->english, &c);
    }
}

static void add_skirt_chains(chain_list *list)
{
    char name[48], english[48];
    for (uint32_t i = 0; i < SKIRT_CHAINS; i++) {
        chain c = {.parent = "下半身", .count = SKIRT_JOINTS - 1, .kind = CHAIN_SKIRT};
        for (uint32_t k = 0; k < SKIRT_JOINTS; k++) c.joints[k] = skirt_joint(i, k);
        snprintf(name, sizeof name, "スカート%u-", i + 1);
        snprintf(english, sizeof english, "skirt %u-", i + 1);
        add_chain(list, name, english, &c);
    }
}

uint32_t skeleton_chains(chain out[MAX_CHAINS])
{
    chain_list list = {out, 0};
    chain tail = {.parent = "頭", .count = TAIL_JOINTS - 1, .kind = CHAIN_TAIL};
    chain bow = {.parent = "下半身", .count = BOW_JOINTS - 1, .kind = CHAIN_BOW};
    for (uint32_t k = 0; k < TAIL_JOINTS; k++) tail.joints[k] = head_swell(tail_joint(k));
    for (uint32_t k = 0; k < BOW_JOINTS; k++) bow.joints[k] = bow_tail_joint(k);
    add_lock_chains(&list);
    add_chain(&list, "*髪", "tail", &tail);
    add_skirt_chains(&list);
    add_chain(&list, "*リボン", "bow", &bow);
    return list.count;
}

const char *chain_bone_name(const chain *c, uint32_t i, char out[48])
{
    static const char *const digits[] = {"１", "２", "３", "４", "５", "６"};
    if (c->kind == CHAIN_SKIRT)
        snprintf(out, 48, "%.36s%u", c->name, i + 1); /* スカート1-1: fits into 15 bytes of CP932 */
    else
        snprintf(out, 48, "%.40s%s", c->name, digits[i]);
    return out;
}

static void add_chain_bones(skeleton *s, const chain *c)
{
    char name[48], parent[48], english[64];
    for (uint32_t i = 0; i < c->count; i++) {
        chain_bone_name(c, i, name);
        snprintf(english, sizeof english, "%s%u", c->english, i + 1);
        hone_bone *b = add_bone(s, name, english, i ? parent : c->parent, c->joints[i]);
        b->flags = TURN;
        if (i)
            s->bones[b->parent].tail_bone = (int32_t)s->count - 1, s->bones[b->parent].flags |= HONE_BONE_TAIL_IS_BONE;
        vec3 offset = sub(c->joints[i + 1], c->joints[i]);
        b->tail_offset[0] = offset.x, b->tail_offset[1] = offset.y, b->tail_offset[2] = offset.z;
        memcpy(parent, name, sizeof parent);
    }
}

/* ---- inverse kinematics ---- */

static void add_ik(skeleton *s, const char *goal, const char *effector, int32_t loops, float unit_angle,
                   const char *const *links, uint32_t link_count)
{
    uint32_t n = s->ik_count++;
    hone_ik *ik = &s->iks[n];
    *ik = (hone_ik){(int32_t)skeleton_find(s, goal),
                    (int32_t)skeleton_find(s, effector),
                    loops,
                    unit_angle,
                    link_count,
                    s->links[n]};
    s->bones[ik->bone].ik = (int32_t)n;
    for (uint32_t i = 0; i < link_count; i++) {
        hone_ik_link *link = &s->links[n][i];
        link->bone = (int32_t)skeleton_find(s, links[i]);
        /* knees bend in one direction, and never become quite straight */
        link->limited = strstr(links[i], "ひざ") != NULL;
        if (link->limited)
            link->lower[0] = -PI, link->upper[0] = -0.5f * PI / 180;
    }
}

static void add_leg_iks(skeleton *s, const char *side)
{
    char goal[48], effector[48], name[2][48];
    const char *legs[] = {with_side("*ひざ", side, name[0]), with_side("*足", side, name[1])};
    add_ik(s, with_side("*足ＩＫ", side, goal), with_side("*足首", side, effector), 40, 2, legs, 2);
    const char *feet[] = {with_side("*足首", side, name[0])};
    add_ik(s, with_side("*つま先ＩＫ", side, goal), with_side("*つま先", side, effector), 3, 4, feet, 1);
}

/* ---- all of it ---- */

static void add_side(skeleton *s, const bone_row *rows, size_t count, bool right)
{
    add_rows(s, rows, count, right);
    link_rows(s, rows, count, right ? "右" : "左");
}

void skeleton_build(skeleton *s)
{
    chain chains[MAX_CHAINS];
    bone_row eye_row = eye[0];
    *s = (skeleton){0};
    eye_row.at = head_swell(eye_centre());
    add_side(s, trunk, COUNT(trunk), false);
    for (int right = 0; right < 2; right++) add_side(s, &eye_row, 1, right);
    for (int right = 0; right < 2; right++) {
        add_side(s, arm, COUNT(arm), right);
        add_fingers(s, right);
        fix_twist_axis(s, "*腕捩", shoulder_at, elbow_at, right);
        fix_twist_axis(s, "*手捩", elbow_at, wrist_at, right);
    }
    for (int right = 0; right < 2; right++) add_side(s, leg, COUNT(leg), right);
    for (int right = 0; right < 2; right++) add_side(s, leg_ik, COUNT(leg_ik), right);
    for (int right = 0; right < 2; right++) add_leg_iks(s, right ? "右" : "左");
    uint32_t count = skeleton_chains(chains);
    for (uint32_t i = 0; i < count; i++) add_chain_bones(s, &chains[i]);
}
