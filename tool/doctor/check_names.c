#include "tool/doctor/checks.h"

#include <stdlib.h>
#include <string.h>

enum { VMD_NAME = 15 }; /* bytes of CP932 that a VMD holds of a name */

typedef struct named {
    const char *name;
    char key[VMD_NAME + 1]; /* as a VMD holds it; ends with zeros */
    bool lossy;             /* has characters that CP932 does not have */
} named;

static int compare(const void *a, const void *b)
{
    const named *x = a, *y = b;
    int order = memcmp(x->key, y->key, sizeof x->key);
    return order ? order : strcmp(x->name, y->name);
}

static named named_make(const char *name)
{
    named out = {.name = name};
    uint8_t bytes[VMD_NAME] = {0};
    size_t size = hone_cp932_from_utf8(name, strlen(name), bytes, sizeof bytes, &out.lossy);
    memcpy(out.key, bytes, size < sizeof bytes ? size : sizeof bytes);
    return out;
}

typedef struct name_kind { /* how findings call the things that have the names */
    const char *twice_check, *twice, *alike_check, *alike, *lossy_check, *lossy;
} name_kind;

/* The names are sorted. */
static void look_for_twins(const named *all, uint32_t count, const name_kind *kind, findings *out)
{
    finding_names twice = {0}, alike = {0}, lossy = {0};
    for (uint32_t i = 0; i < count; i++) {
        bool same_key = i > 0 && memcmp(all[i].key, all[i - 1].key, sizeof all[i].key) == 0;
        if (i > 0 && strcmp(all[i].name, all[i - 1].name) == 0)
            finding_names_add(&twice, "%s", all[i].name);
        else if (same_key && !all[i].lossy && *all[i].name)
            finding_names_add(&alike, "%s, %s", all[i - 1].name, all[i].name);
        if (all[i].lossy)
            finding_names_add(&lossy, "%s", all[i].name);
    }
    findings_add(out, FINDING_WARNING, kind->twice_check, &twice, "%s", kind->twice);
    findings_add(out, FINDING_WARNING, kind->alike_check, &alike, "%s", kind->alike);
    findings_add(out, FINDING_NOTE, kind->lossy_check, &lossy, "%s", kind->lossy);
}

/* first: the name of the first item, of `count` that are `stride` bytes apart. */
static void check_kind(const void *first, size_t stride, uint32_t count, const name_kind *kind, findings *out)
{
    named *all = calloc((size_t)count + 1, sizeof *all);
    for (uint32_t i = 0; all && i < count; i++) {
        const char *name;
        memcpy(&name, (const char *)first + i * stride, sizeof name);
        all[i] = named_make(name);
    }
    out->out_of_memory |= !all;
    if (all) {
        qsort(all, count, sizeof *all, compare);
        look_for_twins(all, count, kind, out);
    }
    free(all);
}

void check_names(const hone_model *model, findings *out)
{
    static const name_kind bones = {
        "duplicate-bone",  "bones have the name of another bone; motions move the first one only",
        "long-bone-name",  "bones differ only after the 15 bytes that a VMD holds of a name; a VMD moves the first one",
        "bone-name-cp932", "names of bones have characters that a VMD cannot hold"};
    static const name_kind morphs = {
        "duplicate-morph",
        "morphs have the name of another morph; motions move the first one only",
        "long-morph-name",
        "morphs differ only after the 15 bytes that a VMD holds of a name; a VMD moves the first one",
        "morph-name-cp932",
        "names of morphs have characters that a VMD cannot hold"};
    const hone_model_data *data = hone_model_get(model);
    const hone_bone *bone = data->skeleton.bones;
    if (data->skeleton.bone_count)
        check_kind(&bone->name, sizeof *bone, data->skeleton.bone_count, &bones, out);
    if (data->morph_count)
        check_kind(&data->morphs->name, sizeof *data->morphs, data->morph_count, &morphs, out);
}
