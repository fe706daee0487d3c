#include "unevaluated.h"

bool unevaluated_warn_impulses(const char *file, const hone_actor *actor, const play_values *play, report *r)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(actor));
    const float *weights = hone_actor_morphs(actor);
    for (uint32_t m = 0; m < data->morph_count && !play->physics_off; m++)
        if (data->morphs[m].kind == HONE_MORPH_IMPULSE && weights[m] != 0) {
            report_warn(r, file, "impulse morphs are not evaluated yet: physics is not simulated (--physics off)");
            return true;
        }
    return false;
}

void unevaluated_warn_physics(const char *file, const hone_model *model, const play_values *play, report *r)
{
    const hone_model_data *data = hone_model_get(model);
    bool dynamic = false;
    for (uint32_t b = 0; b < data->body_count; b++) dynamic |= data->bodies[b].mode != HONE_BODY_FOLLOWS;
    if (dynamic && !play->physics_off)
        report_warn(r, file, "physics is not simulated yet: bodies stay where their bones are (--physics off)");
}
