/* What hone uses of Bullet, and nothing of MMD: a world of rigid bodies and joints, built once, then stepped. */
#ifndef HONE_SRC_PHYSICS_BULLET_H
#define HONE_SRC_PHYSICS_BULLET_H

#include <hone/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hone_bullet hone_bullet;

typedef struct hone_bullet_desc {
    float seconds; /* of a step */
    float gravity[3];
    bool floor;         /* a plane at y = 0, solid for all */
    uint32_t body_most; /* how many will be added */
    uint32_t pair_most; /* how many pairs of bodies may touch at once: the rest pass through each other */
    float warm_start;   /* the share of a contact's last impulse that the solver begins with; Bullet's own: 0.85 */
    bool follow_late;   /* the solver sees kinematic bodies where a step begins; else where it ends, as in Bullet */
    bool stock;         /* for tests: only Bullet's own code, slower, whose results have the same bits */
} hone_bullet_desc;

typedef enum hone_bullet_shape { HONE_BULLET_SPHERE, HONE_BULLET_BOX, HONE_BULLET_CAPSULE } hone_bullet_shape;

/* Frames are rigid: model space from body space. */
typedef struct hone_bullet_body {
    hone_bullet_shape shape;
    float size[3]; /* sphere: radius; box: half extents; capsule along y: radius, height of the cylinder */
    float mass, linear_damping, angular_damping, restitution, friction;
    uint32_t group, mask; /* of both: two bodies meet if each has a bit of the other's group in its mask */
    float least_inertia;  /* about any axis */
    bool kinematic;       /* moved by hone_bullet_aim alone */
    bool hollow;          /* nothing bounces off it */
    hone_affine place;
    float velocity[3], spin[3];
} hone_bullet_body;

typedef enum hone_bullet_joint_kind {
    HONE_BULLET_SIX_DOF,
    HONE_BULLET_POINT,
    HONE_BULLET_CONE_TWIST, /* twist about x */
    HONE_BULLET_SLIDER,     /* along x */
    HONE_BULLET_HINGE       /* about z */
} hone_bullet_joint_kind;

typedef struct hone_bullet_motor {
    bool on;
    float velocity, force; /* of a hinge: the most impulse */
} hone_bullet_motor;

/* What a kind does not name it does not read. */
typedef struct hone_bullet_joint {
    hone_bullet_joint_kind kind;
    uint32_t a, b;
    hone_affine frame_a, frame_b;                               /* body space from joint space */
    float linear_lower[3], linear_upper[3];                     /* six dof; slider: the first; lower > upper: free */
    float angular_lower[3], angular_upper[3];                   /* six dof; slider and hinge: the first */
    bool spring[6];                                             /* six dof: linear, angular */
    float stiffness[6];                                         /* six dof */
    float stop_erp;                                             /* six dof */
    float swing[2], twist, softness, bias, relaxation, damping; /* cone twist; softness to relaxation: hinge */
    float fix_threshold, most_impulse, motor_target[4];         /* cone twist; target: a rotation */
    bool motor_on;                                              /* cone twist */
    hone_bullet_motor linear_motor, angular_motor;              /* slider both, hinge the latter */
} hone_bullet_joint;

bool hone_bullet_available(void);
hone_bullet *hone_bullet_create(const hone_bullet_desc *desc);
void hone_bullet_destroy(hone_bullet *bullet); /* NULL is fine */

/* Bodies are numbered from 0 in the order in which they are added, and come before joints. */
void hone_bullet_add_body(hone_bullet *bullet, const hone_bullet_body *body);
void hone_bullet_add_joint(hone_bullet *bullet, const hone_bullet_joint *joint);

/* Where a kinematic body is at the end of the next step. */
void hone_bullet_aim(hone_bullet *bullet, uint32_t body, const hone_affine *place);
/* Where a dynamic body is from now on, and how it moves. */
void hone_bullet_put(hone_bullet *bullet, uint32_t body, const hone_affine *place, const float velocity[3],
                     const float spin[3]);
/* Pushes a dynamic body throughout the next step. */
void hone_bullet_push(hone_bullet *bullet, uint32_t body, const float force[3], const float torque[3]);
void hone_bullet_step(hone_bullet *bullet);
/* 1 / mass, and 1 / inertia about the body's own axes; 0 for kinematic bodies. */
void hone_bullet_inertia(const hone_bullet *bullet, uint32_t body, float *inverse_mass, float inverse_inertia[3]);
/* Whether the last step left out pairs. */
bool hone_bullet_crowded(const hone_bullet *bullet);
void hone_bullet_read(const hone_bullet *bullet, uint32_t body, hone_affine *place, float velocity[3], float spin[3]);

#ifdef __cplusplus
}
#endif
#endif
