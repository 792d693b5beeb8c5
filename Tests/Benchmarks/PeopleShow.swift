import Audience
import Foundation
import Importers
import TestMaterial

/// One comedian's audience of `data/comedy`: each seat's face as read, and what a person saw.
struct PeopleShow: Sendable {
  /// Somebody in the room.
  struct Seat: Sendable {
    /// The seat's number, as the labels write it.
    let name: String
    /// What was read of the face; none where only a person looked.
    let sessions: [SampleColumns]
    /// For each half second laughing 1, smiling .5, neither 0; `nil` where nobody could say.
    let labels: [Double?]
  }

  /// There is no footage: the folder's README asks for a video of so many seconds.
  static let duration = 1450.0
  static let bins = TimeBins.count(for: duration)

  /// Seconds of each show that are compared: the folder's README has those of 1 and 3.
  ///
  /// The labels of single seats begin up to 2 s before and end up to 5 s behind; by them the five
  /// best windows of 6.5 s by plain z in show 1 have .31 who laugh, not .28.
  private static let known = [1: 472..<1366, 2: 298..<1202, 3: 357..<1326]

  /// N of perfN.
  let number: Int
  /// Those with a face, then those with labels alone, each in the order of their names.
  let seats: [Seat]
  /// The half seconds that are compared.
  let span: Range<Int>
  /// First start and last end of the labels, seconds.
  let labelled: Range<Double>

  /// The seats whose faces were read.
  var filmed: [Seat] { seats.filter { !$0.sessions.isEmpty } }

  /// Every show in the folder, by number.
  ///
  /// - Throws: `SharedDataMissing`, or what reading throws.
  static func all() throws -> [PeopleShow] {
    let folder = try SharedData.file("comedy")
    let labels = try Labels.all(try SharedData.file("comedy/human_labels.csv"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let numbers = names.compactMap { name -> Int? in
      guard name.hasPrefix("perf"), name.hasSuffix(".timeline.jsonl.gz") else { return nil }
      return Int(name.dropFirst(4).prefix { $0 != "." })
    }
    return try numbers.sorted().map { number in
      let file = folder.appendingPathComponent("perf\(number).timeline.jsonl.gz")
      return try PeopleShow(number, file: file, labels["perf\(number)"] ?? Labels())
    }
  }

  private init(_ number: Int, file: URL, _ labels: Labels) throws {
    guard let format = ImportFormat.named("timeline"),
      case .sessions(let sessions) = try format.read(file.path, ImportOptions())
    else { throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: file.path]) }
    var faces: [String: [SampleColumns]] = [:]
    for session in sessions {
      // seat-1-02 is what the labels call 02.
      let name = session.viewer.split(separator: "-").last.map(String.init) ?? session.viewer
      faces[name, default: []].append(session.samples)
    }
    let unknown = [Double?](repeating: nil, count: Self.bins)
    let unfilmed = labels.seats.keys.filter { faces[$0] == nil }
    seats = (faces.keys.sorted() + unfilmed.sorted()).map {
      Seat(name: $0, sessions: faces[$0] ?? [], labels: labels.seats[$0] ?? unknown)
    }
    self.number = number
    labelled = min(labels.first, labels.last)..<labels.last
    let seconds =
      Self.known[number]
      ?? Int(labelled.lowerBound.rounded(.up))..<Int(labelled.upperBound.rounded(.up))
    span = TimeBins.covering(
      Double(seconds.lowerBound)..<Double(seconds.upperBound), count: Self.bins)
  }

  /// For each half second the share of some seats that laughs; `nil` without labels.
  static func laughing(_ seats: [Seat]) -> [Double?] {
    share(seats) { $0 == 1 ? 1 : 0 }
  }

  /// The same with half of those who smile.
  static func amused(_ seats: [Seat]) -> [Double?] { share(seats) { $0 } }

  private static func share(_ seats: [Seat], _ value: (Double) -> Double) -> [Double?] {
    (0..<bins).map { bin in
      LabelFigures.mean(seats.map { $0.labels[bin].map(value) })
    }
  }

  /// What a person saw in the seats of one show.
  private struct Labels {
    var seats: [String: [Double?]] = [:]
    var first = Double.infinity
    var last = 0.0

    private static let values = ["Laughing": 1, "Smiling": 0.5, "Not Laughing": 0]

    /// Of each show by its file's name; a row has video, seat, start, end and state.
    static func all(_ file: URL) throws -> [String: Labels] {
      var shows: [String: Labels] = [:]
      try GzipText.rows(of: file) { fields in
        guard fields.count >= 5 else { return }
        let text = fields.map { String(decoding: $0, as: UTF8.self) }
        shows[text[0], default: Labels()].add(
          seat: text[1], from: GzipText.number(fields[2]), to: GzipText.number(fields[3]),
          state: text[4].trimmingCharacters(in: .whitespacesAndNewlines))
      }
      return shows
    }

    private mutating func add(seat: String, from start: Double, to end: Double, state: String) {
      let empty = [Double?](repeating: nil, count: PeopleShow.bins)
      var labels = seats[seat] ?? empty
      if let value = Self.values[state] {
        // A half second counts from the first that begins within the row.
        let begin = Int((start / TimeBins.length).rounded(.up))
        let behind = min(PeopleShow.bins, Int((end / TimeBins.length).rounded(.up)))
        for bin in begin..<max(begin, behind) { labels[bin] = value }
        (first, last) = (min(first, start), max(last, end))
      }
      seats[seat] = labels
    }
  }
}
