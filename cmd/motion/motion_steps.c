#include "cmd/motion/motion_steps.h"
#include "cmd/motion/motion_choice.h"
#include "tool/options/length_options.h"
#include "tool/options/number_options.h"
#include "tool/options/rename_table.h"
#include <hone/io.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

motion_operation motion_operation_of(const option_step *step)
{
    return (motion_operation)(intptr_t)step->option->detail;
}

static bool joins(const option_step *step)
{
    motion_operation operation = motion_operation_of(step);
    return operation == MOTION_JOIN || operation == MOTION_MERGE;
}

/* ---- values ---- */

enum { LOOP_FRAMES = 10, LOOPS_MOST = 10000, WINDOW_MOST = 1000 };

bool motion_read_range(const option *o, const char *text, void *field)
{
    (void)o;
    double *out = field;
    char first[16];
    uint32_t numbers[2] = {0, UINT32_MAX};
    size_t size = strcspn(text, ":");
    if (!text[size] || size >= sizeof first || (size == 0 && !text[1]))
        return false;
    memcpy(first, text, size);
    first[size] = '\0';
    if ((size && !number_read_integer(first, 0, INT32_MAX, &numbers[0])) ||
        (text[size + 1] && !number_read_integer(text + size + 1, numbers[0], INT32_MAX, &numbers[1])))
        return false;
    out[0] = numbers[0], out[1] = numbers[1];
    return true;
}

bool motion_read_shift(const option *o, const char *text, void *field)
{
    (void)o;
    uint32_t value;
    bool back = *text == '-';
    if (!number_read_integer(text + (back || *text == '+'), 0, INT32_MAX, &value))
        return false;
    *(double *)field = back ? -(double)value : value;
    return true;
}

bool motion_read_speed(const option *o, const char *text, void *field)
{
    (void)o;
    double *out = field;
    return number_read(text, text + strlen(text), out) && *out >= 1e-3 && *out <= 1e3;
}

bool motion_read_loop(const option *o, const char *text, void *field)
{
    (void)o;
    double *out = field;
    char count[16];
    uint32_t numbers[2] = {0, LOOP_FRAMES};
    size_t size = strcspn(text, ":");
    if (size >= sizeof count)
        return false;
    memcpy(count, text, size);
    count[size] = '\0';
    if (!number_read_integer(count, 1, LOOPS_MOST, &numbers[0]) ||
        (text[size] && !number_read_integer(text + size + 1, 0, INT32_MAX, &numbers[1])))
        return false;
    out[0] = numbers[0], out[1] = numbers[1];
    return true;
}

bool motion_read_window(const option *o, const char *text, void *field)
{
    (void)o;
    uint32_t frames;
    bool ok = number_read_integer(text, 2, WINDOW_MOST, &frames);
    *(double *)field = ok ? frames : 0;
    return ok;
}

bool motion_read_length(const option *o, const char *text, void *field)
{
    float metres;
    bool ok = length_read_bound(o, text, &metres);
    *(double *)field = (double)metres;
    return ok;
}

bool motion_read_list(const option *o, const char *text, void *field)
{
    (void)o, (void)field;
    return *text && *text != ',' && !strstr(text, ",,") && text[strlen(text) - 1] != ',';
}

/* ---- one operation ---- */

static hone_motion *choose(motion_result *result, bool keep, hone_error *error)
{
    hone_motion *out = NULL;
    motion_choice_list list = {0};
    if (motion_choice_read(result->step->text, &list, error))
        out = (keep ? hone_motion_keep : hone_motion_strip)(result->before, &list.choice, NULL, &result->report, error);
    motion_choice_release(&list);
    return out;
}

static hone_motion *rename_tracks(motion_result *result, hone_error *error)
{
    hone_motion *out = NULL;
    rename_table table = {0};
    if (rename_table_load(result->step->text, &table, error))
        out = hone_motion_rename(result->before, table.pairs, table.count, NULL, &result->report, error);
    rename_table_release(&table);
    return out;
}

static hone_motion *edit_one(motion_result *result, hone_error *error)
{
    const hone_motion *in = result->before;
    const double *value = result->step->value;
    hone_motion_edit_report *done = &result->report;
    switch (motion_operation_of(result->step)) {
    case MOTION_TRIM:
        return hone_motion_trim(in, (uint32_t)value[0], (uint32_t)value[1], NULL, done, error);
    case MOTION_SHIFT:
        return hone_motion_shift(in, (int32_t)value[0], NULL, done, error);
    case MOTION_MIRROR:
        return hone_motion_mirror(in, NULL, done, error);
    case MOTION_STRIP:
        return choose(result, false, error);
    case MOTION_KEEP:
        return choose(result, true, error);
    case MOTION_RENAME:
        return rename_tracks(result, error);
    case MOTION_SPEED:
        return hone_motion_speed(in, value[0], NULL, done, error);
    case MOTION_LOOP:
        return hone_motion_loop(in, (uint32_t)value[0], (uint32_t)value[1], NULL, done, error);
    case MOTION_SMOOTH:
        return hone_motion_smooth(in, (uint32_t)value[0], NULL, done, error);
    case MOTION_REDUCE:
        return hone_motion_reduce(in, &(hone_reduce_desc){.tolerance = value[0] / HONE_MMD_METRES}, done, error);
    case MOTION_JOIN:
    case MOTION_MERGE:
        break;
    }
    return NULL;
}

/* Stores the result in place of an entry's motion. */
static int finish(motion_work *work, motion_entry *entry, motion_result *result, const hone_error *error)
{
    if (!result->after)
        return report_failure(work->report, entry->file, error);
    hone_motion_release(entry->motion);
    entry->motion = hone_motion_retain(result->after);
    work->result_count++;
    return STATUS_OK;
}

static int change(motion_work *work, const option_step *step, motion_entry *entry)
{
    hone_error error = {0};
    motion_result *result = &work->results[work->result_count];
    *result = (motion_result){.step = step, .file = entry->file, .before = hone_motion_retain(entry->motion)};
    result->after = edit_one(result, &error);
    int status = finish(work, entry, result, &error);
    if (status != STATUS_OK)
        hone_motion_release(result->before);
    return status;
}

/* ---- several motions ---- */

/* Makes one motion of the first `count` entries. */
static int combine(motion_work *work, const option_step *step, uint32_t count)
{
    hone_error error = {0};
    motion_result *result = &work->results[work->result_count];
    const hone_motion **motions = calloc(count, sizeof *motions);
    *result = (motion_result){.step = step, .file = work->entries[0].file};
    for (uint32_t i = 0; motions && i < count; i++) motions[i] = work->entries[i].motion;
    if (!motions)
        hone_fail_memory(&error);
    else if (motion_operation_of(step) == MOTION_JOIN)
        result->after = hone_motion_join(motions, count, NULL, &result->report, &error);
    else
        result->after = hone_motion_merge(motions, count, NULL, &result->report, &error);
    free(motions);
    int status = finish(work, &work->entries[0], result, &error);
    if (status != STATUS_OK)
        return status;
    for (uint32_t i = 1; i < count; i++) hone_motion_release(work->entries[i].motion);
    memmove(work->entries + 1, work->entries + count, (work->entry_count - count) * sizeof *work->entries);
    work->entry_count -= count - 1;
    return STATUS_OK;
}

/* Returns how many entries begin before this step's place on the command line. */
static uint32_t entries_before(const motion_work *work, const option_step *step)
{
    uint32_t count = 0;
    while (count < work->entry_count && (!step->file_count || work->entries[count].first_file < step->file_count))
        count++;
    return count;
}

static int run_step(motion_work *work, const option_step *step)
{
    uint32_t count = entries_before(work, step);
    if (joins(step))
        return combine(work, step, count);
    int status = STATUS_OK;
    for (uint32_t i = step->file_count ? count - 1 : 0; status == STATUS_OK && i < count; i++)
        status = change(work, step, &work->entries[i]);
    return status;
}

int motion_steps_run(motion_work *work, const option_steps *steps)
{
    int status = STATUS_OK;
    work->results = calloc((size_t)steps->count * work->entry_count + 1, sizeof *work->results);
    if (!work->results)
        return report_failure(work->report, NULL, &(hone_error){.message = "out of memory"});
    for (uint32_t i = 0; status == STATUS_OK && i < steps->count; i++) status = run_step(work, &steps->items[i]);
    return status;
}

uint32_t motion_steps_left(const option_steps *steps, uint32_t file_count)
{
    uint32_t joined = 1; /* files that are part of the first motion */
    for (uint32_t i = 0; i < steps->count; i++) {
        uint32_t files = steps->items[i].file_count ? steps->items[i].file_count : file_count;
        if (joins(&steps->items[i]) && files > joined)
            joined = files;
    }
    return file_count - joined + 1;
}

void motion_work_release(motion_work *work)
{
    for (uint32_t i = 0; i < work->entry_count; i++) hone_motion_release(work->entries[i].motion);
    for (uint32_t i = 0; i < work->result_count; i++) {
        hone_motion_release(work->results[i].before);
        hone_motion_release(work->results[i].after);
    }
    free(work->entries);
    free(work->results);
}
