extension DecisionDocument {
  /// The document as one line of JSON, without a line end; keys in the order of the schema.
  public var json: String {
    JSONText.of { document in
      document.add("schema", Self.schema)
      document.add("video", object: video.write)
      document.add("audience", object: audience.write)
      document.add("settings", settings)
      document.add("moments", list: moments) { $0.write(to: &$1) }
      document.add("rejected", list: rejected) { $0.write(to: &$1) }
      document.add("reel", list: reel) { $0.write(to: &$1) }
      document.add("reason", reason)
    }
  }
}

extension VideoDescription {
  fileprivate func write(to json: inout JSONText.Members) {
    json.add("id", id)
    json.add("source", source)
    json.add("duration", duration, decimals: 3)
    json.add("width", width)
    json.add("height", height)
    json.add("frameRate", frameRate.description)
  }
}

extension AudienceSummary {
  fileprivate func write(to json: inout JSONText.Members) {
    json.add("viewers", viewers)
    json.add("excluded", list: excluded) {
      $1.add("viewers", $0.viewers)
      $1.add("reason", $0.reason)
    }
  }
}

extension Moment {
  /// Adds the moment's members.
  public func write(to json: inout JSONText.Members) {
    json.add("id", id)
    json.add("rank", rank)
    json.add("start", start, decimals: 3)
    json.add("end", end, decimals: 3)
    json.add("coreStart", coreStart, decimals: 3)
    json.add("coreEnd", coreEnd, decimals: 3)
    json.add("score", score, decimals: 2)
    json.add("why", object: why.write)
    json.add("framing", object: framing.write)
  }
}

extension Why {
  fileprivate func write(to json: inout JSONText.Members) {
    json.add("emotion", emotion)
    json.add("reactingShare", reactingShare, decimals: 2)
    json.add("reactingShareLow", reactingShareLow, decimals: 2)
    json.add("sustainedSeconds", sustainedSeconds, decimals: 1)
    json.add("gatheredShare", gatheredShare, decimals: 2)
    json.add("gatheredByChance", gatheredByChance, decimals: 2)
    json.add("viewers", viewers)
    json.add("sceneStealer", sceneStealer)
    json.add("chosenBy", chosenBy)
    json.add("startReason", startReason)
    json.add("endReason", endReason)
  }
}

extension Framing {
  fileprivate func write(to json: inout JSONText.Members) {
    json.add("gazeKept", gazeKept, decimals: 2)
    json.add("gazeKeptSpread", gazeKeptSpread, decimals: 2)
    if let active { json.add("active", object: active.write) }
    json.add("shots", list: shots) { $0.write(to: &$1) }
  }

  /// The framing alone as JSON: what a clip's identity is taken over.
  public var json: String {
    JSONText.of { $0.add("shots", list: shots) { $0.write(to: &$1) } }
  }
}

extension FramedShot {
  fileprivate func write(to json: inout JSONText.Members) {
    json.add("start", start, decimals: 3)
    json.add("end", end, decimals: 3)
    json.add("cut", cut.rawValue)
    json.add("layout", layout.name)
    switch layout {
    case .crop(let keyframes):
      json.add("keyframes", list: keyframes) { $0.write(to: &$1) }
    case .stack(let top, let bottom):
      json.add("panes", list: [top, bottom]) { pane, members in
        members.add("keyframes", list: pane) { $0.write(to: &$1) }
      }
    case .fit: break
    }
    if captions != .bottom { json.add("captions", captions.rawValue) }
  }
}

extension PictureArea {
  fileprivate func write(to json: inout JSONText.Members) {
    json.add("x", x, decimals: 1)
    json.add("y", y, decimals: 1)
    json.add("width", width, decimals: 1)
    json.add("height", height, decimals: 1)
  }
}

extension Keyframe {
  fileprivate func write(to json: inout JSONText.Members) {
    json.add("t", t, decimals: 3)
    json.add("x", x, decimals: 1)
    json.add("y", y, decimals: 1)
    json.add("width", width, decimals: 1)
    json.add("height", height, decimals: 1)
  }
}

extension Rejection {
  fileprivate func write(to json: inout JSONText.Members) {
    json.add("start", start, decimals: 3)
    json.add("end", end, decimals: 3)
    json.add("score", score, decimals: 2)
    json.add("reason", reason)
  }
}

extension ReelEntry {
  /// Adds the entry's members.
  public func write(to json: inout JSONText.Members) {
    json.add("moment", moment)
    json.add("start", start, decimals: 3)
    json.add("end", end, decimals: 3)
    json.add("at", at, decimals: 3)
  }
}
