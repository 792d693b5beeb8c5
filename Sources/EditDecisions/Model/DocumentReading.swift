/// Where in a document the reader is, and what it found wrong so far.
struct DocumentReading {
  /// A step into the document.
  enum Step {
    case key(String)
    case index(Int)
  }

  private(set) var problems: [DecisionProblem] = []
  private var path: [Step] = []

  /// Whether enough is wrong to stop looking for more.
  var isFull: Bool { problems.count > DecisionLimits.problems }

  /// Notes what is wrong here, or at a key of what is here.
  mutating func note(_ message: String, key: String? = nil) {
    guard !isFull else { return }
    let field = Self.text(path + [key.map(Step.key)].compactMap { $0 })
    problems.append(DecisionProblem(field: field, message: message))
  }

  /// Notes that something else was expected here.
  mutating func expected(_ what: String, _ node: JSONNode) {
    note("is \(node.words); must be \(what)")
  }

  /// Does something one step further in.
  mutating func at<Result>(_ step: Step, _ body: (inout DocumentReading) -> Result) -> Result {
    path.append(step)
    defer { path.removeLast() }
    return body(&self)
  }

  private static func text(_ path: [Step]) -> String {
    path.reduce(into: "") { text, step in
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      }
    }
  }
}
