import Support

extension IndexPage {
  func html() throws -> String {
    try PageTemplate(
      title: "\(library) · gazecut", stamp: stamp, data: nil, style: PageAssets.indexStyle,
      script: PageAssets.indexScript, leastViewers: leastViewers
    ).html(around: "index", values)
  }

  private var values: [String: Any] {
    var values: [String: Any] = [
      "library": library, "summary": summary, "remarks": remarks,
      "hasVideos": !videos.isEmpty, "videos": videos.map(\.values), "kinds": kinds,
      "hasNights": !nights.isEmpty, "nights": nights.map(\.values),
    ]
    if let intake { values["intake"] = intake }
    return values
  }

  /// The status words of the videos, for the filter buttons.
  private var kinds: [String] {
    let there = Set(videos.map(\.standing.kind))
    let words = ProcessingStatus.Kind.allCases.filter {
      there.contains($0) || ($0 == .pinned && isPinned)
    }
    return words.count > 1 ? words.map(\.word) : []
  }

  private var isPinned: Bool { videos.contains(where: \.standing.isPinned) }

  /// The number of clips and videos, by status.
  ///
  /// For example: 12 clips of 4 videos. Videos: 1 failing, 3 up to date.
  private var summary: String {
    guard !videos.isEmpty else { return "Nothing yet." }
    let counts = ProcessingStatus.Kind.allCases.compactMap { kind -> String? in
      let count = videos.count { $0.standing.kind == kind }
      return count > 0 ? "\(count) \(kind.word)" : nil
    }
    let clips = videos.reduce(0) { $0 + $1.clips.count }
    return "\(clips.counted("clip")) of \(videos.count.counted("video")). "
      + "Videos: \(counts.joined(separator: ", "))."
  }
}

extension IndexPage.Video {
  fileprivate var values: [String: Any] {
    var values: [String: Any] = [
      "id": id, "kind": standing.kind.rawValue, "sign": standing.kind.sign,
      "standing": standing.words, "clips": "\(clips.count)",
      "best": best.map { Rounding.text($0, decimals: 2) } ?? "",
      "bestText": best.map { Rounding.text($0, decimals: 2) } ?? "–",
      "viewers": viewers.map(String.init) ?? "", "viewersText": viewers.map(String.init) ?? "–",
      "lastRun": lastRun.isEmpty ? "–" : lastRun, "strip": clips.map { $0.values(page) },
    ]
    if !standing.detail.isEmpty { values["detail"] = standing.detail }
    if let page { values["page"] = HTMLText.address(page) }
    return values
  }
}

extension IndexPage.Clip {
  fileprivate func values(_ page: String?) -> [String: Any] {
    var values: [String: Any] = [
      "rank": "\(rank)", "length": "\(Rounding.text(seconds, decimals: 0)) s",
      "status": status.words,
    ]
    if let page { values["link"] = HTMLText.address(page) + "#clip-\(rank)" }
    if let poster { values["poster"] = HTMLText.address(poster) }
    return values
  }
}

extension IndexPage.RunRow {
  fileprivate var values: [String: Any] {
    [
      "began": began, "seconds": seconds.map { Rounding.text($0, decimals: 0) } ?? "–",
      "counts": counts.map(String.init), "ending": ending,
    ]
  }
}
