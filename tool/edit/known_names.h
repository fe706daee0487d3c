/* Names of bones and morphs that their files do not have: parts of the body, and the standard names of MMD. */
#ifndef HONE_TOOL_EDIT_KNOWN_NAMES_H
#define HONE_TOOL_EDIT_KNOWN_NAMES_H

#include <hone/retarget.h>

typedef struct known_names {
    const char *role;                       /* VRM's name of that part of the body: "rightUpperArm"; NULL: none */
    char japanese[HONE_STANDARD_NAME_SIZE]; /* MMD's name of that part; "": none */
    char english[HONE_STANDARD_NAME_SIZE];  /* MMD's English name of it, or of the bone's own name; "": none */
} known_names;

/* roles: hone_model_humanoid of the model. */
known_names known_names_of_bone(const hone_model *model, const hone_humanoid *roles, uint32_t bone);

/* The name to show beside that of the file: its English name, or if it has none the role or the standard name. A name
 * of the file or of `known`; "": there is none. */
const char *known_names_english(const known_names *known, const hone_bone *bone);

/* MMD's English name of a morph, and names of it in VRM and other rigs as hone_morph_synonyms has them; "": none. */
typedef struct known_morph_names {
    char english[HONE_STANDARD_NAME_SIZE];
    const char *synonyms;
} known_morph_names;
known_morph_names known_names_of_morph(const hone_morph *morph);

#endif
