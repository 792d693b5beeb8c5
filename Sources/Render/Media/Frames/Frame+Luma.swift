import CFFmpeg

extension Frame {
  /// Luma samples at every `stepX`-th column and `stepY`-th row, in their upper 8 bits, row by row.
  ///
  /// `nil` for formats without a separate luma plane (RGB, packed formats) and for floats.
  func luma(stepX: Int, stepY: Int) -> PlaneSamples? {
    guard let pixels = unsafe av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format)),
      unsafe pixels.pointee.flags & Self.unsupportedFlags == 0, stepX > 0, stepY > 0,
      let plane = unsafe pointer.pointee.data.0
    else { return nil }
    let first = unsafe pixels.pointee.comp.0
    let bytes = first.depth > 8 ? 2 : 1
    guard first.plane == 0, Int(first.step) == bytes else { return nil }
    let shift = first.shift + first.depth - 8
    let stride = unsafe Int(pointer.pointee.linesize.0)
    let (columns, rows) = ((width + stepX - 1) / stepX, (height + stepY - 1) / stepY)
    var values: [UInt8] = []
    values.reserveCapacity(columns * rows)
    for row in 0..<rows {
      let line = unsafe plane + row * stepY * stride
      guard bytes == 2 || stepX > 1 else {
        unsafe values.append(contentsOf: UnsafeBufferPointer(start: line, count: columns))
        continue
      }
      for column in 0..<columns {
        let place = column * stepX * bytes
        guard bytes == 2 else {
          unsafe values.append(line[place])
          continue
        }
        let sample = unsafe Int(line[place]) | Int(line[place + 1]) << 8
        values.append(UInt8(truncatingIfNeeded: sample >> Int(shift)))
      }
    }
    return PlaneSamples(columns: columns, rows: rows, values: values)
  }

  private static let unsupportedFlags = UInt64(
    AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL
      | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BITSTREAM)

  /// Cb and Cr samples of a yuv420p frame, at every `step`-th of their columns and rows; `nil` for
  /// other formats.
  func chroma(step: Int) -> (u: PlaneSamples, v: PlaneSamples)? {
    guard isYUV420, let planes = unsafe Planes<UInt8>(pointer.pointee) else { return nil }
    let columns = Array(stride(from: 0, to: (width + 1) / 2, by: step))
    let rows = Array(stride(from: 0, to: (height + 1) / 2, by: step))
    func samples(_ plane: Int) -> PlaneSamples {
      let values = rows.flatMap { row in
        let line = unsafe planes.line(row, of: plane)
        return columns.map { unsafe line[$0] }
      }
      return PlaneSamples(columns: columns.count, rows: rows.count, values: values)
    }
    return (samples(1), samples(2))
  }
}

struct PlaneSamples {
  var columns: Int
  var rows: Int
  var values: [UInt8]

  /// The means of the cells of a grid: the image reduced to `across` by `down` values.
  func means(across: Int, down: Int) -> [UInt8] {
    guard columns >= across, rows >= down, across > 0, down > 0 else { return values }
    // Compute the first column of each cell in advance, so that no sample needs a division.
    let edges = (0...across).map { ($0 * columns + across - 1) / across }
    var sums = [Int](repeating: 0, count: across * down)
    var counts = sums
    unsafe values.withUnsafeBufferPointer { values in
      for row in 0..<rows {
        let (line, begin) = (row * down / rows * across, row * columns)
        for cell in 0..<across {
          var (sum, place) = (0, begin + edges[cell])
          let end = begin + edges[cell + 1]
          counts[line + cell] += end - place
          while place < end {
            unsafe sum += Int(values[place])
            place += 1
          }
          sums[line + cell] += sum
        }
      }
    }
    return zip(sums, counts).map { UInt8($0 / max(1, $1)) }
  }
}

/// A fingerprint of a frame that survives encoding: the mean luma of 12 × 12 cells.
package struct FrameFingerprint: Hashable, Sendable {
  let means: [UInt8]

  /// Cells per row and per column.
  static let cells = 12

  /// Mean absolute difference of the cells, in 8-bit luma steps.
  ///
  /// It is about 2 or less between a frame before and after encoding, but also between some frames
  /// of one scene.
  package func difference(from other: FrameFingerprint) -> Double {
    guard means.count == other.means.count, !means.isEmpty else { return 255 }
    return CutFinder.difference(means, other.means)
  }
}

extension Frame {
  /// A fingerprint to recognise this frame after encoding; `nil` for formats without a luma plane.
  package var signature: FrameFingerprint? {
    let cells = FrameFingerprint.cells
    let samples = luma(stepX: max(1, width / (8 * cells)), stepY: max(1, height / (8 * cells)))
    return samples.map { FrameFingerprint(means: $0.means(across: cells, down: cells)) }
  }

  /// Sharpness: the mean square of the Laplacian of the luma, a usual focus measure (Pech-Pacheco
  /// et al., 2000).
  ///
  /// Compare only frames of the same size and crop. Every second row is used. 0 for formats that do
  /// not have 8 bits.
  package var sharpness: Double {
    guard let pixels = unsafe av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format)),
      unsafe pixels.pointee.comp.0.depth == 8, width > 2, height > 2,
      let luma = unsafe pointer.pointee.data.0
    else { return 0 }
    let stride = unsafe Int(pointer.pointee.linesize.0)
    var (sum, count) = (0, 0)
    for row in Swift.stride(from: 1, to: height - 1, by: 2) {
      let line = unsafe luma + row * stride
      for x in 1..<width - 1 {
        let across = unsafe Int(line[x - 1]) + Int(line[x + 1])
        let down = unsafe Int(line[x - stride]) + Int(line[x + stride])
        let change = unsafe 4 * Int(line[x]) - across - down
        sum += change * change
      }
      count += width - 2
    }
    return Double(sum) / Double(max(1, count))
  }
}
