/* In a motion a name is cut to 15 bytes of CP932. So the model's names are converted in the same way and compared as
 * bytes; names that this does not find are compared as text. Targets are bound in order, so that of several equal
 * ones the first wins. */
#include "core/motion/binding/bind.h"
#include "base/memory/arena.h"
#include "base/text/text.h"
#include "core/motion/binding/name_table.h"
#include "core/motion/key_repair.h"

#include <string.h>

typedef struct bind_context {
    hone_name_table raw;  /* names of the tracks as CP932 bytes */
    hone_name_table text; /* names of the tracks as UTF-8 without trailing spaces */
    int32_t *target_of;   /* [track_count] */
    hone_named tracks;
    uint8_t limit;
} bind_context;

static const hone_track_name *track_name(hone_named tracks, uint32_t index)
{
    return (const void *)((const char *)tracks.records + index * tracks.size);
}

static const char *target_name(hone_named targets, uint32_t index)
{
    const char *name;
    memcpy(&name, (const char *)targets.records + index * targets.size, sizeof name);
    return name;
}

static hone_name trimmed(const char *text)
{
    size_t size = strlen(text);
    while (size && text[size - 1] == ' ') size--;
    return (hone_name){text, size < UINT32_MAX ? (uint32_t)size : 0};
}

static bool make_tables(bind_context *b, hone_arena *scratch)
{
    hone_name *raw = hone_arena_array(scratch, b->tracks.count, sizeof *raw);
    hone_name *text = hone_arena_array(scratch, b->tracks.count, sizeof *text);
    b->target_of = hone_arena_array(scratch, b->tracks.count, sizeof *b->target_of);
    if (!raw || !text || !b->target_of)
        return false;
    for (uint32_t i = 0; i < b->tracks.count; i++) {
        const hone_track_name *name = track_name(b->tracks, i);
        raw[i] = (hone_name){name->cp932, name->cp932_size};
        text[i] = trimmed(name->text);
        b->target_of[i] = HONE_NONE;
    }
    return hone_name_table_make(&b->raw, raw, b->tracks.count, scratch) &&
           hone_name_table_make(&b->text, text, b->tracks.count, scratch);
}

/* Gives the track to the target. Returns false if there is no track or another target has it. */
static bool claim(bind_context *b, uint32_t track, uint32_t target)
{
    if (track == UINT32_MAX || b->target_of[track] != HONE_NONE)
        return false;
    b->target_of[track] = (int32_t)target;
    return true;
}

static hone_name encode(const bind_context *b, const char *name, uint8_t out[HONE_IK_NAME_SIZE], bool *lossy)
{
    size_t size = hone_cp932_from_utf8(name, strlen(name), out, b->limit, lossy);
    return (hone_name){(const char *)out, (uint32_t)size};
}

static bool claim_by_bytes(bind_context *b, const char *name, uint32_t target)
{
    uint8_t bytes[HONE_IK_NAME_SIZE];
    bool lossy = false;
    hone_name encoded = encode(b, name, bytes, &lossy);
    return !lossy && claim(b, hone_name_table_find(&b->raw, encoded), target);
}

/* Finds the longest prefix of the name that a track has, if the name field of that track was full. 15 bytes of CP932
 * are at most 45 bytes of UTF-8. */
static void claim_by_prefix(bind_context *b, const char *name, uint32_t target)
{
    size_t longest = strlen(name), most = 3 * (size_t)b->limit;
    for (size_t size = longest < most ? longest : most; size > 0; size--) {
        uint32_t track = hone_name_table_find(&b->text, (hone_name){name, (uint32_t)size});
        if (track != UINT32_MAX && track_name(b->tracks, track)->cp932_size == b->limit && claim(b, track, target))
            return;
    }
}

static void claim_by_text(bind_context *b, const char *name, uint32_t target)
{
    if (claim(b, hone_name_table_find(&b->text, trimmed(name)), target))
        return;
    uint8_t bytes[HONE_IK_NAME_SIZE];
    bool lossy = false;
    hone_name encoded = encode(b, name, bytes, &lossy);
    /* writers replace what CP932 lacks by '?'; hone does too */
    if (!lossy || !claim(b, hone_name_table_find(&b->raw, encoded), target))
        claim_by_prefix(b, name, target);
}

/* Gives tracks with equal names the same target. */
static void share(bind_context *b)
{
    for (uint32_t i = 0; i < b->tracks.count; i++) {
        uint32_t first = hone_name_table_find(&b->raw, b->raw.names[i]);
        if (first == UINT32_MAX)
            first = hone_name_table_find(&b->text, b->text.names[i]);
        if (first != UINT32_MAX && b->target_of[i] == HONE_NONE)
            b->target_of[i] = b->target_of[first];
    }
}

const int32_t *hone_bind(hone_named tracks, hone_named targets, uint8_t limit, hone_arena *scratch)
{
    bind_context b = {.tracks = tracks, .limit = limit};
    bool *taken = hone_arena_array(scratch, targets.count, sizeof *taken);
    if (!make_tables(&b, scratch) || (targets.count && !taken))
        return NULL;
    for (uint32_t i = 0; i < targets.count; i++) taken[i] = claim_by_bytes(&b, target_name(targets, i), i);
    for (uint32_t i = 0; i < targets.count; i++)
        if (!taken[i])
            claim_by_text(&b, target_name(targets, i), i);
    share(&b);
    return b.target_of;
}

enum { MODEL_NAME_SIZE = 20 };

/* Returns what remains of a model's name in a motion: cut in CP932, without a character that the cut split. */
static size_t left_of_name(const char *name, char out[3 * MODEL_NAME_SIZE])
{
    uint8_t bytes[MODEL_NAME_SIZE];
    size_t size = hone_cp932_from_utf8(name, strlen(name), bytes, sizeof bytes, NULL);
    return hone_utf8_from_cp932(bytes, size, out, NULL);
}

bool hone_motion_is_for(const hone_motion *motion, const hone_model *model)
{
    const hone_motion_data *data = hone_motion_get(motion);
    if (!hone_motion_moves(motion) || data->model_name[0] == '\0' || data->format == HONE_FORMAT_VPD)
        return true;
    char named[3 * MODEL_NAME_SIZE], called[3 * MODEL_NAME_SIZE];
    size_t size = left_of_name(data->model_name, named);
    return size == left_of_name(hone_model_get(model)->name, called) && memcmp(named, called, size) == 0;
}
