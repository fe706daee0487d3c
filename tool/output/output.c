#include "tool/output/output.h"
#include "base/files/draft.h"
#include "base/files/file.h"
#include "tool/system/system.h"
#include <hone/io.h>

#include <string.h>

static bool ends_in(const char *path, const char *ending)
{
    size_t size = strlen(ending), length = strlen(path);
    if (length <= size || path[length - size - 1] != '.')
        return false;
    for (size_t i = 0; i < size; i++) {
        char c = path[length - size + i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != ending[i])
            return false;
    }
    return true;
}

int output_format(const char *path, const char *const *endings)
{
    for (int i = 0; endings[i]; i++)
        if (ends_in(path, endings[i]))
            return i;
    return -1;
}

bool output_is_stdout(const char *path)
{
    return strcmp(path, "-") == 0;
}

int output_failure(const char *path, const hone_error *error, report *r)
{
    if (!output_is_stdout(path))
        return report_failure(r, path, error);
    /* as in `hone pose ... | head` */
    return system_reader_has_gone() ? STATUS_FAILED : report_failure(r, "standard output", error);
}

int output_write(const char *path, const hone_bytes *bytes, report *r)
{
    if (output_is_stdout(path)) {
        fwrite(bytes->data, 1, bytes->size, stdout); /* main checks whether stdout could be written */
        return STATUS_OK;
    }
    hone_error error = {0};
    return hone_file_write(path, bytes->data, bytes->size, &error) ? STATUS_OK : report_failure(r, path, &error);
}

bool output_write_picture(const char *path, const hone_bytes *bytes, hone_error *error)
{
    hone_file_draft draft;
    if (!hone_file_draft_begin(&draft, path, error))
        return false;
    if (hone_stream_write(draft.file, bytes->data, bytes->size, error))
        return hone_file_draft_commit(&draft, error);
    hone_file_draft_discard(&draft);
    return false;
}

int output_text(const char *path, hone_writer *text, report *r)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    if (!hone_writer_finish(text, &bytes, &error))
        return report_failure(r, output_is_stdout(path) ? NULL : path, &error);
    int status = output_write(path, &bytes, r);
    hone_bytes_release(&bytes);
    return status;
}

const char *const output_picture_formats[] = {"",     "png",  "jpg", "mp4", "webm", "gif",
                                              "apng", "webp", "mov", "mkv", "jpeg", NULL};
enum { PNG = 1, FIRST_FILM = 3, END_OF_FILMS = FIRST_FILM + HONE_FILM_FORMAT_COUNT };

int output_picture_format(const char *path, int format)
{
    return output_is_stdout(path) ? format : output_format(path, output_picture_formats + 1) + 1;
}

bool output_read_file(const option *o, const char *text, void *field)
{
    *(const char **)field = text;
    return output_format(text, o->detail) >= 0;
}

bool output_read_picture(const option *o, const char *text, void *field)
{
    (void)o;
    *(const char **)field = text;
    return output_is_stdout(text) || output_format(text, output_picture_formats + 1) >= 0;
}

int output_check_format(const command *c, const char *path, int format, report *r)
{
    if (output_is_stdout(path) == (format != 0))
        return STATUS_OK;
    return report_usage(r, "%s: --format is only for output to -", c->name);
}

bool output_film_format(const char *path, int format, hone_film_format *out)
{
    int index = output_picture_format(path, format);
    if (index < FIRST_FILM || index >= END_OF_FILMS)
        return false;
    *out = (hone_film_format)(index - FIRST_FILM);
    return true;
}

picture_file output_picture_file(const char *path, int format, uint32_t quality)
{
    bool jpg = output_picture_format(path, format) > PNG;
    return (picture_file){.kind = jpg ? PICTURE_FILE_JPG : PICTURE_FILE_PNG, .quality = quality};
}
