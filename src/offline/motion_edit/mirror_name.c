/* The name of the bone or morph on the other side of the body. */
#include <hone/motion_edit.h>
#include <string.h>

/* A word that names a side, and its counterpart. */
typedef struct side_word {
    const char *texts[2]; /* left, right */
} side_word;

/* Anywhere in a name. */
static const side_word signs[] = {{{"左", "右"}}};

/* Between other letters they would mean something else. */
static const side_word letters[] = {{{"Ｌ", "Ｒ"}}, {{"ｌ", "ｒ"}}};

/* Words of English names; words[SINGLE...] are letters. */
static const side_word words[] = {
    {{"Left", "Right"}}, {{"left", "right"}}, {{"LEFT", "RIGHT"}}, {{"L", "R"}}, {{"l", "r"}}};
enum { SINGLE = 3 };

/* Names of MMD's morphs of which only the right one has a side. */
static const side_word pairs[] = {{{"ウィンク", "ウィンク右"}},
                                  {{"ウィンク２", "ｳｨﾝｸ２右"}},
                                  {{"ウィンク2", "ウィンク2右"}},
                                  {{"ウインク", "ウインク右"}},
                                  {{"ウインク２", "ウインク２右"}}};

/* Bones of motion capture whose side is one small letter before the word: lfemur. */
static const char *const joined[] = {
    "femur",   "tibia", "humerus", "radius", "clavicle", "collar", "shoulder", "shldr", "arm",    "upperarm",
    "forearm", "elbow", "wrist",   "hand",   "thumb",    "thigh",  "leg",      "upleg", "knee",   "shin",
    "calf",    "ankle", "foot",    "toe",    "toes",     "hip",    "hipjoint", "eye",   "fingers"};

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_letter(char c)
{
    return is_upper(c) || is_lower(c);
}

/* A place in a name where a side is named. */
typedef struct side_mark {
    const side_word *word;
    int side;    /* index in word->texts */
    size_t size; /* bytes of its text; 0: no side here */
} side_mark;

/* Finds the word at the beginning of a text. size: the text must be exactly so long; 0: may be longer. */
static side_mark find_word(const side_word *list, size_t count, const char *text, size_t size)
{
    for (size_t i = 0; i < count; i++)
        for (int side = 0; side < 2; side++) {
            size_t length = strlen(list[i].texts[side]);
            if ((size == 0 || size == length) && strncmp(text, list[i].texts[side], length) == 0)
                return (side_mark){&list[i], side, length};
        }
    return (side_mark){NULL, 0, 0};
}

/* Whether a full-width Latin letter begins at `at` (U+FF21 to U+FF3A, U+FF41 to U+FF5A). */
static bool is_wide_letter(const char *at)
{
    uint8_t a = (uint8_t)at[0], b = a ? (uint8_t)at[1] : 0, c = b ? (uint8_t)at[2] : 0;
    return a == 0xEF && ((b == 0xBC && c >= 0xA1 && c <= 0xBA) || (b == 0xBD && c >= 0x81 && c <= 0x9A));
}

static side_mark wide_letter(const char *name, const char *at)
{
    side_mark mark = find_word(letters, sizeof letters / sizeof *letters, at, 0);
    if (mark.size && (is_wide_letter(at + mark.size) || (at - name >= 3 && is_wide_letter(at - 3))))
        mark.size = 0;
    return mark;
}

/* Returns the end of the word of ASCII letters at the beginning of `at`: "LeftUpLeg" has three words, "IKParent" two.
 */
static size_t word_size(const char *at)
{
    size_t end = 1;
    while (is_letter(at[end]) && !(is_upper(at[end]) && (is_lower(at[end - 1]) || is_lower(at[end + 1])))) end++;
    return end;
}

static bool is_joined(const char *word, size_t size)
{
    for (size_t i = 0; i < sizeof joined / sizeof *joined; i++)
        if (strlen(joined[i]) == size && memcmp(word, joined[i], size) == 0)
            return true;
    return false;
}

/* The side in an English word: the whole word, "left" before others, or one letter before a bone of motion capture. */
static side_mark in_word(const char *word, size_t size)
{
    side_mark mark = find_word(words, sizeof words / sizeof *words, word, size);
    if (!mark.size)
        mark = find_word(words, SINGLE, word, 0);
    if (!mark.size && size > 3 && is_joined(word + 1, size - 1))
        mark = find_word(words, sizeof words / sizeof *words, word, 1);
    return mark.size <= size ? mark : (side_mark){NULL, 0, 0};
}

/* Returns the size of the next piece of a name: a word of ASCII letters, or one byte; and the side that it names. */
static size_t next_piece(const char *name, const char *at, side_mark *mark)
{
    if (is_letter(*at)) {
        size_t size = word_size(at);
        *mark = in_word(at, size);
        return size;
    }
    *mark = find_word(signs, sizeof signs / sizeof *signs, at, 0);
    if (!mark->size)
        *mark = wide_letter(name, at);
    return mark->size ? mark->size : 1;
}

/* A text that is cut at the end of its room. */
typedef struct cut_text {
    char *out;
    size_t size, used;
} cut_text;

static void append(cut_text *text, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++, text->used++)
        if (text->used + 1 < text->size)
            text->out[text->used] = bytes[i];
}

/* Exchanges the sides. Returns bit 0 if the name has a left, bit 1 if it has a right. */
static int exchange(const char *name, cut_text *text)
{
    int found = 0;
    for (const char *at = name; *at;) {
        side_mark mark;
        size_t size = next_piece(name, at, &mark);
        if (mark.size) {
            const char *other = mark.word->texts[!mark.side];
            found |= 1 << mark.side;
            append(text, other, strlen(other));
        }
        append(text, at + mark.size, size - mark.size);
        at += size;
    }
    return found;
}

/* Writes the mirrored name; a name that has no side, or both, stays as it is. */
static cut_text mirrored(const char *name, char *out, size_t size)
{
    cut_text text = {out, size, 0};
    side_mark mark = find_word(pairs, sizeof pairs / sizeof *pairs, name, strlen(name));
    if (mark.size) {
        append(&text, mark.word->texts[!mark.side], strlen(mark.word->texts[!mark.side]));
    } else if (exchange(name, &text) == 3) {
        text.used = 0;
        append(&text, name, strlen(name));
    }
    return text;
}

enum { NAME_ROOM = 512 };

/* A name whose mirrored name does not lead back stays as it is: ウィンク左 would become ウィンク右, which has another.
 */
size_t hone_mirror_name(const char *name, char *out, size_t size)
{
    char once[NAME_ROOM], twice[NAME_ROOM];
    cut_text text = mirrored(name, once, sizeof once);
    if (text.used < sizeof once) {
        once[text.used] = '\0';
        cut_text back = mirrored(once, twice, sizeof twice);
        if (back.used != strlen(name) || memcmp(twice, name, back.used) != 0)
            text = (cut_text){NULL, 0, 0};
    }
    bool same = text.used == 0 || text.used >= sizeof once;
    cut_text result = {out, size, 0};
    append(&result, same ? name : once, same ? strlen(name) : text.used);
    if (size)
        out[result.used < size ? result.used : size - 1] = '\0';
    return result.used;
}
