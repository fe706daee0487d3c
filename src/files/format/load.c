/* Loads models and motions from files of any format. A glTF or FBX file is parsed when it is opened; other formats are
 * parsed when something is loaded. */
#include <hone/format.h>

#include "base/error.h"
#include "base/memory/large_pages.h"
#include "files/format/formats.h"
#include <string.h>

/* Sets the error that says why a file is not read. Returns false. */
static bool refuse(const void *bytes, size_t size, hone_error *error)
{
    const char *text = size ? hone_format_unread(bytes, size) : "is empty";
    bool known = hone_format_detect(bytes, size) != HONE_FORMAT_UNKNOWN;
    return hone_fail(error, known ? HONE_ERROR_UNSUPPORTED : HONE_ERROR_FORMAT, 0, "%s",
                     text ? text : "is not in a format that hone knows");
}

struct hone_asset {
    hone_bytes own; /* the file, if it was opened by its path */
    const void *bytes;
    size_t size;
    hone_format format;
    hone_load_desc desc;
    hone_allocator allocator;
    const hone_format_row *row; /* of the format */
    void *file;                 /* what its reader has opened; NULL if the format is not parsed before it is read */
    char path[];                /* "" if it was opened from memory */
};

/* ---- opening and closing --------------------------------------------------------------------------------------- */

/* Puts the path before the message. Returns false. */
static bool fail(const hone_asset *asset, hone_error *error)
{
    if (asset->path[0])
        hone_error_prefix(error, asset->path);
    return false;
}

static hone_asset *create(const char *path, const hone_load_desc *desc, hone_error *error)
{
    size_t length = strlen(path);
    const hone_allocator *allocator = hone_allocator_or_large_pages(desc ? desc->allocator : NULL);
    hone_asset *asset = hone_allocate(allocator, 1, sizeof *asset + length + 1);
    if (!asset)
        return hone_fail_memory(error), NULL;
    asset->allocator = *allocator;
    asset->desc = desc ? *desc : (hone_load_desc){0};
    asset->desc.allocator = &asset->allocator;
    memcpy(asset->path, path, length + 1);
    return asset;
}

static bool open_bytes(hone_asset *asset, const void *bytes, size_t size, hone_error *error)
{
    asset->bytes = bytes;
    asset->size = size;
    asset->format = hone_format_detect(bytes, size);
    if (!hone_format_available(asset->format))
        return refuse(bytes, size, error);
    asset->row = hone_format_row_of(asset->format);
    if (!asset->row->reader->open)
        return true;
    asset->file = asset->row->reader->open(bytes, size, &asset->desc, error);
    return asset->file != NULL;
}

static bool open_path(hone_asset *asset, hone_error *error)
{
    hone_file_resolver files;
    char folder[HONE_PATH_SIZE];
    if (!hone_file_read(asset->path, &asset->allocator, &asset->own, error))
        return fail(asset, error);
    if (!asset->desc.files && hone_path_folder(asset->path, folder)) {
        files = hone_file_resolver_in_folder(folder);
        asset->desc.files = &files;
    }
    return open_bytes(asset, asset->own.data, asset->own.size, error) || fail(asset, error);
}

/* Returns the asset if it is open, or closes it. */
static hone_asset *finish(hone_asset *asset, bool open)
{
    asset->desc.files = NULL; /* need not be valid any more */
    if (open)
        return asset;
    hone_asset_close(asset);
    return NULL;
}

hone_asset *hone_asset_open(const char *path, const hone_load_desc *desc, hone_error *error)
{
    if (!path)
        return hone_fail_null(error, "path"), NULL;
    hone_asset *asset = create(path, desc, error);
    return asset ? finish(asset, open_path(asset, error)) : NULL;
}

hone_asset *hone_asset_open_memory(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    if (!bytes && size)
        return hone_fail_null(error, "bytes"), NULL;
    hone_asset *asset = create("", desc, error);
    return asset ? finish(asset, open_bytes(asset, bytes, size, error)) : NULL;
}

void hone_asset_close(hone_asset *asset)
{
    if (!asset)
        return;
    const hone_allocator allocator = asset->allocator;
    if (asset->file)
        asset->row->reader->close(asset->file);
    hone_bytes_release(&asset->own);
    hone_deallocate(&allocator, asset, 1, sizeof *asset + strlen(asset->path) + 1);
}

/* ---- loading --------------------------------------------------------------------------------------------------- */

hone_format hone_asset_format(const hone_asset *asset)
{
    return asset ? asset->format : HONE_FORMAT_UNKNOWN;
}

/* Sets the error that says that the file is of another kind. */
static void fail_kind(const hone_asset *asset, const char *wanted, hone_error *error)
{
    hone_fail(error, HONE_ERROR_FORMAT, 0, "is %s, not a %s", asset->row->noun, wanted);
}

static hone_model *read_model(hone_asset *asset, hone_error *error)
{
    const hone_format_reader *reader = asset->row->reader;
    if (asset->file)
        return reader->model_of(asset->file, &asset->desc, error);
    if (reader->model)
        return reader->model(asset->bytes, asset->size, &asset->desc, error);
    fail_kind(asset, "model", error);
    return NULL;
}

static hone_motion *read_motion(hone_asset *asset, const char *clip, hone_error *error)
{
    const hone_format_reader *reader = asset->row->reader;
    hone_load_desc desc = asset->desc;
    desc.clip = clip;
    if (asset->file)
        return reader->motion_of(asset->file, &desc, error);
    if (reader->motion)
        return reader->motion(asset->bytes, asset->size, &desc, error);
    fail_kind(asset, "motion", error);
    return NULL;
}

hone_model *hone_asset_model(hone_asset *asset, hone_error *error)
{
    if (!asset)
        return hone_fail_null(error, "asset"), NULL;
    hone_model *model = read_model(asset, error);
    if (!model)
        fail(asset, error);
    return model;
}

hone_motion *hone_asset_motion(hone_asset *asset, const char *clip, hone_error *error)
{
    if (!asset)
        return hone_fail_null(error, "asset"), NULL;
    hone_motion *motion = read_motion(asset, clip, error);
    if (!motion)
        fail(asset, error);
    return motion;
}

/* ---- one model or motion ---- */

/* These close the asset. It may be NULL, with an error set. */

static hone_model *only_model(hone_asset *asset, hone_error *error)
{
    hone_model *model = asset ? hone_asset_model(asset, error) : NULL;
    hone_asset_close(asset);
    return model;
}

static hone_motion *only_motion(hone_asset *asset, const char *clip, hone_error *error)
{
    hone_motion *motion = asset ? hone_asset_motion(asset, clip, error) : NULL;
    hone_asset_close(asset);
    return motion;
}

hone_model *hone_model_load(const char *path, const hone_load_desc *desc, hone_error *error)
{
    return only_model(hone_asset_open(path, desc, error), error);
}

hone_model *hone_model_load_memory(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    return only_model(hone_asset_open_memory(bytes, size, desc, error), error);
}

hone_motion *hone_motion_load(const char *path, const hone_load_desc *desc, hone_error *error)
{
    return only_motion(hone_asset_open(path, desc, error), desc ? desc->clip : NULL, error);
}

hone_motion *hone_motion_load_memory(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    return only_motion(hone_asset_open_memory(bytes, size, desc, error), desc ? desc->clip : NULL, error);
}
