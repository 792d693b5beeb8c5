package import Foundation

extension DecisionDocument {
  /// The document as one line of JSON, without a line end; keys in the order of the schema.
  package var json: String { Self.object.form.text(self) }

  /// Reads a document that gazecut wrote or a person edited.
  ///
  /// What a person may leave out (rank, score, core, why, rejected, audience, settings, reel)
  /// takes a sensible value; what rendering needs may not be missing, what is not known may not
  /// be there, and nothing may lie beyond `DecisionLimits`.
  ///
  /// - Throws: `DecisionProblems` naming the first few fields, or the line and column where the
  ///   text is no JSON.
  package init(json: Data) throws {
    self = try Self.read(json: json)
  }

  /// What is said of a file that is no document by its size alone.
  package static func tooLarge(_ bytes: Int) -> DecisionProblems {
    DecisionProblems([
      DecisionProblem(
        field: "",
        message: "has \(bytes) bytes; a document has at most \(DecisionLimits.bytes)")
    ])
  }
}

extension Described {
  /// Reads an object that is the whole of a text.
  ///
  /// - Throws: `DecisionProblems`.
  static func read(json: Data) throws -> Self {
    guard json.count <= DecisionLimits.bytes else { throw DecisionDocument.tooLarge(json.count) }
    let node: JSONNode
    do {
      node = try JSONParser.node(of: Array(json))
    } catch {
      throw DecisionProblems([
        DecisionProblem(
          field: "", message: "line \(error.line), column \(error.column): \(error.message)")
      ])
    }
    var reading = DocumentReading()
    guard let read = object.form.read(node, &reading), reading.problems.isEmpty else {
      // Of another schema's document nothing else needs saying.
      let foreign = reading.problems.first { $0.field == "schema" }
      throw DecisionProblems(foreign.map { [$0] } ?? reading.problems)
    }
    return read
  }
}
