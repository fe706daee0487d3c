// The picture behind all that is drawn: one triangle over the whole frame.
#if VERTEX
void main()
{
    vec2 corner = vec2(gl_VertexID == 1, gl_VertexID == 2);
    gl_Position = vec4(4.0 * corner - 1.0, 0.0, 1.0);
}
#else
uniform vec4 u_backdrop; // texture coordinates from pixels: factors, then offsets
uniform sampler2D u_texture_map;

out vec4 o_colour;

// Here u_mip_bias is the mip level, which is the same everywhere.
void main()
{
    vec2 uv = gl_FragCoord.xy * u_backdrop.xy + u_backdrop.zw;
    if (any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0))))
        discard;
    o_colour = textureLod(u_texture_map, uv, u_mip_bias);
}
#endif
