import Glibc

/// Replaces `memalign(3)` with a version that returns zeroed memory, which the dynamic linker finds
/// before glibc's.
///
/// libx264 (164) allocates with `memalign` and reads memory before writing it when it plans ahead
/// (mbtree with B-frames). Its output then depends on the earlier content: of several clips
/// rendered by one process, one sometimes differed from the same clip rendered alone.
@_cdecl("memalign")
package func zeroedMemory(_ alignment: Int, _ size: Int) -> UnsafeMutableRawPointer? {
  // Some allocators, for example AddressSanitizer's, reject a size that is not a multiple of the
  // alignment.
  let whole = (size &+ alignment &- 1) & ~(alignment &- 1)
  guard let memory = unsafe aligned_alloc(alignment, whole) else { return nil }
  return unsafe memset(memory, 0, size)
}
