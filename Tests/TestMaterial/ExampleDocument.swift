package import EditDecisions

/// A document with every layout, as in the manual.
package enum ExampleDocument {
  package static let video = VideoDescription(
    id: "bbb", source: "videos/bbb.webm", duration: 130.003, width: 1280, height: 720,
    frameRate: FrameRate(24, 1))

  package static func window(_ t: Double, x: Double) -> CropKeyframe {
    CropKeyframe(t: t, x: x, y: 0, width: 405, height: 720)
  }

  package static let framing = Framing(
    gazeKept: 0.91,
    shots: [
      ClipShot(
        start: 87, end: 95, cut: .source,
        layout: .crop([window(87, x: 411), window(90, x: 500.5)])),
      ClipShot(start: 95, end: 100, cut: .framing, layout: .fit),
      ClipShot(
        start: 100, end: 105.04, cut: .source,
        layout: .stack(
          [CropKeyframe(t: 100, x: 0, y: 0, width: 810, height: 720)],
          [CropKeyframe(t: 100, x: 470, y: 0, width: 810, height: 720)])),
    ])

  package static let moment = Moment(
    id: "bbb-7f3a2c0011", rank: 1, start: 87, end: 105.04, coreStart: 88.5, coreEnd: 103,
    score: 0.81,
    why: MomentReasons(
      emotion: "happy", reactingShare: 0.71, reactingViewers: 27, sustainedSeconds: 14.5,
      held: 0.88, viewers: 38, sceneStealer: "person#3"),
    framing: framing)

  package static let document = DecisionDocument(
    video: video,
    audience: AudienceSummary(
      viewers: 42, excluded: [.init(viewers: 3, reason: "gaze and face lost most of the time")]),
    settings: "sha256:00", moments: [moment],
    rejected: [
      RejectedSegment(
        start: 12, end: 24, score: 0.4, reason: "gaze scattered: 0.31 gathered, 0.29 by chance")
    ],
    reel: [ReelEntry(moment: "bbb-7f3a2c0011", start: 87, end: 105.04, at: 0)])
}
