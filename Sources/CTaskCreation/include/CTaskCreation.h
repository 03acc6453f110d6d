// What AsyncExplorer sees of tasks when they are made, on Linux.
//
// The runtime offers no hook for that. A program that links this module finds its definition of
// `swift_task_create` before the runtime's, and calls that one: each task made on a thread that
// belongs to a run prefers the run's executor then, so that every hop of it becomes a job there.
// The definition is weak: a program that links the runtime statically keeps the runtime's, and has
// fewer choices.

#ifndef CTASKCREATION_H
#define CTASKCREATION_H

/// Who is told of tasks: a run, and the executor that they are to prefer.
struct task_observer {
  void *_Nullable run;
  /// The two words of an `UnownedTaskExecutor`.
  const void *_Nullable executor[2];
  /// Before a task is made, with the function that it is to run.
  void (*_Nonnull begins)(void *_Nullable run, const void *_Nullable function);
  /// After that, with the task and the closure that it runs.
  void (*_Nonnull ends)(
      void *_Nullable run, void *_Nullable task, void *_Nullable closure);
};

/// Who is told of the tasks that this thread makes, or null.
struct task_observer *_Nullable task_observer_get(void);
void task_observer_set(struct task_observer *_Nullable observer);

/// The exported symbol at an address, or null, and where its file begins in memory.
const char *_Nullable code_symbol(const void *_Nonnull address, const void *_Nullable *_Nonnull base);
/// Whether that file is the program itself.
int code_is_of_program(const void *_Nonnull base);

/// Identifies the task of a job for good; zero for a job that is no task's.
unsigned long long task_id(const void *_Nonnull job);
void task_cancel(void *_Nonnull task);
/// The name behind a symbol, for `free`, or null.
char *_Nullable code_demangle(const char *_Nonnull symbol);
/// Releases an object until one reference is left.
void closure_release_others(void *_Nonnull closure);

#endif
