import EditDecisions
import Foundation
import TestMaterial
import Testing

/// Copied libraries, deleted clips and locked decisions.
@Suite(.waitsForPrograms) struct ManualChangeTests {
  @Test func copiedLibraryWorksWithOtherFileTimes() throws {
    let library = try TestLibrary.afterFirstRun()
    let before = library.clips(of: "walk")
    // `cp -r`, tar and backups change file times like this.
    for name in library.files("shorts/walk") {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
        ofItemAtPath: library.path("shorts/walk/" + name))
    }
    #expect(try library.gazecut("check").status == 0)
    try library.write("gazecut.yaml", TestLibrary.quickSettings + "\nselection:\n  count: 0\n")
    let night = try library.gazecut("run")
    #expect(!night.errors.contains("by hand"), "\(night.errors)")
    #expect(library.clips(of: "walk").isEmpty)
    #expect(before.allSatisfy(library.files("shorts/walk/.retired").contains))
  }

  @Test func deletedClipIsReportedAndRenderedAgain() throws {
    let library = try TestLibrary.afterFirstRun()
    let name = try #require(library.clips(of: "walk").first)
    try FileManager.default.removeItem(atPath: library.path("shorts/walk/" + name))
    #expect(try library.gazecut("status").output.contains("missing: \(name);"))
    #expect(try library.gazecut("doctor").output.contains("1 file missing"))
    let check = try library.gazecut("check")
    #expect(check.status == 65 && check.output.contains("missing"))
    let night = try library.gazecut("run")
    #expect(night.output.contains("\(name) was missing"), "\(night.output)")
    #expect(library.clips(of: "walk") == [name])
    #expect(try library.gazecut("check").status == 0)
    #expect(try library.gazecut("run").output.contains("nothing new"))
  }

  @Test func runKilledWhileArchivingLeavesNoOrphan() throws {
    let library = try TestLibrary.afterFirstRun()
    let name = try #require(library.clips(of: "walk").first)
    // The run was killed after moving the file and before storing that.
    let retired = library.path("shorts/walk/.retired")
    try FileManager.default.createDirectory(atPath: retired, withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: library.path("shorts/walk/" + name), toPath: retired + "/" + name)
    try library.write("gazecut.yaml", TestLibrary.quickSettings + "\nselection:\n  count: 0\n")
    try library.gazecut("run")
    let check = try library.gazecut("check")
    #expect(check.status == 0 && !check.output.contains("orphan"), "\(check.output)")
    #expect(library.files("shorts/walk/.retired").contains(name))
  }

  @Test func givenDecisionsStayLockedWithoutViewers() throws {
    let giver = try TestLibrary.withAudience()
    let document = try giver.gazecut(
      "regenerate", "walk", "--moment", "16-22", "--dry-run", "--format", "json"
    ).output
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    try library.write("given.json", document)
    let first = try library.gazecut("regenerate", "walk", "--decisions", "given.json")
    try #require(first.status == 0, "\(first.errors)")
    let clips = library.clips(of: "walk")
    try library.write("gazecut.yaml", TestLibrary.quickSettings + "\nselection:\n  count: 3\n")
    let night = try library.gazecut("run")
    #expect(night.output.contains("locked by a user"), "\(night.output)\(night.errors)")
    #expect(library.clips(of: "walk") == clips && clips.count == 1)
    // A deleted clip is rendered again as the person decided it.
    try FileManager.default.removeItem(atPath: library.path("shorts/walk/" + clips[0]))
    try library.gazecut("run")
    #expect(library.clips(of: "walk") == clips)
    #expect(try library.gazecut("status").output.contains("locked"))
  }

  @Test func explainReportsMomentsLeftOutByAPerson() throws {
    let library = try TestLibrary.withAudience()
    try library.gazecut("regenerate", "walk", "--moment", "2-8")
    let all = try library.gazecut("explain", "walk").output
    #expect(all.contains("locked by a user (--moment); its clips show 0:02.0 to 0:08.0"))
    #expect(all.contains("the audience would choose it, but a person decided otherwise"))
    let second = try library.gazecut("explain", "walk", "--at", "0:20").output
    let words = second.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("a person decided otherwise"), "\(second)")
    #expect(words.contains("gazecut regenerate walk --unpin"))
    let json = try library.gazecut("explain", "walk", "--at", "0:20", "--format", "json").output
    #expect(json.contains(#""pin": {"kind": "moment""#) && json.contains("leftOutByPerson"))
  }
}
