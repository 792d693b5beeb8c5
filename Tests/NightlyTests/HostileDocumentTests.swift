import EditDecisions
import Foundation
import Overrides
import Support
import TestMaterial
import Testing

@testable import Nightly

/// Documents that are copied between machines or edited by people, built from their own JSON
/// Schemas.
///
/// Each number and text is replaced by extreme values. gazecut either rejects the document with the
/// field's name or position, or accepts and processes it.
@Suite struct HostileDocumentTests {
  /// How each document is read and processed.
  private static let readers: [String: @Sendable (Data) throws -> Void] = [
    "decisions": { data in
      let document = try DecisionDocument(json: data)
      let check = DecisionValidator(video: document.video, outputShape: 9.0 / 16)
      _ = check.problems(in: document.rounded())
      _ = DecisionTable(document).text
      _ = try DecisionDocument(json: Data(document.json.utf8))
    },
    "clip": { _ = try ClipSidecar.moment(inShort: $0) },
    "index": { _ = try ClipIndex(json: $0).json },
    "wishes": { _ = try WishDocument(json: $0).history() },
  ]
  /// Documents that gazecut only writes.
  private static let written: Set<String> = ["reel", "events", "status", "clips"]
  /// Documents that need a source or a folder.
  ///
  /// Other suites test them.
  private static let elsewhere: Set<String> = ["job", "plan"]

  @Test func everySchemaIsTestedOrOnlyWritten() {
    let all = Set((DocumentSchema.decided + [.wishes] + DocumentSchema.planned).map(\.name))
    #expect(all == Set(Self.readers.keys).union(Self.written).union(Self.elsewhere))
  }

  @Test(arguments: readers.keys.sorted())
  func extremeValuesAreRejectedByFieldNameOrAccepted(name: String) throws {
    let schemas = DocumentSchema.decided + [.wishes] + DocumentSchema.planned
    let text = try #require(schemas.first { $0.name == name }).text
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let document = HostileValues.document(of: schema)
    let read = try #require(Self.readers[name])
    /// Why a document is rejected, or `nil`.
    func rejection(_ document: Any) throws -> String? {
      let data = try JSONSerialization.data(withJSONObject: document, options: .sortedKeys)
      let began = ContinuousClock.now
      defer { #expect(began.duration(to: .now) < .seconds(1)) }
      do {
        try read(data)
        return nil
      } catch {
        return "\(error)"
      }
    }
    let first = try rejection(document)
    var (rejected, accepted) = (0, 0)
    for path in HostileValues.paths(in: document) {
      let old = HostileValues.value(in: document, at: path[...])
      let field = try #require(path.last { Int($0) == nil })
      for hostile in old is String ? HostileValues.forTexts : HostileValues.forNumbers {
        let changed = HostileValues.replacing(in: document, at: path[...], with: hostile)
        guard let found = try rejection(changed), found != first else {
          accepted += 1
          continue
        }
        rejected += 1
        // A number that is too large is rejected with its position in the file.
        let isPlaced = found.hasPrefix("line 1, column")
        #expect(isPlaced || found.contains(field), "\(path), \(hostile): \(found)")
      }
    }
    // The generated document has a valid form but no valid meaning, so `first` is not nil.
    let words = "\(rejected), \(accepted): \(first ?? "")"
    #expect(rejected > 10 && accepted > 0, "\(words)")
  }
}
