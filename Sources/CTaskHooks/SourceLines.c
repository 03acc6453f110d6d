// The toolchain's symbolizer, in a separate process that ends with this one.

#define _GNU_SOURCE
#include "CTaskHooks.h"

#if defined(__linux__) && !defined(__ANDROID__)
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

extern char **environ;

int symbolizer_start(void) {
  char program[4096];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  int ends[2];
  if (length < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return -1;
  program[length] = 0;
  const char *chosen = getenv("LLVM_SYMBOLIZER_PATH");
  const char *tool = chosen ? chosen : "llvm-symbolizer";
  const char *arguments[] = {
    tool, "--functions=none", "--no-inlines", "--basenames", "-e", program, NULL,
  };
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 34)
  // Otherwise it would hold pipes open, and their readers would never see the end of input.
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#endif
#endif
  pid_t process;
  int error = posix_spawnp(&process, tool, &actions, NULL, (char **)arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (!error) return ends[0];
  close(ends[0]);
  return -1;
}

int symbolizer_ask(int symbolizer, unsigned long offset, char *answer, int size) {
  char question[32];
  int length = snprintf(question, sizeof question, "0x%lx\n", offset);
  if (send(symbolizer, question, length, MSG_NOSIGNAL) != length) return 0;
  int read = 0;
  // An answer ends with an empty line.
  while (read < size - 1) {
    ssize_t more = recv(symbolizer, answer + read, size - 1 - read, 0);
    if (more <= 0) return 0;
    read += more;
    if (read >= 2 && answer[read - 1] == '\n' && answer[read - 2] == '\n') break;
  }
  answer[read] = 0;
  return 1;
}
#else
int symbolizer_start(void) { return -1; }
int symbolizer_ask(int symbolizer, unsigned long offset, char *answer, int size) { return 0; }
#endif
