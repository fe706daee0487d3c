/* Writes a scene to a file. */
#include "tool/scene/scene_file.h"
#include "tool/scene/scene_keys.h"
#include "tool/settings/settings.h"

static void write_place(const placement *place, scene_writer *w)
{
    bool moved = false, turned = false;
    for (int i = 0; i < 3; i++) moved = moved || place->at[i] != 0, turned = turned || place->turn[i] != 0;
    if (moved)
        scene_write_floats(w, "at", place->at, 3);
    if (turned)
        scene_write_floats(w, "turn", place->turn, 3);
    if (place->scale > 0)
        scene_write_float(w, "scale", place->scale);
}

static bool write_attach(const placement *place, scene_writer *w)
{
    if (place->attach == 0)
        return true;
    hone_json_key(w->json, "attach");
    hone_json_object(w->json);
    scene_write_number(w, "model", place->attach);
    bool ok = scene_write_text(w, "bone", place->bone);
    hone_json_end(w->json, '}');
    return ok;
}

static bool write_bones(const scene_model *m, scene_writer *w)
{
    bool ok = true;
    hone_json_key(w->json, "bones");
    hone_json_array(w->json);
    for (uint32_t i = 0; i < m->bone_count && ok; i++) {
        hone_json_object(w->json);
        ok = scene_write_text(w, "name", m->bones[i].name);
        scene_write_floats(w, "rotation", m->bones[i].rotation, 4);
        scene_write_floats(w, "translation", m->bones[i].translation, 3);
        hone_json_end(w->json, '}');
    }
    hone_json_end(w->json, ']');
    return ok;
}

static bool write_morphs(const scene_model *m, scene_writer *w)
{
    bool ok = true;
    hone_json_key(w->json, "morphs");
    hone_json_array(w->json);
    for (uint32_t i = 0; i < m->morph_count && ok; i++) {
        hone_json_object(w->json);
        ok = scene_write_text(w, "name", m->morphs[i].name);
        scene_write_float(w, "weight", m->morphs[i].weight);
        hone_json_end(w->json, '}');
    }
    hone_json_end(w->json, ']');
    return ok;
}

static bool write_chains(const scene_model *m, scene_writer *w)
{
    bool ok = true;
    hone_json_key(w->json, "chains");
    hone_json_array(w->json);
    for (uint32_t i = 0; i < m->chain_count && ok; i++) {
        hone_json_object(w->json);
        ok = scene_write_text(w, "name", m->chains[i].name);
        scene_write_bool(w, "on", m->chains[i].on);
        hone_json_end(w->json, '}');
    }
    hone_json_end(w->json, ']');
    return ok;
}

static bool write_hidden(const scene_model *m, scene_writer *w)
{
    hone_json_key(w->json, "hidden");
    hone_json_array(w->json);
    for (uint32_t i = 0; i < m->hidden_count; i++) hone_json_string(w->json, m->hidden[i]);
    hone_json_end(w->json, ']');
    return true;
}

static bool write_corrections(const scene_model *m, scene_writer *w)
{
    return (m->bone_count == 0 || write_bones(m, w)) && (m->morph_count == 0 || write_morphs(m, w)) &&
           (m->chain_count == 0 || write_chains(m, w)) && (m->hidden_count == 0 || write_hidden(m, w));
}

bool scene_write_model(const scene_model *m, scene_writer *w)
{
    if (!m->path)
        return hone_fail(w->error, HONE_ERROR_ARGUMENT, 0, "a model without a file cannot be saved in a scene");
    hone_json_object(w->json);
    bool ok = scene_write_path(w, "file", m->path);
    write_place(&m->place, w);
    ok = ok && write_attach(&m->place, w) && scene_write_text(w, "clip", m->clip);
    if (m->invisible)
        scene_write_bool(w, "invisible", true);
    if (m->edge_scale > 0)
        scene_write_float(w, "edge_scale", m->edge_scale);
    if (m->edge_colour.given)
        scene_write_floats(w, "edge_colour", m->edge_colour.rgba, 3);
    if (m->additive)
        scene_write_bool(w, "additive", true);
    if (m->no_self_shadow)
        scene_write_bool(w, "self_shadow", false);
    ok =
        ok && scene_keys_write(m, w) && scene_parents_write("parents", m->parents, m->parent_count, m->numbers_from, w);
    ok = ok && write_corrections(m, w);
    hone_json_end(w->json, '}');
    return ok;
}

bool scene_write_motion(const scene_motion *m, scene_writer *w)
{
    if (!m->path)
        return hone_fail(w->error, HONE_ERROR_ARGUMENT, 0, "a motion without a file cannot be saved in a scene");
    hone_json_object(w->json);
    bool ok = scene_write_path(w, "file", m->path) && scene_write_text(w, "clip", m->clip);
    if (m->model)
        scene_write_number(w, "model", m->model);
    if (m->weight != 1)
        scene_write_float(w, "weight", m->weight);
    if (m->off)
        scene_write_bool(w, "off", true);
    hone_json_end(w->json, '}');
    return ok;
}

static bool write_scene(const scene *s, scene_writer *w)
{
    bool ok = true;
    hone_json_object(w->json);
    scene_write_number(w, "hone", SCENE_VERSION);
    hone_json_key(w->json, "models");
    hone_json_array(w->json);
    for (uint32_t i = 0; i < s->model_count && ok; i++) ok = scene_write_model(&s->models[i], w);
    hone_json_end(w->json, ']');
    hone_json_key(w->json, "motions");
    hone_json_array(w->json);
    for (uint32_t i = 0; i < s->motion_count && ok; i++) ok = scene_write_motion(&s->motions[i], w);
    hone_json_end(w->json, ']');
    ok = ok && settings_write_object(w, "", s);
    hone_json_end(w->json, '}');
    return ok;
}

bool scene_write(const scene *s, const char *folder, hone_bytes *out, hone_error *error)
{
    hone_writer bytes = hone_writer_make(NULL);
    hone_json json = hone_json_make(&bytes);
    scene_writer w = {.json = &json, .folder = folder, .error = error};
    bool ok = write_scene(s, &w);
    bool finished = hone_writer_finish(&bytes, out, ok ? error : NULL);
    if (finished && !ok)
        hone_bytes_release(out);
    return ok && finished;
}

bool scene_save(const scene *s, const char *path, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    hone_bytes bytes;
    if (!hone_path_folder(path, folder))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "its folder is too long");
    if (!scene_write(s, folder, &bytes, error))
        return false;
    bool ok = hone_file_write(path, bytes.data, bytes.size, error);
    hone_bytes_release(&bytes);
    return ok;
}
