/* Documents of the viewer beside the command: the same pictures and bones. */
#ifndef HONE_TESTS_VIEW_AS_RENDER_H
#define HONE_TESTS_VIEW_AS_RENDER_H

#include "support/command.h"
#include "support/image/picture.h"
#include "support/support.h"
#include "tool/play/actors.h"
#include "tool/scene/scene_file.h"
#include "view/document/document_place.h"
#include "view/document/document_scene.h"
#include "view/record/record.h"

#include <hone/format.h>
#include <hone/io.h>
#include <string.h>

static inline bool write_model(const char *path, hone_model *model)
{
    hone_bytes bytes = {0};
    bool ok =
        model && hone_model_write_pmx(model, NULL, &bytes, NULL) && command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    hone_model_release(model);
    return ok;
}

static inline bool write_motion(const char *path, hone_motion *motion)
{
    hone_bytes bytes = {0};
    bool ok =
        motion && hone_motion_write_vmd(motion, NULL, &bytes, NULL) && command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    hone_motion_release(motion);
    return ok;
}

static inline character *character_at(const document *d, uint32_t i)
{
    return d->models[i]->character;
}

static inline int32_t bone_named(const character *c, const char *name)
{
    int32_t bone = hone_model_find_bone(c->model, name);
    CHECK(bone != HONE_NONE);
    return bone;
}

static const hone_camera camera = {{-2, 10, 1}, {-0.2f, 0.4f, 0}, -50, 33, false};
static const look_values look = {.background = {true, {0.2f, 0.3f, 0.4f, 1}}};
static const document_shown shown = {.camera = &camera, .look = &look};

static inline void update(document *d, double frame)
{
    frame_timing unused = {0};
    CHECK(document_update(d, frame, false, 0, &unused, NULL) && document_settle(d, NULL));
}

/* A picture of the document as the viewer makes it: record. */
static inline void record_picture(const document *d, const char *path, double frame, bool physics)
{
    enum { MOST = 4 };
    record_member members[MOST];
    record_motion motions[MOST][MOST];
    edit *flat[MOST];
    assert_true(d->model_count <= MOST && d->motion_count <= MOST);
    for (uint32_t i = 0; i < d->model_count; i++) {
        const document_model *m = d->models[i];
        const edit_placement *place = edit_place(m->character->edit);
        flat[i] = edit_create(m->character->model, NULL);
        CHECK(flat[i] && edit_flatten(flat[i], m->character->bends));
        members[i] = (record_member){.actor = {.model = m->character->model,
                                               .rules = d->rules.mmd,
                                               .physics = {.on = physics, .options = d->rules.physics},
                                               .edit = edit_apply,
                                               .edit_user = flat[i]},
                                     .motions = motions[i],
                                     .hidden = edit_hidden(m->character->edit),
                                     .placed = document_is_placed(m->character),
                                     .place = document_own_place(place),
                                     .attach = place->attach,
                                     .bone = place->bone,
                                     .id = m->character->id,
                                     .stage = character_stage(m->character),
                                     .follows = physics && document_needs_path(d, m->character),
                                     .folder = m->folder};
        members[i].actor.physics.options.exact = true;
        for (uint32_t k = 0; k < d->motion_count; k++)
            if (document_plays_on(&d->motions[k], m->character))
                motions[i][members[i].motion_count++] =
                    (record_motion){.motion = document_played(d, &d->motions[k], m->character), .weight = 1};
    }
    record_desc desc = {
        .path = path, .members = members, .member_count = d->model_count, .first = frame, .last = frame};
    desc.look.draw = (hone_draw_desc){.width = 160, .height = 120, .camera = camera};
    desc.look.background = (colour){true, {0.2f, 0.3f, 0.4f, 1}};
    hone_error error = {0};
    record *r = record_begin(&desc, &error);
    CHECK(r && record_end(r, &error));
    for (uint32_t i = 0; i < d->model_count; i++) edit_destroy(flat[i]);
}

/* The bones and places of all models as the command has them. */
static inline void check_bones_of_command(document *d, double frame)
{
    scene s;
    inputs in;
    actor_list c;
    report r = report_make();
    CHECK(document_save_scene(d, &shown, "bones.json", NULL) && scene_load("bones.json", &s, NULL));
    const input_settings settings = {.scene = &s, .scene_path = "bones.json"};
    assert_int_equal(inputs_load((const char *const[]){"bones.json"}, 1, &settings, &in, &r), STATUS_OK);
    assert_int_equal(actor_list_make(&in, &s.play, true, &c, &r), STATUS_OK);
    assert_int_equal(actor_list_update(&c, frame, &r), STATUS_OK);
    for (uint32_t i = 0; i < d->model_count; i++) {
        const character *shown_one = character_at(d, i);
        uint32_t bones = hone_model_skeleton(shown_one->model)->bone_count;
        assert_memory_equal(hone_actor_bones(shown_one->shown), hone_actor_bones(c.members[i].actor),
                            bones * sizeof(hone_affine));
        const hone_affine place = document_place(shown_one), *expected = actor_entry_place(&c.members[i]);
        assert_true(!expected || memcmp(&place, expected, sizeof place) == 0);
    }
    actor_list_release(&c);
    inputs_release(&in);
    scene_release(&s);
    report_release(&r);
}

#endif
