import Audience
import EditDecisions
import Foundation
import SampleAudience
import Support
import TestMaterial
import Testing

/// What makes a video pending, and what happens to its clips.
@Suite(.waitsForPrograms) struct PendingVideoTests {
  private func isPending(_ library: TestLibrary) throws -> Bool {
    try library.gazecut("status").output.contains("due")
  }

  /// The wrong output folder is not even opened.
  @Test func setOptionIsIgnoredWhenNothingIsPending() throws {
    let library = try TestLibrary.afterFirstRun()
    let night = try library.gazecut("run", "--set", "library.output=/dev/null/nowhere")
    #expect(night.output.contains("nothing new") && night.errors.isEmpty, "\(night)")
  }

  /// `--set library.videos` works for one command, like the setting in gazecut.yaml.
  @Test func setOptionChangesTheSourceFolder() throws {
    let library = try TestLibrary.afterFirstRun()
    let elsewhere = library.path("elsewhere")
    try FileManager.default.moveItem(atPath: library.path("videos"), toPath: elsewhere)
    #expect(try library.gazecut("regenerate", "walk", "--dry-run").status == 66)
    let found = try library.gazecut(
      "regenerate", "walk", "--dry-run", "--set", "library.videos=\(elsewhere)")
    #expect(found.status == 0 && found.output.contains("walk"), "\(found)")
  }

  @Test func onlySettingsThatAffectClipsMakeAVideoPending() throws {
    let library = try TestLibrary.afterFirstRun()
    #expect(try !isPending(library))
    try library.write("gazecut.yaml", TestLibrary.quickSettings + "\nrun:\n  workers: 2\n")
    #expect(try !isPending(library))
    try library.write("gazecut.yaml", TestLibrary.quickSettings + "\nselection:\n  count: 0\n")
    #expect(try isPending(library))
    // `status`, `run --dry-run` and `plan` report the reason and what a run would do.
    #expect(try library.gazecut("status").output.contains("due: its settings changed"))
    let dry = try library.gazecut("run", "--dry-run").output
    #expect(dry.contains("walk is due: its settings changed; 1 clip to retire."), "\(dry)")
    let plan = try library.gazecut("plan")
    #expect(plan.status == 0 && plan.output.isEmpty, "\(plan)")
    #expect(plan.errors.contains("1 video decided; no file needs rendering."), "\(plan)")
    let before = library.clips(of: "walk")
    try library.gazecut("run")
    // No moment is left, so the clip and the reel are archived, not deleted.
    #expect(library.clips(of: "walk").isEmpty)
    #expect(!library.exists("shorts/walk/highlights.mp4"))
    // Commands without anything to write report so.
    for arguments in [["export", "walk", "--format", "otio"], ["plan"]] {
      let empty = try Program.run(
        arguments, environment: ["GAZECUT_LIBRARY": library.folder])
      #expect(empty.status == 0 && empty.output.isEmpty, "\(empty)")
      let words = arguments == ["plan"] ? "the plan is empty" : "walk: no moment"
      #expect(empty.errors.contains(words), "\(empty)")
    }
    let retired = library.files("shorts/walk/.retired")
    #expect(before.allSatisfy(retired.contains))
    // With the old settings the same decision gives the same clip, so the archived file is used
    // again.
    let bytes = try Data(
      contentsOf: URL(fileURLWithPath: library.path("shorts/walk/.retired/\(before[0])")))
    try library.write("gazecut.yaml", TestLibrary.quickSettings)
    let back = try library.gazecut("run")
    #expect(back.output.contains("1 clip kept"))
    #expect(library.clips(of: "walk") == before)
    let again = try Data(
      contentsOf: URL(fileURLWithPath: library.path("shorts/walk/\(before[0])")))
    #expect(again == bytes)
  }

  /// The video with the most new sessions comes first; the others stay pending.
  @Test func limitAndUntilRestrictARun() throws {
    let library = try TestLibrary.withAudience()
    try library.add(TestVideo.tiny, as: "few")
    try library.importAudience(SimpleAudience(video: "few", duration: 8, smiles: [1...7]))
    try library.importAudience(.walk(seed: 2), prefix: "late")
    let log = try library.gazecut("run", "--limit", "1", "--json-log").errors
    #expect(log.contains(#""left": 1"#) && library.exists("shorts/walk/decisions.json"), "\(log)")
    #expect(library.files("shorts/few").isEmpty)
    // A time that has just passed means the next day.
    let now = Calendar.current.dateComponents([.hour, .minute], from: Date())
    let until = "\(now.hour ?? 0):" + String(format: "%02d", now.minute ?? 0)
    let night = try library.gazecut("run", "--until", until)
    #expect(night.status == 0 && !night.output.contains("Left"), "\(night.output)")
    #expect(try !isPending(library))
    #expect(try library.gazecut("run", "--until", "26:00").status == 64)
    #expect(try library.gazecut("run", "--limit", "0").status == 64)
  }

  /// The message names the new file and how to use it.
  @Test func renamedSourcesAreReportedWithARemedy() throws {
    let library = try TestLibrary.afterFirstRun()
    let clips = library.clips(of: "walk")
    let source = try #require(library.files("videos").first)
    let ending = (source as NSString).pathExtension
    try FileManager.default.moveItem(
      atPath: library.path("videos/" + source), toPath: library.path("videos/walk-final." + ending))
    let advice =
      "'videos/walk-final.\(ending)' is the video that was called 'videos/\(source)': "
      + "rename it back, or name it in gazecut.yaml"
    // A dry run ends like a run: with the code of the first failure if every video failed.
    for (arguments, status) in [
      (["status"], Int32(0)), (["run", "--dry-run"], 66), (["run"], 66), (["status"], 0),
    ] {
      let told = try Program.run(arguments, in: library.folder)
      #expect(told.status == status && (told.output + told.errors).contains(advice), "\(told)")
    }
    try library.write(
      "gazecut.yaml",
      TestLibrary.quickSettings
        + "\nvideos: {walk: {source: \"videos/walk-final.\(ending)\"}}\n")
    #expect(try library.gazecut("run").status == 0)
    #expect(library.clips(of: "walk") == clips)
  }

  /// `--set` asks for a new decision, whether or not the video is pending.
  @Test func dryRunOfACurrentVideoFailsLikeRegenerate() throws {
    let library = try TestLibrary.afterFirstRun()
    // The value of the video was already in force.
    try library.write(
      "gazecut.yaml",
      TestLibrary.quickSettings
        + "\nselection.maximumLength: 100\nvideos: {walk: {selection.maximumLength: 60}}\n")
    #expect(try !isPending(library))
    let set = ["--set", "selection.minimumLength=70"]
    let dry = try Program.run(["run", "walk", "--dry-run"] + set, in: library.folder)
    let made = try Program.run(["regenerate", "walk", "--dry-run"] + set, in: library.folder)
    #expect(dry.status == made.status && dry.status != 0, "\(dry)")
    #expect(dry.errors.contains("no decisions for walk"), "\(dry)")
    #expect(try library.gazecut("run", "walk", "--dry-run").status == 0)
  }

  /// A deleted page is written again by the next run, even if nothing else is pending.
  @Test func deletedReportPageIsWrittenAgain() throws {
    let library = try TestLibrary.afterFirstRun()
    let night = try library.gazecut("run", "--set", "run.report=on", "--json-log")
    #expect(night.errors.contains(#""event": "page.done""#), "\(night)")
    try FileManager.default.removeItem(atPath: library.path("report/walk.html"))
    try library.gazecut("run", "--set", "run.report=on")
    #expect(library.exists("report/walk.html"))
  }

  /// A run uses the sessions that were stored when it read the video.
  @Test func sessionsImportedDuringARunStayPending() throws {
    // The run is paused during the import and then continues.
    let (library, night) = try TestLibrary.duringRun()
    #expect(try library.importAudience(.walk(seed: 2), prefix: "late").status == 0)
    #expect(night.isRunning)
    night.signal(SIGCONT)
    let outcome = try night.wait()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try library.decisions(of: "walk").audience.viewers == 12)
    #expect(try isPending(library))
    try library.gazecut("run")
    #expect(try library.decisions(of: "walk").audience.viewers == 24)
    #expect(try !isPending(library))
  }

  /// A clip is kept if the new decision would hardly differ.
  @Test func clipIsKeptWhenFewViewersAreAdded() throws {
    let library = try TestLibrary.afterFirstRun()
    let shorts = library.clips(of: "walk")
    let before = try library.decisions(of: "walk").moments
    try library.importAudience(.walk(viewers: 2, seed: 9), prefix: "late")
    let dry = try library.gazecut("run", "--dry-run", "--format", "json")
    let night = try library.gazecut("run")
    #expect(night.output.contains("1 clip kept as it was"), "\(night.output)\(night.errors)")
    #expect(library.clips(of: "walk") == shorts)
    #expect(try library.text("shorts/walk/decisions.json") == dry.output)
    let after = try library.decisions(of: "walk").moments
    #expect(after.map(\.framing.shots) == before.map(\.framing.shots))
    #expect(after.map(\.why.viewers) == [14])
    // The next run keeps it too, with the same `since`.
    try library.importAudience(.walk(viewers: 1, seed: 11), prefix: "later")
    try library.gazecut("run")
    let third = try library.decisions(of: "walk").moments
    #expect(third.map(\.id) == before.map(\.id))
    if let since = after.first?.why.since { #expect(third.first?.why.since ?? since == since) }
    // A title gives another clip with the same times and crop.
    #expect(try library.gazecut("wish", "walk", "title", "A walk").status == 0)
    try library.gazecut("run")
    let titled = try library.decisions(of: "walk")
    #expect(titled.title == "A walk" && titled.moments.map(\.id) != third.map(\.id))
    #expect(titled.moments.map(\.framing.shots) == third.map(\.framing.shots))
    let moment = try #require(titled.moments.first)
    let clip = "\(PlayTime.clock(moment.start)) to \(PlayTime.clock(moment.end))"
    #expect(try library.gazecut("explain", "walk").output.contains(clip))
  }

  /// Clips with overrides are kept while the overrides are the same.
  @Test func overriddenClipsAreKeptWhenFewViewersAreAdded() throws {
    let library = try TestLibrary.afterFirstRun()
    #expect(try library.gazecut("wish", "walk", "move", "1", "--start=-1").status == 0)
    #expect(try library.gazecut("wish", "walk", "always", "2-8").status == 0)
    try library.gazecut("run")
    let before = try library.decisions(of: "walk").moments
    #expect(before.count == 2 && before.allSatisfy { $0.why.chosenBy == "wish" })
    try library.importAudience(.walk(viewers: 2, seed: 9), prefix: "late")
    let night = try library.gazecut("run")
    #expect(night.output.contains("2 clips kept as they were"), "\(night.output)\(night.errors)")
    #expect(try library.decisions(of: "walk").moments.map(\.id) == before.map(\.id))
    // A new override gives a new clip.
    #expect(try library.gazecut("wish", "walk", "frame", "0:20", "--layout", "fit").status == 0)
    try library.gazecut("run")
    #expect(
      try library.decisions(of: "walk").moments.count { m in before.contains { $0.id == m.id } }
        == 1)
  }

  /// A setting removes all clips and then brings them back; the reel is rendered again under its
  /// fixed name.
  @Test func reelThatComesBackLeavesNoOrphan() throws {
    let library = try TestLibrary.afterFirstRun()
    try library.write(
      "gazecut.yaml", TestLibrary.quickSettings + "\nselection.emotions: {surprise: 1}\n")
    try library.gazecut("run")
    #expect(library.exists("shorts/walk/.retired/highlights.mp4"))
    try library.write("gazecut.yaml", TestLibrary.quickSettings)
    try library.gazecut("run")
    #expect(library.exists("shorts/walk/highlights.mp4"))
    let checked = try library.gazecut("check")
    #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
  }

  @Test func changedSourceMakesAVideoPending() throws {
    let library = try TestLibrary.afterFirstRun()
    let before = library.clips(of: "walk")
    try FileManager.default.removeItem(atPath: library.path("videos/walk.mp4"))
    try library.add(TestVideo.portrait, as: "walk")
    #expect(try isPending(library))
    try library.gazecut("run")
    #expect(library.clips(of: "walk") != before)
  }

  @Test func detectionsMakeAVideoPendingAndNameTheSceneStealer() throws {
    let library = try TestLibrary.afterFirstRun()
    let boxes = (0..<160).map { step -> String in
      let time = Double(step) / 4
      let place = TestVideo.script.subject(at: time)
      return #"{"t":\#(time),"boxes":[{"label":"face","score":0.9,"x":\#(place.x - 0.08),"#
        + #""y":0.35,"width":0.16,"height":0.3,"track":3},"#
        + #"{"label":"tree","score":0.9,"x":0.01,"y":0.1,"width":0.05,"height":0.3,"track":4}]}"#
    }
    let header =
      #"{"gazecut":"detections/1","video":"walk","source":"hand","image":"#
      + #"{"width":1,"height":1},"origin":"top-left","orientation":"up","fit":"stretch"}"#
    try library.write("boxes.jsonl", ([header] + boxes).joined(separator: "\n"))
    let taken = try library.gazecut("import", "detections", "boxes.jsonl")
    #expect(taken.status == 0, "\(taken.errors)")
    #expect(try isPending(library))
    try library.gazecut("run")
    #expect(try library.decisions(of: "walk").moments.first?.why.sceneStealer == "face#3")
  }

  @Test func forgetRemovesTheViewerFromTheAudience() throws {
    let library = try TestLibrary.afterFirstRun()
    let dry = try library.gazecut("forget", "viewer-3", "--dry-run")
    #expect(dry.output.hasPrefix("Would forget this viewer in walk. Nothing was changed.\n"))
    #expect(try library.gazecut("forget", "nobody", "--dry-run").status == 66)
    #expect(try !isPending(library))
    let outcome = try library.gazecut("forget", "viewer-3")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.output.contains("viewer-3"))
    #expect(try isPending(library))
    try library.gazecut("run")
    #expect(try library.decisions(of: "walk").audience.viewers == 11)
    // Forgetting the same viewer twice succeeds; an unknown name is an error.
    let again = try library.gazecut("forget", "viewer-3")
    #expect(again.status == 0 && again.output.contains("was forgotten before"), "\(again)")
    #expect(try library.gazecut("forget", "nobody").status == 66)
  }

  @Test func removeArchivesClipsAndKeepsTheSource() throws {
    let library = try TestLibrary.afterFirstRun()
    // One clip is counted; the reel goes with it and is not.
    for options in [[], ["--session", "viewer-s0"]] {
      let dry = try Program.run(
        ["remove", "walk", "--dry-run"] + options, environment: ["GAZECUT_LIBRARY": library.folder])
      #expect(dry.status == 0 && dry.output.contains("Nothing was changed"), "\(dry.errors)")
      #expect(dry.output.contains(options.isEmpty ? "move 1 clip to" : "one session"))
    }
    #expect(try library.gazecut("remove", "walk", "--session", "no", "--dry-run").status == 66)
    #expect(try !isPending(library) && library.clips(of: "walk").count == 1)
    let one = try library.gazecut("remove", "walk", "--session", "viewer-s0")
    #expect(one.status == 0, "\(one.errors)")
    #expect(try library.gazecut("remove", "walk", "--session", "viewer-s0").status == 66)
    let all = try library.gazecut("remove", "walk")
    #expect(all.status == 0, "\(all.errors)")
    #expect(library.clips(of: "walk").isEmpty)
    #expect(library.exists("videos/walk.mp4"))
    #expect(try library.gazecut("run").status == 0)
  }

  @Test func explainPrintsTheFiguresOfATime() throws {
    let library = try TestLibrary.withAudience()
    let chosen = try library.gazecut("explain", "walk", "--at", "0:20")
    #expect(chosen.status == 0, "\(chosen.errors)")
    for word in ["10 of 12 viewers", "happy", "of the gaze points", "in the core of moment 1"] {
      #expect(chosen.output.contains(word), "\(word) is missing in\n\(chosen.output)")
    }
    #expect(try library.gazecut("explain", "walk", "--at", "0:05").output.contains("not chosen"))
    #expect(try library.gazecut("explain", "walk", "--at", "9:00").status == 65)
    #expect(try library.gazecut("explain", "walk").output.contains("1. "))
  }
}

/// Captions of a source.
@Suite(.waitsForPrograms) struct CaptionTests {
  @Test func captionsAreRetimedToTheClip() throws {
    let library = try TestLibrary.withAudience()
    try library.write(
      "videos/walk.srt",
      "1\n00:00:17,000 --> 00:00:19,000\nLook there!\n\n2\n00:00:35,000 --> 00:00:36,000\nGone.\n")
    try library.gazecut("regenerate", "walk", "--moment", "16-22")
    let id = try #require(try library.decisions(of: "walk").moments.first?.id)
    let text = try library.text("shorts/walk/\(id).srt")
    #expect(text.contains("00:00:01,000 --> 00:00:03,000\nLook there!"))
    #expect(!text.contains("Gone"))
    // A changed subtitle file makes the video pending; an unchanged one does not.
    try library.gazecut("regenerate", "walk", "--unpin")
    #expect(try !library.gazecut("status").output.contains("due"))
    try library.write("videos/walk.srt", "1\n00:00:17,000 --> 00:00:19,000\nLook here!\n")
    #expect(try library.gazecut("status").output.contains("due"))
    // A subtitle file does not change the clip; burned-in captions give another clip.
    try library.gazecut("regenerate", "walk", "--moment", "16-22", "--set", "render.captions=burn")
    #expect(try library.decisions(of: "walk").moments.first?.id != id)
  }
}
