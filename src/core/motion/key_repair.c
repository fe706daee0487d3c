#include "core/motion/key_repair.h"
#include "base/memory/builder.h"
#include "base/text/text.h"
#include "core/motion/bone_parts.h"
#include "core/motion/keys.h"

#include <math.h>

#define LAST_FRAME UINT32_C(0x80000000) /* 2^31 frames are 828 days; a later frame is an error in the file */

bool hone_repair_name(hone_builder *builder, hone_track_name *name, uint8_t limit)
{
    if (!name->text) {
        char text[3 * sizeof name->cp932];
        name->cp932_size = name->cp932_size < limit ? name->cp932_size : limit;
        size_t size = hone_utf8_from_cp932((const uint8_t *)name->cp932, name->cp932_size, text, NULL);
        name->text = hone_builder_text(builder, text, size);
    } else if (!name->cp932_size) {
        /* a name that fills the field could be the beginning of longer names; as text it is complete */
        uint8_t bytes[sizeof name->cp932];
        bool lossy = false;
        size_t size = hone_cp932_from_utf8(name->text, strlen(name->text), bytes, limit, &lossy);
        if (!lossy && size < limit) {
            memcpy(name->cp932, bytes, size);
            name->cp932_size = (uint8_t)size;
        }
    } else if (name->cp932_size > limit) {
        name->cp932_size = limit;
    }
    return name->text != NULL;
}

/* ---- values ---- */

static void repair_numbers(hone_builder *builder, uint32_t frame, float *values, size_t count)
{
    bool odd = false;
    for (size_t i = 0; i < count; i++) {
        if (isfinite(values[i]))
            continue;
        values[i] = 0;
        odd = true;
    }
    if (odd)
        hone_builder_warn(builder, "a number that is not finite became 0, in the key at its frame", frame);
}

/* Uses double precision, so that very small and very large floats can be normalised. A quaternion that has unit
 * length up to rounding stays unchanged, so that a motion that is read, written and read again stays the same. */
hone_repaired hone_repair_rotation(float q[4])
{
    double square = 0;
    for (int i = 0; i < 4; i++) square += (double)q[i] * q[i];
    double excess = square - 1;
    if (fabs(excess) < HONE_UNIT_EXCESS)
        return HONE_REPAIRED_LITTLE;
    if (!(square > 1e-24 && square < (double)INFINITY)) {
        q[0] = q[1] = q[2] = 0, q[3] = 1;
        return HONE_REPAIRED_LOST;
    }
    double scale = 1 / sqrt(square);
    for (int i = 0; i < 4; i++) q[i] = (float)(q[i] * scale);
    return fabs(excess) > HONE_MUCH_EXCESS ? HONE_REPAIRED_MUCH : HONE_REPAIRED_LITTLE;
}

static void repair_rotation(hone_builder *builder, uint32_t frame, float q[4])
{
    switch (hone_repair_rotation(q)) {
    case HONE_REPAIRED_LITTLE:
        break;
    case HONE_REPAIRED_MUCH:
        hone_builder_warn(builder, "a rotation was brought to unit length, in the key at its frame", frame);
        break;
    case HONE_REPAIRED_LOST:
        hone_builder_warn(builder, "a rotation without length became the identity, in the key at its frame", frame);
        break;
    }
}

static void repair_curves(hone_builder *builder, uint32_t frame, hone_curve *curves, size_t count)
{
    bool odd = false;
    for (size_t i = 0; i < count; i++) {
        uint8_t *points[4] = {&curves[i].x1, &curves[i].y1, &curves[i].x2, &curves[i].y2};
        for (int j = 0; j < 4; j++) {
            odd |= *points[j] > 127;
            *points[j] = *points[j] > 127 ? 127 : *points[j];
        }
    }
    if (odd)
        hone_builder_warn(builder, "a curve's control point above 127 became 127, in the key at its frame", frame);
}

static float clamp(hone_builder *builder, const char *what, uint32_t frame, float value, float low, float high)
{
    if (value >= low && value <= high)
        return value;
    hone_builder_warn(builder, what, frame);
    return value > high ? high : low;
}

/* ---- order ---- */

/* Sorts the keys; drops those past the last frame (sorting puts them at the end) and those that a later key
 * replaces. */
static bool repair_order(hone_builder *builder, void *keys, size_t size, uint32_t *count)
{
    uint32_t before = *count, twice = 0;
    if (!hone_keys_sort(hone_arena_allocator(hone_builder_memory(builder)), keys, size, count, &twice))
        return false;
    if (*count < before)
        hone_builder_warn(builder, "several keys of one track at one frame: only the last is used, their frame", twice);
    while (*count && hone_key_frame(keys, size, *count - 1) > LAST_FRAME) {
        hone_builder_warn(builder, "a key past frame 2^31 was dropped, its frame",
                          hone_key_frame(keys, size, *count - 1));
        (*count)--;
    }
    return true;
}

bool hone_repair_bone_keys(hone_builder *builder, hone_bone_key *keys, uint32_t *count)
{
    for (uint32_t i = 0; i < *count; i++) {
        hone_bone_key *key = &keys[i];
        hone_bone_parts parts = hone_bone_parts_load(key);
        if (hone_repair_length(&parts)) {
            hone_bone_parts_store(&parts, key);
            continue;
        }
        repair_numbers(builder, key->frame, key->translation, 3);
        repair_rotation(builder, key->frame, key->rotation);
        repair_curves(builder, key->frame, key->curves, 4);
    }
    return repair_order(builder, keys, sizeof *keys, count);
}

bool hone_repair_morph_keys(hone_builder *builder, hone_morph_key *keys, uint32_t *count)
{
    for (uint32_t i = 0; i < *count; i++) repair_numbers(builder, keys[i].frame, &keys[i].weight, 1);
    return repair_order(builder, keys, sizeof *keys, count);
}

bool hone_repair_camera_keys(hone_builder *builder, hone_camera_key *keys, uint32_t *count)
{
    for (uint32_t i = 0; i < *count; i++) {
        hone_camera *camera = &keys[i].camera;
        repair_numbers(builder, keys[i].frame, camera->target, 3);
        repair_numbers(builder, keys[i].frame, camera->angles, 3);
        repair_numbers(builder, keys[i].frame, &camera->distance, 1);
        camera->fov = clamp(builder, "a field of view outside 1 to 179 degrees was clamped, in the key at its frame",
                            keys[i].frame, camera->fov, 1, 179);
        repair_curves(builder, keys[i].frame, keys[i].curves, 6);
    }
    return repair_order(builder, keys, sizeof *keys, count);
}

bool hone_repair_light_keys(hone_builder *builder, hone_light_key *keys, uint32_t *count)
{
    for (uint32_t i = 0; i < *count; i++) {
        repair_numbers(builder, keys[i].frame, keys[i].light.colour, 3);
        repair_numbers(builder, keys[i].frame, keys[i].light.direction, 3);
    }
    return repair_order(builder, keys, sizeof *keys, count);
}

bool hone_repair_shadow_keys(hone_builder *builder, hone_shadow_key *keys, uint32_t *count)
{
    for (uint32_t i = 0; i < *count; i++) {
        hone_shadow_key *key = &keys[i];
        key->distance = clamp(builder, "a shadow distance outside 0 to 0.1 was clamped, in the key at its frame",
                              key->frame, key->distance, 0, 0.1f);
        if (key->mode > 2) {
            hone_builder_warn(builder, "an unknown shadow mode became 1, in the key at its frame", key->frame);
            key->mode = 1;
        }
    }
    return repair_order(builder, keys, sizeof *keys, count);
}

bool hone_repair_property_keys(hone_builder *builder, hone_property_key *keys, uint32_t *count)
{
    for (uint32_t i = 0; i < *count; i++) {
        hone_ik_state *states = (hone_ik_state *)keys[i].states; /* memory of the builder, so it may be changed */
        for (uint32_t s = 0; s < keys[i].state_count; s++)
            if (!hone_repair_name(builder, &states[s].name, HONE_IK_NAME_SIZE))
                return false;
    }
    return repair_order(builder, keys, sizeof *keys, count);
}
