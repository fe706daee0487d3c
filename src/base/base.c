#include <hone/base.h>
#include <math.h>

const char *hone_version(void)
{
    return HONE_VERSION;
}

const char *hone_format_name(hone_format format)
{
    switch (format) {
    case HONE_FORMAT_PMX:
        return "pmx";
    case HONE_FORMAT_PMD:
        return "pmd";
    case HONE_FORMAT_VMD:
        return "vmd";
    case HONE_FORMAT_VPD:
        return "vpd";
    case HONE_FORMAT_X:
        return "x";
    case HONE_FORMAT_GLTF:
        return "gltf";
    case HONE_FORMAT_GLB:
        return "glb";
    case HONE_FORMAT_HCLIP:
        return "hclip";
    case HONE_FORMAT_FBX:
        return "fbx";
    case HONE_FORMAT_BVH:
        return "bvh";
    case HONE_FORMAT_PMM:
        return "pmm";
    case HONE_FORMAT_VAC:
        return "vac";
    case HONE_FORMAT_UNKNOWN:
        break;
    }
    return "unknown";
}

double hone_frame_from_seconds(double seconds)
{
    double frame = seconds * HONE_FRAMES_PER_SECOND, whole = nearbyint(frame);
    return fabs(frame - whole) < 1e-6 ? whole : frame;
}
