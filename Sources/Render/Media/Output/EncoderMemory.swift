internal import Glibc

/// Gives encoders their memory as zeros: libx264 takes all of its own by `memalign(3)`, which the
/// dynamic linker finds here before it finds glibc's.
///
/// libx264 (164) reads memory that it has not written where it plans ahead (mbtree with B-frames),
/// and encodes by what lay there: of several clips that one process makes, now and then one
/// differed from what it is by itself.
///
/// - Parameters:
///   - alignment: of the address, a power of two.
///   - size: bytes.
/// - Returns: memory for `free(3)`, or nothing where there is no more.
@_cdecl("memalign")
package func zeroedMemory(_ alignment: Int, _ size: Int) -> UnsafeMutableRawPointer? {
  // Some refuse a size that is no multiple of the alignment, AddressSanitizer's for one.
  let whole = (size &+ alignment &- 1) & ~(alignment &- 1)
  guard let memory = unsafe aligned_alloc(alignment, whole) else { return nil }
  return unsafe memset(memory, 0, size)
}
