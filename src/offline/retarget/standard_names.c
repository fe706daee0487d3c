/* Standard names of bones and morphs, in Japanese and English, and in other rigs. */
#include "core/model/humanoid.h"
#include "offline/retarget/retarget.h"
#include <hone/retarget.h>
#include <string.h>

/* The English names of humanoid bones in MMD; those of pairs, at the index of the left bone, get "_L" or "_R". The
 * Japanese ones are those of hone_humanoid_names_of. */
static const char *const humanoid_english[HONE_HUMANOID_COUNT] = {
    [HONE_HUMANOID_HIPS] = "lower body",
    [HONE_HUMANOID_SPINE] = "upper body",
    [HONE_HUMANOID_CHEST] = "upper body2",
    [HONE_HUMANOID_UPPER_CHEST] = "upper body3",
    [HONE_HUMANOID_NECK] = "neck",
    [HONE_HUMANOID_HEAD] = "head",
    [HONE_HUMANOID_JAW] = "jaw",
    [HONE_HUMANOID_EYE] = "eye",
    [HONE_HUMANOID_UPPER_LEG] = "leg",
    [HONE_HUMANOID_LOWER_LEG] = "knee",
    [HONE_HUMANOID_FOOT] = "ankle",
    [HONE_HUMANOID_TOES] = "toe EX",
    [HONE_HUMANOID_SHOULDER] = "shoulder",
    [HONE_HUMANOID_UPPER_ARM] = "arm",
    [HONE_HUMANOID_LOWER_ARM] = "elbow",
    [HONE_HUMANOID_HAND] = "wrist",
#define FINGER(from, name, a, b, c) [from] = name a, [(from) + 2] = name b, [(from) + 4] = name c
    FINGER(HONE_HUMANOID_THUMB, "thumb", "0", "1", "2"),
    FINGER(HONE_HUMANOID_INDEX, "fore", "1", "2", "3"),
    FINGER(HONE_HUMANOID_MIDDLE, "middle", "1", "2", "3"),
    FINGER(HONE_HUMANOID_RING, "third", "1", "2", "3"),
    FINGER(HONE_HUMANOID_LITTLE, "little", "1", "2", "3"),
#undef FINGER
};

typedef struct pair {
    const char *japanese, *english; /* "*" stands for the side */
} pair;

/* Bones that no human has, and morphs that other rigs do not have. */
static const pair others[] = {
    {"全ての親", "mother"},
    {"センター", "center"},
    {"グルーブ", "groove"},
    {"腰", "waist"},
    {"両目", "eyes"},
    {"*足IK", "leg IK"},
    {"*つま先IK", "toe IK"},
    {"*足IK親", "leg IK parent"},
    {"*つま先", "toe"},
    {"*腕捩", "arm twist"},
    {"*手捩", "wrist twist"},
    {"*肩P", "shoulder P"},
    {"*肩C", "shoulder C"},
    {"*足D", "leg D"},
    {"*ひざD", "knee D"},
    {"*足首D", "ankle D"},
    {"*ダミー", "dummy"},
    {"操作中心", "view cnt"},
    {"*袖", "sleeve"},
    {"真面目", "serious"},
    {"なごみ", "calm"},
    {"はぅ", "> <"},
    {"じと目", "doubtful"},
    {"瞳小", "small pupils"},
    {"ワ", "wa"},
    {"ん", "n"},
    {"ω", "omega"},
    {"照れ", "blush"},
    {"涙", "tears"},
    {"ウィンク２", "wink2"},
    {"ｳｨﾝｸ２右", "wink2_R"},
};

typedef struct expression_row {
    const char *names; /* in MMD, English or VRM 1.0, VRM 0.x and the usual glTF exporters, each between bars */
    const char *whole; /* a name of the expression that it is a part of, or NULL */
} expression_row;

/* One row per expression. Names of ARKit's 52 blend shapes are those of Apple; its others have no usual counterpart in
 * MMD and VRM: cheeks, nose, jaw forwards and aside, rolled and shrugged lips, mouth aside, squinting, gaze. */
static const expression_row expressions[] = {
    {"|あ|aa|A|a|Fcl_MTH_A|vrc.v_aa|viseme_aa|jawOpen|mouthOpen|", NULL},
    {"|い|ih|I|i|Fcl_MTH_I|vrc.v_ih|viseme_I|", NULL},
    {"|う|ou|U|u|Fcl_MTH_U|vrc.v_ou|viseme_U|mouthPucker|", NULL},
    {"|え|ee|E|e|Fcl_MTH_E|vrc.v_e|viseme_E|", NULL},
    {"|お|oh|O|o|Fcl_MTH_O|vrc.v_oh|viseme_O|mouthFunnel|", NULL},
    {"|まばたき|blink|Blink|Fcl_EYE_Close|vrc.blink|eyesClosed|", NULL},
    {"|ウィンク|blinkLeft|Blink_L|Fcl_EYE_Close_L|eyeBlinkLeft|", "blink"},
    {"|ウィンク右|blinkRight|Blink_R|Fcl_EYE_Close_R|eyeBlinkRight|", "blink"},
    {"|笑い|happy|Joy|Fcl_EYE_Joy|", NULL},
    {"|にこり|relaxed|Fun|Fcl_BRW_Joy|", NULL},
    {"|怒り|angry|Angry|Fcl_BRW_Angry|", NULL},
    {"|困る|sad|Sorrow|Fcl_BRW_Sorrow|", NULL},
    {"|びっくり|surprised|Surprised|Fcl_EYE_Surprised|", NULL},
    {"|口角上げ|mouth up|mouthSmile|", "relaxed"},
    {"|口角下げ|mouth down|mouthFrown|", NULL},
    {"|口横広げ|wide mouth|mouthStretch|", "ih"},
    {"|上|brows up|browsUp|", NULL},
    {"|下|brows down|browsDown|", NULL},
    {"|ぺろっ|tongue out|tongueOut|", NULL},
    {"|mouthSmileLeft|mouthSmile_L|", "mouthSmile"},
    {"|mouthSmileRight|mouthSmile_R|", "mouthSmile"},
    {"|mouthFrownLeft|mouthFrown_L|", "mouthFrown"},
    {"|mouthFrownRight|mouthFrown_R|", "mouthFrown"},
    {"|mouthStretchLeft|mouthStretch_L|", "mouthStretch"},
    {"|mouthStretchRight|mouthStretch_R|", "mouthStretch"},
    {"|browInnerUp|", "browsUp"},
    {"|browOuterUpLeft|browOuterUp_L|", "browsUp"},
    {"|browOuterUpRight|browOuterUp_R|", "browsUp"},
    {"|browDownLeft|browDown_L|", "browsDown"},
    {"|browDownRight|browDown_R|", "browsDown"},
    {"|eyeWideLeft|eyeWide_L|", "surprised"},
    {"|eyeWideRight|eyeWide_R|", "surprised"},
};
enum { EXPRESSIONS = sizeof expressions / sizeof *expressions };

/* ---- texts ------------------------------------------------------------------------------------------------------ */

/* Copies a name with narrow letters and digits (U+FF01 to U+FF5E are the wide forms of ASCII). Returns false if it is
 * longer than a standard name. */
static bool make_narrow(const char *name, char out[HONE_STANDARD_NAME_SIZE])
{
    size_t used = 0;
    for (const uint8_t *at = (const uint8_t *)name; *at; used++) {
        if (used + 1 == HONE_STANDARD_NAME_SIZE)
            return false;
        bool wide = at[0] == 0xef && (at[1] == 0xbc || at[1] == 0xbd) && at[2] >= 0x80 && at[2] < 0xc0;
        int code = wide ? 0x21 + (at[1] == 0xbd) * 64 + at[2] - 0x81 : 0;
        wide = code >= 0x21 && code <= 0x7e;
        out[used] = (char)(wide ? code : *at);
        at += wide ? 3 : 1;
    }
    out[used] = '\0';
    return true;
}

/* Whether a name is this one, of a pair without its side. */
static bool is_name(const char *narrow, bool has_side, const char *standard)
{
    char other[HONE_STANDARD_NAME_SIZE];
    const char *from = has_side && *standard == '*' ? standard + 1 : standard;
    return has_side == (*standard == '*') && make_narrow(from, other) && strcmp(other, narrow) == 0;
}

static const char *find(const char *narrow, bool has_side)
{
    for (int i = 0; i < HONE_HUMANOID_COUNT; i++)
        if (humanoid_english[i] && is_name(narrow, has_side, hone_humanoid_names_of[i].mmd))
            return humanoid_english[i];
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (is_name(narrow, has_side, others[i].japanese))
            return others[i].english;
    return NULL;
}

/* The second name of a row, if this is the first, in Japanese. */
static bool translate_morph(const char *name, char *out)
{
    const char *row = (uint8_t)*name < 0x80 ? NULL : hone_morph_synonyms(name);
    size_t size = strlen(name);
    if (!row || strncmp(row + 1, name, size) != 0 || row[1 + size] != '|')
        return false;
    const char *second = row + size + 2;
    size_t length = strcspn(second, "|");
    memcpy(out, second, length);
    out[length] = '\0';
    return true;
}

static const char left[] = "左", right[] = "右";
enum { SIDE_SIZE = sizeof left - 1 };

/* ---- in public -------------------------------------------------------------------------------------------------- */

const char *hone_morph_synonyms(const char *name)
{
    size_t size = strlen(name);
    for (size_t e = 0; size && e < EXPRESSIONS; e++)
        for (const char *row = expressions[e].names, *at = strstr(row, name); at; at = strstr(at + 1, name))
            if (at > row && at[-1] == '|' && at[size] == '|')
                return row;
    return NULL;
}

const char *hone_morph_whole(const char *row)
{
    for (size_t e = 0; e < EXPRESSIONS; e++)
        if (expressions[e].names == row)
            return expressions[e].whole ? hone_morph_synonyms(expressions[e].whole) : NULL;
    return NULL;
}

const char *hone_morph_part(const char *row, uint32_t index)
{
    for (size_t e = 0; e < EXPRESSIONS; e++)
        if (expressions[e].whole && hone_morph_synonyms(expressions[e].whole) == row && index-- == 0)
            return expressions[e].names;
    return NULL;
}

bool hone_name_translate(const char *name, char *out)
{
    char narrow[HONE_STANDARD_NAME_SIZE];
    out[0] = '\0';
    if (translate_morph(name, out))
        return true;
    if (!make_narrow(name, narrow))
        return false;
    const bool is_left = strncmp(narrow, left, SIDE_SIZE) == 0, is_right = strncmp(narrow, right, SIDE_SIZE) == 0;
    const char *sided = is_left || is_right ? find(narrow + SIDE_SIZE, true) : NULL;
    const char *english = sided ? sided : find(narrow, false);
    if (!english)
        return false;
    strcpy(out, english);
    if (sided)
        strcat(out, is_left ? "_L" : "_R");
    return true;
}

void hone_humanoid_bone_japanese(hone_humanoid_bone human, char *out)
{
    const int first = hone_humanoid_names_of[human].mmd ? (int)human : (int)human - 1; /* of its pair */
    const char *name = hone_humanoid_names_of[first].mmd;
    out[0] = '\0';
    if (*name == '*')
        strcpy(out, first == (int)human ? left : right);
    strcat(out, *name == '*' ? name + 1 : name);
}
