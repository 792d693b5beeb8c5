@testable import CutLists
import EditDecisions

/// Sources and decisions to export.
enum ListMaterial {
  static let short = PixelSize(width: 1080, height: 1920)

  static func source(
    rate: FrameRate = FrameRate(30000, 1001), duration: Double = 120,
    picture: PixelSize = PixelSize(width: 1280, height: 720), timecode: String? = nil,
    path: String = "/srv/media/bbb.webm"
  ) -> TimelineSource {
    TimelineSource(
      video: "bbb", path: path, picture: picture, stored: picture, isRotated: false,
      duration: duration, frameRate: rate, isVariable: false, timecode: timecode, stream: 0,
      channels: 2, sampleRate: 48000)
  }

  static func key(_ t: Double, _ x: Double, _ y: Double = 0, height: Double = 720) -> CropKeyframe {
    CropKeyframe(t: t, x: x, y: y, width: height * 9 / 16, height: height)
  }

  static func pane(_ t: Double, _ x: Double, _ y: Double = 0, height: Double = 720) -> CropKeyframe
  {
    CropKeyframe(t: t, x: x, y: y, width: height * 9 / 8, height: height)
  }

  /// A pan, a split screen with a zoomed lower pane, the full frame, and a zooming crop.
  static let moment = Moment(
    id: "bbb-7f3a2c0011", rank: 1, start: 20, end: 32.5, coreStart: 22, coreEnd: 30, score: 0.8,
    why: MomentReasons(emotion: "happy", reactingShare: 0.71, viewers: 12),
    framing: Framing(
      gazeKept: 0.9,
      shots: [
        ClipShot(
          start: 20, end: 24, cut: .source, layout: .crop([key(21, 100), key(23, 700)])),
        ClipShot(
          start: 24, end: 27, cut: .source,
          layout: .stack([pane(24, 30)], [pane(24, 500, 200, height: 400)])),
        ClipShot(start: 27, end: 29, cut: .framing, layout: .fit),
        ClipShot(
          start: 29, end: 32.5, cut: .framing,
          layout: .crop([key(29, 0), key(32, 600, 100, height: 400)])),
      ]))

  static func document(_ moments: [Moment] = [moment]) -> DecisionDocument {
    var at = 0.0
    let reel = moments.sorted { $0.start < $1.start }.map { moment in
      defer { at += moment.end - moment.start }
      return ReelEntry(moment: moment.id, start: moment.start, end: moment.end, at: at)
    }
    return DecisionDocument(
      video: VideoDescription(
        id: "bbb", source: "videos/bbb.webm", duration: 120, width: 1280, height: 720,
        frameRate: FrameRate(30000, 1001)),
      audience: AudienceSummary(viewers: 12, excluded: []), settings: "sha256:00",
      moments: moments, rejected: [], reel: reel)
  }

  static func export(_ source: TimelineSource = source()) -> Export {
    Export(
      document(), source: source, short: short, reel: PixelSize(width: 1280, height: 720))
  }
}
