#include "base/memory/arena.h"
#include "base/error.h"
#include "base/memory/large_pages.h"
#include <string.h>

enum {
    FIRST_BLOCK = 4096,
    LARGEST_BLOCK = 65536, /* A request beyond a quarter of it gets a block of its own. */
    ALIGN = 16,
    BLOCK_ALIGN = 64 /* as hone_allocate */
};

typedef struct block {
    struct block *next;
    size_t size, used; /* bytes, including this header */
} block;

enum { HEADER = (sizeof(block) + 63) / 64 * 64 };

struct hone_arena {
    hone_allocator allocator;
    block *blocks;       /* The first one has room. */
    size_t limit, taken; /* limit 0: none */
    bool failed, over_limit;
    hone_arena *partner; /* has the same limit; NULL: none */
};

hone_arena *hone_arena_create(const hone_allocator *allocator, size_t limit, hone_error *error)
{
    allocator = hone_allocator_or_large_pages(allocator);
    hone_arena *arena = hone_allocate(allocator, 1, sizeof *arena);
    if (!arena)
        return hone_fail_memory(error), NULL;
    arena->allocator = *allocator;
    arena->limit = limit;
    return arena;
}

void hone_arena_destroy(hone_arena *arena)
{
    if (!arena)
        return;
    hone_allocator allocator = arena->allocator;
    if (arena->partner) {
        arena->partner->partner = NULL;
        hone_arena_charge(arena->partner, arena->taken);
    }
    for (block *b = arena->blocks, *next; b; b = next) {
        next = b->next;
        hone_deallocate(&allocator, b, 1, b->size);
    }
    hone_deallocate(&allocator, arena, 1, sizeof *arena);
}

/* Adds a block with room for `size` bytes: in front of the list, or behind its front if the request fills the block. */
static block *add_block(hone_arena *arena, size_t size)
{
    bool own = size > LARGEST_BLOCK / 4;
    size_t block_size = HEADER + size;
    if (!own) {
        block_size = arena->blocks ? arena->blocks->size * 2 : FIRST_BLOCK;
        block_size = block_size > LARGEST_BLOCK ? LARGEST_BLOCK : block_size;
        while (block_size < HEADER + size) block_size *= 2;
    }
    block *b = arena->allocator.alloc(arena->allocator.user, block_size, BLOCK_ALIGN);
    if (!b)
        return NULL;
    *b = (block){NULL, block_size, HEADER};
    if (own && arena->blocks) {
        b->next = arena->blocks->next;
        arena->blocks->next = b;
    } else {
        b->next = arena->blocks;
        arena->blocks = b;
    }
    return b;
}

static void *refuse(hone_arena *arena, bool over_limit)
{
    arena->over_limit |= over_limit && !arena->failed;
    arena->failed = true;
    return NULL;
}

/* Returns how many bytes the limit allows. */
static size_t left(const hone_arena *arena)
{
    size_t left = (arena->limit ? arena->limit : SIZE_MAX) - arena->taken;
    size_t shared = arena->partner ? arena->partner->taken : 0;
    return left > shared ? left - shared : 0;
}

void *hone_arena_raw(hone_arena *arena, size_t count, size_t size)
{
    if (!arena || arena->failed || count == 0 || size == 0)
        return NULL;
    if (count > (SIZE_MAX - HEADER - ALIGN) / size)
        return refuse(arena, true);
    size_t bytes = (count * size + ALIGN - 1) / ALIGN * ALIGN;
    if (arena->limit && bytes > left(arena))
        return refuse(arena, true);
    block *b = arena->blocks;
    if (!b || b->size - b->used < bytes)
        b = add_block(arena, bytes);
    if (!b)
        return refuse(arena, false);
    void *memory = (char *)b + b->used;
    b->used += bytes;
    arena->taken += bytes;
    return memory;
}

void *hone_arena_array(hone_arena *arena, size_t count, size_t size)
{
    void *memory = hone_arena_raw(arena, count, size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

void *hone_arena_aligned(hone_arena *arena, size_t count, size_t size)
{
    enum { LINE = 64 };
    if (arena && size && count > (SIZE_MAX - LINE) / size)
        return refuse(arena, true);
    char *memory = count && size ? hone_arena_array(arena, count * size + LINE, 1) : NULL;
    return memory ? memory + (LINE - (uintptr_t)memory % LINE) % LINE : NULL;
}

const char *hone_arena_text(hone_arena *arena, const char *text, size_t size)
{
    if (!text || size == 0)
        return "";
    char *copy = size < SIZE_MAX ? hone_arena_raw(arena, size + 1, 1) : NULL;
    if (!copy)
        return NULL;
    copy[size] = '\0';
    return memcpy(copy, text, size);
}

bool hone_arena_failed(const hone_arena *arena)
{
    return arena->failed;
}

bool hone_arena_fail(const hone_arena *arena, hone_error *error)
{
    if (arena->over_limit)
        return hone_fail(error, HONE_ERROR_MEMORY, 0, "asks for more memory than its size allows");
    return hone_fail_memory(error);
}

size_t hone_arena_taken(const hone_arena *arena)
{
    return arena->taken;
}

void hone_arena_charge(hone_arena *arena, size_t size)
{
    size_t most = left(arena);
    arena->taken += size < most ? size : most;
}

void hone_arena_share_limit(hone_arena *one, hone_arena *other)
{
    one->partner = other;
    other->partner = one;
}

const hone_allocator *hone_arena_allocator(const hone_arena *arena)
{
    return &arena->allocator;
}
