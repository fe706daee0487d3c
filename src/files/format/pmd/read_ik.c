/* Reads the IK chains of a PMD. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "files/format/pmd/skeleton.h"
#include <hone/math.h>

enum { CHAIN_SIZE = 11 /* without links */, LINK_SIZE = 2 };

static int32_t load_link(const pmd_chain *chain, uint32_t link)
{
    const uint8_t *at = chain->links + LINK_SIZE * (size_t)link;
    return at[0] | at[1] << 8;
}

/* ---- reading ---- */

static bool read_chain(pmd_reader *reader, pmd_chain *chain, uint32_t at)
{
    hone_reader *in = &reader->file.in;
    chain->goal = hone_pmd_read_index(in);
    chain->effector = hone_pmd_read_index(in);
    chain->link_count = hone_read_u8(in);
    chain->loop_count = hone_read_u16(in);
    chain->weight = hone_read_f32(in);
    chain->links = hone_read_bytes(in, chain->link_count * (size_t)LINK_SIZE);
    return chain->links || hone_reading_fail(&reader->file, "IK chain %u is cut short", at);
}

static bool is_whole(const pmd_reader *reader, const pmd_chain *chain)
{
    int32_t count = (int32_t)reader->bone_count;
    bool whole = chain->goal >= 0 && chain->goal < count && chain->effector >= 0 && chain->effector < count;
    for (uint32_t i = 0; i < chain->link_count; i++) whole = whole && load_link(chain, i) < count;
    return whole;
}

/* Gives a helper as goal to each chain whose goal already has another chain. */
static bool find_helpers(pmd_reader *reader, pmd_chains *chains)
{
    uint8_t *pulls;
    if (!hone_reading_scratch(&reader->file, reader->bone_count, 1, &pulls) ||
        !hone_reading_scratch(&reader->file, chains->count, sizeof *chains->helped, &chains->helped))
        return false;
    for (uint32_t i = 0; i < chains->count; i++) {
        int32_t goal = chains->chains[i].goal;
        if (pulls[goal]) {
            chains->helped[chains->helper_count] = goal;
            chains->chains[i].goal = (int32_t)(reader->bone_count + chains->helper_count++);
        }
        pulls[goal] = 1;
    }
    return true;
}

bool hone_pmd_read_chains(pmd_reader *reader, pmd_chains *out)
{
    uint32_t count;
    *out = (pmd_chains){0};
    if (!hone_pmd_read_count(reader, "IK chains", 2, CHAIN_SIZE, &count) ||
        !hone_reading_scratch(&reader->file, count, sizeof *out->chains, &out->chains))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!read_chain(reader, &out->chains[out->count], i))
            return false;
        if (is_whole(reader, &out->chains[out->count]))
            out->count++;
        else
            hone_builder_warn(reader->file.builder, "IK chain with a bone that is missing: dropped", i);
    }
    return find_helpers(reader, out);
}

/* ---- building ---- */

/* MMD recognises knees by their names and limits them to bend one way, by at least half a degree, so that a straight
 * leg bends in the right direction. */
static void limit_knee(const char *name, hone_ik_link *link)
{
    if (strcmp(name, "左ひざ") != 0 && strcmp(name, "右ひざ") != 0)
        return;
    link->limited = true;
    link->lower[0] = (float)-HONE_PI;
    link->upper[0] = (float)(-0.5 * HONE_PI / 180);
}

static bool make_ik(pmd_reader *reader, const pmd_chain *chain, hone_ik *ik)
{
    hone_ik_link *links;
    if (!hone_reading_array(&reader->file, chain->link_count, sizeof *links, &links))
        return false;
    for (uint32_t i = 0; i < chain->link_count; i++) {
        links[i].bone = load_link(chain, i);
        limit_knee(reader->data.skeleton.bones[links[i].bone].name, &links[i]);
    }
    *ik = (hone_ik){.bone = chain->goal,
                    .effector = chain->effector,
                    .max_iterations = chain->loop_count,
                    .unit_angle = chain->weight * 4,
                    .link_count = chain->link_count,
                    .links = links};
    return true;
}

bool hone_pmd_make_iks(pmd_reader *reader, const pmd_chains *chains)
{
    hone_skeleton *skeleton = &reader->data.skeleton;
    hone_ik *iks;
    uint32_t *chain_of;
    if (!hone_reading_scratch(&reader->file, skeleton->bone_count, sizeof *chain_of, &chain_of) ||
        !hone_reading_array(&reader->file, chains->count, sizeof *iks, &iks))
        return false;
    for (uint32_t i = 0; i < chains->count; i++) chain_of[chains->chains[i].goal] = i + 1;
    for (uint32_t b = 0; chains->count && b < skeleton->bone_count; b++)
        if (chain_of[b] && !make_ik(reader, &chains->chains[chain_of[b] - 1], &iks[skeleton->ik_count++]))
            return false;
    skeleton->iks = iks;
    return true;
}
