/* What the things are called that a VRM cannot contain. */
#ifndef HONE_TOOL_AVATAR_VRM_LOSSES_H
#define HONE_TOOL_AVATAR_VRM_LOSSES_H

#include <hone/vrm.h>

typedef struct vrm_loss_name {
    const char *plural, *key; /* in messages, and in JSON */
} vrm_loss_name;

extern const vrm_loss_name vrm_losses[HONE_VRM_LOSS_COUNT];

/* Says that a thing of the model is left out. name: of the thing; NULL or "": it has none. */
void vrm_loss_say(hone_vrm_loss kind, const char *name, char *out, size_t size);

#endif
