/* Surfaces of formats that are lit like glTF: their colours, and the fields of MMD that imitate them. */
#ifndef HONE_SRC_FORMAT_COMMON_SURFACE_H
#define HONE_SRC_FORMAT_COMMON_SURFACE_H

#include <hone/model.h>

/* Convert between linear and display values (IEC 61966-2-1). Values outside of 0 to 1 are limited to it. */
float hone_display_from_linear(float linear);
float hone_linear_from_display(float displayed);

/* Sets MMD's fields of a material from its pbr, for users who know no others. */
void hone_surface_set_mmd_fields(const hone_pbr *pbr, bool has_colours, bool double_sided, hone_material *out);

/* A map without a texture. */
hone_map hone_surface_no_map(void);

/* MToon with the values that its specification gives to those that a file lacks. */
hone_mtoon hone_surface_plain_mtoon(void);

#endif
