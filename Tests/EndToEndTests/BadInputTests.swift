import EditDecisions
import Foundation
import TestMaterial
import Testing

/// Common problems end with the right exit code and a clear message.
@Suite(.waitsForPrograms) struct BadInputTests {
  @Test func emptyLibraryIsNoError() throws {
    let library = try TestLibrary()
    for command in [["run"], ["run", "--dry-run"], ["status"]] {
      let outcome = try Program.run(command, environment: ["GAZECUT_LIBRARY": library.folder])
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
  }

  /// If a thread cannot be started, those that wait for it hang; gazecut checks the limit first.
  @Test func commandsReportTooLittleAddressSpace() throws {
    let library = try TestLibrary.withAudience()
    for command in ["run", "import timeline x.jsonl", "status"] {
      let outcome = try Program.start(
        "/bin/sh", ["-c", "ulimit -v 800000 && exec \"$0\" \(command)", Program.path],
        in: library.folder, environment: [:]
      ).wait()
      #expect(outcome.status == 69, "\(command): \(outcome.errors)")
      #expect(outcome.errors.hasPrefix("error: only 781 MB of address space"), "\(outcome.errors)")
    }
  }

  @Test func unknownVideosExitWithNotFound() throws {
    let library = try TestLibrary.withAudience()
    for command in [["regenerate", "wlak"], ["explain", "wlak"], ["remove", "wlak"]] {
      let outcome = try Program.run(command, environment: ["GAZECUT_LIBRARY": library.folder])
      #expect(outcome.status == 66, "\(command)")
      #expect(outcome.errors.contains("wlak"))
    }
  }

  /// The times are of another clock, so nothing of the file is stored.
  @Test(arguments: ["--check", nil])
  func recordingsLaterThanTheVideoAreRejected(option: String?) throws {
    let library = try TestLibrary.withAudience()
    let before = try library.gazecut("status").output
    let lines = [
      #"{"gazecut":"timeline/1","session":"late","viewer":"someone","#
        + #""picture":{"x":0,"y":0,"width":1,"height":1}}"#
    ]
    let samples = (0..<40).map {
      #"{"t":\#(1000 + $0),"gaze":{"x":0.5,"y":0.5,"tracking":"SUCCESS"}}"#
    }
    let path = library.path("late.jsonl")
    try Data((lines + samples).joined(separator: "\n").utf8)
      .write(to: URL(fileURLWithPath: path))
    let outcome = try Program.run(
      ["import", "timeline", "--video", "walk", path] + [option].compactMap(\.self),
      environment: ["GAZECUT_LIBRARY": library.folder])
    #expect(outcome.status == 65, "\(outcome.errors)")
    #expect(outcome.errors.contains("1000 s"), "\(outcome.errors)")
    #expect(try library.gazecut("status").output == before)
  }

  /// Control characters in names do not reach the terminal.
  @Test(arguments: [["backup"], ["forget", "--from"]])
  func fileNamesAreEscapedInErrors(command: [String]) throws {
    let library = try TestLibrary.withAudience()
    let outcome = try Program.run(
      command + ["nowhere\u{1b}[2J\u{9b}1m/a.txt"],
      environment: ["GAZECUT_LIBRARY": library.folder])
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains(#"nowhere\u{1b}[2J\u{9b}1m"#), "\(outcome.errors)")
    #expect(!outcome.errors.contains("\u{1b}"))
  }

  @Test func missingSourcesAreNamed() throws {
    let library = try TestLibrary()
    try library.importAudience(.walk())
    let one = try library.gazecut("regenerate", "walk")
    #expect(one.status == 66)
    #expect(one.errors.contains("walk") && one.errors.contains("videos"))
    // A run waits for the source, even if the video is named on the command line.
    for arguments in [["run"], ["run", "walk"]] {
      let night = try Program.run(arguments, environment: ["GAZECUT_LIBRARY": library.folder])
      #expect(night.status == 0, "\(night.errors)")
      #expect(night.output.contains("walk: waiting for its source"), "\(night.output)")
    }
    // It also waits for a source that gazecut.yaml names.
    try library.write("gazecut.yaml", "videos: {walk: {source: /nowhere/walk.mp4}}\n")
    let night = try library.gazecut("run")
    #expect(night.status == 0 && night.output.contains("/nowhere/walk.mp4 is not there"))
    let status = try library.gazecut("status").output
    #expect(status.contains("walk   missing") && status.contains("waiting"), "\(status)")
  }

  @Test func truncatedSourcesAreRejectedAndLeaveNoClip() throws {
    let library = try TestLibrary.withAudience()
    let whole = try Data(contentsOf: URL(fileURLWithPath: library.path("videos/walk.mp4")))
    try whole.prefix(whole.count * 6 / 10).write(
      to: URL(fileURLWithPath: library.path("videos/walk.mp4")))
    let outcome = try library.gazecut("regenerate", "walk")
    #expect(outcome.status == 65, "\(outcome.errors)")
    #expect(outcome.errors.contains("walk.mp4"))
    #expect(library.clips(of: "walk").isEmpty)
  }

  @Test func videosWithoutViewersGetAReasonAndNoClip() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    let outcome = try library.gazecut("regenerate", "walk")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect((outcome.output + outcome.errors).contains("viewers"))
    #expect(library.clips(of: "walk").isEmpty)
  }

  @Test func audiencesBelowTheMinimumGetNoClip() throws {
    let library = try TestLibrary.withAudience(viewers: 4)
    let outcome = try library.gazecut("run")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(library.clips(of: "walk").isEmpty)
    #expect((outcome.output + outcome.errors).contains("minimumViewers"))
    // `--moment` is subject to the same minimum.
    let forced = try library.gazecut("regenerate", "walk", "--moment", "16-22")
    #expect(forced.status == 65)
    #expect(forced.errors.contains("minimumViewers"))
    let lowered = try library.gazecut(
      "regenerate", "walk", "--moment", "16-22", "--set", "selection.minimumViewers=4")
    #expect(lowered.status == 0, "\(lowered.errors)")
  }

  /// The library has no gaze, and all faces end before the moment.
  @Test func momentOptionNamesTheModalityWithTooFewViewers() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    var audience = SimpleAudience.walk()
    (audience.hasGaze, audience.duration) = (false, 10)
    try library.importAudience(audience)
    for (minimum, sides) in [("5", "face"), ("100", "gaze and face")] {
      let few = try library.gazecut(
        "regenerate", "walk", "--moment", "16-22", "--set", "selection.minimumViewers=\(minimum)")
      #expect(few.status == 65)
      let words = "fewer than \(minimum) viewers with usable \(sides) in half of the segment"
      #expect(few.errors.contains("--moment 0:16.0-0:22.0: \(words)"), "\(few.errors)")
    }
  }

  @Test func withoutGazeTheRunNamesSelectionEvidence() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    var audience = SimpleAudience.walk()
    audience.hasGaze = false
    try library.importAudience(audience)
    let outcome = try library.gazecut("run")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect((outcome.output + outcome.errors).contains("selection.evidence"))
    let oneSided = try library.gazecut(
      "regenerate", "walk", "--set", "selection.evidence=emotion")
    #expect(oneSided.status == 0, "\(oneSided.errors)")
    let moments = try library.decisions(of: "walk").moments
    #expect(moments.count == 1)
    #expect(moments.allSatisfy { $0.framing.shots.allSatisfy { $0.layout == .fit } })
  }

  @Test func gazeAloneSufficesWithEvidenceGaze() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    var audience = SimpleAudience.walk()
    audience.hasEmotion = false
    try library.importAudience(audience)
    try library.gazecut("run")
    #expect(library.clips(of: "walk").isEmpty)
    try library.gazecut("regenerate", "walk", "--set", "selection.evidence=gaze")
    #expect(library.clips(of: "walk").count == 1)
  }

  @Test func importAcceptsFilesWithNaNSamples() throws {
    let library = try TestLibrary.withAudience()
    let lines = (0..<80).map { step in
      let value = step % 2 == 0 ? "NaN" : "0.4"
      return #"{"t":\#(Double(step) / 2),"gaze":{"x":\#(value),"y":0.5,"tracking":"SUCCESS"}}"#
    }
    let header =
      #"{"gazecut":"timeline/1","video":"walk","session":"n","viewer":"n","#
      + #""picture":{"x":0,"y":0,"width":1,"height":1}}"#
    try library.write("nan.jsonl", ([header] + lines).joined(separator: "\n"))
    let outcome = try library.gazecut("import", "timeline", "nan.jsonl")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try library.gazecut("run").status == 0)
  }

  @Test func viewerWithManySessionsCountsOnce() throws {
    // A viewer with a hundred sessions who smiles elsewhere must not move the moment of the others.
    let library = try TestLibrary.afterFirstRun()
    let quiet = try library.decisions(of: "walk")
    var loud = SimpleAudience.walk(viewers: 1, seed: 77)
    loud.smiles = [0...10, 32...39]
    let folder = library.path("loud")
    let files = try loud.write(into: folder, prefix: "loud")
    let text = try String(contentsOfFile: files[0], encoding: .utf8)
    let all = try (0..<100).map { take in
      let name = "\(folder)/take-\(take).jsonl"
      try text.replacing("loud-s0", with: "take-\(take)").write(
        toFile: name, atomically: false, encoding: .utf8)
      return name
    }
    let taken = try Program.run(
      ["import", "timeline"] + all, environment: ["GAZECUT_LIBRARY": library.folder])
    #expect(taken.status == 0, "\(taken.errors)")
    try library.gazecut("run")
    let after = try library.decisions(of: "walk")
    // At most one viewer more. The number of excluded viewers is withheld because it is small.
    #expect((12...13).contains(after.audience.viewers))
    let moments = zip(quiet.moments, after.moments)
    #expect(quiet.moments.count == after.moments.count)
    // A difference of up to three time bins is the same moment.
    #expect(moments.allSatisfy { abs($0.coreStart - $1.coreStart) <= 1.5 })
  }

  @Test func shortVideosGetShortClipsOrNone() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.short, as: "brief")
    try library.add(TestVideo.tiny, as: "tiny")
    try library.importAudience(
      SimpleAudience(video: "brief", duration: 8, smiles: [1...7]))
    try library.importAudience(
      SimpleAudience(video: "tiny", duration: 3, smiles: [0...3]), prefix: "t")
    let outcome = try library.gazecut("run")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(library.clips(of: "tiny").isEmpty)
    #expect(outcome.output.contains("tiny: no moment: the video is 3.0 s long"))
    for moment in try library.decisions(of: "brief").moments {
      #expect(moment.end - moment.start >= 5 && moment.end <= 8.001)
    }
  }

  @Test func portraitSourcesAreNotCropped() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.portrait, as: "walk")
    try library.importAudience(.walk())
    try library.gazecut("run")
    let document = try library.decisions(of: "walk")
    let moment = try #require(document.moments.first)
    for shot in moment.framing.shots {
      guard case .crop(let keyframes) = shot.layout else {
        Issue.record("a portrait source needs no other layout than crop")
        continue
      }
      #expect(keyframes.allSatisfy { $0.width == 180 && $0.height == 320 && $0.x == 0 })
    }
    let clip = try FFmpeg.probe(library.path("shorts/walk/\(moment.id).mp4"))
    #expect(clip.width == 180 && clip.height == 320)
  }

  @Test func rejectedImportsStoreNothing() throws {
    let library = try TestLibrary()
    try library.write(
      "bad.jsonl", "{\"gazecut\":\"timeline/1\",\"video\":\"walk\"}\n{\"t\":1,\n")
    let outcome = try library.gazecut("import", "timeline", "bad.jsonl")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains(/file.1 \(sha256 [0-9a-f]{12}\):\d+:/), "\(outcome.errors)")
    #expect(try library.gazecut("import", "timeline", "absent.jsonl").status == 66)
    #expect(try library.gazecut("import", "tobi", "bad.jsonl").status == 64)
    let other = try library.gazecut("import", "timeline", "bad.jsonl", "--video", "other")
    #expect(other.status == 65)
    #expect(!(try library.gazecut("status").output.contains("walk")))
  }
}
