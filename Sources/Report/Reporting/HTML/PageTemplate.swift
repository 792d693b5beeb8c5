import Foundation
import Mustache
import Support

/// The parts of both pages around their content: head, content security policy, style and script.
struct PageTemplate {
  var title: String
  var stamp: String
  var data: String?
  var style: String
  var script: String
  var leastViewers: Int

  /// The page as HTML; the same values give the same bytes.
  ///
  /// `template` is the name of the content's template. Throws if a template is malformed or
  /// missing.
  func html(around template: String, _ content: [String: Any]) throws -> String {
    let library = try PageAssets.templates()
    let body = try library.filled(template, content)
    let style = "\n" + style
    let values: [String: Any] = [
      "title": title, "stamp": stamp, "policy": Self.policy(style: style, script: "\n" + script),
      "style": style, "script": "\n" + script, "body": body, "least": "\(leastViewers)",
    ]
    let data = data.map { ["data": HTMLText.escapedForScript($0)] } ?? [:]
    return HTMLText.withoutControls(try library.filled("shell", values.merging(data) { $1 }))
  }

  /// The content security policy: only this script, this style, and files of the same origin.
  ///
  /// Source: Content Security Policy Level 3 (W3C), `hash-source`.
  static func policy(style: String, script: String) -> String {
    "default-src 'none'; style-src '\(hash(style))'; script-src '\(hash(script))'; "
      + "img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'"
  }

  /// The hash source `sha256-` with the Base64 digest of a text in UTF-8.
  static func hash(_ text: String) -> String {
    var digest = SHA256()
    digest.update(text)
    return "sha256-" + Data(digest.finalize()).base64EncodedString()
  }
}

extension MustacheLibrary {
  /// Fills a template with values; throws if there is no such template.
  func filled(_ name: String, _ values: [String: Any]) throws -> String {
    guard let text = render(values, withTemplate: name) else {
      throw CommandFailure(.bug, "there is no template '\(name)'")
    }
    return text
  }
}
