/// The positions of a vertical 9:16 window in the frame, and which of them cover a gaze point.
///
/// The window is as long as the shorter side of the frame. It is used whatever aspect ratios are
/// rendered.
enum CoverageWindow {
  /// Width of the window as a share of the frame's longer side: a 9:16 crop of a 16:9 frame.
  static let width = 0.316
  /// Number of window positions, evenly spaced from one end of the longer side to the other.
  static let positions = 41

  /// Identifies the set of window positions that cover a gaze point; 0 without a gaze point.
  typealias Code = UInt8

  /// The code of a position along the longer side, in grid steps; 0 for `ViewerBins.noGaze`.
  @inline(__always)
  static func code(_ step: Int16) -> Code {
    step == ViewerBins.noGaze ? 0 : codes[Int(max(0, min(Int16(SampleQuantization.steps), step)))]
  }

  struct Range: Equatable {
    /// First and last position; `first` is greater than `last` if there is none.
    var first: Int8, last: Int8

    @inline(__always)
    func holds(_ position: Int8) -> Bool { first <= position && position <= last }
  }

  static let ranges: [Range] = table.ranges
  private static let codes: [Code] = table.codes

  private static let table: (codes: [Code], ranges: [Range]) = {
    var codes: [Code] = []
    var ranges = [Range(first: 1, last: 0)]
    let centres = (0..<positions).map {
      width / 2 + (1 - width) * Double($0) / Double(positions - 1)
    }
    for step in 0...Int(SampleQuantization.steps) {
      let point = Double(step) / SampleQuantization.steps
      let holding = centres.indices.filter { abs(point - centres[$0]) <= width / 2 + 1e-12 }
      let range = Range(first: Int8(holding.first ?? 1), last: Int8(holding.last ?? 0))
      if range != ranges[ranges.count - 1] { ranges.append(range) }
      codes.append(Code(ranges.count - 1))
    }
    return (codes, ranges)
  }()

  /// A window position with the number of gaze points that it covers.
  struct Candidate {
    var position: Int8
    /// Distance from the middle position, in positions.
    var distance: Int8
    var count: Int32 = 0
  }

  /// All positions, those nearest to the middle first.
  static let all: [Candidate] = (0..<positions).map {
    Candidate(position: Int8($0), distance: Int8(abs($0 - positions / 2)))
  }.sorted { ($0.distance, $0.position) < ($1.distance, $1.position) }
}
