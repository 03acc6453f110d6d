// The allocating functions of the C library, with a count in front of them.

#include "CAllocations.h"

#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_ANOTHER_ALLOCATOR 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_ANOTHER_ALLOCATOR)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

// What glibc's own functions are called underneath.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// Each thread counts on a line of the cache that few others write to: one count for all would be
// what threads that allocate at the same time wait for.
#define SHARDS 64

typedef struct {
  _Alignas(64) _Atomic(uint64_t) count;
} Shard;

static Shard shards[SHARDS];
static _Atomic(unsigned) threads;

// The thread's number, from one; zero before its first allocation. Thread-local memory that had to
// be allocated would be allocated by the very functions below.
static _Thread_local unsigned thread __attribute__((tls_model("initial-exec")));

static inline void count_one(void) {
  if (thread == 0) thread = atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) + 1;
  atomic_fetch_add_explicit(&shards[thread % SHARDS].count, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
  count_one();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count_one();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count_one();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count_one();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count_one();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  count_one();
  void *allocated = __libc_memalign(alignment, size);
  if (!allocated) return ENOMEM;
  *memory = allocated;
  return 0;
}

uint64_t allocations_count(void) {
  uint64_t sum = 0;
  for (int shard = 0; shard < SHARDS; shard++) {
    sum += atomic_load_explicit(&shards[shard].count, memory_order_relaxed);
  }
  return sum;
}

bool allocations_are_counted(void) { return true; }

void allocations_trim(void) { malloc_trim(0); }

size_t allocations_size(const void *memory) { return malloc_usable_size((void *)memory); }

#else

uint64_t allocations_count(void) { return 0; }

bool allocations_are_counted(void) { return false; }

void allocations_trim(void) {}

size_t allocations_size(const void *memory) { return 0; }

#endif
