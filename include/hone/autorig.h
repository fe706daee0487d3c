/* fit: a skeleton for a mesh: that of another model, or one that is made for it. How: docs/rigging.md. */
#ifndef HONE_AUTORIG_H
#define HONE_AUTORIG_H

#include <hone/base.h>
#include <hone/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hone_autorig_desc {
    const hone_model *skeleton; /* its bones, chains, appends, panels and bodies, of any space. NULL: a human's of MMD's
                                   bones and chains, fitted to the mesh, which must be upright, in a T- or A-pose, and
                                   look along x or z; it is turned to look ahead */
    bool keep_scale;            /* the skeleton stays where and as large as it is. Else it is scaled and moved so that
                              its own mesh would be as high as the other, on the same ground; without a mesh of
                              its own it stays */
    bool euclidean_weights;     /* weights by hone_weights_euclidean; else by hone_weights_geodesic */
    float exponent, length;     /* of the distance rule, as in hone_weights_desc; length in MMD units */
    uint32_t max_influences;    /* 1..4; 0: 4 */
    const char *const *textures; /* [texture_count] what a mesh's of .x or glTF are called now; NULL: as they were */
    float scale;                 /* metres of the unit of .x and glTF, of mesh and skeleton; 0: 1 */
    bool bend_to_a_pose;         /* with no skeleton: arms are bent to where MMD's models hold them at rest, from where
                              MMD's motions turn them; else the mesh stays in the pose that it is in */
    bool keep_materials;         /* materials of .x and glTF stay as they are, for hone_model_write_gltf; else they are
                                 what MMD has for them */
    uint8_t *vertex_warnings;    /* [vertex_count] out, HONE_DOUBT_*; NULL: not wanted */
    const hone_allocator *allocator; /* NULL: malloc */
} hone_autorig_desc;

/* Why somebody should look at a vertex. */
enum {
    HONE_AUTORIG_WARN_FAR = 1,      /* further than a quarter of the mesh's height from its heaviest bone */
    HONE_AUTORIG_WARN_AMBIGUOUS = 2 /* the second heaviest bone has over half of the heaviest's weight, and more than
                                four steps lie between the two in the hierarchy, as between a hand and a thigh */
};

/* What of a mesh could not be seen when a skeleton was made for it: it was placed by proportion. */
enum {
    HONE_AUTORIG_WARN_FACING = 1, /* no feet that tell front from back: it stays as it looks */
    HONE_AUTORIG_WARN_HIPS = 2,   /* hidden: by a skirt, for one */
    HONE_AUTORIG_WARN_NECK = 4,   /* nothing thin between shoulders and head */
    HONE_AUTORIG_WARN_WRISTS = 8, /* nothing thin between hand and arm */
    HONE_AUTORIG_WARN_SIDES = 16  /* left and right are not alike: a pose, or something in a hand */
};

typedef struct hone_autorig_report {
    uint32_t bones_bound; /* that carry any vertex */
    uint32_t far_count, ambiguous_count;
    uint32_t morphs_emptied;    /* of bones and impulses: what they moved is gone */
    float scale;                /* the skeleton's, in MMD's space */
    float move[3];              /* MMD units; p' = scale * p + move */
    int quarters;               /* how many times the mesh was turned by 90 degrees about y, +z to +x, to look ahead */
    uint32_t landmark_warnings; /* HONE_UNSURE_* */
} hone_autorig_report;

/* The mesh, surface and morphs of `mesh` as MMD has them (hone_model_to_mmd; pictures inside the file come along), on
 * the skeleton's bones. A bone that carries vertices of its own mesh may carry vertices here; of a skeleton without a
 * mesh every bone that has a length and is no IK goal. Of a human's skeleton with a mesh, bones of hair, skirts and
 * eyes carry only where the skeleton's own mesh has such vertices, or no body near by (docs/rigging.md). report may be
 * NULL. Errors: ARGUMENT (NULL, no vertex, no bone that could carry one, numbers out of range; without a skeleton what
 * a humanoid has and the mesh has not), MEMORY. Cost: vertices times bones; to find joints some tenths of a second and
 * about 40 MB while it lasts. */
HONE_API hone_model *hone_model_autorig(const hone_model *mesh, const hone_autorig_desc *desc,
                                        hone_autorig_report *report, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
