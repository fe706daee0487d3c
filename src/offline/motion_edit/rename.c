/* Gives tracks other names. */
#include "base/error.h"
#include "core/motion/binding/name_table.h"
#include "offline/motion_edit/names.h"

typedef struct rename_context {
    const hone_motion_rename_pair *pairs;
    hone_name_table table; /* of the old names */
} rename_context;

static const char *new_name(hone_edit *edit, const char *name, void *user)
{
    (void)edit;
    const rename_context *r = user;
    uint32_t at = hone_name_table_find(&r->table, (hone_name){name, (uint32_t)strlen(name)});
    return at == UINT32_MAX ? name : r->pairs[at].to;
}

static bool list_names(hone_edit *edit, rename_context *r, uint32_t count, hone_error *error)
{
    hone_name *names = hone_arena_array(edit->memory, count, sizeof *names);
    if (count && !names)
        return hone_fail_memory(error);
    for (uint32_t i = 0; i < count; i++) {
        if (!r->pairs[i].from || !r->pairs[i].to)
            return hone_fail_null(error, "a name of a pair");
        names[i] = (hone_name){r->pairs[i].from, (uint32_t)strlen(r->pairs[i].from)};
    }
    return hone_name_table_make(&r->table, names, count, edit->memory) || hone_fail_memory(error);
}

hone_motion *hone_motion_rename(const hone_motion *motion, const hone_motion_rename_pair *pairs, uint32_t count,
                                const hone_allocator *allocator, hone_motion_edit_report *report, hone_error *error)
{
    if (count && !pairs)
        return hone_fail_null(error, "pairs"), NULL;
    hone_edit edit;
    rename_context r = {.pairs = pairs};
    bool good = hone_edit_begin(&edit, motion, allocator, error) && list_names(&edit, &r, count, error) &&
                hone_edit_rename(&edit, new_name, &r, error);
    return hone_edit_finish(&edit, good, report, error);
}
