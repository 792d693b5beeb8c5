package import Support

extension Layout.Kind {
  /// The names of the members with crops: for one crop, and for several.
  fileprivate static let members = ["keyframes", "panes"]

  /// The name of the member with the crops of this layout; `nil` if it has none.
  fileprivate var member: String? {
    windowCount == 0 ? nil : Self.members[min(windowCount, 2) - 1]
  }
}

private let window = JSONFormat<[CropKeyframe]>.list(
  of: CropKeyframe.object.form, count: 1...DecisionLimits.keyframes)

private func panes(_ count: ClosedRange<Int>) -> JSONFormat<[Pane]> {
  .list(of: Pane.object.form, count: count)
}

private let panesOfAnyLayout: JSONFormat<[Pane]> = {
  let counts = Layout.Kind.allCases.map(\.windowCount).filter { $0 > 1 }
  return panes((counts.min() ?? 2)...(counts.max() ?? 2))
}()

extension Layout {
  /// Writes the member with the crops, as in a decision document.
  package func write(windowsTo json: inout JSONText.Members) {
    guard let member = kind.member else { return }
    json.add(
      member,
      raw: member == "panes"
        ? panesOfAnyLayout.text(windows.map { Pane(keyframes: $0) }) : window.text(windows[0]))
  }
}

extension Field where Owner == ClipShot {
  /// The member `layout`, and the member with its crops.
  static var layout: Field {
    let kinds = Layout.Kind.allCases
    let names = kinds.map { JSONSchemaNode.text($0.rawValue) }
    let words = kinds.map { "\($0.rawValue): \($0.summary)" }.joined(separator: "; ")
    return Field(
      properties: [
        (
          "layout",
          JSONSchemaNode.object([("enum", .list(names))]).described("Layout of the shot. \(words).")
        ),
        ("keyframes", window.schema.described("Keyframes of the crop, for the layout crop.")),
        (
          "panes",
          panesOfAnyLayout.schema.described("The two crops of the layout stack, top then bottom.")
        ),
      ],
      required: ["layout"],
      write: { shot, json in
        json.add("layout", shot.layout.name)
        shot.layout.write(windowsTo: &json)
      },
      read: { members, shot, reading in
        guard let kind = kind(members["layout"], &reading) else { return false }
        var isValid = true
        for other in Layout.Kind.members where other != kind.member {
          guard members[other] != nil else { continue }
          reading.note("does not belong to the layout '\(kind.rawValue)'; remove it", key: other)
          isValid = false
        }
        guard isValid else { return false }
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

  static var layoutRules: [(String, JSONSchemaNode)] {
    let choices = Layout.Kind.allCases.map { kind in
      JSONSchemaNode.object([
        (
          "properties",
          .object(
            [("layout", .object([("const", .text(kind.rawValue))]))]
              + Layout.Kind.members.filter { $0 != kind.member }.map { ($0, .bool(false)) })
        ),
        ("required", .list([kind.member].compactMap { $0.map(JSONSchemaNode.text) })),
      ])
    }
    return [("oneOf", .list(choices))]
  }

  private static func kind(_ node: JSONNode?, _ reading: inout DocumentReader) -> Layout.Kind? {
    guard let node else { return nil }
    if case .text(let name) = node.value, let kind = Layout.Kind(rawValue: name) { return kind }
    let names = Layout.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    reading.note("\(node.words) is not a layout; use one of \(names)", key: "layout")
    return nil
  }
}

private struct Pane: JSONDocumentObject, Equatable {
  var keyframes: [CropKeyframe] = []

  static let object = JSONObjectFormat<Pane>(
    blank: Pane(), fields: [Field("keyframes", \.keyframes, window, "Keyframes of the crop.")])
}
