extension Layout {
  /// What a layout is called, which member holds its windows, and how they are taken out and put
  /// in: all that files, settings and the schema know of layouts.
  struct Kind: Sendable {
    let name: String
    let summary: String
    /// The member beside `layout`; `nil` for a layout without windows.
    let member: String?
    /// The layout of as many windows as it has.
    let make: @Sendable ([[Keyframe]]) -> Layout

    static let crop = Kind(
      name: "crop", summary: "one window of the output's shape", member: "keyframes",
      make: { .crop($0[0]) })
    static let stack = Kind(
      name: "stack", summary: "two windows, top then bottom, each half the output's height",
      member: "panes", make: { .stack($0[0], $0[1]) })
    static let fit = Kind(
      name: "fit", summary: "the whole picture over its own blur", member: nil,
      make: { _ in .fit })
    static let all = [crop, stack, fit]
  }

  /// Which of the kinds it is.
  var kind: Kind {
    switch self {
    case .crop: .crop
    case .stack: .stack
    case .fit: .fit
    }
  }

  /// The same layout with other windows, as many as it has.
  package func with(_ windows: [[Keyframe]]) -> Layout { kind.make(windows) }

  /// The windows: none, one, or two.
  package var windows: [[Keyframe]] {
    switch self {
    case .crop(let keyframes): [keyframes]
    case .stack(let top, let bottom): [top, bottom]
    case .fit: []
    }
  }
}

extension Field where Owner == FramedShot {
  /// `layout`, with the member that holds its windows.
  static var layout: Field {
    let window = Form<[Keyframe]>.list(
      of: Keyframe.object.form, count: 1...DecisionLimits.keyframes)
    let pane = ObjectForm<Pane>(
      blank: Pane(), fields: [Field<Pane>("keyframes", \.keyframes, window, "Where it is.")])
    let panes = Form<[Pane]>.list(of: pane.form, count: 2...2)
    let kinds = Layout.Kind.all
    let names = kinds.map { SchemaNode.text($0.name) }
    let words = kinds.map { "\($0.name): \($0.summary)" }.joined(separator: "; ")
    return Field(
      properties: [
        (
          "layout",
          SchemaNode.object([("enum", .list(names))]).described("What is shown. \(words).")
        ),
        ("keyframes", window.schema.described("Where the window of a crop is.")),
        ("panes", panes.schema.described("The windows of a stack, top then bottom.")),
      ],
      required: ["layout"],
      write: { shot, json in
        json.add("layout", shot.layout.name)
        let windows = shot.layout.windows
        guard let member = shot.layout.kind.member else { return }
        json.add(
          member,
          raw: member == "panes"
            ? panes.text(windows.map { Pane(keyframes: $0) }) : window.text(windows[0]))
      },
      read: { members, shot, reading in
        guard let kind = kind(members["layout"], kinds, &reading) else { return false }
        var isGood = true
        for other in kinds.compactMap(\.member) where other != kind.member {
          guard members[other] != nil else { continue }
          reading.note("does not belong to the layout '\(kind.name)'; take it out", key: other)
          isGood = false
        }
        guard isGood else { return false }
        guard let member = kind.member else {
          shot.layout = kind.make([])
          return true
        }
        guard let node = members[member] else {
          reading.note("is missing; the layout '\(kind.name)' needs it", key: member)
          return false
        }
        let windows = reading.at(.key(member)) { reading in
          member == "panes"
            ? panes.read(node, &reading)?.map(\.keyframes)
            : window.read(node, &reading).map { [$0] }
        }
        guard let windows else { return false }
        shot.layout = kind.make(windows)
        return true
      },
      round: { $0.layout = $0.layout.with($0.layout.windows.map(window.rounded)) })
  }

  /// What the schema says of layouts and their members.
  static var layoutRules: [(String, SchemaNode)] {
    let members = Layout.Kind.all.compactMap(\.member)
    let choices = Layout.Kind.all.map { kind in
      SchemaNode.object([
        (
          "properties",
          .object(
            [("layout", .object([("const", .text(kind.name))]))]
              + members.filter { $0 != kind.member }.map { ($0, .bool(false)) })
        ),
        ("required", .list([kind.member].compactMap { $0.map(SchemaNode.text) })),
      ])
    }
    return [("oneOf", .list(choices))]
  }

  private static func kind(
    _ node: JSONNode?, _ kinds: [Layout.Kind], _ reading: inout DocumentReading
  ) -> Layout.Kind? {
    guard let node else { return nil }
    if case .text(let name) = node.value, let kind = kinds.first(where: { $0.name == name }) {
      return kind
    }
    let names = kinds.map(\.name)
    reading.note(
      "\(node.words) is no layout; known are \(names.joined(separator: ", "))", key: "layout")
    return nil
  }
}

/// One window of a stack.
private struct Pane: Equatable {
  var keyframes: [Keyframe] = []
}
