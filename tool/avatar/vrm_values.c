#include "tool/avatar/vrm_values.h"

#include <string.h>

/* ---- licences ---------------------------------------------------------------------------------------------------- */

/* What a licence says in VRM's own fields. Sources: the licences' own texts; VRMC_vrm-1.0, "meta". */
typedef struct licence {
    const char *name, *url; /* url NULL: VRM's own licence */
    const char *permission, *commercial, *credit, *redistribution, *modification;
    const char *uses; /* violence, sexuality, politics, hate */
} licence;

#define CREATIVE "https://creativecommons.org/"
static const char redistributed[] = "allowModificationRedistribution", changed[] = "allowModification";

static const licence licences[] = {
    {"vrm", NULL, "onlyAuthor", "personalNonProfit", "required", "false", "prohibited", "false"},
    {"CC0-1.0", CREATIVE "publicdomain/zero/1.0/", "everyone", "corporation", "unnecessary", "true", redistributed,
     "true"},
    {"CC-BY-4.0", CREATIVE "licenses/by/4.0/", "everyone", "corporation", "required", "true", redistributed, "true"},
    {"CC-BY-SA-4.0", CREATIVE "licenses/by-sa/4.0/", "everyone", "corporation", "required", "true", redistributed,
     "true"},
    {"CC-BY-ND-4.0", CREATIVE "licenses/by-nd/4.0/", "everyone", "corporation", "required", "true", changed, "true"},
    {"CC-BY-NC-4.0", CREATIVE "licenses/by-nc/4.0/", "everyone", "personalNonProfit", "required", "true", redistributed,
     "true"},
    {"CC-BY-NC-SA-4.0", CREATIVE "licenses/by-nc-sa/4.0/", "everyone", "personalNonProfit", "required", "true",
     redistributed, "true"},
    {"CC-BY-NC-ND-4.0", CREATIVE "licenses/by-nc-nd/4.0/", "everyone", "personalNonProfit", "required", "true", changed,
     "true"},
};

const char *const vrm_licence_names[] = {
    "vrm", "CC0", "CC-BY-4.0", "CC-BY-SA-4.0", "CC-BY-ND-4.0", "CC-BY-NC-4.0", "CC-BY-NC-SA-4.0", "CC-BY-NC-ND-4.0",
    NULL};

static bool is_address(const char *text)
{
    return strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0;
}

/* NULL: none of that name. An address stands for VRM's own licence, besides which another one counts. */
static const licence *find_licence(const char *name)
{
    if (is_address(name))
        return &licences[0];
    for (size_t i = 0; i < sizeof licences / sizeof *licences; i++)
        if (strcmp(vrm_licence_names[i], name) == 0 || strcmp(licences[i].name, name) == 0)
            return &licences[i];
    return NULL;
}

bool vrm_licence_is_known(const char *name)
{
    return find_licence(name) != NULL;
}

/* ---- choices ---- */

const char *const vrm_permissions[] = {"", "onlyAuthor", "onlySeparatelyLicensedPerson", "everyone", NULL};
const char *const vrm_commercials[] = {"", "personalNonProfit", "personalProfit", "corporation", NULL};
const char *const vrm_credits[] = {"", "required", "unnecessary", NULL};
const char *const vrm_modifications[] = {"", "prohibited", "allowModification", "allowModificationRedistribution",
                                         NULL};
const char *const vrm_answers[] = {"", "no", "yes", NULL};

/* ---- meta data --------------------------------------------------------------------------------------------------- */

bool vrm_values_are_given(const vrm_values *values)
{
    static const vrm_values none;
    return memcmp(values, &none, sizeof none) != 0;
}

bool vrm_values_are_complete(const vrm_values *values)
{
    return values->authors && values->licence;
}

static void add(vrm_meta *out, const char *key, const char *value)
{
    if (value && *value && out->count < VRM_META_MAX)
        out->entries[out->count++] = (hone_meta_entry){key, value};
}

/* Names are separated by semicolons. */
static void add_authors(const char *names, vrm_meta *out)
{
    char *at = out->text;
    const char *end = out->text + sizeof out->text;
    while (names && *names) {
        size_t size = strcspn(names, ";"), room = (size_t)(end - at), lead = strspn(names, " ");
        const char *name = names + (lead < size ? lead : size);
        size_t length = (size_t)(names + size - name);
        if (length + 1 > room)
            return;
        memcpy(at, name, length);
        at[length] = '\0';
        add(out, "authors", at);
        at += length + 1;
        names += size + (names[size] == ';');
    }
}

static const char *chosen(const char *const *names, int choice, const char *otherwise)
{
    return choice ? names[choice] : otherwise;
}

static const char *flag(int choice, const char *otherwise)
{
    return choice ? choice == 2 ? "true" : "false" : otherwise;
}

void vrm_values_meta(const vrm_values *v, vrm_meta *out)
{
    static const licence none = {0};
    const licence *l = v->licence ? find_licence(v->licence) : &none;
    *out = (vrm_meta){0};
    add(out, "name", v->title);
    add(out, "version", v->version);
    add_authors(v->authors, out);
    add(out, "copyrightInformation", v->copyright);
    add(out, "contactInformation", v->contact);
    add(out, "references", v->reference);
    add(out, "thirdPartyLicenses", v->third_parties);
    add(out, "avatarPermission", chosen(vrm_permissions, v->permission, l->permission));
    add(out, "commercialUsage", chosen(vrm_commercials, v->commercial, l->commercial));
    add(out, "creditNotation", chosen(vrm_credits, v->credit, l->credit));
    add(out, "allowRedistribution", flag(v->redistribution, l->redistribution));
    add(out, "modification", chosen(vrm_modifications, v->modification, l->modification));
    add(out, "allowExcessivelyViolentUsage", flag(v->violence, l->uses));
    add(out, "allowExcessivelySexualUsage", flag(v->sexuality, l->uses));
    add(out, "allowPoliticalOrReligiousUsage", flag(v->politics, l->uses));
    add(out, "allowAntisocialOrHateUsage", flag(v->antisocial, l->uses));
    add(out, "otherLicenseUrl", v->licence && is_address(v->licence) ? v->licence : l->url);
}
