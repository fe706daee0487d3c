/* Draws pictures in several processes, on POSIX. */
#define _GNU_SOURCE /* sched_getaffinity, MAP_ANONYMOUS */
#include "tool/messages/interrupt.h"
#include "tool/messages/messages.h"
#include "tool/picture/picture_jobs.h"
#include "tool/system/system.h"
#include <hone/io.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* SLOTS: pictures of a job that are drawn and not yet used. */
enum { SLOTS = 2, PICTURES_A_JOB = 8, CHOSEN_MAX = 16, TEXT_MAX = 1 << 16 };

typedef enum message_kind { MESSAGE_READY, MESSAGE_PIXELS, MESSAGE_FILE, MESSAGE_DONE, MESSAGE_FAILED } message_kind;

/* A message that a job writes to its pipe. */
typedef struct message {
    uint32_t kind;
    uint32_t value; /* READY: the device is software; a picture: it is blank; DONE: warnings; FAILED: exit status */
    uint64_t size;  /* bytes of the picture in the slot; DONE, FAILED: bytes of the text that follows */
} message;

struct picture_job {
    const picture_jobs_desc *desc;
    pid_t process;
    int in, out; /* the ends of two pipes that this process uses */
    uint32_t index, threads, count;
    uint8_t *slots; /* [SLOTS][slot_size] shared by both processes */
    size_t slot_size;
    uint64_t pictures; /* how many it has handed on */
    hone_image image;  /* what the job draws into: its pixels are a slot, or its own if it makes PNG files */
    bool encodes, ready;
};

struct picture_jobs {
    picture_jobs_desc desc;
    uint32_t count, next; /* next: number of the next picture */
    bool seen;            /* a picture was not blank */
    picture_job *used;    /* the job whose picture is in use; NULL: none */
    hone_bytes file;
    picture_job jobs[PICTURE_JOBS_MAX];
};

/* ---- pipes ------------------------------------------------------------------------------------------------------- */

static bool write_all(int file, const void *data, size_t size)
{
    for (const char *at = data; size > 0;) {
        ssize_t n = write(file, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* False: the other end is closed. */
static bool read_all(int file, void *data, size_t size)
{
    for (char *at = data; size > 0;) {
        ssize_t n = read(file, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

static bool make_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return true;
}

static void close_pipes(picture_job *job)
{
    if (job->in >= 0)
        close(job->in);
    if (job->out >= 0)
        close(job->out);
    job->in = job->out = -1;
}

/* ---- how many ---------------------------------------------------------------------------------------------------- */

static uint32_t thread_count(const picture_jobs_desc *desc)
{
    cpu_set_t set;
    if (desc->threads)
        return desc->threads;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (uint32_t)CPU_COUNT(&set);
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (uint32_t)count : 1;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* About what a job needs: two targets with colour and depth for each sample, the pictures on their way, and the rest.
 */
static uint64_t memory_of_job(const picture_jobs_desc *desc)
{
    const uint64_t rest = (uint64_t)128 << 20;
    uint64_t pixels = (uint64_t)desc->width * desc->height, drawn = pixels * desc->supersample * desc->supersample;
    return rest + 16 * drawn * (desc->samples + 1) + 4 * pixels * (SLOTS + 1);
}

static uint32_t choose_count(const picture_jobs_desc *desc)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    uint64_t memory = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
    uint64_t most = least(CHOSEN_MAX, memory / 2 / memory_of_job(desc));
    most = least(most, desc->picture_count / PICTURES_A_JOB);
    return (uint32_t)least(most, thread_count(desc));
}

/* ---- in a job ---------------------------------------------------------------------------------------------------- */

uint32_t picture_job_start(picture_job *job, bool software)
{
    const message ready = {MESSAGE_READY, software, 0};
    if (!write_all(job->out, &ready, sizeof ready) || !read_all(job->in, &job->count, sizeof job->count))
        return 0;
    job->encodes = job->desc->file && job->count > 1; /* a single job leaves that to the other process */
    job->image = (hone_image){.width = job->desc->width, .height = job->desc->height};
    if (job->encodes && !hone_image_create(job->desc->width, job->desc->height, NULL, &job->image, NULL))
        return 0;
    return job->count;
}

uint32_t picture_job_index(const picture_job *job)
{
    return job->index;
}

uint32_t picture_job_threads(const picture_job *job)
{
    return job->threads;
}

static uint8_t *slot_of(const picture_job *job)
{
    return job->slots + job->pictures % SLOTS * job->slot_size;
}

hone_image *picture_job_room(picture_job *job)
{
    char freed;
    if (job->pictures >= SLOTS && !read_all(job->in, &freed, 1))
        return NULL;
    if (!job->encodes)
        job->image.pixels = slot_of(job);
    return &job->image;
}

static int encode(const picture_job *job, message *out, report *r)
{
    hone_error error = {0};
    hone_bytes file;
    if (!picture_file_encode(job->desc->file, &job->image, &file, &error))
        return report_failure(r, job->desc->target, &error);
    bool fits = file.size <= job->slot_size;
    if (fits)
        memcpy(slot_of(job), file.data, file.size);
    *out = (message){MESSAGE_FILE, 0, file.size};
    hone_bytes_release(&file);
    return fits ? STATUS_OK : report_failure(r, job->desc->target, &(hone_error){.message = "out of memory"});
}

int picture_job_send(picture_job *job, bool blank, report *r)
{
    message sent = {MESSAGE_PIXELS, 0, (uint64_t)4 * job->desc->width * job->desc->height};
    int status = job->encodes ? encode(job, &sent, r) : STATUS_OK;
    if (status != STATUS_OK)
        return status;
    sent.value = blank;
    job->pictures++;
    /* if the other process has ended, so does this one */
    return write_all(job->out, &sent, sizeof sent) ? STATUS_OK : STATUS_FAILED;
}

/* Sends the exit status with what the job reported: a failure, or its warnings, each with its ending 0. */
static void send_end(const picture_job *job, int status, const report *r, const char *failure)
{
    message end = {status == STATUS_OK ? MESSAGE_DONE : MESSAGE_FAILED,
                   status == STATUS_OK ? r->warning_count : (uint32_t)status, 0};
    uint32_t kept = status == STATUS_OK ? (uint32_t)least(r->warning_count, REPORT_WARNINGS_SHOWN) : 0;
    for (uint32_t i = 0; i < kept; i++) end.size += strlen(r->warnings[i]) + 1;
    if (status != STATUS_OK)
        end.size = strlen(failure) + 1;
    bool ok = write_all(job->out, &end, sizeof end);
    for (uint32_t i = 0; i < kept && ok; i++) ok = write_all(job->out, r->warnings[i], strlen(r->warnings[i]) + 1);
    if (status != STATUS_OK && ok)
        write_all(job->out, failure, strlen(failure) + 1);
}

/* The whole life of a job. What it reports goes into memory. */
static _Noreturn void run_job(picture_job *job, const report *like)
{
    char *text = NULL, threads[16];
    size_t size = 0;
    report r = {.lines = open_memstream(&text, &size), .quiet = like->quiet};
    if (!r.lines)
        _exit(STATUS_FAILED);
    snprintf(threads, sizeof threads, "%u", job->threads > 1 ? job->threads : 0);
    setenv("LP_NUM_THREADS", threads, 0); /* threads of Mesa's driver in software, besides the job itself */
    int status = job->desc->work(job->desc->user, job, &r);
    fflush(r.lines);
    send_end(job, status, &r, text ? text : "");
    _exit(status); /* buffers of files are the other process's */
}

/* ---- making jobs ------------------------------------------------------------------------------------------------- */

/* In a signal handler. */
static void kill_jobs(void *user)
{
    const picture_jobs *jobs = user;
    for (uint32_t i = 0; i < jobs->count; i++) kill(jobs->jobs[i].process, SIGKILL);
    for (uint32_t i = 0; i < jobs->count; i++) waitpid(jobs->jobs[i].process, NULL, 0);
}

static void close_others(picture_jobs *jobs)
{
    for (uint32_t i = 0; i < jobs->count; i++) close_pipes(&jobs->jobs[i]);
}

static bool make_slots(const picture_jobs_desc *desc, picture_job *job)
{
    const size_t more = 1 << 16; /* a PNG may be larger than its pixels */
    size_t pixels = (size_t)4 * desc->width * desc->height;
    job->slot_size = pixels + pixels / 16 + more;
    job->slots = mmap(NULL, SLOTS * job->slot_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return job->slots != MAP_FAILED;
}

/* Makes the process of a job. No signal comes between that and its place in the list of those that it ends. */
static bool divide(picture_jobs *jobs, picture_job *job)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    job->process = fork();
    if (job->process > 0)
        jobs->jobs[jobs->count++] = *job;
    if (job->process == 0)
        system_forget_interrupts();
    sigprocmask(SIG_SETMASK, &before, NULL);
    return job->process >= 0;
}

/* Starts the next job, of `planned` ones. On failure nothing is left of it. */
static bool start_job(picture_jobs *jobs, uint32_t planned, const report *r)
{
    int down[2] = {-1, -1}, up[2] = {-1, -1};
    uint32_t threads = thread_count(&jobs->desc) / planned;
    picture_job job = {
        .desc = &jobs->desc, .index = jobs->count, .threads = threads ? threads : 1, .in = -1, .out = -1};
    bool mapped = make_slots(&jobs->desc, &job);
    bool ok = mapped && make_pipe(down) && make_pipe(up);
    fflush(stdout);
    fflush(r->lines);
    job.in = up[0], job.out = down[1];
    ok = ok && divide(jobs, &job);
    if (ok && job.process == 0) {
        close_others(jobs);
        close(down[1]);
        close(up[0]);
        job.in = down[0], job.out = up[1];
        run_job(&job, r);
    }
    int unused[] = {down[0], up[1], ok ? -1 : down[1], ok ? -1 : up[0]};
    for (int i = 0; i < 4; i++)
        if (unused[i] >= 0)
            close(unused[i]);
    if (!ok && mapped)
        munmap(job.slots, SLOTS * job.slot_size);
    return ok;
}

/* ---- what jobs send ---------------------------------------------------------------------------------------------- */

/* Reads the text that follows a message. NULL: there is none. */
static char *read_text(const picture_job *job, uint64_t size)
{
    char *text = size && size <= TEXT_MAX ? malloc(size) : NULL;
    if (text && !read_all(job->in, text, size)) {
        free(text);
        return NULL;
    }
    if (text)
        text[size - 1] = '\0';
    return text;
}

/* Reports that a job has failed: in its own words if it has sent any. */
static int take_failure(picture_jobs *jobs, picture_job *job, const message *said, report *r)
{
    char *text = said ? read_text(job, said->size) : NULL;
    int status = said && said->value ? (int)said->value : STATUS_FAILED;
    if (text && *text)
        fputs(text, r->lines);
    else
        status = report_failure(r, jobs->desc.target,
                                &(hone_error){.message = "a process that drew pictures ended unexpectedly"});
    free(text);
    return status;
}

/* Reads the next message of a job, which must be of this kind or a picture. */
static int expect(picture_jobs *jobs, picture_job *job, message_kind kind, message *out, report *r)
{
    if (!read_all(job->in, out, sizeof *out))
        return take_failure(jobs, job, NULL, r);
    bool picture = out->kind == MESSAGE_PIXELS || out->kind == MESSAGE_FILE;
    if (out->kind == MESSAGE_FAILED || (out->kind != (uint32_t)kind && !(picture && kind == MESSAGE_PIXELS)))
        return take_failure(jobs, job, out->kind == MESSAGE_FAILED ? out : NULL, r);
    return STATUS_OK;
}

/* ---- all jobs ---------------------------------------------------------------------------------------------------- */

static picture_jobs *allocate(const picture_jobs_desc *desc)
{
    picture_jobs *jobs = calloc(1, sizeof *jobs);
    if (jobs)
        jobs->desc = *desc;
    return jobs;
}

/* Waits until the job is ready to draw, and tells whether its device is software. */
static int await_ready(picture_jobs *jobs, picture_job *job, bool *software, report *r)
{
    message ready = {0};
    int status = job->ready ? STATUS_OK : expect(jobs, job, MESSAGE_READY, &ready, r);
    job->ready = true;
    *software = ready.value;
    return status;
}

/* Without a graphics card, drawing is surely done in software. */
static bool may_have_graphics_card(void)
{
    return access("/dev/dri", F_OK) == 0 || access("/dev/nvidiactl", F_OK) == 0;
}

/* Starts the jobs. If nobody chose their number, the first one tells whether others would help. */
static int start_jobs(picture_jobs *jobs, uint32_t planned, report *r)
{
    bool software = true;
    int status = STATUS_OK;
    if (jobs->desc.job_count == 0 && may_have_graphics_card())
        status = await_ready(jobs, &jobs->jobs[0], &software, r);
    while (status == STATUS_OK && software && jobs->count < planned && start_job(jobs, planned, r)) {
    }
    for (uint32_t i = 0; i < jobs->count && status == STATUS_OK; i++)
        write_all(jobs->jobs[i].out, &jobs->count, sizeof jobs->count); /* a failure is noticed in reading */
    return status;
}

picture_jobs *picture_jobs_make(const picture_jobs_desc *desc, int *status, report *r)
{
    uint32_t planned = desc->job_count ? desc->job_count : choose_count(desc);
    planned = (uint32_t)least(least(planned, desc->picture_count), PICTURE_JOBS_MAX);
    picture_jobs *jobs = planned > 1 ? allocate(desc) : NULL;
    *status = STATUS_OK;
    if (jobs)
        interrupt_set_end(kill_jobs, jobs);
    if (!jobs || !start_job(jobs, planned, r)) {
        interrupt_set_end(NULL, NULL);
        free(jobs);
        return NULL;
    }
    *status = start_jobs(jobs, planned, r);
    if (*status == STATUS_OK)
        return jobs;
    picture_jobs_end(jobs, *status, r);
    return NULL;
}

/* Gives the room of the picture in use back to its job. */
static void free_used(picture_jobs *jobs)
{
    if (jobs->used)
        write_all(jobs->used->out, "", 1); /* a failure is noticed when the next picture is read */
    jobs->used = NULL;
    hone_bytes_release(&jobs->file);
}

int picture_jobs_next(picture_jobs *jobs, hone_image *image, hone_bytes *file, report *r)
{
    hone_error error = {0};
    message sent;
    free_used(jobs);
    picture_job *job = &jobs->jobs[jobs->next % jobs->count];
    bool ignored;
    int status = await_ready(jobs, job, &ignored, r);
    if (status == STATUS_OK)
        status = expect(jobs, job, MESSAGE_PIXELS, &sent, r);
    if (status != STATUS_OK)
        return status;
    uint8_t *slot = slot_of(job);
    jobs->used = job;
    jobs->next++, job->pictures++;
    jobs->seen |= !sent.value;
    *image = (hone_image){.width = jobs->desc.width, .height = jobs->desc.height, .pixels = slot};
    *file = (hone_bytes){.data = slot, .size = (size_t)least(sent.size, job->slot_size)};
    if (!jobs->desc.file || sent.kind == MESSAGE_FILE)
        return STATUS_OK;
    if (!picture_file_encode(jobs->desc.file, image, &jobs->file, &error))
        return report_failure(r, jobs->desc.target, &error);
    *file = jobs->file;
    return STATUS_OK;
}

bool picture_jobs_all_blank(const picture_jobs *jobs)
{
    return !jobs->seen;
}

static int take_warnings(picture_jobs *jobs, picture_job *job, report *r)
{
    message done;
    int status = expect(jobs, job, MESSAGE_DONE, &done, r);
    char *text = status == STATUS_OK ? read_text(job, done.size) : NULL;
    uint32_t kept = text ? (uint32_t)least(done.value, REPORT_WARNINGS_SHOWN) : 0;
    const char *line = text;
    for (uint32_t i = 0; i < kept && line < text + done.size; i++, line += strlen(line) + 1)
        report_take_warning(r, line);
    if (job->index == 0 && done.value > kept && status == STATUS_OK && r->warning_count < done.value)
        r->warning_count = done.value;
    free(text);
    return status;
}

int picture_jobs_end(picture_jobs *jobs, int status, report *r)
{
    if (!jobs)
        return status;
    free_used(jobs);
    for (uint32_t i = 0; i < jobs->count && status == STATUS_OK; i++) status = take_warnings(jobs, &jobs->jobs[i], r);
    interrupt_set_end(NULL, NULL); /* their numbers may soon be those of others */
    for (uint32_t i = 0; i < jobs->count; i++) {
        picture_job *job = &jobs->jobs[i];
        if (status != STATUS_OK)
            kill(job->process, SIGKILL);
        close_pipes(job);
        while (waitpid(job->process, NULL, 0) < 0 && errno == EINTR) {
        }
        munmap(job->slots, SLOTS * job->slot_size);
    }
    free(jobs);
    return status;
}
