#include "cmd/convert/convert.h"

const char vrm_options_missing[] =
    "convert: a VRM names its author and its licence: --author NAME and --license NAME, which is one of vrm, CC0, "
    "CC-BY-4.0, CC-BY-SA-4.0, CC-BY-ND-4.0, CC-BY-NC-4.0, CC-BY-NC-SA-4.0 and CC-BY-NC-ND-4.0, or an address (hone "
    "convert -h VRM)";

static bool read_licence(const option *o, const char *text, void *field)
{
    (void)o;
    *(const char **)field = text;
    return vrm_licence_is_known(text);
}

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
    CHOICE("--avatar-permission", permission, vrm_permissions, "onlyAuthor|onlySeparatelyLicensedPerson|everyone",
           "onlyAuthor, onlySeparatelyLicensedPerson or everyone", "who may be the avatar"),
    CHOICE("--commercial-usage", commercial, vrm_commercials, "personalNonProfit|personalProfit|corporation",
           "personalNonProfit, personalProfit or corporation", "whether it may earn money"),
    CHOICE("--credit-notation", credit, vrm_credits, "required|unnecessary", "required or unnecessary",
           "whether its author must be named"),
    CHOICE("--allow-redistribution", redistribution, vrm_answers, "no|yes", "no or yes", "whether it may be passed on"),
    CHOICE("--modification", modification, vrm_modifications,
           "prohibited|allowModification|allowModificationRedistribution",
           "prohibited, allowModification or allowModificationRedistribution",
           "whether it may be changed, and passed on then"),
    CHOICE("--allow-violent", violence, vrm_answers, "no|yes", "no or yes", "in excessively violent works"),
    CHOICE("--allow-sexual", sexuality, vrm_answers, "no|yes", "no or yes", "in excessively sexual works"),
    CHOICE("--allow-political", politics, vrm_answers, "no|yes", "no or yes", "for political or religious purposes"),
    CHOICE("--allow-antisocial", antisocial, vrm_answers, "no|yes", "no or yes",
           "for antisocial purposes, or for hate"),
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
