#include "tool/messages/progress.h"
#include "tool/messages/interrupt.h"
#include "tool/messages/messages.h"
#include "tool/system/system.h"

static const double interval = 0.1; /* seconds between two updates of the line */

double progress_clock(void)
{
    return system_clock();
}

progress progress_begin(const report *r, uint32_t total)
{
    bool watched = !r->quiet && total > 1 && system_is_terminal(r->lines);
    if (watched)
        interrupt_set_line(r->lines);
    return (progress){.to = watched ? r->lines : NULL, .what = "", .total = total, .begun = progress_clock()};
}

void progress_show(progress *p, uint32_t done)
{
    double now = progress_clock();
    if (!p->to || now - p->shown < interval)
        return;
    p->shown = now;
    fputc('\r', p->to);
    fprintf(p->to, message_text("%s%u of %u"), message_text(p->what), done, p->total);
    if (done > 0) {
        double left = (now - p->begun) / done * (p->total - done);
        fprintf(p->to, message_text(", %.1f a second, %d:%02d left "), done / (now - p->begun), (int)(left / 60),
                (int)left % 60);
    }
    fflush(p->to);
}

void progress_end(progress *p)
{
    if (!p->to)
        return;
    fputs("\r\033[K", p->to);
    interrupt_set_line(NULL);
}
