#include "bench/measures/palette.h"
#include "bench/clock.h"
#include <hone/io.h>

#include <stdlib.h>

enum {
    BUILDS = 4, /* after these, the forms of hone_palette_form in its order */
    SHADER_SLOT = 64
};

const char *const bench_palette_names[BENCH_PALETTE_FORMS] = {"build_affine",
                                                              "build_cofactor",
                                                              "build_duals",
                                                              "build_all",
                                                              "write_4x4",
                                                              "write_3x4",
                                                              "write_3x4_half",
                                                              "write_quaternion",
                                                              "write_quaternion_scale",
                                                              "write_dual_quaternion",
                                                              "write_quaternion_scale_half"};

typedef struct work {
    const hone_mesh *mesh;
    const hone_affine *bones;
    uint32_t bone_count;
    hone_palette palette;
    hone_palette_form form;
    hone_stream shader; /* the forms are written here */
} work;

static void build(void *user)
{
    work *w = user;
    hone_palette_build(w->mesh->slots, w->bones, w->bone_count, &w->palette);
}

static void write_form(void *user)
{
    const work *w = user;
    hone_palette_write(&w->palette, w->form, w->shader, NULL);
}

/* Keeps only the arrays that this form builds. Cofactors are built together with the matrices that they are made
 * from. */
static void leave_out(hone_palette *palette, int form)
{
    if (form == 2)
        palette->affine = NULL;
    if (form == 0 || form == 2)
        palette->cofactor = NULL;
    if (form < 2)
        palette->duals = NULL;
}

static void measure(const work *whole, bench_palette *out)
{
    for (int form = 0; form < BENCH_PALETTE_FORMS; form++) {
        work w = *whole;
        bench_comparison comparison = {.count = 1, .works = {{.run = form < BUILDS ? build : write_form, .user = &w}}};
        w.form = (hone_palette_form)(form < BUILDS ? 0 : form - BUILDS);
        if (form < BUILDS)
            leave_out(&w.palette, form);
        else if (!hone_palette_write(&w.palette, w.form, w.shader, NULL))
            continue;
        uint32_t windows = bench_measure(&comparison);
        if (windows == 0)
            return;
        out->ns[form] = bench_median(comparison.works[0].seconds, windows) * 1e9 / out->slots;
        out->min_ns[form] = bench_minimum(comparison.works[0].seconds, windows) * 1e9 / out->slots;
    }
}

bool bench_palette_run(const hone_actor *actor, bench_palette *out, hone_error *error)
{
    const hone_model *model = hone_actor_model(actor);
    work w = {.mesh = hone_model_mesh(model),
              .bones = hone_actor_bones(actor),
              .bone_count = hone_model_skeleton(model)->bone_count};
    uint32_t slots = w.mesh->slot_count;
    *out = (bench_palette){.slots = slots};
    if (slots == 0)
        return true;
    w.palette = (hone_palette){.slot_count = slots,
                               .affine = calloc(slots, sizeof *w.palette.affine),
                               .cofactor = calloc(slots, sizeof *w.palette.cofactor),
                               .duals = calloc(slots, sizeof *w.palette.duals),
                               .scaled = calloc(slots, sizeof *w.palette.scaled)};
    w.shader = (hone_stream){calloc(slots, SHADER_SLOT), slots, SHADER_SLOT};
    bool ok = w.palette.affine && w.palette.cofactor && w.palette.duals && w.palette.scaled && w.shader.data;
    if (ok) {
        build(&w);
        measure(&w, out);
    } else {
        hone_fail_memory(error);
    }
    free(w.palette.affine);
    free(w.palette.cofactor);
    free(w.palette.duals);
    free(w.palette.scaled);
    free(w.shader.data);
    return ok;
}
