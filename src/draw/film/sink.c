/* Writes the bytes of a film to a draft file or to stdout. */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include "draw/film/sink.h"
#include "base/error.h"
#include <errno.h>
#include <libavutil/error.h>
#include <libavutil/mem.h>
#include <stdlib.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 18, COPY_SIZE = 1 << 16 };

/* Writes all bytes; returns 0 or an errno. */
static int write_all(int file, const uint8_t *data, size_t size)
{
    while (size > 0) {
        ssize_t n = write(file, data, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : EIO;
        data += n;
        size -= (size_t)n;
    }
    return 0;
}

static int write_packet(void *user, uint8_t *data, int size)
{
    hone_film_sink *sink = user;
    if (!sink->problem)
        sink->problem = write_all(sink->file, data, (size_t)size);
    return sink->problem ? AVERROR(sink->problem) : size;
}

static int64_t seek(void *user, int64_t offset, int whence)
{
    const hone_film_sink *sink = user;
    if (whence & AVSEEK_SIZE)
        return AVERROR(ENOSYS);
    off_t at = lseek(sink->file, offset, whence & ~AVSEEK_FORCE);
    return at < 0 ? AVERROR(errno) : at;
}

/* Opens a temporary file and removes its name at once. */
static int open_spool(hone_error *error)
{
    const char *folder = getenv("TMPDIR");
    char name[HONE_PATH_SIZE];
    int length = snprintf(name, sizeof name, "%s/hone-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = length > 0 && (size_t)length < sizeof name ? mkstemp(name) : -1;
    if (file < 0)
        return hone_fail_system(error, "cannot make a temporary file", errno), -1;
    unlink(name);
    return file;
}

static bool open_file(hone_film_sink *sink, const char *path, bool rewritten, hone_error *error)
{
    *sink = (hone_film_sink){.draft.file = -1, .file = STDOUT_FILENO, .spooled = !path && rewritten};
    if (path) {
        bool ok = hone_file_draft_begin(&sink->draft, path, error);
        sink->file = sink->draft.file;
        return ok;
    }
    if (sink->spooled)
        sink->file = open_spool(error);
    return sink->file >= 0;
}

bool hone_film_sink_open(hone_film_sink *sink, const char *path, bool rewritten, hone_error *error)
{
    if (!open_file(sink, path, rewritten, error))
        return false;
    bool seekable = path || sink->spooled;
    unsigned char *buffer = av_malloc(BUFFER_SIZE);
    if (buffer)
        sink->io = avio_alloc_context(buffer, BUFFER_SIZE, 1, sink, NULL, write_packet, seekable ? seek : NULL);
    if (sink->io)
        return true;
    av_free(buffer);
    hone_film_sink_discard(sink);
    return hone_fail_memory(error);
}

static void close_io(hone_film_sink *sink)
{
    if (sink->io)
        av_freep(&sink->io->buffer);
    avio_context_free(&sink->io);
    if (sink->spooled && sink->file >= 0)
        close(sink->file);
    sink->file = -1;
}

static int copy_spool(const hone_film_sink *sink)
{
    uint8_t piece[COPY_SIZE];
    int problem = lseek(sink->file, 0, SEEK_SET) < 0 ? errno : 0;
    while (!problem) {
        ssize_t n = read(sink->file, piece, sizeof piece);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : 0;
        problem = write_all(STDOUT_FILENO, piece, (size_t)n);
    }
    return problem;
}

bool hone_film_sink_finish(hone_film_sink *sink, hone_error *error)
{
    if (!sink->problem && sink->spooled)
        sink->problem = copy_spool(sink);
    close_io(sink);
    if (sink->problem) {
        hone_file_draft_discard(&sink->draft);
        return hone_fail_system(error, "cannot write", sink->problem);
    }
    return sink->draft.file < 0 || hone_file_draft_commit(&sink->draft, error);
}

void hone_film_sink_discard(hone_film_sink *sink)
{
    close_io(sink);
    hone_file_draft_discard(&sink->draft);
}
