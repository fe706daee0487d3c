/* WebP decoder, by libwebp: lossy and lossless pictures, and the first one of an animation. Its working memory comes
 * from malloc, the pixels from the caller's allocator. */
#include "base/error.h"
#include "files/image/decode.h"
#include <webp/decode.h>
#include <webp/demux.h>

/* libwebp writes a plain picture of 8192 x 8192 pixels in 2800 bytes. Nothing bounds what a file can claim. */
enum { PIXELS_PER_BYTE = 1 << 15 };

bool hone_webp_available(void)
{
    return true;
}

static bool fail(hone_error *error)
{
    return hone_fail(error, HONE_ERROR_FORMAT, 0, "the webp file is damaged");
}

/* Decodes the frame, as far as it is there, to its place on the canvas. Returns the number of rows of the canvas that
 * are complete then, or 0 with an error. */
static uint32_t decode_frame(const WebPIterator *frame, hone_image *canvas, hone_error *error)
{
    size_t stride = 4 * (size_t)canvas->width, first = (size_t)frame->y_offset * stride + 4 * (size_t)frame->x_offset;
    int last = 0;
    WebPIDecoder *decoder =
        WebPINewRGB(MODE_RGBA, canvas->pixels + first, stride * canvas->height - first, (int)stride);
    if (!decoder)
        return hone_fail_memory(error), 0;
    VP8StatusCode status = WebPIUpdate(decoder, frame->fragment.bytes, frame->fragment.size);
    if (status == VP8_STATUS_OK)
        last = frame->height;
    else if (!WebPIDecGetRGB(decoder, &last, NULL, NULL, NULL))
        last = 0;
    WebPIDelete(decoder);
    if (status == VP8_STATUS_OUT_OF_MEMORY)
        return hone_fail_memory(error), 0;
    if (last <= 0)
        return fail(error), 0;
    return last < frame->height ? (uint32_t)(frame->y_offset + last) : canvas->height;
}

static bool fits(const WebPIterator *frame, uint32_t width, uint32_t height)
{
    return frame->x_offset >= 0 && frame->y_offset >= 0 && frame->width > 0 && frame->height > 0 &&
           (uint32_t)frame->x_offset + (uint32_t)frame->width <= width &&
           (uint32_t)frame->y_offset + (uint32_t)frame->height <= height;
}

static bool decode_first(const WebPDemuxer *file, const WebPIterator *frame, size_t size,
                         const hone_allocator *allocator, hone_image *out, hone_error *error)
{
    uint32_t width = WebPDemuxGetI(file, WEBP_FF_CANVAS_WIDTH), height = WebPDemuxGetI(file, WEBP_FF_CANVAS_HEIGHT);
    if (!fits(frame, width, height))
        return fail(error);
    if (!hone_image_begin("webp", width, height, size, PIXELS_PER_BYTE, allocator, out, error))
        return false;
    uint32_t rows = decode_frame(frame, out, error);
    return rows >= height || (rows > 0 && hone_image_end(out, rows, false));
}

/* The demuxer also reads a file that is cut off. */
bool hone_webp_decode(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                      hone_error *error)
{
    const WebPData data = {bytes, size};
    WebPIterator frame;
    WebPDemuxer *file = WebPDemuxPartial(&data, NULL);
    bool found = file && WebPDemuxGetFrame(file, 1, &frame);
    bool ok = found ? decode_first(file, &frame, size, allocator, out, error) : fail(error);
    if (found)
        WebPDemuxReleaseIterator(&frame);
    WebPDemuxDelete(file);
    return ok;
}
