#define _GNU_SOURCE
#include "CTaskCreation.h"

#if defined(__linux__) && !defined(__ANDROID__)
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static _Thread_local struct task_observer *observer;

struct task_observer *task_observer_get(void) { return observer; }
void task_observer_set(struct task_observer *it) { observer = it; }

// The runtime's own, from its binary interface (swift/ABI/TaskOptions.h, MetadataValues.h).
struct option {
  size_t kind;
  struct option *next;
};
struct preferred_executor {
  struct option option;
  const void *executor[2];
};
enum { is_child = 1 << 8, kind_of_preferred_executor = 5, kind_of_owned_executor = 6 };
struct task_and_context {
  void *task, *context;
};
typedef __attribute__((swiftcall)) struct task_and_context (*create)(
    size_t flags, struct option *options, const void *result_type, void *function, void *closure);

static create original(void) {
  static create found;
  create it = __atomic_load_n(&found, __ATOMIC_ACQUIRE);
  if (!it) {
    it = (create)dlsym(RTLD_NEXT, "swift_task_create");
    __atomic_store_n(&found, it, __ATOMIC_RELEASE);
  }
  return it;
}

/// The code of an asynchronous function, of which the first word says how far away it is.
static const void *code(const void *function) {
  return function ? (const char *)function + *(const int32_t *)function : NULL;
}

__attribute__((weak, swiftcall)) struct task_and_context swift_task_create(
    size_t flags, struct option *options, const void *result_type, void *function, void *closure) {
  struct task_observer *told = observer;
  if (!told) return original()(flags, options, result_type, function, closure);
  struct preferred_executor preferred = {
      {kind_of_preferred_executor, options}, {told->executor[0], told->executor[1]}};
  // A child prefers what its parent does; others may prefer an executor of the user's.
  int prefers = (flags & is_child) != 0;
  for (struct option *it = options; it; it = it->next) {
    prefers |= (it->kind & 0xff) == kind_of_preferred_executor ||
               (it->kind & 0xff) == kind_of_owned_executor;
  }
  told->begins(told->run, code(function));
  struct task_and_context made = original()(
      flags, prefers ? options : &preferred.option, result_type, function, closure);
  told->ends(told->run, made.task, closure);
  return made;
}

extern __attribute__((swiftcall)) uint64_t swift_task_getJobTaskId(const void *job);
extern __attribute__((swiftcall)) void swift_task_cancel(void *task);
extern size_t swift_retainCount(void *object);
extern void swift_release(void *object);
extern char *swift_demangle(
    const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

unsigned long long task_id(const void *job) { return swift_task_getJobTaskId(job); }
void task_cancel(void *task) { swift_task_cancel(task); }

void closure_release_others(void *closure) {
  while (swift_retainCount(closure) > 1) swift_release(closure);
}

char *code_demangle(const char *symbol) {
  return swift_demangle(symbol, strlen(symbol), NULL, NULL, 0);
}

const char *code_symbol(const void *address, const void **base) {
  Dl_info found;
  if (!dladdr(address, &found)) return NULL;
  *base = found.dli_fbase;
  return found.dli_sname;
}

int code_is_of_program(const void *base) {
  Dl_info found;
  return dladdr((const void *)&original, &found) && found.dli_fbase == base;
}
#else
struct task_observer *task_observer_get(void) { return 0; }
void task_observer_set(struct task_observer *it) { (void)it; }
#endif
