// Chapter 5: weights by distance in the vertex shader.
float distance_to(vec3 p, vec3 a, vec3 b)
{
    vec3 along = b - a, from = p - a;
    float t = clamp(dot(from, along) / max(dot(along, along), 1e-30), 0.0, 1.0);
    return length(from - t * along);
}

vec4 skin(vec3 p)
{
    vec4 sum = vec4(0.0);
    for (int i = 0; i < COUNT; i++)
        sum += pow(1.0 + distance_to(p, bottom[i], top[i]), -16.0) * (blend[i] * vec4(p, 1.0));
    return sum;
}
