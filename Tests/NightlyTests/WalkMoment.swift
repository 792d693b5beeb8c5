import EditDecisions

extension Moment {
  /// A moment of 0.4 s in a video of 320 by 180 pixels, framed by one crop.
  static let walk: Moment = {
    let window = CropKeyframe(t: 0.4, x: 100, y: 0, width: 101.3, height: 180)
    let shot = ClipShot(start: 0.4, end: 0.8, cut: .source, layout: .crop([window]))
    return Moment(
      id: "walk-0", rank: 1, start: 0.4, end: 0.8, coreStart: 0.4, coreEnd: 0.8, score: 0.5,
      why: MomentReasons(viewers: 5), framing: Framing(gazeKept: nil, shots: [shot]))
  }()
}
