// Time and chance, as the jobs of a run see them.

#define _GNU_SOURCE
#include "Observer.h"

#if defined(__linux__) && !defined(__ANDROID__)
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Weak where the C library may be linked statically; sanitizers define the same functions weakly.
// A thread calls these functions also at its end, when the thread sanitizer has forgotten it, and
// would crash if they told it that they begin.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define replaces
#pragma clang attribute push( \
    __attribute__((disable_sanitizer_instrumentation)), apply_to = function)
#else
#define replaces __attribute__((weak))
#endif

enum { second = 1000000000 };

/// Whether this thread runs a job, which sees the run's time and random numbers.
static _Thread_local int is_in_job;

int run_time_is_told(int is_told) {
  int former = is_in_job;
  is_in_job = is_told;
  return former;
}

long long run_time_passed(struct task_observer *it) {
  return __atomic_load_n(&it->time.passed, __ATOMIC_RELAXED);
}

void run_time_moves(struct task_observer *it, long long passed) {
  __atomic_store_n(&it->time.passed, passed, __ATOMIC_RELAXED);
  __atomic_store_n(&it->time.reads, 0, __ATOMIC_RELAXED);
}

unsigned long run_time_foreign_reads(struct task_observer *it) {
  return __atomic_load_n(&it->time.foreign_reads, __ATOMIC_RELAXED);
}

/// Jobs that read the time this often wait for it to pass.
enum { patience = 200 };

/// The run's time when a job reads it. If jobs keep reading it, it advances, faster and faster.
static long long read_time(struct task_observer *told) {
  counts_spin(told);
  struct run_time *time = &told->time;
  long long reads = __atomic_add_fetch(&time->reads, 1, __ATOMIC_RELAXED) - patience;
  if (reads > 0) __atomic_fetch_add(&time->passed, reads * reads / 64 + 1, __ATOMIC_RELAXED);
  return __atomic_load_n(&time->passed, __ATOMIC_RELAXED);
}

static int finds_dispatch(struct dl_phdr_info *info, size_t size, void *found) {
  if (!strstr(info->dlpi_name, "libdispatch")) return 0;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    uintptr_t *range = found;
    range[0] = info->dlpi_addr + part->p_vaddr;
    __atomic_store_n(&range[1], range[0] + part->p_memsz, __ATOMIC_RELEASE);
    return 1;
  }
  return 0;
}

/// Whether Dispatch reads the time, for timers that the run does not control.
static int is_dispatch(const void *caller) {
  static uintptr_t range[2];
  static int is_known;
  if (!__atomic_load_n(&is_known, __ATOMIC_ACQUIRE)) {
    dl_iterate_phdr(finds_dispatch, range);
    __atomic_store_n(&is_known, 1, __ATOMIC_RELEASE);
  }
  return (uintptr_t)caller >= range[0] && (uintptr_t)caller < range[1];
}

/// The run whose time a caller reads, or null.
static struct task_observer *run_of(const void *caller) {
  struct task_observer *told = observer;
  if (!told) return NULL;
  if (!is_dispatch(caller)) return told;
  __atomic_add_fetch(&told->time.foreign_reads, 1, __ATOMIC_RELAXED);
  return NULL;
}

/// A system call, for programs that link the C library statically: they have no other definitions.
static long enter_kernel(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
  long result = number;
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number, result __asm__("x0") = a, x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c, x3 __asm__("x3") = d, x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(result)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
#else
  long result = -ENOSYS;
#endif
  if (result >= 0 || result < -4095) return result;
  errno = (int)-result;
  return -1;
}

typedef int gets_time(clockid_t clock, struct timespec *time);

/// Reads a clock of the system.
static int original_clock_gettime(clockid_t clock, struct timespec *time) {
  static void *found;
  gets_time *call = (gets_time *)original("clock_gettime", &found);
  if (call) return call(clock, time);
  return (int)enter_kernel(SYS_clock_gettime, clock, (long)time, 0, 0, 0, 0);
}

static long long system_time(clockid_t clock) {
  struct timespec time = {0, 0};
  original_clock_gettime(clock, &time);
  return (long long)time.tv_sec * second + time.tv_nsec;
}

struct run_time run_time_of_system(void) {
  return (struct run_time){.real = system_time(CLOCK_REALTIME),
                           .monotonic = system_time(CLOCK_MONOTONIC),
                           .boot = system_time(CLOCK_BOOTTIME)};
}

replaces int clock_gettime(clockid_t clock, struct timespec *time) {
  struct task_observer *told = is_in_job ? run_of(__builtin_return_address(0)) : NULL;
  long long start = 0;
  if (told) {
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: start = told->time.real; break;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE: start = told->time.monotonic; break;
    case CLOCK_BOOTTIME: start = told->time.boot; break;
    default: break;
    }
  }
  if (!start) return original_clock_gettime(clock, time);
  long long now = start + read_time(told);
  *time = (struct timespec){now / second, now % second};
  return 0;
}

replaces int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct task_observer *told = is_in_job ? run_of(__builtin_return_address(0)) : NULL;
  long long now = told ? told->time.real + read_time(told) : system_time(CLOCK_REALTIME);
  *time = (struct timeval){now / second, now % second / 1000};
  return 0;
}

replaces time_t time(time_t *place) {
  struct task_observer *told = is_in_job ? run_of(__builtin_return_address(0)) : NULL;
  long long now = told ? told->time.real + read_time(told)
                       : system_time(CLOCK_REALTIME_COARSE);
  if (place) *place = now / second;
  return now / second;
}

/// Fills memory with the run's random bytes (SplitMix64).
static void fill(unsigned long long *state, char *bytes, size_t count) {
  for (size_t index = 0; index < count; index += 8) {
    uint64_t mixed = *state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    mixed ^= mixed >> 31;
    memcpy(bytes + index, &mixed, count - index < 8 ? count - index : 8);
  }
}

// Swift's library asks for random bytes in this way.
replaces long syscall(long number, ...) {
  long values[6];
  va_list list;
  va_start(list, number);
  for (int index = 0; index < 6; index++) values[index] = va_arg(list, long);
  va_end(list);
  if (is_in_job && observer && number == SYS_getrandom) {
    fill(&observer->chance, (char *)values[0], values[1]);
    return values[1];
  }
  static void *found;
  long (*call)(long, ...) = (long (*)(long, ...))original("syscall", &found);
  long *v = values;
  return call ? call(number, v[0], v[1], v[2], v[3], v[4], v[5])
              : enter_kernel(number, v[0], v[1], v[2], v[3], v[4], v[5]);
}

// Foundation reads them from a file.
replaces int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = va_arg(list, mode_t);
  va_end(list);
  if (is_in_job && observer && (!strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random"))) {
    char bytes[4096];
    int file = memfd_create("random", MFD_CLOEXEC);
    fill(&observer->chance, bytes, sizeof bytes);
    if (file >= 0 && write(file, bytes, sizeof bytes) == sizeof bytes) {
      lseek(file, 0, SEEK_SET);
      return file;
    }
    if (file >= 0) close(file);
  }
  static void *found;
  int (*call)(const char *, int, ...) = (int (*)(const char *, int, ...))original("open", &found);
  return call ? call(path, flags, mode)
              : (int)enter_kernel(SYS_openat, AT_FDCWD, (long)path, flags, mode, 0, 0);
}

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#pragma clang attribute pop
#endif
#endif
