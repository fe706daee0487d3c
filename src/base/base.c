/* The version of the library, frames and seconds. */
#include <hone/base.h>
#include <math.h>

const char *hone_version(void)
{
    return HONE_VERSION;
}

double hone_frame_from_seconds(double seconds)
{
    double frame = seconds * HONE_FRAMES_PER_SECOND, whole = nearbyint(frame);
    return fabs(frame - whole) < 1e-6 ? whole : frame;
}
