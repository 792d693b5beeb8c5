extension Layout.Kind {
  /// The members beside `layout` that hold windows: one, and several.
  fileprivate static let members = ["keyframes", "panes"]

  /// The one that holds its windows; `nil` for a layout without.
  fileprivate var member: String? {
    windowCount == 0 ? nil : Self.members[min(windowCount, 2) - 1]
  }
}

/// One window's places.
private let window = Form<[Keyframe]>.list(
  of: Keyframe.object.form, count: 1...DecisionLimits.keyframes)

/// Several windows, each as an object of its own.
private func panes(_ count: ClosedRange<Int>) -> Form<[Pane]> {
  .list(of: Pane.object.form, count: count)
}

private let anyPanes: Form<[Pane]> = {
  let counts = Layout.Kind.allCases.map(\.windowCount).filter { $0 > 1 }
  return panes((counts.min() ?? 2)...(counts.max() ?? 2))
}()

extension Layout {
  /// Adds the member that holds its windows, as it stands in a document.
  package func write(windowsTo json: inout JSONText.Members) {
    guard let member = kind.member else { return }
    json.add(
      member,
      raw: member == "panes"
        ? anyPanes.text(windows.map { Pane(keyframes: $0) }) : window.text(windows[0]))
  }
}

extension Field where Owner == FramedShot {
  /// `layout`, with the member that holds its windows.
  static var layout: Field {
    let kinds = Layout.Kind.allCases
    let names = kinds.map { SchemaNode.text($0.rawValue) }
    let words = kinds.map { "\($0.rawValue): \($0.summary)" }.joined(separator: "; ")
    return Field(
      properties: [
        (
          "layout",
          SchemaNode.object([("enum", .list(names))]).described("What is shown. \(words).")
        ),
        ("keyframes", window.schema.described("Where the window of a crop is.")),
        ("panes", anyPanes.schema.described("The windows of a stack, top then bottom.")),
      ],
      required: ["layout"],
      write: { shot, json in
        json.add("layout", shot.layout.name)
        shot.layout.write(windowsTo: &json)
      },
      read: { members, shot, reading in
        guard let kind = kind(members["layout"], &reading) else { return false }
        var isGood = true
        for other in Layout.Kind.members where other != kind.member {
          guard members[other] != nil else { continue }
          reading.note("does not belong to the layout '\(kind.rawValue)'; take it out", key: other)
          isGood = false
        }
        guard isGood else { return false }
        guard let member = kind.member else {
          shot.layout = kind.layout([])
          return true
        }
        guard let node = members[member] else {
          reading.note("is missing; the layout '\(kind.rawValue)' needs it", key: member)
          return false
        }
        let windows = reading.at(.key(member)) { reading in
          member == "panes"
            ? panes(kind.windowCount...kind.windowCount).read(node, &reading)?.map(\.keyframes)
            : window.read(node, &reading).map { [$0] }
        }
        guard let windows else { return false }
        shot.layout = kind.layout(windows)
        return true
      },
      round: { $0.layout = $0.layout.with($0.layout.windows.map(window.rounded)) })
  }

  /// What the schema says of layouts and their members.
  static var layoutRules: [(String, SchemaNode)] {
    let choices = Layout.Kind.allCases.map { kind in
      SchemaNode.object([
        (
          "properties",
          .object(
            [("layout", .object([("const", .text(kind.rawValue))]))]
              + Layout.Kind.members.filter { $0 != kind.member }.map { ($0, .bool(false)) })
        ),
        ("required", .list([kind.member].compactMap { $0.map(SchemaNode.text) })),
      ])
    }
    return [("oneOf", .list(choices))]
  }

  private static func kind(
    _ node: JSONNode?, _ reading: inout DocumentReading
  ) -> Layout.Kind? {
    guard let node else { return nil }
    if case .text(let name) = node.value, let kind = Layout.Kind(rawValue: name) { return kind }
    let names = Layout.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    reading.note("\(node.words) is no layout; known are \(names)", key: "layout")
    return nil
  }
}

/// One of several windows.
private struct Pane: Described, Equatable {
  var keyframes: [Keyframe] = []

  static let object = ObjectForm<Pane>(
    blank: Pane(), fields: [Field("keyframes", \.keyframes, window, "Where it is.")])
}
