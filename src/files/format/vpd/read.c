/* Reads VPD: text in CP932 or UTF-8, one item per line.
 *
 *     Vocaloid Pose Data file
 *     NAME.osm;               // the model
 *     COUNT;                  // of bones
 *     Bone0{NAME
 *       x,y,z;                // translation
 *       x,y,z,w;              // rotation
 *     }
 *     Morph0{NAME             // an extension of another editor
 *       weight;
 *     }
 *
 * The name of a bone or morph runs to the end of the line, so the file is read line by line. */
#include "base/memory/builder.h"
#include "base/text/encoding.h"
#include "base/text/number.h"
#include "base/text/text.h"
#include "core/motion/binding/name_table.h"
#include "files/format/common/reading.h"
#include "files/format/readers.h"
#include <inttypes.h>
#include <math.h>

/* A part of a line, in UTF-8, without spaces at either end. */
typedef struct span {
    const char *begin, *end;
} span;

typedef enum place { OUTSIDE, IN_BONE, IN_MORPH, IN_UNKNOWN } place;

typedef struct vpd {
    hone_reading file;    /* in its own encoding */
    uint64_t line_offset; /* offset of the current line, for errors */
    hone_encoding encoding;
    char *decoded; /* room for the longest line; NULL: lines are UTF-8 and need no decoding */

    place place;
    uint32_t values;     /* number of value lines read in this block */
    uint32_t statements; /* number of statements read outside of blocks */
    bool has_count;
    double count;
    uint64_t count_offset;

    uint32_t bone_count, morph_count;
    hone_bone_track *bones;
    hone_bone_key *bone_keys;
    hone_morph_track *morphs;
    hone_morph_key *morph_keys;

    hone_motion_data data;
} vpd;

static void warn(vpd *v, const char *what)
{
    hone_builder_warn(v->file.builder, what, v->line_offset);
}

/* ---- lines ---- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

static span trim(span s)
{
    while (s.begin < s.end && is_space(*s.begin)) s.begin++;
    while (s.begin < s.end && is_space(s.end[-1])) s.end--;
    return s;
}

static size_t length(span s)
{
    return (size_t)(s.end - s.begin);
}

static bool begins_with(span s, const char *start)
{
    size_t size = strlen(start);
    return length(s) >= size && memcmp(s.begin, start, size) == 0;
}

/* Returns the position of `c` in the span, or the end of the span. */
static const char *find(span s, char c)
{
    const char *at = length(s) ? memchr(s.begin, c, length(s)) : NULL;
    return at ? at : s.end;
}

/* In CP932 no byte of a two-byte character is a line break. */
static span cut_line(vpd *v)
{
    span line = {v->file.text.at, v->file.text.at};
    while (line.end < v->file.text.end && *line.end != '\n' && *line.end != '\r') line.end++;
    v->line_offset = (uint64_t)(v->file.text.at - v->file.text.begin);
    v->file.text.at = line.end < v->file.text.end ? line.end + 1 : line.end;
    return line;
}

/* Reads the next line without its comment. Returns false at the end of the file. The line is valid until the next
 * call. */
static bool next_line(vpd *v, span *out)
{
    if (v->file.text.at == v->file.text.end)
        return false;
    span line = cut_line(v);
    bool lossy = false;
    if (v->decoded && length(line)) {
        size_t size = hone_utf8_from(v->encoding, line.begin, length(line), v->decoded, &lossy);
        line = (span){v->decoded, v->decoded + size};
    }
    if (lossy)
        warn(v, "text that is neither UTF-8 nor CP932: invalid bytes replaced");
    for (const char *c = line.begin; c + 1 < line.end; c++)
        if (c[0] == '/' && c[1] == '/')
            line.end = c;
    *out = trim(line);
    return true;
}

/* Text of UTF-8 is used where it is; room is made for the longest line of others. */
static bool choose_encoding(vpd *v)
{
    size_t longest = 0;
    v->encoding = hone_encoding_of_text(v->file.text.at, (size_t)(v->file.text.end - v->file.text.at));
    if (v->encoding == HONE_ENCODING_UTF8)
        return true;
    const char *at = v->file.text.at;
    while (v->file.text.at < v->file.text.end) {
        size_t size = length(cut_line(v));
        longest = size > longest ? size : longest;
    }
    v->file.text.at = at;
    return hone_reading_scratch(&v->file, longest, 3, &v->decoded);
}

/* ---- numbers ---- */

/* Fails with the beginning of the text that should be a number, cut between characters. */
static bool fail_number(vpd *v, span word)
{
    int size = length(word) < 40 ? (int)length(word) : 40;
    while (size < (int)length(word) && size && ((uint8_t)word.begin[size] & 0xC0) == 0x80) size--;
    return hone_reading_fail_as(&v->file, HONE_ERROR_FORMAT, v->line_offset,
                                "\"%.*s\" is not a number, in the line at byte %" PRIu64, size, word.begin,
                                v->line_offset);
}

/* Reads numbers separated by commas. A missing number leaves the value unchanged. */
static bool read_numbers(vpd *v, span text, float *out, uint32_t count)
{
    for (uint32_t i = 0; length(text); i++) {
        span word = trim((span){text.begin, find(text, ',')});
        double value;
        text.begin = find(text, ',') + (find(text, ',') < text.end);
        if (length(word) == 0)
            continue;
        if (i >= count) {
            warn(v, "line with too many numbers: the last ones are ignored");
            return true;
        }
        if (hone_float_parse(word.begin, length(word), &value) != length(word))
            return fail_number(v, word);
        out[i] = (float)value;
    }
    return true;
}

/* ---- blocks ---- */

/* Returns true for "Bone12{name"; `rest` then begins after the brace. */
static bool is_head(span line, const char *keyword, span *rest)
{
    if (!begins_with(line, keyword))
        return false;
    const char *digits = line.begin + strlen(keyword), *at = digits;
    while (at < line.end && *at >= '0' && *at <= '9') at++;
    if (at == digits)
        return false;
    while (at < line.end && is_space(*at)) at++;
    if (at == line.end || *at != '{')
        return false;
    *rest = (span){at + 1, line.end};
    return true;
}

static void begin_block(vpd *v, place kind, span name)
{
    name = trim((span){name.begin, find(name, 0)}); /* a NUL ends a name, as elsewhere */
    v->place = length(name) ? kind : IN_UNKNOWN;
    v->values = 0;
    if (!length(name)) {
        warn(v, "block without a name: ignored");
        return;
    }
    hone_track_name track_name = {.text = hone_builder_text(v->file.builder, name.begin, length(name))};
    if (kind == IN_BONE) {
        hone_bone_key *key = &v->bone_keys[v->bone_count];
        *key = (hone_bone_key){.rotation = {0, 0, 0, 1},
                               .curves = {HONE_CURVE_LINEAR, HONE_CURVE_LINEAR, HONE_CURVE_LINEAR, HONE_CURVE_LINEAR}};
        v->bones[v->bone_count++] = (hone_bone_track){track_name, 1, key};
    } else {
        hone_morph_key *key = &v->morph_keys[v->morph_count];
        v->morphs[v->morph_count++] = (hone_morph_track){track_name, 1, key};
    }
}

static bool read_value(vpd *v, span text)
{
    uint32_t at = v->values++;
    if (v->place == IN_BONE && at < 2) {
        hone_bone_key *key = &v->bone_keys[v->bone_count - 1];
        return at == 0 ? read_numbers(v, text, key->translation, 3) : read_numbers(v, text, key->rotation, 4);
    }
    if (v->place == IN_MORPH && at < 1)
        return read_numbers(v, text, &v->morph_keys[v->morph_count - 1].weight, 1);
    if (v->place != IN_UNKNOWN)
        warn(v, "block with too many lines: the last ones are ignored");
    return true;
}

/* Reads a line of a block, up to the brace that ends the block; *text then begins after that brace. */
static bool read_inside(vpd *v, span *text)
{
    const char *brace = find(*text, '}');
    span inside = {text->begin, brace};
    text->begin = brace < text->end ? brace + 1 : brace;
    while (length(inside)) {
        const char *semicolon = find(inside, ';');
        span value = trim((span){inside.begin, semicolon});
        inside = trim((span){semicolon < inside.end ? semicolon + 1 : semicolon, inside.end});
        if (v->place != IN_UNKNOWN && !read_value(v, value))
            return false;
    }
    if (brace < text->end)
        v->place = OUTSIDE;
    return true;
}

/* ---- outside ---- */

/* The model's name is its file name without the extension. */
static void read_model_name(vpd *v, span text)
{
    if (length(text) >= 4 && memcmp(text.end - 4, ".osm", 4) == 0)
        text.end -= 4;
    v->data.model_name = hone_builder_text(v->file.builder, text.begin, length(text));
}

static void read_statement(vpd *v, span text)
{
    switch (v->statements++) {
    case 0:
        read_model_name(v, text);
        break;
    case 1:
        v->has_count = true;
        v->count_offset = v->line_offset;
        if (hone_float_parse(text.begin, length(text), &v->count) != length(text))
            v->count = -1; /* which no block has as its number */
        break;
    default:
        warn(v, "line outside of blocks: ignored");
        break;
    }
}

/* Reads the head of a block or a statement; *text then begins after it. */
static void read_outside(vpd *v, span *text)
{
    span rest;
    place kind = is_head(*text, "Bone", &rest) ? IN_BONE : is_head(*text, "Morph", &rest) ? IN_MORPH : OUTSIDE;
    if (kind != OUTSIDE) {
        begin_block(v, kind, rest);
        text->begin = text->end;
        return;
    }
    const char *at = text->begin;
    while (at < text->end && *at != ';' && *at != '{') at++;
    span statement = trim((span){text->begin, at});
    text->begin = at < text->end ? at + 1 : at;
    if (at < text->end && *at == '{') {
        v->place = IN_UNKNOWN;
        warn(v, "block that is neither a bone nor a morph: ignored");
    } else {
        read_statement(v, statement);
    }
}

static bool read_line(vpd *v, span line)
{
    span rest;
    bool known = v->place == IN_BONE || v->place == IN_MORPH;
    if (known && (is_head(line, "Bone", &rest) || is_head(line, "Morph", &rest))) {
        warn(v, "block that begins inside another block: the first block ends there");
        v->place = OUTSIDE;
    }
    while (line = trim(line), length(line)) {
        if (v->place == OUTSIDE)
            read_outside(v, &line);
        else if (!read_inside(v, &line))
            return false;
    }
    return true;
}

/* ---- all ---- */

static bool read_title(vpd *v)
{
    static const char title[] = "Vocaloid Pose Data file";
    span line = {v->file.text.at, v->file.text.at};
    v->file.text.at += hone_utf8_mark(v->file.text.at, (size_t)(v->file.text.end - v->file.text.at));
    if (!choose_encoding(v))
        return false;
    if (!next_line(v, &line) || length(line) != sizeof title - 1 || !begins_with(line, title))
        return hone_reading_fail_as(&v->file, HONE_ERROR_FORMAT, 0,
                                    "is not VPD: its first line is not \"%s\", at byte 0", title);
    return true;
}

/* Allocates as many keys as there are heads of blocks. Heads are ASCII, so they can be counted in the bytes of either
 * encoding. */
static bool allocate_keys(vpd *v)
{
    uint32_t bone_count = 0, morph_count = 0;
    for (span name, left = {v->file.text.at, v->file.text.end}; length(left); left.begin++) {
        bone_count += is_head(left, "Bone", &name);
        morph_count += is_head(left, "Morph", &name);
    }
    return hone_reading_array(&v->file, bone_count, sizeof *v->bones, &v->bones) &&
           hone_reading_array(&v->file, bone_count, sizeof *v->bone_keys, &v->bone_keys) &&
           hone_reading_array(&v->file, morph_count, sizeof *v->morphs, &v->morphs) &&
           hone_reading_array(&v->file, morph_count, sizeof *v->morph_keys, &v->morph_keys);
}

/* Removes duplicate names: place_of[i] is the new index of name i, at most i, and the last of several blocks with the
 * same name is used. Returns the number of distinct names, or 0 if v->file.scratch is out of memory. */
static uint32_t merge_names(vpd *v, const hone_name *names, uint32_t count, uint32_t *place_of)
{
    hone_name_table table;
    uint32_t places = 0;
    if (!hone_name_table_make(&table, names, count, v->file.scratch))
        return 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = hone_name_table_find(&table, names[i]);
        if (first != i)
            hone_builder_warn(v->file.builder, "several blocks with the same name: only the last is used", first);
        place_of[i] = first == i ? places++ : place_of[first];
    }
    return places;
}

static bool merge_tracks(vpd *v)
{
    uint32_t most = v->bone_count > v->morph_count ? v->bone_count : v->morph_count;
    hone_name *names;
    uint32_t *place_of;
    if (!hone_reading_scratch(&v->file, most, sizeof *names, &names) ||
        !hone_reading_scratch(&v->file, most, sizeof *place_of, &place_of))
        return false;
    for (uint32_t i = 0; i < v->bone_count; i++)
        names[i] = (hone_name){v->bones[i].name.text, (uint32_t)strlen(v->bones[i].name.text)};
    v->data.bone_track_count = merge_names(v, names, v->bone_count, place_of);
    for (uint32_t i = 0; i < v->bone_count; i++) v->bones[place_of[i]] = v->bones[i];
    for (uint32_t i = 0; i < v->morph_count; i++)
        names[i] = (hone_name){v->morphs[i].name.text, (uint32_t)strlen(v->morphs[i].name.text)};
    v->data.morph_track_count = merge_names(v, names, v->morph_count, place_of);
    for (uint32_t i = 0; i < v->morph_count; i++) v->morphs[place_of[i]] = v->morphs[i];
    v->data.bone_tracks = v->bones;
    v->data.morph_tracks = v->morphs;
    return hone_reading_is_fine(&v->file);
}

static bool read_all(vpd *v)
{
    span line;
    if (!read_title(v) || !allocate_keys(v))
        return false;
    while (next_line(v, &line))
        if (!read_line(v, line))
            return false;
    if (v->place != OUTSIDE)
        warn(v, "file that ends inside a block");
    if (v->has_count && v->count != v->bone_count)
        hone_builder_warn(v->file.builder, "wrong count of bones: ignored", v->count_offset);
    return hone_reading_is_fine(&v->file) && merge_tracks(v); /* a name may be missing */
}

hone_motion *hone_vpd_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    const hone_load_desc defaults = {0};
    desc = desc ? desc : &defaults;
    size_t limit = hone_memory_limit(size);
    vpd v = {.file = hone_reading_make(bytes, size, error),
             .data = {.format = HONE_FORMAT_VPD, .space = HONE_SPACE_MMD}};
    bool read = hone_reading_open_memory(&v.file, desc->allocator, limit - limit / 4, limit / 4) && read_all(&v);
    hone_builder *builder = hone_reading_close_memory(&v.file, read);
    return builder ? hone_motion_create(builder, &v.data, &(hone_motion_desc){desc->strict}, error) : NULL;
}

const hone_format_reader hone_vpd_format = {.built_in = true, .motion = hone_vpd_read};
