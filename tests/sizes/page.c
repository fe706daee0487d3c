/* What a page needs that skins on the GPU: a PMX and a VMD, and the bones at a frame, with IK and append. */
#include <emscripten/emscripten.h>
#include <hone/hone.h>

static hone_error error;
static hone_model *model;
static hone_sampler *sampler;
static hone_pose *pose;
static hone_rig *rig;

EMSCRIPTEN_KEEPALIVE int page_load(const void *pmx, size_t pmx_size, const void *vmd, size_t vmd_size)
{
    model = hone_model_load_memory(pmx, pmx_size, NULL, &error);
    hone_motion *motion = model ? hone_motion_load_memory(vmd, vmd_size, NULL, &error) : NULL;
    sampler = motion ? hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion}, &error) : NULL;
    pose = sampler ? hone_pose_create(model, NULL, &error) : NULL;
    rig = pose ? hone_rig_create(&(hone_rig_desc){.model = model}, &error) : NULL;
    hone_motion_release(motion);
    return rig != NULL;
}

EMSCRIPTEN_KEEPALIVE const hone_affine *page_bones(double frame)
{
    hone_pose_reset(pose, model);
    hone_sampler_sample(sampler, frame, pose);
    hone_rig_evaluate(rig, pose);
    return hone_rig_bones(rig);
}

EMSCRIPTEN_KEEPALIVE const char *page_error(void)
{
    return error.message;
}

int main(void)
{
    return 0;
}
