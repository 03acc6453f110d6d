// Task events that AsyncExplorer needs and the runtime has no hooks for, on Linux.
//
// A program that links this module uses its definitions of two functions, which call the runtime's:
//
// * `swift_task_create`: a task created on a thread of a run prefers the run's executor, so each of
//   its steps is a job there.
// * `swift_task_switch`: a task that is about to enter an actor waits in the run's lobby instead of
//   in the actor's queue, which would run all its jobs at once.
//
// The definitions are weak: a program that links the runtime statically keeps the runtime's, and
// its runs have fewer choices.

#ifndef CTASKHOOKS_H
#define CTASKHOOKS_H

/// The runtime's two-word representation of an executor: an `UnownedTaskExecutor`, or an
/// `UnownedSerialExecutor`, whose first word is the actor.
struct executor_words {
  const void *_Nullable identity, *_Nullable implementation;
};

/// Observes tasks on behalf of a run, and has its executors.
struct task_observer {
  void *_Nullable run;
  /// The executor that new tasks prefer.
  struct executor_words executor;
  /// The executor where tasks wait before they enter an actor.
  struct executor_words lobby;
  /// Called before a task is created, with the function that it will run.
  void (*_Null_unspecified begins)(void *_Nullable run, const void *_Nullable function);
  /// Called after that, with the task and its closure.
  void (*_Null_unspecified ends)(
      void *_Nullable run, void *_Nullable task, void *_Nullable closure);
  /// Called before a task goes to the lobby, with the function, context and actor that it will
  /// resume with.
  void (*_Null_unspecified waits)(
      void *_Nullable run, const void *_Nullable function, void *_Nullable context,
      struct executor_words actor);
  /// The last tasks that were started in place, until they first switch.
  void *_Nullable in_place[8];
  unsigned in_place_count;
};

/// The observer of tasks on this thread, or null.
struct task_observer *_Nullable task_observer_get(void);
void task_observer_set(struct task_observer *_Nullable observer);

/// An identifier of the job's task that is never reused; zero for a job without a task.
unsigned long long task_id(const void *_Nonnull job);
void task_cancel(void *_Nonnull task);

/// The exported symbol at an address, or null, and the address where its file is loaded.
const char *_Nullable code_symbol(const void *_Nonnull address, const void *_Nullable *_Nonnull base);
/// Whether the file at that address is the program itself.
int code_is_of_program(const void *_Nonnull base);
/// The demangled name of a symbol, or null. The caller frees it.
char *_Nullable code_demangle(const char *_Nonnull symbol);

/// Copies memory that may be unmapped. Returns zero if it is.
int memory_read(const void *_Nonnull from, void *_Nonnull to, unsigned long size);

/// The program's file, mapped into memory, or null.
const void *_Nullable program_file(long *_Nonnull size);

/// Releases the object until one reference is left.
void closure_release_others(void *_Nonnull closure);

#endif
