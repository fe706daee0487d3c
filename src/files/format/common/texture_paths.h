/* Texture paths of a material as PMD and .x write them: texture and sphere map in one field. */
#ifndef HONE_SRC_FORMAT_COMMON_TEXTURE_PATHS_H
#define HONE_SRC_FORMAT_COMMON_TEXTURE_PATHS_H

#include <hone/model.h>

/* Splits "main", "main*sphere", "sphere*main" or "sphere" in place; a missing path is "". Returns false if there were
 * more paths, which are cut off. */
bool hone_texture_paths_split(char *field, const char **main, const char **sphere);

/* The sphere mode by the file name extension: "" is off; any extension other than .sph and .spa multiplies. */
hone_sphere_mode hone_texture_paths_sphere_mode(const char *sphere);
bool hone_texture_paths_is_sphere(const char *path); /* .sph or .spa */

/* Compares two paths; ASCII letters match in either case. */
bool hone_texture_paths_are_alike(const char *a, const char *b);

#endif
