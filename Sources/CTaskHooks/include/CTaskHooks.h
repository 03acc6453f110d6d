// Events on Linux that AsyncExplorer needs, but for which there are no hooks.
//
// A program that links this module uses its definitions of a few functions, which call the originals:
//
// * `swift_task_create`: a task created on a thread of a run prefers the run's executor, so each of
//   its steps is a job there.
// * `swift_task_switch`: a task that is about to enter an actor waits in the run's lobby instead of
//   in the actor's queue, which would run all its jobs at once.
// * `clock_gettime`, `gettimeofday` and `time`: a job of a run reads the run's time.
// * `swift_allocError`: a job that was left behind and throws errors forever is given up.
// * `syscall` and `open`: a job of a run that asks for random bytes gets those of the run's seed.
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

/// A list of choices that deviate from a rule.
struct order_log {
  unsigned *_Nullable pairs;
  unsigned count, capacity;
};

/// The order of a run so far, for a process that is about to end.
struct run_order {
  /// Where the exploration begins, and the call that replays one of its orders.
  const char *_Nullable place, *_Nullable call;
  unsigned number;
  unsigned long long seed;
  /// The suspension at which the body is cancelled; zero for none.
  unsigned cancelled_at;
  /// The choices that deviate from each of the rules.
  struct order_log logs[2];
};

/// The times that clocks show in a run, in nanoseconds.
struct run_time {
  /// The times when the run begins.
  long long real, monotonic, boot;
  /// The time since then, and the number of reads since it last moved.
  long long passed;
  unsigned long reads;
  /// How often Dispatch's own clock was read, which tells the system's time.
  unsigned long foreign_reads;
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
  /// Called after that, with the task and its closure, and whether it prefers an executor of the
  /// user's.
  void (*_Null_unspecified ends)(
      void *_Nullable run, void *_Nullable task, void *_Nullable closure, int is_elsewhere);
  /// Called before a task goes to the lobby, with the function, context and actor that it will
  /// resume with.
  void (*_Null_unspecified waits)(
      void *_Nullable run, const void *_Nullable function, void *_Nullable context,
      struct executor_words actor);
  /// The last tasks that were started in place, until they first switch.
  void *_Nullable in_place[8];
  unsigned in_place_count;
  struct run_time time;
  /// The state of the run's random number generator.
  unsigned long long chance;
  struct run_order order;
  /// Set while a job that never suspends may be given up: called before its thread stops forever.
  void (*_Nullable gives_up)(void *_Nullable run);
  unsigned long spins;
};

/// The observer of tasks on this thread, or null.
struct task_observer *_Nullable task_observer_get(void);
void task_observer_set(struct task_observer *_Nullable observer);

/// Sets whether clocks show this thread the time of its run. Returns whether they did before.
int run_time_is_told(int is_told);
long long run_time_passed(struct task_observer *_Nonnull observer);
/// Moves the time, and starts to count its reads from zero again.
void run_time_moves(struct task_observer *_Nonnull observer, long long passed);
unsigned long run_time_foreign_reads(struct task_observer *_Nonnull observer);
/// The system's times, as clocks show them outside runs.
struct run_time run_time_of_system(void);

void order_deviates(struct order_log *_Nonnull log, unsigned choice, unsigned index);
void order_frees(struct run_order *_Nonnull order);
/// The index in an `order_log` for a choice of the next deadline.
enum { order_deadline = 0xffffffff };
/// From now on, if a run's job ends the process, the run's order is printed first.
void trap_watch(void);
/// Lets the current thread print it after a stack overflow.
void trap_watch_stack(void);
void trap_leave_stack(void);

/// Counts the runs that know a task with this ID, or with one that ends in the same 16 bits.
void task_mark(unsigned long long id, int change);
/// Whether a run may know the task. Needs no lock.
int task_is_marked(unsigned long long id);

/// An identifier of the job's task that is never reused; zero for a job without a task.
unsigned long long task_id(const void *_Nonnull job);
void task_cancel(void *_Nonnull task);

/// The next child task of a live task, after `child` or else the first; null if there is none.
void *_Nullable task_child(void *_Nonnull task, void *_Nullable child);
int task_has_ended(const void *_Nonnull task);

/// What a suspended task waits for.
enum {
  waits_for_task = 1,
  waits_for_continuation,
  waits_for_group,
  waits_for_actor,
};
/// Returns which of these it is, or zero, and the task or the actor in `what`.
int task_waits_for(const void *_Nonnull task, const void *_Nullable *_Nonnull what);

/// The exported symbol at an address, or null, and the address where its file is loaded.
const char *_Nullable code_symbol(const void *_Nonnull address, const void *_Nullable *_Nonnull base);
/// Whether the file at that address is the program itself.
int code_is_of_program(const void *_Nonnull base);
/// The demangled name of a symbol, or null. The caller frees it.
char *_Nullable code_demangle(const char *_Nonnull symbol);

/// Starts the toolchain's symbolizer for the program's file, and returns a socket to it, or a
/// negative number. `LLVM_SYMBOLIZER_PATH` may name a program other than the one in `PATH`.
int symbolizer_start(void);
/// Asks for the line of the code at an offset in the file: `File.swift:1:2` and an empty line.
/// Returns zero if the symbolizer doesn't answer.
int symbolizer_ask(int symbolizer, unsigned long offset, char *_Nonnull answer, int size);

/// Copies memory that may be unmapped. Returns zero if it is.
int memory_read(const void *_Nonnull from, void *_Nonnull to, unsigned long size);

/// The program's file, mapped into memory, or null.
const void *_Nullable program_file(long *_Nonnull size);

/// Releases the object until one reference is left.
void closure_release_others(void *_Nonnull closure);

#endif
