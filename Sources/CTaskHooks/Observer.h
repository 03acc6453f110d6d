// What the files of this module share.

#ifndef OBSERVER_H
#define OBSERVER_H
#include "CTaskHooks.h"

/// The observer of tasks on this thread.
extern _Thread_local struct task_observer *observer;

/// Counts something that a job does again and again if it never suspends. A job that may be given up
/// does not return from this function when it has done that too often.
void counts_spin(struct task_observer *told);

/// The next definition of the function.
void *original(const char *name, void **found);

#endif
