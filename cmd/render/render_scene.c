#include "cmd/render/render_scene.h"
#include "cmd/render/render_output.h"
#include "tool/output/output.h"
#include "tool/output/output_set.h"
#include "tool/scene/scene_file.h"
#include "tool/system/system.h"

#include <hone/format.h>
#include <stdio.h>
#include <string.h>

/* ---- from a scene ----------------------------------------------------------------------------------------------- */

static bool names_camera(const camera_values *given)
{
    return given->source || given->name || camera_is_placed(given);
}

/* Without an output, when a scene is only saved again, all is kept. */
static void use_frames(const render_values *given, bool still, render_values *out)
{
    const scene *s = &out->scene;
    if (given->frame.count || given->frames.count || given->time.range.count)
        return;
    if ((still || !given->output.path) && s->frame != 0)
        out->frame = (number_range){.first = s->frame, .step = 1, .last = s->frame, .count = 1};
    if (still || !s->frames.given)
        return;
    double step = s->frames.step > 0 ? s->frames.step : 1;
    out->frames = (number_range){.first = s->frames.first,
                                 .step = step,
                                 .last = s->frames.last,
                                 .count = (uint32_t)((s->frames.last - s->frames.first) / step + 1e-6) + 1,
                                 .stepped = s->frames.step > 0};
}

void render_fit_scene(const void *given, void *values)
{
    render_values asked = *(const render_values *)given, *out = values;
    film_values *from = &out->scene.film;
    render_find_output(&asked);
    const render_kind kind = asked.output.kind;
    use_frames(&asked, kind == RENDER_PICTURE, out);
    if (names_camera(&asked.scene.camera))
        out->scene.camera = (camera_values){0};
    if (kind == RENDER_PICTURE || kind == RENDER_PICTURES)
        from->sound = NULL, from->delay = 0;
    if (kind == RENDER_PICTURE || asked.frames.stepped || out->frames.stepped)
        from->rate = (film_rate){0};
}

/* ---- to a scene ------------------------------------------------------------------------------------------------- */

static bool add_model(const input *item, const render_values *v, scene *out)
{
    scene_model *m = scene_add_model(out);
    if (!m)
        return false;
    if (item->set_up)
        *m = *item->set_up; /* its lists are borrowed */
    m->numbers_from = item->set_up_first;
    m->path = item->path;
    m->place = item->place;
    if (!m->clip && item->motion)
        m->clip = v->scene.play.clip;
    return true;
}

static bool add_motion(const input *item, const render_values *v, scene *out)
{
    scene_motion *m = scene_add_motion(out);
    if (!m)
        return false;
    if (item->weighted)
        *m = *item->weighted;
    m->motion = NULL;
    m->path = item->weighted ? item->weighted->path : item->path;
    m->model = item->target;
    if (!m->clip && input_has_clips(item->format))
        m->clip = v->scene.play.clip;
    return true;
}

/* Writes the keys of a motion that has no file, such as those of a project, beside the scene: "film-2.vmd". */
static bool save_keys(const input *item, const char *path, output_others *others, scene *out, hone_error *error)
{
    scene_motion *m = &out->motions[out->motion_count - 1];
    char name[2 * HONE_PATH_SIZE];
    hone_bytes bytes;
    int folder = (int)(system_path_name(path) - path);
    int size = snprintf(name, sizeof name, "%.*s%s-%u.vmd", folder, path, others->stem, out->motion_count);
    if (size >= HONE_PATH_SIZE)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the name is too long");
    if (!hone_motion_write_vmd(item->motion, NULL, &bytes, error))
        return false;
    bool ok = output_others_add(others, name + folder, bytes.data, bytes.size, error);
    hone_bytes_release(&bytes);
    m->path = ok ? scene_text(out, name) : NULL;
    return ok && (m->path || hone_fail_memory(error));
}

static bool add_item(const input *item, const render_values *v, output_others *others, scene *out, hone_error *error)
{
    if (item->model)
        return add_model(item, v, out) || hone_fail_memory(error);
    if (!add_motion(item, v, out))
        return hone_fail_memory(error);
    return out->motions[out->motion_count - 1].path || save_keys(item, v->save_scene, others, out, error);
}

/* What is rendered, without its models and motions. Its lists are those of the scene that was read. */
static scene describe(const render_values *v, const inputs *in)
{
    scene out = v->scene;
    out.models = NULL, out.model_count = 0;
    out.motions = NULL, out.motion_count = 0;
    out.texts = NULL, out.text_count = 0;
    out.numbers_from = inputs_scene_first(in);
    out.active += out.active ? out.numbers_from : 0;
    out.frames = (scene_range){0};
    if (v->frames.count)
        out.frames = (scene_range){true, v->frames.first, v->frames.last, v->frames.stepped ? v->frames.step : 0};
    out.frame = v->frame.count ? v->frame.first : 0;
    return out;
}

/* The lists of the models, and the keys, are not its own. */
static void release(scene *s)
{
    s->camera_parents = NULL;
    s->play.physics.gravity_keys = NULL;
    for (uint32_t i = 0; i < s->model_count; i++) s->models[i] = (scene_model){0};
    scene_release(s);
}

typedef struct scene_context {
    const render_values *values;
    const inputs *in;
} scene_context;

static bool encode(void *user, output_others *others, hone_bytes *out, hone_error *error)
{
    const scene_context *context = user;
    const render_values *v = context->values;
    const inputs *in = context->in;
    scene s = describe(v, in);
    char folder[HONE_PATH_SIZE];
    bool ok =
        hone_path_folder(v->save_scene, folder) || hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the name is too long");
    for (uint32_t i = 0; i < in->count && ok; i++) ok = add_item(&in->items[i], v, others, &s, error);
    ok = ok && scene_write(&s, folder, out, error);
    release(&s);
    return ok;
}

int render_save_scene(const render_values *v, const inputs *in, report *r)
{
    scene_context context = {v, in};
    output_set outputs;
    uint64_t bytes;
    int status = output_set_begin(&outputs, r);
    if (status == STATUS_OK)
        status = output_set_encode(&outputs, v->save_scene, v->save_scene, encode, &context, &bytes);
    return output_set_end(&outputs, status);
}
