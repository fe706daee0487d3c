/* Checks what a VRM of a model would lack, by making one. */
#include "tool/doctor/checks.h"

#include <hone/vrm.h>

typedef struct vrm_check {
    finding_level level;
    const char *check, *text;
} vrm_check;

/* Without a name there is no finding: pictures have a check of their own. */
static const vrm_check vrm_checks[HONE_VRM_LOSS_COUNT] = {
    [HONE_VRM_LOSS_IK] = {FINDING_NOTE, "ik", "a VRM has no IK chains: its bones of a human are posed themselves"},
    [HONE_VRM_LOSS_APPEND] = {FINDING_WARNING, "append", "bones follow others as no constraint of a VRM does"},
    [HONE_VRM_LOSS_BODY] = {FINDING_NOTE, "physics", "a VRM has springs in place of bodies"},
    [HONE_VRM_LOSS_SOFT_BODY] = {FINDING_WARNING, "soft-body", "a VRM has no soft bodies"},
    [HONE_VRM_LOSS_BONE_MORPH] = {FINDING_WARNING, "morph", "expressions of a VRM move no bones"},
    [HONE_VRM_LOSS_UV_MORPH] = {FINDING_WARNING, "morph",
                                "expressions of a VRM move no texture coordinates of single vertices"},
    [HONE_VRM_LOSS_FLIP_MORPH] = {FINDING_WARNING, "morph", "a VRM has no morphs that switch others"},
    [HONE_VRM_LOSS_IMPULSE_MORPH] = {FINDING_WARNING, "morph", "expressions of a VRM push no bodies"},
    [HONE_VRM_LOSS_MATERIAL_MORPH] = {FINDING_WARNING, "morph",
                                      "expressions of a VRM change no texels, toons and edge widths"},
    [HONE_VRM_LOSS_SPHERE] = {FINDING_WARNING, "sphere",
                              "MToon only adds sphere maps: those that multiply are left out"},
    [HONE_VRM_LOSS_HIGHLIGHT] = {FINDING_NOTE, "highlight", "MToon has no highlights"},
};

typedef struct vrm_losses {
    finding_names names[HONE_VRM_LOSS_COUNT];
} vrm_losses;

static void note(void *user, hone_vrm_loss kind, const char *name)
{
    vrm_losses *losses = user;
    if (vrm_checks[kind].text)
        finding_names_add(&losses->names[kind], "%s", name);
}

static void tell(vrm_losses *losses, const hone_to_vrm_report *report, findings *out)
{
    for (int kind = 0; kind < HONE_VRM_LOSS_COUNT; kind++)
        if (vrm_checks[kind].text)
            findings_add(out, vrm_checks[kind].level, vrm_checks[kind].check, &losses->names[kind], "%s",
                         vrm_checks[kind].text);
    if (report->lost[HONE_VRM_LOSS_EDGE_WIDTHS])
        findings_add(out, FINDING_NOTE, "edge", NULL,
                     "widths of edges differ between vertices, which a VRM does not say");
    if (report->lost[HONE_VRM_LOSS_DEFORM])
        findings_add(out, FINDING_WARNING, "deform", NULL,
                     "%u vertices are of SDEF or QDEF: in a VRM they are blended linearly once they move",
                     report->lost[HONE_VRM_LOSS_DEFORM]);
    if (report->lost[HONE_VRM_LOSS_INFLUENCE])
        findings_add(out, FINDING_WARNING, "influences", NULL,
                     "%u vertices have more than four bones: a VRM keeps the four heaviest",
                     report->lost[HONE_VRM_LOSS_INFLUENCE]);
}

bool check_for_vrm(const hone_model *model, findings *out)
{
    hone_error error = {0};
    vrm_losses losses = {0};
    hone_to_vrm_report report = {0};
    hone_model *avatar = hone_model_to_vrm(model, &(hone_to_vrm_desc){.lost = note, .user = &losses}, &report, &error);
    out->out_of_memory |= error.code == HONE_ERROR_MEMORY;
    if (avatar)
        tell(&losses, &report, out);
    else
        for (int kind = 0; kind < HONE_VRM_LOSS_COUNT; kind++) finding_names_release(&losses.names[kind]);
    hone_model_release(avatar);
    return avatar;
}
