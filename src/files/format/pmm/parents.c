#include "files/format/pmm/parents.h"

#include <stdlib.h>

bool hone_pmm_make_parents(pmm_reader *reader, pmm_parents *parents, uint32_t key_count)
{
    parents->key_count = key_count;
    return hone_reading_scratch(&reader->file, (uint64_t)key_count * parents->child_count, sizeof *parents->keys,
                                &parents->keys);
}

void hone_pmm_read_parents(pmm_reader *reader, pmm_parents *parents, uint32_t at, uint32_t frame)
{
    const hone_project_model *model = parents->model;
    for (uint32_t c = 0; c < parents->child_count; c++) {
        hone_project_parent_key *key = &parents->keys[(size_t)at * parents->child_count + c];
        int32_t bone = parents->children[c];
        key->frame = frame;
        key->child = bone >= 0 && (uint32_t)bone < model->bone_count ? model->bones[bone] : "";
        hone_pmm_read_bone(reader, &key->parent);
    }
}

typedef struct row {
    const hone_project_parent_key *keys; /* [child_count] */
    uint32_t at;
} row;

static int compare_rows(const void *a, const void *b)
{
    const row *x = a, *y = b;
    uint32_t f = x->keys->frame, g = y->keys->frame;
    return f != g ? (f > g) - (f < g) : (x->at > y->at) - (x->at < y->at);
}

static void sort_rows(const pmm_parents *parents, row *rows)
{
    for (uint32_t i = 0; i < parents->key_count; i++)
        rows[i] = (row){parents->keys + (size_t)i * parents->child_count, i};
    qsort(rows, parents->key_count, sizeof *rows, compare_rows);
}

static bool same_bone(const hone_project_bone *a, const hone_project_bone *b)
{
    return a->model == b->model && (a->model == HONE_NONE || strcmp(a->name, b->name) == 0);
}

/* Collects the keys that change something; out: NULL only counts them. */
static uint32_t collect(const pmm_parents *parents, const row *rows, hone_project_bone *now,
                        hone_project_parent_key *out)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < parents->child_count; c++) now[c] = (hone_project_bone){HONE_NONE, ""};
    for (uint32_t i = 0; i < parents->key_count; i++) {
        for (uint32_t c = 0; c < parents->child_count; c++) {
            const hone_project_parent_key *key = &rows[i].keys[c];
            if (same_bone(&key->parent, &now[c]))
                continue;
            now[c] = key->parent;
            if (out)
                out[count] = *key;
            count++;
        }
    }
    return count;
}

bool hone_pmm_finish_parents(pmm_reader *reader, const pmm_parents *parents)
{
    if (!parents->child_count || !parents->key_count)
        return true;
    row *rows;
    hone_project_bone *now;
    if (!hone_reading_scratch(&reader->file, parents->key_count, sizeof *rows, &rows) ||
        !hone_reading_scratch(&reader->file, parents->child_count, sizeof *now, &now))
        return false;
    sort_rows(parents, rows);
    uint32_t count = collect(parents, rows, now, NULL);
    hone_project_parent_key *keys = NULL;
    if (!hone_reading_array(&reader->file, count, sizeof *keys, &keys))
        return false;
    if (count)
        collect(parents, rows, now, keys);
    parents->model->parent_keys = keys;
    parents->model->parent_key_count = count;
    return true;
}
