/* Measures the CPU time that commands take from start to end, as ratios to a program that does nothing (/bin/true),
 * their memory, and the number of shared libraries that the system loads before main. The commands run in turn.
 * usage: bench_start HONE MODEL MOTION [ROUNDS] */
#define _DEFAULT_SOURCE /* wait4 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { ROUNDS = 300, ROUNDS_MAX = 10000, COMMANDS = 7, ARGUMENTS = 8 };

typedef struct started {
    const char *name;
    char *arguments[ARGUMENTS]; /* ends with NULL */
    double times[ROUNDS_MAX];   /* [rounds] in seconds */
    double ratios[ROUNDS_MAX];  /* [rounds] to /bin/true in the same round */
    long peak_kib;
} started;

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

/* Runs the command with its output thrown away. False: it failed. */
static bool run(started *s, char **environment, double *seconds)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    pid_t child;
    int status = -1;
    struct rusage usage = {0};
    bool ok = posix_spawn(&child, s->arguments[0], &actions, NULL, s->arguments, environment) == 0;
    ok = ok && wait4(child, &status, 0, &usage) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    *seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    s->peak_kib = usage.ru_maxrss > s->peak_kib ? usage.ru_maxrss : s->peak_kib;
    posix_spawn_file_actions_destroy(&actions);
    if (!ok)
        fprintf(stderr, "bench_start: %s failed\n", s->name);
    return ok;
}

/* Number of shared libraries, by the system's own loader, which prints a line for each and does not start the program.
 */
static int libraries_of(const char *program)
{
    char command[4200];
    int count = 0;
    snprintf(command, sizeof command, "LD_TRACE_LOADED_OBJECTS=1 '%s'", program);
    FILE *lines = popen(command, "r");
    for (int c; lines && (c = getc(lines)) != EOF;) count += c == '\n';
    if (lines)
        pclose(lines);
    return count;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool measure(started *commands, int rounds)
{
    char *environment[] = {"LC_ALL=C", NULL};
    double ignored;
    for (int c = 0; c < COMMANDS; c++)
        if (!run(&commands[c], environment, &ignored)) /* also reads its files into the system's cache */
            return false;
    for (int i = 0; i < rounds; i++)
        for (int c = 0; c < COMMANDS; c++) {
            if (!run(&commands[c], environment, &commands[c].times[i]))
                return false;
            commands[c].ratios[i] = commands[c].times[i] / commands[0].times[i];
        }
    return true;
}

static void print(started *commands, int rounds)
{
    for (int c = 0; c < COMMANDS; c++) {
        qsort(commands[c].times, (size_t)rounds, sizeof(double), ascending);
        qsort(commands[c].ratios, (size_t)rounds, sizeof(double), ascending);
    }
    printf("%-24s %8s %8s %8s %8s %10s\n", "command", "median", "least", "ms", "MB", "libraries");
    for (int c = 0; c < COMMANDS; c++)
        printf("%-24s %8.2f %8.2f %8.2f %8.1f %10d\n", commands[c].name, commands[c].ratios[rounds / 2],
               commands[c].times[0] / commands[0].times[0], commands[c].times[rounds / 2] * 1e3,
               (double)commands[c].peak_kib * 1024e-6, libraries_of(commands[c].arguments[0]));
}

int main(int argc, char **argv)
{
    if (argc < 4 || strchr(argv[1], '\''))
        return fprintf(stderr, "usage: bench_start HONE MODEL MOTION [ROUNDS]\n"), 2;
    char *hone = argv[1], *model = argv[2], *motion = argv[3];
    int rounds = argc > 4 ? atoi(argv[4]) : ROUNDS;
    rounds = rounds < 1 ? 1 : rounds > ROUNDS_MAX ? ROUNDS_MAX : rounds;
    char *const lines[COMMANDS][ARGUMENTS] = {{"/bin/true"},
                                              {hone, "--version"},
                                              {hone, "-h"},
                                              {hone, "render", "-h"},
                                              {hone, "info", model},
                                              {hone, "pose", model},
                                              {hone, "pose", model, motion, "--frame", "30"}};
    static const char *const names[COMMANDS] = {
        "/bin/true",       "hone --version",        "hone -h", "hone render -h", "hone info MODEL",
        "hone pose MODEL", "hone pose MODEL MOTION"};
    static started commands[COMMANDS];
    for (int c = 0; c < COMMANDS; c++) {
        commands[c].name = names[c];
        memcpy(commands[c].arguments, lines[c], sizeof lines[c]);
    }
    if (!measure(commands, rounds))
        return 1;
    print(commands, rounds);
    return 0;
}
