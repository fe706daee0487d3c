#include "tool/options/pass_options.h"
#include "tool/options/number_options.h"

#include <string.h>

const char *const pass_names[] = {"color", "depth", "models", "materials", NULL};

bool pass_read_range(const option *o, const char *text, void *field)
{
    static const double farthest = 1e6;
    (void)o;
    depth_range *out = field;
    double black, white;
    const char *colon = strchr(text, ':');
    if (!colon || !number_read(text, colon, &black) || !number_read(colon + 1, text + strlen(text), &white))
        return false;
    *out = (depth_range){true, (float)black, (float)white};
    return black >= 0 && white >= 0 && black <= farthest && white <= farthest && out->black != out->white;
}
