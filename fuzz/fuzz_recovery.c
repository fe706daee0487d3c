/* Reads bytes as the file that lists unsaved work, writes it, and reads it again: the second time it must be the
 * same. */
#include "fuzz.h"
#include "view/recovery/recovery_file.h"

#include <stdlib.h>
#include <string.h>

static const char text[] =
    "{ \"recovery\": 1, \"scene\": \"scene-1.json\", \"bends\": \"bends-1.json\", \"opened\": \"/a/b.json\",\n"
    "  \"changes\": 16, \"models\": [ { \"changes\": 7, \"vertices\": 900,\n"
    "  \"weights\": [ [7, 0, 0.25, 1, 0.75], [8, 1, 1] ] }, { \"built_in\": true } ], \"motions\": [\n"
    "  { \"file\": \"/a/m.vmd\", \"written\": true, \"changed\": true }, { \"written\": true, \"built_in\": true } ] "
    "}\n";

static void use(const uint8_t *bytes, size_t size)
{
    recovery_file first, second;
    hone_bytes a, b;
    if (!recovery_file_decode(bytes, size, &first, NULL))
        return;
    if (!recovery_file_encode(&first, &a, NULL) || !recovery_file_decode(a.data, a.size, &second, NULL) ||
        !recovery_file_encode(&second, &b, NULL) || a.size != b.size || memcmp(a.data, b.data, a.size) != 0)
        abort();
    hone_bytes_release(&a);
    hone_bytes_release(&b);
    recovery_file_release(&first);
    recovery_file_release(&second);
}

static hone_bytes make(unsigned kind)
{
    (void)kind;
    return fuzz_bytes(text, sizeof text - 1);
}

const fuzz_target fuzz_recovery = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
