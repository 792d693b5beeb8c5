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
  private let planes: Planes<UInt8>

  fileprivate init?(_ frame: Frame) {
    self.frame = frame
    (width, height) = (frame.width, frame.height)
    guard let planes = unsafe Planes<UInt8>(frame.pointer.pointee) else { return nil }
    unsafe self.planes = unsafe planes
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
    let line = unsafe planes.line(row, of: plane)
    let share = min(256, max(0, opacity))
    let added = Int(value) * share + 128
    for x in first..<end {
      unsafe line[x] = UInt8(truncatingIfNeeded: (Int(line[x]) * (256 - share) + added) >> 8)
    }
  }
}

extension PaintablePlanes {
  /// Mixes another picture into this one.
  ///
  /// - Parameters:
  ///   - other: in yuv420p, of this picture's size; others are left out.
  ///   - share: 0 leaves this picture, 1 replaces it.
  package func mix(_ other: Frame, share: Double) {
    guard unsafe other.pointer.pointee.format == AV_PIX_FMT_YUV420P.rawValue,
      other.width == width, other.height == height,
      let source = unsafe Planes<UInt8>(other.pointer.pointee)
    else { return }
    let part = Int32((256 * min(1, max(0, share))).rounded())
    for plane in 0..<3 {
      let half = plane == 0 ? 0 : 1
      for row in 0..<(height + half) >> half {
        let (from, to) = unsafe (source.line(row, of: plane), planes.line(row, of: plane))
        for x in 0..<(width + half) >> half {
          let sum = unsafe Int32(to[x]) * (256 - part) + Int32(from[x]) * part + 128
          unsafe to[x] = UInt8(truncatingIfNeeded: sum >> 8)
        }
      }
    }
  }

  /// Lays a part of a transparent picture over the same part of this one.
  ///
  /// - Parameters:
  ///   - layer: in yuva420p, of this picture's size; others are left out.
  ///   - area: in pixels; even numbers.
  package func lay(
    _ layer: Frame, in area: (x: Int, y: Int, width: Int, height: Int)
  ) {
    guard unsafe layer.pointer.pointee.format == AV_PIX_FMT_YUVA420P.rawValue,
      layer.width == width, layer.height == height, area.x >= 0, area.y >= 0,
      area.x + area.width <= width, area.y + area.height <= height,
      let source = unsafe Planes<UInt8>(layer.pointer.pointee, count: 4)
    else { return }
    for plane in 0..<3 {
      let half = plane == 0 ? 0 : 1
      let (first, end) = (area.x >> half, (area.x + area.width + half) >> half)
      for row in area.y >> half..<(area.y + area.height + half) >> half {
        let (from, to) = unsafe (source.line(row, of: plane), planes.line(row, of: plane))
        let upper = unsafe source.line(row << half, of: 3)
        let lower = unsafe source.line(min((row << half) + half, height - 1), of: 3)
        for x in first..<end {
          let (left, right) = (x << half, min((x << half) + half, width - 1))
          // Of luma all four are the same.
          let share =
            unsafe Int(upper[left]) + Int(upper[right]) + Int(lower[left])
            + Int(lower[right])
          guard share > 0 else { continue }
          let sum = unsafe Int(to[x]) * (1020 - share) + Int(from[x]) * share
          unsafe to[x] = UInt8(truncatingIfNeeded: (sum + 510) / 1020)
        }
      }
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
