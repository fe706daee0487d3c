/* Reads bytes as .hclip, and plays the motion on a model with its own names. */
#include "format/readers.h"
#include "use.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    hone_motion *motion = hone_hclip_read(bytes, size, NULL, NULL);
    if (motion)
        use_motion(motion);
    hone_motion_release(motion);
    return 0;
}
