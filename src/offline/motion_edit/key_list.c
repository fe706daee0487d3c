/* A list of keys of one kind, which an edit fills. */
#include "offline/motion_edit/edit.h"

hone_key_list hone_key_list_make(hone_edit *edit, const hone_key_kind *kind)
{
    return (hone_key_list){edit, kind, hone_writer_make(edit->allocator), 0};
}

void hone_key_list_add(hone_key_list *list, const void *key, uint32_t frame)
{
    hone_write_bytes(&list->keys, &frame, sizeof frame);
    hone_write_bytes(&list->keys, (const char *)key + sizeof frame, list->kind->size - sizeof frame);
    list->count++;
}

void hone_key_list_add_all(hone_key_list *list, const hone_edit_track *track, uint32_t first, uint32_t count,
                           int64_t shift)
{
    for (uint32_t k = first; k < first + count; k++)
        hone_key_list_add(list, hone_track_key(track, k), (uint32_t)(hone_track_frame(track, k) + shift));
}

/* The largest error of the curves of a section that gets no more keys: one of their steps. */
#define ERROR_MOST (1.0 / 127)

void hone_key_list_add_section(hone_key_list *list, const hone_key_section *section)
{
    double length = section->last - section->first;
    hone_any_key key;
    double error = list->kind->section(section->from, section->to, (section->begin - section->first) / length,
                                       (section->end - section->first) / length, &key);
    if (error > ERROR_MOST && section->end - section->begin > 1) {
        hone_key_section half = *section;
        half.end = section->begin + (section->end - section->begin) / 2;
        hone_key_list_add_section(list, &half);
        half.begin = half.end, half.end = section->end;
        hone_key_list_add_section(list, &half);
        return;
    }
    hone_motion_edit_report *report = &list->edit->report;
    if (error > report->curve_error && section->end - section->begin > 1)
        report->curve_error = error;
    hone_key_list_add(list, &key, (uint32_t)(section->end + section->shift));
}

void hone_key_list_take(hone_key_list *list, hone_edit_track *track)
{
    hone_edit *edit = list->edit;
    void *keys = hone_arena_raw(edit->memory, list->count, list->kind->size);
    edit->failed |= list->keys.failed || (list->count && !keys);
    if (keys && !list->keys.failed)
        memcpy(keys, list->keys.bytes.data, list->count * list->kind->size);
    track->keys = keys;
    track->count = edit->failed ? 0 : list->count;
    hone_bytes_release(&list->keys.bytes);
}
