import CFFmpeg

/// A 3D lookup table (LUT) that converts the colours of 10-bit YUV 4:2:0 frames to 8 bits.
///
/// The lattice has 64 steps per axis with trilinear interpolation. Luma is looked up with chroma
/// interpolated horizontally; chroma is looked up with the mean of the luma around it. Not
/// thread-safe.
@safe
package final class ColorLookupTable {
  /// Lattice points per axis: every sixteenth of the codes 0 to 1024.
  package static var points: Int { 65 }

  /// A colour as Y, Cb and Cr codes.
  package typealias Color = (luma: Float, blue: Float, red: Float)

  /// A rectangle of a frame, in pixels.
  package struct Area: Hashable, Sendable {
    package var columns: Range<Int>
    package var rows: Range<Int>

    package init(columns: Range<Int>, rows: Range<Int>) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// For each lattice point, the output luma there and at the next red, next blue, and both, stored
  /// together because one lookup needs them all.
  private let luma: [SIMD4<Float>]
  private let chroma: [SIMD2<Float>]
  /// The last output frame, whose memory is reused if no one else references it.
  private var reusableFrame: Frame?

  /// Creates a table from the output colours of all lattice points, ordered by Cb, then Cr, then
  /// luma, which changes fastest.
  package init(_ colors: [Color]) {
    let points = Self.points
    precondition(colors.count == points * points * points)
    chroma = colors.map { SIMD2(min(255, max(0, $0.blue)), min(255, max(0, $0.red))) }
    let around = [0, points, points * points, points * points + points]
    luma = colors.indices.map { index in
      let corners = around.map { colors[min(index + $0, colors.count - 1)].luma }
      return SIMD4(corners).clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
    }
  }

  /// Whether the frame has the pixel format that this table converts, yuv420p10.
  package static func accepts(_ frame: Frame) -> Bool {
    unsafe frame.pointer.pointee.format == AV_PIX_FMT_YUV420P10LE.rawValue
  }

  /// Converts part of a frame to 8-bit yuv420p, tagged BT.709; the rest of the output is undefined.
  ///
  /// - Throws: `outOfMemory`; `other` if `accepts` is `false`.
  package func applied(to frame: Frame, in area: Area) throws(MediaError) -> Frame {
    guard Self.accepts(frame) else {
      throw MediaError(.other, operation: "convert colours", detail: "the frame is not yuv420p10")
    }
    let converted = try output(like: frame)
    let (from, to) = unsafe (frame.pointer.pointee, converted.pointer.pointee)
    guard let source = unsafe Planes<UInt16>(from), let output = unsafe Planes<UInt8>(to) else {
      throw MediaError(.other, operation: "convert colours", detail: "the frame has no pixels")
    }
    let columns = area.columns.clamped(to: 0..<frame.width)
    let rows = area.rows.clamped(to: 0..<frame.height)
    unsafe luma.withUnsafeBufferPointer { luma in
      unsafe chroma.withUnsafeBufferPointer { chroma in
        guard let luma = luma.baseAddress, let chroma = chroma.baseAddress else { return }
        let table = unsafe LatticePointers(luma: luma, chroma: chroma)
        for row in rows.lowerBound / 2..<(rows.upperBound + 1) / 2 {
          unsafe table.convert(
            row, columns.lowerBound / 2..<(columns.upperBound + 1) / 2, source, output,
            size: (frame.width, frame.height))
        }
      }
    }
    return converted
  }

  private func output(like frame: Frame) throws(MediaError) -> Frame {
    let converted: Frame
    if let reusableFrame, reusableFrame.width == frame.width, reusableFrame.height == frame.height,
      unsafe av_frame_is_writable(reusableFrame.pointer) == 1
    {
      converted = reusableFrame
    } else {
      converted = try Frame.picture(AV_PIX_FMT_YUV420P, width: frame.width, height: frame.height)
      unsafe converted.pointer.pointee.colorspace = AVCOL_SPC_BT709
      unsafe converted.pointer.pointee.color_primaries = AVCOL_PRI_BT709
      unsafe converted.pointer.pointee.color_trc = AVCOL_TRC_BT709
      unsafe converted.pointer.pointee.color_range = AVCOL_RANGE_MPEG
      unsafe converted.pointer.pointee.chroma_location = AVCHROMA_LOC_LEFT
      reusableFrame = converted
    }
    // Return a second reference: `av_frame_is_writable` then shows whether the caller still has
    // one.
    let copy = try converted.reference()
    copy.time = frame.time
    unsafe copy.pointer.pointee.pts = frame.pointer.pointee.pts
    return copy
  }
}

/// Pointers to the lattice, used while a frame is converted.
@unsafe
private struct LatticePointers {
  let luma: UnsafePointer<SIMD4<Float>>
  let chroma: UnsafePointer<SIMD2<Float>>

  /// The lattice column at or below a chroma value, and the interpolation weights of the four
  /// columns around it.
  private struct LatticePosition {
    let index: Int
    let weights: SIMD4<Float>

    @inline(__always)
    init(_ blue: UInt32, _ red: UInt32) {
      let points = ColorLookupTable.points
      index = (Int(blue >> 4) &* points &+ Int(red >> 4)) &* points
      let shares = SIMD4(blue & 15, red & 15, 0, 0).fastConversion * (1 / 16)
      let (b, r) = (shares.x, shares.y)
      weights = SIMD4(1 - b, 1 - b, b, b) * SIMD4(1 - r, r, 1 - r, r)
    }
  }

  /// Converts one row of chroma samples and the two rows of luma that belong to it.
  @inline(__always)
  func convert(
    _ row: Int, _ columns: Range<Int>, _ source: Planes<UInt16>, _ output: Planes<UInt8>,
    size: (width: Int, height: Int)
  ) {
    let second = min(2 * row + 1, size.height - 1)
    let (upper, lower) = unsafe (source.line(2 * row), source.line(second))
    let (blues, reds) = unsafe (source.line(row, of: 1), source.line(row, of: 2))
    let (upperOut, lowerOut) = unsafe (output.line(2 * row), output.line(second))
    let (blueOut, redOut) = unsafe (output.line(row, of: 1), output.line(row, of: 2))
    let last = (size.width + 1) / 2 - 1
    for column in columns {
      let (left, right) = (2 &* column, min(2 &* column &+ 1, size.width &- 1))
      let next = min(column &+ 1, last)
      // Mask to ten bits: larger values, from a damaged frame, would be outside the table.
      let chroma =
        unsafe SIMD4(
          UInt32(blues[column]), UInt32(reds[column]), UInt32(blues[next]), UInt32(reds[next])
        ) & 1023
      let codes =
        unsafe SIMD4(
          UInt32(upper[left]), UInt32(upper[right]), UInt32(lower[left]), UInt32(lower[right])
        ) & 1023
      // Chroma samples coincide with every second column of luma; the others are interpolated.
      let on = LatticePosition(chroma.x, chroma.y)
      let off = LatticePosition((chroma.x &+ chroma.z &+ 1) >> 1, (chroma.y &+ chroma.w &+ 1) >> 1)
      let lumas = unsafe lookUpLuma(codes, on, off)
      unsafe upperOut[left] = UInt8(truncatingIfNeeded: lumas.x)
      unsafe upperOut[right] = UInt8(truncatingIfNeeded: lumas.y)
      unsafe lowerOut[left] = UInt8(truncatingIfNeeded: lumas.z)
      unsafe lowerOut[right] = UInt8(truncatingIfNeeded: lumas.w)
      let chromas = unsafe lookUpChroma((codes.wrappedSum() &+ 2) >> 2, on)
      unsafe blueOut[column] = UInt8(truncatingIfNeeded: chromas.x)
      unsafe redOut[column] = UInt8(truncatingIfNeeded: chromas.y)
    }
  }

  /// Looks up four luma values: two with the chroma sample `on`, and each second one with the
  /// interpolated `off`.
  @inline(__always)
  private func lookUpLuma(_ codes: SIMD4<UInt32>, _ on: LatticePosition, _ off: LatticePosition)
    -> SIMD4<UInt32>
  {
    let shares = (codes & 15).fastConversion * (1 / 16)
    let cells = codes &>> 4
    let sums = unsafe pairwiseSums(
      pairwiseSums(
        interpolateCorners(cells.x, shares.x, on), interpolateCorners(cells.y, shares.y, off)),
      pairwiseSums(
        interpolateCorners(cells.z, shares.z, on), interpolateCorners(cells.w, shares.w, off)))
    return sums.fastConversion
  }

  @inline(__always)
  private func interpolateCorners(_ cell: UInt32, _ share: Float, _ place: LatticePosition)
    -> SIMD4<Float>
  {
    let point = unsafe luma.advanced(by: place.index &+ Int(cell))
    let (low, high) = unsafe (point[0], point[1])
    return (low + (high - low) * share) * place.weights
  }

  /// Adds neighbouring elements, so that applying it in a tree sums four vectors into one.
  @inline(__always)
  private func pairwiseSums(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> SIMD4<Float> {
    let both = SIMD8(lowHalf: one, highHalf: other)
    return both.evenHalf + both.oddHalf
  }

  @inline(__always)
  private func lookUpChroma(_ code: UInt32, _ place: LatticePosition) -> SIMD4<UInt32> {
    let points = ColorLookupTable.points
    let first = unsafe chroma.advanced(by: place.index &+ Int(code >> 4))
    let share = SIMD4(repeating: code & 15).fastConversion * (1 / 16)
    @inline(__always)
    func column(_ offset: Int, _ weight: Float) -> SIMD4<Float> {
      unsafe SIMD4(lowHalf: first[offset], highHalf: first[offset &+ 1]) * weight
    }
    let sum =
      column(0, place.weights.x) + column(points, place.weights.y)
      + (column(points &* points, place.weights.z)
        + column(points &* points &+ points, place.weights.w))
    let (low, high) = (sum.lowHalf, sum.highHalf)
    return SIMD4(lowHalf: low + (high - low) * share.lowHalf, highHalf: .zero).fastConversion
  }
}

extension SIMD4<UInt32> {
  /// Converts integers below 2²³ to floats, by placing them in the mantissa of 2²³.
  @inline(__always)
  fileprivate var fastConversion: SIMD4<Float> {
    unsafe unsafeBitCast(self | 0x4B00_0000, to: SIMD4<Float>.self) - 8_388_608
  }
}

extension SIMD4<Float> {
  /// Rounds floats from 0 to 255 to integers, by adding 2²³.
  @inline(__always)
  fileprivate var fastConversion: SIMD4<UInt32> {
    unsafe unsafeBitCast(self + 8_388_608, to: SIMD4<UInt32>.self) & 255
  }
}

extension Frame {
  /// Allocates a frame with undefined pixels.
  fileprivate static func picture(
    _ format: AVPixelFormat, width: Int, height: Int
  ) throws(MediaError) -> Frame {
    let frame = try Frame()
    unsafe frame.pointer.pointee.format = format.rawValue
    unsafe frame.pointer.pointee.width = Int32(width)
    unsafe frame.pointer.pointee.height = Int32(height)
    try check(unsafe av_frame_get_buffer(frame.pointer, 0), "allocate a frame")
    return frame
  }

  /// Creates a frame of RGB floats, in gbrpf32le; `color` returns the red, green and blue of a
  /// pixel.
  package static func rgb(
    width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> SIMD3<Float>
  ) throws(MediaError) -> Frame {
    let frame = try picture(AV_PIX_FMT_GBRPF32LE, width: width, height: height)
    guard let planes = unsafe Planes<Float>(frame.pointer.pointee) else { return frame }
    for y in 0..<height {
      let lines = unsafe (planes.line(y), planes.line(y, of: 1), planes.line(y, of: 2))
      for x in 0..<width {
        let found = color(x, y)
        unsafe lines.0[x] = found.y
        unsafe lines.1[x] = found.z
        unsafe lines.2[x] = found.x
      }
    }
    return frame
  }

  /// Red, green and blue of each pixel, row by row; empty if the format is not gbrpf32le.
  package var rgb: [SIMD3<Float>] {
    guard unsafe pointer.pointee.format == AV_PIX_FMT_GBRPF32LE.rawValue,
      let planes = unsafe Planes<Float>(pointer.pointee)
    else { return [] }
    return (0..<height).flatMap { y in
      let lines = unsafe (planes.line(y), planes.line(y, of: 1), planes.line(y, of: 2))
      return (0..<width).map { x in unsafe SIMD3(lines.2[x], lines.0[x], lines.1[x]) }
    }
  }
}
