/* hone convert, to glTF. */
#include "cmd/convert/convert.h"
#include "tool/files/input_file.h"
#include "tool/messages/progress.h"
#include <hone/io.h>
#include <hone/render.h>

#include <math.h>
#include <stdio.h>

static void note(void *user, const char *text)
{
    conversion *c = user;
    report_warn(c->report, c->model->path, text);
}

/* What the keys of the camera do to its view. */
typedef struct view_range {
    hone_camera first;
    float low, high; /* fields of view; where lines of sight are parallel, heights of what is seen */
    bool parallel, perspective;
} view_range;

static view_range range_of(const conversion *c)
{
    view_range out = {.first = HONE_CAMERA_DEFAULT};
    hone_camera now;
    hone_motion_camera(c->camera, 0, HONE_CURVE_EXACT, &out.first);
    out.low = INFINITY, out.high = -INFINITY;
    for (uint32_t f = 0; f <= c->last_frame; f++)
        if (hone_motion_camera(c->camera, f, HONE_CURVE_EXACT, &now)) {
            const float view = now.orthographic ? hone_camera_height(&now, now.target) : now.fov;
            out.low = fminf(out.low, view), out.high = fmaxf(out.high, view);
            out.parallel |= now.orthographic, out.perspective |= !now.orthographic;
        }
    return out;
}

/* Sets the view of the first key, which players show that cannot animate it: core glTF cannot. */
static void set_view(const conversion *c, hone_gltf_desc *desc)
{
    const view_range range = range_of(c);
    const bool parallel = range.parallel && !range.perspective;
    desc->fov = range.first.fov;
    if (parallel)
        desc->height = fmaxf(hone_camera_height(&range.first, range.first.target) / 2, 1e-3f);
    if (range.parallel && range.perspective)
        report_warn(
            c->report, c->model->path,
            "a camera of glTF cannot change between perspective and parallel lines of sight: it is perspective");
    else if (range.low < range.high && parallel)
        report_warn_of(c->report, c->model->path,
                       "the camera sees %.3g to %.3g m: players without KHR_animation_pointer keep it at %.3g m",
                       (double)range.low * HONE_MMD_METRES, (double)range.high * HONE_MMD_METRES,
                       2 * (double)desc->height * HONE_MMD_METRES);
    else if (range.low < range.high)
        report_warn_of(c->report, c->model->path,
                       "the camera's field of view goes from %.3g to %.3g degrees: players without "
                       "KHR_animation_pointer keep it at %.3g",
                       (double)range.low, (double)range.high, (double)range.first.fov);
}

/* Warns of the parts of MMD's rig that glTF cannot contain. A bake has their effect in its keys. */
static void warn_of_rig(conversion *c)
{
    const hone_model_data *model = hone_model_get(c->model->model);
    enum { APPENDS = HONE_BONE_APPEND_ROTATION | HONE_BONE_APPEND_TRANSLATION };
    uint32_t appends = 0;
    for (uint32_t b = 0; b < model->skeleton.bone_count; b++)
        appends += (model->skeleton.bones[b].flags & APPENDS) && model->skeleton.bones[b].append_source != HONE_NONE;
    const convert_count counts[] = {{model->skeleton.ik_count, "IK chains"},
                                    {appends, "bones that follow others"},
                                    {model->body_count, "bodies"},
                                    {model->joint_count, "joints"},
                                    {model->soft_body_count, "soft bodies"}};
    convert_warn_of_lost(c, "glTF", counts, sizeof counts / sizeof *counts,
                         c->baked ? "left out; their effect is in the keys" : "left out");
}

/* Warns of hair and skirts that would move with physics, unless --physics off was given. */
static void warn_of_still_bodies(conversion *c)
{
    const hone_model_data *model = hone_model_get(c->model->model);
    char text[160];
    uint32_t dynamic = 0;
    for (uint32_t b = 0; b < model->body_count; b++) dynamic += model->bodies[b].mode != HONE_BODY_FOLLOWS;
    snprintf(text, sizeof text, "%u bodies do not move in the keys: %s", dynamic,
             hone_physics_available() ? "use --physics on to bake their movement" : "physics is not built in");
    if (dynamic && c->baked && c->values->scene.play.physics.mode == PLAYBACK_PHYSICS_DEFAULT)
        note(c, text);
    uint32_t joints = 0;
    for (uint32_t s = 0; s < model->spring_count; s++) joints += model->springs[s].joint_count;
    snprintf(text, sizeof text, "%u joints of springs do not move in the keys: use --physics on to bake their movement",
             joints);
    if (joints && c->baked && c->values->scene.play.physics.mode == PLAYBACK_PHYSICS_DEFAULT)
        note(c, text);
}

static void warn_of_bound(conversion *c)
{
    char text[200];
    if (!c->corrected || c->corrective.error_after <= (double)convert_bound(c))
        return;
    snprintf(text, sizeof text,
             "%u morph targets do not keep the bound of %.3g mm: the worst vertex (%u) is off by %.3g mm", c->shapes,
             (double)convert_bound(c) * c->unit * 1e3, c->corrective.worst_after,
             c->corrective.error_after * c->unit * 1e3);
    note(c, text);
}

static void warn_of_changes(conversion *c)
{
    char text[160];
    if (c->gltf.weights_changed) {
        snprintf(text, sizeof text,
                 "weights of %u vertices were changed: their sum was not 1, or glTF cannot contain so many",
                 c->gltf.weights_changed);
        note(c, text);
    }
    warn_of_rig(c);
    warn_of_still_bodies(c);
    if (c->gltf.morphs_left_out) {
        snprintf(text, sizeof text, "glTF cannot contain %u morphs of UVs, materials and impulses: left out",
                 c->gltf.morphs_left_out);
        note(c, text);
    }
    warn_of_bound(c);
    if (c->translucent)
        note(c, "glTF cannot contain how transparent the model is at a time: left out");
}

typedef struct gltf_context {
    conversion *conversion;
    const hone_gltf_desc *desc;
} gltf_context;

static bool encode(void *user, output_others *others, hone_bytes *out, hone_error *error)
{
    const gltf_context *context = user;
    conversion *c = context->conversion;
    hone_gltf_desc desc = *context->desc;
    char source[HONE_PATH_SIZE] = "";
    hone_path_folder(c->model->path, source);
    input_folder beside;
    hone_file_resolver files = input_folder_files(&beside, source, false);
    desc.files = &files;
    desc.stem = c->target == CONVERT_GLTF ? others->stem : NULL;
    desc.sink = output_others_add;
    desc.sink_user = others;
    desc.note = others->again ? NULL : note;
    desc.note_user = c;
    return hone_model_write_gltf(c->model->model, &desc, out, &c->gltf, error);
}

static int write_file(conversion *c, const hone_gltf_desc *desc)
{
    gltf_context context = {c, desc};
    const char *path = c->values->output;
    return output_set_encode(c->outputs, path, path, encode, &context, &c->bytes);
}

static bool show(void *user, uint32_t done)
{
    progress_show(user, done);
    return true;
}

/* Makes corrective shapes for the effect of the motion on SDEF and QDEF vertices. NULL: failed, and the error is
 * reported. */
static hone_correctives *correct(conversion *c, const hone_motion *motion, int *status)
{
    enum { SHAPES = 256 };
    hone_error error = {0};
    progress p = progress_begin(c->report, HONE_CORRECTIVE_PASSES * (c->last_frame + 1));
    const hone_corrective_desc desc = {.model = c->model->model,
                                       .motion = motion,
                                       .last_frame = c->last_frame,
                                       .method = (hone_skin_method)c->values->scene.play.method,
                                       .tolerance = convert_bound(c),
                                       .max_shapes = c->values->shapes ? c->values->shapes : SHAPES,
                                       .progress = show,
                                       .user = &p};
    hone_correctives *made = hone_bake_correctives(&desc, &c->corrective, &error);
    progress_end(&p);
    if (!made)
        *status = report_failure(c->report, c->model->path, &error);
    c->corrected = made != NULL;
    c->shapes = made ? made->count : 0;
    return made;
}

/* NULL: failed, and the error is reported. */
static hone_motion *bake_camera(conversion *c, int *status)
{
    hone_error error = {0};
    float tolerance =
        (float)((double)convert_tolerance(c) * c->unit / HONE_MMD_METRES); /* cameras are in MMD's units */
    hone_motion *camera = hone_bake_camera(c->camera, c->last_frame, tolerance, NULL, &error);
    if (!camera)
        *status = report_failure(c->report, c->model->path, &error);
    return camera;
}

static void warn_of_tolerance(conversion *c)
{
    double asked = convert_asked_tolerance(c), least = convert_least_tolerance(c), millimetres = 1000 * c->unit;
    if (asked < least)
        report_warn_of(c->report, c->model->path,
                       "--tolerance %.3g mm is too small for the floats of a model of this size: %.3g mm is kept "
                       "(--scale)",
                       asked * millimetres, least * millimetres);
}

int convert_to_gltf(conversion *c)
{
    int status = STATUS_OK;
    warn_of_tolerance(c);
    hone_motion *motion = c->moves ? convert_bake(c, HONE_BAKE_HIERARCHY, NULL, &status) : NULL, *camera = NULL;
    hone_correctives *correctives = NULL;
    hone_transform place;
    hone_motion *trajectory = status == STATUS_OK && c->place_moves ? convert_bake_place(c, &status) : NULL;
    if (status == STATUS_OK && motion && c->values->deform == CONVERT_CORRECTIVE)
        correctives = correct(c, motion, &status);
    hone_gltf_desc desc = {.motion = correctives ? correctives->motion : motion,
                           .morphs = correctives ? correctives->morphs : NULL,
                           .morph_count = correctives ? correctives->count : 0,
                           .surface = (hone_gltf_surface)c->values->materials,
                           .scale = c->values->scale,
                           .pack = c->values->pack,
                           .pack_tolerance = (float)((double)convert_pack_tolerance(c) * c->unit)};
    if (convert_place(c, &place))
        desc.place = &place;
    desc.place_motion = trajectory;
    if (status == STATUS_OK && c->camera) {
        desc.camera = camera = bake_camera(c, &status);
        if (camera)
            set_view(c, &desc);
    }
    if (status == STATUS_OK)
        status = write_file(c, &desc);
    if (status == STATUS_OK)
        warn_of_changes(c);
    hone_correctives_destroy(correctives);
    hone_motion_release(motion);
    hone_motion_release(trajectory);
    hone_motion_release(camera);
    return status;
}
