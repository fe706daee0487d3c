/* The models of a project. */
#include "files/format/pmm/parents.h"
#include "files/format/pmm/sections.h"

enum { BONE_STATE_SIZE = 28, MORPH_CHOICES = 4 };

/* ---- names and counts ------------------------------------------------------------------------------------------ */

static bool read_names(pmm_reader *reader, const char *noun, uint32_t *count, const char *const **names)
{
    const char **made = NULL;
    uint32_t wanted;
    if (!hone_pmm_read_count(reader, noun, 1, &wanted) ||
        !hone_reading_array(&reader->file, wanted, sizeof *made, &made))
        return false;
    for (uint32_t i = 0; i < wanted; i++) made[i] = hone_pmm_read_text(reader);
    *names = made;
    *count = wanted;
    return !reader->file.in.failed || hone_pmm_fail_short(reader, noun);
}

static bool read_indices(pmm_reader *reader, const char *noun, uint32_t *count, const int32_t **indices)
{
    int32_t *made = NULL;
    uint32_t wanted;
    if (!hone_pmm_read_count(reader, noun, 4, &wanted) ||
        !hone_reading_array(&reader->file, wanted, sizeof *made, &made))
        return false;
    if (wanted)
        hone_copy_words(made, hone_read_bytes(&reader->file.in, (size_t)4 * wanted), wanted);
    *indices = made;
    *count = wanted;
    return true;
}

static bool read_identity(pmm_reader *reader, hone_project_model *model, pmm_parents *parents)
{
    if (reader->data.version == 1) {
        model->name = hone_pmm_read_field(reader, PMM_OLD_NAME_SIZE);
        model->english_name = "";
        model->path = hone_pmm_read_field(reader, PMM_PATH_SIZE);
        return !reader->file.in.failed || hone_pmm_fail_short(reader, "a model");
    }
    model->name = hone_pmm_read_text(reader);
    model->english_name = hone_pmm_read_text(reader);
    model->path = hone_pmm_read_field(reader, PMM_PATH_SIZE);
    hone_read_u8(&reader->file.in); /* rows of MMD's list of tracks that are always shown */
    return read_names(reader, "the names of bones", &model->bone_count, &model->bones) &&
           read_names(reader, "the names of morphs", &model->morph_count, &model->morphs) &&
           read_indices(reader, "the IK chains", &model->ik_count, &model->ik_bones) &&
           read_indices(reader, "the bones with external parents", &parents->child_count, &parents->children);
}

/* ---- what the user last saw ------------------------------------------------------------------------------------ */

static bool read_view(pmm_reader *reader, hone_project_model *model)
{
    hone_reader *in = &reader->file.in;
    model->draw_order = hone_read_u8(in);
    model->visible = hone_read_u8(in) != 0;
    model->selected_bone = hone_read_i32(in);
    for (int i = 0; i < MORPH_CHOICES; i++) hone_read_i32(in); /* the morphs that MMD's panels show */
    hone_read_bytes(in, hone_read_u8(in));                     /* which groups of tracks are open */
    hone_read_i32(in);                                         /* position of the scroll bar */
    model->last_frame = hone_read_u32(in);
    return !in->failed || hone_pmm_fail_short(reader, "a model");
}

/* The pose at the current frame repeats what the keys say, except of bones that the user has moved since. */
static bool read_states(pmm_reader *reader, hone_project_model *model, const pmm_parents *parents)
{
    hone_reader *in = &reader->file.in;
    bool old = reader->data.version == 1;
    for (uint32_t i = 0; i < model->bone_count && !in->failed; i++) {
        hone_read_bytes(in, BONE_STATE_SIZE);
        if (old)
            hone_read_u32(in);
        model->unregistered += hone_read_u8(in) != 0;
        hone_read_bytes(in, old ? 1 : 2); /* physics switch, selected tracks */
    }
    if (model->unregistered)
        hone_builder_warn(reader->file.builder, "poses that were not registered as keys are left out",
                          model->unregistered);
    hone_pmm_skip(reader, (size_t)4 * model->morph_count);
    hone_pmm_skip(reader, model->ik_count);
    hone_pmm_skip(reader, (size_t)16 * parents->child_count);
    return !in->failed || hone_pmm_fail_short(reader, "a model");
}

static bool read_look(pmm_reader *reader, hone_project_model *model)
{
    model->edge_scale = 1;
    model->self_shadow = true;
    if (reader->data.version == 1)
        return true;
    model->additive = hone_read_u8(&reader->file.in) != 0;
    model->edge_scale = hone_read_f32(&reader->file.in);
    model->self_shadow = hone_read_u8(&reader->file.in) != 0;
    model->calculation_order = hone_read_u8(&reader->file.in);
    return !reader->file.in.failed || hone_pmm_fail_short(reader, "a model");
}

/* ---- all models ------------------------------------------------------------------------------------------------ */

static bool read_model(pmm_reader *reader, hone_project_model *model, pmm_parents *parents)
{
    hone_read_u8(&reader->file.in); /* number of the model, which is its place in the list */
    if (!read_identity(reader, model, parents) || !read_view(reader, model))
        return false;
    if (reader->data.version == 1 && !hone_pmm_read_skeleton(reader, model))
        return false;
    return hone_pmm_read_motion(reader, model, parents) && read_states(reader, model, parents) &&
           read_look(reader, model);
}

bool hone_pmm_read_models(pmm_reader *reader)
{
    uint32_t selected = hone_read_u8(&reader->file.in), count = hone_read_u8(&reader->file.in);
    if (reader->data.version == 1 && !hone_pmm_skip(reader, (size_t)PMM_OLD_NAME_SIZE * count))
        return hone_pmm_fail_short(reader, "the names of models");
    if (reader->file.in.failed)
        return hone_pmm_fail_short(reader, "its head");
    pmm_parents *parents;
    if (!hone_reading_scratch(&reader->file, (uint64_t)count + 1, sizeof *parents, &parents) ||
        !hone_reading_array(&reader->file, count, sizeof *reader->models, &reader->models))
        return false;
    reader->data.models = reader->models;
    reader->data.selected_model = selected;
    reader->parents = parents;
    for (uint32_t i = 0; i < count; i++) {
        parents[i].model = &reader->models[i];
        reader->data.model_count = i + 1; /* hone_pmm_discard releases its motion */
        if (!read_model(reader, &reader->models[i], &parents[i]))
            return false;
    }
    return true;
}
