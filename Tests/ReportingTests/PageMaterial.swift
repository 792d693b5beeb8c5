import EditDecisions
@testable import Deciding
@testable import Reporting

extension VideoPage {
  /// A page in which every part has content.
  static func example(_ text: String = "words") -> VideoPage {
    var page = VideoPage()
    (page.id, page.source, page.duration, page.stamp) = ("trip", text, 40, "stamp")
    page.leastViewers = 5
    page.standing.kind = .failing
    page.standing.detail = text
    (page.audience, page.remarks, page.recentChanges) = ([text], [text], [text])
    (page.day, page.viewers, page.method) = ("28 November 2026", 24, text)
    page.clips = [.example(rank: 1, text), .example(rank: 2, text)]
    page.reel = "../shorts/trip/highlights.mp4"
    page.refusals = [
      PageRejectedSegment(start: 30, end: 34, sentence: text, isListed: true),
      PageRejectedSegment(start: 36, end: 38, sentence: text, isListed: false),
    ]
    page.curve = .example
    page.oddities = [text]
    page.commands = [(text, text)]
    page.cuts = [15, 25]
    page.title = text
    page.clipEditor = ClipEditorData(
      picture: [1280, 720], window: [405, 720], snaps: [15, 25], cuts: [15],
      pauses: [24..<25], speech: [26..<28], wishes: [text])
    return page
  }
}

extension PageClip {
  /// A clip of ten seconds with a preview, captions and two heat maps.
  static func example(rank: Int, _ text: String) -> PageClip {
    let start = Double(rank) * 10
    var why = MomentReasons(
      emotion: "happy", reactingShare: 0.71, sustainedSeconds: 9.5, viewers: 24, startReason: text)
    why.sure = 0.88
    var clip = PageClip(
      moment: Moment(
        id: "trip-\(rank)", rank: rank, start: start, end: start + 10, coreStart: start + 2,
        coreEnd: start + 8, score: 0.8, why: why,
        framing: Framing(gazeKept: 0.9, gazeKeptSpread: 0.02, shots: [])))
    clip.framing.line = text
    clip.file = "../shorts/trip/trip-\(rank).mp4"
    clip.poster = "../shorts/trip/trip-\(rank).jpg"
    clip.remarks = [text]
    clip.compared = text
    clip.captionText = "Hello. There."
    clip.heat = HeatMap(
      columns: 4,
      maps: [
        .init(who: .reacting, values: [0, 0.1, 0.5, 1, 0, 0, 0.5, 0.9], leastViewers: 15),
        .init(who: .others, values: [1, 0.9, 0.5, 0, 0, 0, 0.5, 0.1], leastViewers: 5),
      ], aspect: 2, still: "stills/a.jpg", time: 15,
      windows: [FrameArea(x: 0.2, y: 0, width: 0.3, height: 1)], seconds: 6)
    return clip
  }
}

extension PublishedObjectGaze {
  /// An object that two of three viewers looked at.
  static var example: PublishedObjectGaze {
    PublishedObjectGaze(
      name: "sign", appears: 10, visible: 10, viewers: 15, viewersWhoLooked: 0.67, gazeShare: 0.53,
      firstLook: 2, dwell: 8, reacting: 0.8)
  }
}

extension PageCurve {
  /// Forty seconds.
  ///
  /// The last five have too few viewers to be published.
  static var example: PageCurve {
    let bins = (0..<80).map { index -> Bin in
      var bin = Bin()
      guard index < 70 else { return bin }
      bin.watching = 12
      bin.reacting = index > 20 && index < 40 ? 0.75 : 0
      bin.shares = [bin.reacting ?? 0, 0]
      bin.held = 0.6
      return bin
    }
    return PageCurve(
      binSeconds: 0.5, emotions: ["happy", "surprise"], viewers: 12, minimumViewers: 5, bins: bins)
  }
}
