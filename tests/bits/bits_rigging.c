#include "bits/bits.h"
#include "support/make/bodies/mannequin.h"
#include "support/support.h"
#include <hone/autorig.h>
#include <hone/skin.h>

/* The C library's trigonometry makes the mannequins. Its last bits, which depend on the machine, are rounded away. */
static void round_positions(statue *mesh)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (int i = 0; i < 3; i++) mesh->positions[v][i] = floorf(mesh->positions[v][i] * 256 + 0.5f) / 256;
}

static void add_influences(bits_hash *hash, const hone_influence *influences, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bits_add_word(hash, (uint32_t)influences[i].slot);
        bits_add(hash, &influences[i].weight, 1);
    }
}

static hone_model *rig(const statue *figure, const hone_autorig_desc *desc, hone_autorig_report *report)
{
    hone_error error = {0};
    hone_model *bare = statue_model(figure), *made = hone_model_autorig(bare, desc, report, &error);
    if (!made)
        fail_msg("%s", error.message);
    hone_model_release(bare);
    return made;
}

/* Where the bones are, and which vertices they carry. */
static void add_rig(bits_hash *hash, const statue *figure, const hone_autorig_desc *desc)
{
    hone_autorig_report report;
    hone_model *made = rig(figure, desc, &report);
    const hone_skeleton *skeleton = hone_model_skeleton(made);
    const hone_mesh *mesh = hone_model_mesh(made);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        bits_add(hash, skeleton->bones[b].position, 3);
        bits_add(hash, skeleton->bones[b].tail_offset, 3);
    }
    bits_add(hash, mesh->positions[0], 3 * mesh->vertex_count);
    add_influences(hash, mesh->influences, mesh->influence_count);
    bits_add_word(hash, report.landmark_warnings), bits_add_word(hash, report.bones_bound);
    bits_add_word(hash, report.far_count), bits_add_word(hash, report.ambiguous_count);
    hone_model_release(made);
}

/* Figures of many builds: each finds its joints in other ways. */
static void add_figures(bits_hash *figures)
{
    static const mannequin_desc descs[] = {
        {0},
        {.arms = 65, .hair = true},
        {.arms = 25, .skirt = true, .legs = 0.6f},
        {.boxes = true, .arms = -1, .head = 0.25f},
        {.cubes = true, .arms = 15},
        {.open = true, .arms = 350, .breadth = 1.3f, .no_feet = true},
        {.apart = true, .arms = 30, .legs = 0.72f},
    };
    for (size_t i = 0; i < sizeof descs / sizeof *descs; i++) {
        mannequin m = mannequin_make(&descs[i]);
        round_positions(&m.mesh);
        statue_move(&m.mesh, (int)i % 4, 1 + (float)(i % 3) / 2, (const float[3]){(float)i / 4, 0, -(float)i / 8});
        add_rig(figures, &m.mesh, &(hone_autorig_desc){.bend_to_a_pose = i % 2 == 1});
        statue_release(&m.mesh);
    }
}

/* A figure gets the bones of another one. */
static void add_given_skeleton(bits_hash *hash)
{
    mannequin from = mannequin_make(&(mannequin_desc){.arms = 35, .hair = true});
    mannequin to = mannequin_make(&(mannequin_desc){.cubes = true, .arms = 35});
    round_positions(&from.mesh);
    round_positions(&to.mesh);
    hone_model *skeleton = rig(&from.mesh, &(hone_autorig_desc){0}, NULL);
    add_rig(hash, &to.mesh, &(hone_autorig_desc){.skeleton = skeleton});
    add_rig(hash, &to.mesh, &(hone_autorig_desc){.skeleton = skeleton, .euclidean_weights = true, .max_influences = 3});
    hone_model_release(skeleton);
    statue_release(&to.mesh);
    statue_release(&from.mesh);
}

void bits_of_rigging(bits_line *line, void *user)
{
    bits_hash figures = {0}, skeleton = {0};
    add_figures(&figures);
    add_given_skeleton(&skeleton);
    line(user, "autorig-figures", figures.value);
    line(user, "autorig-skeleton", skeleton.value);
}
