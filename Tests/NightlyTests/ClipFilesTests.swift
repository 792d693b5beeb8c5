import Foundation
import Library
import TestMaterial
import Testing

@testable import Nightly

/// Which files are gazecut's own.
@Suite struct ClipFilesTests {
  private static let clip = "shorts/walk/\(OwnedFolder.stem).mp4"

  @Test func aCopyWithOtherTimesIsOurs() throws {
    let folder = try OwnedFolder()
    let clip = try folder.publish()
    #expect(folder.files.isOurs(clip))
    try folder.touch(Self.clip)
    #expect(folder.files.isOurs(clip))
  }

  @Test(arguments: ["pictures and words", "longer than what was published"])
  func whatAPersonChangedIsNot(text: String) throws {
    let folder = try OwnedFolder()
    let clip = try folder.publish()
    try folder.write(Self.clip, text)
    #expect(!folder.files.isOurs(clip))
  }

  @Test func withoutADigestTimesDecide() throws {
    let folder = try OwnedFolder()
    let clip = try folder.publish(digest: false)
    #expect(folder.files.isOurs(clip))
    try folder.touch(Self.clip)
    #expect(!folder.files.isOurs(clip))
  }

  @Test func theDigestIsThatOfTheWholeFile() throws {
    let folder = try OwnedFolder()
    // More than one part of the reader.
    try folder.write("big", String(repeating: "0123456789abcdef", count: 200_000))
    let told = try ExternalProgram("sha256sum").run([folder.path + "/big"]).output
    #expect(told.hasPrefix(try #require(ContentDigest.hex(of: folder.path + "/big"))))
    #expect(ContentDigest.hex(of: folder.path + "/none") == nil)
  }
}
