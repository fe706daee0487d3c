#include "files/format/gltf/vrm_words.h"

const char *const hone_vrm_overrides[] = {
    [HONE_OVERRIDE_NONE] = "none", [HONE_OVERRIDE_BLOCK] = "block", [HONE_OVERRIDE_BLEND] = "blend"};

const char *const hone_vrm_colour_names[HONE_COLOUR_COUNT] = {
    [HONE_COLOUR_BASE] = "color",       [HONE_COLOUR_EMISSION] = "emissionColor",
    [HONE_COLOUR_SHADE] = "shadeColor", [HONE_COLOUR_MATCAP] = "matcapColor",
    [HONE_COLOUR_RIM] = "rimColor",     [HONE_COLOUR_OUTLINE] = "outlineColor"};

const char *const hone_vrm_first_persons[HONE_VRM_FIRST_PERSON_KINDS] = {[HONE_FIRST_PERSON_AUTO] = "auto",
                                                                         [HONE_FIRST_PERSON_BOTH] = "both",
                                                                         [HONE_FIRST_PERSON_THIRD_PERSON_ONLY] =
                                                                             "thirdPersonOnly",
                                                                         [HONE_FIRST_PERSON_ONLY] = "firstPersonOnly"};

const char *const hone_vrm_ranges[HONE_LOOK_AT_RANGE_COUNT] = {[HONE_LOOK_AT_INNER] = "rangeMapHorizontalInner",
                                                               [HONE_LOOK_AT_OUTER] = "rangeMapHorizontalOuter",
                                                               [HONE_LOOK_AT_DOWN] = "rangeMapVerticalDown",
                                                               [HONE_LOOK_AT_UP] = "rangeMapVerticalUp"};

const char *const hone_vrm_limits[] = {[HONE_SPRING_LIMIT_CONE] = "cone",
                                       [HONE_SPRING_LIMIT_HINGE] = "hinge",
                                       [HONE_SPRING_LIMIT_SPHERICAL] = "spherical"};

const char *const hone_vrm_constraints[] = {
    [HONE_CONSTRAINT_ROLL] = "roll", [HONE_CONSTRAINT_AIM] = "aim", [HONE_CONSTRAINT_ROTATION] = "rotation"};

const char *const hone_vrm_roll_axes[HONE_VRM_ROLL_AXES] = {"X", "Y", "Z"};
const char *const hone_vrm_aim_axes[HONE_VRM_AIM_AXES] = {"PositiveX", "PositiveY", "PositiveZ",
                                                          "NegativeX", "NegativeY", "NegativeZ"};

const char *const hone_vrm_toon_maps[HONE_MTOON_MAP_COUNT] = {
    [HONE_MTOON_SHADE] = "shadeMultiplyTexture",
    [HONE_MTOON_SHIFT] = "shadingShiftTexture",
    [HONE_MTOON_MATCAP] = "matcapTexture",
    [HONE_MTOON_RIM] = "rimMultiplyTexture",
    [HONE_MTOON_OUTLINE_WIDTH] = "outlineWidthMultiplyTexture",
    [HONE_MTOON_UV_MASK] = "uvAnimationMaskTexture",
};

#define VALUE(key, member, count)                                                                                      \
    {                                                                                                                  \
        key, offsetof(hone_mtoon, member), count                                                                       \
    }
const hone_vrm_toon_value hone_vrm_toon_values[HONE_VRM_TOON_VALUES] = {
    VALUE("shadeColorFactor", shade_colour, 3),
    VALUE("shadingShiftFactor", shading_shift, 1),
    VALUE("shadingToonyFactor", shading_toony, 1),
    VALUE("giEqualizationFactor", gi_equalization, 1),
    VALUE("matcapFactor", matcap_factor, 3),
    VALUE("parametricRimColorFactor", rim_colour, 3),
    VALUE("parametricRimFresnelPowerFactor", rim_power, 1),
    VALUE("parametricRimLiftFactor", rim_lift, 1),
    VALUE("rimLightingMixFactor", rim_lighting_mix, 1),
    VALUE("outlineWidthFactor", outline_width, 1),
    VALUE("outlineColorFactor", outline_colour, 3),
    VALUE("outlineLightingMixFactor", outline_lighting_mix, 1),
    VALUE("uvAnimationScrollXSpeedFactor", uv_scroll[0], 1),
    VALUE("uvAnimationScrollYSpeedFactor", uv_scroll[1], 1),
    VALUE("uvAnimationRotationSpeedFactor", uv_rotation, 1),
};
#undef VALUE
