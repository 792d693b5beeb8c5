import Audience
import Foundation

extension ImportFormat {
  /// A Realtime Database export of ML Kit faces: smile and eye-open scores by the clock.
  static let firebase = ImportFormat(
    name: "firebase",
    summary: "a Firebase export of ML Kit faces (smile, eyes open), by the clock of the device",
    carries: [.emotion, .blinks],
    options: .ofSessions + [.startedAt, .offset],
    fits: {
      $0.hasKeys(["smileProb", "timestamp"]) || $0.hasKeys(["leftEyeOpenProb", "timestamp"])
    }
  ) { (context) throws(ImportError) in
    .sessions(try FirebaseImporter(context: context).read())
  }
}

/// Reads the faces wherever they are in the export, in objects and lists at every level.
///
/// The database exports a list with `null` for missing elements, or as an object with numeric keys.
private struct FirebaseImporter {
  /// 70 faces a second for a whole day, in 120 MB: an export is no larger, a mistake may be.
  private static let mostFaces = 6_000_000

  let context: FileContext
  private let video: String
  /// What the device's clock showed at play time 0.
  private let start: Double
  private var faces = FirebaseFaces()
  private var skips = SkipCounts()
  /// The first time of the file, on the device's own clock.
  private var firstSecond: Double?
  /// The keys and list indices that lead to what is read.
  private var path: [FirebaseKey] = []

  init(context: FileContext) throws(ImportError) {
    self.context = context
    video = try context.video(named: nil, line: nil)
    guard let start = context.options.startedAt else {
      throw context.missingOption(
        "the file tells the time of day, not the play time",
        "give --started-at, what the device's clock showed when the video began, such as "
          + "2019-04-23T20:55:10")
    }
    guard start.secondsAheadOfUTC == nil else {
      throw context.missingOption(
        "--started-at has a zone, and the file's times have none",
        "write it as the device's clock showed it, without Z or +02:00")
    }
    self.start = start.seconds - context.options.offset
  }

  consuming func read() throws(ImportError) -> [StagedSession] {
    var reader = try JSONReader(try context.open(), lines: false)
    while try reader.hasMore() { try readValue(&reader, in: nil) }
    let sessions = try sessions()
    if sessions.all.isEmpty, faces.count == 0, let firstSecond { throw otherDay(firstSecond) }
    return try sessions.finished(
      context,
      "a sample is {\"smileProb\":93,…,\"timestamp\":\"20190423205516\",\"counter\":12}, at or after "
        + "--started-at")
  }

  /// A refusal because no face is of the day that `--started-at` begins.
  private func otherDay(_ first: Double) -> ImportError {
    let shown = Date(timeIntervalSince1970: first).formatted(.iso8601).dropLast()
    return context.failure(
      "no time of the file fits --started-at, which a viewing follows within a day",
      "the first in the file is \(shown)")
  }

  /// Reads the value that comes next; `branch` is where its object lies, if that is a face.
  ///
  /// - Returns: whether it is a face.
  @discardableResult
  private mutating func readValue(
    _ reader: inout JSONReader, in branch: Int?
  ) throws(ImportError) -> Bool {
    if try reader.entersObject() { return try readObject(&reader, in: branch) }
    guard try reader.entersList() else {
      try reader.skip()
      return false
    }
    var own: Int?
    var index = 0
    var beside = Beside()
    while try reader.nextElement() {
      let first = try reader.peek()
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
        let place = own ?? faces.branch(path)
        own = place
        path.append(.index(index))
        if try readValue(&reader, in: place) { beside.hasFaces = true }
        path.removeLast()
      } else if first != UInt8(ascii: "n") {
        beside.others += 1
      }
      index += 1
    }
    skips.add(.otherForm, beside.count)
    return false
  }

  /// Values beside faces that are no objects: faces in a form that is not known.
  private struct Beside {
    var hasFaces = false
    var others = 0
    var count: Int { hasFaces ? others : 0 }
  }

  /// Reads an object that was begun, and those in it.
  ///
  /// - Returns: whether it is a face.
  private mutating func readObject(
    _ reader: inout JSONReader, in branch: Int?
  ) throws(ImportError) -> Bool {
    var face = FirebaseFace()
    var own: Int?
    var beside = Beside()
    while let key = try reader.nextKey() {
      if try face.take(key, &reader) { continue }
      let name = key.text ?? ""
      let first = try reader.peek()
      guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
        if first != UInt8(ascii: "n") { beside.others += 1 }
        continue
      }
      let place = own ?? faces.branch(path)
      own = place
      path.append(FirebaseKey(name))
      if try readValue(&reader, in: place) { beside.hasFaces = true }
      path.removeLast()
    }
    guard face.isFace else {
      skips.add(.otherForm, beside.count)
      return false
    }
    face.user = face.user ?? FirebaseKey.user(in: path)
    try add(face, in: branch ?? faces.branch([]), reader)
    return true
  }

  /// Keeps a face of this viewing: an export holds months, and a viewing a day at most.
  private mutating func add(
    _ face: FirebaseFace, in branch: Int, _ reader: borrowing JSONReader
  ) throws(ImportError) {
    guard face.hasTime else { return skips.add(.timeNotANumber) }
    firstSecond = firstSecond ?? face.second
    let time = face.second - start
    guard time > -1 else {
      return skips.add(time > -PlayTime.latest ? .negativeTime : .otherVideo)
    }
    // The samples of a second are spread over it.
    guard time <= PlayTime.latest - 1 else { return skips.add(.otherVideo) }
    if face.hasOddScore { skips.add(.oddScore) }
    faces.add(face, in: branch, since: start.rounded(.down))
    guard faces.count <= Self.mostFaces else {
      throw reader.failure(
        "more than \(Self.mostFaces / 1_000_000) million faces within a day of --started-at",
        "export the hours of one viewing")
    }
  }

  /// One session per viewer, each with the samples of a second spread evenly.
  private mutating func sessions() throws(ImportError) -> SessionList {
    faces.order(&skips)
    guard context.givesViewer || !faces.areBranchesUnclear, !faces.doBranchesOverlap else {
      throw context.failure(
        "the faces lie in several branches, and nothing says which of them are one viewer's",
        "put the branches of viewers below \"users\", as {\"users\":{\"A\":{…},\"B\":{…}}}, or export "
          + "each viewer's branch to a file of its own")
    }
    guard !faces.doBranchesOfUserOverlap else {
      throw context.failure(
        "one user has faces in several branches at the same time, and they may be of two people",
        "export each device's branch to a file of its own, and give --viewer NAME with each")
    }
    let viewers = faces.viewers(&skips)
    var builders = viewers.map { _ in SessionBuilder(context, offset: 0) }
    let shift = start - start.rounded(.down)
    try faces.forEachSecond { (second, viewer, rows) throws(ImportError) in
      for (index, row) in rows.enumerated() {
        let part = Double(index) / Double(rows.count)
        try builders[viewer].append(
          time: second + part - shift, gaze: row.gaze, face: row.face, line: nil)
      }
    }
    var sessions = SessionList(skips)
    for (viewer, builder) in zip(viewers, builders) where try sessions.end(builder) {
      let suffix = sessions.suffix
      // A number is a user's within one export, and another's in the next.
      let name = viewer.user.map { Int($0) == nil ? $0 : "\(context.derivedSession())-\($0)" }
      var session = context.session(builder, of: video, viewer: name, suffix: suffix)
      if name == nil {
        session.viewer += suffix
      } else if viewer.number > 0 {
        // Somebody else in front of the same user's camera.
        session.viewer += "-\(viewer.number + 1)"
      }
      sessions.append(session)
    }
    return sessions
  }
}

/// A key of an export, or where an element is in a list.
enum FirebaseKey: Hashable {
  case name(String), index(Int)

  /// A key that is a number is an element of a list.
  init(_ name: String) { self = Int(name).map { .index($0) } ?? .name(name) }

  /// Below these the keys are people.
  private static let users: Set<String> = [
    "users", "uid", "uids", "viewers", "participants", "people", "persons", "subjects", "members",
    "accounts", "respondents", "testers",
  ]
  /// Below these the keys are people if no key above is one: a user may have two devices.
  private static let devices: Set<String> = ["devices"]
  private static let collections = users.union(devices)
  /// Below these the keys are times at which one person watched.
  private static let occasions: Set<String> = [
    "sessions", "session", "recordings", "recording", "viewings", "views", "runs", "days", "dates",
    "videos", "video", "logs", "history",
  ]
  /// Keys that apps give to parts of their data, and to no person.
  private static let parts: Set<String> = occasions.union([
    "faces", "face", "data", "samples", "records", "results", "frames", "events", "emotions",
  ])

  private var word: String? { if case .name(let name) = self { name.lowercased() } else { nil } }

  var text: String {
    switch self {
    case .name(let name): name
    case .index(let index): "\(index)"
    }
  }

  /// Whether it tells when, and not who: a number, a date, or a part of an app's data.
  private var isNobody: Bool {
    guard let word else { return true }
    return Self.parts.contains(word) || WallClock(word) != nil
      || word.allSatisfy { $0.isNumber || "-_:.t z".contains($0) }
  }

  /// The user whose branch a path leads into; `nil` where it names none.
  static func user(in path: [FirebaseKey]) -> String? {
    func last(of words: Set<String>) -> String? {
      let found = path.indices.dropLast().last { index in
        let next = path[index + 1]
        return path[index].word.map(words.contains) ?? false
          && !(next.word.map { parts.contains($0) || collections.contains($0) } ?? false)
      }
      return found.map { path[$0 + 1].text }
    }
    return last(of: users) ?? last(of: devices)
  }

  /// Whether two branches have the same place in a collection whose keys may be people.
  static func mayBeTwoPeople(_ one: [FirebaseKey], _ other: [FirebaseKey]) -> Bool {
    guard one.count == other.count,
      let first = one.indices.first(where: { one[$0] != other[$0] }),
      one[(first + 1)...].elementsEqual(other[(first + 1)...])
    else { return false }
    let parent = first > 0 ? one[first - 1].word : nil
    return !(parent.map(occasions.contains) ?? false)
      && !(one[first].isNobody && other[first].isNobody)
  }
}
