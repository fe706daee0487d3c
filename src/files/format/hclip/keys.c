#include "files/format/hclip/keys.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

/* The parts that the keys of a track have. */
enum { HAS_TRANSLATION = 1, HAS_ROTATION = 2, HAS_SWITCH = 4, IS_EXACT = 8, FLAGS = 15 };

/* A curve is the number of one in the list at the begin, or ESCAPE and its four bytes. */
enum { CURVES = 255, ESCAPE = 255 };

typedef struct curve_list {
    hone_curve curves[CURVES];
    uint32_t count;
} curve_list;

static const hone_curve LINEAR = HONE_CURVE_LINEAR;

/* ---- rotations: 2 bits for the component that is left out, 20 for each of the others ---- */

static const double ROTATION_STEPS = 524287 * 1.4142135623730951;

static void write_rotation(const float rotation[4], hone_writer *out)
{
    enum { BITS = 20, MIDDLE = 1 << 19 };
    float q[4];
    uint32_t largest = 0, at = 2;
    hone_quat_normalise(rotation, q);
    for (uint32_t i = 1; i < 4; i++) largest = fabsf(q[i]) > fabsf(q[largest]) ? i : largest;
    uint64_t word = largest;
    for (uint32_t i = 0; i < 4; i++) {
        if (i == largest)
            continue;
        double value = (double)(q[largest] < 0 ? -q[i] : q[i]) * ROTATION_STEPS;
        value = fmin(fmax(value, 1 - MIDDLE), MIDDLE - 1);
        word |= (uint64_t)(lrint(value) + MIDDLE) << at;
        at += BITS;
    }
    hone_write_u32(out, (uint32_t)word);
    hone_write_u32(out, (uint32_t)(word >> 32));
}

static void read_rotation(hone_reader *in, float out[4])
{
    enum { BITS = 20, MIDDLE = 1 << 19, MASK = (1 << 20) - 1 };
    uint64_t word = hone_read_u32(in);
    word |= (uint64_t)hone_read_u32(in) << 32;
    uint32_t largest = word & 3, at = 2;
    double square = 0, values[4] = {0};
    for (uint32_t i = 0; i < 4; i++) {
        if (i == largest)
            continue;
        values[i] = (double)((int32_t)(word >> at & MASK) - MIDDLE) / ROTATION_STEPS;
        square += values[i] * values[i];
        at += BITS;
    }
    values[largest] = sqrt(square < 1 ? 1 - square : 0);
    for (int i = 0; i < 4; i++) out[i] = (float)values[i];
    hone_quat_normalise(out, out);
}

/* ---- curves ---- */

static bool are_same(hone_curve a, hone_curve b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static uint32_t find_curve(const curve_list *list, hone_curve curve)
{
    uint32_t i = 0;
    while (i < list->count && !are_same(list->curves[i], curve)) i++;
    return i;
}

static void add_curve(curve_list *list, hone_curve curve)
{
    if (list->count < CURVES && find_curve(list, curve) == list->count)
        list->curves[list->count++] = curve;
}

static void write_bytes_of(hone_curve curve, hone_writer *out)
{
    const uint8_t bytes[4] = {curve.x1, curve.y1, curve.x2, curve.y2};
    hone_write_bytes(out, bytes, sizeof bytes);
}

static hone_curve read_bytes_of(hone_reader *in)
{
    const uint8_t *b = hone_read_bytes(in, 4);
    return b ? (hone_curve){b[0], b[1], b[2], b[3]} : LINEAR;
}

static void write_curve(const curve_list *list, hone_curve curve, hone_writer *out)
{
    uint32_t i = find_curve(list, curve);
    hone_write_u8(out, (uint8_t)(i < list->count ? i : ESCAPE));
    if (i == list->count)
        write_bytes_of(curve, out);
}

static hone_curve read_curve(const curve_list *list, hone_reader *in)
{
    uint8_t i = hone_read_u8(in);
    if (i == ESCAPE)
        return read_bytes_of(in);
    in->failed |= i >= list->count;
    return i < list->count ? list->curves[i] : LINEAR;
}

/* ---- numbers: seven bits a byte, the lowest first; the highest bit tells whether more follow ---- */

static void write_number(uint32_t value, hone_writer *out)
{
    for (; value >= 0x80; value >>= 7) hone_write_u8(out, (uint8_t)(value | 0x80));
    hone_write_u8(out, (uint8_t)value);
}

static uint32_t read_number(hone_reader *in)
{
    uint64_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
        uint8_t byte = hone_read_u8(in);
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            in->failed |= value > UINT32_MAX;
            return (uint32_t)value;
        }
    }
    in->failed = true;
    return 0;
}

/* ---- keys ---- */

static uint8_t flags_of(const hone_bone_track *track, bool exact)
{
    static const float identity[4] = {0, 0, 0, 1};
    uint8_t flags = exact ? IS_EXACT : 0;
    for (uint32_t k = 0; k < track->key_count; k++) {
        const hone_bone_key *key = &track->keys[k];
        flags |= hone_vec3_dot(key->translation, key->translation) > 0 ? HAS_TRANSLATION : 0;
        flags |= memcmp(key->rotation, identity, sizeof identity) != 0 ? HAS_ROTATION : 0;
        flags |= key->physics_off ? HAS_SWITCH : 0;
    }
    return flags;
}

static void write_key(const hone_bone_key *key, uint32_t frames, uint8_t flags, const curve_list *list,
                      hone_writer *out)
{
    write_number(frames, out);
    if (flags & HAS_SWITCH)
        hone_write_u8(out, key->physics_off);
    if (flags & HAS_ROTATION) {
        if (flags & IS_EXACT)
            hone_write_floats(out, key->rotation, 4);
        else
            write_rotation(key->rotation, out);
        write_curve(list, key->curves[3], out);
    }
    if (flags & HAS_TRANSLATION) {
        hone_write_floats(out, key->translation, 3);
        for (int i = 0; i < 3; i++) write_curve(list, key->curves[i], out);
    }
}

static hone_bone_key read_key(hone_reader *in, uint32_t before, uint8_t flags, const curve_list *list)
{
    hone_bone_key key = {.rotation = {0, 0, 0, 1}, .curves = {LINEAR, LINEAR, LINEAR, LINEAR}};
    uint32_t frames = read_number(in);
    in->failed |= frames > UINT32_MAX - before;
    key.frame = before + frames;
    if (flags & HAS_SWITCH)
        key.physics_off = hone_read_u8(in) & 1;
    if (flags & HAS_ROTATION) {
        for (int i = 0; flags & IS_EXACT && i < 4; i++) key.rotation[i] = hone_read_f32(in);
        if (!(flags & IS_EXACT))
            read_rotation(in, key.rotation);
        key.curves[3] = read_curve(list, in);
    }
    for (int i = 0; flags & HAS_TRANSLATION && i < 3; i++) key.translation[i] = hone_read_f32(in);
    for (int i = 0; flags & HAS_TRANSLATION && i < 3; i++) key.curves[i] = read_curve(list, in);
    return key;
}

/* ---- tracks ---- */

static bool is_keyed(const int32_t *bone_of, const uint8_t *keyed, uint32_t track)
{
    return bone_of[track] != HONE_NONE && keyed[bone_of[track]];
}

static void write_track(const hone_bone_track *track, uint32_t bone, bool exact, const curve_list *list,
                        hone_writer *out)
{
    uint8_t flags = flags_of(track, exact);
    uint32_t before = 0;
    write_number(bone, out);
    write_number(track->key_count, out);
    hone_write_u8(out, flags);
    for (uint32_t k = 0; k < track->key_count; k++) {
        write_key(&track->keys[k], track->keys[k].frame - before, flags, list, out);
        before = track->keys[k].frame;
    }
}

void hone_hclip_write_keys(const hone_motion_data *motion, const int32_t *bone_of, const uint8_t *keyed,
                           hone_writer *out)
{
    curve_list list = {.count = 0};
    uint32_t count = 0;
    for (uint32_t t = 0; t < motion->bone_track_count; t++) {
        const hone_bone_track *track = &motion->bone_tracks[t];
        if (!is_keyed(bone_of, keyed, t))
            continue;
        count++;
        for (uint32_t k = 0; k < track->key_count; k++)
            for (int i = 0; i < 4; i++) add_curve(&list, track->keys[k].curves[i]);
    }
    write_number(count, out);
    if (count == 0)
        return;
    hone_write_u8(out, (uint8_t)list.count);
    for (uint32_t i = 0; i < list.count; i++) write_bytes_of(list.curves[i], out);
    for (uint32_t t = 0; t < motion->bone_track_count; t++)
        if (is_keyed(bone_of, keyed, t))
            write_track(&motion->bone_tracks[t], (uint32_t)bone_of[t], keyed[bone_of[t]] == HCLIP_KEYED_EXACTLY, &list,
                        out);
}

static void read_track(hone_reader *in, hone_builder *builder, const curve_list *list, const hone_channel_target *bones,
                       uint32_t bone_count, hone_bone_track *out)
{
    uint32_t bone = read_number(in), count = read_number(in), before = 0;
    uint8_t flags = hone_read_u8(in);
    if (bone >= bone_count || count > hone_reader_left(in) || flags > FLAGS) {
        in->failed = true;
        return;
    }
    hone_bone_key *keys = hone_builder_array(builder, count, sizeof *keys);
    for (uint32_t k = 0; keys && k < count && !in->failed; k++) {
        keys[k] = read_key(in, before, flags, list);
        in->failed |= k > 0 && keys[k].frame == before;
        before = keys[k].frame;
    }
    *out = (hone_bone_track){.name = {.text = bones[bone].name}, .key_count = keys ? count : 0, .keys = keys};
}

const hone_bone_track *hone_hclip_read_keys(hone_reader *in, hone_builder *builder, const hone_channel_target *bones,
                                            uint32_t bone_count, uint32_t *count)
{
    enum { LEAST = 3 }; /* bytes of a track */
    curve_list list = {.count = 0};
    *count = read_number(in);
    if (*count == 0)
        return NULL;
    list.count = hone_read_u8(in);
    for (uint32_t i = 0; i < list.count && i < CURVES; i++) list.curves[i] = read_bytes_of(in);
    if (in->failed || list.count > CURVES || *count > hone_reader_left(in) / LEAST) {
        in->failed = true;
        return NULL;
    }
    hone_bone_track *tracks = hone_builder_array(builder, *count, sizeof *tracks);
    for (uint32_t t = 0; tracks && t < *count && !in->failed; t++)
        read_track(in, builder, &list, bones, bone_count, &tracks[t]);
    *count = tracks ? *count : 0;
    return in->failed ? NULL : tracks;
}
