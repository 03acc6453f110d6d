// The allocation functions of the C library, with counting.

// For `dl_iterate_phdr`.
#define _GNU_SOURCE

#include "CAllocations.h"

#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_ANOTHER_ALLOCATOR 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_ANOTHER_ALLOCATOR)

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <string.h>

// The names of glibc's own functions.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

// Each thread counts on a cache line that few others write to: threads that allocate concurrently
// would contend for a single counter.
#define SHARDS 64

typedef struct {
  _Alignas(64) _Atomic(uint64_t) count;
  _Atomic(int64_t) blocks;
  _Atomic(int64_t) bytes;
} Shard;

static Shard shards[SHARDS];
static _Atomic(unsigned) threads;

// The thread's number, from one; zero before its first allocation. With the initial-exec model,
// accessing it doesn't allocate memory: an allocation would call the functions below.
static _Thread_local unsigned thread __attribute__((tls_model("initial-exec")));

static inline Shard *own_shard(void) {
  if (thread == 0) thread = atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) + 1;
  return &shards[thread % SHARDS];
}

static inline void count_call(void) {
  atomic_fetch_add_explicit(&own_shard()->count, 1, memory_order_relaxed);
}

#ifdef COUNTS_CALLS_ALONE

#define ROOM 0

static inline void *count_one(void *memory, size_t room) {
  (void)room;
  count_call();
  return memory;
}

static inline void count_free(void *memory) { (void)memory; }

#else

// The address range of libdispatch's code. Each of its threads caches its freed objects forever, so
// memory grows if one thread enqueues jobs and another runs them, whatever the jobs do. Allocations
// by libdispatch are marked at their end, so that they are recognized when they are freed.
static uintptr_t dispatch_start, dispatch_end;

static int find_dispatch(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  (void)context;
  if (!strstr(object->dlpi_name, "libdispatch")) return 0;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &object->dlpi_phdr[index];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    dispatch_start = object->dlpi_addr + header->p_vaddr;
    dispatch_end = dispatch_start + header->p_memsz;
  }
  return 1;
}

__attribute__((constructor)) static void begin(void) { dl_iterate_phdr(find_dispatch, NULL); }

static inline uintptr_t *mark_of(void *memory) {
  return (uintptr_t *)((char *)memory + malloc_usable_size(memory)) - 1;
}

static inline uintptr_t mark_for(void *memory) { return ~(uintptr_t)memory; }

// Extra bytes to allocate for the mark.
static inline size_t room_for_mark(uintptr_t caller) {
  return caller >= dispatch_start && caller < dispatch_end ? 16 : 0;
}

static inline void count_use(void *memory, int sign) {
  int64_t size = (int64_t)malloc_usable_size(memory);
  Shard *shard = own_shard();
  atomic_fetch_add_explicit(&shard->blocks, sign, memory_order_relaxed);
  atomic_fetch_add_explicit(&shard->bytes, sign * size, memory_order_relaxed);
}

static inline void *count_one(void *memory, size_t room) {
  count_call();
  if (!memory) return memory;
  if (room > 0) {
    *mark_of(memory) = mark_for(memory);
  } else {
    if (*mark_of(memory) == mark_for(memory)) *mark_of(memory) = 0;
    count_use(memory, 1);
  }
  return memory;
}

static inline void count_free(void *memory) {
  if (memory && *mark_of(memory) != mark_for(memory)) count_use(memory, -1);
}

// The extra bytes for a mark. Used directly in the allocation functions, to find their caller.
#define ROOM room_for_mark((uintptr_t)__builtin_return_address(0))

void free(void *memory) {
  count_free(memory);
  __libc_free(memory);
}

#endif

void *malloc(size_t size) {
  size_t room = ROOM;
  return count_one(__libc_malloc(size + room), room);
}

void *calloc(size_t number, size_t size) {
  size_t room = ROOM;
  // Marked allocations are small, so the product doesn't overflow.
  return count_one(room ? __libc_calloc(1, number * size + room) : __libc_calloc(number, size), room);
}

void *realloc(void *memory, size_t size) {
  size_t room = ROOM;
  count_free(memory);
  return count_one(__libc_realloc(memory, size + room), room);
}

void *memalign(size_t alignment, size_t size) {
  size_t room = ROOM;
  return count_one(__libc_memalign(alignment, size + room), room);
}

void *aligned_alloc(size_t alignment, size_t size) {
  size_t room = ROOM;
  return count_one(__libc_memalign(alignment, size + room), room);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  size_t room = ROOM;
  void *allocated = count_one(__libc_memalign(alignment, size + room), room);
  if (!allocated) return ENOMEM;
  *memory = allocated;
  return 0;
}

allocations_use allocations_in_use(void) {
  allocations_use sum = {0, 0};
  for (int shard = 0; shard < SHARDS; shard++) {
    sum.blocks += atomic_load_explicit(&shards[shard].blocks, memory_order_relaxed);
    sum.bytes += atomic_load_explicit(&shards[shard].bytes, memory_order_relaxed);
  }
  return sum;
}

uint64_t allocations_count(void) {
  uint64_t sum = 0;
  for (int shard = 0; shard < SHARDS; shard++) {
    sum += atomic_load_explicit(&shards[shard].count, memory_order_relaxed);
  }
  return sum;
}

int64_t allocations_bytes_in_use(void) { return allocations_in_use().bytes; }

bool allocations_are_counted(void) { return true; }

int64_t allocations_heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
}

void allocations_trim(void) { malloc_trim(0); }

size_t allocations_size(const void *memory) { return malloc_usable_size((void *)memory); }

#else

uint64_t allocations_count(void) { return 0; }

allocations_use allocations_in_use(void) { return (allocations_use){0, 0}; }

int64_t allocations_bytes_in_use(void) { return 0; }

bool allocations_are_counted(void) { return false; }

int64_t allocations_heap_bytes(void) { return 0; }

void allocations_trim(void) {}

size_t allocations_size(const void *memory) { return 0; }

#endif
