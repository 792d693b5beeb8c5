internal import Media

/// Turns source frames at any times into one frame per slot of a grid.
final class SlotFiller {
  private let grid: FrameGrid
  private let take: (Frame, _ slot: Int) throws(MediaError) -> Void
  private var current: Frame?
  private var next: Int
  /// Seconds by which a source may end before a stretch does.
  ///
  /// Durations in files are rounded, and sound often outlasts the picture.
  private static let toleratedShortfall = 0.25

  /// Fills the slots of `grid`, handing each to `take` in order.
  init(grid: FrameGrid, take: @escaping (Frame, Int) throws(MediaError) -> Void) {
    self.grid = grid
    self.take = take
    next = grid.frames.lowerBound
  }

  /// Takes the next source frame, in order of time.
  func push(_ frame: Frame) throws(MediaError) {
    let slot = grid.slot(frame.time)
    if let current { try fill(with: current, before: slot) }
    current = frame
  }

  /// Fills the slots that are left with the last frame.
  ///
  /// - Throws: `invalidData` when the source ended well before the stretch.
  func finish(path: String) throws(MediaError) {
    let wanted = grid.frames.upperBound
    let missing = grid.time(wanted) - (current?.time ?? 0) - grid.time(1)
    guard let current, missing <= Self.toleratedShortfall + grid.time(1) else {
      let end = ((current?.time ?? 0) * 1000).rounded() / 1000
      throw MediaError(
        .invalidData, operation: "render", path: path,
        detail: "its picture ends at \(end) s, before \(grid.time(wanted)) s")
    }
    try fill(with: current, before: wanted)
  }

  private func fill(with frame: Frame, before slot: Int) throws(MediaError) {
    while next < min(slot, grid.frames.upperBound) {
      try take(frame, next)
      next += 1
    }
  }
}
