// How many times has this process asked for memory?
//
// Whoever links this target replaces the allocating functions of the C library by functions that
// count and pass the call on: malloc, calloc, realloc, aligned_alloc, posix_memalign and memalign,
// each call once, on all threads, in the Swift runtime and in system libraries, too. Memory that
// is given back is not counted.
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

/// Whether allocating calls are counted on this platform and in this build.
bool allocations_are_counted(void);

/// Gives memory that nobody uses back to the system, where the C library knows how to, so that the
/// size of the process says something.
void allocations_trim(void);

/// How many bytes were given for an allocation. Zero where they are not counted.
size_t allocations_size(const void *memory);

#endif
