#include "files/format/common/clip_select.h"
#include "base/error.h"
#include <string.h>

/* The names of a list, each at the begin of an element. */
typedef struct name_list {
    const char *what; /* an element of the list is called */
    const void *items;
    size_t size; /* of an element */
    uint32_t count;
} name_list;

static bool refuse(const name_list *list, const char *wanted, hone_error *error)
{
    if (list->count == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "has no %ss", list->what);
    return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "has no %s \"%.100s\"; it has %u others", list->what, wanted,
                     list->count);
}

static bool is_number(const char *text)
{
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

static bool select_item(const name_list *list, const char *wanted, uint32_t *index, hone_error *error)
{
    uint64_t number = 0;
    *index = 0;
    if (!wanted)
        return list->count > 0 || refuse(list, "", error);
    if (is_number(wanted)) {
        for (const char *digit = wanted; *digit && number <= UINT32_MAX; digit++)
            number = number * 10 + (uint64_t)(*digit - '0');
        *index = (uint32_t)number;
        return number < list->count || refuse(list, wanted, error);
    }
    for (; *index < list->count; ++*index)
        if (strcmp(*(const char *const *)((const char *)list->items + *index * list->size), wanted) == 0)
            return true;
    return refuse(list, wanted, error);
}

bool hone_clip_select(const hone_clip *clips, uint32_t count, const char *wanted, uint32_t *index, hone_error *error)
{
    return select_item(&(name_list){"clip", clips, sizeof *clips, count}, wanted, index, error);
}

bool hone_camera_select(const hone_file_camera *cameras, uint32_t count, const char *wanted, uint32_t *index,
                        hone_error *error)
{
    return select_item(&(name_list){"camera", cameras, sizeof *cameras, count}, wanted, index, error);
}
