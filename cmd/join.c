/* hone join: makes one film, or a sequence of pictures, of the parts that hone render --part has drawn. */
#include "cmd/commands.h"
#include "cmd/join_parts.h"
#include "tool/messages/interrupt.h"
#include "tool/messages/progress.h"
#include "tool/options/film_options.h"
#include "tool/output/output.h"
#include "tool/output/sequence.h"

#include <math.h>
#include <string.h>

typedef struct join_values {
    const char *output;
    bool quiet;
} join_values;

static const option options[] = {
    {.name = "--output",
     .output = true,
     .letter = 'o',
     .value = "OUT",
     .help = "the film, or the pattern of the pictures' names, with the ending that\n"
             "-o of hone render had",
     .field = offsetof(join_values, output),
     .read = output_read_picture,
     .expected = OUTPUT_PICTURE_EXPECTED},
    {.name = "--quiet", .letter = 'q', .help = "no warnings, no progress", .field = offsetof(join_values, quiet)},
    {0},
};

/* Where the pictures go. */
typedef struct join_job {
    const join_values *values;
    const join_parts *parts;
    hone_film *film; /* NULL: into files */
    progress progress;
    uint32_t done; /* pictures */
    report *report;
} join_job;

/* ---- pictures ---- */

static int write_picture(join_job *job, const part_record *record)
{
    char name[HONE_PATH_SIZE];
    hone_error error = {0};
    const part_head *head = job->parts->heads;
    const char *output = job->values->output;
    const hone_bytes bytes = {.data = (uint8_t *)record->data, .size = record->size};
    double frame = head->frame + job->done * head->step;
    if (!sequence_name(output, (int64_t)frame, job->done, name, sizeof name))
        return hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "the name is too long"),
               report_failure(job->report, output, &error);
    return output_write(name, &bytes, job->report);
}

static int add_picture(join_job *job, const char *path, const part_record *record)
{
    hone_error error = {0};
    hone_image image = {0};
    if (!hone_image_load_memory(record->data, record->size, NULL, &image, &error))
        return report_failure(job->report, path, &error);
    int status = film_add(job->film, job->values->output, &image, job->report);
    hone_image_release(&image);
    return status;
}

static int take_record(join_job *job, const char *path, const part_record *record)
{
    int status = interrupted() ? interrupted_status()
                 : job->film   ? add_picture(job, path, record)
                               : write_picture(job, record);
    progress_show(&job->progress, job->done++);
    return status;
}

/* ---- parts ---- */

static int read_part(join_job *job, uint32_t index)
{
    const char *path = job->parts->paths[index];
    hone_error error = {0};
    part_reader reader;
    part_record record;
    bool ended = false, ok = part_reader_open(&reader, path, &error);
    int status = STATUS_OK;
    while (ok && !ended && status == STATUS_OK) {
        ok = part_reader_next(&reader, &record, &ended, &error);
        if (ok && !ended)
            status = take_record(job, path, &record);
    }
    part_reader_close(&reader);
    return ok ? status : report_failure(job->report, path, &error);
}

static int read_parts(join_job *job)
{
    int status = STATUS_OK;
    job->progress = progress_begin(job->report, job->parts->heads->total);
    for (uint32_t i = 0; i < job->parts->count && status == STATUS_OK; i++) status = read_part(job, i);
    progress_end(&job->progress);
    return status;
}

/* Files are written only if all parts are whole. */
static int check_parts(const join_parts *parts, report *r)
{
    for (uint32_t i = 0; i < parts->count; i++) {
        hone_error error = {0};
        part_reader reader;
        bool ok = part_reader_open(&reader, parts->paths[i], &error) && part_reader_check(&reader, &error);
        part_reader_close(&reader);
        if (!ok)
            return report_failure(r, parts->paths[i], &error);
        if (interrupted())
            return interrupted_status();
    }
    return STATUS_OK;
}

static int make_film(join_job *job, hone_film_format format)
{
    const part_head *head = job->parts->heads;
    int status = STATUS_OK;
    const film_values values = {.rate = {head->rate, head->divisor},
                                .quality = head->quality,
                                .bit_rate = head->bit_rate,
                                .codec = (int)head->codec};
    const film_desc desc = {.path = job->values->output,
                            .format = format,
                            .width = head->width,
                            .height = head->height,
                            .alpha = head->alpha,
                            .values = &values,
                            .first = head->frame};
    report_silence_libraries(job->report);
    job->film = film_begin(&desc, &status, job->report);
    if (status == STATUS_OK)
        status = read_parts(job);
    return film_end(job->film, desc.path, status, job->report);
}

/* ---- the command ---- */

static bool is_whole(double value)
{
    return value == floor(value);
}

static int check_output(const join_values *v, const part_head *head, report *r)
{
    hone_error error = {0};
    hone_film_format format;
    const char *name = head->format < OUTPUT_PICTURE_FORMATS ? output_picture_formats[head->format] : "";
    if ((uint32_t)output_picture_format(v->output, 0) != head->format)
        hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "the parts are of a .%s", name);
    else if (!output_film_format(v->output, 0, &format) && !sequence_fields(v->output))
        hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "several pictures need %%04d, {frame:04} or {index:04} in the name");
    else if ((sequence_fields(v->output) & SEQUENCE_FRAME) && !output_film_format(v->output, 0, &format) &&
             !(is_whole(head->frame) && is_whole(head->step)))
        hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "not all frames are whole; use {index:04} in the name");
    return error.code == HONE_OK ? STATUS_OK : report_failure(r, v->output, &error);
}

static int join(const join_values *v, const join_parts *parts, report *r)
{
    hone_film_format format;
    join_job job = {.values = v, .parts = parts, .report = r};
    int status = check_output(v, parts->heads, r);
    if (status == STATUS_OK && output_film_format(v->output, 0, &format))
        return make_film(&job, format);
    if (status == STATUS_OK)
        status = check_parts(parts, r);
    return status == STATUS_OK ? read_parts(&job) : status;
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    const join_values *v = values;
    join_parts parts;
    if (file_count == 0)
        return report_usage(r, "join: no part given (hone join -h)");
    if (!v->output)
        return report_usage(r, "join: -o OUT is missing");
    if (output_is_stdout(v->output))
        return report_usage(r, "join: -o needs the name of a file");
    r->quiet = v->quiet;
    int status = join_parts_open(&parts, files, file_count, r);
    if (status == STATUS_OK)
        status = join(v, &parts, r);
    join_parts_release(&parts);
    return status;
}

const command command_join = {
    "join",
    "PART... -o OUT [options]",
    "make one film or sequence of the parts of hone render --part",
    "The parts may be given in any order. All must be there, whole, and drawn from the same files with the same\n"
    "options.\n"
    "\n"
    "  hone render miku.pmx dance.vmd -o dance.mp4 --part 1/2\n"
    "  hone render miku.pmx dance.vmd -o dance.mp4 --part 2/2\n"
    "  hone join dance.mp4.*.part -o dance.mp4",
    options,
    NULL,
    sizeof(join_values),
    run,
    "part"};
