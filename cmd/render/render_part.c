#include "cmd/render/render_part.h"
#include "cmd/render/render_fingerprint.h"
#include "tool/files/input_file.h"
#include "tool/files/standard_input.h"
#include "tool/output/output.h"
#include "tool/part/part_layout.h"

#include <string.h>

bool render_part_read(const option *o, const char *text, void *field)
{
    (void)o;
    render_part_choice *out = field;
    char first[16];
    const char *slash = strchr(text, '/');
    size_t size = slash ? (size_t)(slash - text) : sizeof first;
    if (size >= sizeof first)
        return false;
    memcpy(first, text, size);
    first[size] = '\0';
    return number_read_integer(slash + 1, 1, PART_COUNT_MAX, &out->parts) &&
           number_read_integer(first, 1, out->parts, &out->part);
}

int render_part_check(const render_values *v, const char *const *files, uint32_t file_count, bool moving, report *r)
{
    if (!v->part.parts)
        return STATUS_OK;
    if (!v->output.path || output_is_stdout(v->output.path))
        return report_usage(r, "render: --part writes a file: give -o a name");
    if (!moving)
        return report_usage(r, "render: --part is for films and sequences, which have several pictures");
    if (v->scene.film.sound && standard_input_is(v->scene.film.sound))
        return report_usage(r, "render: --part cannot read standard input, which other parts could not read again");
    for (uint32_t i = 0; i < file_count; i++)
        if (standard_input_is(files[i]))
            return report_usage(r, "render: --part cannot read standard input, which other parts could not read again");
    return STATUS_OK;
}

part_range render_part_range(const render_values *v, uint32_t total)
{
    return v->part.parts ? part_range_of(v->part.part, v->part.parts, total) : (part_range){0, total};
}

static part_content content_of(const render_values *v)
{
    return v->output.kind == RENDER_FILM && hone_film_format_has_packets(v->output.film) ? PART_PACKETS : PART_PICTURES;
}

static part_head describe(const render_values *v, const render_part_desc *desc, uint64_t fingerprint)
{
    part_head head = {.inputs = fingerprint,
                      .part = v->part.part,
                      .parts = v->part.parts,
                      .total = desc->shown.count,
                      .content = content_of(v),
                      .format = (uint32_t)output_picture_format(v->output.path, v->output.format),
                      .width = desc->settings->look.draw.width,
                      .height = desc->settings->look.draw.height,
                      .rate = v->scene.film.rate.rate,
                      .divisor = v->scene.film.rate.divisor,
                      .quality = v->scene.film.quality,
                      .bit_rate = v->scene.film.bit_rate,
                      .codec = (uint32_t)v->scene.film.codec,
                      .alpha = desc->settings->look.background.rgba[3] < 1,
                      .frame = desc->shown.first,
                      .step = desc->shown.step};
    return head;
}

static bool is_same(const part_head *a, const part_head *b)
{
    part_head other = *b;
    uint8_t bytes[2][PART_HEAD_SIZE];
    other.setup = a->setup, other.sound = a->sound; /* which are known only when it is made */
    part_head_write(a, bytes[0]);
    part_head_write(&other, bytes[1]);
    return memcmp(bytes[0], bytes[1], PART_HEAD_SIZE) == 0;
}

static bool is_finished(const render_part *part)
{
    part_reader reader = {0};
    hone_error ignored;
    bool finished = input_file_exists(part->path) && part_reader_open(&reader, part->path, &ignored) &&
                    is_same(&reader.head, &part->head) && part_reader_check(&reader, &ignored);
    part_reader_close(&reader);
    return finished;
}

int render_part_describe(const render_values *v, const render_part_desc *desc, render_part *out, bool *finished,
                         report *r)
{
    hone_error error = {0};
    *out = (render_part){.writer.draft.file = -1};
    *finished = false;
    int size = snprintf(out->path, sizeof out->path, "%s.%u-of-%u.part", v->output.path, v->part.part, v->part.parts);
    if (size >= (int)sizeof out->path)
        hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "the name is too long");
    else if (desc->shown.count < v->part.parts || desc->shown.count > PART_PICTURES_MAX)
        hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "%u pictures cannot be made in %u parts", desc->shown.count,
                  v->part.parts);
    if (error.code != HONE_OK)
        return report_failure(r, v->output.path, &error);
    uint64_t fingerprint;
    int status = render_fingerprint(v, desc->in, &fingerprint, r);
    if (status != STATUS_OK)
        return status;
    out->head = describe(v, desc, fingerprint);
    *finished = is_finished(out);
    if (*finished)
        report_note(r, "%s is already complete", out->path);
    return STATUS_OK;
}

bool render_part_has_packets(const render_part *part)
{
    return part->head.content == PART_PACKETS;
}

static bool take_packet(void *user, const hone_film_packet *packet, hone_error *error)
{
    render_part *part = user;
    const part_record record = {.kind = packet->sound ? PART_RECORD_SOUND : PART_RECORD_PACKET,
                                .key = packet->key,
                                .pts = packet->pts,
                                .duration = packet->duration,
                                .side_kind = packet->side_kind,
                                .data = packet->data,
                                .size = packet->size,
                                .side = packet->side,
                                .side_size = packet->side_size};
    return part_writer_add(&part->writer, &record, error);
}

void render_part_use_film(render_part *part, film_desc *desc)
{
    const part_head *head = &part->head;
    double rate = head->rate ? (double)head->rate / head->divisor : HONE_FRAMES_PER_SECOND;
    desc->take = take_packet;
    desc->user = part;
    desc->silent = head->part != 1;
    desc->sound_seconds = head->total / rate;
}

int render_part_begin(render_part *part, const hone_film *film, report *r)
{
    hone_error error = {0};
    part->head.setup = hone_film_setup(film);
    part->head.sound = hone_film_sound_channels(film);
    return part_writer_begin(&part->writer, part->path, &part->head, &error) ? STATUS_OK
                                                                             : report_failure(r, part->path, &error);
}

int render_part_add(render_part *part, const hone_bytes *file, report *r)
{
    hone_error error = {0};
    const part_record record = {.kind = PART_RECORD_PICTURE, .data = file->data, .size = file->size};
    return part_writer_add(&part->writer, &record, &error) ? STATUS_OK : report_failure(r, part->path, &error);
}

int render_part_end(render_part *part, int status, report *r)
{
    hone_error error = {0};
    if (status != STATUS_OK)
        part_writer_discard(&part->writer);
    else if (!part_writer_commit(&part->writer, &error))
        status = report_failure(r, part->path, &error);
    return status;
}
