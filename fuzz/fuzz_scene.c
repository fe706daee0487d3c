/* Reads bytes as a scene file, writes the scene, and reads it again: the second time it must be the same. */
#include "fuzz.h"
#include "support/make/make_scene.h"
#include "tool/scene/scene_file.h"

#include <stdlib.h>
#include <string.h>

static void use(const uint8_t *bytes, size_t size)
{
    scene first, second;
    hone_bytes a, b;
    if (!scene_read(bytes, size, "/scenes", &first, NULL))
        return;
    if (!scene_write(&first, "/scenes", &a, NULL) || !scene_read(a.data, a.size, "/scenes", &second, NULL) ||
        !scene_write(&second, "/scenes", &b, NULL) || a.size != b.size || memcmp(a.data, b.data, a.size) != 0)
        abort();
    hone_bytes_release(&a);
    hone_bytes_release(&b);
    scene_release(&first);
    scene_release(&second);
}

static hone_bytes make(unsigned kind)
{
    (void)kind;
    return fuzz_bytes(make_scene_text, make_scene_size);
}

const fuzz_target fuzz_scene = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
