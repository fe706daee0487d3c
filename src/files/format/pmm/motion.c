/* The motion of one model: bones, morphs, and the keys of the model itself, which switch visibility, IK chains and
 * external parents. */
#include "files/format/pmm/keys.h"
#include "files/format/pmm/parents.h"
#include "files/format/pmm/sections.h"
#include "files/format/pmm/tracks.h"

typedef struct model_keys {
    hone_project_model *model;
    hone_builder *builder; /* of the motion */
    const char **goals;    /* [ik_count] names of the chains, in the builder's memory */
    uint32_t count;        /* the first key and the others */
    hone_property_key *keys;
    bool plain; /* all of them are visible, with all chains on */
} model_keys;

static bool copy_goals(pmm_reader *reader, model_keys *out)
{
    const hone_project_model *model = out->model;
    if (!hone_reading_scratch(&reader->file, (uint64_t)model->ik_count + 1, sizeof *out->goals, &out->goals))
        return false;
    for (uint32_t i = 0; i < model->ik_count; i++) {
        int32_t bone = model->ik_bones[i];
        const char *name = bone >= 0 && (uint32_t)bone < model->bone_count ? model->bones[bone] : "";
        out->goals[i] = hone_builder_text(out->builder, name, strlen(name));
    }
    return true;
}

/* Reads the switches of the IK chains. */
static void read_states(pmm_reader *reader, model_keys *out, hone_property_key *key)
{
    uint32_t count = out->model->ik_count;
    hone_ik_state *states = hone_builder_array(out->builder, count, sizeof *states);
    key->states = states;
    key->state_count = states ? count : 0;
    for (uint32_t i = 0; i < count; i++) {
        bool on = hone_read_u8(&reader->file.in) != 0;
        if (states)
            states[i] = (hone_ik_state){{.text = out->goals[i]}, on};
        out->plain &= on;
    }
}

static void read_model_key(pmm_reader *reader, model_keys *out, uint32_t frame, uint32_t at, pmm_parents *parents)
{
    hone_property_key *key = &out->keys[at];
    key->frame = frame;
    key->visible = hone_read_u8(&reader->file.in) != 0;
    out->plain &= key->visible;
    read_states(reader, out, key);
    hone_pmm_read_parents(reader, parents, at, frame);
    hone_read_u8(&reader->file.in); /* selected */
}

static bool read_model_keys(pmm_reader *reader, model_keys *out, pmm_parents *parents)
{
    size_t body_size = 1 + out->model->ik_count + (size_t)8 * parents->child_count + 1;
    pmm_single_list list;
    if (!hone_pmm_begin_list(reader, "the keys of a model", body_size, &list))
        return false;
    out->count = list.count;
    out->keys = hone_builder_array(out->builder, out->count, sizeof *out->keys);
    if (!out->keys)
        return hone_builder_fail(out->builder, reader->file.error);
    if (!hone_pmm_make_parents(reader, parents, out->count) || !copy_goals(reader, out))
        return false;
    for (uint32_t i = 0; i < out->count; i++)
        read_model_key(reader, out, hone_pmm_begin_key(reader, &list, i), i, parents);
    hone_pmm_end_list(reader, &list);
    return true;
}

static bool read_all(pmm_reader *reader, hone_project_model *model, pmm_parents *parents, hone_builder *builder,
                     hone_motion_data *data)
{
    model_keys keys = {.model = model, .builder = builder, .plain = true};
    if (!hone_pmm_read_bone_tracks(reader, model, builder, data) ||
        !hone_pmm_read_morph_tracks(reader, model, builder, data) || !read_model_keys(reader, &keys, parents))
        return false;
    if (keys.plain)
        return true;
    data->property_keys = keys.keys;
    data->property_key_count = keys.count;
    return true;
}

bool hone_pmm_read_motion(pmm_reader *reader, hone_project_model *model, pmm_parents *parents)
{
    hone_builder *builder = hone_builder_create(reader->desc->allocator, reader->limit, reader->file.error);
    if (!builder)
        return false;
    const char *name = hone_builder_text(builder, model->name, strlen(model->name));
    hone_motion_data data = {.space = HONE_SPACE_MMD, .format = HONE_FORMAT_PMM, .model_name = name};
    if (!read_all(reader, model, parents, builder, &data))
        return hone_builder_destroy(builder), false;
    model->motion = hone_motion_create(builder, &data, &(hone_motion_desc){reader->desc->strict}, reader->file.error);
    return model->motion != NULL;
}
