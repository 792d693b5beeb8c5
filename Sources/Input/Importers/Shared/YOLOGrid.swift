import Audience
import Foundation

/// Decodes the output grid of YOLO v3 (Redmon, Farhadi 2018) to boxes in shares of its input.
struct YOLOGrid {
  private static let minimumScore = 0.3
  private static let maximumOverlap = 0.5
  private static let maximumBoxes = 10
  /// Maximum number of boxes per frame before suppression; more are noise.
  private static let maximumCandidates = 1 << 12

  let size: Int
  let labels: [String]
  let anchors: [SourceRectangle]

  var depth: Int { anchors.count * (5 + labels.count) }

  /// Adds the boxes of one row of cells (size × depth numbers), or only the strongest of them.
  func find(in values: [Double], ofRow row: Int, _ found: inout [Detection]) {
    for column in 0..<size {
      for anchor in anchors.indices {
        let start = column * depth + anchor * (5 + labels.count)
        let numbers = values[start..<start + 5 + labels.count]
        if let box = box(numbers, row * size + column, anchors[anchor]) { found.append(box) }
      }
    }
    guard found.count > 2 * Self.maximumCandidates else { return }
    let weakest = found.map(\.score).sorted(by: >)[Self.maximumCandidates - 1]
    found.removeAll { $0.score < weakest }
    found.removeLast(max(0, found.count - 2 * Self.maximumCandidates))
  }

  private func box(_ values: ArraySlice<Double>, _ cell: Int, _ anchor: SourceRectangle)
    -> Detection?
  {
    let start = values.startIndex
    let objectness = Self.sigmoid(values[start + 4])
    guard objectness > Self.minimumScore else { return nil }
    let classes = values[(start + 5)...]
    guard let highest = classes.max(), let best = classes.firstIndex(of: highest) else {
      return nil
    }
    // Softmax probability of the strongest class, whose own term is exp(0).
    let share = 1 / classes.reduce(0) { $0 + exp($1 - highest) }
    let score = objectness * share
    guard score > Self.minimumScore else { return nil }
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

  /// Non-maximum suppression per class: of two boxes with an IoU above 0.5, the stronger stays.
  static func nonMaximumSuppression(_ boxes: [Detection]) -> [Detection] {
    let ordered = boxes.enumerated()
      .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(\.element)
    var kept: [Detection] = []
    for box in ordered where kept.count < maximumBoxes {
      let isHidden = kept.contains {
        $0.label == box.label && $0.box.overlap(with: box.box) > maximumOverlap
      }
      if !isHidden { kept.append(box) }
    }
    return kept
  }

  private static func sigmoid(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
}
