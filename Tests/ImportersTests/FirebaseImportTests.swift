import Audience
import TestMaterial
import Testing

@testable import Importers

private let oneFace = #""smileProb":93,"trackingId":1,"timestamp":"20190423205511""#
private let twoFaces = #""a":{\#(oneFace)},"b":{\#(oneFace)}"#

@Suite struct FirebaseImportTests {
  private var file: ImportFile {
    var file = ImportFile(format: "firebase", options: ImportOptions(video: "v"))
    file.options.startedAt = ClockDate("2019-04-23T20:55:10")
    return file
  }

  private func face(
    _ second: Int, _ counter: Int, id: Int = 1, smile: String = "93", eyes: String = "90"
  ) -> String {
    """
    "-M\(second)x\(counter)":{"smileProb":\(smile),"leftEyeOpenProb":\(eyes),\
    "rightEyeOpenProb":\(eyes),"trackingId":\(id),"timestamp":"201904232055\(second)",\
    "counter":\(counter)}
    """
  }

  private func export(_ faces: [String]) -> String {
    "{\"faces\":{\(faces.joined(separator: ","))}}"
  }

  @Test func samplesOfOneSecondAreSpreadByTheirCounter() throws {
    let text = export([
      face(12, 5), face(11, 2), face(11, 4), face(11, 1), face(11, 3), face(12, 6),
    ])
    let read = try file.sessions(text)
    #expect(read.count == 1)
    #expect(read[0].samples.map(\.time) == [1, 1.25, 1.5, 1.75, 2, 2.5])
    guard case .scores(let scores) = read[0].samples[0].face else { return #expect(Bool(false)) }
    #expect(abs(scores[.happy] - 0.93) < 0.003)
    // ML Kit reports only smiles, so all other emotions are unknown.
    #expect(scores.told == EmotionSet([.happy]) && !scores.areStrongest)
  }

  @Test func closedEyesAreBlinksAndMissingScoresAreLostFaces() throws {
    let text = export([
      face(11, 1, eyes: "19"), face(12, 2, eyes: "20"), face(13, 3, smile: "null"),
      "\"a\":{\"leftEyeOpenProb\":3,\"timestamp\":\"20190423205514\",\"counter\":4}",
    ])
    let samples = try file.sessions(text).flatMap { $0.samples }
    #expect(samples.map(\.gaze) == [.blink, .notReported, .notReported, .notReported])
    #expect(samples.map { $0.face == .lost } == [false, false, true, true])
  }

  @Test(arguments: [
    (#"{"faces":{\#(twoFaces),"z":"{}","n":7}}"#, 2),
    (#"{"name":"x","faces":{\#(twoFaces)}}"#, 0),
    (#"{"faces":[{\#(oneFace)},"{}",null,{\#(oneFace)}]}"#, 1),
  ])
  func entriesThatAreNotFacesAreCounted(text: String, count: Int) throws {
    let read = try file.sessions(text)
    #expect(read[0].skipped["value of the wrong type"] ?? 0 == count, "\(read[0].skipped)")
  }

  @Test func errorAboutTimesOfAnotherDayPrintsTheFirstTime() throws {
    var file = file
    file.options.startedAt = ClockDate("2018-01-01T00:00:00")
    let rejection = file.rejection(export([face(16, 1)]))
    #expect(rejection.contains("no time in the file is within a day after --started-at"))
    #expect(rejection.hasSuffix("the first in the file is 2019-04-23T20:55:16"))
  }

  @Test func consecutiveTrackingIDsAreOneViewer() throws {
    // Face 1 leaves and returns as 2. Face 3 is there all the time.
    let text = export([
      face(11, 1, id: 1), face(11, 2, id: 3), face(12, 3, id: 1), face(13, 4, id: 2),
      face(14, 5, id: 3), face(14, 6, id: 2),
    ])
    let read = try file.sessions(text, name: "kiosk.json")
    #expect(read.map(\.session) == ["kiosk", "kiosk-2"])
    #expect(read[0].viewer != read[1].viewer)
    #expect(read.map { $0.samples.map(\.time) } == [[1, 2, 3, 4], [1, 4]])
  }

  @Test func samplesBeforeTheVideoAreCounted() throws {
    let read = try file.sessions(export([face(10, 1), face(11, 2), face(12, 3)]))
    #expect(read[0].samples.map(\.time) == [0, 1, 2])
    var late = file
    late.options.startedAt = ClockDate("20190423205512")
    let rest = try late.sessions(export([face(10, 1), face(11, 2), face(12, 3)]))
    #expect(rest[0].samples.map(\.time) == [0])
    #expect(rest[0].skipped == ["negative time": 2])
  }

  @Test func filesWithoutUsableTimesAreRejected() throws {
    var bare = file
    bare.options.startedAt = nil
    #expect(bare.rejection(export([face(11, 1)])).contains("give --started-at"))
    bare.options.startedAt = ClockDate("2019-04-23T20:55:10Z")
    #expect(bare.rejection(export([face(11, 1)])).contains("without Z or +02:00"))
    #expect(file.rejection("{\"faces\":{}}").contains("no usable sample;"))
    #expect(
      file.rejection("{\"faces\":{\"a\":{\"smileProb\":3}}}").contains("time is not a number 1"))
    #expect(file.rejection("{\"faces\":{\"a\":").contains("1: the file ends inside a value;"))
  }

  // MARK: - Trees

  /// The record of a face in the form of an export; `smile` distinguishes it from others.
  private func bare(_ second: Int, id: Int? = 1, smile: Int = 50, counter: Bool = true) -> String {
    let tracking = id.map { "\"trackingId\":\($0)," } ?? ""
    let count = counter ? ",\"counter\":\(second)" : ""
    return "{\"smileProb\":\(smile),\(tracking)\"timestamp\":\"201904232055\(second)\"\(count)}"
  }

  private func faces(_ seconds: ClosedRange<Int>, id: Int = 1, smile: Int = 50) -> [String] {
    seconds.map { bare($0, id: id, smile: smile) }
  }

  private func list(_ faces: [String]) -> String { "[\(faces.joined(separator: ","))]" }

  private func object(_ faces: [String]) -> String {
    "{" + faces.enumerated().map { "\"-M\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  /// Firebase exports numeric keys as a list, with `null` for missing numbers.
  @Test func listsAreReadAtEveryLevel() throws {
    let all = faces(11...16)
    let numbered = "{" + all.enumerated().map { "\"\($0 * 2)\":\($1)" }.joined(separator: ",") + "}"
    let trees = [
      list(["null"] + all), list([list(["null", list(all)])]), numbered,
      "{\"sessions\":[null,\(list(all))]}", "{\"sessions\":[null,{\"faces\":\(list(all))},null]}",
      "{\"sessions\":{\"3\":\(numbered)}}", "[null,null,{\"faces\":\(object(all))}]",
      "{\"sessions\":[\(list(Array(all[..<3]))),\(list(Array(all[3...])))]}",
      // A branch with its own time, and a list that contains no face.
      "{\"sessions\":{\"a\":{\"timestamp\":\"20190423205500\",\"rate\":[2,null],\"faces\":\(list(all))}}}",
    ]
    for tree in trees {
      let read = try file.sessions(tree, name: "anna.json")
      #expect(read.count == 1 && read[0].viewer == "anna", "\(tree)")
      #expect(read[0].samples.map(\.time) == [1, 2, 3, 4, 5, 6], "\(tree)")
      #expect(read[0].skipped.isEmpty, "\(tree)")
    }
  }

  @Test func duplicateRecordsAreReadOnce() throws {
    let all = faces(11...16)
    let read = try file.sessions("{\"old\":{\"x\":\(all[3])},\"sessions\":[null,\(list(all))]}")
    #expect(read.count == 1 && read[0].samples.count == 6)
    #expect(read[0].skipped == ["repeated record": 1])
    // Without a counter, two equal records are two samples.
    let alike = [bare(11, counter: false), bare(11, counter: false)]
    #expect(try file.sessions(list(alike))[0].samples.map(\.time) == [1, 1.5])
  }

  /// Tracking IDs begin at 1 for each user, so only the tree separates viewers.
  @Test func eachBranchBelowUsersIsAViewer() throws {
    let (a, b) = (faces(11...14, smile: 90), faces(15...19, smile: 10))
    let together = (faces(11...14, smile: 90), faces(11...15, smile: 10))
    for (a, b) in [(a, b), together] {
      for tree in [
        "{\"users\":{\"uidA\":{\"faces\":\(object(a))},\"uidB\":{\"faces\":\(object(b))}}}",
        "{\"app\":{\"viewers\":{\"uidA\":\(object(a)),\"uidB\":\(list(b))}}}",
        "{\"users\":{\"uidA\":{\"sessions\":[null,\(list(a))]},"
          + "\"uidB\":{\"sessions\":{\"-Mx\":{\"faces\":\(object(b))}}}}}",
      ] {
        let read = try file.sessions(tree)
        #expect(read.map(\.viewer) == ["uidA", "uidB"], "\(tree)")
        #expect(read.map(\.samples.count) == [a.count, b.count], "\(tree)")
        for (session, smile) in zip(read, [0.9, 0.1] as [Float]) {
          for sample in session.samples {
            guard case .scores(let scores) = sample.face else { return #expect(Bool(false)) }
            #expect(abs(scores[.happy] - smile) < 0.003)
          }
        }
      }
    }
    // Numbers of users are unique within one export only.
    let numbered = try file.sessions(
      "{\"users\":[null,{\"faces\":\(object(a))},{\"faces\":\(object(b))}]}", name: "lab.json")
    #expect(numbered.map(\.viewer) == ["lab-1", "lab-2"])
    // Faces that contain the ID of their user.
    let own = (a.map { ("A", $0) } + b.map { ("B", $0) }).map {
      "{\"uid\":\"\($0)\"," + $1.dropFirst()
    }
    #expect(try file.sessions(object(own)).map(\.viewer) == ["A", "B"])
  }

  /// `disclose` and `forget` must find the data of all devices by the name of the user.
  @Test func userWithTwoDevicesIsOneViewerOrRejected() throws {
    func tree(_ phone: ClosedRange<Int>, _ tablet: ClosedRange<Int>) -> String {
      "{\"users\":{\"uidA\":{\"devices\":{\"phone\":{\"faces\":\(object(faces(phone)))},"
        + "\"tablet\":{\"faces\":\(list(faces(tablet, smile: 10)))}}},"
        + "\"uidB\":{\"devices\":{\"phone\":\(object(faces(11...12, smile: 70)))}}}}"
    }
    let read = try file.sessions(tree(11...14, 14...18))
    #expect(read.map(\.viewer) == ["uidA", "uidB"])
    #expect(read.map(\.samples.count) == [9, 2])
    let rejection = file.rejection(tree(11...16, 14...18))
    #expect(
      rejection.contains("one user has faces in several branches at the same time"), "\(rejection)")
    #expect(rejection.contains("--viewer NAME") && !rejection.contains("uidA"), "\(rejection)")
    // The same holds for faces that contain the ID of their user.
    let own = (faces(11...16) + faces(13...18, smile: 10)).map {
      "{\"uid\":\"A\"," + $0.dropFirst()
    }
    let mirrored = "{\"phone\":\(list(Array(own[..<6]))),\"tablet\":\(list(Array(own[6...])))}"
    #expect(file.rejection(mirrored).contains("several branches at the same time"))
    // Devices without a user are viewers.
    let alone = "{\"devices\":{\"d1\":\(list(faces(11...14))),\"d2\":\(list(faces(15...18)))}}"
    #expect(try file.sessions(alone).map(\.viewer) == ["d1", "d2"])
  }

  @Test func facesWithoutAUserAreCounted() throws {
    let read = try file.sessions(
      "{\"users\":{\"A\":\(object(faces(11...14)))},\"lost\":\(object(faces(17...18)))}")
    #expect(read.map(\.samples.count) == [4] && read[0].skipped == ["face without a user": 2])
  }

  /// Viewers are never mixed, and the message contains no keys of the tree.
  @Test func branchesThatMayBeSeveralViewersAreRejected() {
    let (a, b) = (faces(11...14), faces(15...19))
    for tree in [
      "{\"anna\":{\"faces\":\(object(a))},\"bert\":{\"faces\":\(object(b))}}",
      "{\"faces\":{\"anna\":\(object(a)),\"bert\":\(list(b))}}",
      "{\"rooms\":{\"r1\":\(list(a)),\"r2\":\(list(b))}}",
      // The times overlap, so these are two viewers.
      "{\"sessions\":[\(list(faces(11...15, smile: 1))),\(list(faces(13...18, smile: 99)))]}",
    ] {
      let rejection = file.rejection(tree)
      #expect(rejection.contains("it is not clear which belong to one viewer"), "\(rejection)")
      #expect(rejection.contains("put the branches of viewers below \"users\""))
      #expect(!rejection.contains("anna") && !rejection.contains("bert"))
    }
    // With `--viewer`, all branches are one viewer, unless their times overlap.
    var named = file
    named.options.viewer = "anna"
    #expect(
      named.rejection("{\"2a\":{\"faces\":\(object(a))},\"3b\":{\"faces\":\(object(b))}}").isEmpty)
  }

  @Test func faceWithoutTrackingIDBelongsToTheOnlyViewer() throws {
    let one = [bare(11), bare(12, id: nil), bare(13, id: 2), bare(14, id: nil)]
    #expect(try file.sessions(list(one)).map(\.samples.count) == [4])
    // If there are two viewers at a time, such a face could be of either.
    let two = [
      bare(11), bare(12, id: 2), bare(13), bare(14, id: nil), bare(15, id: 2), bare(16, id: nil),
    ]
    let read = try file.sessions(list(two))
    #expect(read.map(\.samples.count) == [2, 2] && read[0].skipped == ["no trackingId": 2])
  }

  @Test(arguments: [
    ("2019-04-23T20:55:10", 1_556_052_910.0), ("20190423205510", 1_556_052_910),
    ("2019-04-23 20:55:10.5", 1_556_052_910.5), ("2024-02-29T00:00:00", 1_709_164_800),
  ])
  func clockTimesAreParsed(_ text: String, _ seconds: Double) {
    #expect(ClockDate(text)?.seconds == seconds)
    #expect(ClockDate(text + "+02:00")?.unixSeconds == seconds - 7200)
  }

  @Test(arguments: [
    "2019-13-01T00:00:00", "2019-02-29T00:00:00", "soon", "", "2019-04-23T20:55:10x",
  ])
  func impossibleClockTimesAreRejected(_ text: String) { #expect(ClockDate(text) == nil) }
}
