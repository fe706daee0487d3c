/* Creates and releases models. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "base/system/threads.h"
#include "core/model/derived.h"
#include "core/model/front.h"
#include "core/model/validate.h"
#include "core/model/with_springs.h"
#include <hone/math.h>
#include <stdatomic.h>
#include <string.h>

/* Allocated in its own builder; destroying the builder frees everything. */
struct hone_model {
    atomic_uint references;
    hone_builder *builder;
    const hone_model *base; /* whose arrays it shares; NULL: all are its own */
    hone_model_data data;
    hone_warnings warnings;
    hone_mutex deriving;                               /* held while one of `derived` is made */
    _Atomic(const void *) derived[HONE_DERIVED_COUNT]; /* NULL: not made yet */
    hone_derived_kind derived_kinds[HONE_DERIVED_COUNT];
    uint32_t number; /* see hone_model_number */
};

hone_model *hone_model_retain(const hone_model *model)
{
    hone_model *m = (hone_model *)model; /* only the reference count changes */
    if (m)
        atomic_fetch_add_explicit(&m->references, 1, memory_order_relaxed);
    return m;
}

void hone_model_release(const hone_model *model)
{
    hone_model *m = (hone_model *)model;
    /* release: what this thread did with the model happens before its end; acquire: so does what other threads did */
    while (m && atomic_fetch_sub_explicit(&m->references, 1, memory_order_acq_rel) == 1) {
        hone_model *base = (hone_model *)m->base;
        for (int i = 0; i < HONE_DERIVED_COUNT; i++) {
            const void *derived = atomic_load_explicit(&m->derived[i], memory_order_relaxed);
            if (derived)
                m->derived_kinds[i].release(derived);
        }
        hone_mutex_destroy(&m->deriving);
        hone_builder_destroy(m->builder);
        m = base;
    }
}

const hone_model_data *hone_model_get(const hone_model *model)
{
    static const hone_model_data empty = {.name = "", .english_name = "", .comment = "", .english_comment = ""};
    return model ? &model->data : &empty;
}

void hone_model_front(const hone_model *model, float out[3])
{
    out[0] = out[1] = 0;
    out[2] = hone_front_of(hone_model_get(model));
}

/* Bones of MMD have no rotation at rest. */
bool hone_model_bone_tail(const hone_model *model, uint32_t bone, float out[3])
{
    const hone_model_data *data = hone_model_get(model);
    const hone_bone *bones = data->skeleton.bones, *what = bones + bone;
    if (bone >= data->skeleton.bone_count || what->flags & HONE_BONE_TAIL_IS_BONE ||
        !(hone_vec3_length(what->tail_offset) > 0))
        return false;
    if (data->space == HONE_SPACE_MMD)
        return hone_vec3_copy(what->tail_offset, out), true;
    hone_affine rest = what->rest_local, back;
    for (int32_t b = what->parent; b != HONE_NONE; b = bones[b].parent)
        rest = hone_affine_multiply(&bones[b].rest_local, &rest);
    if (!hone_affine_invert(&rest, &back))
        return false;
    hone_affine_direction(&back, what->tail_offset, out);
    return true;
}

const hone_mesh *hone_model_mesh(const hone_model *model)
{
    return &hone_model_get(model)->mesh;
}

const hone_skeleton *hone_model_skeleton(const hone_model *model)
{
    return &hone_model_get(model)->skeleton;
}

hone_warnings hone_model_warnings(const hone_model *model)
{
    return model ? model->warnings : (hone_warnings){0};
}

int32_t hone_model_find_bone(const hone_model *model, const char *name)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    for (uint32_t i = 0; name && i < skeleton->bone_count; i++)
        if (strcmp(skeleton->bones[i].name, name) == 0)
            return (int32_t)i;
    return HONE_NONE;
}

int32_t hone_model_find_morph(const hone_model *model, const char *name)
{
    const hone_model_data *data = hone_model_get(model);
    for (uint32_t i = 0; name && i < data->morph_count; i++)
        if (strcmp(data->morphs[i].name, name) == 0)
            return (int32_t)i;
    return HONE_NONE;
}

int32_t hone_model_find_ik(const hone_model *model, const char *name)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    for (uint32_t i = 0; name && i < skeleton->ik_count; i++)
        if (strcmp(skeleton->bones[skeleton->iks[i].bone].name, name) == 0)
            return (int32_t)i;
    return HONE_NONE;
}

/* ---- derived objects --------------------------------------------------------------------------------------------- */

/* Makes the object, unless another thread has made it since the caller looked. */
static const void *derive(hone_model *model, const hone_derived_kind *kind, hone_error *error)
{
    hone_mutex_lock(&model->deriving);
    _Atomic(const void *) *place = &model->derived[kind->place];
    const void *derived = atomic_load_explicit(place, memory_order_relaxed);
    if (!derived) {
        derived = kind->make(model, hone_arena_allocator(hone_builder_memory(model->builder)), error);
        model->derived_kinds[kind->place] = *kind;
        atomic_store_explicit(place, derived, memory_order_release);
    }
    hone_mutex_unlock(&model->deriving);
    return derived;
}

const void *hone_model_derive(const hone_model *model, const hone_derived_kind *kind, hone_error *error)
{
    hone_model *m = (hone_model *)model; /* what is derived from it is no part of its data */
    const void *derived = atomic_load_explicit(&m->derived[kind->place], memory_order_acquire);
    return derived ? derived : derive(m, kind, error);
}

/* ---- creation ---------------------------------------------------------------------------------------------------- */

uint32_t hone_model_number(const hone_model *model)
{
    return model->number;
}

/* Completes a model with what is not data. Nothing may fail after it. */
static hone_model *begin_life(hone_model *model)
{
    static atomic_uint made; /* the only thing that models share */
    model->number = atomic_fetch_add_explicit(&made, 1, memory_order_relaxed);
    atomic_init(&model->references, 1);
    for (int i = 0; i < HONE_DERIVED_COUNT; i++) atomic_init(&model->derived[i], NULL);
    hone_mutex_init(&model->deriving);
    return model;
}

/* What models of MMD have none of; see core/model/avatar. */
static bool check_avatar(const hone_validate *check)
{
    const hone_model_data *data = check->data;
    return ((!data->avatar && !data->vrm_animation) || hone_validate_avatar(check)) &&
           (data->constraint_count == 0 || hone_validate_constraints(check)) &&
           ((data->collider_count == 0 && data->spring_count == 0) || hone_validate_springs(check));
}

static bool check_all(const hone_validate *check)
{
    return hone_validate_skeleton(check) && hone_validate_mesh(check) && hone_validate_surface(check) &&
           hone_validate_physics(check) && hone_validate_morphs(check) && check_avatar(check) &&
           hone_validate_texts(check);
}

static hone_model *build(hone_builder *builder, const hone_model_data *data, bool strict, hone_error *error)
{
    hone_model *model = hone_builder_array(builder, 1, sizeof *model);
    if (!model)
        return hone_builder_fail(builder, error), NULL;
    model->builder = builder;
    model->data = *data;
    hone_validate check = {builder, &model->data, error};
    if (!check_all(&check) || !hone_builder_finish_warnings(builder, strict, &model->warnings, error))
        return NULL;
    return begin_life(model);
}

hone_model *hone_model_create(hone_builder *builder, const hone_model_data *data, const hone_model_desc *desc,
                              hone_error *error)
{
    if (!builder)
        return hone_fail_null(error, "builder"), NULL;
    hone_model *model = NULL;
    if (!data)
        hone_fail_null(error, "data");
    /* checked first, so that NULL arrays of a failed builder are not reported as the caller's mistake */
    else if (hone_builder_failed(builder))
        hone_builder_fail(builder, error);
    else
        model = build(builder, data, desc && desc->strict, error);
    if (!model)
        hone_builder_destroy(builder);
    return model;
}

/* The model whose memory a changed copy of `base` uses: `base`, or what that was made from, if `base` differs from it
 * only in the part that changes again. */
static hone_model *retain_shared(const hone_model *base, bool same_part)
{
    return hone_model_retain(same_part ? base->base : base);
}

/* ---- changing weights ------------------------------------------------------------------------------------------ */

static bool copy_array(hone_builder *builder, const void *from, size_t count, size_t size, const void **out)
{
    void *copy = hone_builder_array(builder, count, size);
    if (copy && count)
        memcpy(copy, from, count * size);
    *out = copy;
    return copy || count == 0;
}

static bool copy_weights(hone_builder *builder, const hone_weights *from, hone_mesh *mesh)
{
    size_t count = mesh->vertex_count;
    mesh->influence_count = count ? from->influence_begin[count] : 0;
    mesh->sdef_count = from->sdef_count;
    return copy_array(builder, from->deforms, count, 1, (const void **)&mesh->deforms) &&
           copy_array(builder, from->influence_begin, count ? count + 1 : 0, sizeof *from->influence_begin,
                      (const void **)&mesh->influence_begin) &&
           copy_array(builder, from->influences, mesh->influence_count, sizeof *from->influences,
                      (const void **)&mesh->influences) &&
           copy_array(builder, from->sdefs, from->sdef_count, sizeof *from->sdefs, (const void **)&mesh->sdefs);
}

/* A model with the data of another one, of which some are replaced then. NULL: out of memory. */
static hone_model *begin_copy(hone_builder *builder, const hone_model *base)
{
    hone_model *model = hone_builder_array(builder, 1, sizeof *model);
    if (!model)
        return NULL;
    model->builder = builder;
    model->data = base->data;
    return model;
}

static hone_model *build_weighted(hone_builder *builder, const hone_model *base, const hone_weights *weights,
                                  hone_error *error)
{
    hone_model *model = begin_copy(builder, base);
    if (!model || !copy_weights(builder, weights, &model->data.mesh))
        return hone_builder_fail(builder, error), NULL;
    hone_validate check = {builder, &model->data, error};
    if (!hone_validate_influences(&check) || !hone_builder_finish_warnings(builder, false, &model->warnings, error))
        return NULL;
    model->base = retain_shared(base, base->base && base->base->data.mesh.deforms != base->data.mesh.deforms);
    return begin_life(model);
}

hone_model *hone_model_with_weights(const hone_model *model, const hone_weights *weights,
                                    const hone_allocator *allocator, hone_error *error)
{
    if (!model || !weights ||
        (model->data.mesh.vertex_count && (!weights->deforms || !weights->influence_begin || !weights->influences)))
        return hone_fail_null(error, "the model and its weights"), NULL;
    hone_builder *builder = hone_builder_create(allocator, 0, error);
    hone_model *made = builder ? build_weighted(builder, model, weights, error) : NULL;
    if (builder && !made)
        hone_builder_destroy(builder);
    return made;
}

/* ---- changing centres of rotation ------------------------------------------------------------------------------ */

static bool centres_are_finite(const hone_model *model, const float (*centres)[3], hone_error *error)
{
    for (uint32_t v = 0; centres && v < model->data.mesh.vertex_count; v++)
        for (int c = 0; c < 3; c++)
            if (!isfinite(centres[v][c]))
                return hone_fail(error, HONE_ERROR_ARGUMENT, v, "the centre of vertex %u is not finite", v);
    return true;
}

static hone_model *build_centred(hone_builder *builder, const hone_model *base, const float (*centres)[3],
                                 hone_error *error)
{
    hone_model *model = begin_copy(builder, base);
    const void *copy = NULL;
    if (!model || (centres && !copy_array(builder, centres, base->data.mesh.vertex_count, sizeof *centres, &copy)))
        return hone_builder_fail(builder, error), NULL;
    model->data.mesh.centres = (const float(*)[3])copy;
    model->base = retain_shared(base, base->base && base->base->data.mesh.centres != base->data.mesh.centres);
    return begin_life(model);
}

hone_model *hone_model_with_centres(const hone_model *model, const float (*centres)[3], const hone_allocator *allocator,
                                    hone_error *error)
{
    if (!model)
        return hone_fail_null(error, "the model"), NULL;
    if (!centres_are_finite(model, centres, error))
        return NULL;
    hone_builder *builder = hone_builder_create(allocator, 0, error);
    hone_model *made = builder ? build_centred(builder, model, centres, error) : NULL;
    if (builder && !made)
        hone_builder_destroy(builder);
    return made;
}

/* ---- changing the humanoid map --------------------------------------------------------------------------------- */

static hone_model *build_mapped(hone_builder *builder, const hone_model *base, const hone_humanoid *human,
                                hone_error *error)
{
    hone_model *model = hone_builder_array(builder, 1, sizeof *model);
    hone_humanoid_map_entry *map = hone_builder_array(builder, HONE_HUMANOID_COUNT, sizeof *map);
    if (!model || !map)
        return hone_builder_fail(builder, error), NULL;
    model->builder = builder;
    model->data = base->data;
    model->data.humanoid_map = map;
    model->data.humanoid_map_count = 0;
    model->data.humanoid_map_partial = true;
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        if (human->bones[h] != HONE_NONE)
            map[model->data.humanoid_map_count++] = (hone_humanoid_map_entry){
                .role = hone_humanoid_bone_name((hone_humanoid_bone)h), .bone = human->bones[h]};
    model->base = retain_shared(base, base->base && base->base->data.humanoid_map != base->data.humanoid_map);
    return begin_life(model);
}

static bool check_map(const hone_model *model, const hone_humanoid *human, hone_error *error)
{
    bool any = false;
    if (!model || !human)
        return hone_fail_null(error, "the model and its humanoid map");
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        int32_t bone = human->bones[h];
        any |= bone != HONE_NONE;
        if (bone != HONE_NONE && (bone < 0 || (uint32_t)bone >= model->data.skeleton.bone_count))
            return hone_fail(error, HONE_ERROR_ARGUMENT, (uint64_t)h, "a humanoid map with bone %d, which is missing",
                             bone);
    }
    return any || hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a humanoid map without bones");
}

hone_model *hone_model_with_humanoid(const hone_model *model, const hone_humanoid *human,
                                     const hone_allocator *allocator, hone_error *error)
{
    if (!check_map(model, human, error))
        return NULL;
    hone_builder *builder = hone_builder_create(allocator, 0, error);
    hone_model *made = builder ? build_mapped(builder, model, human, error) : NULL;
    if (builder && !made)
        hone_builder_destroy(builder);
    return made;
}

/* ---- changing what swings -------------------------------------------------------------------------------------- */

static bool copy_spring(hone_builder *builder, const hone_spring *from, hone_spring *to)
{
    *to = *from;
    to->name = hone_builder_text(builder, from->name, from->name ? strlen(from->name) : 0);
    return to->name &&
           copy_array(builder, from->joints, from->joint_count, sizeof *from->joints, (const void **)&to->joints) &&
           copy_array(builder, from->colliders, from->collider_count, sizeof *from->colliders,
                      (const void **)&to->colliders);
}

static bool copy_springs(hone_builder *builder, const hone_spring_set *from, hone_model_data *data)
{
    hone_spring *springs = hone_builder_array(builder, from->spring_count, sizeof *springs);
    for (uint32_t s = 0; springs && s < from->spring_count; s++)
        if (!copy_spring(builder, &from->springs[s], &springs[s]))
            return false;
    data->springs = springs;
    data->spring_count = from->spring_count;
    data->collider_count = from->collider_count;
    return (springs || from->spring_count == 0) && copy_array(builder, from->colliders, from->collider_count,
                                                              sizeof *from->colliders, (const void **)&data->colliders);
}

/* Takes bodies out, and with them the elements of impulse morphs, which name them. */
static bool remove_bodies(hone_builder *builder, hone_model_data *data)
{
    bool any = false;
    data->body_count = data->joint_count = data->soft_body_count = 0;
    for (uint32_t m = 0; m < data->morph_count; m++) any |= data->morphs[m].kind == HONE_MORPH_IMPULSE;
    if (!any)
        return true;
    const void *copy;
    if (!copy_array(builder, data->morphs, data->morph_count, sizeof *data->morphs, &copy))
        return false;
    hone_morph *morphs = (hone_morph *)copy;
    for (uint32_t m = 0; m < data->morph_count; m++)
        if (morphs[m].kind == HONE_MORPH_IMPULSE)
            morphs[m].count = 0;
    data->morphs = morphs;
    return true;
}

static hone_model *build_swinging(hone_builder *builder, const hone_model *base, const hone_spring_set *springs,
                                  hone_error *error)
{
    hone_model *model = begin_copy(builder, base);
    if (!model || !copy_springs(builder, springs, &model->data) || !remove_bodies(builder, &model->data))
        return hone_builder_fail(builder, error), NULL;
    hone_validate check = {builder, &model->data, error};
    if (!hone_validate_springs(&check) || !hone_builder_finish_warnings(builder, false, &model->warnings, error))
        return NULL;
    model->base = hone_model_retain(base);
    return begin_life(model);
}

static bool has_arrays(const hone_spring_set *set)
{
    if (!set || (set->spring_count && !set->springs) || (set->collider_count && !set->colliders))
        return false;
    for (uint32_t s = 0; s < set->spring_count; s++)
        if ((set->springs[s].joint_count && !set->springs[s].joints) ||
            (set->springs[s].collider_count && !set->springs[s].colliders))
            return false;
    return true;
}

hone_model *hone_model_with_springs(const hone_model *model, const hone_spring_set *springs,
                                    const hone_allocator *allocator, hone_error *error)
{
    if (!model || !has_arrays(springs))
        return hone_fail_null(error, "the model and its springs"), NULL;
    hone_builder *builder = hone_builder_create(allocator, 0, error);
    hone_model *made = builder ? build_swinging(builder, model, springs, error) : NULL;
    if (builder && !made)
        hone_builder_destroy(builder);
    return made;
}
