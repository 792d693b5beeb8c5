/// In a job a framing stands as it stands in a decision document: by the one list of its fields.
extension Framing: Codable {
  /// Reads a framing.
  ///
  /// - Throws: `DecodingError` with the first thing that is wrong in it.
  package init(from decoder: any Decoder) throws {
    var reading = DocumentReading()
    let node = try JSONNode(from: decoder)
    guard let read = Self.object.form.read(node, &reading), reading.problems.isEmpty else {
      let problem = reading.problems.first.map { "\($0)" } ?? "is no framing"
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: problem))
    }
    self = read
  }

  /// Writes the framing.
  package func encode(to encoder: any Encoder) throws {
    let text = Self.object.form.text(self)
    do {
      try JSONParser.node(of: Array(text.utf8)).encode(to: encoder)
    } catch let failure as JSONParser.Failure {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: failure.message))
    }
  }
}
