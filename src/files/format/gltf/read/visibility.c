/* Channels that show and hide nodes (KHR_node_visibility, KHR_animation_pointer), as the keys of a motion that shows
 * and hides the whole model. hone cannot hide the meshes of one node over time. */
#include "core/motion/channel.h"
#include "files/format/gltf/read/reader.h"
#include <math.h>

/* ---- which nodes have the whole model --------------------------------------------------------------------------- */

/* Where meshes are. */
typedef struct drawn_nodes {
    uint32_t *below; /* [node count] how many nodes with a mesh that is drawn are at a node or below it */
    uint32_t count;  /* of all */
} drawn_nodes;

/* Counts a mesh at its node and all nodes above it, unless one of these is hidden at rest. */
static void count_mesh(gltf_reader *reader, const int32_t *parents, uint32_t nodes, int32_t node, drawn_nodes *out)
{
    uint32_t steps = 0;
    for (int32_t at = node; at != HONE_NONE && steps < nodes && hone_gltf_charge(reader, 1);
         at = parents[at], steps++) {
        gltf_object object = hone_gltf_item(&reader->json, "nodes", at);
        if (hone_gltf_is_hidden(&object))
            return;
    }
    out->count++;
    for (int32_t at = node; at != HONE_NONE && steps > 0; at = parents[at], steps--) out->below[at]++;
}

static bool find_drawn(gltf_reader *reader, drawn_nodes *out)
{
    gltf_object root = hone_gltf_root(&reader->json);
    const uint32_t count = hone_gltf_count(&root, "nodes"), meshes = hone_gltf_count(&root, "meshes");
    int32_t *parents;
    if (!hone_gltf_find_parents(reader, &parents) ||
        !hone_reading_scratch(&reader->file, count, sizeof *out->below, &out->below))
        return false;
    for (uint32_t n = 0; n < count && !reader->file.failed; n++) {
        gltf_object node = hone_gltf_item(&reader->json, "nodes", (int32_t)n);
        if (hone_gltf_index(&node, "mesh", meshes) >= 0)
            count_mesh(reader, parents, count, (int32_t)n, out);
    }
    return !reader->file.failed;
}

/* ---- keys ------------------------------------------------------------------------------------------------------- */

/* The keys of one switch. */
typedef struct node_switch {
    hone_channel keys;
    uint32_t next; /* the first key that has not been passed */
    bool on;
} node_switch;

/* The first whole frame at which a key holds. */
static uint32_t frame_of(double seconds)
{
    const double frame = ceil(seconds * HONE_FRAMES_PER_SECOND - 1e-3);
    return frame > 0 ? (uint32_t)fmin(frame, 1e9) : 0;
}

/* Finds the frame of the first key that no switch has passed. Returns false at the end. */
static bool next_frame(const node_switch *list, uint32_t count, uint32_t *frame)
{
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].next == list[i].keys.key_count)
            continue;
        uint32_t at = frame_of(list[i].keys.times[list[i].next]);
        *frame = found && *frame < at ? *frame : at;
        found = true;
    }
    return found;
}

/* Moves all switches to a frame. Returns whether all are on. */
static bool pass(node_switch *list, uint32_t count, uint32_t frame)
{
    bool on = true;
    for (uint32_t i = 0; i < count; i++) {
        node_switch *s = &list[i];
        while (s->next < s->keys.key_count && frame_of(s->keys.times[s->next]) <= frame)
            s->on = s->keys.values[s->next++] != 0;
        on &= s->on;
    }
    return on;
}

/* Writes keys where the model appears and disappears, beginning at frame 0. */
static bool add_keys(gltf_reader *reader, node_switch *list, uint32_t count, hone_motion_data *out)
{
    uint64_t most = 1;
    uint32_t frame = 0;
    hone_property_key *keys;
    for (uint32_t i = 0; i < count; i++) most += list[i].keys.key_count;
    if (!hone_gltf_charge(reader, most * count) || !hone_reading_array(&reader->file, most, sizeof *keys, &keys))
        return false;
    for (uint32_t i = 0; i < count; i++) list[i].on = list[i].keys.values[0] != 0;
    do {
        const uint32_t at = out->property_key_count ? frame : 0;
        const bool on = pass(list, count, at);
        if (at == 0 || on != keys[out->property_key_count - 1].visible)
            keys[out->property_key_count++] = (hone_property_key){.frame = at, .visible = on};
    } while (next_frame(list, count, &frame));
    out->property_keys = keys;
    return true;
}

/* Reads the switches that have the whole model below them. Others are lost, with a warning. */
static bool read_switches(gltf_reader *reader, uint32_t clip, uint32_t channels, node_switch *list, uint32_t *count)
{
    gltf_object animation = hone_gltf_item(&reader->json, "animations", (int32_t)clip);
    drawn_nodes drawn = {0};
    if (!find_drawn(reader, &drawn))
        return false;
    for (uint32_t i = 0; i < channels && !reader->file.failed; i++) {
        gltf_object channel = hone_gltf_element(&animation, "channels", i),
                    target = hone_gltf_member(&channel, "target");
        const int32_t node = hone_gltf_shown_of(reader, &target);
        hone_channel *keys = &list[*count].keys;
        if (node == HONE_NONE)
            continue;
        if (drawn.count == 0 || drawn.below[node] < drawn.count) {
            hone_gltf_warn_of_pointer(reader, hone_gltf_pointer_text(&target));
            continue;
        }
        if (!hone_gltf_read_switch(reader, clip, i, keys))
            return false;
        if (!hone_repair_channel(reader->file.builder, keys, i))
            return hone_reading_fail_memory(&reader->file);
        *count += keys->key_count > 0;
    }
    return !reader->file.failed;
}

bool hone_gltf_read_visibility(gltf_reader *reader, uint32_t clip, hone_motion_data *out)
{
    gltf_object animation = hone_gltf_item(&reader->json, "animations", (int32_t)clip);
    const uint32_t channels = hone_gltf_count(&animation, "channels");
    uint32_t found = 0, count = 0;
    node_switch *list;
    for (uint32_t i = 0; i < channels && hone_gltf_charge(reader, 1); i++) {
        gltf_object channel = hone_gltf_element(&animation, "channels", i),
                    target = hone_gltf_member(&channel, "target");
        found += hone_gltf_shown_of(reader, &target) != HONE_NONE;
    }
    if (found == 0 || reader->file.failed)
        return !reader->file.failed;
    return hone_reading_scratch(&reader->file, found, sizeof *list, &list) &&
           read_switches(reader, clip, channels, list, &count) && (count == 0 || add_keys(reader, list, count, out));
}
