/* Paths of a material's pictures, as PMD and .x write them: texture and sphere map in one field. */
#ifndef HONE_SRC_FORMAT_COMMON_TEXTURE_PATHS_H
#define HONE_SRC_FORMAT_COMMON_TEXTURE_PATHS_H

#include <hone/model.h>

/* "main", "main*sphere", "sphere*main" or "sphere" come apart where they lie; what is not there is "". False if there
 * were more, which are cut off. */
bool hone_texture_paths_split(char *field, const char **main, const char **sphere);

/* By its ending; "" is off, what is neither .sph nor .spa multiplies. */
hone_sphere_mode hone_texture_paths_sphere_mode(const char *sphere);
bool hone_texture_paths_is_sphere(const char *path); /* .sph or .spa */

/* Whatever the case of ASCII letters. */
bool hone_texture_paths_are_alike(const char *a, const char *b);

#endif
