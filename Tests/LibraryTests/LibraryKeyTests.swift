import Support
import Foundation
import Testing

@testable import Library

@Suite struct LibraryKeyTests {
  @Test func keyIsCreatedAtTheFirstImportForItsOwnerOnly() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    #expect(!folder.files.contains("gazecut.key"))
    _ = try library.sessions.store([session()])
    var status = stat()
    #expect(stat(folder.key, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(!folder.files.contains { $0.hasSuffix(".new") })
  }

  @Test func keyThatOthersMayReadIsRejectedWithTheRemedy() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session()])
    chmod(folder.key, 0o644)
    let error = #expect(throws: LibraryError.self) { _ = try library.sessions.store([session()]) }
    #expect(error?.kind == .permission)
    #expect(error?.description.contains("chmod 600 \(folder.key)") == true)
  }

  @Test func missingOrForeignKeyIsRejected() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session()])
    try FileManager.default.removeItem(atPath: folder.key)
    let lost = #expect(throws: LibraryError.self) {
      _ = try library.sessions.store([session("s-2")])
    }
    #expect(lost?.kind == .key)
    _ = try LibraryKey.readOrCreate(folder: folder.path)
    let foreign = #expect(throws: LibraryError.self) { _ = try library.privacy.forget(["anna"]) }
    #expect(foreign?.kind == .key)
  }

  @Test func pseudonymsDifferByKindAndVideo() throws {
    let folder = try LibraryFolder()
    let key = try LibraryKey.readOrCreate(folder: folder.path)
    let names = [key.viewer("a"), key.session("a", of: "v"), key.session("a", of: "w"), key.check]
    #expect(Set(names).count == 4)
    #expect(try LibraryKey.readOrCreate(folder: folder.path).viewer("a") == names[0])
  }

  /// Pseudonyms never change.
  ///
  /// They are HMAC-SHA-256 of kind and name. Python's `hmac` computed these under the key 00 01 …
  /// 1f.
  @Test func pseudonymsAreThoseOfEarlierVersions() throws {
    let folder = try LibraryFolder()
    let bytes = (0..<32).map { UInt8($0) }.hex + "\n"
    try folder.write(Array(bytes.utf8), to: folder.key)
    chmod(folder.key, 0o600)
    let key = try LibraryKey.readOrCreate(folder: folder.path)
    #expect(
      key.viewer("anyone") == "b010501961fab556c7a4547a1acfa9fb1d5c76e317ff1e6c0acb3ab570822974")
    #expect(
      key.session("s-1", of: "trip")
        == "cc01e8a10a0f6ee26bbd430dc7365eb2074c51f32212b524eca625f74a46500e")
  }
}
