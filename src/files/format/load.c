/* Loads models and motions from files of any format. A glTF or FBX file is parsed when it is opened; other formats are
 * parsed when something is loaded. */
#include <hone/format.h>

#include "base/error.h"
#include "files/format/readers.h"
#include <string.h>

static bool refuse_unknown(const void *bytes, size_t size, hone_error *error)
{
    const char *text = size ? hone_format_unread(bytes, size) : "is empty";
    return hone_fail(error, HONE_ERROR_FORMAT, 0, "%s", text ? text : "is not in a format that hone knows");
}

/* Sets the error that says why a file of `format` is not read as a model or motion. */
static bool refuse(hone_format format, const void *bytes, size_t size, const char *wanted, hone_error *error)
{
    switch (format) {
    case HONE_FORMAT_UNKNOWN:
        return refuse_unknown(bytes, size, error);
    case HONE_FORMAT_X: /* these can be either */
    case HONE_FORMAT_GLTF:
    case HONE_FORMAT_GLB:
    case HONE_FORMAT_FBX:
    case HONE_FORMAT_BVH:
        break;
    case HONE_FORMAT_PMX:
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is PMX, not a %s", wanted);
    case HONE_FORMAT_PMD:
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is PMD, not a %s", wanted);
    case HONE_FORMAT_VMD:
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is VMD, not a %s", wanted);
    case HONE_FORMAT_VPD:
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is VPD, not a %s", wanted);
    case HONE_FORMAT_HCLIP:
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is a file of packed clips, not a %s", wanted);
    case HONE_FORMAT_PMM:
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is a project of MikuMikuDance, not a %s", wanted);
    case HONE_FORMAT_VAC:
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is an accessory text of MikuMikuDance, not a %s", wanted);
    }
    return false;
}

struct hone_asset {
    hone_bytes own; /* the file, if it was opened by its path */
    const void *bytes;
    size_t size;
    hone_format format;
    hone_load_desc desc;
    hone_allocator allocator;
    hone_gltf_file *gltf; /* NULL for other formats */
    hone_fbx_file *fbx;   /* the same */
    char path[];          /* "" if it was opened from memory */
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
    hone_asset *asset = hone_allocate(desc ? desc->allocator : NULL, 1, sizeof *asset + length + 1);
    if (!asset)
        return hone_fail_memory(error), NULL;
    asset->allocator = hone_allocator_or_default(desc ? desc->allocator : NULL);
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
    if (asset->format == HONE_FORMAT_GLTF || asset->format == HONE_FORMAT_GLB) {
        asset->gltf = hone_gltf_open(bytes, size, &asset->desc, error);
        return asset->gltf != NULL;
    }
    if (asset->format == HONE_FORMAT_FBX) {
        asset->fbx = hone_fbx_open(bytes, size, &asset->desc, error);
        return asset->fbx != NULL;
    }
    return asset->format != HONE_FORMAT_UNKNOWN || refuse(HONE_FORMAT_UNKNOWN, bytes, size, "", error);
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
    hone_gltf_close(asset->gltf);
    hone_fbx_close(asset->fbx);
    hone_bytes_release(&asset->own);
    hone_deallocate(&allocator, asset, 1, sizeof *asset + strlen(asset->path) + 1);
}

/* ---- loading --------------------------------------------------------------------------------------------------- */

hone_format hone_asset_format(const hone_asset *asset)
{
    return asset ? asset->format : HONE_FORMAT_UNKNOWN;
}

static hone_model *read_model(hone_asset *asset, hone_error *error)
{
    if (asset->gltf)
        return hone_gltf_read_model(asset->gltf, asset->desc.strict, error);
    if (asset->fbx)
        return hone_fbx_read_model(asset->fbx, asset->desc.strict, error);
    if (asset->format == HONE_FORMAT_PMX)
        return hone_pmx_read(asset->bytes, asset->size, &asset->desc, error);
    if (asset->format == HONE_FORMAT_PMD)
        return hone_pmd_read(asset->bytes, asset->size, &asset->desc, error);
    if (asset->format == HONE_FORMAT_X)
        return hone_x_read_model(asset->bytes, asset->size, &asset->desc, error);
    if (asset->format == HONE_FORMAT_BVH)
        return hone_bvh_read_model(asset->bytes, asset->size, &asset->desc, error);
    refuse(asset->format, asset->bytes, asset->size, "model", error);
    return NULL;
}

static hone_motion *read_motion(hone_asset *asset, const char *clip, hone_error *error)
{
    hone_load_desc desc = asset->desc;
    desc.clip = clip;
    if (asset->gltf)
        return hone_gltf_read_motion(asset->gltf, clip, desc.camera, desc.strict, error);
    if (asset->fbx)
        return hone_fbx_read_motion(asset->fbx, clip, desc.camera, desc.strict, error);
    if (asset->format == HONE_FORMAT_VMD)
        return hone_vmd_read(asset->bytes, asset->size, &desc, error);
    if (asset->format == HONE_FORMAT_VPD)
        return hone_vpd_read(asset->bytes, asset->size, &desc, error);
    if (asset->format == HONE_FORMAT_HCLIP)
        return hone_hclip_read(asset->bytes, asset->size, &desc, error);
    if (asset->format == HONE_FORMAT_X)
        return hone_x_read_motion(asset->bytes, asset->size, &desc, error);
    if (asset->format == HONE_FORMAT_BVH)
        return hone_bvh_read_motion(asset->bytes, asset->size, &desc, error);
    refuse(asset->format, asset->bytes, asset->size, "motion", error);
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
