import Audience
import Foundation

extension ImportFormat {
  static let firebase = ImportFormat(
    name: "firebase",
    summary: "a Firebase export of ML Kit faces (smile, eyes open), by the clock of the device",
    carries: [.emotion, .blinks], options: .ofSessions + [.startedAt, .offset],
    fits: {
      $0.hasKeys(["smileProb", "timestamp"]) || $0.hasKeys(["leftEyeOpenProb", "timestamp"])
    }
  ) { (context) throws(ImportError) in .sessions(try FirebaseImporter(context: context).read()) }
}

/// Reads faces anywhere in the export, in objects and lists at each level.
///
/// The database exports a list with `null` for missing elements, or as an object with numeric keys.
private struct FirebaseImporter {
  /// Maximum number of faces: 70 per second for 24 h, which take 120 MB.
  private static let maximumFaces = 6_000_000

  let context: ImportContext
  private let video: String
  /// Time of the device's clock, in seconds, at play time 0.
  private let start: Double
  private var faces = FirebaseFaceCollection()
  private var skips = SkipCounts()
  /// The first time in the file on the device's clock, in seconds.
  private var firstSecond: Double?
  /// The keys and list indices that lead to the current value.
  private var path: [FirebaseKey] = []

  init(context: ImportContext) throws(ImportError) {
    self.context = context
    video = try context.video(named: nil, line: nil)
    guard let start = context.options.startedAt else {
      throw context.missingOption(
        "the file has clock times, not play times",
        "give --started-at: the time on the device's clock when the video began, for example "
          + "2019-04-23T20:55:10")
    }
    guard start.secondsAheadOfUTC == nil else {
      throw context.missingOption(
        "--started-at has a time zone, but the file's times have none",
        "write it as the device's clock showed it, without Z or +02:00")
    }
    self.start = start.seconds - context.options.offset
  }

  consuming func read() throws(ImportError) -> [StagedSession] {
    var reader = try JSONReader(try context.open(), lines: false)
    while try reader.hasMore() { try readValue(&reader, in: nil) }
    let sessions = try sessions()
    if sessions.all.isEmpty, faces.count == 0, let firstSecond {
      let shown = Date(timeIntervalSince1970: firstSecond).formatted(.iso8601).dropLast()
      throw context.failure(
        "no time in the file is within a day after --started-at",
        "the first in the file is \(shown)")
    }
    return try sessions.finished(
      context,
      "a sample is {\"smileProb\":93,…,\"timestamp\":\"20190423205516\",\"counter\":12}, at or after "
        + "--started-at")
  }

  /// Reads the next value in the given branch, and returns whether it is a face.
  @discardableResult
  private mutating func readValue(
    _ reader: inout JSONReader, in branch: Int?
  ) throws(ImportError) -> Bool {
    if try reader.beginObjectIfPresent() { return try readObject(&reader, in: branch) }
    guard try reader.beginListIfPresent() else {
      try reader.skip()
      return false
    }
    var elements = Members()
    var index = 0
    while try reader.nextElement() {
      try readMember(.index(index), &reader, of: &elements)
      index += 1
    }
    skips.add(.otherForm, elements.oddCount)
    return false
  }

  /// What is known of the members of an object or a list while it is read.
  private struct Members {
    var branch: Int?
    var hasFaces = false
    var others = 0
    /// Number of values next to faces that are not objects: they may be faces in an unknown format.
    var oddCount: Int { hasFaces ? others : 0 }
  }

  /// Reads a member if it is an object or a list.
  private mutating func readMember(
    _ key: FirebaseKey, _ reader: inout JSONReader, of parent: inout Members
  ) throws(ImportError) {
    let first = try reader.peek()
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      if first != UInt8(ascii: "n") { parent.others += 1 }
      return
    }
    let branch = parent.branch ?? faces.branch(path)
    parent.branch = branch
    path.append(key)
    if try readValue(&reader, in: branch) { parent.hasFaces = true }
    path.removeLast()
  }

  /// Reads an object after its opening bracket, with its content; returns whether it is a face.
  private mutating func readObject(
    _ reader: inout JSONReader, in branch: Int?
  ) throws(ImportError) -> Bool {
    var face = FirebaseFace()
    var members = Members()
    while let key = try reader.nextKey() {
      if try face.take(key, &reader) { continue }
      try readMember(FirebaseKey(key.text ?? ""), &reader, of: &members)
    }
    guard face.isFace else {
      skips.add(.otherForm, members.oddCount)
      return false
    }
    face.user = face.user ?? FirebaseKey.user(in: path)
    try add(face, in: branch ?? faces.branch([]), reader)
    return true
  }

  /// Adds a face if it is within a day after the start; an export can cover months.
  private mutating func add(
    _ face: FirebaseFace, in branch: Int, _ reader: borrowing JSONReader
  ) throws(ImportError) {
    guard face.second.isFinite else { return skips.add(.timeNotANumber) }
    firstSecond = firstSecond ?? face.second
    let time = face.second - start
    guard time > -1 else {
      return skips.add(time > -PlayTimeOffset.latest ? .negativeTime : .otherVideo)
    }
    // Exclude the last second, because samples are spread over their second.
    guard time <= PlayTimeOffset.latest - 1 else { return skips.add(.otherVideo) }
    if face.hasOddScore { skips.add(.oddScore) }
    faces.add(face, in: branch, since: start.rounded(.down))
    guard faces.count <= Self.maximumFaces else {
      throw reader.failure(
        "more than \(Self.maximumFaces / 1_000_000) million faces within a day of --started-at",
        "export the hours of one viewing")
    }
  }

  /// One session per viewer; the samples of one second are spread evenly over it.
  private mutating func sessions() throws(ImportError) -> SessionList {
    faces.order(&skips)
    guard context.hasGivenViewer || !faces.areBranchesUnclear, !faces.doBranchesOverlap else {
      throw context.failure(
        "the faces are in several branches, and it is not clear which belong to one viewer",
        "put the branches of viewers below \"users\": {\"users\":{\"A\":{…},\"B\":{…}}}, or export "
          + "each viewer's branch to its own file")
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
      // A numeric user ID is unique only within one export, so add the name of the file.
      let name = viewer.user.map { Int($0) == nil ? $0 : "\(context.derivedSession())-\($0)" }
      var session = context.session(builder, of: video, viewer: name, suffix: suffix)
      if name == nil {
        session.viewer += suffix
      } else if viewer.number > 0 {
        // This is another person in front of the same user's camera.
        session.viewer += "-\(viewer.number + 1)"
      }
      sessions.append(session)
    }
    return sessions
  }
}

/// A key of an object in an export, or an index in a list.
enum FirebaseKey: Hashable {
  case name(String), index(Int)

  /// A numeric key counts as a list index.
  init(_ name: String) { self = Int(name).map { .index($0) } ?? .name(name) }

  /// Keys of objects with one member per person.
  private static let users: Set<String> = [
    "users", "uid", "uids", "viewers", "participants", "people", "persons", "subjects", "members",
    "accounts", "respondents", "testers",
  ]
  /// Keys of objects with one member per device; used if no key above occurs, as a user may have
  /// two.
  private static let devices: Set<String> = ["devices"]
  private static let collections = users.union(devices)
  /// Keys of objects with one member per session of a person.
  private static let sessionKeys: Set<String> = [
    "sessions", "session", "recordings", "recording", "viewings", "views", "runs", "days", "dates",
    "videos", "video", "logs", "history",
  ]
  /// Keys of parts of an app's data, which are not people.
  private static let parts: Set<String> = sessionKeys.union([
    "faces", "face", "data", "samples", "records", "results", "frames", "events", "emotions",
  ])

  private var word: String? { if case .name(let name) = self { name.lowercased() } else { nil } }

  var text: String {
    switch self {
    case .name(let name): name
    case .index(let index): "\(index)"
    }
  }

  /// Whether the key cannot be a person: it is a number, a date, or a part of an app's data.
  private var isNotPerson: Bool {
    guard let word else { return true }
    return Self.parts.contains(word) || ClockDate(word) != nil
      || word.allSatisfy { $0.isNumber || "-_:.t z".contains($0) }
  }

  /// The user whose branch contains a path; `nil` if the path contains no user.
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

  /// Whether two branches are siblings with keys that may be two people.
  static func mayBeTwoPeople(_ one: [FirebaseKey], _ other: [FirebaseKey]) -> Bool {
    guard one.count == other.count, let first = one.indices.first(where: { one[$0] != other[$0] }),
      one[(first + 1)...].elementsEqual(other[(first + 1)...])
    else { return false }
    let parent = first > 0 ? one[first - 1].word : nil
    return !(parent.map(sessionKeys.contains) ?? false)
      && !(one[first].isNotPerson && other[first].isNotPerson)
  }
}
