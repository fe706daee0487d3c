/* The names of humanoid bones in MMD and in other rigs. */
#include "model/humanoid.h"
#include <string.h>

const hone_humanoid_names hone_humanoid_names_of[HONE_HUMANOID_COUNT] = {
    [HONE_HUMANOID_HIPS] = {"下半身", " hips pelvis hip lowerbody "},
    /* other names of the spine are not listed: it is what is between hips and neck */
    [HONE_HUMANOID_SPINE] = {"上半身", " upperbody "},
    [HONE_HUMANOID_CHEST] = {"上半身2", " upperbody2 "},
    [HONE_HUMANOID_UPPER_CHEST] = {"上半身3", " upperbody3 "},
    [HONE_HUMANOID_NECK] = {"首", " neck neck1 "},
    [HONE_HUMANOID_HEAD] = {"頭", " head "},
    [HONE_HUMANOID_JAW] = {"顎", " jaw "},
    [HONE_HUMANOID_EYE] = {"*目", " eye "},
    [HONE_HUMANOID_UPPER_LEG] = {"*足", " upleg upperleg thigh leg "},
    [HONE_HUMANOID_LOWER_LEG] = {"*ひざ", " lowerleg lowleg calf shin knee leg "},
    [HONE_HUMANOID_FOOT] = {"*足首", " foot ankle "},
    [HONE_HUMANOID_TOES] = {"*足先EX", " toebase toes toe ball toeex "},
    [HONE_HUMANOID_SHOULDER] = {"*肩", " shoulder clavicle collar "},
    [HONE_HUMANOID_UPPER_ARM] = {"*腕", " upperarm uparm arm "},
    [HONE_HUMANOID_LOWER_ARM] = {"*ひじ", " forearm lowerarm lowarm elbow "},
    [HONE_HUMANOID_HAND] = {"*手首", " hand wrist "},
    [HONE_HUMANOID_THUMB] = {"*親指０", " thumb0 handthumb1 thumb1 thumbmetacarpal thumbproximal thumb "},
    [HONE_HUMANOID_THUMB + 2] = {"*親指１", " thumb1 handthumb2 thumb2 thumbproximal thumbintermediate "},
    [HONE_HUMANOID_THUMB + 4] = {"*親指２", " thumb2 handthumb3 thumb3 thumbdistal "},
    [HONE_HUMANOID_INDEX] = {"*人指１", " handindex1 index1 findex1 fore1 indexproximal index "},
    [HONE_HUMANOID_INDEX + 2] = {"*人指２", " handindex2 index2 findex2 fore2 indexintermediate "},
    [HONE_HUMANOID_INDEX + 4] = {"*人指３", " handindex3 index3 findex3 fore3 indexdistal "},
    [HONE_HUMANOID_MIDDLE] = {"*中指１", " handmiddle1 middle1 fmiddle1 middleproximal middle "},
    [HONE_HUMANOID_MIDDLE + 2] = {"*中指２", " handmiddle2 middle2 fmiddle2 middleintermediate "},
    [HONE_HUMANOID_MIDDLE + 4] = {"*中指３", " handmiddle3 middle3 fmiddle3 middledistal "},
    [HONE_HUMANOID_RING] = {"*薬指１", " handring1 ring1 fring1 third1 ringproximal ring "},
    [HONE_HUMANOID_RING + 2] = {"*薬指２", " handring2 ring2 fring2 third2 ringintermediate "},
    [HONE_HUMANOID_RING + 4] = {"*薬指３", " handring3 ring3 fring3 third3 ringdistal "},
    [HONE_HUMANOID_LITTLE] = {"*小指１", " handpinky1 pinky1 fpinky1 little1 littleproximal pinky little "},
    [HONE_HUMANOID_LITTLE + 2] = {"*小指２", " handpinky2 pinky2 fpinky2 little2 littleintermediate "},
    [HONE_HUMANOID_LITTLE + 4] = {"*小指３", " handpinky3 pinky3 fpinky3 little3 littledistal "},
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

int hone_bone_word(const char *name, char *word, size_t size)
{
    int side = HONE_SIDE_NONE;
    size_t used = 0;
    bool numbered = false; /* the previous part was a rig's name, so this may be its number */
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
                if (part[i] != '0' || i + 1 == kept) /* 01 becomes 1 */
                    word[used++] = part[i];
        numbered &= !is_digit(part[0]) && used == 0 && side == HONE_SIDE_NONE;
    }
    word[used] = '\0';
    return side;
}
