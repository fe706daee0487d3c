// Skinning in the vertex shader: linear blend skinning, SDEF and dual quaternions from a matrix palette in uniforms or
// in a bone texture. This text is put before each vertex shader's own text, which calls place_vertex. Before it come
// the choices of a skinning method: SKIN_OFF 0 or 1; one of FORM_MATRIX, FORM_QUATERNION, FORM_DUAL_QUATERNION; one of
// STORE_UNIFORMS, STORE_TEXTURE, STORE_TEXTURE_NORMALISED, STORE_BUFFER; STORE_HALF 0 or 1; PALETTE_SIZE, the number of registers of
// a uniform palette; WEIGHTS_BY_DISTANCE 0 or 1; CROWD 0 or 1. Layouts and sources: docs/skinning.md.
layout(location = 0) in vec3 a_position; // model space; skinned already if SKIN_OFF, else the rest position
layout(location = 1) in vec3 a_normal;
layout(location = 12) in mat3x4 a_world; // world (MMD's axes and units) from model, three rows; per instance

#if !SKIN_OFF
layout(location = 6) in uvec4 a_slots;
layout(location = 7) in vec4 a_weights;
layout(location = 8) in uint a_kind; // hone_skin_vertex_kind
#if CROWD // per instance: clips that a member plays, as hone_gpu_member has them
layout(location = 9) in uvec2 a_layer_0;
layout(location = 10) in uvec2 a_layer_1;
layout(location = 11) in uvec2 a_layer_2;
layout(location = 15) in uvec2 a_layer_3;
#else
layout(location = 9) in vec3 a_sdef_c; // if u_method is 3: the centre of rotation
layout(location = 10) in vec3 a_sdef_c0;
layout(location = 11) in vec3 a_sdef_c1;
#endif

const uint LINEAR = 0u, SDEF = 1u, DUAL_QUATERNION = 2u, STILL = 3u;

uniform int u_method;    // hone_skin_method: 0 by a_kind, 1 linear, 2 dual quaternions, 3 centres of rotation
uniform bool u_rigid;    // no slot is scaled, so normals use the same matrix as positions
uniform int u_registers; // per slot

// ---- registers: vec4 r of a slot

#ifndef STORE_UNIFORMS
#if !CROWD
layout(location = 15) in uint a_pose; // per instance
#endif
uniform int u_pose_slots; // slots per pose

#ifdef STORE_BUFFER
uniform samplerBuffer u_bones;
#else
uniform sampler2D u_bones;
#endif

vec4 pose_register(int pose, uint slot, int r)
{
    int texel = (pose * u_pose_slots + int(slot)) * u_registers + r;
#ifdef STORE_BUFFER
    return texelFetch(u_bones, texel);
#else
    int width = textureSize(u_bones, 0).x;
    ivec2 at = ivec2(texel % width, texel / width);
#ifdef STORE_TEXTURE
    return texelFetch(u_bones, at, 0);
#else
    return textureLod(u_bones, (vec2(at) + 0.5) / vec2(textureSize(u_bones, 0)), 0.0);
#endif
#endif
}

#if CROWD
// Adds what a clip has between two frames. layer: frame, next frame; way to it, weight: each pair in 16 bits.
void add_layer(uvec2 layer, uint slot, int r, inout vec4 sum)
{
    ivec4 at = ivec4(layer.x & 0xffffu, layer.x >> 16u, layer.y & 0xffffu, layer.y >> 16u);
    if (at.w == 0)
        return;
    vec4 here = pose_register(at.x, slot, r);
    if (at.z != 0)
        here = mix(here, pose_register(at.y, slot, r), float(at.z) / 65535.0);
    sum += float(at.w) / 65535.0 * here;
}

vec4 palette_register(uint slot, int r)
{
    vec4 sum = vec4(0.0);
    add_layer(a_layer_0, slot, r, sum);
    add_layer(a_layer_1, slot, r, sum);
    add_layer(a_layer_2, slot, r, sum);
    add_layer(a_layer_3, slot, r, sum);
    return sum;
}
#else
vec4 palette_register(uint slot, int r)
{
    return pose_register(int(a_pose), slot, r);
}
#endif
#else
layout(std140) uniform Palette
{
    vec4 u_palette[PALETTE_SIZE];
};

vec4 palette_register(uint slot, int r)
{
    return u_palette[int(slot) * u_registers + r];
}
#endif

// ---- what a slot holds: a matrix (three rows), a dual quaternion

struct DualQuaternion {
    vec4 real, dual; // x,y,z,w
};

vec3 rotate(vec4 q, vec3 v)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

// From a unit quaternion, with ww = w * w - 1/2.
mat3x4 matrix_from(vec4 q, vec3 t, float scale)
{
    float ww = q.w * q.w - 0.5, s = 2.0 * scale;
    return mat3x4(vec4(s * vec3(ww + q.x * q.x, q.x * q.y - q.w * q.z, q.x * q.z + q.w * q.y), t.x),
                  vec4(s * vec3(q.x * q.y + q.w * q.z, ww + q.y * q.y, q.y * q.z - q.w * q.x), t.y),
                  vec4(s * vec3(q.x * q.z - q.w * q.y, q.y * q.z + q.w * q.x, ww + q.z * q.z), t.z));
}

vec3 translation_of(DualQuaternion q)
{
    return 2.0 * (q.real.w * q.dual.xyz - q.dual.w * q.real.xyz + cross(q.real.xyz, q.dual.xyz));
}

// Half floats leave a quaternion up to a thousandth too long or too short.
vec4 load_rotation(uint slot, int r)
{
#if STORE_HALF
    return normalize(palette_register(slot, r));
#else
    return palette_register(slot, r);
#endif
}

#ifdef FORM_QUATERNION
// rotation; translation and scale
mat3x4 load_matrix(uint slot)
{
    vec4 t = palette_register(slot, 1);
    return matrix_from(load_rotation(slot, 0), t.xyz, t.w);
}

DualQuaternion load_dual(uint slot)
{
    vec4 q = load_rotation(slot, 0);
    vec3 t = palette_register(slot, 1).xyz;
    return DualQuaternion(q, 0.5 * vec4(q.w * t + cross(t, q.xyz), -dot(t, q.xyz)));
}
#elif defined FORM_DUAL_QUATERNION
// real; dual
DualQuaternion load_dual(uint slot)
{
    return DualQuaternion(load_rotation(slot, 0), palette_register(slot, 1));
}

mat3x4 load_matrix(uint slot)
{
    DualQuaternion q = load_dual(slot);
    return matrix_from(q.real, translation_of(q), 1.0);
}
#else
// three rows; then, if a vertex needs them: real, dual
mat3x4 load_matrix(uint slot)
{
    return mat3x4(palette_register(slot, 0), palette_register(slot, 1), palette_register(slot, 2));
}

DualQuaternion load_dual(uint slot)
{
    return DualQuaternion(load_rotation(slot, 3), palette_register(slot, 4));
}
#endif

// ---- linear blend skinning

vec3 apply(mat3x4 m, vec3 p)
{
    return vec4(p, 1.0) * m;
}

vec3 turn(mat3x4 m, vec3 d)
{
    return vec4(d, 0.0) * m;
}

// Uses the cofactor matrix times the determinant's sign, so that normals stay perpendicular to the surface under any
// scale.
vec3 turn_normal(mat3x4 m, vec3 n)
{
    vec3 x = m[0].xyz, y = m[1].xyz, z = m[2].xyz, yz = cross(y, z);
    vec3 turned = vec3(dot(yz, n), dot(cross(z, x), n), dot(cross(x, y), n));
    return dot(x, yz) < 0.0 ? -turned : turned;
}

void add_influence(uint slot, float weight, inout vec3 position, inout vec3 normal)
{
    if (weight == 0.0)
        return;
    mat3x4 m = load_matrix(slot);
    position += weight * apply(m, a_position);
    normal += weight * (u_rigid ? turn(m, a_normal) : turn_normal(m, a_normal));
}

void skin_linear(out vec3 position, out vec3 normal)
{
    position = normal = vec3(0.0);
    add_influence(a_slots.x, a_weights.x, position, normal);
    add_influence(a_slots.y, a_weights.y, position, normal);
    add_influence(a_slots.z, a_weights.z, position, normal);
    add_influence(a_slots.w, a_weights.w, position, normal);
}

// ---- spherical deformation (SDEF)

// Shortest arc; linear if the two are nearly equal.
vec4 slerp(vec4 a, vec4 b, float t)
{
    float cosine = dot(a, b);
    if (cosine < 0.0)
        b = -b, cosine = -cosine;
    vec2 share = vec2(1.0 - t, t);
    if (cosine < 0.9995) {
        float sine = sqrt(1.0 - cosine * cosine);
        share = sin(share * atan(sine, cosine)) / sine;
    }
    return normalize(share.x * a + share.y * b);
}

#if !CROWD
void skin_sdef(out vec3 position, out vec3 normal)
{
    vec4 q = slerp(load_dual(a_slots.x).real, load_dual(a_slots.y).real, a_weights.y);
    position = rotate(q, a_position - a_sdef_c) + a_weights.x * apply(load_matrix(a_slots.x), a_sdef_c0) +
               a_weights.y * apply(load_matrix(a_slots.y), a_sdef_c1);
    normal = rotate(q, a_normal);
}
#endif

// ---- dual quaternions

void add_dual(uint slot, float weight, DualQuaternion pivot, inout DualQuaternion sum)
{
    if (weight == 0.0)
        return;
    DualQuaternion q = load_dual(slot);
    float share = dot(pivot.real, q.real) < 0.0 ? -weight : weight;
    sum.real += share * q.real;
    sum.dual += share * q.dual;
}

// Places the vertex by a weighted sum of dual quaternions.
void place_by_dual(DualQuaternion pivot, DualQuaternion sum, out vec3 position, out vec3 normal)
{
    float size = length(sum.real);
    if (size >= 1e-6)
        sum = DualQuaternion(sum.real / size, sum.dual / size);
    else // the weights cancel, so there is no mean
        sum = pivot;
    position = rotate(sum.real, a_position) + translation_of(sum);
    normal = rotate(sum.real, a_normal);
}

// The slot with the largest weight; the first one if several are equal.
uint heaviest_slot()
{
    uint slot = a_slots.x;
    float most = a_weights.x;
    if (a_weights.y > most)
        slot = a_slots.y, most = a_weights.y;
    if (a_weights.z > most)
        slot = a_slots.z, most = a_weights.z;
    return a_weights.w > most ? a_slots.w : slot;
}

void skin_dual(out vec3 position, out vec3 normal)
{
    DualQuaternion pivot = load_dual(heaviest_slot()), sum = DualQuaternion(vec4(0.0), vec4(0.0));
    add_dual(a_slots.x, a_weights.x, pivot, sum);
    add_dual(a_slots.y, a_weights.y, pivot, sum);
    add_dual(a_slots.z, a_weights.z, pivot, sum);
    add_dual(a_slots.w, a_weights.w, pivot, sum);
    place_by_dual(pivot, sum, position, normal);
}

#if !CROWD
// ---- optimised centres of rotation

// The nearest rotation turns a direction back before it is turned by the blended one. What remains is the slot's stretch.
vec3 stretch_of(vec4 q, vec3 moved, vec3 rest)
{
    return rotate(vec4(-q.xyz, q.w), moved) - rest;
}

void add_about(uint slot, float weight, vec4 pivot, vec3 from, inout vec4 q, inout vec3 centre, inout vec3 position,
               inout vec3 normal)
{
    if (weight == 0.0)
        return;
    mat3x4 m = load_matrix(slot);
    vec4 real = load_dual(slot).real;
    q += (dot(pivot, real) < 0.0 ? -weight : weight) * real;
    centre += weight * apply(m, a_sdef_c);
    if (u_rigid)
        return;
    position += weight * stretch_of(real, turn(m, from), from);
    normal += weight * stretch_of(real, turn_normal(m, a_normal), a_normal);
}

void skin_centres(out vec3 position, out vec3 normal)
{
    vec4 pivot = load_dual(heaviest_slot()).real, q = vec4(0.0);
    vec3 centre = vec3(0.0), from = a_position - a_sdef_c;
    position = from;
    normal = a_normal;
    add_about(a_slots.x, a_weights.x, pivot, from, q, centre, position, normal);
    add_about(a_slots.y, a_weights.y, pivot, from, q, centre, position, normal);
    add_about(a_slots.z, a_weights.z, pivot, from, q, centre, position, normal);
    add_about(a_slots.w, a_weights.w, pivot, from, q, centre, position, normal);
    float size = length(q);
    q = size >= 1e-6 ? q / size : pivot;
    position = rotate(q, position) + centre;
    normal = rotate(q, normal);
}
#endif

// ---- weights by distance

#if WEIGHTS_BY_DISTANCE
uniform sampler2D u_segments; // two texels a slot: head, 1 / length^2 (0: a point); then the vector from head to tail
uniform vec2 u_distance;      // the rule's exponent c and 1/h

vec4 segment_texel(uint slot, int i)
{
    int width = textureSize(u_segments, 0).x, texel = int(slot) * 2 + i;
    return texelFetch(u_segments, ivec2(texel % width, texel / width), 0);
}

// 1 + d/h, with the distance d of the vertex to the bone's segment. Its power of -c is the weight.
float remoteness(uint slot)
{
    vec4 head = segment_texel(slot, 0);
    vec3 along = segment_texel(slot, 1).xyz, from_head = a_position - head.xyz;
    float t = clamp(dot(from_head, along) * head.w, 0.0, 1.0);
    return 1.0 + length(from_head - t * along) * u_distance.y;
}

// Sums the homogeneous positions (x, y, z, 1) of all bones by weight. The sum's fourth number is the sum of the weights,
// and a homogeneous vector stands for the point that its fourth number divides. So weights need not have the sum 1, and
// a common factor of all of them does not matter: they are relative to the nearest bone so far, and no power underflows.
void skin_linear_by_distance(out vec3 position, out vec3 normal)
{
    vec4 sum = vec4(0.0);
    float nearest = remoteness(0u);
    normal = vec3(0.0);
    for (uint slot = 0u; slot < uint(u_pose_slots); slot++) {
        float far = remoteness(slot);
        if (far < nearest) {
            float factor = pow(far / nearest, u_distance.x);
            sum *= factor, normal *= factor, nearest = far;
        }
        float weight = pow(nearest / far, u_distance.x);
        mat3x4 m = load_matrix(slot);
        sum += weight * vec4(apply(m, a_position), 1.0);
        normal += weight * (u_rigid ? turn(m, a_normal) : turn_normal(m, a_normal));
    }
    position = sum.xyz / sum.w;
}

void skin_dual_by_distance(out vec3 position, out vec3 normal)
{
    uint heaviest = 0u;
    float nearest = remoteness(0u);
    for (uint slot = 1u; slot < uint(u_pose_slots); slot++) {
        float far = remoteness(slot);
        if (far < nearest)
            nearest = far, heaviest = slot;
    }
    DualQuaternion pivot = load_dual(heaviest), sum = DualQuaternion(vec4(0.0), vec4(0.0));
    for (uint slot = 0u; slot < uint(u_pose_slots); slot++)
        add_dual(slot, pow(nearest / remoteness(slot), u_distance.x), pivot, sum);
    place_by_dual(pivot, sum, position, normal);
}
#endif
#endif

// Model space. The normal need not be of unit length.
void skin_vertex(out vec3 position, out vec3 normal)
{
    position = a_position;
    normal = a_normal;
#if WEIGHTS_BY_DISTANCE
    if (u_pose_slots == 0)
        return;
    if (u_method == 2)
        skin_dual_by_distance(position, normal);
    else
        skin_linear_by_distance(position, normal);
#elif CROWD
    if (a_kind != STILL)
        skin_linear(position, normal);
#elif !SKIN_OFF
    if (a_kind == STILL)
        return;
    uint kind = u_method == 0 ? a_kind : u_method == 1 ? LINEAR : DUAL_QUATERNION;
    if (kind == LINEAR)
        skin_linear(position, normal);
    else if (u_method == 3)
        skin_centres(position, normal);
    else if (kind == SDEF)
        skin_sdef(position, normal);
    else
        skin_dual(position, normal);
#endif
#if !SKIN_OFF
    if (!(dot(normal, normal) > 1e-24)) // a normal of length 0 is replaced by the rest normal
        normal = a_normal;
#endif
}

// World space. The normal has unit length or is zero.
void place_vertex(out vec3 position, out vec3 normal)
{
    vec3 p, n;
    skin_vertex(p, n);
    position = vec4(p, 1.0) * a_world;
    normal = unit_or_zero(vec4(n, 0.0) * a_world);
}

// An edge's (outline's) width: world units, world units per unit of distance to the eye, parts of half the picture's
// height, units of the model; those that do not matter are 0.
uniform vec4 u_edge_width;
uniform sampler2D u_width_map; // its factor, in green

// Moves a point of the surface outwards to the edge. World space. size: the vertex' own factor.
vec3 place_edge(vec3 position, vec3 normal, float size, vec4 uvs)
{
    if (u_edge_width == vec4(0.0))
        return position;
    float to_eye = u_eye.w != 0.0 ? distance(u_eye.xyz, position) : 1.0;
    float half_height = (u_projection[2].w * transform_point(u_view, position).z + u_projection[3].w) / u_projection[1].y;
    vec3 x_axis = vec3(a_world[0].x, a_world[1].x, a_world[2].x);
    float width = size * dot(u_edge_width, vec4(1.0, to_eye, half_height, length(x_axis)));
    if (has_map(WIDTH_MAP))
        width *= texture(u_width_map, map_uv(WIDTH_MAP, move_uvs(uvs))).g;
    return position + normal * width;
}
