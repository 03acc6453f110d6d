// How many times has this process asked for memory, and how much of it has it not given back?
//
// Whoever links this target replaces the allocating functions of the C library by functions that
// count and pass the call on: malloc, calloc, realloc, aligned_alloc, posix_memalign, memalign and
// free, each call once, on all threads, in the Swift runtime and in system libraries, too.
//
// Looking at what is given back takes time: with `COUNTS_CALLS_ALONE`, for those who measure that, it
// is not looked at, and what is in use is zero.
//
// That takes glibc. On other platforms, and under the address and the thread sanitizer, which bring
// an allocator of their own, nothing is replaced and nothing is counted: ask before you trust the
// figure.

#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The allocating calls of the process so far. Zero where they are not counted.
uint64_t allocations_count(void);

/// What has been allocated and not given back.
typedef struct {
  int64_t blocks;
  int64_t bytes;
} allocations_use;

/// What has been allocated and not given back by now, as the allocator rounds it up, but for what
/// libdispatch keeps for its own queues. Exact when no other thread allocates. Zero where it is not
/// counted.
allocations_use allocations_in_use(void);

/// The bytes of that.
int64_t allocations_bytes_in_use(void);

/// Whether allocating calls are counted on this platform and in this build.
bool allocations_are_counted(void);

/// Gives memory that nobody uses back to the system, where the C library knows how to, so that the
/// size of the process says something.
void allocations_trim(void);

/// How many bytes were given for an allocation. Zero where they are not counted.
size_t allocations_size(const void *memory);

#endif
