#include "support/pmd_load.h"
#include "support/make/files/raw_pmx.h"
#include "support/support.h"
#include <string.h>

hone_model *pmd_load_bytes(const uint8_t *bytes, size_t size, bool strict, hone_error *error)
{
    return hone_model_load_memory(bytes, size, &(hone_load_desc){.strict = strict}, error);
}

hone_model *pmd_load(const make_pmd *desc)
{
    hone_error error = {0};
    hone_bytes file = make_pmd_write(desc, NULL);
    hone_model *model = pmd_load_bytes(file.data, file.size, true, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(hone_model_warnings(model).count, 0);
    hone_bytes_release(&file);
    return model;
}

hone_model *pmd_load_odd(const make_pmd *desc, const char *warning)
{
    hone_error error = {0};
    hone_bytes file = make_pmd_write(desc, NULL);
    hone_model *model = pmd_load_bytes(file.data, file.size, false, &error);
    assert_string_equal(error.message, "");
    hone_warnings warnings = hone_model_warnings(model);
    if (warnings.count != 1 || !strstr(warnings.texts[0], warning))
        fail_msg("%u warnings, the first \"%s\", not one \"%s\"", warnings.count,
                 warnings.count ? warnings.texts[0] : "", warning);
    hone_bytes_release(&file);
    return model;
}

void pmd_check_odd(const make_pmd *desc, const char *warning)
{
    hone_model_release(pmd_load_odd(desc, warning));
}

void pmd_check_same_as_pmx(const hone_model *pmd, const hone_model *pmx)
{
    hone_model_data data = *hone_model_get(pmd);
    data.pmx = hone_model_get(pmx)->pmx;
    raw_pmx a = raw_pmx_write(&data), b = raw_pmx_write(hone_model_get(pmx));
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.bytes, b.bytes, a.size);
    raw_pmx_release(&a);
    raw_pmx_release(&b);
}

void check_same_floats(const float *got, const float *want, size_t count)
{
    for (size_t i = 0; i < count; i++) CHECK(got[i] == want[i]);
}
