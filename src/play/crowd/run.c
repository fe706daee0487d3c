/* The jobs: palettes and poses of members. Members of one level are computed side by side. */
#include "base/error.h"
#include "play/crowd/scratch.h"

static bool check(const hone_crowd_model *shared, const hone_crowd_item *items, uint32_t count, hone_error *error)
{
    for (uint32_t i = 0; i < count; i++) {
        const hone_crowd_item *item = &items[i];
        if (!item->palette || (item->layer_count && !item->layers))
            return hone_fail(error, HONE_ERROR_ARGUMENT, i, "%s of item %u is NULL",
                             item->palette ? "layers" : "palette", (unsigned)i);
        if (item->level >= shared->level_count)
            return hone_fail(error, HONE_ERROR_ARGUMENT, i, "item %u has level %u of %u", (unsigned)i,
                             (unsigned)item->level, (unsigned)shared->level_count);
        for (uint32_t l = 0; l < item->layer_count; l++)
            if (item->layers[l].clip >= shared->clip_count)
                return hone_fail(error, HONE_ERROR_ARGUMENT, i, "item %u plays clip %u of %u", (unsigned)i,
                                 (unsigned)item->layers[l].clip, (unsigned)shared->clip_count);
    }
    return true;
}

/* Computes the first `count` members of the batch. The other lanes repeat the first one. */
static void run_batch(hone_crowd_scratch *scratch, uint32_t count)
{
    for (uint32_t lane = count; lane < scratch->kernel->lanes; lane++) {
        scratch->batch.mixes[lane] = scratch->batch.mixes[0];
        scratch->batch.results[lane] = scratch->unused;
    }
    scratch->kernel->run(&scratch->batch);
}

static void run_level(hone_crowd_scratch *scratch, uint32_t level, const hone_crowd_item *items, uint32_t item_count,
                      bool poses)
{
    const hone_crowd_model *shared = scratch->shared;
    hone_crowd_batch *batch = &scratch->batch;
    uint32_t count = 0;
    batch->level = &shared->levels[level];
    batch->outputs = poses ? batch->level->pose : batch->level->slots;
    batch->output_count = poses ? shared->pose_size : shared->slot_count;
    for (uint32_t i = 0; i < item_count; i++) {
        if (items[i].level != level)
            continue;
        hone_crowd_mix_prepare(shared, &items[i], &scratch->mixes[count]);
        batch->mixes[count] = &scratch->mixes[count];
        batch->results[count++] = items[i].palette;
        if (count == scratch->kernel->lanes) {
            run_batch(scratch, count);
            count = 0;
        }
    }
    if (count)
        run_batch(scratch, count);
}

void hone_crowd_run_items(hone_crowd_scratch *scratch, const hone_crowd_item *items, uint32_t item_count, bool poses)
{
    if (!scratch->shared->has_tables) {
        for (uint32_t i = 0; i < item_count; i++) hone_crowd_rig_run(&scratch->rig, scratch->shared, &items[i]);
        return;
    }
    for (uint32_t level = 0; level < scratch->shared->level_count; level++)
        run_level(scratch, level, items, item_count, poses);
}

bool hone_crowd_run(hone_crowd_scratch *scratch, const hone_crowd_item *items, uint32_t item_count, hone_error *error)
{
    if (!scratch || (item_count && !items))
        return hone_fail_null(error, scratch ? "items" : "scratch");
    if (!check(scratch->shared, items, item_count, error))
        return false;
    hone_crowd_run_items(scratch, items, item_count, false);
    return true;
}
