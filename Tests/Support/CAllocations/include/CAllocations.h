// Counts how many times the process allocates memory, and how much memory it has in use.
//
// A program that links this target gets allocation functions that count calls and forward them to
// the C library: malloc, calloc, realloc, aligned_alloc, posix_memalign, memalign and free. They
// count each allocation once, on all threads, including in the Swift runtime and system libraries.
//
// Tracking frees is slow. With `COUNTS_CALLS_ALONE`, for benchmarks, frees aren't tracked, and the
// memory in use is reported as zero.
//
// This needs glibc. On other platforms, and with the address and thread sanitizers, which have
// their own allocators, nothing is replaced or counted: check `allocations_are_counted` before you
// use a figure.

#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The number of allocation calls so far. Zero where they aren't counted.
uint64_t allocations_count(void);

/// Memory that has been allocated and not freed.
typedef struct {
  int64_t blocks;
  int64_t bytes;
} allocations_use;

/// The memory in use, rounded up by the allocator, without libdispatch's own allocations. Exact if
/// no other thread allocates. Zero where it isn't counted.
allocations_use allocations_in_use(void);

/// The bytes in use.
int64_t allocations_bytes_in_use(void);

/// Whether allocations are counted on this platform and in this build.
bool allocations_are_counted(void);

/// The bytes that the C library has allocated and that haven't been freed; zero where unknown.
int64_t allocations_heap_bytes(void);

/// Returns unused memory to the system, where the C library can, so that the process size is
/// meaningful.
void allocations_trim(void);

/// The number of bytes reserved for the allocation. Zero where allocations aren't counted.
size_t allocations_size(const void *memory);

#endif
