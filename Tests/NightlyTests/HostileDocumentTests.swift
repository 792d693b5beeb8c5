import EditDecisions
import Foundation
import Overrides
import Support
import TestMaterial
import Testing

@testable import Nightly

/// Documents that travel between machines or that people edit, made from their own JSON Schemas.
///
/// Each number and text of each is replaced by values at the edge. gazecut refuses the document by
/// the field's name or its place, or accepts it and works with it.
@Suite struct HostileDocumentTests {
  /// How a document that gazecut reads is read and worked with.
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
    "wishes": { _ = try WishDocument(json: $0).book() },
  ]
  /// What gazecut only writes.
  private static let written: Set<String> = ["reel", "events", "status", "clips"]
  /// What needs a source or a folder, and has a suite of its own.
  private static let elsewhere: Set<String> = ["job", "plan"]

  @Test func everySchemaIsTriedOrOnlyWritten() {
    let all = Set((DocumentSchema.decided + [.wishes] + DocumentSchema.planned).map(\.name))
    #expect(all == Set(Self.readers.keys).union(Self.written).union(Self.elsewhere))
  }

  @Test(arguments: readers.keys.sorted())
  func everyFieldAtItsEdgeIsRefusedByNameOrAccepted(name: String) throws {
    let schemas = DocumentSchema.decided + [.wishes] + DocumentSchema.planned
    let text = try #require(schemas.first { $0.name == name }).text
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let document = HostileValues.document(of: schema)
    let read = try #require(Self.readers[name])
    /// Why a document is refused; `nil` for one that is accepted.
    func refusal(_ document: Any) throws -> String? {
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
    let first = try refusal(document)
    var (refused, accepted) = (0, 0)
    for path in HostileValues.paths(in: document) {
      let old = HostileValues.value(in: document, at: path[...])
      let field = try #require(path.last { Int($0) == nil })
      for hostile in old is String ? HostileValues.forTexts : HostileValues.forNumbers {
        let changed = HostileValues.replacing(in: document, at: path[...], with: hostile)
        guard let found = try refusal(changed), found != first else {
          accepted += 1
          continue
        }
        refused += 1
        // A number that is too large is refused by its place in the file.
        let isPlaced = found.hasPrefix("line 1, column")
        #expect(isPlaced || found.contains(field), "\(path), \(hostile): \(found)")
      }
    }
    // What is wrong with the document as it is made is what it means, not its form.
    let words = "\(refused), \(accepted): \(first ?? "")"
    #expect(refused > 10 && accepted > 0, "\(words)")
  }
}
