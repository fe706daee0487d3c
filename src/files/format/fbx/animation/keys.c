/* Reads the keys of curves: the arrays of version 7, and the lists of 6.1. */
#include "base/memory/builder.h"
#include "files/format/fbx/animation/animation.h"
#include "files/format/fbx/animation/tangents.h"
#include <math.h>
#include <string.h>

/* The keys of a curve, one after another. */
typedef struct key_list {
    fbx_reader *reader;
    uint32_t count, at;
    double ticks_per_second;
    /* version 7 */
    const int64_t *times;
    const double *values;
    const int32_t *flags, *repeats; /* [attribute_count] how many keys share an attribute */
    const float *attributes;        /* [attribute_count][4] */
    uint32_t attribute_count, attribute, used;
    /* 6.1 */
    const double *numbers; /* [number_count] letters are their codes */
    uint32_t number_count, next;
    int64_t version; /* KeyVer */
    bool damaged;
} key_list;

double hone_fbx_ticks_per_second(const fbx_document *document)
{
    const fbx_node *header = hone_fbx_child(document->root, "FBXHeaderExtension");
    const fbx_node *definition = hone_fbx_child(hone_fbx_child(header, "OtherFlags"), "TCDefinition");
    bool is_new = hone_fbx_integer(hone_fbx_child(header, "FBXHeaderVersion"), 0, 0) >= 1004 && definition &&
                  hone_fbx_integer(definition, 0, 127) != 127;
    return is_new ? 141120000 : 46186158000;
}

/* ---- version 7 ---- */

typedef enum key_array { TIMES, FLAGS, ATTRIBUTES, REPEATS } key_array;

static bool decode_times(const fbx_reader *reader, fbx_key_array *array)
{
    const int64_t *times;
    bool ok = hone_fbx_integers64(&reader->document, array->node, reader->file.scratch, &times, &array->count,
                                  reader->file.error);
    array->numbers = ok ? times : NULL;
    return ok;
}

static bool decode_integers(const fbx_reader *reader, fbx_key_array *array)
{
    const int32_t *integers;
    bool ok = hone_fbx_integers32(&reader->document, array->node, reader->file.scratch, &integers, &array->count,
                                  reader->file.error);
    array->numbers = ok ? integers : NULL;
    return ok;
}

/* Texts since 7.2 write the bits of the numbers, since not all of them are numbers. */
static bool decode_attributes(fbx_reader *reader, fbx_key_array *array)
{
    const float *given;
    float *numbers;
    bool bits = reader->document.is_text && reader->document.version >= 7200;
    bool ok = bits ? decode_integers(reader, array) &&
                         hone_reading_scratch(&reader->file, array->count, sizeof *numbers, &numbers)
                   : hone_fbx_floats(&reader->document, array->node, reader->file.scratch, &given, &array->count,
                                     reader->file.error);
    if (ok && bits && array->count)
        memcpy(numbers, array->numbers, array->count * sizeof *numbers);
    if (ok)
        array->numbers = bits ? numbers : given;
    return ok;
}

/* Finds an array of a curve. Most curves have the times, flags and repeats of the curve before; they are decoded once.
 * Returns NULL if it can't be decoded. */
static const fbx_key_array *open_array(fbx_reader *reader, const fbx_node *curve, key_array which)
{
    static const char *const names[] = {"KeyTime", "KeyAttrFlags", "KeyAttrDataFloat", "KeyAttrRefCount"};
    fbx_key_array *last = &reader->key_arrays[which], array = {.node = hone_fbx_child(curve, names[which])};
    if (hone_fbx_same_array(last->node, array.node))
        return last;
    bool ok = which == TIMES        ? decode_times(reader, &array)
              : which == ATTRIBUTES ? decode_attributes(reader, &array)
                                    : decode_integers(reader, &array);
    if (!ok)
        return NULL;
    *last = array;
    return last;
}

static bool open_arrays(key_list *list, const fbx_node *curve)
{
    fbx_reader *reader = list->reader;
    const fbx_key_array *times = open_array(reader, curve, TIMES), *flags, *attributes, *repeats;
    uint32_t values;
    if (!times ||
        !hone_fbx_doubles(&reader->document, hone_fbx_child(curve, "KeyValueFloat"), reader->file.scratch,
                          &list->values, &values, reader->file.error) ||
        !(flags = open_array(reader, curve, FLAGS)) || !(attributes = open_array(reader, curve, ATTRIBUTES)) ||
        !(repeats = open_array(reader, curve, REPEATS)))
        return false;
    list->times = times->numbers, list->flags = flags->numbers;
    list->attributes = attributes->numbers, list->repeats = repeats->numbers;
    list->damaged = values != times->count || flags->count != repeats->count || attributes->count / 4 != flags->count;
    list->count = values < times->count ? values : times->count;
    list->attribute_count = flags->count < repeats->count ? flags->count : repeats->count;
    if (attributes->count / 4 < list->attribute_count)
        list->attribute_count = attributes->count / 4;
    return true;
}

/* Keys behind the last attribute are linear. */
static void next_of_arrays(key_list *list, fbx_raw_key *out)
{
    *out = (fbx_raw_key){.time = (double)list->times[list->at] / list->ticks_per_second,
                         .value = list->values[list->at],
                         .flags = FBX_KEY_LINEAR};
    while (list->attribute < list->attribute_count && (int64_t)list->used >= list->repeats[list->attribute])
        list->attribute++, list->used = 0;
    if (list->attribute == list->attribute_count) {
        list->damaged = true;
        return;
    }
    list->used++;
    const float *data = list->attributes + 4 * (size_t)list->attribute;
    uint32_t weights;
    memcpy(&weights, &data[2], sizeof weights);
    out->flags = (uint32_t)list->flags[list->attribute];
    out->right_slope = data[0], out->next_left_slope = data[1], out->tcb_bias = data[2];
    out->right_weight = (float)(weights & 0xffff) * 0.0001f;
    out->next_left_weight = (float)(weights >> 16) * 0.0001f;
}

/* ---- version 6.1 ---- */

static bool open_list(key_list *list, const fbx_node *curve)
{
    fbx_reader *reader = list->reader;
    list->version = hone_fbx_integer(hone_fbx_child(curve, "KeyVer"), 0, 4005);
    int64_t count = hone_fbx_integer(hone_fbx_child(curve, "KeyCount"), 0, 0);
    if (!hone_fbx_doubles(&reader->document, hone_fbx_child(curve, "Key"), reader->file.scratch, &list->numbers,
                          &list->number_count, reader->file.error))
        return false;
    uint32_t most = list->number_count / 3; /* time, value, letter */
    list->damaged = count < 0 || count > most;
    list->count = list->damaged ? most : (uint32_t)count;
    return true;
}

/* Returns the next number, or the code of a letter; 0 behind the end. */
static double take(key_list *list)
{
    uint32_t at = list->next++;
    if (at >= list->number_count) {
        list->damaged = true;
        return 0;
    }
    return list->numbers[at];
}

static char take_letter(key_list *list)
{
    double code = take(list);
    return code > 0 && code < 127 ? (char)code : 0;
}

/* Reads how far the control points of a segment are away. */
static void take_weights(key_list *list, fbx_raw_key *out)
{
    char mode = take_letter(list);
    if (mode == 'a' || mode == 'r') {
        out->right_weight = (float)take(list);
        out->flags |= FBX_KEY_WEIGHTED_RIGHT;
    }
    if (mode == 'a' || mode == 'l') {
        out->next_left_weight = (float)take(list);
        out->flags |= FBX_KEY_WEIGHTED_NEXT_LEFT;
    }
    if (!mode || !strchr("arlnc", mode))
        list->damaged = true;
}

/* Reads the tangents of a cubic key. Those of the modes p, q, t and d are not known; they are made automatically. */
static void take_tangents(key_list *list, fbx_raw_key *out)
{
    bool old = list->version <= 4004;
    char mode = take_letter(list);
    int numbers = mode == 't' ? 3 : mode == 'p' || mode == 'q' ? 2 : mode == 'd' ? 1 : 0;
    int weights = mode == 't' ? 0 : mode == 'p' || mode == 'q' ? (old ? 1 : 2) : mode == 'a' ? (old ? 0 : 1) : 1;
    out->flags = FBX_KEY_CUBIC | FBX_KEY_CLAMP_PROGRESSIVE | FBX_KEY_TIME_INDEPENDENT;
    if (mode == 's' || mode == 'b') {
        out->flags = FBX_KEY_CUBIC | FBX_KEY_USER;
        out->right_slope = (float)take(list), out->next_left_slope = (float)take(list);
        weights = list->version != 4003;
    } else if (!mode || !strchr("apqtd", mode)) {
        list->damaged = true;
    }
    while (numbers-- > 0) take(list);
    while (weights-- > 0) take_weights(list, out);
}

static void next_of_list(key_list *list, fbx_raw_key *out)
{
    *out = (fbx_raw_key){.time = take(list) / list->ticks_per_second, .flags = FBX_KEY_LINEAR};
    out->value = take(list);
    char mode = take_letter(list);
    if (mode == 'U')
        take_tangents(list, out);
    else if (mode == 'C')
        out->flags = FBX_KEY_CONSTANT | (list->version >= 4004 && take_letter(list) == 'n' ? FBX_KEY_NEXT : 0u);
    else if (mode != 'L')
        list->damaged = true;
}

/* ---- a curve ---- */

static bool open(key_list *list, const fbx_node *curve)
{
    list->ticks_per_second = hone_fbx_ticks_per_second(&list->reader->document);
    return hone_fbx_child(curve, "KeyTime") ? open_arrays(list, curve) : open_list(list, curve);
}

/* Reads the next key; returns false behind the last one. A list that is damaged ends there. */
static bool next_key(key_list *list, fbx_raw_key *out)
{
    if (list->at >= list->count)
        return false;
    if (list->times)
        next_of_arrays(list, out);
    else
        next_of_list(list, out);
    list->at++;
    if (!list->times && list->damaged && list->next > list->number_count)
        return false;
    if (!isfinite(out->value) || !isfinite(out->right_slope) || !isfinite(out->next_left_slope)) {
        list->damaged = true;
        *out =
            (fbx_raw_key){.time = out->time, .value = isfinite(out->value) ? out->value : 0, .flags = FBX_KEY_LINEAR};
    }
    return true;
}

/* Returns the next key that is not before `last`. */
static bool next_ascending(key_list *list, double last, fbx_raw_key *out)
{
    while (next_key(list, out)) {
        if (out->time >= last)
            return true;
        list->damaged = true;
    }
    return false;
}

/* If there are more than two keys at one time, only the first and the last count. */
static void add_key(fbx_key *keys, uint32_t *count, const fbx_key *key)
{
    if (*count > 1 && keys[*count - 2].time == key->time)
        --*count;
    keys[(*count)++] = *key;
}

static uint32_t read_keys(key_list *list, fbx_key *keys)
{
    fbx_raw_key window[3]; /* before, here, after */
    uint32_t count = 0;
    bool before = false, here = next_ascending(list, -(double)INFINITY, &window[1]);
    while (here) {
        fbx_key key;
        bool after = next_ascending(list, window[1].time, &window[2]);
        hone_fbx_set_tangents(before ? &window[0] : NULL, &window[1], after ? &window[2] : NULL, &key);
        add_key(keys, &count, &key);
        window[0] = window[1], window[1] = window[2];
        before = true, here = after;
    }
    return count;
}

static fbx_extrapolation read_extrapolation(const fbx_node *curve, const char *name)
{
    static const char letters[] = {
        [FBX_HOLD] = 'C', [FBX_KEEP_SLOPE] = 'K', [FBX_REPEAT] = 'R', [FBX_MIRROR] = 'M', [FBX_REPEAT_RELATIVE] = 'A'};
    const fbx_node *node = hone_fbx_child(curve, name), *type = hone_fbx_child(node, "Type");
    fbx_text word = hone_fbx_text(type, 0);
    int64_t letter = word.size == 1 ? word.data[0] : hone_fbx_integer(type, 0, 'C');
    int64_t count = hone_fbx_integer(hone_fbx_child(node, "Repetition"), 0, -1);
    fbx_extrapolation out = {.mode = FBX_HOLD,
                             .count = (int32_t)(count < 0           ? -1
                                                : count < INT32_MAX ? count
                                                                    : INT32_MAX)};
    for (uint8_t mode = 0; mode < sizeof letters; mode++)
        if (letters[mode] == letter)
            out.mode = mode;
    return out;
}

static bool is_still(const fbx_curve *curve)
{
    for (uint32_t k = 0; k < curve->count; k++) {
        const fbx_key *key = &curve->keys[k];
        if (key->value != curve->keys[0].value || key->left_slope != 0 || key->right_slope != 0)
            return false;
    }
    return true;
}

bool hone_fbx_read_curve(fbx_reader *reader, uint32_t object, const fbx_curve **out)
{
    const fbx_node *node = reader->scene.objects[object].node;
    key_list list = {.reader = reader};
    fbx_curve *curve;
    fbx_key *keys;
    *out = NULL;
    if (!open(&list, node))
        return false;
    if (list.count == 0)
        return true;
    if (!hone_reading_scratch_raw(&reader->file, list.count, sizeof *keys, &keys) ||
        !hone_reading_scratch(&reader->file, 1, sizeof *curve, &curve))
        return false;
    *curve = (fbx_curve){.keys = keys,
                         .count = read_keys(&list, keys),
                         .before = read_extrapolation(node, "Pre-Extrapolation"),
                         .after = read_extrapolation(node, "Post-Extrapolation")};
    curve->still = is_still(curve);
    if (list.damaged)
        hone_fbx_warn(reader, "a damaged animation curve: repaired", object);
    *out = curve->count ? curve : NULL;
    return true;
}

bool hone_fbx_animation_curve(fbx_animation *animation, uint32_t object, const fbx_curve **out)
{
    if (!animation->curve_is_read[object]) {
        animation->curve_is_read[object] = 1;
        if (!hone_fbx_read_curve(animation->reader, object, &animation->curves[object]))
            return false;
        animation->key_count += animation->curves[object] ? animation->curves[object]->count : 0;
    }
    *out = animation->curves[object];
    return true;
}
