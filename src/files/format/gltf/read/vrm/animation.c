/* VRM animations: which nodes are human bones, which have the weights of expressions in their translation, and which
 * has the gaze. Source: VRMC_vrm_animation-1.0. */
#include "base/memory/builder.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/read/vrm/vrm.h"

/* Returns the extension; none, too, if the file is a VRM: the specification expects no file to be both. */
static gltf_object extension_of(gltf_reader *reader)
{
    gltf_object vrm;
    hone_gltf_vrm_of(reader, &vrm);
    return vrm.value ? (gltf_object){0} : hone_gltf_root_extension(reader, GLTF_VRM_ANIMATION);
}

bool hone_gltf_is_vrm_animation(gltf_reader *reader)
{
    return extension_of(reader).value != NULL;
}

/* ---- expressions ---- */

/* Visits "preset": {"aa": {"node": 59}}, "custom": {"Wink": {"node": 60}}. Those without a node are left out. Counts
 * only without `out`. */
static uint32_t visit(gltf_reader *reader, gltf_animated *out)
{
    static const char *const kinds[] = {"preset", "custom"};
    gltf_object animation = extension_of(reader), all = hone_gltf_extras_member(&animation, "expressions");
    uint32_t count = 0;
    for (int k = 0; k < 2; k++) {
        gltf_object some = hone_gltf_extras_member(&all, kinds[k]), value;
        gltf_members members = hone_gltf_members(&some);
        gltf_text name;
        while (!reader->file.failed && hone_gltf_next_member(&members, &name, &value)) {
            gltf_object root = hone_gltf_root(&reader->json);
            int32_t node = hone_gltf_extras_index(&value, "node", hone_gltf_count(&root, "nodes"));
            if (node == HONE_NONE)
                continue;
            if (out)
                out[count] = (gltf_animated){name, node};
            count++;
        }
    }
    return count;
}

uint32_t hone_gltf_count_animated(gltf_reader *reader)
{
    return visit(reader, NULL);
}

bool hone_gltf_list_animated(gltf_reader *reader, gltf_animated_list *out)
{
    gltf_object root = hone_gltf_root(&reader->json);
    *out = (gltf_animated_list){.count = visit(reader, NULL)};
    if (reader->file.failed || !hone_gltf_charge(reader, out->count) ||
        !hone_reading_scratch(&reader->file, out->count, sizeof *out->list, &out->list) ||
        !hone_reading_scratch(&reader->file, hone_gltf_count(&root, "nodes"), sizeof *out->of_node, &out->of_node))
        return false;
    visit(reader, out->list);
    for (uint32_t i = out->count; i-- > 0;) out->of_node[out->list[i].node] = i + 1;
    return !reader->file.failed;
}

static hone_vrm_animation *make(gltf_reader *reader)
{
    hone_vrm_animation *out = (hone_vrm_animation *)reader->data.vrm_animation;
    if (out || !extension_of(reader).value || !hone_reading_array(&reader->file, 1, sizeof *out, &out))
        return out;
    *out = (hone_vrm_animation){.gaze_bone = HONE_NONE};
    reader->data.vrm_animation = out;
    return out;
}

bool hone_gltf_read_animated(gltf_reader *reader, uint32_t first, hone_morph *morphs)
{
    enum { PANEL_OTHER = 4 };
    hone_vrm_animation *animation = make(reader);
    gltf_animated_list found;
    hone_animated_expression *out;
    if (!animation)
        return !reader->file.failed;
    if (!hone_gltf_list_animated(reader, &found) || !hone_reading_array(&reader->file, found.count, sizeof *out, &out))
        return false;
    for (uint32_t i = 0; i < found.count; i++) {
        const gltf_text name = found.list[i].name;
        morphs[first + i] = (hone_morph){.name = hone_builder_text(reader->file.builder, name.bytes, name.size),
                                         .english_name = "",
                                         .panel = PANEL_OTHER,
                                         .kind = HONE_MORPH_GROUP};
        out[i] = (hone_animated_expression){(int32_t)(first + i), found.list[i].node};
    }
    animation->expressions = out;
    animation->expression_count = found.count;
    return !reader->file.failed;
}

/* ---- bones and gaze ---- */

bool hone_gltf_read_vrm_animation(gltf_reader *reader)
{
    gltf_object extension = extension_of(reader), humanoid = hone_gltf_extras_member(&extension, "humanoid"),
                look = hone_gltf_extras_member(&extension, "lookAt");
    hone_vrm_animation *animation = make(reader);
    if (!animation)
        return !reader->file.failed;
    hone_gltf_check_version(reader, &extension, "VRM animation of no known version: read as 1.0", 0);
    animation->gaze_bone = hone_gltf_extras_index(&look, "node", reader->data.skeleton.bone_count);
    hone_gltf_extras_floats(&look, "offsetFromHeadBone", animation->gaze_offset, 3);
    return !humanoid.value || hone_gltf_read_human_bones(reader, &humanoid);
}
