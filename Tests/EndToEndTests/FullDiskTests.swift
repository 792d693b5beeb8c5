import Foundation
import TestMaterial
import Testing

/// A disk of some kilobytes, in a space of its own.
enum SmallDisk {
  /// Whether this user may mount one.
  static let mayBeMounted: Bool =
    (try? Program.runTool("unshare", ["-rm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]).status) == 0
}

/// A disk that is full ends a night at once: every other video would fail alike.
@Suite(
  .waitsForPrograms,
  .enabled(if: SmallDisk.mayBeMounted, "SKIPPED: this user may not mount a small disk"))
struct FullDiskTests {
  @Test func fullDiskEndsTheRunWithExitCode74() throws {
    let library = try TestLibrary.withAudience()
    try FileManager.default.createDirectory(
      atPath: library.path("shorts"), withIntermediateDirectories: true)
    // Room for a poster and a record, not for a short and a reel.
    let script =
      "mount -t tmpfs -o size=200k tmpfs \"$1/shorts\" && \"$0\" run; s=$?; "
      + "ls -A \"$1\"/shorts/walk; exit $s"
    let night = try Program.start(
      "/usr/bin/env", ["unshare", "-rm", "sh", "-c", script, Program.path, library.folder],
      in: library.folder, environment: ["GAZECUT_LIBRARY": library.folder]
    ).wait()
    #expect(night.status == 74, "\(night.errors)")
    #expect(night.errors.contains("the night ends here"), "\(night.errors)")
    #expect(!night.output.contains(".tmp-"), "\(night.output)")
    // It is the disk that failed and not the video, which is done when there is room.
    let status = try library.gazecut("status").output
    #expect(!status.contains("failed 1x"), "\(status)")
    let next = try library.gazecut("run")
    #expect(next.status == 0 && library.clips(of: "walk").count == 1, "\(next.errors)")
  }

  /// 3 would say that all is recorded that could be.
  @Test func recordOnAFullDiskKeepsTheClipsInThePlan() throws {
    let library = try TestLibrary.withAudience()
    let plan = library.path("tonight")
    try FileManager.default.createDirectory(
      atPath: library.path("shorts"), withIntermediateDirectories: true)
    // Room for a poster would take it along when the disk is gone.
    try library.gazecut("plan", "--to", plan, "--set", "render.poster=off")
    #expect(try library.gazecut("work", plan).status == 0)
    let script = "mount -t tmpfs -o size=4k tmpfs \"$1/shorts\" && \"$0\" record \"$1/tonight\""
    let recorded = try Program.start(
      "/usr/bin/env", ["unshare", "-rm", "sh", "-c", script, Program.path, library.folder],
      in: library.folder, environment: ["GAZECUT_LIBRARY": library.folder]
    ).wait()
    #expect(recorded.status == 74, "\(recorded.errors)")
    #expect(!(try library.gazecut("status").output.contains("failed 1x")))
    let clips = library.files("tonight/clips").filter { $0.hasSuffix(".mp4") }
    #expect(clips.count == 2, "\(clips)")
    let next = try library.gazecut("record", plan)
    #expect(next.status == 0 && library.clips(of: "walk").count == 1, "\(next.errors)")
  }
}
