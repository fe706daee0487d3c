#include "use/use.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Repairs are stable: the second file equals the first. */
static void write_and_read(const hone_model *model)
{
    hone_bytes first, second;
    require(hone_model_write_pmx(model, NULL, &first, NULL));
    hone_model *again = hone_model_load_memory(first.data, first.size, NULL, NULL);
    require(again && hone_model_write_pmx(again, NULL, &second, NULL));
    require(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    hone_bytes_release(&first);
    hone_bytes_release(&second);
    hone_model_release(again);
}

/* Turns and moves every bone, and turns every morph on. */
static void strike_a_pose(hone_pose *pose)
{
    static const float turn[4] = {0.5f, 0.1f, -0.3f, 0.8062258f};
    for (uint32_t i = 0; i < pose->bone_count; i++) {
        pose->bones[i].translation[i % 3] = 0.25f;
        memcpy(pose->bones[i].rotation, turn, sizeof turn);
        pose->animated[i] = 1;
    }
    for (uint32_t i = 0; i < pose->morph_count; i++) pose->morphs[i] = 0.75f;
}

void use_simulated(const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    if (!hone_physics_can_move(model))
        return;
    bool exact = data->body_count > 0; /* springs alone would have checkpoints of more bytes than are allowed here */
    const hone_actor_physics physics = {.on = true, .options = {.exact = exact, .settle_seconds = -1, .floor = true}};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .physics = physics}, NULL);
    require(actor);
    for (int frame = 0; frame < 4; frame++) require(hone_actor_update_frame(actor, frame, NULL));
    for (uint32_t b = 0; b < data->body_count; b++) {
        hone_body_motion m;
        for (int i = 0; i < 3 && hone_physics_body_motion(hone_actor_get_physics(actor), b, &m); i++)
            require(fabsf(m.place.m[i][3]) <= 1e5f && fabsf(m.velocity[i]) <= 5001 && fabsf(m.spin[i]) <= 1000);
    }
    for (uint32_t s = 0; s < data->spring_count; s++)
        for (uint32_t j = 0; j < data->springs[s].joint_count; j++)
            for (int i = 0; i < 3; i++)
                require(isfinite(hone_actor_bones(actor)[data->springs[s].joints[j].bone].m[i][0]));
    hone_actor_destroy(actor);
}

/* Any model can be written as glTF and read back, with the same numbers of bones and vertices. */
static void write_and_read_gltf(const hone_model *model)
{
    hone_bytes bytes;
    require(hone_model_write_gltf(model, NULL, &bytes, NULL, NULL));
    hone_model *again = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    require(again);
    require(!again || hone_model_mesh(again)->vertex_count == hone_model_mesh(model)->vertex_count);
    require(!again || hone_model_skeleton(again)->bone_count >= hone_model_skeleton(model)->bone_count);
    hone_model_release(again);
    hone_bytes_release(&bytes);
}

/* Any model can be converted to MMD's conventions. */
static void make_mmd(const hone_model *model)
{
    hone_model *made = hone_model_to_mmd(model, NULL, NULL, NULL);
    hone_bytes bytes;
    require(made && hone_model_write_pmx(made, NULL, &bytes, NULL));
    hone_bytes_release(&bytes);
    hone_model_release(made);
}

/* A humanoid becomes an avatar, which is written and read back. */
static void make_avatar(const hone_model *model)
{
    hone_bytes bytes;
    hone_error error = {0};
    hone_model *made = hone_model_to_vrm(model, NULL, NULL, &error);
    require(made || error.code == HONE_ERROR_ARGUMENT);
    if (!made)
        return;
    require(hone_model_write_gltf(made, &(hone_gltf_desc){.vrm = true}, &bytes, NULL, NULL));
    hone_model *again = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    require(again && hone_model_get(again)->avatar);
    hone_model_release(again);
    hone_bytes_release(&bytes);
    hone_model_release(made);
}

void use_posed(const hone_model *model)
{
    write_and_read_gltf(model);
    make_mmd(model);
    make_avatar(model);
    uint32_t count = hone_model_mesh(model)->vertex_count;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    require(actor);
    strike_a_pose(hone_actor_writable_pose(actor));
    require(hone_actor_evaluate(actor, NULL));
    hone_actor_apply_morphs(actor);
    hone_actor_build_palette(actor);
    const hone_morph_result *morphs = hone_actor_morph_result(actor);
    require(morphs->materials || hone_model_get(model)->material_count == 0);
    require(morphs->uvs || count == 0);
    for (uint32_t set = 0; set < 4; set++)
        require(morphs->extra_uvs[set] || count == 0 || set >= hone_model_mesh(model)->extra_uv_count);
    float(*positions)[3] = malloc((count + 1) * sizeof *positions),
    (*normals)[3] = malloc((count + 1) * sizeof *normals);
    require(positions && normals);
    static const hone_skin_method methods[] = {HONE_SKIN_AUTO,    HONE_SKIN_LINEAR,     HONE_SKIN_DUAL_QUATERNION,
                                               HONE_SKIN_CENTRES, HONE_SKIN_DELTA_MUSH, HONE_SKIN_DIRECT_DELTA_MUSH};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        hone_error error = {0};
        bool ok = hone_actor_skin(actor,
                                  &(hone_skin_out){.positions = {positions, count, sizeof *positions},
                                                   .normals = {normals, count, sizeof *normals},
                                                   .method = methods[i]},
                                  &error);
        require(ok || error.code == HONE_ERROR_UNSUPPORTED); /* HONE_VOLUME is OFF */
    }
    free(positions);
    free(normals);
    hone_actor_destroy(actor);
}

void use_model(const hone_model *model)
{
    write_and_read(model);
    use_posed(model);
    use_simulated(model);
}
