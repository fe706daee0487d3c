#include "view/keys/change_list.h"

#include <stdlib.h>
#include <string.h>

void change_list_add(change_list *list, keys_change change)
{
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity ? 2 * list->capacity : 16;
        keys_change *grown = realloc(list->items, capacity * sizeof *grown);
        list->failed |= !grown;
        if (!grown)
            return;
        list->items = grown;
        list->capacity = capacity;
    }
    list->items[list->count++] = change;
}

/* A change and its place in the list, which decides between changes of one frame. */
typedef struct ranked {
    const keys_change *change;
    uint32_t place;
} ranked;

static int compare(const void *left, const void *right)
{
    const ranked *a = left, *b = right;
    if (a->change->track != b->change->track)
        return a->change->track < b->change->track ? -1 : 1;
    if (a->change->frame != b->change->frame)
        return a->change->frame < b->change->frame ? -1 : 1;
    if (a->change->present != b->change->present)
        return a->change->present ? 1 : -1;
    return a->place < b->place ? -1 : 1;
}

/* Keeps the last change of each frame. Returns how many there are. */
static uint32_t unite(const ranked *sorted, uint32_t count, keys_change *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        const keys_change *change = sorted[i].change;
        bool last = i + 1 == count || sorted[i + 1].change->track != change->track ||
                    sorted[i + 1].change->frame != change->frame;
        if (last)
            out[n++] = *change;
    }
    return n;
}

static bool commit(const change_list *list, history *h, keyframes *k)
{
    ranked *sorted = malloc(list->count * sizeof *sorted);
    keys_change *united = malloc(list->count * sizeof *united);
    bool ok = sorted && united && !list->failed;
    for (uint32_t i = 0; ok && i < list->count; i++) sorted[i] = (ranked){&list->items[i], i};
    if (ok) {
        qsort(sorted, list->count, sizeof *sorted, compare);
        ok = history_set_keys(h, k, united, unite(sorted, list->count, united));
    }
    free(sorted);
    free(united);
    return ok;
}

void change_list_release(change_list *list)
{
    free(list->items);
    *list = (change_list){0};
}

bool change_list_commit(change_list *list, history *h, keyframes *k, const char *label)
{
    bool alone = !history_is_open(h), ok = !list->failed;
    if (list->count && ok) {
        if (alone)
            history_begin(h, label, 0);
        ok = commit(list, h, k);
        if (alone)
            history_end(h);
    }
    change_list_release(list);
    return ok;
}
