import Audience
import EditDecisions
import Foundation
import Media
import Rendering
import Settings
import Support
import Workspace

/// Renders an audience's gaze and reactions over the source.
package struct OverlayRenderer {
  private let explanation: Explanation

  package init(_ explanation: Explanation) { self.explanation = explanation }

  private var source: SourceVideo { explanation.source }

  /// Renders the overlay, and returns what `explain` prints about it.
  ///
  /// `window` is in seconds of play time; `nil` renders the whole video. `progress` receives the
  /// frames written and the total. Throws `CommandFailure` 65 for a window outside the video, and
  /// 73 for a file that cannot or may not be written.
  package func render(
    to file: String, of window: ClosedRange<Double>?, mayReplace: Bool,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) throws -> OverlayResult {
    let path = LibraryFolder.absolute(file)
    try requireWritable(path, mayReplace: mayReplace)
    let window = try seconds(of: window)
    let settings = explanation.settings.render
    let moments = try explanation.decisions()?.moments ?? []
    let audience = OverlayPlanner(
      summary: try explanation.audience.summary(withLooksIn: window, explanation.disclosure),
      chooser: explanation.chooser, choice: explanation.choice, moments: moments)
    let levels = audience.levels(within: window)
    explanation.report("drawing")
    let reader = SourceReader(
      source.info.path, writingTo: (path as NSString).deletingLastPathComponent,
      seconds: window.upperBound - window.lowerBound, isHardware: settings.isHardware,
      isCancelled: explanation.isCancelled)
    let file = try reader.overlay(
      OverlayJob(
        source: source.info, settings: settings, window: window, binSeconds: TimeBins.length,
        levels: levels, moments: audience.overlayMoments, path: path),
      bin: audience.bin, progress: progress)
    return OverlayResult(file, of: explanation.video, from: window.lowerBound)
  }

  private func seconds(of window: ClosedRange<Double>?) throws -> Range<Double> {
    guard let window else { return 0..<source.info.duration }
    try explanation.require(window.lowerBound, "--overlay: the start")
    let frame = 1 / source.description.frameRate.value
    guard window.upperBound <= source.info.duration + frame else {
      throw CommandFailure(
        .badData,
        "--overlay: the end \(PlayTime.clock(window.upperBound)) is outside "
          + "'\(explanation.video)', which lasts \(PlayTime.clock(source.info.duration))")
    }
    return window.lowerBound..<min(source.info.duration, window.upperBound)
  }

  /// Rejects a path if the file exists and may not be replaced, or if it is in the folder of
  /// sources.
  private func requireWritable(_ path: String, mayReplace: Bool) throws {
    let folder = Self.real((path as NSString).deletingLastPathComponent)
    guard OutputFolders.isThere(folder) else {
      throw CommandFailure(.cannotCreate, "--overlay: there is no folder '\(folder)'")
    }
    let place = folder + "/" + (path as NSString).lastPathComponent
    let sources = Self.real(
      LibraryFolder.absolute(explanation.settings.library.videos, from: explanation.library.path))
    guard !place.hasPrefix(sources + "/"), Self.real(path) != Self.real(source.info.path) else {
      throw CommandFailure(
        .cannotCreate,
        "--overlay: '\(path)' is in the folder of the library's sources; name a file elsewhere")
    }
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard !OutputFolders.isThere(path) else {
      throw CommandFailure(.cannotCreate, "--overlay: '\(path)' is a folder")
    }
    guard mayReplace else {
      throw CommandFailure(
        .cannotCreate, "--overlay: '\(path)' already exists; --force replaces it")
    }
  }

  private static func real(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}

package struct OverlayResult: Sendable {
  package let text: String
  /// One line of JSON, schema `gazecut.explanation/2`.
  package let json: String

  init(_ file: RenderedFile, of video: String, from start: Double) {
    text =
      "\(file.path): \(Rounding.text(file.duration, decimals: 1)) s, "
      + file.frames.counted("frame")
    json = JSONText.of {
      $0.add("schema", ExplanationJSON.schema)
      $0.add("video") { $0.add("id", video) }
      $0.add("overlay") {
        $0.add("path", file.path)
        $0.add("start", start, decimals: 3)
        $0.add("duration", file.duration, decimals: 3)
        $0.add("frames", file.frames)
      }
    }
  }
}
