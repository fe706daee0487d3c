/* JPEG decoder, by libjpeg-turbo. Its working memory comes from malloc, the pixels from the caller's allocator. */
#include "base/error.h"
#include "files/image/decode.h"
#include <setjmp.h>
#include <stdio.h> /* jpeglib.h needs FILE */
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

/* Limits against hostile files. A block of 64 samples takes at least one bit, and a component may have one sample
 * for 4 x 4 pixels. A progressive file can contain thousands of empty scans; real ones have about ten. */
enum { PIXELS_PER_BYTE = 8 * 64 * 4, SCANS_MAX = 100 };

typedef struct jpg_job {
    struct jpeg_error_mgr manager; /* must be the first: libjpeg passes its address */
    struct jpeg_progress_mgr progress;
    jmp_buf jump;
    size_t size;
    const hone_allocator *allocator;
    hone_image *image;
    hone_error *error;
} jpg_job;

static void on_error(j_common_ptr jpg)
{
    jpg_job *job = (jpg_job *)jpg->err;
    char message[JMSG_LENGTH_MAX];
    jpg->err->format_message(jpg, message);
    bool memory = jpg->err->msg_code == JERR_OUT_OF_MEMORY;
    hone_fail(job->error, memory ? HONE_ERROR_MEMORY : HONE_ERROR_FORMAT, 0, "the jpg file is damaged: %s", message);
    longjmp(job->jump, 1);
}

/* If a file ends early, libjpeg fills the rest with grey, or, if it is progressive, with what is known more coarsely.
 * Without a row of blocks that is an error. Other repairs by libjpeg are accepted. */
static void on_message(j_common_ptr jpg, int level)
{
    jpg_job *job = (jpg_job *)jpg->err;
    if (level >= 0 || jpg->err->msg_code != JWRN_JPEG_EOF)
        return;
    j_decompress_ptr in = (j_decompress_ptr)jpg;
    if (!job->image->pixels || (in->input_iMCU_row == 0 && in->input_scan_number <= 1))
        on_error(jpg);
    job->image->cut = true;
}

static void on_progress(j_common_ptr jpg)
{
    jpg_job *job = (jpg_job *)jpg->err;
    if (!jpg->is_decompressor || ((j_decompress_ptr)jpg)->input_scan_number <= SCANS_MAX)
        return;
    hone_fail(job->error, HONE_ERROR_FORMAT, 0, "the jpg file has more than %d scans", SCANS_MAX);
    longjmp(job->jump, 1);
}

/* Converts CMYK to RGB; Adobe's programs store it inverted. */
static void rgba_from_cmyk(uint8_t *row, uint32_t width, bool inverted)
{
    for (uint32_t x = 0; x < width; x++, row += 4) {
        int black = inverted ? row[3] : 255 - row[3];
        for (int c = 0; c < 3; c++) row[c] = (uint8_t)((inverted ? row[c] : 255 - row[c]) * black / 255);
        row[3] = 255;
    }
}

static bool read_pixels(struct jpeg_decompress_struct *jpg, jpg_job *job)
{
    jpeg_read_header(jpg, TRUE);
    hone_image *image = job->image;
    if (!hone_image_begin("jpg", jpg->image_width, jpg->image_height, job->size, PIXELS_PER_BYTE, job->allocator, image,
                          job->error))
        return false;
    bool cmyk = jpg->jpeg_color_space == JCS_CMYK || jpg->jpeg_color_space == JCS_YCCK;
    jpg->out_color_space = cmyk ? JCS_CMYK : JCS_EXT_RGBA;
    jpg->dct_method = JDCT_ISLOW;
    jpeg_start_decompress(jpg);
    while (jpg->output_scanline < jpg->output_height) {
        uint8_t *row = image->pixels + 4 * (size_t)image->width * jpg->output_scanline;
        if (jpeg_read_scanlines(jpg, &row, 1) == 1 && cmyk)
            rgba_from_cmyk(row, image->width, jpg->saw_Adobe_marker);
    }
    jpeg_finish_decompress(jpg);
    return true;
}

bool hone_jpg_decode(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                     hone_error *error)
{
    struct jpeg_decompress_struct jpg;
    jpg_job job = {.size = size, .allocator = allocator, .image = out, .error = error};
    memset(&jpg, 0, sizeof jpg); /* so that it can be destroyed even if creating it fails */
    jpg.err = jpeg_std_error(&job.manager);
    job.manager.error_exit = on_error;
    job.manager.emit_message = on_message;
    job.progress.progress_monitor = on_progress;
    volatile bool ok = false;
    if (setjmp(job.jump) == 0) {
        jpeg_create_decompress(&jpg);
        jpg.progress = &job.progress;
        jpeg_mem_src(&jpg, bytes, (unsigned long)size);
        ok = read_pixels(&jpg, &job);
    }
    jpeg_destroy_decompress(&jpg);
    return ok;
}
