#pragma once
#include <stdio.h>
#include <sys/file.h>

/* What Swift cannot reach: flock(2) shares its name with a struct, stdout is a mutable global. */

/// flock(2): `operation` is LOCK_SH or LOCK_EX, with or without LOCK_NB.
static inline int gazecut_flock(int descriptor, int operation) { return flock(descriptor, operation); }

/// Empties the buffer of standard output; whether that, or any earlier writing to it, failed.
static inline int gazecut_output_failed(void) { return fflush(stdout) != 0 || ferror(stdout) != 0; }
