/* Reads bytes as a project of MikuMikuDance, or as an accessory text; plays the motions of the project. */
#include "support/make/files/make_pmm.h"
#include "use/use.h"
#include <math.h>
#include <string.h>

/* A model for projects of version 0001: every path names it. */
static bool read_model(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                       hone_error *error)
{
    static const char *const names[] = {"center", "arm"};
    (void)user, (void)path;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, 2, sizeof *bones);
    for (int i = 0; i < 2; i++)
        bones[i] = (hone_bone){
            .name = names[i], .parent = HONE_NONE, .tail_bone = HONE_NONE, .append_source = HONE_NONE, .ik = HONE_NONE};
    const hone_model_data data = {.skeleton = {.bone_count = 2, .bones = bones}};
    hone_model *model = hone_model_create(builder, &data, NULL, NULL);
    bool ok = hone_model_write_pmx(model, allocator, out, error);
    hone_model_release(model);
    return ok;
}

static void check_bone(const hone_project_data *data, const hone_project_bone *bone)
{
    require(bone->name && bone->model >= HONE_NONE && bone->model < (int32_t)data->model_count);
}

static void use_project(const hone_project *project)
{
    const hone_project_data *data = hone_project_get(project);
    for (uint32_t i = 0; i < data->model_count; i++) {
        const hone_project_model *model = &data->models[i];
        require(model->name && model->path && model->english_name && isfinite(model->edge_scale));
        use_motion(model->motion);
        for (uint32_t k = 0; k < model->parent_key_count; k++) check_bone(data, &model->parent_keys[k].parent);
    }
    use_motion(data->scene);
    for (uint32_t k = 0; k < data->camera_parent_count; k++) check_bone(data, &data->camera_parents[k].parent);
    for (uint32_t i = 0; i < data->accessory_count; i++) {
        const hone_project_accessory *accessory = &data->accessories[i];
        require(accessory->key_count > 0 && accessory->path);
        for (uint32_t k = 0; k < accessory->key_count; k++) {
            const hone_accessory_key *key = &accessory->keys[k];
            check_bone(data, &key->parent);
            require(isfinite(key->scale) && isfinite(key->translation[0]) && key->opacity >= 0 && key->opacity <= 1);
            require(k == 0 || key[-1].frame < key->frame);
        }
    }
}

static void use(const uint8_t *bytes, size_t size)
{
    const hone_file_resolver files = {.read = read_model, .user = NULL};
    hone_error error = {0};
    hone_vac vac;
    hone_project *project = hone_project_load_memory(bytes, size, &(hone_project_desc){.files = &files}, &error);
    require(project || error.code == HONE_ERROR_MEMORY || error.code == HONE_ERROR_FORMAT);
    if (project)
        use_project(project);
    hone_project_destroy(project);
    if (hone_vac_read(bytes, size, &vac, NULL))
        require(vac.path[0] && isfinite(vac.scale) && isfinite(vac.rotation[2]));
}

static hone_bytes make(unsigned kind)
{
    static const char *const bones[] = {"center", "arm"}, *const morphs[] = {""};
    make_pmm_desc desc = {.old = kind & 1, .holes = kind & 2, .loop = kind & 4, .followed = kind & 8 ? 0 : -1};
    if (desc.old)
        desc.bones = bones, desc.bone_count = 2, desc.morphs = morphs;
    return make_pmm(&desc, NULL);
}

const fuzz_target fuzz_pmm = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
