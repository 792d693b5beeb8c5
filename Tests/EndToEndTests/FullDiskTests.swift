import Foundation
import TestMaterial
import Testing

/// A file system of a few kilobytes in its own mount namespace.
enum SmallDisk {
  static let mayBeMounted: Bool =
    (try? Program.runTool("unshare", ["-rm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]).status) == 0
}

/// A full disk ends a run at once, because every other video would fail too.
@Suite(
  .waitsForPrograms,
  .enabled(if: SmallDisk.mayBeMounted, "SKIPPED: this user may not mount a small disk"))
struct FullDiskTests {
  @Test func fullDiskEndsTheRunWithExitCode74() throws {
    let library = try TestLibrary.withAudience()
    try FileManager.default.createDirectory(
      atPath: library.path("shorts"), withIntermediateDirectories: true)
    // There is room for a poster and metadata, but not for a clip and a reel.
    let script =
      "mount -t tmpfs -o size=200k tmpfs \"$1/shorts\" && \"$0\" run; s=$?; "
      + "ls -A \"$1\"/shorts/walk; exit $s"
    let night = try Program.start(
      "/usr/bin/env", ["unshare", "-rm", "sh", "-c", script, Program.path, library.folder],
      in: library.folder, environment: ["GAZECUT_LIBRARY": library.folder]
    ).wait()
    #expect(night.status == 74, "\(night.errors)")
    #expect(night.errors.contains("the run ends"), "\(night.errors)")
    #expect(!night.output.contains(".tmp-"), "\(night.output)")
    // The video does not count as failed and is rendered when there is room.
    let status = try library.gazecut("status").output
    #expect(!status.contains("failed 1x"), "\(status)")
    let next = try library.gazecut("run")
    #expect(next.status == 0 && library.clips(of: "walk").count == 1, "\(next.errors)")
  }

  /// Exit code 3 would mean that everything possible was recorded.
  @Test func recordOnAFullDiskKeepsTheClipsInThePlan() throws {
    let library = try TestLibrary.withAudience()
    let plan = library.path("tonight")
    try FileManager.default.createDirectory(
      atPath: library.path("shorts"), withIntermediateDirectories: true)
    // A poster would be stored on the small disk and lost with it.
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
