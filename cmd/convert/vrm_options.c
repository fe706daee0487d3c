#include "cmd/convert/convert.h"

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

const char vrm_options_missing[] =
    "convert: a VRM names its author and its licence: --author NAME and --license NAME, which is one of vrm, CC0, "
    "CC-BY-4.0, CC-BY-SA-4.0, CC-BY-ND-4.0, CC-BY-NC-4.0, CC-BY-NC-SA-4.0 and CC-BY-NC-ND-4.0, or an address (hone "
    "convert -h VRM)";

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

static bool read_licence(const option *o, const char *text, void *field)
{
    (void)o;
    *(const char **)field = text;
    return find_licence(text) != NULL;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static const char *const permissions[] = {"", "onlyAuthor", "onlySeparatelyLicensedPerson", "everyone", NULL};
static const char *const commercials[] = {"", "personalNonProfit", "personalProfit", "corporation", NULL};
static const char *const credits[] = {"", "required", "unnecessary", NULL};
static const char *const modifications[] = {"", "prohibited", "allowModification", "allowModificationRedistribution",
                                            NULL};
static const char *const answers[] = {"", "no", "yes", NULL};
static const char *const bones[] = {"needed", "all", NULL};

#define TEXT(option_name, member, value_name, text)                                                                    \
    {                                                                                                                  \
        .name = option_name, .value = value_name, .help = text, .field = offsetof(convert_values, vrm.member),         \
        .read = option_read_text, .expected = "a text"                                                                 \
    }
#define CHOICE(option_name, member, names, listed, wanted, text)                                                       \
    {                                                                                                                  \
        .name = option_name, .value = listed, .help = text, .field = offsetof(convert_values, vrm.member),             \
        .read = option_read_choice, .expected = wanted, .detail = names                                                \
    }

const option vrm_settings[] = {
    {.name = "--author",
     .section = "VRM",
     .value = "NAME[;NAME...]",
     .help = "who made the character of a .vrm; a VRM must say it",
     .field = offsetof(convert_values, vrm.authors),
     .read = option_read_text,
     .expected = "a name"},
    {.name = "--license",
     .value = "NAME|ADDRESS",
     .help = "what others may do with a .vrm, which must say it: CC0, CC-BY-4.0,\n"
             "CC-BY-SA-4.0, CC-BY-ND-4.0, CC-BY-NC-4.0, CC-BY-NC-SA-4.0,\n"
             "CC-BY-NC-ND-4.0; vrm (VRM's own licence at its strictest, which the\n"
             "options below change); or the address of another licence",
     .field = offsetof(convert_values, vrm.licence),
     .read = read_licence,
     .expected =
         "vrm, CC0, CC-BY-4.0, CC-BY-SA-4.0, CC-BY-ND-4.0, CC-BY-NC-4.0, CC-BY-NC-SA-4.0, CC-BY-NC-ND-4.0 or an "
         "address",
     .words = vrm_licence_names},
    TEXT("--title", title, "TEXT", "name of the avatar (default: that of the model)"),
    TEXT("--avatar-version", version, "TEXT", "version of the avatar"),
    TEXT("--copyright", copyright, "TEXT", "who has rights in it"),
    TEXT("--contact", contact, "TEXT", "how to reach the author"),
    TEXT("--reference", reference, "TEXT", "where it comes from, such as an address"),
    TEXT("--third-party-licenses", third_parties, "TEXT", "licences of parts by others"),
    CHOICE("--avatar-permission", permission, permissions, "onlyAuthor|onlySeparatelyLicensedPerson|everyone",
           "onlyAuthor, onlySeparatelyLicensedPerson or everyone", "who may be the avatar"),
    CHOICE("--commercial-usage", commercial, commercials, "personalNonProfit|personalProfit|corporation",
           "personalNonProfit, personalProfit or corporation", "whether it may earn money"),
    CHOICE("--credit-notation", credit, credits, "required|unnecessary", "required or unnecessary",
           "whether its author must be named"),
    CHOICE("--allow-redistribution", redistribution, answers, "no|yes", "no or yes", "whether it may be passed on"),
    CHOICE("--modification", modification, modifications,
           "prohibited|allowModification|allowModificationRedistribution",
           "prohibited, allowModification or allowModificationRedistribution",
           "whether it may be changed, and passed on then"),
    CHOICE("--allow-violent", violence, answers, "no|yes", "no or yes", "in excessively violent works"),
    CHOICE("--allow-sexual", sexuality, answers, "no|yes", "no or yes", "in excessively sexual works"),
    CHOICE("--allow-political", politics, answers, "no|yes", "no or yes", "for political or religious purposes"),
    CHOICE("--allow-antisocial", antisocial, answers, "no|yes", "no or yes", "for antisocial purposes, or for hate"),
    {.name = "--thumbnail",
     .value = "FILE",
     .help = "a png or jpg that shows the avatar",
     .field = offsetof(convert_values, vrm.thumbnail),
     .read = option_read_text,
     .expected = "a file",
     .endings = "png jpg"},
    CHOICE("--bones", bones, bones, "needed|all", "needed or all",
           "needed (default): a .vrm has no bones that only IK and append need,\n"
           "and others take their vertices; all: it keeps them"),
    {0},
};

/* ---- meta data --------------------------------------------------------------------------------------------------- */

bool vrm_options_are_given(const vrm_values *values)
{
    static const vrm_values none;
    return memcmp(values, &none, sizeof none) != 0;
}

bool vrm_options_are_complete(const vrm_values *values)
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

void vrm_options_meta(const vrm_values *v, vrm_meta *out)
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
    add(out, "avatarPermission", chosen(permissions, v->permission, l->permission));
    add(out, "commercialUsage", chosen(commercials, v->commercial, l->commercial));
    add(out, "creditNotation", chosen(credits, v->credit, l->credit));
    add(out, "allowRedistribution", flag(v->redistribution, l->redistribution));
    add(out, "modification", chosen(modifications, v->modification, l->modification));
    add(out, "allowExcessivelyViolentUsage", flag(v->violence, l->uses));
    add(out, "allowExcessivelySexualUsage", flag(v->sexuality, l->uses));
    add(out, "allowPoliticalOrReligiousUsage", flag(v->politics, l->uses));
    add(out, "allowAntisocialOrHateUsage", flag(v->antisocial, l->uses));
    add(out, "otherLicenseUrl", v->licence && is_address(v->licence) ? v->licence : l->url);
}
