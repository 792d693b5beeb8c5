import Foundation
import TestMaterial
import Testing

/// Headless Chromium, as a person's browser would open a page from the disk.
enum Browser {
  /// Whether it is here; it is a witness that a test can do without.
  static let isInstalled = ExternalProgram.isInstalled("chromium")
  static let absence = ExternalProgram.absence(of: "chromium")

  struct Seen {
    /// The document when everything had happened, as HTML.
    var document: String
    /// What the page wrote to the console, errors of the policy included.
    var console: [String]
  }

  /// Opens a file and hands back what became of it.
  static func open(_ file: String, isDark: Bool = false) throws -> Seen {
    let profile = FileManager.default.temporaryDirectory.path + "/browser-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: profile) }
    // `timeout` ends the browser with all processes of its group, should it hang.
    let outcome = try ExternalProgram("timeout").run([
      "--kill-after=5", "90", try ExternalProgram("chromium").path, "--headless=new",
      "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile)", "--enable-logging=stderr",
      "--autoplay-policy=no-user-gesture-required", "--window-size=1280,900",
      "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)", "--dump-dom", "file://\(file)",
    ])
    try #require(outcome.status == 0, "chromium ended with \(outcome.status): \(outcome.errors)")
    return Seen(
      document: outcome.output,
      console: outcome.errors.split(separator: "\n").filter { $0.contains("CONSOLE") }
        .map(String.init))
  }

  /// Opens a page with a script of the test's own in it, and hands back what that says.
  ///
  /// The script is the body of an asynchronous function that says lines with `say`. For it the
  /// copy has no policy. Pictures that follow one another keep the page loading, and so the
  /// browser waiting, until the script has ended or twenty seconds are over.
  static func ask(_ file: String, _ script: String, isDark: Bool = false) throws -> [String] {
    let page = try String(contentsOfFile: file, encoding: .utf8)
    let frame = """
      <pre id="said" hidden></pre><script>
      (() => {
        let isDone = false, count = 0;
        const end = performance.now() + 20000;
        const hold = () => {
          if (isDone || performance.now() > end) return;
          const picture = new Image();
          picture.onload = picture.onerror = hold;
          picture.src = 'none.jpg?' + (count += 1);
        };
        hold();
        const say = (text) => { document.getElementById('said').textContent += text + '\\n'; };
        const event = (target, name) => new Promise((done) => {
          target.addEventListener(name, done, { once: true });
        });
        (async () => {
          try {
            \(script)
          } catch (error) { say('failed: ' + error); }
          isDone = true;
        })();
      })();
      </script></body>
      """
    let copy = page.replacing(/<meta http-equiv="Content-Security-Policy"[^>]*>/, with: "")
      .replacing("</body>", with: frame)
    let name = (file as NSString).deletingLastPathComponent + "/asked-\(UUID().uuidString).html"
    try Data(copy.utf8).write(to: URL(fileURLWithPath: name))
    defer { try? FileManager.default.removeItem(atPath: name) }
    let document = try open(name, isDark: isDark).document
    let said = try #require(document.components(separatedBy: "<pre id=\"said\" hidden=\"\">").last)
    return said.components(separatedBy: "</pre>")[0].split(separator: "\n").map { line in
      // The document is handed back as HTML.
      String(line).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing(
        "&amp;", with: "&")
    }
  }
}
