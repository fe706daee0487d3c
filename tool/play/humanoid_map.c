#include "tool/play/humanoid_map.h"
#include "tool/scene/json_reader.h"

#include <hone/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_SIZE = 200, SOURCE = HONE_HUMANOID_COUNT, TARGET, MEMBERS };

typedef struct map_context {
    const hone_model *model;
    humanoid_map_side side;
    hone_humanoid human;
    bool any;                /* the file gives the model a role */
    char missing[LIST_SIZE]; /* names of bones that the model does not have */
} map_context;

/* ---- roles ----------------------------------------------------------------------------------------------------- */

static void set_role(map_context *c, size_t role, int32_t bone)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) /* a bone has one role */
        if (c->human.bones[h] == bone)
            c->human.bones[h] = HONE_NONE;
    c->human.bones[role] = bone;
    c->any = true;
}

static void add_missing(map_context *c, const char *name)
{
    size_t used = strlen(c->missing);
    snprintf(c->missing + used, LIST_SIZE - used, "%s%s", used ? ", " : "", name);
}

/* to: the context, or NULL if the roles are those of the other model. member->field: the role. */
static bool read_role(json_reader *j, const json_member *member, void *to)
{
    map_context *c = to;
    char *name = NULL;
    if (!json_string(j, &name))
        return false;
    int32_t bone = c ? hone_model_find_bone(c->model, name) : HONE_NONE;
    if (bone != HONE_NONE)
        set_role(c, member->field, bone);
    else if (c)
        add_missing(c, name);
    free(name);
    return true;
}

static void make_roles(json_member out[MEMBERS + 1])
{
    for (size_t h = 0; h < HONE_HUMANOID_COUNT; h++)
        out[h] = (json_member){hone_humanoid_bone_name((hone_humanoid_bone)h), read_role, h, NULL};
    out[HONE_HUMANOID_COUNT] = (json_member){0};
}

/* member->field: whose roles these are. */
static bool read_side(json_reader *j, const json_member *member, void *to)
{
    map_context *c = j->user;
    json_member roles[MEMBERS + 1];
    (void)to;
    make_roles(roles);
    bool wanted = (member->field == SOURCE) == (c->side == HUMANOID_MAP_SOURCE);
    return json_read_object(j, roles, wanted ? c : NULL);
}

/* ---- all ------------------------------------------------------------------------------------------------------- */

/* Either {"source": {roles}, "target": {roles}}, or the roles of the source alone. */
static bool read_map(const hone_bytes *bytes, map_context *c, hone_error *error)
{
    json_reader j = json_reader_make((const char *)bytes->data, bytes->size, c, error);
    json_member members[MEMBERS + 1];
    make_roles(members);
    members[SOURCE] = (json_member){"source", read_side, SOURCE, NULL};
    members[TARGET] = (json_member){"target", read_side, TARGET, NULL};
    members[MEMBERS] = (json_member){0};
    if (!json_read_object(&j, members, c->side == HUMANOID_MAP_SOURCE ? c : NULL))
        return false;
    return !c->missing[0] || hone_fail(error, HONE_ERROR_FORMAT, 0, "names bones that the %s does not have: %s",
                                       c->side == HUMANOID_MAP_SOURCE ? "motion's skeleton" : "model", c->missing);
}

/* A map that the model brings stays; otherwise names and shape find the roles that the file does not give. */
static void begin_human(map_context *c)
{
    if (hone_model_get(c->model)->humanoid_map_count)
        c->human = hone_model_humanoid(c->model);
    for (int h = 0; h < HONE_HUMANOID_COUNT && !hone_model_get(c->model)->humanoid_map_count; h++)
        c->human.bones[h] = HONE_NONE;
}

hone_model *humanoid_map_apply(const char *file, humanoid_map_side side, const hone_model *model, hone_error *error)
{
    hone_error own = {0};
    hone_bytes bytes = {0};
    if (!file)
        return hone_model_retain(model);
    map_context c = {.model = model, .side = side};
    begin_human(&c);
    hone_model *made = NULL;
    if (hone_file_read(file, NULL, &bytes, &own) && read_map(&bytes, &c, &own))
        made = c.any ? hone_model_with_humanoid(model, &c.human, NULL, &own) : hone_model_retain(model);
    hone_bytes_release(&bytes);
    if (!made)
        hone_error_prefix(&own, file);
    if (!made && error)
        *error = own;
    return made;
}
