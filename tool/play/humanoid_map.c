#include "tool/play/humanoid_map.h"

#include <hone/io.h>

#include <stdio.h>
#include <string.h>

enum { TEXT_SIZE = 256, LIST_SIZE = 200 };

typedef struct map_reader {
    const char *at, *end;
    const hone_model *model;
    hone_humanoid human;
    bool any;                /* the file gives the model a role */
    char missing[LIST_SIZE]; /* names of bones that the model does not have */
    hone_error *error;
} map_reader;

static bool fail(map_reader *reader, const char *why)
{
    if (reader->error && reader->error->code == HONE_OK) {
        reader->error->code = HONE_ERROR_FORMAT;
        snprintf(reader->error->message, sizeof reader->error->message, "%s", why);
    }
    return false;
}

/* ---- JSON ------------------------------------------------------------------------------------------------------ */

static char peek(map_reader *reader)
{
    while (reader->at < reader->end && *reader->at && strchr(" \t\r\n", *reader->at)) reader->at++;
    return (char)(reader->at < reader->end ? *reader->at : '\0');
}

static bool take(map_reader *reader, char c)
{
    bool is = peek(reader) == c;
    reader->at += is;
    return is;
}

/* Reads a string; of escapes only those of a quote and a backslash, which names may need. */
static bool read_string(map_reader *reader, char out[TEXT_SIZE])
{
    size_t size = 0;
    if (!take(reader, '"'))
        return fail(reader, "is not a humanoid map: a name in quotes is missing");
    while (reader->at < reader->end && *reader->at != '"') {
        reader->at += *reader->at == '\\' && reader->at + 1 < reader->end;
        if (size + 1 == TEXT_SIZE)
            return fail(reader, "is not a humanoid map: a name is too long");
        out[size++] = *reader->at++;
    }
    out[size] = '\0';
    return take(reader, '"') || fail(reader, "is not a humanoid map: a name has no end");
}

static bool read_null(map_reader *reader)
{
    bool is = peek(reader) == 'n' && reader->end - reader->at >= 4 && memcmp(reader->at, "null", 4) == 0;
    reader->at += is ? 4 : 0;
    return is;
}

/* ---- roles ----------------------------------------------------------------------------------------------------- */

static int find_role(const char *name)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        if (strcmp(hone_humanoid_bone_name((hone_humanoid_bone)h), name) == 0)
            return h;
    return HONE_NONE;
}

static void set_role(map_reader *reader, int role, int32_t bone)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) /* a bone has one role */
        if (bone != HONE_NONE && reader->human.bones[h] == bone)
            reader->human.bones[h] = HONE_NONE;
    reader->human.bones[role] = bone;
    reader->any = true;
}

static void add_missing(map_reader *reader, const char *name)
{
    size_t used = strlen(reader->missing);
    snprintf(reader->missing + used, LIST_SIZE - used, "%s%s", used ? ", " : "", name);
}

static bool read_role(map_reader *reader, const char *name, bool wanted)
{
    char bone[TEXT_SIZE], text[TEXT_SIZE + 64];
    int role = find_role(name);
    if (role == HONE_NONE) {
        snprintf(text, sizeof text, "names the role %s, which does not exist", name);
        return fail(reader, text);
    }
    if (read_null(reader)) /* as hone info --map writes what it does not find */
        return true;
    if (!read_string(reader, bone))
        return false;
    int32_t found = wanted ? hone_model_find_bone(reader->model, bone) : HONE_NONE;
    if (found != HONE_NONE)
        set_role(reader, role, found);
    else if (wanted)
        add_missing(reader, bone);
    return true;
}

static bool read_roles(map_reader *reader, bool wanted)
{
    char name[TEXT_SIZE];
    if (!take(reader, '{'))
        return fail(reader, "is not a humanoid map: an object is missing");
    if (take(reader, '}'))
        return true;
    do {
        if (!read_string(reader, name))
            return false;
        if (!take(reader, ':'))
            return fail(reader, "is not a humanoid map: a colon is missing");
        if (!read_role(reader, name, wanted))
            return false;
    } while (take(reader, ','));
    return take(reader, '}') || fail(reader, "is not a humanoid map: a closing brace is missing");
}

/* Either {"source": {roles}, "target": {roles}}, or the roles of the source alone. */
static bool read_map(map_reader *reader, humanoid_map_side side)
{
    const char *begin = reader->at;
    char name[TEXT_SIZE];
    if (!take(reader, '{') || (peek(reader) == '"' && !read_string(reader, name)))
        return fail(reader, "is not a humanoid map: an object is missing");
    bool sides = take(reader, ':') && peek(reader) == '{';
    reader->at = begin;
    if (!sides)
        return read_roles(reader, side == HUMANOID_MAP_SOURCE);
    take(reader, '{');
    do {
        if (!read_string(reader, name) || !take(reader, ':'))
            return fail(reader, "is not a humanoid map: a name in quotes is missing");
        bool source = strcmp(name, "source") == 0, target = strcmp(name, "target") == 0;
        if (!source && !target)
            return fail(reader, "is not a humanoid map: it has other parts than source and target");
        if (!read_roles(reader, source == (side == HUMANOID_MAP_SOURCE)))
            return false;
    } while (take(reader, ','));
    return take(reader, '}') || fail(reader, "is not a humanoid map: a closing brace is missing");
}

/* ---- all ------------------------------------------------------------------------------------------------------- */

static bool read_bytes(map_reader *reader, const hone_bytes *bytes, humanoid_map_side side)
{
    char text[LIST_SIZE + 64];
    reader->at = (const char *)bytes->data;
    reader->end = reader->at + bytes->size;
    if (!read_map(reader, side))
        return false;
    if (peek(reader) != '\0' || reader->at != reader->end)
        return fail(reader, "is not a humanoid map: something follows it");
    if (!reader->missing[0])
        return true;
    snprintf(text, sizeof text, "names bones that the %s does not have: %s",
             side == HUMANOID_MAP_SOURCE ? "motion's skeleton" : "model", reader->missing);
    return fail(reader, text);
}

/* A map that the model brings stays; otherwise names and shape find the roles that the file does not give. */
static void begin_human(map_reader *reader)
{
    if (hone_model_get(reader->model)->humanoid_map_count)
        reader->human = hone_humanoid_of(reader->model);
    for (int h = 0; h < HONE_HUMANOID_COUNT && !hone_model_get(reader->model)->humanoid_map_count; h++)
        reader->human.bones[h] = HONE_NONE;
}

hone_model *humanoid_map_apply(const char *file, humanoid_map_side side, const hone_model *model, hone_error *error)
{
    hone_error own = {0};
    hone_bytes bytes = {0};
    if (!file)
        return hone_model_retain(model);
    map_reader reader = {.model = model, .error = &own};
    begin_human(&reader);
    hone_model *made = NULL;
    if (hone_file_read(file, NULL, &bytes, &own) && read_bytes(&reader, &bytes, side))
        made = reader.any ? hone_model_with_humanoid(model, &reader.human, NULL, &own) : hone_model_retain(model);
    hone_bytes_release(&bytes);
    if (!made)
        hone_error_prefix(&own, file);
    if (!made && error)
        *error = own;
    return made;
}
