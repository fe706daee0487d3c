/* The part of Bullet that hone uses, in C and without anything of MMD: a world of rigid bodies and joints that is
 * built once and then stepped. */
#ifndef HONE_SRC_PHYSICS_BULLET_BULLET_H
#define HONE_SRC_PHYSICS_BULLET_BULLET_H

#include <hone/base.h>
#include <hone/ik.h>
#include <hone/math.h>
#include <hone/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 1: Bullet calls hone's own functions of numbers (functions.hpp), so its results are the same on every machine. */
#ifndef HONE_PORTABLE_PHYSICS
#define HONE_PORTABLE_PHYSICS 0
#endif

typedef struct hone_bullet hone_bullet;

typedef struct hone_bullet_desc {
    float seconds; /* seconds per step */
    float gravity[3];
    bool floor;         /* a solid plane at y = 0, for all bodies */
    float unit;         /* length of 8 cm: Bullet's own tolerances are meant for a unit of 1 */
    uint32_t body_most; /* number of bodies that will be added */
    uint32_t pair_most; /* largest number of pairs that may touch at once; further pairs pass through each other */
    /* warm start: part of a contact's last impulse with which the solver begins; Bullet's default is 0.85 */
    float warm_start;
    /* true: the solver sees kinematic bodies where a step begins. false: where it ends, as in Bullet. */
    bool follow_late;
    bool stock; /* for tests: only Bullet's own code, which is slower; the results have the same bits */
    /* Threads that share the work of a step, and hone_workers_run_short, which a module does not have. NULL: the
     * calling thread works alone. The results have the same bits. */
    hone_workers *workers;
    void (*share)(hone_workers *workers, hone_work_fn *work, void *user, uint32_t item_count, uint32_t grain);
} hone_bullet_desc;

typedef enum hone_bullet_shape {
    HONE_BULLET_SPHERE,
    HONE_BULLET_BOX,
    HONE_BULLET_CAPSULE,
    HONE_BULLET_PLANE, /* through the place, upwards along its y; cannot move */
    HONE_BULLET_GROUND /* a height function of the world; cannot move */
} hone_bullet_shape;

/* Frames are rigid: model space from body space. */
typedef struct hone_bullet_body {
    hone_bullet_shape shape;
    float
        size[3]; /* sphere: radius; box: half extents; capsule along y: radius, height of the cylinder; ground: cell */
    hone_ground *ground; /* ground */
    void *ground_user;
    float mass, linear_damping, angular_damping, restitution, friction;
    uint32_t group, mask; /* contact filter: two bodies collide if the mask of each contains the group of the other */
    float least_inertia;  /* lower bound of the inertia about any axis */
    bool kinematic;       /* moved by hone_bullet_aim only */
    bool hollow;          /* it has no contact response */
    int family;           /* the model that it belongs to; 0: none */
    int part;             /* number of a part of a ragdoll, which only meets other parts of its family; 0: none */
    uint32_t apart;       /* bit n - 1: it does not meet part n of its family */
    bool own;             /* it meets its family only */
    hone_affine place;
    float velocity[3], spin[3];
} hone_bullet_body;

/* The group of a body that all others meet whose group is in its mask. */
enum { HONE_BULLET_OUTSIDE = 1 << 30 };

typedef enum hone_bullet_joint_kind {
    HONE_BULLET_SIX_DOF,
    HONE_BULLET_POINT,
    HONE_BULLET_CONE_TWIST, /* twist about x */
    HONE_BULLET_SLIDER,     /* along x */
    HONE_BULLET_HINGE       /* about z */
} hone_bullet_joint_kind;

typedef struct hone_bullet_motor {
    bool on;
    float velocity, force; /* hinge: the largest impulse */
} hone_bullet_motor;

/* Each kind reads only the fields that name it. */
typedef struct hone_bullet_joint {
    hone_bullet_joint_kind kind;
    uint32_t a, b;
    hone_affine frame_a, frame_b;             /* body space from joint space */
    float linear_lower[3], linear_upper[3];   /* six dof; slider uses the first; lower > upper: free */
    float angular_lower[3], angular_upper[3]; /* six dof; slider and hinge use the first */
    bool spring[6];                           /* six dof: three linear, then three angular */
    float stiffness[6];                       /* six dof */
    float friction;                           /* six dof: torque that stops angles which are not locked; 0: none */
    int rounds;                               /* of the solver, if more than its usual ten; 0: as the others */
    float stop_erp;                           /* six dof */
    float
        restoring_turn; /* six dof: largest speed, radians/s, at which an angle comes back within its limits; 0: any */
    float swing[2], twist, softness, bias, relaxation, damping; /* cone twist; softness to relaxation: hinge */
    float fix_threshold, most_impulse, motor_target[4];         /* cone twist; motor_target: a rotation */
    bool motor_on;                                              /* cone twist */
    hone_bullet_motor linear_motor, angular_motor;              /* slider uses both, hinge the angular one */
} hone_bullet_joint;

bool hone_bullet_available(void);
/* Prepares the first world. Errors: UNSUPPORTED: Bullet is not built in, or its module cannot be loaded. */
bool hone_bullet_open(hone_error *error);
hone_bullet *hone_bullet_create(const hone_bullet_desc *desc);
void hone_bullet_destroy(hone_bullet *bullet); /* may be NULL */

/* Bodies are numbered from 0 in the order in which they are added. All bodies must be added before the joints. */
void hone_bullet_add_body(hone_bullet *bullet, const hone_bullet_body *body);
void hone_bullet_add_joint(hone_bullet *bullet, const hone_bullet_joint *joint);

/* Sets the kinematic target: where a kinematic body is at the end of the next step. */
void hone_bullet_aim(hone_bullet *bullet, uint32_t body, const hone_affine *place);
/* Sets the place and the velocities of a dynamic body. */
void hone_bullet_put(hone_bullet *bullet, uint32_t body, const hone_affine *place, const float velocity[3],
                     const float spin[3]);
/* Applies a force and a torque to a dynamic body during the next step. */
void hone_bullet_push(hone_bullet *bullet, uint32_t body, const float force[3], const float torque[3]);
/* From the next step on; in place of hone_bullet_desc.gravity. */
void hone_bullet_set_gravity(hone_bullet *bullet, const float gravity[3]);
void hone_bullet_step(hone_bullet *bullet);
/* Returns 1 / mass, and 1 / inertia about the body's own axes; 0 for kinematic bodies. */
void hone_bullet_inertia(const hone_bullet *bullet, uint32_t body, float *inverse_mass, float inverse_inertia[3]);
/* Returns whether the last step left out pairs. */
bool hone_bullet_crowded(const hone_bullet *bullet);
void hone_bullet_read(const hone_bullet *bullet, uint32_t body, hone_affine *place, float velocity[3], float spin[3]);

/* All that the next steps depend on: bodies, pairs and contacts, with the impulses of the last step. The bodies and
 * joints themselves are not part of it, so it can be restored into another world that has the same ones. */
size_t hone_bullet_state_size(const hone_bullet *bullet);
void hone_bullet_save(const hone_bullet *bullet, void *state);
/* The limits of the world into which a state is restored. */
typedef struct hone_bullet_limits {
    uint32_t bodies, pairs; /* number of bodies; largest number of pairs */
    bool floor;
} hone_bullet_limits;

/* Returns whether bytes from outside are a state of such a world. */
bool hone_bullet_state_fits(const void *state, size_t size, const hone_bullet_limits *limits);
/* Restores a state that fits. Returns whether it was restored; if not, the world must be built again. */
bool hone_bullet_restore(hone_bullet *bullet, const void *state, size_t size);

#ifdef __cplusplus
}
#endif
#endif
