#include "core/model/expression_presets.h"

const hone_expression_preset hone_expression_presets[HONE_EXPRESSION_PRESETS] = {
    {"aa", "a", HONE_PANEL_MOUTH, HONE_EXPRESSION_MOUTH},
    {"ih", "i", HONE_PANEL_MOUTH, HONE_EXPRESSION_MOUTH},
    {"ou", "u", HONE_PANEL_MOUTH, HONE_EXPRESSION_MOUTH},
    {"ee", "e", HONE_PANEL_MOUTH, HONE_EXPRESSION_MOUTH},
    {"oh", "o", HONE_PANEL_MOUTH, HONE_EXPRESSION_MOUTH},
    {"blink", "blink", HONE_PANEL_EYE, HONE_EXPRESSION_BLINK},
    {"blinkLeft", "blink_l", HONE_PANEL_EYE, HONE_EXPRESSION_BLINK},
    {"blinkRight", "blink_r", HONE_PANEL_EYE, HONE_EXPRESSION_BLINK},
    {"lookUp", "lookup", HONE_PANEL_EYE, HONE_EXPRESSION_LOOK_AT},
    {"lookDown", "lookdown", HONE_PANEL_EYE, HONE_EXPRESSION_LOOK_AT},
    {"lookLeft", "lookleft", HONE_PANEL_EYE, HONE_EXPRESSION_LOOK_AT},
    {"lookRight", "lookright", HONE_PANEL_EYE, HONE_EXPRESSION_LOOK_AT},
    {"happy", "joy", HONE_PANEL_OTHER, HONE_EXPRESSION_OTHER},
    {"angry", "angry", HONE_PANEL_OTHER, HONE_EXPRESSION_OTHER},
    {"sad", "sorrow", HONE_PANEL_OTHER, HONE_EXPRESSION_OTHER},
    {"relaxed", "fun", HONE_PANEL_OTHER, HONE_EXPRESSION_OTHER},
    {"surprised", "surprised", HONE_PANEL_OTHER, HONE_EXPRESSION_OTHER},
    {"neutral", "neutral", HONE_PANEL_OTHER, HONE_EXPRESSION_OTHER},
};
