internal import CFFmpeg

/// What becomes of each colour of a picture in planar YUV 4:2:0 of ten bits, which then has eight.
///
/// A lattice of 64 steps each way, between which is interpolated (trilinear): for luma by chroma
/// that is interpolated across, for chroma by the mean of the luma around it. Not for use from two
/// threads.
@safe
package final class ColorTable {
  /// Points of the lattice each way; of the codes 0 to 1024 every sixteenth.
  package static var points: Int { 65 }

  /// A colour in the codes of its pictures.
  package struct Color: Hashable, Sendable {
    /// Y.
    package var luma: Float
    /// Cb.
    package var blue: Float
    /// Cr.
    package var red: Float

    package init(luma: Float, blue: Float, red: Float) {
      self.luma = luma
      self.blue = blue
      self.red = red
    }
  }

  /// Part of a picture, in pixels.
  package struct Area: Hashable, Sendable {
    /// From its left edge to its right.
    package var columns: Range<Int>
    /// From its top to its bottom.
    package var rows: Range<Int>

    package init(columns: Range<Int>, rows: Range<Int>) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// For each point what becomes of luma there and at the next red, blue, and both: what a luma
  /// needs lies together.
  private let luma: [SIMD4<Float>]
  private let chroma: [SIMD2<Float>]
  /// The picture that was made last, for its memory: it is taken again where nobody holds it.
  private var spare: Frame?

  /// Makes a table of what becomes of the points: those of one chroma together, in order of luma;
  /// these in order of the red chroma, then of the blue.
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

  /// Whether a picture is of the kind that goes through the table.
  package static func takes(_ frame: Frame) -> Bool {
    unsafe frame.pointer.pointee.format == AV_PIX_FMT_YUV420P10LE.rawValue
  }

  /// The picture as the table has it, in yuv420p and tagged BT.709.
  ///
  /// - Parameters:
  ///   - frame: one that `takes` says yes to.
  ///   - area: what is needed of it; the rest of the picture made holds anything.
  /// - Returns: a picture of its size.
  /// - Throws: `outOfMemory`; `other` for any other pixel format.
  package func applied(to frame: Frame, in area: Area) throws(MediaError) -> Frame {
    guard Self.takes(frame) else {
      throw MediaError(.other, operation: "change colours", detail: "the picture is not yuv420p10")
    }
    let made = try target(like: frame)
    let (from, to) = unsafe (frame.pointer.pointee, made.pointer.pointee)
    guard let source = unsafe Planes<UInt16>(from), let target = unsafe Planes<UInt8>(to) else {
      throw MediaError(.other, operation: "change colours", detail: "the picture has no pixels")
    }
    let columns = area.columns.clamped(to: 0..<frame.width)
    let rows = area.rows.clamped(to: 0..<frame.height)
    unsafe luma.withUnsafeBufferPointer { luma in
      unsafe chroma.withUnsafeBufferPointer { chroma in
        guard let luma = luma.baseAddress, let chroma = chroma.baseAddress else { return }
        let table = unsafe Points(luma: luma, chroma: chroma)
        for row in rows.lowerBound / 2..<(rows.upperBound + 1) / 2 {
          unsafe table.convert(
            row, columns.lowerBound / 2..<(columns.upperBound + 1) / 2, source, target,
            size: (frame.width, frame.height))
        }
      }
    }
    return made
  }

  private func target(like frame: Frame) throws(MediaError) -> Frame {
    let made: Frame
    if let spare, spare.width == frame.width, spare.height == frame.height,
      unsafe av_frame_is_writable(spare.pointer) == 1
    {
      made = spare
    } else {
      made = try Frame.picture(AV_PIX_FMT_YUV420P, width: frame.width, height: frame.height)
      unsafe made.pointer.pointee.colorspace = AVCOL_SPC_BT709
      unsafe made.pointer.pointee.color_primaries = AVCOL_PRI_BT709
      unsafe made.pointer.pointee.color_trc = AVCOL_TRC_BT709
      unsafe made.pointer.pointee.color_range = AVCOL_RANGE_MPEG
      unsafe made.pointer.pointee.chroma_location = AVCHROMA_LOC_LEFT
      spare = made
    }
    // Whoever gets it holds the pixels: another handle tells whether they still do.
    let copy = try made.reference()
    copy.time = frame.time
    unsafe copy.pointer.pointee.pts = frame.pointer.pointee.pts
    return copy
  }
}

/// The table's points in memory.
@unsafe
private struct Points {
  let luma: UnsafePointer<SIMD4<Float>>
  let chroma: UnsafePointer<SIMD2<Float>>

  /// The column of points at or below a chroma, and the shares of those around it.
  private struct Place {
    let index: Int
    let weights: SIMD4<Float>

    @inline(__always)
    init(_ blue: UInt32, _ red: UInt32) {
      let points = ColorTable.points
      index = (Int(blue >> 4) &* points &+ Int(red >> 4)) &* points
      let shares = SIMD4(blue & 15, red & 15, 0, 0).quick * (1 / 16)
      let (b, r) = (shares.x, shares.y)
      weights = SIMD4(1 - b, 1 - b, b, b) * SIMD4(1 - r, r, 1 - r, r)
    }
  }

  /// Converts a row of chroma samples, and the two of luma that it belongs to.
  @inline(__always)
  func convert(
    _ row: Int, _ columns: Range<Int>, _ source: Planes<UInt16>, _ target: Planes<UInt8>,
    size: (width: Int, height: Int)
  ) {
    let second = min(2 * row + 1, size.height - 1)
    let (upper, lower) = unsafe (source.line(2 * row), source.line(second))
    let (blues, reds) = unsafe (source.line(row, of: 1), source.line(row, of: 2))
    let (upperOut, lowerOut) = unsafe (target.line(2 * row), target.line(second))
    let (blueOut, redOut) = unsafe (target.line(row, of: 1), target.line(row, of: 2))
    let last = (size.width + 1) / 2 - 1
    for column in columns {
      let (left, right) = (2 &* column, min(2 &* column &+ 1, size.width &- 1))
      let next = min(column &+ 1, last)
      // Ten bits: more, in a damaged picture, would lie beyond the table.
      let chroma =
        unsafe SIMD4(
          UInt32(blues[column]), UInt32(reds[column]), UInt32(blues[next]), UInt32(reds[next])
        ) & 1023
      let codes =
        unsafe SIMD4(
          UInt32(upper[left]), UInt32(upper[right]), UInt32(lower[left]), UInt32(lower[right])
        ) & 1023
      // A chroma sample stands on every second column of luma.
      let on = Place(chroma.x, chroma.y)
      let off = Place((chroma.x &+ chroma.z &+ 1) >> 1, (chroma.y &+ chroma.w &+ 1) >> 1)
      let shades = unsafe shades(codes, on, off)
      unsafe upperOut[left] = UInt8(truncatingIfNeeded: shades.x)
      unsafe upperOut[right] = UInt8(truncatingIfNeeded: shades.y)
      unsafe lowerOut[left] = UInt8(truncatingIfNeeded: shades.z)
      unsafe lowerOut[right] = UInt8(truncatingIfNeeded: shades.w)
      let hues = unsafe hues((codes.wrappedSum() &+ 2) >> 2, on)
      unsafe blueOut[column] = UInt8(truncatingIfNeeded: hues.x)
      unsafe redOut[column] = UInt8(truncatingIfNeeded: hues.y)
    }
  }

  /// What becomes of four lumas, of which the first and third have the one chroma.
  @inline(__always)
  private func shades(_ codes: SIMD4<UInt32>, _ on: Place, _ off: Place) -> SIMD4<UInt32> {
    let shares = (codes & 15).quick * (1 / 16)
    let cells = codes &>> 4
    let sums = unsafe pairs(
      pairs(corners(cells.x, shares.x, on), corners(cells.y, shares.y, off)),
      pairs(corners(cells.z, shares.z, on), corners(cells.w, shares.w, off)))
    return sums.quick
  }

  @inline(__always)
  private func corners(_ cell: UInt32, _ share: Float, _ place: Place) -> SIMD4<Float> {
    let point = unsafe luma.advanced(by: place.index &+ Int(cell))
    let (low, high) = unsafe (point[0], point[1])
    return (low + (high - low) * share) * place.weights
  }

  /// Added in pairs, so that four sums come out of four vectors as one.
  @inline(__always)
  private func pairs(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> SIMD4<Float> {
    let both = SIMD8(lowHalf: one, highHalf: other)
    return both.evenHalf + both.oddHalf
  }

  /// What becomes of both chromas at a luma.
  @inline(__always)
  private func hues(_ code: UInt32, _ place: Place) -> SIMD4<UInt32> {
    let points = ColorTable.points
    let first = unsafe chroma.advanced(by: place.index &+ Int(code >> 4))
    let share = SIMD4(repeating: code & 15).quick * (1 / 16)
    @inline(__always)
    func column(_ offset: Int, _ weight: Float) -> SIMD4<Float> {
      unsafe SIMD4(lowHalf: first[offset], highHalf: first[offset &+ 1]) * weight
    }
    let sum =
      column(0, place.weights.x) + column(points, place.weights.y)
      + (column(points &* points, place.weights.z)
        + column(points &* points &+ points, place.weights.w))
    let (low, high) = (sum.lowHalf, sum.highHalf)
    return SIMD4(lowHalf: low + (high - low) * share.lowHalf, highHalf: .zero).quick
  }
}

extension SIMD4<UInt32> {
  /// As floats, of numbers below 2²³: put where a float of that size keeps its last digits.
  @inline(__always)
  fileprivate var quick: SIMD4<Float> {
    unsafe unsafeBitCast(self | 0x4B00_0000, to: SIMD4<Float>.self) - 8_388_608
  }
}

extension SIMD4<Float> {
  /// The nearest whole numbers, of numbers from 0 to 255.
  @inline(__always)
  fileprivate var quick: SIMD4<UInt32> {
    unsafe unsafeBitCast(self + 8_388_608, to: SIMD4<UInt32>.self) & 255
  }
}

extension Frame {
  /// A picture whose pixels hold anything.
  fileprivate static func picture(
    _ format: AVPixelFormat, width: Int, height: Int
  ) throws(MediaError) -> Frame {
    let frame = try Frame()
    unsafe frame.pointer.pointee.format = format.rawValue
    unsafe frame.pointer.pointee.width = Int32(width)
    unsafe frame.pointer.pointee.height = Int32(height)
    try check(unsafe av_frame_get_buffer(frame.pointer, 0), "allocate a picture")
    return frame
  }

  /// Makes a picture of floats in RGB.
  ///
  /// - Parameters:
  ///   - width: pixels.
  ///   - height: pixels.
  ///   - color: red, green and blue of a pixel, by its column and row.
  /// - Returns: a picture in gbrpf32le.
  /// - Throws: `outOfMemory`.
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

  /// Red, green and blue of each pixel of a picture in gbrpf32le, row after row; none of any other.
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
