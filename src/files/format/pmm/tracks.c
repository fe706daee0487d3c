#include "files/format/pmm/tracks.h"

#include "files/format/pmm/keys.h"

enum {
    CURVES_SIZE = 16,
    BONE_BODY_SIZE = CURVES_SIZE + 12 + 16 + 1, /* curves, translation, rotation, selected */
    MORPH_BODY_SIZE = 4 + 1                     /* weight, selected */
};

/* ---- which key belongs to which bone --------------------------------------------------------------------------- */

typedef struct owned_keys {
    const pmm_key **keys; /* all keys, those of one owner together */
    uint32_t *begin;      /* [owner_count + 1] into `keys` */
} owned_keys;

static bool follow_chains(pmm_reader *reader, pmm_key_list *list, owned_keys *out)
{
    uint32_t taken = 0;
    if (!hone_reading_scratch(&reader->file, (uint64_t)list->count + 1, sizeof *out->keys, &out->keys) ||
        !hone_reading_scratch(&reader->file, (uint64_t)list->owner_count + 1, sizeof *out->begin, &out->begin))
        return false;
    for (uint32_t i = 0; i < list->owner_count; i++) {
        for (const pmm_key *key = &list->keys[i]; key; key = hone_pmm_next_key(reader, list, key))
            out->keys[taken++] = key;
        out->begin[i + 1] = taken;
    }
    if (taken < list->count)
        hone_reading_warn(&reader->file, "keys that belong to no bone or morph are left out");
    return true;
}

/* ---- bones ----------------------------------------------------------------------------------------------------- */

static hone_bone_key bone_key(const pmm_key *from, bool has_switch)
{
    hone_bone_key key = {.frame = from->frame};
    hone_reader in = hone_reader_make(from->body, BONE_BODY_SIZE + has_switch);
    for (int c = 0; c < 4; c++) {
        const uint8_t *b = hone_read_bytes(&in, sizeof key.curves[c]);
        key.curves[c] = (hone_curve){b[0], b[1], b[2], b[3]};
    }
    hone_read_floats(&in, key.translation, 3);
    hone_read_floats(&in, key.rotation, 4);
    hone_read_u8(&in); /* selected */
    key.physics_off = has_switch && hone_read_u8(&in) != 0;
    return key;
}

static bool is_rest_key(const hone_bone_key *key)
{
    const float *t = key->translation, *q = key->rotation;
    return key->frame == 0 && !key->physics_off && t[0] == 0 && t[1] == 0 && t[2] == 0 && q[0] == 0 && q[1] == 0 &&
           q[2] == 0 && q[3] == 1;
}

/* Returns whether a track was made. */
static bool make_bone_track(const pmm_key *const *keys, uint32_t count, const char *name, bool has_switch,
                            hone_builder *builder, hone_bone_track *track)
{
    hone_bone_key first = bone_key(keys[0], has_switch);
    if (!name[0] || (count == 1 && is_rest_key(&first)))
        return false;
    hone_bone_key *made = hone_builder_array(builder, count, sizeof *made);
    for (uint32_t k = 0; made && k < count; k++) made[k] = bone_key(keys[k], has_switch);
    *track = (hone_bone_track){{.text = hone_builder_text(builder, name, strlen(name))}, made ? count : 0, made};
    return true;
}

bool hone_pmm_read_bone_tracks(pmm_reader *reader, const hone_project_model *model, hone_builder *builder,
                               hone_motion_data *data)
{
    pmm_key_list list;
    owned_keys owned;
    bool has_switch = reader->data.version > 1;
    if (!hone_pmm_read_list(reader, "the keys of bones", model->bone_count, BONE_BODY_SIZE + has_switch, &list) ||
        !follow_chains(reader, &list, &owned))
        return false;
    hone_bone_track *tracks = hone_builder_array(builder, model->bone_count, sizeof *tracks);
    uint32_t made = 0;
    for (uint32_t b = 0; tracks && b < model->bone_count; b++)
        made += make_bone_track(owned.keys + owned.begin[b], owned.begin[b + 1] - owned.begin[b], model->bones[b],
                                has_switch, builder, &tracks[made]);
    data->bone_tracks = tracks;
    data->bone_track_count = made;
    return true;
}

/* ---- morphs ---------------------------------------------------------------------------------------------------- */

static hone_morph_key morph_key(const pmm_key *from)
{
    hone_reader in = hone_reader_make(from->body, MORPH_BODY_SIZE);
    return (hone_morph_key){from->frame, hone_read_f32(&in)};
}

static bool make_morph_track(const pmm_key *const *keys, uint32_t count, const char *name, hone_builder *builder,
                             hone_morph_track *track)
{
    hone_morph_key first = morph_key(keys[0]);
    if (!name[0] || (count == 1 && first.frame == 0 && first.weight == 0))
        return false;
    hone_morph_key *made = hone_builder_array(builder, count, sizeof *made);
    for (uint32_t k = 0; made && k < count; k++) made[k] = morph_key(keys[k]);
    *track = (hone_morph_track){{.text = hone_builder_text(builder, name, strlen(name))}, made ? count : 0, made};
    return true;
}

bool hone_pmm_read_morph_tracks(pmm_reader *reader, const hone_project_model *model, hone_builder *builder,
                                hone_motion_data *data)
{
    pmm_key_list list;
    owned_keys owned;
    if (!hone_pmm_read_list(reader, "the keys of morphs", model->morph_count, MORPH_BODY_SIZE, &list) ||
        !follow_chains(reader, &list, &owned))
        return false;
    hone_morph_track *tracks = hone_builder_array(builder, model->morph_count, sizeof *tracks);
    uint32_t made = 0;
    for (uint32_t m = 0; tracks && m < model->morph_count; m++)
        made += make_morph_track(owned.keys + owned.begin[m], owned.begin[m + 1] - owned.begin[m], model->morphs[m],
                                 builder, &tracks[made]);
    data->morph_tracks = tracks;
    data->morph_track_count = made;
    return true;
}
