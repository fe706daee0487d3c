#include "unevaluated.h"

#include <stdio.h>

void unevaluated_warn_model(const char *file, const hone_model *model, const play_values *play, report *r)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    char text[128];
    if (skeleton->ik_count && play->ik == PLAY_IK_ON) {
        snprintf(text, sizeof text,
                 "inverse kinematics is not evaluated yet: %u chain%s as keyed (--ik off says so too)",
                 skeleton->ik_count, skeleton->ik_count == 1 ? " stays" : "s stay");
        report_warn(r, file, text);
    }
    uint32_t appended = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        appended += (skeleton->bones[b].flags & (HONE_BONE_APPEND_ROTATION | HONE_BONE_APPEND_TRANSLATION)) != 0;
    if (appended) {
        snprintf(text, sizeof text, "appended transforms are not evaluated yet: %u bone%s only as keyed", appended,
                 appended == 1 ? " moves" : "s move");
        report_warn(r, file, text);
    }
}

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
