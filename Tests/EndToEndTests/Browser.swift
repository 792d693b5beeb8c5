import Foundation
import Synchronization
import TestMaterial
import Testing

/// Headless Chromium, as a person's browser would open a page from the disk.
enum Browser {
  /// Whether it is here; it is a witness that a test can do without.
  static let isInstalled = ExternalProgram.isInstalled("chromium")
  static let absence = ExternalProgram.absence(of: "chromium")

  struct LoadedPage {
    /// The document when everything had happened, as HTML.
    var document: String
    /// What the page wrote to the console, errors of the policy included.
    var console: [String]
  }

  /// Opens a file and hands back what became of it.
  static func open(_ file: String) throws -> LoadedPage {
    let profile = FileManager.default.temporaryDirectory.path + "/browser-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: profile) }
    // `timeout` ends the browser with all processes of its group, should it hang.
    let outcome = try ExternalProgram("timeout").run([
      "--kill-after=5", "90", try ExternalProgram("chromium").path, "--headless=new",
      "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile)", "--enable-logging=stderr",
      "--window-size=1280,900", "--dump-dom", "file://\(file)",
    ])
    try #require(outcome.status == 0, "chromium ended with \(outcome.status): \(outcome.errors)")
    return LoadedPage(
      document: outcome.output,
      console: outcome.errors.split(separator: "\n").filter { $0.contains("CONSOLE") }
        .map(String.init))
  }

  /// One for all questions, as its start takes longer than most; it ends with the tests.
  private static let shared = Mutex<BrowserSession?>(nil)
  /// Seconds after which the shared browser is ended: longer than the suite takes on any machine.
  private static let suiteLimit = 3600.0

  /// Opens a page without its policy, runs a script there, and hands back what that says.
  ///
  /// The script is the body of an asynchronous function that says lines with `say`.
  static func run(
    _ file: String, _ script: String, isDark: Bool = false, width: Int? = nil,
    isPrinted: Bool = false
  ) throws -> [String] {
    try shared.withLock { session in
      let browser = try session ?? BrowserSession(limit: suiteLimit)
      // Whoever asks after one that failed gets another.
      session = nil
      try browser.open(
        file, hasPolicy: false, isDark: isDark, width: width, isPrinted: isPrinted)
      let said = try browser.value(
        """
        (async () => {
          const lines = [], log = (text) => lines.push(text);
          const event = (target, name) => new Promise((done) => {
            target.addEventListener(name, done, { once: true });
          });
          \(script)
          return lines.join('\\n');
        })()
        """)
      session = browser
      return said.split(separator: "\n").map(String.init)
    }
  }
}
