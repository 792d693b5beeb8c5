internal import CFFmpeg

/// The pixels of a picture in 8-bit planar YUV 4:2:0, open to be painted.
///
/// It holds the frame whose pixels they are; nothing outside the picture is touched.
@safe
package struct PaintablePlanes: ~Copyable {
  /// Of plane 0; chroma planes have half of it, rounded up.
  package let width: Int
  /// Of plane 0.
  package let height: Int
  private let frame: Frame
  private let planes: [UnsafeMutablePointer<UInt8>]
  private let strides: [Int]

  fileprivate init?(_ frame: Frame) {
    self.frame = frame
    width = frame.width
    height = frame.height
    let data = unsafe frame.pointer.pointee.data
    let lines = unsafe frame.pointer.pointee.linesize
    guard let luma = unsafe data.0, let blue = unsafe data.1, let red = unsafe data.2 else {
      return nil
    }
    unsafe planes = unsafe [luma, blue, red]
    strides = [Int(lines.0), Int(lines.1), Int(lines.2)]
  }

  /// Mixes a value into a run of samples of one row.
  ///
  /// - Parameters:
  ///   - value: what to mix in.
  ///   - opacity: 0 leaves the samples, 256 replaces them.
  ///   - plane: 0 luma, 1 Cb, 2 Cr.
  ///   - columns: samples of the plane; those outside it are left out.
  ///   - row: of the plane; one outside it is no fault.
  package func mix(_ value: UInt8, opacity: Int, plane: Int, columns: Range<Int>, row: Int) {
    let half = plane == 0 ? 0 : 1
    let (limit, rows) = ((width + half) >> half, (height + half) >> half)
    let first = max(0, columns.lowerBound)
    let end = min(limit, columns.upperBound)
    guard plane >= 0, plane < 3, row >= 0, row < rows, first < end else { return }
    let line = unsafe planes[plane] + row * strides[plane]
    let share = min(256, max(0, opacity))
    let added = Int(value) * share + 128
    for x in first..<end {
      unsafe line[x] = UInt8(truncatingIfNeeded: (Int(line[x]) * (256 - share) + added) >> 8)
    }
  }
}

extension Frame {
  /// Opens a picture in yuv420p for painting; pixels that it shares are copied first.
  ///
  /// - Parameter body: paints.
  /// - Throws: `outOfMemory`; `other` for any other pixel format; what `body` throws.
  package func paint(
    _ body: (borrowing PaintablePlanes) throws(MediaError) -> Void
  ) throws(MediaError) {
    let format = unsafe pointer.pointee.format
    guard format == AV_PIX_FMT_YUV420P.rawValue else {
      throw MediaError(.other, operation: "paint a picture", detail: "it is not yuv420p")
    }
    try check(unsafe av_frame_make_writable(pointer), "paint a picture")
    guard let planes = PaintablePlanes(self) else {
      throw MediaError(.other, operation: "paint a picture", detail: "it has no pixels")
    }
    try body(planes)
  }
}
