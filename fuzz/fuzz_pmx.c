/* Reads bytes as PMX, poses and skins what came out, writes it, and reads and writes it again. */
#include "support/make_pmx.h"

#include <hone/hone.h>
#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

/* What was mended stays mended: the second file is the first. */
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

/* Strictly it loads if there was nothing to warn of, and then it comes back as it was. */
static void read_strictly(const hone_model *model, const uint8_t *bytes, size_t size)
{
    hone_model *strict = hone_model_load_memory(bytes, size, &(hone_load_desc){.strict = true}, NULL);
    require((strict != NULL) == (hone_model_warnings(model).count == 0));
    if (!strict)
        return;
    hone_bytes out;
    require(hone_model_write_pmx(strict, NULL, &out, NULL));
    require(out.size == size && memcmp(out.data, bytes, size) == 0);
    hone_bytes_release(&out);
    hone_model_release(strict);
}

/* Every bone turned and moved, every morph on. */
static void strike_a_pose(hone_pose *pose)
{
    static const float turn[4] = {0.5f, 0.1f, -0.3f, 0.8062258f};
    for (uint32_t i = 0; i < pose->bone_count; i++) {
        pose->bones[i].translation[i % 3] = 0.25f;
        memcpy(pose->bones[i].rotation, turn, sizeof turn);
    }
    for (uint32_t i = 0; i < pose->morph_count; i++) pose->morphs[i] = 0.75f;
}

static void pose_and_skin(const hone_model *model)
{
    uint32_t count = hone_model_mesh(model)->vertex_count;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    require(actor);
    strike_a_pose(hone_actor_pose(actor));
    hone_actor_evaluate(actor);
    hone_actor_build_palette(actor);
    require(hone_actor_materials(actor) || hone_model_get(model)->material_count == 0);
    require(hone_actor_uvs(actor) || count == 0);
    for (uint32_t set = 0; set < 4; set++)
        require(hone_actor_extra_uvs(actor, set) || count == 0 || set >= hone_model_mesh(model)->extra_uv_count);
    float(*positions)[3] = malloc((count + 1) * sizeof *positions),
    (*normals)[3] = malloc((count + 1) * sizeof *normals);
    require(positions && normals);
    static const hone_skin_method methods[] = {HONE_SKIN_AUTO, HONE_SKIN_LINEAR, HONE_SKIN_DUAL_QUATERNION};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        require(hone_actor_skin(actor,
                                &(hone_skin_out){.positions = {positions, count, sizeof *positions},
                                                 .normals = {normals, count, sizeof *normals},
                                                 .method = methods[i]},
                                NULL));
    free(positions);
    free(normals);
    hone_actor_destroy(actor);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    hone_model *model = hone_model_load_memory(bytes, size, NULL, NULL);
    if (!model)
        return 0;
    read_strictly(model, bytes, size);
    write_and_read(model);
    pose_and_skin(model);
    hone_model_release(model);
    return 0;
}

/* Chance alone finds no PMX: now and then the bytes become a whole model, for chance to spoil. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t max_size, unsigned seed)
{
    if (size > 8 && seed % 256)
        return LLVMFuzzerMutate(bytes, size, max_size);
    make_pmx_desc desc = make_pmx_rich(seed); /* small enough for libFuzzer's 4096 bytes */
    desc.vertex_count = 1 + seed / 256 % 8;
    desc.bone_count = 1 + seed / 2048 % 8;
    desc.extra_uv_count = seed / 16384 % 3;
    desc.pmx.encoding = seed / 65536 % 2;
    desc.triangle_count = desc.morph_size = 2;
    desc.texture_count = desc.material_count = desc.body_count = desc.joint_count = desc.soft_body_count = 2;
    desc.morph_count = HONE_MORPH_KIND_COUNT;
    hone_model *model = make_pmx_model(&desc, NULL, NULL);
    hone_bytes out;
    require(model && hone_model_write_pmx(model, NULL, &out, NULL));
    hone_model_release(model);
    size_t made = out.size <= max_size ? out.size : max_size;
    memcpy(bytes, out.data, made);
    hone_bytes_release(&out);
    return made;
}
