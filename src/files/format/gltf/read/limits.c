/* Extensions that the file names, and what hone does not evaluate of them: a refusal, or a warning for each. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/read/reader.h"
#include <string.h>

bool hone_gltf_check_required(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t count = hone_gltf_count(&root, "extensionsRequired");
    for (uint32_t i = 0; i < count; i++) {
        gltf_text name = hone_gltf_text_at(&root, "extensionsRequired", i);
        if (name.bytes && hone_gltf_extension_of(name.bytes, name.size)->use >= GLTF_EXTENSION_SHAPE)
            return hone_reading_fail_as(&reader->file, HONE_ERROR_UNSUPPORTED, i,
                                        "requires the extension %.*s, which hone does not read",
                                        (int)(name.size < 80 ? name.size : 80), name.bytes);
    }
    return !reader->file.failed;
}

static bool lists(gltf_reader *reader, const char *list, const char *extension)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t count = hone_gltf_extras_count(&root, list);
    for (uint32_t i = 0; i < count; i++)
        if (hone_gltf_text_equals(hone_gltf_extras_text_at(&root, list, i), extension))
            return true;
    return false;
}

bool hone_gltf_is_required(gltf_reader *reader, const char *extension)
{
    return lists(reader, "extensionsRequired", extension);
}

bool hone_gltf_uses(gltf_reader *reader, const char *extension)
{
    return lists(reader, "extensionsUsed", extension) || hone_gltf_is_required(reader, extension);
}

/* Returns whether a texture has its picture by this extension alone. */
static bool misses_pictures(gltf_reader *reader, const char *extension)
{
    gltf_object root = hone_gltf_root(&reader->json);
    for (uint32_t t = 0, count = hone_gltf_extras_count(&root, "textures"); t < count; t++) {
        gltf_object texture = hone_gltf_extras_element(&root, "textures", t),
                    all = hone_gltf_extras_member(&texture, "extensions");
        if (!hone_gltf_has(&texture, "source") && hone_gltf_has(&all, extension))
            return true;
    }
    return false;
}

static bool is_missed(gltf_reader *reader, const gltf_extension *extension, gltf_extension_use least)
{
    if (extension->use == GLTF_EXTENSION_PICTURE)
        return least == GLTF_EXTENSION_LOOK && misses_pictures(reader, extension->name);
    return extension->lost && extension->use >= least;
}

/* A file without models is read as a motion alone, so a motion has the warnings of what moves. */
static void warn_of_extensions(gltf_reader *reader, gltf_extension_use least)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t count = hone_gltf_extras_count(&root, "extensionsUsed");
    for (uint32_t i = 0; i < count; i++) {
        gltf_text name = hone_gltf_extras_text_at(&root, "extensionsUsed", i);
        const gltf_extension *known = hone_gltf_extension_of(name.bytes ? name.bytes : "", name.size);
        if (name.size && is_missed(reader, known, least))
            hone_builder_warn_limit(reader->file.builder, known->lost, name.bytes, name.size);
    }
}

void hone_gltf_warn_of_limits(gltf_reader *reader)
{
    warn_of_extensions(reader, GLTF_EXTENSION_LOOK);
}

void hone_gltf_warn_of_limits_of_motion(gltf_reader *reader)
{
    warn_of_extensions(reader, GLTF_EXTENSION_MOTION);
}
