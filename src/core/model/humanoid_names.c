/* The names of humanoid bones in MMD and in other rigs. */
#include "core/model/humanoid.h"
#include <string.h>

const hone_humanoid_names hone_humanoid_names_of[HONE_HUMANOID_COUNT] = {
    [HONE_HUMANOID_HIPS] = {"下半身", " hips pelvis hip hipcenter hipscenter spinebase lowerbody "},
    /* other names of the spine are not listed: it is what is between hips and neck */
    [HONE_HUMANOID_SPINE] = {"上半身", " upperbody "},
    [HONE_HUMANOID_CHEST] = {"上半身2", " upperbody2 "},
    [HONE_HUMANOID_UPPER_CHEST] = {"上半身3", " upperbody3 "},
    [HONE_HUMANOID_NECK] = {"首", " neck neck1 necklower lowerneck spine4 "},
    [HONE_HUMANOID_HEAD] = {"頭", " head spine6 "},
    [HONE_HUMANOID_JAW] = {"顎", " jaw lowerjaw "},
    [HONE_HUMANOID_EYE] = {"*目", " eye "},
    [HONE_HUMANOID_UPPER_LEG] = {"*足", " upleg upperleg thigh thighbend femur leg hip "},
    [HONE_HUMANOID_LOWER_LEG] = {"*ひざ", " lowerleg lowleg calf shin tibia knee leg "},
    [HONE_HUMANOID_FOOT] = {"*足首", " ankle foot "},
    [HONE_HUMANOID_TOES] = {"*足先EX", " toebase toes toe ball toeex toe0 foot "},
    [HONE_HUMANOID_SHOULDER] = {"*肩", " clavicle collar shoulder "},
    [HONE_HUMANOID_UPPER_ARM] = {"*腕", " upperarm uparm shldr shldrbend humerus arm shoulder "},
    [HONE_HUMANOID_LOWER_ARM] = {"*ひじ", " forearm forearmbend lowerarm lowarm radius elbow "},
    [HONE_HUMANOID_HAND] = {"*手首", " wrist hand "},
    [HONE_HUMANOID_THUMB] = {"*親指０",
                             " thumb0 handthumb1 thumb1 thumbmetacarpal thumbproximal finger0 finger1metacarpal "
                             "thumb "},
    [HONE_HUMANOID_THUMB + 2] = {"*親指１",
                                 " thumb1 handthumb2 thumb2 thumbproximal thumbintermediate finger01 finger1proximal "},
    [HONE_HUMANOID_THUMB + 4] = {"*親指２", " thumb2 handthumb3 thumb3 thumbdistal finger02 finger1distal "},
/* a, b: what the finger is called; n, r: its number in Biped and Rokoko */
#define WORDS(name, k, part) "hand" name k " " name k " f" name k " " name "finger" k " finger" name k " " name part " "
#define FINGER(from, mmd, a, b, n, r)                                                                                  \
    [from] = {"*" mmd "１",                                                                                            \
              " " WORDS(a, "1", "proximal") WORDS(b, "1", "proximal") "finger" n " finger" r "proximal " a " " b " "}, \
    [(from) + 2] = {"*" mmd "２", " " WORDS(a, "2", "intermediate")                                                    \
                                      WORDS(b, "2", "intermediate") "finger" n "1 finger" r "medial "},                \
    [(from) + 4] = {"*" mmd "３",                                                                                      \
                    " " WORDS(a, "3", "distal") WORDS(b, "3", "distal") "finger" n "2 finger" r "distal "}
    FINGER(HONE_HUMANOID_INDEX, "人指", "index", "fore", "1", "2"),
    FINGER(HONE_HUMANOID_MIDDLE, "中指", "middle", "mid", "2", "3"),
    FINGER(HONE_HUMANOID_RING, "薬指", "ring", "third", "3", "4"),
    FINGER(HONE_HUMANOID_LITTLE, "小指", "pinky", "little", "4", "5"),
#undef WORDS
#undef FINGER
};

/* ---- words ----------------------------------------------------------------------------------------------------- */

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_separator(char c)
{
    return c > 0 && !is_upper(c) && !is_lower(c) && !is_digit(c);
}

/* Returns the end of the part of a name that begins at `at`: "LeftUpLeg" has three parts, "bone_01" two. */
static size_t part_end(const char *at)
{
    size_t end = 1;
    if (is_digit(*at))
        while (is_digit(at[end])) end++;
    else
        while (at[end] && !is_separator(at[end]) && !is_digit(at[end]) &&
               !(is_upper(at[end]) && (is_lower(at[end - 1]) || is_lower(at[end + 1]))))
            end++;
    return end;
}

static bool is_any(const char *part, size_t size, const char *list)
{
    char wrapped[24] = " ";
    if (size + 3 > sizeof wrapped)
        return false;
    memcpy(wrapped + 1, part, size);
    memcpy(wrapped + 1 + size, " ", 2);
    return strstr(list, wrapped) != NULL;
}

/* A side that is joined to the word: "lfemur". Returns it and removes it from the word. */
static int joined_side(char *word)
{
    static const char parts[] = " femur tibia humerus radius clavicle collar shoulder shldr arm upperarm forearm elbow "
                                "wrist hand thumb thigh leg upleg knee shin calf ankle foot toe toes hip hipjoint eye ";
    size_t length = strlen(word);
    if ((*word != 'l' && *word != 'r') || length < 4 || !is_any(word + 1, length - 1, parts))
        return HONE_SIDE_NONE;
    int side = *word == 'l' ? HONE_SIDE_LEFT : HONE_SIDE_RIGHT;
    memmove(word, word + 1, length);
    return side;
}

/* Returns the part of a name behind its namespace: "Hips" of "Armature|Character1:Hips". */
static const char *after_namespace(const char *name)
{
    const char *out = name;
    for (; *name; name++)
        if ((*name == ':' || *name == '|') && name[1])
            out = name + 1;
    return out;
}

int hone_bone_word(const char *name, char *word, size_t size)
{
    int side = HONE_SIDE_NONE;
    size_t used = 0;
    bool numbered = false; /* the previous part was a rig's name, so this may be its number */
    bool finger = false;   /* the previous part was "finger", after which 01 is not 1 */
    name = after_namespace(name);
    while (*name) {
        char part[24] = "";
        if (is_separator(*name)) {
            name++;
            continue;
        }
        size_t length = part_end(name), kept = length < sizeof part ? length : sizeof part;
        for (size_t i = 0; i < kept; i++) part[i] = (char)(is_upper(name[i]) ? name[i] - 'A' + 'a' : name[i]);
        name += length;
        if (is_any(part, kept, " l left "))
            side = HONE_SIDE_LEFT;
        else if (is_any(part, kept, " r right "))
            side = HONE_SIDE_RIGHT;
        else if (is_any(part, kept, " mixamorig bip valve biped j c def org armature skeleton joint jnt bone "))
            numbered = true;
        else if (!numbered || !is_digit(part[0]))
            for (size_t i = 0; i < kept && used + 1 < size; i++)
                if (part[i] != '0' || i + 1 == kept || finger) /* 01 becomes 1 */
                    word[used++] = part[i];
        finger = is_any(part, kept, " finger ");
        numbered &= !is_digit(part[0]) && used == 0 && side == HONE_SIDE_NONE;
    }
    word[used] = '\0';
    return side ? side : joined_side(word);
}

const char *hone_humanoid_bone_name(hone_humanoid_bone human)
{
#define PAIR(name) "left" name, "right" name
#define DIGIT(name, a, b, c) PAIR(name a), PAIR(name b), PAIR(name c)
    static const char *const names[HONE_HUMANOID_COUNT] = {
        "hips",
        "spine",
        "chest",
        "upperChest",
        "neck",
        "head",
        "jaw",
        PAIR("Eye"),
        PAIR("UpperLeg"),
        PAIR("LowerLeg"),
        PAIR("Foot"),
        PAIR("Toes"),
        PAIR("Shoulder"),
        PAIR("UpperArm"),
        PAIR("LowerArm"),
        PAIR("Hand"),
        DIGIT("Thumb", "Metacarpal", "Proximal", "Distal"),
        DIGIT("Index", "Proximal", "Intermediate", "Distal"),
        DIGIT("Middle", "Proximal", "Intermediate", "Distal"),
        DIGIT("Ring", "Proximal", "Intermediate", "Distal"),
        DIGIT("Little", "Proximal", "Intermediate", "Distal"),
    };
#undef DIGIT
#undef PAIR
    return (unsigned)human < HONE_HUMANOID_COUNT ? names[human] : NULL;
}
