import CProcess
import Foundation
import Ingest
import Library
import Media
import Rendering
import Reporting
import Settings
package import Support
import Workspace

/// Checks the installed components and, if there is one, the library (`gazecut doctor`).
package struct Doctor {
  /// Runs all checks; `configuration` is the path given with `--config`.
  ///
  /// - Returns: one line per check, each with a line end; `.done`, or the exit code of the first
  ///   problem.
  package static func examine(configuration: String?) async -> (text: String, status: ExitStatus) {
    var doctor = Doctor()
    doctor.checkMedia()
    doctor.checkSandbox(await SandboxProbe.outcome())
    let environment = ProcessInfo.processInfo.environment
    let foreign = SettingsLoader.foreign(in: environment)
    if !foreign.isEmpty {
      doctor.addNote("environment", "\(foreign.joined(separator: ", ")): not settings of gazecut")
    }
    doctor.checkLibrary(configuration, isNamed: environment["GAZECUT_LIBRARY"] != nil)
    let lines = TextColumns.lines(doctor.findings)
    return (lines.joined(separator: "\n") + "\n", doctor.status)
  }

  private var findings: [[String]] = []
  private var status = ExitStatus.done

  private mutating func addOK(_ part: String, _ what: String) {
    findings.append(["ok", part, what])
  }

  private mutating func addNote(_ part: String, _ what: String) {
    findings.append(["note", part, what])
  }

  /// Adds a problem: `MISSING` if something is not installed, `WRONG` if it cannot be used as it
  /// is.
  private mutating func addProblem(
    _ part: String, _ what: String, _ status: ExitStatus, word: String = "MISSING"
  ) {
    findings.append([word, part, what])
    if self.status == .done { self.status = status }
  }

  private mutating func checkMedia() {
    addOK("gazecut", GazecutVersion.text)
    addOK("FFmpeg", FFmpegBuild.release)
    for library in FFmpegBuild.libraries { addOK(library.name, library.version) }
    addOK("SQLite", LibraryDatabase.sqliteVersion)
    let missing = FFmpegBuild.missingFilters()
    if missing.isEmpty {
      addOK("filters", "all required filters are installed")
    } else {
      addProblem(
        "filters", "\(missing.joined(separator: ", ")); install Debian's package libavfilter",
        .missingComponent)
    }
    let wanted = Settings().render.encoder
    if FFmpegBuild.hasEncoder(wanted) {
      addOK("encoder", "\(wanted); also available: \(otherEncoders(than: wanted))")
    } else {
      addProblem(
        "encoder", "\(wanted); available: \(otherEncoders(than: wanted)) (set render.encoder)",
        .missingComponent)
    }
  }

  /// Reports what the sandbox of rendering workers blocks; it was tested, since kernels differ.
  private mutating func checkSandbox(_ refused: [SandboxProbe.ForbiddenAccess]?) {
    guard let refused else {
      return addNote(
        "sandbox", "could not be tested: no worker started, or no temporary folder could be made")
    }
    let open = SandboxProbe.ForbiddenAccess.allCases.filter { !refused.contains($0) }
    func list(_ reaches: [SandboxProbe.ForbiddenAccess]) -> String {
      reaches.map(\.rawValue).joined(separator: ", ")
    }
    if !refused.isEmpty { addOK("sandbox", "blocked while rendering: \(list(refused))") }
    guard !open.isEmpty else { return }
    addNote(
      "sandbox",
      "not blocked by this kernel: \(list(open)) (Linux 6.7 with Landlock and seccomp does)")
  }

  private func otherEncoders(than encoder: String) -> String {
    let others = EncoderProbe.working.filter { $0 != encoder }
    return others.isEmpty ? "none" : others.joined(separator: ", ")
  }

  /// Names of library files with viewers' data that other users can access, as shell patterns.
  ///
  /// SQLite creates -wal and -shm with the mode of the database.
  private static func filesOpenToOthers(in library: String) -> [String] {
    func isOpen(_ name: String) -> Bool {
      var status = stat()
      return stat(library + "/" + name, &status) == 0 && status.st_mode & (S_IRWXG | S_IRWXO) != 0
    }
    let database = ["", "-wal", "-shm"].contains { isOpen("gazecut.sqlite" + $0) }
    return (database ? ["gazecut.sqlite*"] : []) + (isOpen("gazecut.key") ? ["gazecut.key"] : [])
  }

  private mutating func checkLibrary(_ configuration: String?, isNamed: Bool) {
    do {
      let library = try LibraryFolder.find(configuration: configuration)
      _ = try library.inputSources()
      addOK("settings", library.configuration)
      let settings = try library.settings.settings(for: nil)
      let finder = library.sourceFinder(settings)
      for folder in finder.unreadableFolders {
        addProblem("videos", "cannot read \(folder)", .notFound)
      }
      for folder in finder.unresponsiveFolders {
        addProblem("videos", "\(folder) does not respond: check its mount", .inputOutputFailed)
      }
      for line in UnusableFileNames(finder, in: library).lines + library.emptyFileNotices(finder) {
        addNote("videos", TerminalText.escaped(line))
      }
      let refused = UnwritablePaths.find(in: library, settings)
      if !refused.isEmpty {
        addProblem(
          "rights", UnwritablePaths.remedy(refused, in: library.path), .noPermission, word: "WRONG")
      }
      let open = Self.filesOpenToOthers(in: library.path)
      if !open.isEmpty {
        addProblem(
          "rights",
          "other users can access files that identify viewers, for example after a backup was "
            + "restored; run: cd '\(library.path)' && chmod go= \(open.joined(separator: " "))",
          .noPermission, word: "WRONG")
      }
      let database = try library.database(for: .reading)
      try database.check()
      addOK("database", "no damage found")
      let videos = try StatusReport(library: library).knownVideos()
      addOK("videos", "\(videos.count { $0.source != .missing }) found")
      for video in videos where video.source == .missing {
        let id = video.summary.id
        if finder.ids.contains(id) {
          addNote("videos", "\(id): the source that gazecut.yaml names does not exist")
        } else if video.summary.sessions > 0 {
          addNote("videos", "\(id): it has an audience but no source")
        }
      }
      for line in try library.unknownKeys(finder, in: database) {
        addNote("settings", TerminalText.escaped(line))
      }
      for standing in try DueVideos(library: library, database: database).videoStatuses() {
        if !standing.missing.isEmpty {
          let count = standing.missing.count.counted("file")
          addNote("clips", "\(standing.video): \(count) missing; `gazecut check` lists them")
        }
        if let failure = standing.state.failure {
          addNote(
            "videos", TerminalText.escaped("\(standing.video) failed in the last run: \(failure)"))
        }
        if let problem = standing.sourceProblem, standing.state.failure == nil {
          addNote("videos", problem)
        }
        if let change = standing.source {
          addNote("videos", "\(standing.video): \(change.sentence())")
        }
      }
      do {
        try database.requireKey()
      } catch {
        addProblem("key", "\(error)", .configuration, word: "WRONG")
      }
      if !FFmpegBuild.hasEncoder(settings.render.encoder) {
        addProblem("render.encoder", settings.render.encoder, .missingComponent)
      }
    } catch {
      let failure = CommandFailure(describing: error)
      // It is no problem to be outside a library, unless the user named one.
      if failure.status == .notFound, configuration == nil, !isNamed {
        addNote("library", "none here; create one with `gazecut init`")
      } else {
        let word = failure.status == .notFound ? "MISSING" : "WRONG"
        addProblem("library", failure.message, failure.status, word: word)
      }
    }
  }
}
