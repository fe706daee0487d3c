/* Reads bytes as FBX: a model, without and with `strict`, and each of its clips, which are played on it. */
#include "use/use_fbx.h"
#include "files/format/fbx/document/document.h"
#include "use/use.h"
#include <stdio.h>
#include <string.h>

enum { MOST_CLIPS = 3 };

static void play(const hone_model *model, const hone_motion *motion)
{
    double last = hone_motion_duration(motion);
    const double times[] = {0, last / 3, last, last + 1, -1};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    require(actor && hone_actor_play(actor, motion, &(hone_play_desc){.allow_unbound = true}, NULL).id);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) hone_actor_update(actor, times[i], NULL);
    hone_actor_destroy(actor);
}

static void use_clips(hone_asset *asset, const hone_model *model)
{
    uint32_t count = hone_model_get(model)->clip_count;
    for (uint32_t c = 0; c < count && c < MOST_CLIPS; c++) {
        char clip[16];
        hone_error error = {0};
        snprintf(clip, sizeof clip, "%u", c);
        hone_motion *motion = hone_asset_motion(asset, clip, &error);
        require(motion || error.code != HONE_OK);
        if (motion)
            play(model, motion);
        hone_motion_release(motion);
    }
}

/* The size of the file once its arrays are inflated. */
static size_t inflated_size(const uint8_t *bytes, size_t size)
{
    fbx_document document = {0};
    hone_arena *memory = hone_arena_create(NULL, SIZE_MAX, NULL);
    require(memory);
    hone_fbx_document_read(&document, bytes, size, memory, NULL);
    hone_arena_destroy(memory);
    return document.inflated > size ? (size_t)document.inflated : size;
}

void use_fbx(const uint8_t *bytes, size_t size)
{
    hone_error error = {0};
    if (hone_format_detect(bytes, size) != HONE_FORMAT_FBX)
        return;
    size_t inflated = inflated_size(bytes, size);
    fuzz_count();
    hone_asset *asset = hone_asset_open_memory(bytes, size, NULL, &error);
    require(asset || error.code != HONE_OK);
    hone_model *model = asset ? hone_asset_model(asset, &error) : NULL;
    require(model || error.code != HONE_OK);
    fuzz_require_loader(inflated);
    if (model) {
        const hone_load_desc desc = {.strict = true};
        hone_model *strict = hone_model_load_memory(bytes, size, &desc, NULL);
        require((strict != NULL) == (hone_model_warnings(model).count == 0));
        hone_model_release(strict);
        use_posed(model);
        use_clips(asset, model);
    }
    hone_model_release(model);
    hone_asset_close(asset);
}
