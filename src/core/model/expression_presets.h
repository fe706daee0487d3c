/* The expressions that every VRM may have. */
#ifndef HONE_SRC_MODEL_EXPRESSION_PRESETS_H
#define HONE_SRC_MODEL_EXPRESSION_PRESETS_H

#include <hone/model.h>

/* MMD's panels of morphs. */
enum { HONE_PANEL_EYE = 2, HONE_PANEL_MOUTH, HONE_PANEL_OTHER };

/* hone uses the names of 1.0. */
typedef struct hone_expression_preset {
    const char *name, *vrm0;
    uint8_t panel, group; /* HONE_PANEL_…, hone_expression_group */
} hone_expression_preset;

enum { HONE_EXPRESSION_PRESETS = 18 };
extern const hone_expression_preset hone_expression_presets[HONE_EXPRESSION_PRESETS];

#endif
