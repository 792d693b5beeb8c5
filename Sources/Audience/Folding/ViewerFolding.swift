/// What folding makes of one viewer.
package enum FoldedViewer: Hashable, Sendable {
  /// A row a half second; `nil` where the viewer did not watch.
  case rows([AudienceRow?])
  /// The viewer is left out, with the reason in the words of the report.
  case unfit(String)
}

/// Folds one viewer's sessions, whatever the others did: viewers may be folded side by side.
package struct ViewerFolding: Sendable {
  private let folding: SessionFolding

  /// Prepares for a video.
  ///
  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - aspect: width of the picture divided by its height.
  ///   - settings: how to clean.
  package init(duration: Double, aspect: Double, settings: FoldSettings) {
    folding = SessionFolding(
      settings: settings, duration: duration, aspect: aspect,
      binCount: HalfSeconds.count(for: duration))
  }

  /// Folds.
  ///
  /// A session that knows gaze alone and one that knows the face alone are one pass recorded by
  /// two devices; sessions that know the same are passes of their own and are averaged.
  ///
  /// - Parameter sessions: all of one viewer's, oldest first.
  /// - Returns: the viewer's rows, or why there are none.
  package func fold(_ sessions: [SampleColumns]) -> FoldedViewer {
    var tracks: [SessionTrack] = []
    var reason = SessionFolding.Unfit.empty
    for outcome in Viewing.passes(of: sessions).flatMap(folding.fold) {
      switch outcome {
      case .track(let track): tracks.append(track)
      case .unfit(let why): if reason == .empty { reason = why }
      }
    }
    return SessionTrack.merged(tracks).map { .rows($0.rows()) } ?? .unfit(reason.rawValue)
  }
}
