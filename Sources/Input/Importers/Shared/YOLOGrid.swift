import Audience
import Foundation

/// Decodes the output grid of YOLO v3 (Redmon, Farhadi 2018): boxes, suppressed, in shares of the
/// model's input.
struct YOLOGrid {
  private static let leastScore = 0.3
  private static let mostOverlap = 0.5
  private static let mostBoxes = 10
  /// The strongest boxes of a frame that are looked at; hundreds are a grid of noise.
  private static let mostCandidates = 1 << 12

  let size: Int
  let labels: [String]
  let anchors: [ImageArea]

  /// Numbers a cell holds.
  var depth: Int { anchors.count * (5 + labels.count) }

  /// Adds the boxes of one row of cells, size × depth numbers, to those of its frame, whose time
  /// is not known here; of very many only the strongest stay.
  func find(in values: [Double], ofRow row: Int, _ found: inout [Detection]) {
    for column in 0..<size {
      for anchor in anchors.indices {
        let start = column * depth + anchor * (5 + labels.count)
        let numbers = values[start..<start + 5 + labels.count]
        if let box = box(numbers, row * size + column, anchors[anchor]) { found.append(box) }
      }
    }
    guard found.count > 2 * Self.mostCandidates else { return }
    let weakest = found.map(\.score).sorted(by: >)[Self.mostCandidates - 1]
    found.removeAll { $0.score < weakest }
    found.removeLast(max(0, found.count - 2 * Self.mostCandidates))
  }

  private func box(_ values: ArraySlice<Double>, _ cell: Int, _ anchor: ImageArea) -> Detection? {
    let start = values.startIndex
    let objectness = Self.sigmoid(values[start + 4])
    guard objectness > Self.leastScore else { return nil }
    let classes = values[(start + 5)...]
    guard let highest = classes.max(), let best = classes.firstIndex(of: highest) else {
      return nil
    }
    // Softmax of the strongest class: its own term is exp(0).
    let share = 1 / classes.reduce(0) { $0 + exp($1 - highest) }
    let score = objectness * share
    guard score > Self.leastScore else { return nil }
    let cells = Double(size)
    let width = exp(values[start + 2]) * anchor.width / cells
    let height = exp(values[start + 3]) * anchor.height / cells
    let x = (Double(cell % size) + Self.sigmoid(values[start])) / cells
    let y = (Double(cell / size) + Self.sigmoid(values[start + 1])) / cells
    guard x.isFinite, y.isFinite, width.isFinite, height.isFinite, width > 0, height > 0 else {
      return nil
    }
    return Detection(
      time: 0, label: labels[best - start - 5], score: score,
      box: PictureBox(x: x - width / 2, y: y - height / 2, width: width, height: height),
      track: nil)
  }

  /// Non-maximum suppression a class: of boxes that overlap by more than half the strongest stays.
  static func suppressed(_ boxes: [Detection]) -> [Detection] {
    let ordered = boxes.enumerated()
      .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(\.element)
    var kept: [Detection] = []
    for box in ordered where kept.count < mostBoxes {
      let isHidden = kept.contains {
        $0.label == box.label && $0.box.overlap(with: box.box) > mostOverlap
      }
      if !isHidden { kept.append(box) }
    }
    return kept
  }

  private static func sigmoid(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
}
