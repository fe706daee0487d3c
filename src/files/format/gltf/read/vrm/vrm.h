/* What a VRM adds to its glTF: springs, constraints, expressions, look-at, first person, meta data, MToon. A model can
 * be shown without any of it, so what is wrong there is repaired or left out with a warning, and is no error. VRM 1.0
 * and the extensions that other glTF files may have too are read from their own specifications, VRM 0.x from its one
 * extension. */
#ifndef HONE_SRC_FORMAT_GLTF_READ_VRM_H
#define HONE_SRC_FORMAT_GLTF_READ_VRM_H

#include "files/format/gltf/read/reader.h"

/* Gets the extension of that name of the file, or of an object; none if it has none or it is no object. */
gltf_object hone_gltf_root_extension(gltf_reader *reader, const char *name);
gltf_object hone_gltf_extension_in(const gltf_object *object, const char *name);

/* Warns with `what` if the version of an extension is missing or unknown; it is read as 1.0 all the same. */
void hone_gltf_check_version(gltf_reader *reader, const gltf_object *extension, const char *what, uint64_t at);

/* Returns a number, or `absent` if there is none. */
float hone_gltf_extras_number(const gltf_object *object, const char *key, float absent);
/* Reads a vector {"x": 0, "y": 0, "z": 0} of VRM 0.x, whose axes are left-handed, as one of the file. Returns false and
 * leaves `out` unchanged if there is none. */
bool hone_gltf_left_handed(const gltf_object *object, const char *key, float out[3]);

/* The colliders of springs and the groups that springs name. Those of the file that are not valid are left out. */
typedef struct gltf_colliders {
    hone_collider *list; /* [count] */
    uint32_t count;
    uint32_t group_count;
    uint32_t *group_begin; /* [group_count + 1] where the members of each group begin */
    uint32_t *members;     /* indices into `list` */
    uint32_t *used_by;     /* [count] 1 + the spring that was the last to take it; 0: none */
} gltf_colliders;

/* Makes room for at most that many colliders, groups, and members of all groups. */
bool hone_gltf_open_colliders(gltf_reader *reader, uint64_t colliders, uint32_t groups, uint64_t members,
                              gltf_colliders *out);
/* Gives a spring the colliders of the groups that the list under "colliderGroups" names, each once. at: which spring.
 */
bool hone_gltf_take_colliders(gltf_reader *reader, const gltf_object *spring, gltf_colliders *colliders, uint32_t at,
                              hone_spring *out);

/* Gives the model its springs, [count], and their colliders. */
void hone_gltf_set_springs(gltf_reader *reader, const hone_spring *springs, uint32_t count,
                           const gltf_colliders *colliders);

/* Multiplies the emitted colour by what extensions say. */
void hone_gltf_read_emission(const gltf_object *material, hone_pbr *pbr);
/* Reads MToon of a material: of VRMC_materials_mtoon, else of VRM 0.x, whose values replace those of the material. Sets
 * `out` if the material has it. Returns false with an error. */
bool hone_gltf_read_toon(gltf_reader *reader, const gltf_object *material, hone_pbr *pbr, bool *double_sided,
                         const hone_mtoon **out);
bool hone_gltf_is_old_toon(const gltf_object *properties);
void hone_gltf_read_old_toon(gltf_reader *reader, const gltf_object *properties, hone_pbr *pbr, bool *double_sided,
                             hone_mtoon *out);

/* Returns what a VRM adds to the model, which is still to be filled in; NULL if the file is no VRM, or, with an error,
 * if out of memory. */
hone_avatar *hone_gltf_avatar(gltf_reader *reader);
bool hone_gltf_read_look_at(gltf_reader *reader);
bool hone_gltf_read_meta(gltf_reader *reader);
bool hone_gltf_read_first_person(gltf_reader *reader); /* comes after the humanoid */

/* An expression of a VRM animation, and the node whose translation is its weight. */
typedef struct gltf_animated {
    gltf_text name;
    int32_t node;
} gltf_animated;

/* The expressions of a VRM animation, in the order of their morphs. */
typedef struct gltf_animated_list {
    gltf_animated *list; /* [count] */
    uint32_t count;
    uint32_t *of_node; /* [nodes] 1 + the expression that the node moves; 0: none */
} gltf_animated_list;

/* Returns whether the file is a VRM animation. */
bool hone_gltf_is_vrm_animation(gltf_reader *reader);
/* Counts the expressions of a VRM animation that have a node; lists them, in scratch memory. */
uint32_t hone_gltf_count_animated(gltf_reader *reader);
bool hone_gltf_list_animated(gltf_reader *reader, gltf_animated_list *out);
/* Makes the morphs of these expressions in `morphs`, the morphs of the model, from the first one on. */
bool hone_gltf_read_animated(gltf_reader *reader, uint32_t first, hone_morph *morphs);
/* Reads the bones and the gaze of a VRM animation; comes after its expressions. */
bool hone_gltf_read_vrm_animation(gltf_reader *reader);
/* Reads "humanBones": {"hips": {"node": 3}}. */
bool hone_gltf_read_human_bones(gltf_reader *reader, const gltf_object *humanoid);

/* VRMC_node_constraint: constraints of nodes. */
bool hone_gltf_read_constraints(gltf_reader *reader);

/* VRMC_springBone and secondaryAnimation: the springs of the model and their colliders. */
bool hone_gltf_read_springs(gltf_reader *reader);
bool hone_gltf_read_springs_vrm1(gltf_reader *reader, const gltf_object *extension);
bool hone_gltf_read_springs_vrm0(gltf_reader *reader, const gltf_object *secondary);
bool hone_gltf_read_colliders_vrm1(gltf_reader *reader, const gltf_object *extension, gltf_colliders *out);

#endif
