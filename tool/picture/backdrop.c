#include "tool/picture/backdrop.h"
#include "tool/files/input_file.h"

#include <hone/motion.h>
#include <math.h>
#include <string.h>

enum { HEAD = 4096 };

static uint32_t big_u32(const uint8_t *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* Whether a png has the chunk acTL, which is before its pixels. */
static bool is_animated_png(const uint8_t *head, size_t size)
{
    for (uint64_t at = 8; at + 8 <= size && memcmp(head + at + 4, "IDAT", 4) != 0;
         at += 12 + (uint64_t)big_u32(head + at))
        if (memcmp(head + at + 4, "acTL", 4) == 0)
            return true;
    return false;
}

/* Whether a path is a regular file, on disk or in an archive, that is no picture, or one that moves. */
static bool is_film(const char *path)
{
    uint8_t head[HEAD];
    size_t size = input_file_read_head(path, (char *)head, sizeof head);
    return size > 0 && (!hone_image_detect(head, size) || is_animated_png(head, size));
}

static bool open_film(backdrop *b, hone_error *error)
{
    b->copied = input_local_open(b->look.file, &b->local, error);
    b->film = b->copied ? hone_film_reader_open(b->local.path, error) : NULL;
    b->length = b->film ? hone_film_reader_duration(b->film) : 0;
    return b->film != NULL;
}

static bool open_picture(backdrop *b, hone_error *error)
{
    hone_bytes bytes;
    if (!input_file_read(b->look.file, NULL, &bytes, error))
        return false;
    bool ok = hone_image_load_memory(bytes.data, bytes.size, NULL, &b->image, error);
    hone_bytes_release(&bytes);
    return ok;
}

void backdrop_place(backdrop *b, const look_backdrop *look)
{
    const char *file = b->look.file;
    b->look = *look;
    b->look.file = file;
    b->drawn.fit = (hone_backdrop_fit)look->fit;
    b->drawn.scale = look->scale;
    memcpy(b->drawn.offset, look->offset, sizeof look->offset);
    b->drawn.frame[0] = look->frame.width, b->drawn.frame[1] = look->frame.height;
}

bool backdrop_open(backdrop *b, const look_backdrop *look, hone_error *error)
{
    *b = (backdrop){.look.file = look->file};
    backdrop_place(b, look);
    if (!look->file)
        return true;
    return is_film(look->file) ? open_film(b, error) : open_picture(b, error);
}

/* The time of a film at a frame of the scene, in seconds. Before it begins its first picture is shown. */
static double time_at(const backdrop *b, double frame)
{
    double seconds = frame / HONE_FRAMES_PER_SECOND - b->look.delay;
    if (!b->look.loop || !(b->length > 0) || seconds < b->length)
        return seconds;
    double rest = fmod(seconds, b->length);
    return b->length - rest < 1e-6 ? 0 : rest; /* whole rounds may lack a rounding error */
}

/* The picture to send to the GPU; NULL with *ok: the one that is there. */
static const hone_image *next_image(backdrop *b, double frame, bool *ok, hone_error *error)
{
    bool changed = true;
    const hone_image *image = b->gpu_image ? NULL : &b->image;
    *ok = true;
    if (!b->film)
        return image;
    image = hone_film_reader_picture(b->film, time_at(b, frame), &changed, error);
    *ok = image != NULL;
    return changed || !b->gpu_image ? image : NULL;
}

bool backdrop_show(backdrop *b, hone_renderer *renderer, double frame, hone_draw_desc *desc, hone_error *error)
{
    bool ok = true;
    if (!b->look.file)
        return true;
    const hone_image *image = next_image(b, frame, &ok, error);
    if (image && b->gpu_image)
        ok = hone_gpu_image_set(b->gpu_image, image, error);
    else if (image)
        ok = (b->gpu_image = hone_gpu_image_create(renderer, image, error)) != NULL;
    hone_image_release(&b->image);
    b->drawn.image = b->gpu_image;
    desc->backdrop = &b->drawn;
    return ok;
}

void backdrop_release(backdrop *b)
{
    hone_gpu_image_destroy(b->gpu_image);
    hone_film_reader_close(b->film);
    if (b->copied)
        input_local_close(&b->local);
    hone_image_release(&b->image);
    *b = (backdrop){0};
}
