/* hone join: makes one film, or a sequence of pictures, of the parts that hone render --part has drawn. */
#include "cmd/commands.h"
#include "cmd/render/join_parts.h"
#include "tool/messages/progress.h"
#include "tool/options/film_options.h"
#include "tool/output/output.h"
#include "tool/output/sequence.h"

#include <hone/motion.h>
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
    hone_film *film;   /* NULL: into files */
    part_reader sound; /* of the first part, once more; closed: there is none */
    part_record heard; /* its next packet */
    bool silent;       /* there are no more */
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
    if (!output_write_picture(name, &bytes, &error))
        return report_failure(job->report, name, &error);
    return STATUS_OK;
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

/* ---- packets ---- */

static bool write_packet(join_job *job, const part_record *record, uint32_t later, hone_error *error)
{
    const hone_film_packet packet = {.sound = record->kind == PART_RECORD_SOUND,
                                     .key = record->key,
                                     .pts = record->pts + later,
                                     .duration = record->duration,
                                     .data = record->data,
                                     .size = record->size,
                                     .side_kind = record->side_kind,
                                     .side = record->side,
                                     .side_size = record->side_size};
    return hone_film_add_packet(job->film, &packet, error);
}

/* Reads the first part on, to its next packet of sound. */
static bool hear(join_job *job, hone_error *error)
{
    bool ok = true;
    do ok = part_reader_next(&job->sound, &job->heard, &job->silent, error);
    while (ok && !job->silent && job->heard.kind != PART_RECORD_SOUND);
    return ok;
}

/* Writes the sound that begins before this number of pictures. */
static int write_sound(join_job *job, uint32_t pictures)
{
    const part_head *head = job->parts->heads;
    double rate = head->rate ? (double)head->rate / head->divisor : HONE_FRAMES_PER_SECOND;
    hone_error error = {0};
    bool ok = true;
    while (ok && !job->silent && (double)job->heard.pts / HONE_SOUND_RATE < pictures / rate)
        ok = write_packet(job, &job->heard, 0, &error) && hear(job, &error);
    return ok ? STATUS_OK : report_failure(job->report, job->values->output, &error);
}

static int begin_sound(join_job *job)
{
    const part_head *head = job->parts->heads;
    hone_error error = {0};
    job->silent = head->sound == 0;
    bool ok = job->silent || (hone_film_add_sound_track(job->film, head->sound, &error) &&
                              part_reader_open(&job->sound, job->parts->paths[0], &error) && hear(job, &error));
    return ok ? STATUS_OK : report_failure(job->report, job->parts->paths[0], &error);
}

/* The film's own encoder compresses nothing, but it says how the packets are. */
static int begin_packets(join_job *job)
{
    const hone_error other = {.message = "was compressed by another version of FFmpeg: draw the parts again"};
    if (hone_film_setup(job->film) != job->parts->heads->setup)
        return report_failure(job->report, job->parts->paths[0], &other);
    return begin_sound(job);
}

static int add_packet(join_job *job, uint32_t index, const part_record *record)
{
    const part_head *head = job->parts->heads;
    hone_error error = {0};
    int status = write_sound(job, job->done);
    part_range range = part_range_of(index + 1, head->parts, head->total);
    if (status == STATUS_OK && !write_packet(job, record, range.begin, &error))
        status = output_failure(job->values->output, &error, job->report);
    return status;
}

static int take_record(join_job *job, uint32_t index, const part_record *record)
{
    int status;
    if (record->kind == PART_RECORD_SOUND)
        return STATUS_OK; /* which is read by another reader */
    if (record->kind == PART_RECORD_PACKET)
        status = add_packet(job, index, record);
    else
        status = job->film ? add_picture(job, job->parts->paths[index], record) : write_picture(job, record);
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
            status = take_record(job, index, &record);
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
    return status == STATUS_OK && job->film ? write_sound(job, UINT32_MAX) : status;
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
    if (status == STATUS_OK && head->content == PART_PACKETS)
        status = begin_packets(job);
    else
        job->silent = true;
    if (status == STATUS_OK)
        status = read_parts(job);
    part_reader_close(&job->sound);
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
    .name = "join",
    .arguments = "PART... -o OUT [options]",
    .summary = "make one film or sequence of the parts of hone render --part",
    .notes =
        "The parts may be given in any order. All must be there, whole, and drawn from the same files with the same\n"
        "options.\n"
        "\n"
        "  hone render miku.pmx dance.vmd -o dance.mp4 --part 1/2\n"
        "  hone render miku.pmx dance.vmd -o dance.mp4 --part 2/2\n"
        "  hone join dance.mp4.*.part -o dance.mp4",
    .options = options,
    .values_size = sizeof(join_values),
    .run = run,
    .endings = "part",
};
