/** crowd: many characters of one model. Each plays clips at a time and a blend of its own; together they cost a small
 * part of as many actors.
 *
 * A hone_crowd_model holds what all members share. It is prepared once and never changes. A job, hone_crowd_run, turns
 * times and weights into skinning palettes, on plain arrays. A hone_crowd, which games use, keeps a small state for
 * each member and runs the job. A member has no physics, no goals and no layers with masks: use a hone_actor for the
 * few characters that need them.
 *
 * A thousand dancers, each at another moment:
 * ```c
 * hone_crowd *make_dancers(const hone_crowd_model *model, hone_error *error)
 * {
 *     hone_crowd *crowd =
 *         hone_crowd_create(&(hone_crowd_desc){.model = model, .member_count = 1000, .play_count = 1}, error);
 *     for (uint32_t i = 0; crowd && i < 1000; i++)
 *         *hone_crowd_writable_plays(crowd, i) = (hone_crowd_play){.clip = 0, .weight = 1, .seconds = 0.01 * i, .speed
 * = 1}; return crowd;
 * }
 *
 * bool dance(hone_crowd *crowd, double seconds_since_last_frame, hone_error *error)
 * {
 *     return hone_crowd_update(crowd, seconds_since_last_frame, NULL, error); // then upload hone_crowd_palettes
 * }
 * ```
 */
#ifndef HONE_CROWD_H
#define HONE_CROWD_H

#include <hone/base.h>
#include <hone/math.h>
#include <hone/mmd_rules.h>
#include <hone/model.h>
#include <hone/motion.h>
#include <hone/skin.h>
#include <hone/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- crowd models -------------------------------------------------------------------------------------------- */

/** A model and its clips, prepared for many members: immutable, shareable between threads, reference counted.
 *
 * If bones follow only their parents (every .x and glTF model, and MMD models without IK, append, bone morphs and bones
 * after physics that others follow), clips become **tables**: rows of transforms at the times of the keys, with further
 * rows where interpolation between two keys would be off by more than the tolerance. Sampling is then an interpolation
 * of two rows, and several members are evaluated side by side. Bones that no clip moves cost nothing.
 *
 * Any other model, and one whose tables would be too large, is evaluated bone by bone with a hone_rig, at the cost of
 * an actor without physics and skin. Results are equal within the tolerance. With hone_crowd_model_desc.bake_rate such
 * a model gets tables too, of bones as the rig has evaluated them.
 *
 * A bone that any clip moves counts as moved in every pose: a shear of its rest matrix is lost. */
typedef struct hone_crowd_model hone_crowd_model;

/** Settings of hone_crowd_model_create. */
typedef struct hone_crowd_model_desc {
    const hone_model *model;         /**< required; retained */
    uint32_t clip_count;             /**< how many clips there are */
    const hone_motion *const *clips; /**< [clip_count] motions in the model's space; retained */
    hone_mmd_rules rules;            /**< how MMD motions and models are evaluated */
    uint32_t level_count;            /**< how many levels of detail of bones there are beside all bones, at most 7 */
    const uint8_t *const *levels;    /**< [level_count][bone_count] 1: the bone moves; level 1 is the first */
    /** The error that tables may have: of a rotation in radians, of a translation in parts of the skeleton's size. 0:
     * 1e-4, of which a member that is 1080 pixels high shows less than half a pixel. Only clips with curved
     * interpolation get smaller by a higher tolerance. */
    float tolerance;
    /** Rows in a second of the tables, whatever the tolerance, and more only where a bone turns far. 0: as many as the
     * tolerance needs, and a model that needs a rig is evaluated with it. Above 0 such a model has tables too: each row
     * holds the bones after IK, append and bone morphs, and between rows they are interpolated. A blend of clips then
     * blends bones after IK, so a foot that both clips hold still may move a little. */
    float bake_rate;
    size_t max_table_size;           /**< bytes that tables may have; 0: 64 MiB */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_crowd_model_desc;

/** The most levels of detail of bones, level 0 with all bones included. */
enum { HONE_CROWD_MAX_LEVELS = 8 };

/** Prepares a model and clips.
 *
 * A bone that a level leaves out stays at rest relative to its parent, so it and the vertices that it carries follow
 * the parent rigidly. On a model that needs a rig, an IK chain is off if a link of it is left out.
 * Returns: the crowd model, with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, too many levels, a motion of another space or one that moves nothing of the model though it
 *         has tracks or channels: `at` is the clip; a tolerance or rate below 0), MEMORY.
 * Cost: samples every clip at each of its keys, and about three times more between two keys.
 */
HONE_API hone_crowd_model *hone_crowd_model_create(const hone_crowd_model_desc *desc, hone_error *error);

/** Adds a reference. NULL is allowed.
 *
 * Returns: the crowd model.
 */
HONE_API hone_crowd_model *hone_crowd_model_retain(const hone_crowd_model *model);

/** Removes a reference. The last one destroys them. NULL is allowed. */
HONE_API void hone_crowd_model_release(const hone_crowd_model *model);

/** Sizes of a crowd model. */
typedef struct hone_crowd_model_info {
    uint32_t clip_count;  /**< how many clips there are */
    uint32_t level_count; /**< levels of detail, level 0 included */
    uint32_t slot_count;  /**< of a palette */
    bool tables;          /**< whether clips are tables; otherwise members are evaluated with a rig */
    bool baked;           /**< whether the tables hold bones that a rig has evaluated */
    uint32_t row_count;   /**< rows of all tables */
    size_t table_size;    /**< bytes of all rows */
    uint32_t bone_count;  /**< tables: bones that are evaluated at level 0: those that any clip moves */
} hone_crowd_model_info;

/** Returns the sizes of a crowd model; zeroed if `model` is NULL. */
HONE_API hone_crowd_model_info hone_crowd_model_get_info(const hone_crowd_model *model);

/** Returns the duration of a clip in seconds; 0 if there is no such clip. */
HONE_API double hone_crowd_model_duration(const hone_crowd_model *model, uint32_t clip);

/** Makes a level of detail: leaves out the bones that have little below them, such as fingers and toes.
 *
 * length: model units. A bone moves if a bone below it is at least so far from it at rest.
 * moves: [bone_count] out: 1 or 0, for hone_crowd_model_desc.levels.
 * Returns: how many bones move.
 * Cost: the number of bones times the depth of the skeleton; no allocation.
 */
HONE_API uint32_t hone_crowd_level_by_length(const hone_skeleton *skeleton, float length, uint8_t *moves);

/* ---- the job ------------------------------------------------------------------------------------------------- */

/** A clip that takes part in a member's pose. */
typedef struct hone_crowd_layer {
    uint32_t clip;  /**< index of the clip */
    float weight;   /**< at least 0; weights need not add up to 1 */
    double seconds; /**< time in the clip; before the first key and after the last one it holds */
} hone_crowd_layer;

/** A member in a job. */
typedef struct hone_crowd_item {
    const hone_crowd_layer *layers; /**< [layer_count] */
    uint32_t layer_count;           /**< any number; of those with weight the first 16 count */
    uint32_t level;                 /**< level of detail; 0: all bones */
    hone_affine *palette;           /**< [slot_count] out: model space now from mesh space in the bind pose */
} hone_crowd_item;

/** The memory that a job works in. It belongs to one thread at a time, and retains its model. */
typedef struct hone_crowd_scratch hone_crowd_scratch;

/** Creates the memory of a job: one for each thread.
 *
 * allocator: NULL: malloc.
 * Returns: the memory; destroy it with hone_crowd_scratch_destroy. NULL on failure.
 * Errors: ARGUMENT (NULL), MEMORY.
 */
HONE_API hone_crowd_scratch *hone_crowd_scratch_create(const hone_crowd_model *model, const hone_allocator *allocator,
                                                       hone_error *error);

/** Destroys the memory of a job and releases its model. NULL is allowed. */
HONE_API void hone_crowd_scratch_destroy(hone_crowd_scratch *scratch);

/** Computes the palettes of members: samples and blends their clips, evaluates the bones, and multiplies by the inverse
 * bind matrices.
 *
 * The pose is that of hone_blend_run on the sampled poses, with rest as the fallback: weights are normalised, and where
 * they add up to less than 0.1, rest has what is missing.
 * item_count: how many members there are; most efficient in multiples of 8 of one level.
 * items: [item_count].
 * Returns: whether the palettes were written; otherwise none was.
 * Errors: ARGUMENT (NULL; a clip or level that does not exist: `at` is the item).
 * Cost: no allocation. The result of a member does not depend on the others, and is the same to the bit on all
 *       processors.
 */
HONE_API bool hone_crowd_run(hone_crowd_scratch *scratch, const hone_crowd_item *items, uint32_t item_count,
                             hone_error *error);

/* ---- crowds -------------------------------------------------------------------------------------------------- */

/** Many members of one model: their clocks, weights, places, update rates and palettes. */
typedef struct hone_crowd hone_crowd;

/** A clip that a member plays. The program may change every number at any time between two updates; an update adds
 * step * speed to `seconds`. */
typedef struct hone_crowd_play {
    uint32_t clip;  /**< index of the clip */
    float weight;   /**< at least 0; 0: it takes no part, but its clock runs */
    double seconds; /**< time in the clip */
    float speed;    /**< seconds of the clip in a second; below 0: backwards */
    bool once;      /**< whether it holds at its end, instead of starting again */
} hone_crowd_play;

/** Settings of hone_crowd_create. */
typedef struct hone_crowd_desc {
    const hone_crowd_model *model; /**< required; retained */
    uint32_t member_count;         /**< how many members there are, at least 1 */
    uint32_t play_count;           /**< how many clips a member can play at once, 1 to 16 */
    uint32_t max_threads;          /**< how many threads may update at once, at most 256; 0: 1 */
    /** Whether members that do not update in every frame move smoothly between two updates: see
     * hone_crowd_set_period. A member then has two poses beside its palette: with tables 96 bytes for each matrix in
     * which slots differ, which is each bone that clips move if the mesh was bound at rest; otherwise two palettes. A
     * frame takes less time than one in which all members update, but more than one in which they are held. */
    bool interpolate;
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_crowd_desc;

/** Creates a crowd. Every member is at rest, at the origin, updates in every frame and plays nothing.
 *
 * Returns: the crowd; destroy it with hone_crowd_destroy. NULL on failure.
 * Errors: ARGUMENT (NULL, a number out of range), MEMORY.
 */
HONE_API hone_crowd *hone_crowd_create(const hone_crowd_desc *desc, hone_error *error);

/** Destroys a crowd and releases its model. NULL is allowed. */
HONE_API void hone_crowd_destroy(hone_crowd *crowd);

/** Returns the clips that a member plays, [play_count], for the program to read and change; NULL if there is no such
 * member. Those of the next member follow. */
HONE_API hone_crowd_play *hone_crowd_writable_plays(hone_crowd *crowd, uint32_t member);

/** Returns the places of the members, [member_count], for the program to read and change: world from model space.
 * Palettes do not contain them; a renderer takes them as the matrices of instances. */
HONE_API hone_affine *hone_crowd_writable_places(hone_crowd *crowd);

/** The longest period of hone_crowd_set_period. */
enum { HONE_CROWD_MAX_PERIOD = 16 };

/** Sets in which frames a member updates (update rate).
 *
 * Members of one period are spread evenly over the frames. Between its updates a member keeps its palette or, in a
 * crowd that interpolates, moves on a straight line to the palette of its next update, which is computed a period
 * ahead. Its matrices are then averages of two, so a bone that turns by an angle a in a period shrinks by up to
 * 1 - cos(a / 2), and a change of its plays shows up to a period later.
 * A member of a crowd that interpolates also updates in the first frame after its period has changed.
 * period: it updates in every period-th frame, 1 to HONE_CROWD_MAX_PERIOD; 0: never, it stays as it is.
 * A longer period counts as HONE_CROWD_MAX_PERIOD.
 * Cost: no allocation. Not while another thread uses the crowd.
 */
HONE_API void hone_crowd_set_period(hone_crowd *crowd, uint32_t member, uint32_t period);

/** Sets the level of detail of a member's bones, from its next update on.
 *
 * level: 0: all bones; a greater one than there are counts as the last.
 */
HONE_API void hone_crowd_set_level(hone_crowd *crowd, uint32_t member, uint32_t level);

/** How a member that is not further away than `distance` is updated. */
typedef struct hone_crowd_lod {
    float distance;  /**< world units */
    uint32_t period; /**< see hone_crowd_set_period */
    uint32_t level;  /**< see hone_crowd_set_level */
} hone_crowd_lod;

/** Sets period and level of every member by the distance of its place from a point.
 *
 * eye: the point, such as the camera's; world.
 * lods: [lod_count] by ascending distance. A member beyond the last distance gets the last entry.
 * Cost: no allocation. Not while another thread uses the crowd.
 */
HONE_API void hone_crowd_set_lods(hone_crowd *crowd, const float eye[3], const hone_crowd_lod *lods,
                                  uint32_t lod_count);

/** Advances all clocks and computes the palettes of the members whose turn it is.
 *
 * seconds: since the last update.
 * workers: as many threads as hone_crowd_desc.max_threads allows; NULL: the calling thread alone.
 * Returns: whether it succeeded.
 * Errors: ARGUMENT (NULL, too many threads; a clip that does not exist: `at` is the member, which keeps its palette).
 * Cost: no allocation.
 */
HONE_API bool hone_crowd_update(hone_crowd *crowd, double seconds, hone_workers *workers, hone_error *error);

/** Advances all clocks and computes no palettes: for a crowd that the GPU poses (hone_gpu_crowd).
 *
 * seconds: since the last update.
 * Errors: ARGUMENT (NULL; a clip that does not exist: `at` is the first such member).
 * Returns: whether all clips exist.
 * Cost: a few nanoseconds for each clip of each member; no allocation.
 */
HONE_API bool hone_crowd_advance(hone_crowd *crowd, double seconds, hone_error *error);

/** Begins a frame, for a program that updates with its own threads: see hone_crowd_update_range.
 *
 * seconds: since the last frame.
 */
HONE_API void hone_crowd_begin_frame(hone_crowd *crowd, double seconds);

/** Updates members [begin, end) within a frame: each member once. Threads may update ranges that do not overlap at the
 * same time, and change the plays and places of their members before and after.
 *
 * Returns: whether it succeeded.
 * Errors: as hone_crowd_update; ARGUMENT also if more than hone_crowd_desc.max_threads threads update at once.
 * Cost: no allocation.
 */
HONE_API bool hone_crowd_update_range(hone_crowd *crowd, uint32_t begin, uint32_t end, hone_error *error);

/** Returns the palettes of all members, as of the last update: [member_count * slot_count] model space now from mesh
 * space in the bind pose, at the same address as long as the crowd lives. In memory each is in the form
 * HONE_PALETTE_3X4. */
HONE_API const hone_affine *hone_crowd_palettes(const hone_crowd *crowd);

/** Builds a palette with everything that skinning or drawing may need from the matrices of a member: fills in `rigid`
 * and the arrays that are not NULL, as hone_palette_build does.
 *
 * palette: slot_count is the crowd's; it has arrays of its own, such as those of hone_palette_create.
 * Returns: whether it was built.
 * Errors: ARGUMENT (NULL, no such member, another slot_count).
 * Cost: about 15 ns a slot with all arrays; no allocation.
 */
HONE_API bool hone_crowd_build_palette(const hone_crowd *crowd, uint32_t member, hone_palette *palette,
                                       hone_error *error);

/** Writes the palettes of members [begin, end) in a form for a shader, one after the other: hone_palette_write.
 *
 * out: [(end - begin) * slot_count].
 * Returns: whether every slot was written.
 * Errors: as hone_palette_write; ARGUMENT (no such member).
 * Cost: no allocation.
 */
HONE_API bool hone_crowd_write(const hone_crowd *crowd, uint32_t begin, uint32_t end, hone_palette_form form,
                               hone_stream out, hone_error *error);

/** Skins the vertices of a member, in model space, with its palette and the model's compiled skin. Threads may skin
 * different members at the same time, into different streams.
 *
 * job: palette and rest are not read; the streams must not overlap what it reads.
 * Returns: whether the vertices were written.
 * Errors: ARGUMENT (NULL, no such member, as hone_skin_run; more than hone_crowd_desc.max_threads threads skin or
 *         update at once), MEMORY (the first call compiles the skin: hone_model_compiled_skin).
 * Cost: no allocation, except for the first call. Palettes that are not rigid, and methods that need dual quaternions,
 *       take about 15 ns a slot more.
 */
HONE_API bool hone_crowd_skin(hone_crowd *crowd, uint32_t member, const hone_skin_job *job, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
