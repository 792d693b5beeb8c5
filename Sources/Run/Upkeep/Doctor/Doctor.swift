import CProcess
import EditDecisions
package import Failures
import Foundation
import Library
import Media
import Rendering
import Settings
import Workers
import Workspace

/// Looks at what is installed, and at the library where there is one.
package struct Doctor {
  package struct Examination: Sendable {
    /// A line a part, ending in a line end.
    package var text: String
    /// `.done`, or what stands in the way of working.
    package var status: ExitStatus
  }

  /// Examines, with `--config` where given.
  package static func examine(configuration: String?) async -> Examination {
    var doctor = Doctor()
    doctor.lookAtMedia()
    doctor.lookAtCage(await CageTrial.outcome())
    let environment = ProcessInfo.processInfo.environment
    let foreign = SettingsLoader.foreign(in: environment)
    if !foreign.isEmpty {
      doctor.note(
        "environment", "\(foreign.joined(separator: ", ")): no settings of gazecut's")
    }
    doctor.lookAtLibrary(configuration, isNamed: environment["GAZECUT_LIBRARY"] != nil)
    let lines = TextColumns.lines(doctor.findings)
    return Examination(text: lines.joined(separator: "\n") + "\n", status: doctor.status)
  }

  private var findings: [[String]] = []
  private var status = ExitStatus.done

  private mutating func good(_ part: String, _ what: String) {
    findings.append(["ok", part, what])
  }

  private mutating func note(_ part: String, _ what: String) {
    findings.append(["note", part, what])
  }

  // What is there and cannot be used as it is, is WRONG and not MISSING.
  private mutating func bad(
    _ part: String, _ what: String, _ status: ExitStatus, word: String = "MISSING"
  ) {
    findings.append([word, part, what])
    if self.status == .done { self.status = status }
  }

  private mutating func lookAtMedia() {
    good("gazecut", GazecutVersion.text)
    good("FFmpeg", Catalogue.release)
    for library in Catalogue.libraries { good(library.name, library.version) }
    good("SQLite", LibraryDatabase.sqliteVersion)
    let missing = Catalogue.missingFilters()
    if missing.isEmpty {
      good("filters", "all that are needed")
    } else {
      bad(
        "filters", "\(missing.joined(separator: ", ")); install Debian's libavfilter",
        .missingComponent)
    }
    let wanted = Settings().render.encoder
    if Catalogue.hasEncoder(wanted) {
      good("encoder", "\(wanted); these work here too: \(others(than: wanted))")
    } else {
      bad(
        "encoder", "\(wanted); there are: \(others(than: wanted)) (set render.encoder)",
        .missingComponent)
    }
  }

  /// Says what media cannot reach while a file is rendered: tried, as kernels differ.
  private mutating func lookAtCage(_ refused: [CageTrial.Reach]?) {
    guard let refused else {
      return note(
        "cage", "could not be tried: no worker could be started, or no temporary folder made")
    }
    let open = CageTrial.Reach.allCases.filter { !refused.contains($0) }
    func list(_ reaches: [CageTrial.Reach]) -> String {
      reaches.map(\.rawValue).joined(separator: ", ")
    }
    if !refused.isEmpty { good("cage", "out of reach while rendering: \(list(refused))") }
    guard !open.isEmpty else { return }
    note(
      "cage",
      "not held off by this kernel: \(list(open)) (Landlock of Linux 6.7 and seccomp filters do)")
  }

  private func others(than encoder: String) -> String {
    let others = EncoderTrial.working.filter { $0 != encoder }
    return others.isEmpty ? "none" : others.joined(separator: ", ")
  }

  /// The files of a library that tell who watched, and are not their owner's alone, as a shell
  /// takes them: SQLite gives the rights of its database to what it puts beside it.
  private static func readByOthers(in library: String) -> [String] {
    func isOpen(_ name: String) -> Bool {
      var status = stat()
      return stat(library + "/" + name, &status) == 0
        && status.st_mode & (S_IRWXG | S_IRWXO) != 0
    }
    let database = ["", "-wal", "-shm"].contains { isOpen("gazecut.sqlite" + $0) }
    return (database ? ["gazecut.sqlite*"] : []) + (isOpen("gazecut.key") ? ["gazecut.key"] : [])
  }

  private mutating func lookAtLibrary(_ configuration: String?, isNamed: Bool) {
    do {
      let library = try LibraryFolder.find(configuration: configuration)
      good("settings", library.configuration)
      let settings = try library.settings.settings(for: nil)
      let finder = library.sourceFinder(settings)
      for folder in finder.unreadableFolders { bad("videos", "cannot read \(folder)", .notFound) }
      for folder in finder.silentFolders {
        bad("videos", "\(folder) does not answer: is its mount dead?", .inputOutputFailed)
      }
      for line in UnusableName(finder, in: library).lines {
        note("videos", TerminalText.escaped(line))
      }
      if let refused = Writability(library, settings)?.refused, !refused.isEmpty {
        bad(
          "rights", Writability.remedy(refused, in: library.path), .noPermission, word: "WRONG")
      }
      let open = Self.readByOthers(in: library.path)
      if !open.isEmpty {
        bad(
          "rights",
          "others may read what tells who watched, as copies that are restored may be: "
            + "cd '\(library.path)' && chmod go= \(open.joined(separator: " "))",
          .noPermission, word: "WRONG")
      }
      let database = try library.database(for: .reading)
      try database.check()
      good("database", "sound")
      let videos = try StatusReport(library: library).knownVideos()
      good("videos", "\(videos.count { $0.source != .missing }) found")
      for video in videos where video.source == .missing {
        let id = video.summary.id
        if finder.ids.contains(id) {
          note("videos", "\(id): the source that gazecut.yaml names is not there")
        } else if video.summary.sessions > 0 {
          note("videos", "\(id): it has an audience and no source")
        }
      }
      for line in try library.unknownKeys(finder, in: database) {
        note("settings", TerminalText.escaped(line))
      }
      for standing in try DueCheck(library: library, database: database).standings() {
        if !standing.missing.isEmpty {
          let count = standing.missing.count.counted("file")
          note("clips", "\(standing.video): \(count) missing; `gazecut check` lists them")
        }
        if let change = standing.source {
          note("videos", "\(standing.video): \(change.sentence())")
        }
      }
      do {
        try database.requireKey()
      } catch {
        bad("key", "\(error)", .configuration, word: "WRONG")
      }
      if !Catalogue.hasEncoder(settings.render.encoder) {
        bad("render.encoder", settings.render.encoder, .missingComponent)
      }
    } catch {
      let failure = CommandFailure(describing: error)
      // Being outside a library is no illness, unless one was named.
      if failure.status == .notFound, configuration == nil, !isNamed {
        note("library", "none here; `gazecut init` makes one")
      } else {
        let word = failure.status == .notFound ? "MISSING" : "WRONG"
        bad("library", failure.message, failure.status, word: word)
      }
    }
  }
}
