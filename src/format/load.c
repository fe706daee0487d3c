/* Loads a model or a motion from a file of any format. */
#include <hone/format.h>

#include "base/error.h"
#include "format/readers.h"

/* Sets the error that says why `format` is not read as a model or motion. */
static bool refuse(hone_format format, size_t size, const char *wanted, hone_error *error)
{
    switch (format) {
    case HONE_FORMAT_UNKNOWN:
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "%s", size ? "is not in a format that hone knows" : "is empty");
    case HONE_FORMAT_X: /* these three can be either */
    case HONE_FORMAT_GLTF:
    case HONE_FORMAT_GLB:
        break;
    case HONE_FORMAT_PMX:
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is PMX, not a %s", wanted);
    case HONE_FORMAT_PMD:
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is PMD, not a %s", wanted);
    case HONE_FORMAT_VMD:
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is VMD, not a %s", wanted);
    case HONE_FORMAT_VPD:
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is VPD, not a %s", wanted);
    }
    return false;
}

hone_model *hone_model_load_memory(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    if (!bytes && size)
        return hone_fail_null(error, "bytes"), NULL;
    hone_format format = hone_format_detect(bytes, size);
    if (format == HONE_FORMAT_PMX)
        return hone_pmx_read(bytes, size, desc, error);
    if (format == HONE_FORMAT_PMD)
        return hone_pmd_read(bytes, size, desc, error);
    if (format == HONE_FORMAT_GLTF || format == HONE_FORMAT_GLB)
        return hone_gltf_read(bytes, size, desc, error);
    if (format == HONE_FORMAT_X)
        return hone_x_read_model(bytes, size, desc, error);
    refuse(format, size, "model", error);
    return NULL;
}

hone_motion *hone_motion_load_memory(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    if (!bytes && size)
        return hone_fail_null(error, "bytes"), NULL;
    hone_format format = hone_format_detect(bytes, size);
    if (format == HONE_FORMAT_VMD)
        return hone_vmd_read(bytes, size, desc, error);
    if (format == HONE_FORMAT_VPD)
        return hone_vpd_read(bytes, size, desc, error);
    if (format == HONE_FORMAT_GLTF || format == HONE_FORMAT_GLB)
        return hone_gltf_read_motion(bytes, size, desc, error);
    if (format == HONE_FORMAT_X)
        return hone_x_read_motion(bytes, size, desc, error);
    refuse(format, size, "motion", error);
    return NULL;
}

/* The content of a file, and where to find the files that it refers to. */
typedef struct opened_file {
    hone_bytes bytes;
    hone_load_desc desc;
    hone_file_resolver files;
    char folder[HONE_PATH_SIZE];
} opened_file;

/* Returns false with an error that begins with the path. */
static bool open_file(const char *path, const hone_load_desc *desc, opened_file *out, hone_error *error)
{
    if (!path)
        return hone_fail_null(error, "path");
    out->desc = desc ? *desc : (hone_load_desc){0};
    if (!hone_file_read(path, out->desc.allocator, &out->bytes, error)) {
        hone_error_prefix(error, path);
        return false;
    }
    if (!out->desc.files && hone_folder_of(path, out->folder)) {
        out->files = hone_file_resolver_in_folder(out->folder);
        out->desc.files = &out->files;
    }
    return true;
}

hone_model *hone_model_load(const char *path, const hone_load_desc *desc, hone_error *error)
{
    opened_file file = {0};
    if (!open_file(path, desc, &file, error))
        return NULL;
    hone_model *model = hone_model_load_memory(file.bytes.data, file.bytes.size, &file.desc, error);
    if (!model)
        hone_error_prefix(error, path);
    hone_bytes_release(&file.bytes);
    return model;
}

hone_motion *hone_motion_load(const char *path, const hone_load_desc *desc, hone_error *error)
{
    opened_file file = {0};
    if (!open_file(path, desc, &file, error))
        return NULL;
    hone_motion *motion = hone_motion_load_memory(file.bytes.data, file.bytes.size, &file.desc, error);
    if (!motion)
        hone_error_prefix(error, path);
    hone_bytes_release(&file.bytes);
    return motion;
}
