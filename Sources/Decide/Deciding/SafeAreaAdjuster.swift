import EditDecisions
import Framing
import Rendering

/// Moves crops so that the platform's buttons and texts do not cover watched objects.
///
/// Framing puts the gaze cluster in the middle of the crop, but the middle of the safe area is
/// elsewhere. A crop of full height can only move horizontally. A closer crop can also move
/// vertically. No crop can leave the frame.
struct SafeAreaAdjuster {
  /// Margins of the whole output.
  var margins: SafeArea
  var request: FramingRequest

  /// Shares of the distance to the middle of the safe area that are tried.
  private static let tries = [0, 0.25, 0.5, 0.75, 1]
  /// Share of gaze points that a shift may lose or leave covered for the sake of the others.
  private static let maximumLostShare = 0.02

  /// The shot with its crop moved by the smallest tried distance that frees nearly the most gaze
  /// points.
  ///
  /// Panes of a split screen do not move: they have half the height and no spare room around a
  /// face.
  func moved(_ shot: ClipShot) -> ClipShot {
    guard shot.layout.windows.count == 1, let kept = gazeKept(by: [shot], of: request) else {
      return shot
    }
    let trials = Self.tries.map { share in
      var trial = shot
      trial.layout = shot.layout.mapped { moved($0, share) }
      return (shot: trial, free: free(trial))
    }.filter { (gazeKept(by: [$0.shot], of: request) ?? 0) >= kept - Self.maximumLostShare }
    let most = trials.map(\.free).max() ?? 0
    return trials.first { $0.free >= most - Self.maximumLostShare }?.shot ?? shot
  }

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

  private func moved(_ keyframe: CropKeyframe, _ share: Double) -> CropKeyframe {
    var moved = keyframe
    moved.x += share * (margins.right - margins.left) / 2 * keyframe.width
    moved.y += share * (margins.bottom - margins.top) / 2 * keyframe.height
    moved.x = min(max(0, moved.x), max(0, Double(request.pictureWidth) - keyframe.width))
    moved.y = min(max(0, moved.y), max(0, Double(request.pictureHeight) - keyframe.height))
    return moved
  }
}
