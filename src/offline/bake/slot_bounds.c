#include "offline/bake/slot_bounds.h"
#include <string.h>

/* ---- creation -------------------------------------------------------------------------------------------------- */

static void set_lane(hone_slot_block *block, int lane, uint32_t index, const hone_slot *slot, const hone_slot_box *box)
{
    float radius[3], reach = 0;
    block->slots[lane] = index;
    block->bones[lane] = slot->bone;
    for (int i = 0; i < 12; i++)
        lanes_put(&block->bone_from_mesh.m[i / 4][i % 4], lane, slot->bone_from_mesh.m[i / 4][i % 4]);
    for (int i = 0; i < 3; i++) {
        lanes_put(&block->centre[i], lane, 0.5f * (box->low[i] + box->high[i]));
        radius[i] = 0.5f * (box->high[i] - box->low[i]);
        reach = fmaxf(reach, fmaxf(fabsf(box->low[i]), fabsf(box->high[i])));
    }
    lanes_put(&block->radius, lane, hone_vec3_length(radius));
    lanes_put(&block->reach, lane, reach);
    lanes_put(&block->roam, lane, box->roam);
}

bool hone_slot_bounds_make(const hone_mesh *mesh, const uint32_t *slot_begin, const hone_slot_box *boxes,
                           hone_arena *memory, hone_slot_bounds *out)
{
    uint32_t used = 0;
    for (uint32_t s = 0; s < mesh->slot_count; s++) used += slot_begin[s] < slot_begin[s + 1];
    out->block_count = (used + BOUND_LANES - 1) / BOUND_LANES;
    out->blocks = hone_arena_array(memory, out->block_count, sizeof *out->blocks);
    if (!out->blocks)
        return !hone_arena_failed(memory);
    for (uint32_t i = used; i < out->block_count * BOUND_LANES; i++) {
        out->blocks[i / BOUND_LANES].slots[i % BOUND_LANES] = mesh->slot_count;
        out->blocks[i / BOUND_LANES].bones[i % BOUND_LANES] = HONE_NONE;
    }
    for (uint32_t s = 0, i = 0; s < mesh->slot_count; s++)
        if (slot_begin[s] < slot_begin[s + 1]) {
            set_lane(&out->blocks[i / BOUND_LANES], (int)(i % BOUND_LANES), s, &mesh->slots[s], &boxes[s]);
            i++;
        }
    return true;
}

/* ---- a sample -------------------------------------------------------------------------------------------------- */

void hone_slot_subtract(const hone_slot *slot, const hone_affine *truth, const hone_affine *keyed, hone_affine *out)
{
    *out = (hone_affine){{{0}}};
    if (slot->bone == HONE_NONE || memcmp(&truth[slot->bone], &keyed[slot->bone], sizeof *truth) == 0)
        return;
    hone_affine less;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) less.m[r][c] = keyed[slot->bone].m[r][c] - truth[slot->bone].m[r][c];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            out->m[r][c] = c == 3 ? less.m[r][3] : 0;
            for (int k = 0; k < 3; k++) out->m[r][c] += less.m[r][k] * slot->bone_from_mesh.m[k][c];
        }
}

static float furthest_corner(const hone_slot_box *box, const hone_affine *apart)
{
    float most = 0;
    for (int corner = 0; corner < 8; corner++) {
        float at[3], by[3];
        for (int i = 0; i < 3; i++) at[i] = corner >> i & 1 ? box->high[i] : box->low[i];
        hone_affine_point(apart, at, by);
        float square = hone_vec3_dot(by, by);
        if (!(square <= most))
            most = square;
    }
    return sqrtf(most);
}

float hone_slot_corner_bound(const hone_slot_box *box, const hone_affine *apart, float weight)
{
    float square = 0, reach = 0, shift = 0, roam = box->roam * weight;
    for (int i = 0; i < 3; i++) {
        square += hone_vec3_dot(apart->m[i], apart->m[i]);
        reach = fmaxf(reach, fmaxf(fabsf(box->low[i]), fabsf(box->high[i])));
        shift = fmaxf(shift, fabsf(apart->m[i][3]));
    }
    float size = sqrtf(square);
    return furthest_corner(box, apart) + size * roam + BOUND_ROUNDING * (size * (reach + roam) + shift);
}

/* As hone_slot_subtract. */
static inline lanes_affine subtract(const hone_slot_block *block, const hone_affine *truth, const hone_affine *keyed)
{
    static const hone_affine none;
    const lanes_affine *from_mesh = &block->bone_from_mesh;
    const hone_affine *is[BOUND_LANES], *was[BOUND_LANES];
    lanes_affine out;
    for (int i = 0; i < BOUND_LANES; i++) {
        int32_t bone = block->bones[i];
        is[i] = bone == HONE_NONE ? &none : &keyed[bone];
        was[i] = bone == HONE_NONE ? &none : &truth[bone];
    }
    for (int r = 0; r < 3; r++) {
        simd4 rows[BOUND_LANES];
        lanes less[4];
        for (int i = 0; i < BOUND_LANES; i++)
            rows[i] = simd4_subtract(simd4_load(is[i]->m[r]), simd4_load(was[i]->m[r]));
        lanes_columns(rows, less);
        for (int c = 0; c < 4; c++)
            out.m[r][c] = (c == 3 ? less[3] : lanes_set(0)) + less[0] * from_mesh->m[0][c] +
                          less[1] * from_mesh->m[1][c] + less[2] * from_mesh->m[2][c];
    }
    return out;
}

/* The largest distance by which the difference can move a point of the ball around the box, or one that a morph moved
 * out of it. */
static inline lanes ball_of(const hone_slot_block *block, const lanes_affine *apart, float weight)
{
    lanes square = lanes_set(0), moved = lanes_set(0), shift = lanes_set(0);
    for (int r = 0; r < 3; r++) {
        const lanes *row = apart->m[r], *centre = block->centre;
        lanes by = row[0] * centre[0] + row[1] * centre[1] + row[2] * centre[2] + row[3];
        square += row[0] * row[0] + row[1] * row[1] + row[2] * row[2];
        moved += by * by;
        shift = lanes_max(shift, lanes_abs(row[3]));
    }
    lanes size = lanes_sqrt(square), roam = block->roam * lanes_set(weight);
    lanes margin = lanes_set(BOUND_ROUNDING) * (size * (block->reach + roam) + shift);
    return lanes_sqrt(moved) + size * (block->radius + roam) + margin;
}

void hone_slot_bounds_measure(const hone_slot_bounds *bounds, const hone_slot *slots, const hone_affine *truth,
                              const hone_affine *keyed, float weight, hone_affine *apart, float *most)
{
    for (uint32_t b = 0; b < bounds->block_count; b++, most += BOUND_LANES) {
        const hone_slot_block *block = &bounds->blocks[b];
        lanes_affine off = subtract(block, truth, keyed);
        lanes ball = ball_of(block, &off, weight);
        hone_affine *to[BOUND_LANES];
        for (int i = 0; i < BOUND_LANES; i++) to[i] = &apart[block->slots[i]];
        lanes_affine_scatter(&off, to);
        lanes_store(most, ball);
        if (lanes_all(ball < lanes_set(INFINITY)))
            continue;
        for (int i = 0; i < BOUND_LANES; i++) /* equal matrices that are not finite differ by 0 */
            if (!(most[i] < INFINITY) && block->bones[i] != HONE_NONE)
                hone_slot_subtract(&slots[block->slots[i]], truth, keyed, to[i]);
    }
}
