/* Which morphs of two models say the same. */
#include "bake/retarget.h"
#include "base/builder.h"
#include <string.h>

/* A row an expression: what MMD, VRM 1.0, VRM 0.x and the usual makers of glTF call it, each name between bars. */
static const char *const expressions[] = {
    "|あ|aa|A|a|Fcl_MTH_A|vrc.v_aa|viseme_aa|",
    "|い|ih|I|i|Fcl_MTH_I|vrc.v_ih|viseme_I|",
    "|う|ou|U|u|Fcl_MTH_U|vrc.v_ou|viseme_U|",
    "|え|ee|E|e|Fcl_MTH_E|vrc.v_e|viseme_E|",
    "|お|oh|O|o|Fcl_MTH_O|vrc.v_oh|viseme_O|",
    "|まばたき|blink|Blink|Fcl_EYE_Close|vrc.blink|eyesClosed|",
    "|ウィンク|blinkLeft|Blink_L|Fcl_EYE_Close_L|eyeBlinkLeft|",
    "|ウィンク右|blinkRight|Blink_R|Fcl_EYE_Close_R|eyeBlinkRight|",
    "|笑い|happy|Joy|Fcl_EYE_Joy|",
    "|にこり|relaxed|Fun|Fcl_BRW_Joy|mouthSmile|",
    "|怒り|angry|Angry|Fcl_BRW_Angry|",
    "|困る|sad|Sorrow|Fcl_BRW_Sorrow|",
    "|びっくり|surprised|Surprised|Fcl_EYE_Surprised|",
};
enum { EXPRESSIONS = sizeof expressions / sizeof *expressions };

static int expression_of(const char *name)
{
    size_t size = strlen(name);
    for (int e = 0; size && e < EXPRESSIONS; e++)
        for (const char *at = strstr(expressions[e], name); at; at = strstr(at + 1, name))
            if (at[-1] == '|' && at[size] == '|')
                return e;
    return -1;
}

static bool has(const hone_model_data *model, const char *name)
{
    for (uint32_t m = 0; m < model->morph_count; m++)
        if (strcmp(model->morphs[m].name, name) == 0)
            return true;
    return false;
}

/* By its own name, else by what it expresses, if the target has none of the source's name. */
static int32_t find_source(const hone_model_data *source, const hone_model_data *target, const char *name)
{
    for (uint32_t m = 0; *name && m < source->morph_count; m++)
        if (strcmp(source->morphs[m].name, name) == 0)
            return (int32_t)m;
    int expression = expression_of(name);
    for (uint32_t m = 0; expression >= 0 && m < source->morph_count; m++)
        if (expression_of(source->morphs[m].name) == expression && !has(target, source->morphs[m].name))
            return (int32_t)m;
    return HONE_NONE;
}

bool retarget_pair_morphs(retarget *r)
{
    const hone_model_data *target = r->target.model;
    r->pairs = hone_builder_array(r->memory, target->morph_count, sizeof *r->pairs);
    if (!r->pairs && target->morph_count)
        return false;
    for (uint32_t m = 0; m < target->morph_count; m++) {
        int32_t from = find_source(r->source.model, target, target->morphs[m].name);
        if (from != HONE_NONE)
            r->pairs[r->pair_count++] = (retarget_pair){(uint32_t)from, m};
    }
    return true;
}
