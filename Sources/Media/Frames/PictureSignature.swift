/// So little of a picture that encoding leaves it as it is: the mean luma of a few cells.
package struct PictureSignature: Hashable, Sendable {
  private let means: [UInt8]

  /// Cells across and down.
  static let cells = 12

  init(means: [UInt8]) { self.means = means }

  /// How far two pictures are apart: the mean difference of their cells, in steps of 8-bit luma.
  ///
  /// The same picture before and after encoding is within 2 or so; two pictures of one scene may
  /// be as near.
  package func difference(from other: PictureSignature) -> Double {
    guard means.count == other.means.count, !means.isEmpty else { return 255 }
    let sum = zip(means, other.means).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(means.count)
  }
}

extension Frame {
  /// What is kept of this picture to know it again; `nil` for formats without a luma plane.
  package var signature: PictureSignature? {
    let cells = PictureSignature.cells
    let samples = luma(stepX: max(1, width / (8 * cells)), stepY: max(1, height / (8 * cells)))
    return samples.map { PictureSignature(means: $0.means(across: cells, down: cells)) }
  }
}
