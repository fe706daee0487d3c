/* What all calls share: numbers, the error, memory. */
#include "web/web.h"

#include <malloc.h>
#include <stdlib.h>

double web_numbers[WEB_NUMBERS];
hone_error web_error;

void web_take_floats(uint32_t first, uint32_t count, float *out)
{
    for (uint32_t i = 0; i < count; i++) out[i] = (float)web_numbers[first + i];
}

void web_give_floats(uint32_t first, uint32_t count, const float *values)
{
    for (uint32_t i = 0; i < count; i++) web_numbers[first + i] = values[i];
}

void web_give_camera(const hone_camera *camera)
{
    web_give_floats(0, 3, camera->target);
    web_give_floats(3, 3, camera->angles);
    web_numbers[6] = camera->distance;
    web_numbers[7] = camera->fov;
    web_numbers[8] = camera->orthographic;
}

WEB_CALL(double *, numbers_at, void)
{
    return web_numbers;
}

WEB_CALL(hone_error *, error_at, void)
{
    return &web_error;
}

WEB_CALL(const char *, version, void)
{
    return hone_version();
}

WEB_CALL(void *, alloc, size_t size)
{
    return malloc(size ? size : 1);
}

WEB_CALL(void, free, void *memory)
{
    free(memory);
}

WEB_CALL(uint32_t, memory_used, void)
{
    return (uint32_t)mallinfo().uordblks;
}
