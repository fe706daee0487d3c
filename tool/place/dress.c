#include "tool/place/dress.h"
#include "tool/scene/scene_key_at.h"

void dress_model(const scene_model *from, hone_draw_item *item)
{
    if (!from)
        return;
    item->edge_scale = from->edge_scale;
    item->edge_colour = from->edge_colour.given ? from->edge_colour.rgba : NULL;
    item->additive = from->additive;
    item->no_self_shadow = from->no_self_shadow;
}

bool dress_model_at(const scene_model *from, double frame, hone_draw_item *item)
{
    dress_model(from, item);
    if (!from || !from->key_count)
        return true;
    const scene_key key = scene_key_at(from->keys, from->key_count, frame);
    item->opacity = key.opacity;
    item->no_ground_shadow = key.no_shadow;
    return key.opacity > 0;
}
