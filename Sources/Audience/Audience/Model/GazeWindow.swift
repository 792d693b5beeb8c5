/// The positions of a vertical 9:16 window over the picture, and which of them hold a gaze point.
///
/// The window takes `width` of the picture's longer side and all of the other, whatever aspect
/// ratios are rendered.
enum GazeWindow {
  /// Share of the longer side: a 9:16 crop of a 16:9 frame.
  static let width = 0.316
  /// Positions at which the window is tried, evenly spaced from end to end.
  static let positions = 41

  /// A gaze point as the positions whose window holds it; 0 without a gaze point.
  typealias Code = UInt8

  /// The code of a gaze point.
  ///
  /// - Parameter step: along the longer side, on the picture's grid; `ViewerBins.noGaze` for none.
  /// - Returns: 0 without a gaze point.
  @inline(__always)
  static func code(_ step: Int16) -> Code {
    step == ViewerBins.noGaze ? 0 : codes[Int(max(0, min(Int16(PictureGrid.steps), step)))]
  }

  /// The positions that hold a gaze point.
  struct Range: Equatable {
    /// First and last; the first is higher if there is none.
    var first: Int8, last: Int8

    @inline(__always)
    func holds(_ position: Int8) -> Bool { first <= position && position <= last }
  }

  /// The positions of each code.
  static let ranges: [Range] = table.ranges
  private static let codes: [Code] = table.codes

  private static let table: (codes: [Code], ranges: [Range]) = {
    var codes: [Code] = []
    var ranges = [Range(first: 1, last: 0)]
    let centres = (0..<positions).map {
      width / 2 + (1 - width) * Double($0) / Double(positions - 1)
    }
    for step in 0...Int(PictureGrid.steps) {
      let point = Double(step) / PictureGrid.steps
      let holding = centres.indices.filter { abs(point - centres[$0]) <= width / 2 + 1e-12 }
      let range = Range(first: Int8(holding.first ?? 1), last: Int8(holding.last ?? 0))
      if range != ranges[ranges.count - 1] { ranges.append(range) }
      codes.append(Code(ranges.count - 1))
    }
    return (codes, ranges)
  }()

  struct Candidate {
    var position: Int8
    /// Positions between it and the middle.
    var distance: Int8
    /// Gaze points that its window holds.
    var count: Int32 = 0
  }

  /// All positions, the nearest to the middle first.
  static let all: [Candidate] = (0..<positions).map {
    Candidate(position: Int8($0), distance: Int8(abs($0 - positions / 2)))
  }.sorted { ($0.distance, $0.position) < ($1.distance, $1.position) }
}
