import EditDecisions
import Framing
import Rendering

/// Moves windows so that what people look at lies where the platform lays nothing over it.
///
/// Framing puts the gathering in the middle of the window; the middle of what a platform leaves
/// free is elsewhere. A window that fills the picture's height can only move across, one that is
/// zoomed in up and down as well, none can leave the picture.
struct SafeAreaAdjuster {
  /// Of the whole output.
  var margins: SafeArea
  /// What the stretches were framed from.
  var request: FramingRequest

  /// Shares of the whole way to the middle of the free area that are tried.
  private static let tries = [0, 0.25, 0.5, 0.75, 1]
  /// Share of the looks that may leave the window, or be covered, for the sake of the others: who
  /// looks elsewhere does not move it.
  private static let mayLose = 0.02

  /// The stretch with its window moved as little as shows nearly the most looks free.
  ///
  /// Panes stay where they are: half as high, they have no room to move that a face does not need.
  func moved(_ shot: ClipShot) -> ClipShot {
    guard shot.layout.windows.count == 1, let kept = gazeKept(by: [shot], of: request) else {
      return shot
    }
    let trials = Self.tries.map { share in
      var trial = shot
      trial.layout = shot.layout.mapped { moved($0, share) }
      return (shot: trial, free: free(trial))
    }.filter { (gazeKept(by: [$0.shot], of: request) ?? 0) >= kept - Self.mayLose }
    let most = trials.map(\.free).max() ?? 0
    return trials.first { $0.free >= most - Self.mayLose }?.shot ?? shot
  }

  /// Share of the looks that lie in the free part of the window.
  private func free(_ shot: ClipShot) -> Double {
    var copy = shot
    copy.layout = shot.layout.mapped { keyframe in
      var free = keyframe
      free.x += margins.left * keyframe.width
      free.y += margins.top * keyframe.height
      free.width *= max(0.01, 1 - margins.left - margins.right)
      free.height *= max(0.01, 1 - margins.top - margins.bottom)
      return free
    }
    return gazeKept(by: [copy], of: request) ?? 0
  }

  private func moved(_ keyframe: Keyframe, _ share: Double) -> Keyframe {
    var moved = keyframe
    moved.x += share * (margins.right - margins.left) / 2 * keyframe.width
    moved.y += share * (margins.bottom - margins.top) / 2 * keyframe.height
    moved.x = min(max(0, moved.x), max(0, Double(request.pictureWidth) - keyframe.width))
    moved.y = min(max(0, moved.y), max(0, Double(request.pictureHeight) - keyframe.height))
    return moved
  }
}
