/* A document with small files, as the tests of view_document* open it. */
#ifndef HONE_TESTS_VIEW_OPEN_DOCUMENT_H
#define HONE_TESTS_VIEW_OPEN_DOCUMENT_H

#include "base/text/text.h"
#include "samples/samples.h"
#include "support/command.h"
#include "support/make/bodies/make_human.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include "view/document/document.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef hone_affine pose[PUPPET_BONES];

static const float quarter[4] = {0, 0, 0.38268343f, 0.92387953f}; /* 45 degrees about z */

static inline hone_model *tower(void)
{
    return puppet_make(&(puppet_desc){0}, NULL);
}

/* tower.pmx, ik.pmx, swing.pmx; bend.vmd, other.vmd, camera.vmd, far.vmd, light.vmd; bad.pmx, bad.vmd */
static inline void write_files(void)
{
    const float red[3] = {1, 0, 0};
    CHECK(puppet_write_model("tower.pmx", tower(), 0));
    CHECK(puppet_write_model("ik.pmx", puppet_make(&(puppet_desc){.ik = true}, NULL), 0));
    CHECK(puppet_write_model("swing.pmx", puppet_make(&(puppet_desc){.swing = true}, NULL), 0));
    CHECK(puppet_write_motion("bend.vmd", puppet_motion(1, NULL)));
    CHECK(puppet_write_motion("other.vmd", puppet_motion(-0.5f, NULL)));
    CHECK(puppet_write_motion("camera.vmd", puppet_camera(60, NULL)));
    CHECK(puppet_write_motion("far.vmd", puppet_camera(90, NULL)));
    CHECK(puppet_write_motion("light.vmd", puppet_light(red, NULL)));
    CHECK(puppet_write_motion("shadow.vmd", puppet_shadow(1, 0.01f, NULL)));
    CHECK(command_file_write("bad.pmx", "PMX nothing", 11));
    CHECK(command_file_write("bad.vmd", "", 0));
}

static inline document make(character_physics mode)
{
    document d;
    hone_error error = {0};
    if (!document_make(&d, &(character_rules){.mode = mode}, 1, &error))
        fail_msg("%s", error.message);
    return d;
}

static inline void open_files(document *d, const char *const *paths)
{
    hone_error error = {0};
    uint32_t count = 0;
    while (paths[count]) count++;
    if (!document_open(d, paths, count, NULL, &error))
        fail_msg("%s", error.message);
}
#define OPEN(d, ...) open_files(d, (const char *const[]){__VA_ARGS__, NULL})

static inline character *character_at(const document *d, uint32_t index)
{
    assert_true(index < d->model_count);
    return d->models[index]->character;
}

/* Gives the bones of a character at a frame when exact physics has caught up. */
static inline void show(document *d, uint32_t index, double frame, pose out)
{
    frame_timing unused = {0};
    CHECK(document_update(d, frame, false, 0, &unused, NULL));
    CHECK(document_settle(d, NULL));
    memcpy(out, hone_actor_bones(character_at(d, index)->shown), sizeof(pose));
}

static inline double apart(pose one, pose other)
{
    double most = 0;
    for (int i = 0; i < PUPPET_BONES; i++)
        for (int k = 0; k < 12; k++)
            most = fmax(most, fabs((double)one[i].m[k / 4][k % 4] - (double)other[i].m[k / 4][k % 4]));
    return most;
}

static inline void turn_chest(const document *d, const character *c)
{
    history_set_bone(d->history, c->edit, 1, (edit_bone){.rotation = {quarter[0], quarter[1], quarter[2], quarter[3]}});
}

static inline int enter(void **state)
{
    int status = command_folder_enter(state);
    if (status == 0)
        write_files();
    return status;
}

#endif
