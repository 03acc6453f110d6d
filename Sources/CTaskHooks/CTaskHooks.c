// Tasks: how they are created, and how they enter actors.

#define _GNU_SOURCE
#include "Observer.h"

#if defined(__linux__) && !defined(__ANDROID__)
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

_Thread_local struct task_observer *observer;

struct task_observer *task_observer_get(void) { return observer; }
void task_observer_set(struct task_observer *it) { observer = it; }

// Parts of the runtime's binary interface (swift/ABI/TaskOptions.h, MetadataValues.h).
struct option {
  size_t kind;
  struct option *next;
};
struct preferred_executor {
  struct option option;
  struct executor_words executor;
};
enum { is_child = 1 << 8, starts_in_place = 1 << 16 };
enum { kind_of_preferred_executor = 5, kind_of_owned_executor = 6 };
struct task_and_context {
  void *task, *context;
};
typedef __attribute__((swiftcall)) struct task_and_context (*create)(
    size_t flags, struct option *options, const void *result_type, void *function, void *closure);

#if __has_feature(thread_sanitizer)
// For the functions of a thread that ends: see Surroundings.c.
__attribute__((disable_sanitizer_instrumentation))
#endif
void *original(const char *name, void **found) {
  void *it = __atomic_load_n(found, __ATOMIC_ACQUIRE);
  if (!it) {
    it = dlsym(RTLD_NEXT, name);
    __atomic_store_n(found, it, __ATOMIC_RELEASE);
  }
  return it;
}

extern void *swift_retain(void *object);
extern void swift_release(void *object);

static create original_create(void) {
  static void *found;
  return (create)original("swift_task_create", &found);
}

/// The entry point of an asynchronous function: the first word is its relative address.
static const void *code(const void *function) {
  return function ? (const char *)function + *(const int32_t *)function : NULL;
}

__attribute__((weak, swiftcall)) struct task_and_context swift_task_create(
    size_t flags, struct option *options, const void *result_type, void *function, void *closure) {
  struct task_observer *told = observer;
  if (!told) return original_create()(flags, options, result_type, function, closure);
  struct preferred_executor preferred = {
      {kind_of_preferred_executor, options}, told->executor};
  // A child inherits its parent's preference; other tasks may already prefer an executor of the
  // user's.
  int has_executor_of_user = 0;
  for (struct option *it = options; it; it = it->next) {
    has_executor_of_user |= (it->kind & 0xff) == kind_of_preferred_executor ||
                            (it->kind & 0xff) == kind_of_owned_executor;
  }
  int prefers = has_executor_of_user || (flags & is_child) != 0;
  told->begins(told->run, code(function));
  // The task may run elsewhere, and end, before this function returns.
  swift_retain(closure);
  struct task_and_context made = original_create()(
      flags, prefers ? options : &preferred.option, result_type, function, closure);
  if (flags & starts_in_place) told->in_place[told->in_place_count++ % 8] = made.task;
  // A child belongs to its group, which releases it when it ends.
  int may_be_gone = (flags & is_child) != 0 && has_executor_of_user;
  told->ends(told->run, may_be_gone ? NULL : made.task, closure, has_executor_of_user);
  swift_release(closure);
  return made;
}

typedef __attribute__((swiftasynccall)) void goes_on(
    __attribute__((swift_async_context)) void *context);
typedef __attribute__((swiftasynccall)) void switches(
    __attribute__((swift_async_context)) void *context, goes_on *function, const void *actor,
    const void *implementation);

static switches *original_switch(void) {
  static void *found;
  return (switches *)original("swift_task_switch", &found);
}

extern __attribute__((swiftcall)) struct executor_words swift_task_getCurrentExecutor(void);
extern __attribute__((swiftcall)) void *swift_task_getCurrent(void);

/// How the tasks in lobbies resume, by task.
struct entry {
  void *task;
  goes_on *function;
  struct executor_words actor;
  struct entry *next;
};
enum { lobbies = 256 };
static struct entry *waiting[lobbies];
static pthread_mutex_t waiting_lock = PTHREAD_MUTEX_INITIALIZER;

static struct entry **lobby_of(void *task) { return &waiting[(uintptr_t)task / 64 % lobbies]; }

static void put(struct entry entry) {
  struct entry *it = malloc(sizeof entry);
  *it = entry;
  pthread_mutex_lock(&waiting_lock);
  it->next = *lobby_of(entry.task);
  *lobby_of(entry.task) = it;
  pthread_mutex_unlock(&waiting_lock);
}

static struct entry take(void *task) {
  pthread_mutex_lock(&waiting_lock);
  struct entry **place = lobby_of(task);
  while ((*place)->task != task) place = &(*place)->next;
  struct entry *it = *place;
  *place = it->next;
  pthread_mutex_unlock(&waiting_lock);
  struct entry entry = *it;
  free(it);
  return entry;
}

/// A task leaves the lobby and enters its actor.
static __attribute__((swiftasynccall)) void enter(
    __attribute__((swift_async_context)) void *context) {
  struct entry entry = take(swift_task_getCurrent());
  return original_switch()(
      context, entry.function, entry.actor.identity, entry.actor.implementation);
}

/// Whether the task was started in place and is now leaving the starting task's thread. It skips
/// the lobby, because the starting task may rely on the new task's position in the actor's queue.
static int leaves_its_place(struct task_observer *told, void *task) {
  for (int index = 0; index < 8; index++) {
    if (told->in_place[index] != task) continue;
    told->in_place[index] = NULL;
    return 1;
  }
  return 0;
}

__attribute__((weak, swiftasynccall)) void swift_task_switch(
    __attribute__((swift_async_context)) void *context, goes_on *function, const void *actor,
    const void *implementation) {
  struct task_observer *told = observer;
  // Only default actors have an identity and no implementation.
  if (!told || !actor || implementation || swift_task_getCurrentExecutor().identity == actor ||
      leaves_its_place(told, swift_task_getCurrent())) {
    return original_switch()(context, function, actor, implementation);
  }
  struct executor_words words = {actor, implementation};
  put((struct entry){swift_task_getCurrent(), function, words, NULL});
  told->waits(told->run, (const void *)function, context, words);
  return original_switch()(
      context, enter, told->lobby.identity, told->lobby.implementation);
}

extern __attribute__((swiftcall)) uint64_t swift_task_getJobTaskId(const void *job);
extern __attribute__((swiftcall)) void swift_task_cancel(void *task);
extern size_t swift_retainCount(void *object);
extern char *swift_demangle(
    const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

unsigned long long task_id(const void *job) { return swift_task_getJobTaskId(job); }
void task_cancel(void *task) { swift_task_cancel(task); }

/// More spins than any job that suspends ever makes.
enum { most_spins = 100000 };

void counts_spin(struct task_observer *told) {
  if (!told->gives_up || ++told->spins < most_spins) return;
  // The main thread doesn't belong to a single run.
  if (gettid() == getpid()) return;
  told->gives_up(told->run);
  while (1) pause();
}

struct error_and_value {
  void *error, *value;
};
typedef __attribute__((swiftcall)) struct error_and_value allocates_error(
    const void *type, const void *conformance, void *value, _Bool takes);

// A cancelled task that sleeps gets an error at once.
__attribute__((weak, swiftcall)) struct error_and_value swift_allocError(
    const void *type, const void *conformance, void *value, _Bool takes) {
  static void *found;
  if (observer) counts_spin(observer);
  return ((allocates_error *)original("swift_allocError", &found))(
      type, conformance, value, takes);
}

static unsigned short marks[1 << 16];

void task_mark(unsigned long long id, int change) {
  __atomic_fetch_add(&marks[id & 0xffff], change, __ATOMIC_RELAXED);
}

int task_is_marked(unsigned long long id) {
  return __atomic_load_n(&marks[id & 0xffff], __ATOMIC_RELAXED) != 0;
}

// The runtime's layout of a task and of its status records (swift/ABI/Task.h, TaskStatus.h). The
// tests check it.
enum { offset_of_status = 96, offset_of_records = 104, offset_of_next_child = 216 };
enum { flag_of_end = 0x2000, kind_of_dependency = 0, kind_of_child = 1, kind_of_group = 2 };
struct record {
  size_t kind;
  struct record *outer;
  union {
    void *first_child;
    struct {
      void *what[2];
      int kind;
    } dependency;
  };
};

int task_has_ended(const void *task) {
  size_t status = 0;
  return !memory_read((const char *)task + offset_of_status, &status, sizeof status) ||
         (status & flag_of_end) != 0;
}

int task_waits_for(const void *task, const void **what) {
  struct record *place = NULL, record;
  memory_read((const char *)task + offset_of_records, &place, sizeof place);
  for (int left = 256; place && left > 0; left--, place = record.outer) {
    if (!memory_read(place, &record, sizeof record)) return 0;
    if ((record.kind & 0xff) != kind_of_dependency) continue;
    *what = record.dependency.what[0];
    return record.dependency.kind;
  }
  return 0;
}

void *task_child(void *task, void *child) {
  void *next = NULL;
  if (child && memory_read((char *)child + offset_of_next_child, &next, sizeof next) && next) {
    return next;
  }
  struct record *place = NULL, record;
  int is_after = child == NULL;
  memory_read((char *)task + offset_of_records, &place, sizeof place);
  for (int left = 256; place && left > 0; left--, place = record.outer) {
    if (!memory_read(place, &record, sizeof record)) return NULL;
    size_t kind = record.kind & 0xff;
    if ((kind != kind_of_child && kind != kind_of_group) || !record.first_child) continue;
    if (is_after) return record.first_child;
    // Checks whether that was the last child of this record.
    void *it = record.first_child;
    for (int children = 100000; it && it != child && children > 0; children--) {
      if (!memory_read((char *)it + offset_of_next_child, &it, sizeof it)) it = NULL;
    }
    is_after = it == child;
  }
  return NULL;
}

void closure_release_others(void *closure) {
  while (swift_retainCount(closure) > 1) swift_release(closure);
}

char *code_demangle(const char *symbol) {
  return swift_demangle(symbol, strlen(symbol), NULL, NULL, 0);
}

int memory_read(const void *from, void *to, unsigned long size) {
  struct iovec here = {to, size}, there = {(void *)from, size};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)size;
}

const void *program_file(long *size) {
  int file = open("/proc/self/exe", O_RDONLY);
  struct stat found;
  void *memory = MAP_FAILED;
  if (file >= 0 && fstat(file, &found) == 0) {
    memory = mmap(NULL, found.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  }
  if (file >= 0) close(file);
  if (memory == MAP_FAILED) return NULL;
  *size = found.st_size;
  return memory;
}

const char *code_symbol(const void *address, const void **base) {
  Dl_info found;
  if (!dladdr(address, &found)) return NULL;
  *base = found.dli_fbase;
  return found.dli_sname;
}

int code_is_of_program(const void *base) {
  Dl_info found;
  return dladdr((const void *)&original_create, &found) && found.dli_fbase == base;
}
#else
struct task_observer *task_observer_get(void) { return 0; }
void task_observer_set(struct task_observer *it) { (void)it; }
#endif
