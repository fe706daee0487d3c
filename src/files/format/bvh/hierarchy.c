/* Reads the joints of a BVH file. Braces that are missing and words that are unknown are repaired with a warning. */
#include "base/text/encoding.h"
#include "base/text/text.h"
#include "files/format/bvh/skeleton.h"
#include <hone/io.h>

#include <string.h>

typedef struct hierarchy_context {
    hone_reading *reader;
    hone_bvh_skeleton *skeleton;
    hone_bvh_joint *open;   /* the innermost joint whose end is still to come */
    bool in_site;           /* an End Site of `open` is open */
    bool wants_brace;       /* the name of a joint or site was just read */
    bool voted;             /* `encoding` is known */
    hone_encoding encoding; /* of names that are not UTF-8 */
} hierarchy_context;

/* ---- names ---- */

/* The encoding of names that are not UTF-8, from the begin of the file, in which they are. */
static hone_encoding encoding_of(hierarchy_context *h)
{
    const hone_reader *in = &h->reader->in;
    const size_t most = 1 << 16, size = (size_t)(in->end - in->begin);
    hone_encoding_votes votes = {0};
    if (h->voted)
        return h->encoding;
    hone_encoding_vote(&votes, in->begin, size < most ? size : most, true);
    h->voted = true;
    return h->encoding = hone_encoding_of_cp932(&votes);
}

/* Copies a name as UTF-8. */
static const char *keep_name(hierarchy_context *h, hone_bvh_word name)
{
    bool valid = hone_utf8_is_valid(name.text, name.size);
    char *text;
    if (!hone_reading_scratch(h->reader, (valid ? 1 : 3) * (uint64_t)name.size + 1, 1, &text))
        return "";
    if (valid)
        memcpy(text, name.text, name.size);
    else
        hone_utf8_from(encoding_of(h), name.text, name.size, text, NULL);
    return text;
}

/* ---- joints ---- */

static void close_site(hierarchy_context *h, const char *at)
{
    if (h->in_site)
        hone_reading_warn_at(h->reader, at, "an End Site without its closing brace, in this line");
    h->in_site = false;
}

static void expect_no_brace(hierarchy_context *h, const char *at)
{
    if (h->wants_brace)
        hone_reading_warn_at(h->reader, at, "a joint without its opening brace, in this line");
    h->wants_brace = false;
}

static void open_joint(hierarchy_context *h, bool root, const char *at)
{
    close_site(h, at);
    if (root && h->open)
        hone_reading_warn_at(h->reader, at, "a ROOT inside of a joint: read as a root of its own, in this line");
    if (!root && !h->open)
        hone_reading_warn_at(h->reader, at, "a JOINT outside of a ROOT: read as a root, in this line");
    hone_bvh_joint *joint;
    if (!hone_reading_scratch(h->reader, 1, sizeof *joint, &joint))
        return;
    joint->name = keep_name(h, hone_bvh_rest_of_line(h->reader));
    joint->parent = root ? NULL : h->open;
    joint->rest[3] = 1;
    joint->index = (int32_t)h->skeleton->joint_count++;
    *h->skeleton->end = joint;
    h->skeleton->end = &joint->next;
    h->open = joint;
    h->wants_brace = true;
}

/* "End Site"; some programs write one word, or a name behind it. */
static void open_site(hierarchy_context *h, const char *at)
{
    close_site(h, at);
    hone_bvh_rest_of_line(h->reader);
    if (!h->open) {
        hone_reading_warn_at(h->reader, at, "an End Site outside of a joint: ignored, in this line");
        return;
    }
    h->in_site = h->wants_brace = true;
}

static void close_brace(hierarchy_context *h, const char *at)
{
    if (h->in_site)
        h->in_site = false;
    else if (h->open)
        h->open = h->open->parent;
    else
        hone_reading_warn_at(h->reader, at, "a closing brace too many: ignored, in this line");
}

/* ---- offsets and channels ---- */

static bool read_offset(hierarchy_context *h, const char *at)
{
    double offset[3];
    for (int i = 0; i < 3; i++)
        if (!hone_bvh_number(h->reader, &offset[i]))
            return hone_reading_fail(h->reader, "an OFFSET has no three numbers");
    if (!h->open) {
        hone_reading_warn_at(h->reader, at, "an OFFSET outside of a joint: ignored, in this line");
    } else if (!h->in_site) {
        memcpy(h->open->offset, offset, sizeof offset);
    } else if (!h->open->has_tail) {
        memcpy(h->open->tail, offset, sizeof offset);
        h->open->has_tail = true;
    }
    return true;
}

static int find_channel(hone_bvh_word word)
{
    static const char *const names[] = {"xposition", "yposition", "zposition", "xrotation", "yrotation", "zrotation"};
    for (int i = 0; i < HONE_BVH_OTHER; i++)
        if (hone_bvh_is(word, names[i]))
            return i;
    return HONE_BVH_OTHER;
}

/* Whether a word cannot be the name of a channel. */
static bool ends_channels(hone_bvh_word word)
{
    static const char *const words[] = {"{", "}", "joint", "end", "endsite", "offset", "root", "motion", "channels"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (hone_bvh_is(word, words[i]))
            return true;
    return word.size == 0;
}

/* Reads the names of the channels, whose number may be wrong. */
static bool read_channels(hierarchy_context *h, const char *at)
{
    double wanted = 0;
    uint64_t count = 0;
    uint8_t unused[HONE_BVH_MOST_CHANNELS], *out = h->open ? h->open->channels : unused;
    bool counted = hone_bvh_number(h->reader, &wanted);
    for (hone_bvh_word word = hone_bvh_peek(h->reader); !ends_channels(word); word = hone_bvh_peek(h->reader)) {
        int kind = find_channel(word);
        if (kind == HONE_BVH_OTHER && (!counted || (double)count >= wanted))
            break;
        if (kind == HONE_BVH_OTHER)
            hone_reading_warn_at(h->reader, word.text, "a channel that hone does not know: ignored, in this line");
        if (count == HONE_BVH_MOST_CHANNELS)
            return hone_reading_fail(h->reader, "a joint has more than %d channels", HONE_BVH_MOST_CHANNELS);
        out[count++] = (uint8_t)kind;
        h->reader->text.at += word.size;
    }
    if (!counted || (double)count != wanted)
        hone_reading_warn_at(h->reader, at, "CHANNELS with another number than it has names, in this line");
    if (!h->open || h->in_site || h->open->channel_count)
        h->reader->text.at = at;
    if (!h->open || h->in_site)
        return hone_reading_fail(h->reader, "CHANNELS outside of a joint");
    if (h->open->channel_count)
        return hone_reading_fail(h->reader, "a joint has CHANNELS twice");
    h->open->channel_count = (uint8_t)count;
    h->skeleton->channel_count += count;
    return true;
}

/* ---- all ---- */

static bool read_word(hierarchy_context *h, hone_bvh_word word)
{
    if (hone_bvh_is(word, "{")) {
        if (!h->wants_brace)
            hone_reading_warn_at(h->reader, word.text, "an opening brace too many: ignored, in this line");
        h->wants_brace = false;
        return true;
    }
    expect_no_brace(h, word.text);
    if (hone_bvh_is(word, "}"))
        close_brace(h, word.text);
    else if (hone_bvh_is(word, "root") || hone_bvh_is(word, "joint"))
        open_joint(h, hone_bvh_is(word, "root"), word.text);
    else if (hone_bvh_is(word, "end") || hone_bvh_is(word, "endsite"))
        open_site(h, word.text);
    else if (hone_bvh_is(word, "offset"))
        return read_offset(h, word.text);
    else if (hone_bvh_is(word, "channels"))
        return read_channels(h, word.text);
    else if (!hone_bvh_is(word, "hierarchy")) {
        hone_reading_warn_at(h->reader, word.text, "a line that hone does not know: ignored, in this line");
        hone_bvh_skip_line(h->reader);
    }
    return !h->reader->failed;
}

bool hone_bvh_read_skeleton(hone_reading *reader, hone_bvh_skeleton *out)
{
    hierarchy_context h = {.reader = reader, .skeleton = out};
    hone_bvh_word word = {0};
    *out = (hone_bvh_skeleton){0};
    out->end = &out->first;
    while (!reader->failed) {
        word = hone_bvh_next(reader);
        if (word.size == 0 || hone_bvh_is(word, "motion"))
            break;
        read_word(&h, word);
    }
    if (reader->failed)
        return false;
    if (out->joint_count == 0)
        return hone_reading_fail(reader, "there is no joint");
    if (h.in_site || h.open)
        hone_reading_warn(reader, "joints without their closing braces: ended at MOTION, in this line");
    out->hash = hone_hash(reader->text.begin, (size_t)(reader->text.at - word.size - reader->text.begin));
    return true;
}
