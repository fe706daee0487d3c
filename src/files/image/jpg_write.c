/* JPEG encoder, by libjpeg-turbo. Its working memory comes from malloc, the bytes from the caller's allocator. */
#include "base/error.h"
#include "base/files/byte_writer.h"
#include "files/image/decode.h"
#include <hone/io.h>
#include <setjmp.h>
#include <stdio.h> /* jpeglib.h needs FILE */
#include <string.h>

#include <jpeglib.h>

enum { PIECE = 1 << 14 };

typedef struct jpg_writer {
    struct jpeg_error_mgr manager; /* must be the first: libjpeg passes its address */
    struct jpeg_destination_mgr destination;
    jmp_buf jump;
    hone_writer *writer;
    uint8_t *row; /* [width][3] */
    uint8_t piece[PIECE];
} jpg_writer;

static void on_error(j_common_ptr jpg)
{
    longjmp(((jpg_writer *)jpg->err)->jump, 1);
}

static void on_message(j_common_ptr jpg, int level)
{
    (void)jpg, (void)level;
}

static void begin_piece(j_compress_ptr jpg)
{
    jpg_writer *w = (jpg_writer *)jpg->err;
    w->destination.next_output_byte = w->piece;
    w->destination.free_in_buffer = PIECE;
}

static void write_piece(j_compress_ptr jpg, size_t size)
{
    jpg_writer *w = (jpg_writer *)jpg->err;
    hone_write_bytes(w->writer, w->piece, size);
    if (w->writer->failed)
        on_error((j_common_ptr)jpg);
    begin_piece(jpg);
}

static boolean piece_is_full(j_compress_ptr jpg)
{
    write_piece(jpg, PIECE);
    return TRUE;
}

static void end_pieces(j_compress_ptr jpg)
{
    write_piece(jpg, PIECE - jpg->dest->free_in_buffer);
}

/* Lays a row of pixels over black. */
static void rgb_from_rgba(const uint8_t *rgba, uint32_t width, uint8_t *rgb)
{
    for (uint32_t x = 0; x < width; x++, rgba += 4, rgb += 3)
        for (int c = 0; c < 3; c++) rgb[c] = (uint8_t)((rgba[c] * rgba[3] + 127) / 255);
}

/* All components have full resolution, because outlines in strong colours look frayed otherwise. */
static void write_pixels(struct jpeg_compress_struct *jpg, jpg_writer *w, const hone_image *image, int quality)
{
    jpg->image_width = image->width;
    jpg->image_height = image->height;
    jpg->input_components = 3;
    jpg->in_color_space = JCS_RGB;
    jpeg_set_defaults(jpg);
    jpeg_set_quality(jpg, quality, TRUE);
    jpg->comp_info[0].h_samp_factor = jpg->comp_info[0].v_samp_factor = 1;
    jpg->dct_method = JDCT_ISLOW;
    jpeg_start_compress(jpg, TRUE);
    while (jpg->next_scanline < image->height) {
        rgb_from_rgba(image->pixels + 4 * (size_t)image->width * jpg->next_scanline, image->width, w->row);
        jpeg_write_scanlines(jpg, &w->row, 1);
    }
    jpeg_finish_compress(jpg);
}

static bool encode(jpg_writer *w, const hone_image *image, int quality)
{
    struct jpeg_compress_struct jpg;
    memset(&jpg, 0, sizeof jpg); /* so that it can be destroyed even if creating it fails */
    jpg.err = jpeg_std_error(&w->manager);
    w->manager.error_exit = on_error;
    w->manager.emit_message = on_message;
    volatile bool ok = false;
    if (setjmp(w->jump) == 0) {
        jpeg_create_compress(&jpg);
        w->destination.init_destination = begin_piece;
        w->destination.empty_output_buffer = piece_is_full;
        w->destination.term_destination = end_pieces;
        jpg.dest = &w->destination;
        write_pixels(&jpg, w, image, quality);
        ok = true;
    }
    jpeg_destroy_compress(&jpg);
    return ok;
}

bool hone_jpg_encode(const hone_image *image, int quality, const hone_allocator *allocator, hone_bytes *out,
                     hone_error *error)
{
    hone_writer writer = hone_writer_make(allocator);
    hone_allocator memory = hone_allocator_or_default(allocator);
    jpg_writer *w = hone_allocate(&memory, 1, sizeof *w);
    uint8_t *row = hone_allocate(&memory, image->width, 3);
    bool ok = w && row;
    if (ok) {
        w->writer = &writer;
        w->row = row;
        ok = encode(w, image, quality);
    }
    hone_deallocate(&memory, row, image->width, 3);
    hone_deallocate(&memory, w, 1, sizeof *w);
    if (!ok)
        writer.failed = true; /* the only way to fail here is lack of memory */
    return hone_writer_finish(&writer, out, error);
}
