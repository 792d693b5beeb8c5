#pragma once
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>

/* prctl and flock are out of Swift's reach: one is variadic, the other shares its name with a struct. */

/// Asks the kernel to send `signal` to this process when its parent dies.
static inline int gazecut_die_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal); }

/// flock(2): `operation` is LOCK_SH or LOCK_EX, with or without LOCK_NB.
static inline int gazecut_flock(int descriptor, int operation) { return flock(descriptor, operation); }
