#pragma once
#include <errno.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>

/* What Swift cannot reach: flock(2) shares its name with a struct, stdout is a mutable global,
   ioctl(2) and prctl(2) take what they like. */

/// flock(2): `operation` is LOCK_SH or LOCK_EX, with or without LOCK_NB, or LOCK_UN.
static inline int gazecut_flock(int descriptor, int operation) { return flock(descriptor, operation); }

/// Empties the buffer of standard output; whether that, or any earlier writing to it, failed.
static inline int gazecut_output_failed(void) { return fflush(stdout) != 0 || ferror(stdout) != 0; }

/// Columns of the terminal that a descriptor leads to; 0 where that is none.
static inline int gazecut_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Names the process for ps and top: a worker is started by its descriptor, which would stand there.
static inline int gazecut_name_process(const char *name) { return prctl(PR_SET_NAME, name); }
