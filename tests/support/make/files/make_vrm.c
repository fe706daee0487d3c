#include "support/make/files/make_vrm.h"

#include <stdlib.h>
#include <string.h>

/* ---- what both versions have ---- */

static void add_body(make_gltf *file)
{
    static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, moves[3][3] = {{0, 0, 1}};
    int p = make_gltf_floats(file, "VEC3", *corners, 3), m = make_gltf_floats(file, "VEC3", *moves, 3);
    make_gltf_add(file, MAKE_MESHES,
                  "{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"material\":0,\"targets\":[{\"POSITION\":%d},"
                  "{\"POSITION\":%d}]}]}",
                  p, m, m);
}

static void add_textures(make_gltf *file)
{
    make_gltf_add(file, MAKE_IMAGES, "{\"uri\":\"data:image/png;base64,AQID\"}");
    make_gltf_add(file, MAKE_TEXTURES, "{\"source\":0}");
}

/* `arm` and `twist`: more members of those nodes. */
static void add_nodes(make_gltf *file, const char *arm, const char *twist)
{
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"body\",\"mesh\":0}");
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"hips\",\"translation\":[0,1,0],\"children\":[2,7]}");
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"head\",\"translation\":[0,0.5,0],\"children\":[3,5,6]}");
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"hair\",\"translation\":[0,0.25,0],\"children\":[4]}");
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"tip\",\"translation\":[0,-0.125,0]}");
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"left\",\"translation\":[0.0625,0,0]}");
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"right\",\"translation\":[-0.0625,0,0]}");
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"arm\",\"translation\":[0.5,0,0],\"children\":[8]%s}", arm);
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"twist\",\"translation\":[0.25,0,0]%s}", twist);
    make_gltf_add(file, MAKE_SCENES, "{\"nodes\":[0,1]}");
}

static void put(make_gltf *file, const char *text)
{
    size_t at = strlen(file->root), size = strlen(text);
    if (at + size >= sizeof file->root)
        abort(); /* the test needs more room than there is */
    memcpy(file->root + at, text, size + 1);
}

/* ---- VRM 1.0 ---- */

#define CONSTRAINT(kind)                                                                                               \
    ",\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\",\"constraint\":{" kind "}}}"
#define LIMIT(shape)                                                                                                   \
    ",\"extensions\":{\"VRMC_springBone_limit\":{\"specVersion\":\"1.0-draft\",\"limit\":{" shape                      \
    ",\"rotation\":[0,0,0,1]}}}}"
#define EXTENDED(shape)                                                                                                \
    ",{\"node\":1,\"shape\":{\"sphere\":{\"offset\":[0,-9,0],\"radius\":0}},\"extensions\":{"                          \
    "\"VRMC_springBone_extended_collider\":{\"specVersion\":\"1.0\",\"shape\":{" shape "}}}}"

static void add_materials_1(make_gltf *file)
{
    make_gltf_add(file, MAKE_MATERIALS,
                  "{\"name\":\"skin\",\"extensions\":{\"VRMC_materials_mtoon\":{\"specVersion\":\"1.0\","
                  "\"transparentWithZWrite\":true,\"renderQueueOffsetNumber\":3,\"shadeColorFactor\":[0.5,0.25,0.125],"
                  "\"shadeMultiplyTexture\":{\"index\":0},\"shadingShiftFactor\":-0.5,\"shadingShiftTexture\":{"
                  "\"index\":0,\"scale\":0.5},\"shadingToonyFactor\":0.75,\"giEqualizationFactor\":0.5,\"matcapFactor\""
                  ":[1,1,0],\"matcapTexture\":{\"index\":0},\"parametricRimColorFactor\":[0,0,1],"
                  "\"parametricRimFresnelPowerFactor\":2,\"parametricRimLiftFactor\":0.5,\"rimMultiplyTexture\":{"
                  "\"index\":0},\"rimLightingMixFactor\":0.5,\"outlineWidthMode\":\"worldCoordinates\","
                  "\"outlineWidthFactor\":0.01,\"outlineWidthMultiplyTexture\":{\"index\":0},\"outlineColorFactor\":"
                  "[0.5,0,0],\"outlineLightingMixFactor\":0.5,\"uvAnimationMaskTexture\":{\"index\":0},"
                  "\"uvAnimationScrollXSpeedFactor\":1,\"uvAnimationScrollYSpeedFactor\":2,"
                  "\"uvAnimationRotationSpeedFactor\":3}}}");
    make_gltf_add(file, MAKE_MATERIALS,
                  "{\"name\":\"glow\",\"emissiveFactor\":[1,1,1],\"extensions\":{\"KHR_materials_emissive_strength\":{"
                  "\"emissiveStrength\":4}}}");
}

static void put_avatar_1(make_gltf *file)
{
    put(file, "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"meta\":{\"name\":\"a\",\"authors\":[\"b\",\"c\"],"
              "\"licenseUrl\":\"https://vrm.dev/licenses/1.0/\",\"thumbnailImage\":0,\"allowRedistribution\":true},"
              "\"humanoid\":{\"humanBones\":{\"hips\":{\"node\":1},\"head\":{\"node\":2},\"leftEye\":{\"node\":5},"
              "\"rightEye\":{\"node\":6}}},\"firstPerson\":{\"meshAnnotations\":[{\"node\":0,\"type\":"
              "\"thirdPersonOnly\"}]},\"lookAt\":{\"type\":\"bone\",\"offsetFromHeadBone\":[0,0.0625,0],"
              "\"rangeMapHorizontalInner\":{\"inputMaxValue\":90,\"outputScale\":10},\"rangeMapVerticalUp\":{"
              "\"inputMaxValue\":45,\"outputScale\":5}},\"expressions\":{\"preset\":{\"aa\":{\"morphTargetBinds\":[{"
              "\"node\":0,\"index\":0,\"weight\":0.5}]},\"happy\":{\"overrideBlink\":\"block\",\"overrideLookAt\":"
              "\"blend\",\"materialColorBinds\":[{\"material\":0,\"type\":\"rimColor\",\"targetValue\":[1,0,0,1]}],"
              "\"textureTransformBinds\":[{\"material\":0,\"scale\":[2,2],\"offset\":[0.5,0]}]}},\"custom\":{\"Wink\":{"
              "\"isBinary\":true,\"morphTargetBinds\":[{\"node\":0,\"index\":1,\"weight\":1}]}}}},");
}

static void put_springs_1(make_gltf *file)
{
    put(file, "\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"colliders\":[{\"node\":2,\"shape\":{\"sphere\":{"
              "\"offset\":[0,0,0.125],\"radius\":0.125}}},{\"node\":1,\"shape\":{\"capsule\":{\"offset\":[0,0,0],"
              "\"tail\":[0,0.25,0],\"radius\":0.125}}}");
    put(file, EXTENDED("\"sphere\":{\"radius\":2,\"inside\":true}"));
    put(file, EXTENDED("\"capsule\":{\"tail\":[0,1,0],\"radius\":2,\"inside\":true}"));
    put(file, EXTENDED("\"plane\":{\"offset\":[0,-1,0],\"normal\":[0,1,0]}"));
    put(file, "],\"colliderGroups\":[{\"colliders\":[0,1]},{\"colliders\":[1,2,3,4]}],\"springs\":[{\"name\":\"hair\","
              "\"center\":1,\"colliderGroups\":[0,1],\"joints\":[{\"node\":3,\"hitRadius\":0.02,\"stiffness\":1,"
              "\"gravityPower\":0.5,\"gravityDir\":[0,-1,0],\"dragForce\":0.5" LIMIT("\"cone\":{\"angle\":0.5"));
    put(file, "},{\"node\":4}]},{\"joints\":[{\"node\":7" LIMIT("\"spherical\":{\"pitch\":0.5,\"yaw\":0.25"));
    put(file, "},{\"node\":8}]}]}");
}

void make_vrm1(make_gltf *file)
{
    *file = (make_gltf){0};
    add_body(file);
    add_textures(file);
    add_materials_1(file);
    add_nodes(file, CONSTRAINT("\"aim\":{\"source\":2,\"aimAxis\":\"PositiveX\",\"weight\":0.5}"),
              CONSTRAINT("\"roll\":{\"source\":2,\"rollAxis\":\"X\",\"weight\":0.5}"));
    put(file, "\"extensions\":{");
    put_avatar_1(file);
    put_springs_1(file);
    put(file, "},");
}

/* ---- VRM 0.x ---- */

static void put_avatar_0(make_gltf *file)
{
    put(file, "\"specVersion\":\"0.0\",\"meta\":{\"title\":\"a\",\"author\":\"b\",\"texture\":0,\"licenseName\":"
              "\"CC0\"},\"humanoid\":{\"humanBones\":[{\"bone\":\"hips\",\"node\":1},{\"bone\":\"head\",\"node\":2},{"
              "\"bone\":\"leftEye\",\"node\":5},{\"bone\":\"rightEye\",\"node\":6}]},\"firstPerson\":{"
              "\"firstPersonBone\":2,\"firstPersonBoneOffset\":{\"x\":0,\"y\":0.0625,\"z\":0.0625},\"meshAnnotations\":"
              "[{\"mesh\":0,\"firstPersonFlag\":\"FirstPersonOnly\"}],\"lookAtTypeName\":\"Bone\","
              "\"lookAtHorizontalInner\":{\"curve\":[0,0,0,1,0.5,0.25,1,1,1,1,1,0],\"xRange\":90,\"yRange\":10},"
              "\"lookAtVerticalUp\":{\"curve\":[0,0,0,1,1,1,1,0],\"xRange\":45,\"yRange\":5}},\"blendShapeMaster\":{"
              "\"blendShapeGroups\":[{\"name\":\"A\",\"presetName\":\"a\",\"binds\":[{\"mesh\":0,\"index\":0,"
              "\"weight\":50}]},{\"name\":\"Wink\",\"presetName\":\"unknown\",\"isBinary\":true,\"binds\":[{\"mesh\":0,"
              "\"index\":1,\"weight\":100}],\"materialValues\":[{\"materialName\":\"skin\",\"propertyName\":\"_Color\","
              "\"targetValue\":[1,0,0,1]},{\"materialName\":\"skin\",\"propertyName\":\"_MainTex_ST\",\"targetValue\":"
              "[1,1,0.5,0]}]}]},");
}

static void put_materials_0(make_gltf *file)
{
    put(file, "\"materialProperties\":[{\"name\":\"skin\",\"shader\":\"VRM/MToon\",\"renderQueue\":3000,"
              "\"keywordMap\":{\"_ALPHABLEND_ON\":true},\"floatProperties\":{\"_ZWrite\":1,\"_Cutoff\":0.5,"
              "\"_CullMode\":0,\"_BumpScale\":1,\"_ShadeShift\":0.5,\"_ShadeToony\":0.5,\"_OutlineWidthMode\":1,"
              "\"_OutlineWidth\":0.5,\"_OutlineColorMode\":1,\"_UvAnimScrollY\":2},\"vectorProperties\":{\"_Color\":"
              "[0.5,1,0,0.5],\"_MainTex\":[0.25,0.25,0.5,0.5],\"_EmissionColor\":[2,0,0,1]},\"textureProperties\":{"
              "\"_MainTex\":0,\"_ShadeTexture\":0,\"_BumpMap\":0,\"_SphereAdd\":0,\"_RimTexture\":0}},{\"name\":"
              "\"flat\",\"shader\":\"VRM/UnlitCutout\",\"renderQueue\":2450}],");
}

static void put_springs_0(make_gltf *file)
{
    put(file, "\"secondaryAnimation\":{\"boneGroups\":[{\"comment\":\"hair\",\"stiffiness\":1,\"gravityPower\":0.5,"
              "\"gravityDir\":{\"x\":0,\"y\":-1,\"z\":0.5},\"dragForce\":0.5,\"center\":1,\"hitRadius\":0.02,\"bones\":"
              "[3,7],\"colliderGroups\":[0]}],\"colliderGroups\":[{\"node\":2,\"colliders\":[{\"offset\":{\"x\":0,"
              "\"y\":0,\"z\":-0.125},\"radius\":0.125}]}]}");
}

void make_vrm0(make_gltf *file)
{
    *file = (make_gltf){0};
    add_body(file);
    add_textures(file);
    make_gltf_add(file, MAKE_MATERIALS, "{\"name\":\"skin\"}");
    make_gltf_add(file, MAKE_MATERIALS, "{\"name\":\"flat\"}");
    add_nodes(file, "", "");
    put(file, "\"extensions\":{\"VRM\":{");
    put_avatar_0(file);
    put_materials_0(file);
    put_springs_0(file);
    put(file, "}},");
}
