// The order of a run, printed before one of its jobs ends the process.

#define _GNU_SOURCE
#include "Observer.h"

#if defined(__linux__) && !defined(__ANDROID__)
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void order_deviates(struct order_log *log, unsigned choice, unsigned index) {
  if (log->count == log->capacity) {
    unsigned capacity = log->capacity ? log->capacity * 2 : 64;
    unsigned *pairs = realloc(log->pairs, capacity * 2 * sizeof *pairs);
    if (!pairs) return;
    log->capacity = capacity;
    log->pairs = pairs;
  }
  log->pairs[log->count * 2] = choice;
  log->pairs[log->count * 2 + 1] = index;
  log->count++;
}

void order_frees(struct run_order *order) {
  for (int rule = 0; rule < 2; rule++) free(order->logs[rule].pairs);
}

// Only functions that a signal handler may call are used from here on.

static void say(const char *text) {
  size_t left = strlen(text);
  while (left > 0) {
    ssize_t written = write(STDERR_FILENO, text, left);
    if (written <= 0) return;
    text += written;
    left -= written;
  }
}

static void say_number(unsigned long long number) {
  char digits[24], *next = digits + sizeof digits - 1;
  *next = 0;
  do *--next = '0' + number % 10;
  while (number /= 10);
  say(next);
}

/// Writes the order as `Schedule.text` does.
static void say_order(const struct run_order *order) {
  int rule = order->logs[1].count < order->logs[0].count;
  const struct order_log *log = &order->logs[rule];
  say(rule ? "r2" : "f2");
  if (order->seed) {
    say("s");
    say_number(order->seed);
  }
  if (order->cancelled_at) {
    say("c");
    say_number(order->cancelled_at);
  }
  for (unsigned index = 0; index < log->count; index++) {
    say("-");
    say_number(log->pairs[index * 2]);
    say(".");
    unsigned taken = log->pairs[index * 2 + 1];
    if (taken == order_deadline) say("t");
    else say_number(taken);
  }
}

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { number_of_signals = sizeof signals / sizeof *signals };
static struct sigaction former[number_of_signals];

static void comes(int signal, siginfo_t *info, void *context) {
  static int is_said;
  struct task_observer *told = observer;
  if (told && told->order.place && !__atomic_exchange_n(&is_said, 1, __ATOMIC_RELAXED)) {
    say("\n");
    say(told->order.place);
    say(": the process ends in schedule ");
    say_number(told->order.number);
    say(", whose order has not been shortened.\nReplay: ");
    say(told->order.call);
    say("(replay: \"");
    say_order(&told->order);
    say("\") { … }\n");
  }
  for (int index = 0; index < number_of_signals; index++) {
    if (signals[index] == signal) sigaction(signal, &former[index], NULL);
  }
  // A fault recurs when the handler returns; other signals have to be sent again.
  if (info->si_code <= 0) raise(signal);
}

void trap_watch(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = comes;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int index = 0; index < number_of_signals; index++) {
    sigaction(signals[index], &action, &former[index]);
  }
}

static _Thread_local char *stack_of_handler;

void trap_watch_stack(void) {
  enum { size = 1 << 16 };
  stack_of_handler = malloc(size);
  stack_t stack = {.ss_sp = stack_of_handler, .ss_size = size};
  if (stack_of_handler) sigaltstack(&stack, NULL);
}

void trap_leave_stack(void) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  free(stack_of_handler);
}
#endif
