/* Replaces reader and writer, which reads what it has written, where HONE_FORMATS leaves packed clips out. */
#include "base/error.h"
#include "files/format/readers.h"

const hone_format_reader hone_hclip_format = {0};

bool hone_motion_write_hclip(const hone_hclip_desc *desc, hone_bytes *out, hone_hclip_report *reports,
                             hone_error *error)
{
    (void)desc, (void)reports;
    if (out)
        *out = (hone_bytes){0};
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "this build of hone does not write packed clips");
}
