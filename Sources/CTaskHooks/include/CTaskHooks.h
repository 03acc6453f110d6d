// What AsyncExplorer has to see of tasks, and the runtime has no hook for, on Linux.
//
// A program that links this module finds its definitions of two functions before the runtime's,
// which they call:
//
// * `swift_task_create`. Each task that is made on a thread of a run prefers the run's executor, so
//   that whenever it goes on, that is a job there.
// * `swift_task_switch`. A task that wants to enter an actor waits in a lobby of the run's, and not
//   in the actor's queue, which would be served in one go.
//
// The definitions are weak: a program that links the runtime statically keeps the runtime's, and has
// fewer choices.

#ifndef CTASKHOOKS_H
#define CTASKHOOKS_H

/// The two words by which the runtime knows an executor: an `UnownedTaskExecutor`, or an
/// `UnownedSerialExecutor`, of which the first one is the actor's.
struct executor_words {
  const void *_Nullable identity, *_Nullable implementation;
};

/// Who is told of tasks: a run, and its executors.
struct task_observer {
  void *_Nullable run;
  /// What new tasks are to prefer.
  struct executor_words executor;
  /// Where tasks wait that want to enter an actor.
  struct executor_words lobby;
  /// Before a task is made, with the function that it is to run.
  void (*_Null_unspecified begins)(void *_Nullable run, const void *_Nullable function);
  /// After that, with the task and the closure that it runs.
  void (*_Null_unspecified ends)(
      void *_Nullable run, void *_Nullable task, void *_Nullable closure);
  /// Before a task goes to the lobby: where it is to go on, with what, and in which actor.
  void (*_Null_unspecified waits)(
      void *_Nullable run, const void *_Nullable function, void *_Nullable context,
      struct executor_words actor);
  /// The tasks that were last started in place, until they first switch.
  void *_Nullable in_place[8];
  unsigned in_place_count;
};

/// Who is told of the tasks on this thread, or null.
struct task_observer *_Nullable task_observer_get(void);
void task_observer_set(struct task_observer *_Nullable observer);

/// Identifies the task of a job for good; zero for a job that is no task's.
unsigned long long task_id(const void *_Nonnull job);
void task_cancel(void *_Nonnull task);

/// The exported symbol at an address, or null, and where its file begins in memory.
const char *_Nullable code_symbol(const void *_Nonnull address, const void *_Nullable *_Nonnull base);
/// Whether that file is the program itself.
int code_is_of_program(const void *_Nonnull base);
/// The name behind a symbol, for `free`, or null.
char *_Nullable code_demangle(const char *_Nonnull symbol);

/// Copies memory that may not be there, which zero says then.
int memory_read(const void *_Nonnull from, void *_Nonnull to, unsigned long size);

/// The file of the program, in memory, or null.
const void *_Nullable program_file(long *_Nonnull size);

/// Releases an object until one reference is left.
void closure_release_others(void *_Nonnull closure);

#endif
