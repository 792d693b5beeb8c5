import Foundation
import Synchronization
import TestMaterial
import Testing

/// Headless Chromium, which opens a page from the disk.
enum Browser {
  /// Whether Chromium is installed; tests that need it are skipped otherwise.
  static let isInstalled = ExternalProgram.isInstalled("chromium")
  static let absence = ExternalProgram.absence(of: "chromium")

  struct LoadedPage {
    /// The document after its scripts have run, as HTML.
    var document: String
    /// What the page wrote to the console, including violations of its content security policy.
    var console: [String]
  }

  /// Opens a file and returns the resulting page.
  static func open(_ file: String) throws -> LoadedPage {
    let profile = FileManager.default.temporaryDirectory.path + "/browser-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: profile) }
    // If the browser hangs, `timeout` ends it and all processes of its group.
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

  /// One browser for all scripts, because its start takes longer than most of them.
  private static let shared = Mutex<BrowserSession?>(nil)
  /// Seconds after which the shared browser is ended: longer than the suite takes on any machine.
  private static let suiteLimit = 3600.0

  /// Opens a page without its content security policy and returns the lines that a script logs.
  ///
  /// The script is the body of an asynchronous function that calls `log` once per line.
  static func run(
    _ file: String, _ script: String, isDark: Bool = false, width: Int? = nil,
    isPrinted: Bool = false
  ) throws -> [String] {
    try shared.withLock { session in
      let browser = try session ?? BrowserSession(limit: suiteLimit)
      // If the script fails, the next call starts another browser.
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
