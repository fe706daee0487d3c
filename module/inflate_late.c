/* The functions of base/inflate/inflate.h as calls into the module inflate.so. Bytes that cannot be inflated without it
 * are unsupported, as where hone is built without such a library. */
#include "module/inflate.h"

static hone_module module = {.name = "inflate.so", .head = HONE_INFLATE_MODULE_HEAD};

static const hone_inflate_module *load(void)
{
    return hone_module_load(&module, NULL);
}

bool hone_inflate_available(void)
{
    char path[HONE_PATH_SIZE];
    return hone_module_find(module.name, path, NULL);
}

/* A state exists only if the module is loaded. */
void hone_inflater_release(hone_inflater *inflater)
{
    if (inflater->state)
        load()->release(inflater);
}

bool hone_inflate(hone_inflater *inflater, hone_inflate_form form, const uint8_t *in, size_t in_size, uint8_t *out,
                  size_t out_size, const hone_allocator *allocator, hone_code *code)
{
    const hone_inflate_module *library = load();
    const hone_allocator memory = hone_allocator_or_default(allocator);
    *code = HONE_ERROR_UNSUPPORTED;
    return library && library->inflate(inflater, form, in, in_size, out, out_size, &memory, code);
}

bool hone_inflate_after(size_t before, const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size,
                        const hone_allocator *allocator, hone_code *code)
{
    const hone_inflate_module *library = load();
    const hone_allocator memory = hone_allocator_or_default(allocator);
    *code = HONE_ERROR_UNSUPPORTED;
    return library && library->inflate_after(before, in, in_size, out, out_size, &memory, code);
}

uint32_t hone_crc32(const void *bytes, size_t size)
{
    const hone_inflate_module *library = load();
    return library ? library->crc32(bytes, size) : hone_crc32_plain(bytes, size);
}
