/* Makes the meta data of the avatar. Those of VRM 0.x get the keys and words of 1.0. */
#include "offline/vrm/to_vrm.h"
#include <string.h>

/* ---- from VRM 0.x ------------------------------------------------------------------------------------------------ */

typedef struct renamed {
    const char *old_key, *old_value, *key, *value; /* NULL as a value: any, and it stays */
} renamed;

/* Sources: VRM 0.x, "meta"; VRMC_vrm-1.0, "meta"; the licences' own texts. */
static const renamed renames[] = {
    {"title", NULL, "name", NULL},
    {"version", NULL, "version", NULL},
    {"author", NULL, "authors", NULL},
    {"contactInformation", NULL, "contactInformation", NULL},
    {"reference", NULL, "references", NULL},
    {"otherLicenseUrl", NULL, "otherLicenseUrl", NULL},
    {"allowedUserName", "OnlyAuthor", "avatarPermission", "onlyAuthor"},
    {"allowedUserName", "ExplicitlyLicensedPerson", "avatarPermission", "onlySeparatelyLicensedPerson"},
    {"allowedUserName", "Everyone", "avatarPermission", "everyone"},
    {"violentUssageName", "Allow", "allowExcessivelyViolentUsage", "true"},
    {"sexualUssageName", "Allow", "allowExcessivelySexualUsage", "true"},
    {"commercialUssageName", "Allow", "commercialUsage", "personalProfit"},
    {"commercialUssageName", "Disallow", "commercialUsage", "personalNonProfit"},
    {"licenseName", "CC0", "creditNotation", "unnecessary"},
    {"licenseName", "CC0", "allowRedistribution", "true"},
    {"licenseName", "CC0", "modification", "allowModificationRedistribution"},
    {"licenseName", "CC_BY", "allowRedistribution", "true"},
    {"licenseName", "CC_BY", "modification", "allowModificationRedistribution"},
    {"licenseName", "CC_BY_SA", "allowRedistribution", "true"},
    {"licenseName", "CC_BY_SA", "modification", "allowModificationRedistribution"},
    {"licenseName", "CC_BY_NC", "allowRedistribution", "true"},
    {"licenseName", "CC_BY_NC", "modification", "allowModificationRedistribution"},
    {"licenseName", "CC_BY_NC_SA", "allowRedistribution", "true"},
    {"licenseName", "CC_BY_NC_SA", "modification", "allowModificationRedistribution"},
    {"licenseName", "CC_BY_ND", "allowRedistribution", "true"},
    {"licenseName", "CC_BY_NC_ND", "allowRedistribution", "true"},
    {"otherPermissionUrl", NULL, "thirdPartyLicenses", NULL},
};

/* ---- entries ----------------------------------------------------------------------------------------------------- */

typedef struct meta_list {
    to_vrm_context *context;
    hone_meta_entry *entries; /* room for all */
    uint32_t count;
} meta_list;

static bool has(const hone_meta_entry *entries, uint32_t count, const char *key)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(entries[i].key, key) == 0)
            return true;
    return false;
}

static void add(meta_list *list, const char *key, const char *value)
{
    if (*value)
        list->entries[list->count++] =
            (hone_meta_entry){hone_vrm_copy(list->context, key), hone_vrm_copy(list->context, value)};
}

/* Adds an entry of the model, unless the description has its key. */
static void add_own(meta_list *list, const char *key, const char *value)
{
    const hone_to_vrm_desc *desc = list->context->desc;
    if (!has(desc->meta, desc->meta_count, key))
        add(list, key, value);
}

static void add_renamed(meta_list *list, const hone_meta_entry *entry)
{
    for (size_t i = 0; i < sizeof renames / sizeof *renames; i++) {
        const renamed *r = &renames[i];
        if (strcmp(entry->key, r->old_key) == 0 && (!r->old_value || strcmp(entry->value, r->old_value) == 0))
            add_own(list, r->key, r->value ? r->value : entry->value);
    }
}

static void add_missing(meta_list *list, const char *key, const char *value)
{
    if (!has(list->entries, list->count, key))
        add(list, key, value);
}

bool hone_vrm_make_meta(to_vrm_context *context)
{
    enum { REQUIRED = 3, MOST_OF_ONE = 4 };
    const hone_avatar *own = context->from->avatar;
    const hone_to_vrm_desc *desc = context->desc;
    size_t room = (size_t)desc->meta_count + REQUIRED + (own ? (size_t)own->meta_count * MOST_OF_ONE : 0);
    meta_list list = {context, hone_builder_array(context->builder, room, sizeof *list.entries), 0};
    if (!list.entries)
        return false;
    for (uint32_t i = 0; own && i < own->meta_count; i++) {
        if (own->version == 0)
            add_renamed(&list, &own->meta[i]);
        else if (strcmp(own->meta[i].key, "thumbnailImage") != 0)
            add_own(&list, own->meta[i].key, own->meta[i].value);
    }
    for (uint32_t i = 0; i < desc->meta_count; i++) add(&list, desc->meta[i].key, desc->meta[i].value);
    add_missing(&list, "name", *context->from->name ? context->from->name : "avatar");
    add_missing(&list, "authors", "unknown");
    add_missing(&list, "licenseUrl", "https://vrm.dev/licenses/1.0/");
    context->avatar->meta = list.entries;
    context->avatar->meta_count = list.count;
    return true;
}
