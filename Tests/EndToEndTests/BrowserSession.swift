import Foundation
import Glibc
import TestMaterial
import Testing

/// Headless Chromium that receives clicks, drags and keys as the browser's own input events (Chrome
/// DevTools Protocol, domain Input) over a pair of pipes.
final class BrowserSession {
  /// Number of actions so far: pointer moves, button presses and releases, and keys.
  struct Actions {
    var pointings = 0
    var buttons = 0
    var keys = 0

    /// The sum of all actions.
    var count: Int { pointings + buttons + keys }
    /// Seconds the actions take by the keystroke-level model: 0.28 s per key of an average typist,
    /// 1.1 s per pointer move, 0.1 s per button event (Card, Moran and Newell 1980).
    var seconds: Double { Double(keys) * 0.28 + Double(pointings) * 1.1 + Double(buttons) * 0.1 }
  }

  private(set) var actions = Actions()
  private let folder: String
  private let browser: ChildProcess
  private let commands: Int32
  private let responses: Int32
  private var received = Data()
  private var events: [String] = []
  private var lastID = 0
  private var page: String?

  /// Starts the browser with an empty page; downloads go into a folder.
  ///
  /// The browser is ended after `limit` seconds.
  init(downloads: String = "/nonexistent", limit: Double = Program.limit) throws {
    folder = FileManager.default.temporaryDirectory.path + "/session-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let (to, from) = (folder + "/to", folder + "/from")
    try #require(mkfifo(to, 0o600) == 0 && mkfifo(from, 0o600) == 0)
    // Both ends are opened, so opening does not block. `poll` reports a missing answer.
    (commands, responses) = (
      Glibc.open(to, O_RDWR | O_CLOEXEC), Glibc.open(from, O_RDWR | O_CLOEXEC)
    )
    // The browser ends when its command pipe is closed.
    browser = try ChildProcess(
      .init(
        try ExternalProgram("bash").path,
        [
          "-c", #""${@:2}" 3<"$1/to" 4>"$1/from"; rm -rf "$1""#, "bash", folder,
          try ExternalProgram("chromium").path, "--headless=new", "--no-sandbox", "--disable-gpu",
          "--user-data-dir=\(folder)/profile", "--remote-debugging-pipe",
          "--autoplay-policy=no-user-gesture-required", "--window-size=1280,900", "about:blank",
        ]), limit: limit)
    try send("Browser.setDownloadBehavior", ["behavior": "allow", "downloadPath": downloads])
    let target = try send("Target.createTarget", ["url": "about:blank"])["targetId"]
    let attached = try send(
      "Target.attachToTarget", ["targetId": target ?? "", "flatten": true])
    page = attached["sessionId"] as? String
    try send("Page.enable")
  }

  deinit {
    close(commands)
    close(responses)
    _ = try? browser.wait()
  }

  /// Opens a file, optionally with a window width in pixels or in print layout.
  func open(
    _ file: String, hasPolicy: Bool = true, isDark: Bool = false, width: Int? = nil,
    isPrinted: Bool = false
  ) throws {
    if let width {
      try send(
        "Emulation.setDeviceMetricsOverride",
        ["width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600])
    } else {
      try send("Emulation.clearDeviceMetricsOverride")
    }
    try send("Page.setBypassCSP", ["enabled": !hasPolicy])
    let scheme = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    try send(
      "Emulation.setEmulatedMedia", ["media": isPrinted ? "print" : "", "features": [scheme]])
    events = []
    try send("Page.navigate", ["url": URL(fileURLWithPath: file).absoluteString])
    while !events.contains("Page.loadEventFired") { _ = try message() }
  }

  /// The value of an expression, converted to text.
  func text(of expression: String) throws -> String { try value("String(\(expression))") }

  /// The value of an expression that is text; waits if it is a promise.
  func value(_ expression: String) throws -> String {
    let answer = try send(
      "Runtime.evaluate",
      ["expression": expression, "returnByValue": true, "awaitPromise": true])
    return try #require((answer["result"] as? [String: Any])?["value"] as? String, "\(answer)")
  }

  /// Presses and releases the button on an element.
  func click(_ selector: String) throws {
    try drag(selector)
    actions.pointings -= 1
  }

  /// Presses on an element, moves, and releases.
  func drag(_ selector: String, right: Double = 0, down: Double = 0) throws {
    let place = try text(
      of:
        """
        (() => {
          const element = document.querySelector(`\(selector)`);
          element.scrollIntoView({ block: 'center', behavior: 'instant' });
          const box = element.getBoundingClientRect();
          return `${box.x + box.width / 2} ${box.y + box.height / 2}`;
        })()
        """
    ).split(separator: " ").compactMap { Double($0) }
    try #require(place.count == 2, "\(selector)")
    let (x, y) = (place[0], place[1])
    try mouse("mouseMoved", x, y)
    try mouse("mousePressed", x, y)
    for step in 1...4 where right != 0 || down != 0 {
      let share = Double(step) / 4
      try mouse("mouseMoved", x + right * share, y + down * share, isDown: true)
    }
    try mouse("mouseReleased", x + right, y + down)
    actions.pointings += 2
    actions.buttons += 2
  }

  /// Types a line, then Enter.
  func type(_ line: String) throws {
    try send("Input.insertText", ["text": line])
    for kind in ["rawKeyDown", "char", "keyUp"] {
      var key: [String: Any] = ["type": kind, "key": "Enter", "code": "Enter"]
      key["windowsVirtualKeyCode"] = 13
      if kind == "char" { key["text"] = "\r" }
      try send("Input.dispatchKeyEvent", key)
    }
    actions.keys += line.count + 1
  }

  private func mouse(
    _ kind: String, _ x: Double, _ y: Double, isDown: Bool = false
  ) throws {
    var event: [String: Any] = ["type": kind, "x": x, "y": y, "button": "left"]
    event["clickCount"] = kind == "mouseMoved" ? 0 : 1
    if kind == "mouseMoved" { event["button"] = isDown ? "left" : "none" }
    event["buttons"] = isDown || kind == "mousePressed" ? 1 : 0
    try send("Input.dispatchMouseEvent", event)
  }

  /// Sends a command and returns its result.
  @discardableResult
  private func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastID += 1
    var command: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    if let page { command["sessionId"] = page }
    var bytes = try JSONSerialization.data(withJSONObject: command)
    bytes.append(0)
    let written = bytes.withUnsafeBytes { write(commands, $0.baseAddress, $0.count) }
    try #require(written == bytes.count)
    while true {
      let answer = try message()
      guard answer["id"] as? Int == lastID else { continue }
      return try #require(answer["result"] as? [String: Any], "\(method): \(answer)")
    }
  }

  /// The next message.
  ///
  /// Messages are separated by zero bytes.
  private func message() throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0) {
        let text = received[received.startIndex..<end]
        received = received[(end + 1)...]
        let message = try #require(
          try JSONSerialization.jsonObject(with: text) as? [String: Any])
        if let event = message["method"] as? String { events.append(event) }
        return message
      }
      var ready = pollfd(fd: responses, events: Int16(POLLIN), revents: 0)
      try #require(poll(&ready, 1, 60_000) > 0, "the browser no longer answers")
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(responses, &bytes, bytes.count)
      try #require(count > 0)
      received.append(contentsOf: bytes[..<count])
    }
  }
}
