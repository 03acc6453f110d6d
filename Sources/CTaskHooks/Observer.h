// What the files of this module share.

#ifndef OBSERVER_H
#define OBSERVER_H
#include "CTaskHooks.h"

/// The observer of tasks on this thread.
extern _Thread_local struct task_observer *observer;

/// Counts something that a job does over and over if it never suspends. If a job that may be
/// given up has done that too often, this function doesn't return.
void counts_spin(struct task_observer *told);

/// The next definition of the function.
void *original(const char *name, void **found);

#endif
