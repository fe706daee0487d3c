/* Plans the runs: cuts the order of evaluation, and fills blocks with bones whose parents are in earlier blocks. The
 * bones with the longest chain of children below them come first, so that no chain is left over at the end. */
#include "core/rig/fk_kernel.h"
#include "core/rig/rig_internal.h"
#include <string.h>

/* Arrays that are needed only while planning; [bone_count] each, by step. */
typedef struct plan_scratch {
    uint8_t *prepared;  /* 1: see hone_fk_runs.prepared */
    uint32_t *height;   /* generations of children of the same run */
    uint32_t *starts;   /* [bone_count + 1] by height: where the steps of that height begin in `tallest` */
    uint32_t *tallest;  /* the steps of a run, the greatest height first */
    uint32_t *block_of; /* number of the step's block; UINT32_MAX: in none yet */
    uint32_t *steps;    /* the steps of all blocks */
    uint32_t *sizes;    /* [block_count] */
    uint8_t *sequences; /* [block_count] 1: a sequence */
    uint32_t step_count;
} plan_scratch;

/* ---- runs ---- */

/* Returns whether the bone reads where another bone is that is placed later, or that need not be its parent. Then it is
 * a run of its own. Offsets alone may be read at any time, since they are prepared in the order of evaluation. */
static bool is_alone(const hone_rig *rig, uint32_t step)
{
    const hone_step *s = &rig->steps[step];
    bool waits = rig->parent_rank[step] == HONE_NONE || rig->parent_rank[step] < (int32_t)step;
    return !waits || (s->append != HONE_NONE && rig->appends[s->append].local);
}

static uint32_t end_of_run(const hone_rig *rig, uint32_t begin)
{
    uint32_t limit = begin < rig->pass2_begin ? rig->pass2_begin : rig->data->skeleton.bone_count;
    uint32_t end = begin + 1;
    if (is_alone(rig, begin))
        return end;
    while (end < limit && rig->steps[end - 1].chain == HONE_NONE && !is_alone(rig, end)) end++;
    return end;
}

static void mark_prepared(const hone_rig *rig, uint8_t *prepared)
{
    for (uint32_t m = 0; m < rig->data->morph_count; m++) {
        const hone_morph *morph = &rig->data->morphs[m];
        for (uint32_t i = 0; morph->kind == HONE_MORPH_BONE && i < morph->count; i++)
            prepared[rig->rank[morph->u.bones[i].bone]] = 1;
    }
    for (uint32_t i = 0; i < rig->data->skeleton.bone_count; i++) {
        const hone_step *s = &rig->steps[i];
        prepared[i] |= s->append != HONE_NONE || s->turn != HONE_NONE;
        if (s->append != HONE_NONE)
            prepared[rig->rank[rig->appends[s->append].source]] = 1;
    }
}

/* Marks all bones of blocks with such a bone. Returns how many bones are marked. */
static uint32_t mark_blocks(const hone_fk_runs *runs, plan_scratch *p)
{
    const uint32_t *steps = p->steps;
    uint32_t count = 0;
    for (uint32_t b = 0; b < runs->block_count; steps += p->sizes[b], b++) {
        uint8_t any = 0;
        for (uint32_t lane = 0; lane < p->sizes[b]; lane++) any |= p->prepared[steps[lane]];
        for (uint32_t lane = 0; lane < p->sizes[b]; lane++) p->prepared[steps[lane]] = any;
        count += any ? p->sizes[b] : 0;
    }
    return count;
}

/* ---- blocks ---- */

/* Sorts the run's steps by height. Parents come before children. */
static void sort_by_height(const hone_rig *rig, const hone_fk_run *run, plan_scratch *p)
{
    uint32_t count = run->end - run->begin;
    memset(p->height + run->begin, 0, count * sizeof *p->height);
    memset(p->starts, 0, (count + 1) * sizeof *p->starts);
    for (uint32_t i = run->end; i-- > run->begin;) {
        int32_t parent = rig->parent_rank[i];
        if (parent >= (int32_t)run->begin && parent < (int32_t)i && p->height[parent] <= p->height[i])
            p->height[parent] = p->height[i] + 1;
        p->starts[count - 1 - p->height[i]]++;
    }
    for (uint32_t h = 0, before = 0; h < count; h++) {
        uint32_t here = p->starts[h];
        p->starts[h] = before;
        before += here;
    }
    for (uint32_t i = run->begin; i < run->end; i++) p->tallest[p->starts[count - 1 - p->height[i]]++] = i;
}

static bool is_ready(const hone_rig *rig, const hone_fk_run *run, const plan_scratch *p, uint32_t step, uint32_t block)
{
    int32_t parent = rig->parent_rank[step];
    bool within = parent >= (int32_t)run->begin && parent < (int32_t)run->end && (uint32_t)parent != step;
    return p->block_of[step] == UINT32_MAX && (!within || p->block_of[parent] < block);
}

static void take(plan_scratch *p, uint32_t step, uint32_t block)
{
    p->block_of[step] = block;
    p->steps[p->step_count++] = step;
}

/* Takes the next bones that are ready into a block. Returns how many. A root has a block of its own. */
static uint32_t fill_block(const hone_rig *rig, const hone_fk_run *run, plan_scratch *p, uint32_t first, uint32_t block)
{
    enum { LOOK_AHEAD = 64 }; /* so that planning takes linear time */
    uint32_t taken = 0, end = run->end - run->begin, limit = end - first < LOOK_AHEAD ? end : first + LOOK_AHEAD;
    for (uint32_t i = first; i < limit && taken < rig->runs.kernel->lanes; i++) {
        uint32_t step = p->tallest[i];
        bool root = rig->parent_rank[step] == HONE_NONE;
        if (!is_ready(rig, run, p, step, block) || (root && taken))
            continue;
        take(p, step, block);
        taken++;
        if (root)
            break;
    }
    return taken;
}

/* Takes the next bones, of which each may be the parent of those after it. Returns how many. */
static uint32_t fill_sequence(const hone_rig *rig, const hone_fk_run *run, plan_scratch *p, uint32_t first,
                              uint32_t block)
{
    uint32_t taken = 0, end = run->end - run->begin;
    for (uint32_t i = first; i < end && taken < rig->runs.kernel->lanes; i++) {
        if (p->block_of[p->tallest[i]] != UINT32_MAX)
            continue;
        take(p, p->tallest[i], block);
        taken++;
    }
    return taken;
}

/* Fills the next block. Where more than one lane would be empty, a sequence is faster. */
static void plan_block(hone_rig *rig, const hone_fk_run *run, plan_scratch *p, uint32_t first)
{
    uint32_t block = rig->runs.block_count++, *size = &p->sizes[block], start = p->step_count;
    *size = fill_block(rig, run, p, first, block);
    if (*size + 1 >= rig->runs.kernel->lanes)
        return;
    while (p->step_count > start) p->block_of[p->steps[--p->step_count]] = UINT32_MAX;
    *size = fill_sequence(rig, run, p, first, block);
    p->sequences[block] = *size > 1;
}

static void plan_blocks(hone_rig *rig, hone_fk_run *run, plan_scratch *p)
{
    hone_fk_runs *runs = &rig->runs;
    sort_by_height(rig, run, p);
    run->block_begin = runs->block_count;
    for (uint32_t first = 0; first < run->end - run->begin;) {
        plan_block(rig, run, p, first);
        while (first < run->end - run->begin && p->block_of[p->tallest[first]] != UINT32_MAX) first++;
    }
    run->block_end = runs->block_count;
}

/* ---- memory ---- */

static void set_lane(const hone_rig *rig, hone_fk_block *block, uint32_t lane, uint32_t step)
{
    const hone_step *s = &rig->steps[step];
    block->steps[lane] = step;
    block->bones[lane] = s->bone;
    block->matrices[lane] = &rig->model_from_bone[s->bone];
    block->parents[lane] = s->parent != HONE_NONE ? &rig->model_from_bone[s->parent] : NULL;
    for (int i = 0; i < 3; i++) {
        block->position[i][lane] = s->position[i];
        block->parent_position[i][lane] = s->parent_position[i];
    }
}

static void set_rest(const hone_rig *rig, const hone_fk_block *block, float rest[3][4][HONE_FK_LANES])
{
    for (int lane = 0; lane < HONE_FK_LANES; lane++) {
        const hone_affine *local = &rig->data->skeleton.bones[block->bones[lane]].rest_local;
        for (int i = 0; i < 12; i++) rest[i / 4][i % 4][lane] = local->m[i / 4][i % 4];
    }
}

static bool keep_blocks(hone_rig *rig, const plan_scratch *p)
{
    hone_fk_runs *runs = &rig->runs;
    runs->blocks = hone_arena_aligned(rig->memory, runs->block_count, sizeof *runs->blocks);
    if (rig->data->space != HONE_SPACE_MMD)
        runs->rests = hone_arena_aligned(rig->memory, runs->block_count, sizeof *runs->rests);
    if (hone_arena_failed(rig->memory))
        return false;
    const uint32_t *steps = p->steps;
    for (uint32_t b = 0; b < runs->block_count; b++) {
        hone_fk_block *block = &runs->blocks[b];
        block->count = p->sizes[b];
        block->prepared = p->prepared[steps[0]];
        block->sequence = p->sequences[b];
        for (uint32_t lane = 0; lane < HONE_FK_LANES; lane++)
            set_lane(rig, block, lane, steps[lane < block->count ? lane : block->count - 1]);
        if (runs->rests)
            set_rest(rig, block, runs->rests[b]);
        steps += block->count;
    }
    return true;
}

static bool allocate(plan_scratch *p, uint32_t count, hone_arena *scratch)
{
    p->prepared = hone_arena_array(scratch, count, sizeof *p->prepared);
    p->height = hone_arena_array(scratch, count, sizeof *p->height);
    p->starts = hone_arena_array(scratch, (size_t)count + 1, sizeof *p->starts);
    p->tallest = hone_arena_array(scratch, count, sizeof *p->tallest);
    p->block_of = hone_arena_array(scratch, count, sizeof *p->block_of);
    p->steps = hone_arena_array(scratch, count, sizeof *p->steps);
    p->sizes = hone_arena_array(scratch, count, sizeof *p->sizes);
    p->sequences = hone_arena_array(scratch, count, sizeof *p->sequences);
    return !hone_arena_failed(scratch);
}

static uint32_t count_runs(const hone_rig *rig)
{
    uint32_t runs = 0;
    for (uint32_t begin = 0; begin < rig->data->skeleton.bone_count; begin = end_of_run(rig, begin)) runs++;
    return runs;
}

static void plan_runs(hone_rig *rig, plan_scratch *p)
{
    hone_fk_runs *runs = &rig->runs;
    for (uint32_t begin = 0; begin < rig->data->skeleton.bone_count;) {
        hone_fk_run *run = &runs->runs[runs->run_count++];
        *run = (hone_fk_run){.begin = begin, .end = end_of_run(rig, begin)};
        plan_blocks(rig, run, p);
        begin = run->end;
        runs->pass2_begin += begin <= rig->pass2_begin;
    }
}

static bool list_prepared(hone_rig *rig, plan_scratch *p)
{
    hone_fk_runs *runs = &rig->runs;
    uint32_t count = mark_blocks(runs, p);
    runs->prepared = hone_arena_array(rig->memory, count, sizeof *runs->prepared);
    if (hone_arena_failed(rig->memory))
        return false;
    uint32_t next = 0;
    for (uint32_t r = 0; r < runs->run_count; r++) {
        hone_fk_run *run = &runs->runs[r];
        run->prepared_begin = next;
        for (uint32_t i = run->begin; i < run->end; i++)
            if (p->prepared[i])
                runs->prepared[next++] = i;
        run->prepared_end = next;
    }
    return true;
}

bool hone_fk_plan(hone_rig *rig, hone_arena *scratch)
{
    uint32_t count = rig->data->skeleton.bone_count;
    plan_scratch p = {0};
    if (count == 0)
        return true;
    rig->runs.runs = hone_arena_array(rig->memory, count_runs(rig), sizeof *rig->runs.runs);
    if (!allocate(&p, count, scratch) || !rig->runs.runs)
        return false;
    memset(p.block_of, 0xff, count * sizeof *p.block_of);
    mark_prepared(rig, p.prepared);
    plan_runs(rig, &p);
    return list_prepared(rig, &p) && keep_blocks(rig, &p);
}
