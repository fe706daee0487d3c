/* What JavaScript calls of hone: functions of plain numbers and pointers. hone.mjs is on the other side; both agree on
 * names and orders of numbers, and no one else calls them.
 *
 * Objects are pointers to hone's own, or to structs of this folder. Structs of settings arrive as numbers in
 * `web_numbers`, in the order of the function's comment. A call that can fail returns 0 and leaves why in `web_error`.
 */
#ifndef HONE_WEB_WEB_H
#define HONE_WEB_WEB_H

#include <hone/base.h>
#include <hone/motion.h>

/* Defines a function that hone.wasm exports without "web_". */
#define WEB_CALL(type, name, ...)                                                                                      \
    __attribute__((export_name(#name))) type web_##name(__VA_ARGS__);                                                  \
    type web_##name(__VA_ARGS__)

enum { WEB_NUMBERS = 64 };

extern double web_numbers[WEB_NUMBERS]; /* arguments of a call, or its results */
extern hone_error web_error;            /* of the last call that failed */

/* Numbers from `first` on, as floats. */
void web_take_floats(uint32_t first, uint32_t count, float *out);
void web_give_floats(uint32_t first, uint32_t count, const float *values);

/* target, angles, distance, fov, orthographic: what cameraOf in model.mjs reads. */
void web_give_camera(const hone_camera *camera);

#endif
