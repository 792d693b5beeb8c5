package import Support

extension Layout.Kind {
  /// The name of the member with the crops of this layout; `nil` if it has none.
  fileprivate var member: String? {
    switch self {
    case .crop: "keyframes"
    case .stack: "panes"
    case .fit: nil
    }
  }

  fileprivate static let members = allCases.compactMap(\.member)
}

private let window = JSONFormat<[CropKeyframe]>.list(
  of: CropKeyframe.object.form, count: 1...DecisionLimits.keyframes)

private let panes = JSONFormat<[Pane]>.list(of: Pane.object.form, count: 2...2)

extension Layout {
  /// Writes the member with the crops, as in a decision document.
  package func write(windowsTo json: inout JSONText.Members) {
    switch self {
    case .crop(let keyframes): json.add("keyframes", raw: window.text(keyframes))
    case .stack: json.add("panes", raw: panes.text(windows.map { Pane(keyframes: $0) }))
    case .fit: break
    }
  }
}

extension Field where Owner == ClipShot {
  /// The member `layout`, and the member with its crops.
  static var layout: Field {
    let names = Layout.Kind.allCases.map { JSONSchemaNode.text($0.rawValue) }
    return Field(
      properties: [
        (
          "layout",
          JSONSchemaNode.object([("enum", .list(names))]).described(
            "Layout of the shot. crop: one crop with the aspect ratio of the output; stack: a split "
              + "screen of two crops, top then bottom; fit: the whole frame, or a wide part of it, "
              + "over a blurred background.")
        ),
        ("keyframes", window.schema.described("Keyframes of the crop, for the layout crop.")),
        (
          "panes",
          panes.schema.described("The two crops of the layout stack, top then bottom.")
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
        for other in Layout.Kind.members where other != kind.member && members[other] != nil {
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
          kind == .stack
            ? panes.read(node, &reading)?.map(\.keyframes)
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
