#include "support/skin/posed_mesh.h"

void posed_mesh_make(const skin_recipe *recipe, skin_pose pose, bool packed, bool morphed, posed_mesh *out)
{
    skin_mesh_make(recipe, &out->mesh);
    out->mesh.desc.packed = packed;
    out->skin = skin_mesh_compile(&out->mesh);
    out->rest = morphed ? hone_skin_rest_create(out->skin, !packed, NULL, NULL) : NULL;
    skin_palette_make(pose, 31, &out->palette);
}

void posed_mesh_release(posed_mesh *posed)
{
    hone_skin_rest_destroy(posed->rest);
    skin_palette_release(&posed->palette);
    hone_skin_release(posed->skin);
    skin_mesh_release(&posed->mesh);
}

void posed_mesh_each_variant(const skin_recipe *recipe, posed_mesh_check *check)
{
    for (int variant = 0; variant < 4; variant++) {
        posed_mesh posed;
        posed_mesh_make(recipe, variant == 3 ? SKIN_POSE_SOME : SKIN_POSE_RIGID, variant == 1 || variant == 2,
                        variant >= 2, &posed);
        check(&posed);
        posed_mesh_release(&posed);
    }
}

void posed_mesh_check_shared_slots(posed_mesh_check *check)
{
    posed_mesh_each_variant(
        &(skin_recipe){.seed = 1, .vertices = 389, .least = 0, .most = 4, .longest_run = 50, .kinds = true}, check);
}

void posed_mesh_check_separate_slots(posed_mesh_check *check)
{
    posed_mesh_each_variant(
        &(skin_recipe){.seed = 2, .vertices = 101, .least = 1, .most = 5, .longest_run = 1, .kinds = true}, check);
}

void posed_mesh_check_odd_weights(posed_mesh_check *check)
{
    const skin_recipe recipe = {.seed = 3,
                                .vertices = 149,
                                .least = 1,
                                .most = 4,
                                .longest_run = 30,
                                .weights = SKIN_WEIGHTS_ODD,
                                .kinds = true};
    posed_mesh_each_variant(&recipe, check);
}
