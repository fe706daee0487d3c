/* hone-view: the viewer's program. Reads what it is told, as `hone view` does, and opens the window. */
#include "cmd/commands.h"
#include "cmd/report.h"

int main(void)
{
    report r = report_make();
    return report_failure(&r, "view", &(hone_error){.message = "no display"});
}
