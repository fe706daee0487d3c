/* Writes texts and numbers of a BVH. */
#include "base/text/number.h"
#include "files/format/bvh/writer.h"

#include <string.h>

void hone_bvh_write_text(bvh_writer *writer, const char *text)
{
    hone_write_bytes(&writer->out, text, strlen(text));
}

void hone_bvh_write_float(bvh_writer *writer, float value)
{
    char text[HONE_NUMBER_SIZE];
    hone_write_bytes(&writer->out, text, hone_text_from_float(value == 0 ? 0 : value, text)); /* no -0 */
}
