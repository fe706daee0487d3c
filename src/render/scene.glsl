// What every program knows: where the camera and the light are. Set before each program's own text, for both
// stages; VERTEX says which one this is. Affine matrices come as three rows.
uniform vec4 u_view[3]; // from world
uniform mat4 u_projection;
uniform vec4 u_eye; // where it is; of an orthographic camera xyz is the direction to it, w 0
uniform vec3 u_light_colour;
uniform vec3 u_to_light; // unit length

vec3 transform_point(vec4 rows[3], vec3 p)
{
    vec4 q = vec4(p, 1.0);
    return vec3(dot(rows[0], q), dot(rows[1], q), dot(rows[2], q));
}

vec3 transform_direction(vec4 rows[3], vec3 d)
{
    return vec3(dot(rows[0].xyz, d), dot(rows[1].xyz, d), dot(rows[2].xyz, d));
}

// A zero vector stays zero: a vertex without a normal is lit by the ambient term alone.
vec3 unit_or_zero(vec3 v)
{
    float square = dot(v, v);
    return square > 0.0 ? v * inversesqrt(square) : vec3(0.0);
}
