/* PNG decoder and encoder, by libpng. Its working memory comes from malloc, within the limits set here; the pixels
 * come from the caller's allocator. */
#include "base/error.h"
#include "base/files/byte_writer.h"
#include "files/image/decode.h"
#include <png.h>
#include <stdio.h>
#include <string.h>

/* deflate expands one byte to at most 1032, each of which has up to 8 pixels; even the smallest file has about 60
 * further bytes */
enum { PIXELS_PER_BYTE = 1032 * 8, CHUNK_MAX = 16 << 20 };

typedef struct png_job {
    const uint8_t *bytes; /* for reading */
    size_t size, at;
    const hone_allocator *allocator;
    hone_image *image;
    uint32_t rows;       /* that have been read; of an interlaced picture in the first pass */
    hone_writer *writer; /* for writing */
    hone_error *error;
} png_job;

bool hone_image_available(void)
{
    return true;
}

static void on_error(png_structp png, png_const_charp message)
{
    png_job *job = png_get_error_ptr(png);
    hone_fail(job->error, HONE_ERROR_FORMAT, job->at, "the png file is damaged: %s", message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png, (void)message; /* errors that libpng can correct do not affect pixels */
}

static void on_read(png_structp png, png_bytep out, size_t size)
{
    png_job *job = png_get_io_ptr(png);
    if (size > job->size - job->at)
        png_error(png, "it ends too early");
    memcpy(out, job->bytes + job->at, size);
    job->at += size;
}

/* Converts any format to 8 bits of red, green, blue and alpha. */
static int set_rgba(png_structp png, png_infop info)
{
    png_set_expand(png);
    png_set_strip_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    return passes;
}

static bool read_pixels(png_structp png, png_infop info, png_job *job)
{
    png_read_info(png, info);
    png_uint_32 width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    if (!hone_image_begin("png", width, height, job->size, PIXELS_PER_BYTE, job->allocator, job->image, job->error))
        return false;
    int passes = set_rgba(png, info);
    if (png_get_rowbytes(png, info) != 4 * (size_t)width)
        png_error(png, "its pixel format is not known");
    for (int pass = 0; pass < passes; pass++)
        for (png_uint_32 y = 0; y < height; y++) {
            uint8_t *row = job->image->pixels + 4 * (size_t)width * y;
            png_read_row(png, passes > 1 ? NULL : row,
                         passes > 1 ? row : NULL); /* a pass fills what later ones refine */
            job->rows = pass == 0 ? y + 1 : height;
        }
    return true;
}

/* buffer: how many compressed bytes libpng reads at once; 0: as it likes. */
static bool attempt(png_job *job, size_t buffer)
{
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, job, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    volatile bool ok = false;
    if (!info)
        hone_fail_memory(job->error);
    else if (setjmp(png_jmpbuf(png)) == 0) {
        png_set_user_limits(png, HONE_IMAGE_LOAD_SIDE_MAX, HONE_IMAGE_LOAD_SIDE_MAX);
        png_set_chunk_cache_max(png, 16);
        png_set_chunk_malloc_max(png, CHUNK_MAX);
        if (buffer)
            png_set_compression_buffer_size(png, buffer);
        png_set_read_fn(png, job, on_read);
        ok = read_pixels(png, info, job);
    }
    png_destroy_read_struct(&png, &info, NULL);
    return ok;
}

/* If the file breaks off, libpng decodes nothing of what it reads at once, so it is read again in small steps. */
bool hone_png_decode(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                     hone_error *error)
{
    enum { SMALL = 8 };
    hone_error why = {0};
    png_job job = {.bytes = bytes, .size = size, .allocator = allocator, .image = out, .error = &why};
    bool ok = attempt(&job, 0);
    if (!ok && out->pixels) {
        hone_image_release(out);
        job.at = 0, job.rows = 0;
        ok = attempt(&job, SMALL);
    }
    if (!ok && job.rows > 0) {
        out->cut = true;
        return hone_image_end(out, job.rows, false);
    }
    if (!ok && error)
        *error = why;
    return ok;
}

static void on_write(png_structp png, png_bytep bytes, size_t size)
{
    png_job *job = png_get_io_ptr(png);
    hone_write_bytes(job->writer, bytes, size);
    if (job->writer->failed)
        png_error(png, "out of memory");
}

static void on_flush(png_structp png)
{
    (void)png;
}

static bool is_opaque(const hone_image *image)
{
    size_t count = (size_t)image->width * image->height;
    for (size_t i = 0; i < count; i++)
        if (image->pixels[4 * i + 3] != 255)
            return false;
    return true;
}

/* The pixels to write: a picture, or grey values. */
typedef struct png_content {
    const hone_image *image; /* NULL: values */
    const uint16_t *values;
    uint32_t width, height;
} png_content;

/* Compression level 1 and a single filter, because speed matters more than size for the frames of a film. */
static void begin_pixels(png_structp png, png_infop info, const png_content *content, int bits, int kind)
{
    png_set_IHDR(png, info, content->width, content->height, bits, kind, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, 1);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_write_info(png, info);
}

static void write_pixels(png_structp png, png_infop info, const png_content *content)
{
    const hone_image *image = content->image;
    bool opaque = is_opaque(image);
    begin_pixels(png, info, content, 8, opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA);
    if (opaque)
        png_set_filler(png, 0, PNG_FILLER_AFTER); /* the fourth byte is skipped */
    for (uint32_t y = 0; y < image->height; y++) png_write_row(png, image->pixels + 4 * (size_t)image->width * y);
}

/* Values are written with the higher byte first, on any machine. */
static void write_values(png_structp png, png_infop info, const png_content *content, uint8_t *row)
{
    begin_pixels(png, info, content, 16, PNG_COLOR_TYPE_GRAY);
    for (uint32_t y = 0; y < content->height; y++) {
        const uint16_t *values = content->values + (size_t)content->width * y;
        for (uint32_t x = 0; x < content->width; x++)
            row[2 * x] = (uint8_t)(values[x] >> 8), row[2 * x + 1] = (uint8_t)values[x];
        png_write_row(png, row);
    }
}

/* row: [2 * width] for grey values */
static bool encode(const png_content *content, uint8_t *row, const hone_allocator *allocator, hone_bytes *out,
                   hone_error *error)
{
    hone_writer writer = hone_writer_make(allocator);
    png_job job = {.writer = &writer};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &job, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    volatile bool ok = false;
    if (info && setjmp(png_jmpbuf(png)) == 0) {
        png_set_user_limits(png, HONE_IMAGE_SIDE_MAX, HONE_IMAGE_SIDE_MAX);
        png_set_write_fn(png, &job, on_write, on_flush);
        if (content->image)
            write_pixels(png, info, content);
        else
            write_values(png, info, content, row);
        png_write_end(png, NULL);
        ok = true;
    }
    png_destroy_write_struct(&png, &info);
    if (!ok)
        writer.failed = true; /* the only way libpng can fail here is lack of memory */
    return hone_writer_finish(&writer, out, error);
}

bool hone_png_encode(const hone_image *image, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    const png_content content = {.image = image, .width = image->width, .height = image->height};
    return encode(&content, NULL, allocator, out, error);
}

bool hone_png_encode_grey(const uint16_t *values, uint32_t width, uint32_t height, const hone_allocator *allocator,
                          hone_bytes *out, hone_error *error)
{
    const png_content content = {.values = values, .width = width, .height = height};
    uint8_t *row = hone_allocate(allocator, width, 2);
    if (!row)
        return hone_fail_memory(error);
    bool ok = encode(&content, row, allocator, out, error);
    hone_deallocate(allocator, row, width, 2);
    return ok;
}
