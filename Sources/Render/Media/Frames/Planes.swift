import CFFmpeg

/// Pointers to the sample planes of a frame: Y, Cb, Cr, and opacity.
@unsafe
struct Planes<Sample> {
  private let planes: [(start: UnsafeMutableRawPointer, stride: Int)]

  /// The planes of a frame, which must stay alive; `nil` if it has fewer than `count` planes.
  init?(_ frame: AVFrame, count: Int = 3) {
    let starts = unsafe [frame.data.0, frame.data.1, frame.data.2, frame.data.3]
    let strides = unsafe [frame.linesize.0, frame.linesize.1, frame.linesize.2, frame.linesize.3]
    unsafe planes = zip(starts, strides).prefix(count).compactMap { start, stride in
      unsafe start.map { (UnsafeMutableRawPointer($0), Int(stride)) }
    }
    guard unsafe planes.count == count else { return nil }
  }

  func line(_ row: Int, of plane: Int = 0) -> UnsafeMutablePointer<Sample> {
    let (start, stride) = unsafe planes[plane]
    return unsafe (start + row * stride).assumingMemoryBound(to: Sample.self)
  }
}
