/* The shaders of the game. */
#ifndef GAME_SHADERS_H
#define GAME_SHADERS_H

/* What is common: sun, shadow and fog. */
#define SHADER_LIGHT                                                                                                   \
    "#version 330 core\n"                                                                                              \
    "uniform sampler2DShadow shadow;\n"                                                                                \
    "uniform mat4 light;\n"                                                                                            \
    "uniform vec3 to_sun, eye;\n"                                                                                      \
    "uniform float scale;\n"                                                                                           \
    "const vec3 sky = vec3(0.72, 0.83, 0.93);\n"                                                                       \
    "float sunlit(vec3 at, float bias) {\n"                                                                            \
    "    vec3 p = (light * vec4(at, 1)).xyz * 0.5 + 0.5;\n"                                                            \
    "    if (any(lessThan(p, vec3(0))) || any(greaterThan(p, vec3(1)))) return 1.0;\n"                                 \
    "    float sum = 0.0, texel = 1.0 / float(textureSize(shadow, 0).x);\n"                                            \
    "    for (int y = -1; y <= 1; y++)\n"                                                                              \
    "        for (int x = -1; x <= 1; x++) sum += texture(shadow, p + vec3(vec2(x, y) * texel, -bias));\n"             \
    "    return sum / 9.0;\n"                                                                                          \
    "}\n"                                                                                                              \
    "vec3 fogged(vec3 colour, vec3 at) {\n"                                                                            \
    "    float far = max(length(at - eye) / scale - 12.0, 0.0) / 45.0;\n"                                              \
    "    return mix(colour, sky, 1.0 - exp(-far * far));\n"                                                            \
    "}\n"

/* Skins a vertex: the rows of its bones' matrices, weighted; then the character's place in the world. Row 0 of the
 * texture is the first character; its first three texels are the place, then three for each slot of the palette. */
#define SHADER_SKIN                                                                                                    \
    "#version 330 core\n"                                                                                              \
    "layout(location = 0) in vec3 position;\n"                                                                         \
    "layout(location = 1) in vec3 normal;\n"                                                                           \
    "layout(location = 2) in vec2 uv;\n"                                                                               \
    "layout(location = 3) in uvec4 slots;\n"                                                                           \
    "layout(location = 4) in vec4 weights;\n"                                                                          \
    "uniform sampler2D bones;\n"                                                                                       \
    "uniform int first;\n"                                                                                             \
    "uniform mat4 clip;\n"                                                                                             \
    "vec4 bone_row(uint slot, int row) {\n"                                                                            \
    "    return texelFetch(bones, ivec2(3 * int(slot) + row, first + gl_InstanceID), 0);\n"                            \
    "}\n"                                                                                                              \
    "vec3 rows(vec4 a, vec4 b, vec4 c, vec4 v) { return vec3(dot(a, v), dot(b, v), dot(c, v)); }\n"                    \
    "void skin(out vec3 at, out vec3 up) {\n"                                                                          \
    "    vec4 r[3] = vec4[3](vec4(0), vec4(0), vec4(0));\n"                                                            \
    "    for (int i = 0; i < 4; i++)\n"                                                                                \
    "        if (weights[i] > 0.0)\n"                                                                                  \
    "            for (int k = 0; k < 3; k++) r[k] += weights[i] * bone_row(slots[i] + 1u, k);\n"                       \
    "    vec3 p = rows(r[0], r[1], r[2], vec4(position, 1)), n = rows(r[0], r[1], r[2], vec4(normal, 0));\n"           \
    "    vec4 a = bone_row(0u, 0), b = bone_row(0u, 1), c = bone_row(0u, 2);\n"                                        \
    "    at = rows(a, b, c, vec4(p, 1));\n"                                                                            \
    "    up = rows(a, b, c, vec4(n, 0));\n"                                                                            \
    "}\n"

static const char character_vertex[] =
    SHADER_SKIN "uniform float outline, scale;\n"
                "out vec3 at, up;\n"
                "out vec2 st;\n"
                "void main() {\n"
                "    skin(at, up);\n"
                "    st = uv;\n"
                "    gl_Position = clip * vec4(at, 1);\n"
                "    vec4 ahead = clip * vec4(at + normalize(up), 1);\n"
                "    vec2 side = ahead.xy / ahead.w - gl_Position.xy / gl_Position.w;\n"
                "    if (outline > 0.0 && dot(side, side) > 0.0) \n"
                "        gl_Position.xy += normalize(side) * min(outline * gl_Position.w, 0.006 * scale);\n"
                "}\n";

static const char character_fragment[] =
    SHADER_LIGHT "uniform sampler2D picture;\n"
                 "uniform vec4 diffuse;\n"
                 "uniform vec3 ambient;\n"
                 "uniform float outline;\n"
                 "in vec3 at, up;\n"
                 "in vec2 st;\n"
                 "out vec4 colour;\n"
                 "void main() {\n"
                 "    vec4 base = texture(picture, st) * vec4(min(ambient + 0.6 * diffuse.rgb, vec3(1)), diffuse.a);\n"
                 "    if (base.a < 0.02) discard;\n"
                 "    vec3 n = normalize(up);\n"
                 "    float towards = dot(n, to_sun), sun = smoothstep(-0.05, 0.25, towards);\n"
                 "    sun *= sunlit(at, 0.0025);\n"
                 "    vec3 lit = base.rgb * mix(vec3(0.62, 0.62, 0.74), vec3(1.03, 1.0, 0.96), sun);\n"
                 "    if (outline > 0.0) lit = base.rgb * 0.25;\n"
                 "    colour = vec4(fogged(lit, at), base.a);\n"
                 "}\n";

static const char depth_vertex[] = SHADER_SKIN "void main() {\n"
                                               "    vec3 at, up;\n"
                                               "    skin(at, up);\n"
                                               "    gl_Position = clip * vec4(at, 1);\n"
                                               "}\n";

static const char depth_fragment[] = "#version 330 core\nvoid main() {}\n";

static const char ground_vertex[] = "#version 330 core\n"
                                    "layout(location = 0) in vec3 position;\n"
                                    "layout(location = 1) in vec3 normal;\n"
                                    "uniform mat4 clip;\n"
                                    "uniform vec4 place;\n"
                                    "out vec3 at, up;\n"
                                    "void main() {\n"
                                    "    at = position * place.w + place.xyz;\n"
                                    "    up = normal;\n"
                                    "    gl_Position = clip * vec4(at, 1);\n"
                                    "}\n";

static const char ground_fragment[] =
    SHADER_LIGHT "uniform vec3 square;\n"
                 "uniform vec3 glow;\n"
                 "in vec3 at, up;\n"
                 "out vec4 colour;\n"
                 "void main() {\n"
                 "    vec3 n = normalize(up);\n"
                 "    float stone = 1.0 - smoothstep(0.96, 1.0, length(at.xz - square.xy) / square.z);\n"
                 "    vec3 base = mix(vec3(0.42, 0.56, 0.30), vec3(0.52, 0.62, 0.33), at.y / scale + 0.5);\n"
                 "    base = mix(base, vec3(0.55, 0.45, 0.34), smoothstep(0.93, 0.80, n.y));\n"
                 "    base = mix(base, vec3(0.70, 0.66, 0.62), stone);\n"
                 "    vec2 cell = abs(fract(at.xz / scale) - 0.5), width = fwidth(at.xz / scale);\n"
                 "    float line = max(smoothstep(0.5 - 1.5 * width.x, 0.5, cell.x), smoothstep(0.5 - 1.5 * width.y, "
                 "0.5, cell.y));\n"
                 "    base *= 1.0 - 0.22 * line * exp(-4.0 * max(width.x, width.y));\n"
                 "    float sun = max(dot(n, to_sun), 0.0) * sunlit(at, 0.0015);\n"
                 "    vec3 lit = base * (vec3(0.42, 0.46, 0.55) + 0.72 * sun * vec3(1.0, 0.96, 0.88));\n"
                 "    lit = mix(lit, glow, step(0.001, dot(glow, glow)));\n"
                 "    colour = vec4(fogged(lit, at), 1);\n"
                 "}\n";

#endif
