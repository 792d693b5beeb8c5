#pragma once
#include <sys/file.h>

/* flock(2) shares its name with a struct, which hides it from Swift. */

/// flock(2): `operation` is LOCK_SH or LOCK_EX, with or without LOCK_NB.
static inline int gazecut_flock(int descriptor, int operation) { return flock(descriptor, operation); }
