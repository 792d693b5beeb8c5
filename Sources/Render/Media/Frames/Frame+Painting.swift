import CFFmpeg

/// Write access to the pixels of an 8-bit YUV 4:2:0 frame, which it keeps alive.
@safe
package struct WritablePlanes: ~Copyable {
  /// Width of the luma plane in pixels; chroma planes have half of it, rounded up.
  package let width: Int
  package let height: Int
  private let frame: Frame
  private let planes: Planes<UInt8>

  fileprivate init?(_ frame: Frame) {
    self.frame = frame
    (width, height) = (frame.width, frame.height)
    guard let planes = unsafe Planes<UInt8>(frame.pointer.pointee) else { return nil }
    unsafe self.planes = unsafe planes
  }

  /// Blends a value into a run of samples of one row; those outside the plane are ignored.
  ///
  /// `opacity` 0 keeps the samples, 256 replaces them. `plane` is 0 for luma, 1 for Cb, 2 for Cr.
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

extension WritablePlanes {
  /// Blends a yuv420p frame of the same size into this one, from `share` 0, which keeps this frame,
  /// to 1, which replaces it; other frames have no effect.
  package func mix(_ other: Frame, share: Double) {
    guard other.isYUV420, other.width == width, other.height == height,
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

  /// Overlays part of a yuva420p frame, in even numbers of pixels, on the same part of this one;
  /// frames of another size or format have no effect.
  package func overlay(_ layer: Frame, in area: (x: Int, y: Int, width: Int, height: Int)) {
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
          // Opacity of this sample: the sum of four pixels for chroma, four times one for luma.
          let share =
            unsafe Int(upper[left]) + Int(upper[right]) + Int(lower[left]) + Int(lower[right])
          guard share > 0 else { continue }
          let sum = unsafe Int(to[x]) * (1020 - share) + Int(from[x]) * share
          unsafe to[x] = UInt8(truncatingIfNeeded: (sum + 510) / 1020)
        }
      }
    }
  }
}

extension Frame {
  /// Opens a yuv420p frame for painting; pixels that are shared with other frames are copied first.
  ///
  /// - Throws: `outOfMemory`; `other` for any other pixel format; errors of `body`.
  package func paint(
    _ body: (borrowing WritablePlanes) throws(MediaError) -> Void
  ) throws(MediaError) {
    guard isYUV420 else {
      throw MediaError(.other, operation: "draw on a frame", detail: "it is not yuv420p")
    }
    try check(unsafe av_frame_make_writable(pointer), "draw on a frame")
    guard let planes = WritablePlanes(self) else {
      throw MediaError(.other, operation: "draw on a frame", detail: "it has no pixels")
    }
    try body(planes)
  }
}
