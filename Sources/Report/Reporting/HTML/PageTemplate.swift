import Foundation
import Mustache
import Support

/// What stands around the content of both pages: head, policy, style, script.
struct PageTemplate {
  var title: String
  var stamp: String
  /// JSON for the script; `nil` for none.
  var data: String?
  var style: String
  var script: String
  /// Fewest viewers of whom figures are told.
  var leastViewers: Int

  /// The page: the same values give the same bytes.
  ///
  /// - Parameters:
  ///   - template: that of its content.
  ///   - content: what that is filled with.
  /// - Returns: HTML.
  /// - Throws: where a template is malformed or missing, which would be a bug.
  func html(around template: String, _ content: [String: Any]) throws -> String {
    let library = try PageAssets.templates()
    let body = try library.filled(template, content)
    let style = "\n" + style
    let values: [String: Any] = [
      "title": title, "stamp": stamp, "policy": Self.policy(style: style, script: "\n" + script),
      "style": style, "script": "\n" + script, "body": body, "least": "\(leastViewers)",
    ]
    let data = data.map { ["data": Markup.escapedForScript($0)] } ?? [:]
    return Markup.withoutControls(try library.filled("shell", values.merging(data) { $1 }))
  }

  /// Nothing from outside, no script and no style but these, files of the same folder tree alone.
  ///
  /// Source: Content Security Policy Level 3 (W3C), `hash-source`.
  static func policy(style: String, script: String) -> String {
    "default-src 'none'; style-src '\(hash(style))'; script-src '\(hash(script))'; "
      + "img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'"
  }

  /// `sha256-` and the digest of a text in UTF-8, in base 64.
  static func hash(_ text: String) -> String {
    var digest = SHA256()
    digest.update(text)
    return "sha256-" + Data(digest.finalize()).base64EncodedString()
  }
}

extension MustacheLibrary {
  /// A template filled with values.
  ///
  /// - Throws: `CommandFailure` where there is no such template, which would be a bug.
  func filled(_ name: String, _ values: [String: Any]) throws -> String {
    guard let text = render(values, withTemplate: name) else {
      throw CommandFailure(.bug, "there is no template '\(name)'")
    }
    return text
  }
}
