public import Foundation

extension DecisionDocument {
  /// Reads a document that gazecut wrote or a person edited.
  ///
  /// What a person may leave out (rank, score, core, why, rejected, audience, settings, reel)
  /// takes a sensible value; what rendering needs may not be missing.
  ///
  /// - Throws: `DecisionProblems` naming the field.
  public init(json: Data) throws {
    do {
      self = try JSONDecoder().decode(DecisionDocument.self, from: json)
    } catch let error as DecodingError {
      throw DecisionProblems([DecisionProblem(decoding: error)])
    }
  }
}

extension DecisionDocument: Decodable {
  private enum Key: String, CodingKey {
    case schema, video, audience, settings, moments, rejected, reel, reason
  }

  /// Reads the document's members; see `init(json:)`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let schema = try values.decode(String.self, forKey: .schema)
    guard schema == Self.schema else {
      throw DecodingError.dataCorruptedError(
        forKey: .schema, in: values,
        debugDescription: "'\(schema)' is not known; this version reads '\(Self.schema)'")
    }
    let moments = try values.decode([Moment].self, forKey: .moments)
    self.init(
      video: try values.decode(VideoDescription.self, forKey: .video),
      audience: try values.decodeIfPresent(AudienceSummary.self, forKey: .audience)
        ?? AudienceSummary(viewers: 0, excluded: []),
      settings: try values.decodeIfPresent(String.self, forKey: .settings) ?? "",
      moments: moments,
      rejected: try values.decodeIfPresent([Rejection].self, forKey: .rejected) ?? [],
      reel: try values.decodeIfPresent([ReelEntry].self, forKey: .reel)
        ?? ReelEntry.inOrder(of: moments),
      reason: try values.decodeIfPresent(String.self, forKey: .reason))
  }
}

extension ReelEntry {
  /// The reel of all `moments` in order of time, one after the other.
  public static func inOrder(of moments: [Moment]) -> [ReelEntry] {
    var at = 0.0
    return moments.sorted { ($0.start, $0.end) < ($1.start, $1.end) }.map { moment in
      defer { at += moment.end - moment.start }
      return ReelEntry(
        moment: moment.id, start: moment.start, end: moment.end, at: Rounding.time(at))
    }
  }
}

extension VideoDescription: Decodable {
  private enum Key: String, CodingKey { case id, source, duration, width, height, frameRate }

  /// Reads a description.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let rate = try values.decode(String.self, forKey: .frameRate)
    guard let frameRate = FrameRate(text: rate) else {
      throw DecodingError.dataCorruptedError(
        forKey: .frameRate, in: values,
        debugDescription: "'\(rate)' is no frame rate; write it as 24/1")
    }
    self.init(
      id: try values.decode(String.self, forKey: .id),
      source: try values.decode(String.self, forKey: .source),
      duration: try values.decode(Double.self, forKey: .duration),
      width: try values.decode(Int.self, forKey: .width),
      height: try values.decode(Int.self, forKey: .height),
      frameRate: frameRate)
  }
}

extension AudienceSummary: Decodable {
  private enum Key: String, CodingKey { case viewers, excluded }

  /// Reads a summary.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      viewers: try values.decode(Int.self, forKey: .viewers),
      excluded: try values.decodeIfPresent([Exclusion].self, forKey: .excluded) ?? [])
  }
}

extension Moment: Decodable {
  private enum Key: String, CodingKey {
    case id, rank, start, end, coreStart, coreEnd, score, why, framing
  }

  /// Reads a moment.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let start = try values.decode(Double.self, forKey: .start)
    let end = try values.decode(Double.self, forKey: .end)
    self.init(
      id: try values.decodeIfPresent(String.self, forKey: .id) ?? "",
      rank: try values.decodeIfPresent(Int.self, forKey: .rank) ?? 0,
      start: start, end: end,
      coreStart: try values.decodeIfPresent(Double.self, forKey: .coreStart) ?? start,
      coreEnd: try values.decodeIfPresent(Double.self, forKey: .coreEnd) ?? end,
      score: try values.decodeIfPresent(Double.self, forKey: .score) ?? 0,
      why: try values.decodeIfPresent(Why.self, forKey: .why) ?? Why(viewers: 0),
      framing: try values.decode(Framing.self, forKey: .framing))
  }
}

extension Why: Decodable {
  private enum Key: String, CodingKey {
    case chosenBy, emotion, reactingShare, reactingShareLow, sustainedSeconds, gatheredShare
    case gatheredByChance, viewers, sceneStealer, startReason, endReason
  }

  /// Reads reasons.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func number(_ key: Key) throws -> Double? {
      try values.decodeIfPresent(Double.self, forKey: key)
    }
    func text(_ key: Key) throws -> String? {
      try values.decodeIfPresent(String.self, forKey: key)
    }
    self.init(
      chosenBy: try text(.chosenBy), emotion: try text(.emotion),
      reactingShare: try number(.reactingShare),
      reactingShareLow: try number(.reactingShareLow),
      sustainedSeconds: try number(.sustainedSeconds),
      gatheredShare: try number(.gatheredShare),
      gatheredByChance: try number(.gatheredByChance),
      viewers: try values.decodeIfPresent(Int.self, forKey: .viewers) ?? 0,
      sceneStealer: try text(.sceneStealer), startReason: try text(.startReason),
      endReason: try text(.endReason))
  }
}

extension Framing: Decodable {
  private enum Key: String, CodingKey { case gazeKept, gazeKeptSpread, shots, active }

  /// Reads a framing.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      gazeKept: try values.decodeIfPresent(Double.self, forKey: .gazeKept),
      gazeKeptSpread: try values.decodeIfPresent(Double.self, forKey: .gazeKeptSpread),
      shots: try values.decode([FramedShot].self, forKey: .shots),
      active: try values.decodeIfPresent(PictureArea.self, forKey: .active))
  }
}

extension FramedShot: Decodable {
  private enum Key: String, CodingKey {
    case start, end, cut, layout, keyframes, panes, captions
  }
  private struct Pane: Decodable { var keyframes: [Keyframe] }

  /// Reads a stretch with its layout.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      start: try values.decode(Double.self, forKey: .start),
      end: try values.decode(Double.self, forKey: .end),
      cut: try Self.cut(values), layout: try Self.layout(values),
      captions: try Self.captions(values))
  }

  private static func captions(
    _ values: KeyedDecodingContainer<Key>
  ) throws -> CaptionPlace {
    let name = try values.decodeIfPresent(String.self, forKey: .captions) ?? "bottom"
    guard let place = CaptionPlace(rawValue: name) else {
      throw DecodingError.dataCorruptedError(
        forKey: .captions, in: values,
        debugDescription: "'\(name)' is no place for captions; known are bottom and top")
    }
    return place
  }

  private static func cut(_ values: KeyedDecodingContainer<Key>) throws -> Cut {
    let name = try values.decodeIfPresent(String.self, forKey: .cut) ?? Cut.source.rawValue
    guard let cut = Cut(rawValue: name) else {
      throw DecodingError.dataCorruptedError(
        forKey: .cut, in: values,
        debugDescription: "'\(name)' is no kind of cut; known are source and framing")
    }
    return cut
  }

  private static func layout(_ values: KeyedDecodingContainer<Key>) throws -> Layout {
    let name = try values.decode(String.self, forKey: .layout)
    switch name {
    case "fit": return .fit
    case "crop": return .crop(try values.decode([Keyframe].self, forKey: .keyframes))
    case "stack":
      let panes = try values.decode([Pane].self, forKey: .panes)
      guard panes.count == 2 else {
        throw DecodingError.dataCorruptedError(
          forKey: .panes, in: values,
          debugDescription: "a stack has two panes, top then bottom; here are \(panes.count)")
      }
      return .stack(panes[0].keyframes, panes[1].keyframes)
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .layout, in: values,
        debugDescription: "'\(name)' is no layout; known are crop, stack and fit")
    }
  }
}
