import EditDecisions
import Framing
import Rendering

/// Moves windows so that what people look at lies where the platform lays nothing over it.
///
/// Framing puts the gathering in the middle of the window; the middle of what a platform leaves
/// free is elsewhere. A window that fills the picture's height can only move across, one that is
/// zoomed in up and down as well, none can leave the picture.
struct SafeZone {
  /// Of the whole output.
  var margins: SafeArea
  /// What the stretches were framed from.
  var request: FramingRequest

  /// Shares of the whole way to the middle of the free area that are tried.
  private static let tries = [0, 0.25, 0.5, 0.75, 1]
  /// Share of the looks that may leave the window, or be covered, for the sake of the others: who
  /// looks elsewhere does not move it.
  private static let mayLose = 0.02

  /// The stretch with each of its windows moved as little as shows nearly the most looks free.
  func moved(_ shot: FramedShot) -> FramedShot {
    guard let kept = gazeKept(by: [shot], of: request) else { return shot }
    return shot.layout.windows.indices.reduce(shot) { from, pane in
      let trials = Self.tries.map { share in
        var trial = from
        trial.layout = from.layout.mapped { keyframe, number in
          number == pane ? moved(keyframe, share, margins(of: number, in: from.layout)) : keyframe
        }
        return (shot: trial, free: free(trial))
      }.filter { (gazeKept(by: [$0.shot], of: request) ?? 0) >= kept - Self.mayLose }
      let most = trials.map(\.free).max() ?? 0
      return trials.first { $0.free >= most - Self.mayLose }?.shot ?? from
    }
  }

  /// Share of the looks that lie in the free part of the windows.
  private func free(_ shot: FramedShot) -> Double {
    var copy = shot
    copy.layout = shot.layout.mapped { keyframe, pane in
      let margins = margins(of: pane, in: shot.layout)
      var free = keyframe
      free.x += margins.left * keyframe.width
      free.y += margins.top * keyframe.height
      free.width *= max(0.01, 1 - margins.left - margins.right)
      free.height *= max(0.01, 1 - margins.top - margins.bottom)
      return free
    }
    return gazeKept(by: [copy], of: request) ?? 0
  }

  /// What is covered of one pane, as shares of its own sides.
  private func margins(of pane: Int, in layout: Layout) -> SafeArea {
    guard layout.windows.count > 1 else { return margins }
    var own = margins
    own.top = pane == 0 ? min(0.9, 2 * margins.top) : 0
    own.bottom = pane == 0 ? 0 : min(0.9, 2 * margins.bottom)
    return own
  }

  private func moved(_ keyframe: Keyframe, _ share: Double, _ margins: SafeArea) -> Keyframe {
    var moved = keyframe
    moved.x += share * (margins.right - margins.left) / 2 * keyframe.width
    moved.y += share * (margins.bottom - margins.top) / 2 * keyframe.height
    moved.x = min(max(0, moved.x), max(0, Double(request.pictureWidth) - keyframe.width))
    moved.y = min(max(0, moved.y), max(0, Double(request.pictureHeight) - keyframe.height))
    return moved
  }
}
