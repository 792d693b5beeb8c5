import Foundation
import Library
import Media
package import Rendering
package import Settings
import Support

/// Where a library lies, and what its configuration says.
package struct LibraryFolder: Sendable {
  /// The name of the configuration file that makes a folder a library.
  static let configurationName = "gazecut.yaml"
  /// The folder of a library that is looked at where gazecut.yaml says nothing of places.
  package static let timelinesName = "timelines"

  /// The folder, absolute.
  package let path: String
  /// The folder of a copy of the database; `nil` for the library's own.
  private(set) var databaseFolder: String?
  /// The configuration file, absolute.
  package let configuration: String
  /// Its gazecut.yaml, read.
  package let settings: SettingsLoader
  /// Whatever lies outside is asked through them.
  let disks: TimedDiskAccess
  /// What tells sources from others, and texts beside them, and tries encoders.
  package let readers: ReaderPool

  /// Finds the library: the folder of `--config`, else `GAZECUT_LIBRARY`, else the nearest folder
  /// upwards from `directory` that holds gazecut.yaml.
  ///
  /// - Throws: `CommandFailure` 66 when there is none, 78 when its configuration is wrong;
  ///   `SettingsError` of origin `.flag` for a wrong one of `flags`, the command's `--set` values.
  package static func find(
    configuration: String?, flags: [String] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment,
    directory: String = FileManager.default.currentDirectoryPath,
    readers: ReaderPool = .processes()
  ) throws -> LibraryFolder {
    let file = try locate(
      configuration: configuration, environment: environment, directory: directory)
    let bytes: [UInt8]
    do {
      bytes = try RegularFile.bytes(of: file)
    } catch {
      let status: ExitStatus =
        switch error.code {
        case EACCES: .noPermission
        case EINVAL, EFBIG: .configuration
        default: .inputOutputFailed
        }
      throw CommandFailure(status, "cannot read '\(file)': \(error.description)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.configuration, "cannot read '\(file)' as UTF-8 text")
    }
    let loader = try SettingsLoader(yaml: text, path: file, environment: environment, flags: flags)
    _ = try loader.settings(for: nil)
    let folder = (file as NSString).deletingLastPathComponent
    return LibraryFolder(
      path: folder, configuration: file, settings: loader, disks: TimedDiskAccess(home: folder),
      readers: readers)
  }

  /// The same library with its database in another folder, where a dry run may change a copy.
  package func keepingDatabase(in folder: String) -> LibraryFolder {
    var library = self
    library.databaseFolder = folder
    return library
  }

  /// Where the configuration file of the library is; as `find`, which reads it.
  ///
  /// - Throws: `CommandFailure` 66 when there is none.
  package static func locate(
    configuration: String?, environment: [String: String] = ProcessInfo.processInfo.environment,
    directory: String = FileManager.default.currentDirectoryPath
  ) throws -> String {
    if let configuration {
      return try existing(absolute(configuration, from: directory), named: "--config")
    }
    if let folder = environment["GAZECUT_LIBRARY"], !folder.isEmpty {
      let file = (absolute(folder, from: directory) as NSString)
        .appendingPathComponent(configurationName)
      return try existing(file, named: "GAZECUT_LIBRARY")
    }
    var folder = absolute(directory, from: "/")
    while true {
      let file = (folder as NSString).appendingPathComponent(configurationName)
      if FileManager.default.fileExists(atPath: file) { return file }
      guard folder != "/" else { break }
      folder = (folder as NSString).deletingLastPathComponent
    }
    throw CommandFailure(
      .notFound,
      "there is no library here: no folder from '\(directory)' upwards holds "
        + "\(configurationName); make one with `gazecut init`, or name one with --config or "
        + "GAZECUT_LIBRARY")
  }

  private static func existing(_ file: String, named origin: String) throws -> String {
    guard FileManager.default.fileExists(atPath: file) else {
      throw CommandFailure(.notFound, "\(origin): there is no file '\(file)'")
    }
    guard OutputFolder.isThere(file) else { return file }
    // The folder itself is as good a name for a library as the file that makes it one.
    let inside = file + "/" + configurationName
    guard FileManager.default.fileExists(atPath: inside) else {
      throw CommandFailure(
        .notFound,
        "\(origin): the folder '\(file)' holds no \(configurationName); "
          + "`gazecut init \(file)` makes it a library")
    }
    return inside
  }

  /// A path from the root on, without `.` and `..`.
  ///
  /// A disk may not answer, so none is asked but for what a person wrote `..` behind: of a link the
  /// folder above is that above of what it leads to, as the system has it.
  package static func absolute(
    _ path: String, from directory: String = FileManager.default.currentDirectoryPath
  ) -> String {
    let expanded = path.hasPrefix("~") ? (path as NSString).expandingTildeInPath : path
    let full = expanded.hasPrefix("/") ? expanded : directory + "/" + expanded
    var parts: [Substring] = []
    for part in full.split(separator: "/") where part != "." {
      guard part == ".." else {
        parts.append(part)
        continue
      }
      let folder = "/" + parts.joined(separator: "/")
      if let real = realpath(folder, nil) {
        parts = String(cString: real).split(separator: "/")
        free(real)
      }
      _ = parts.popLast()
    }
    return "/" + parts.joined(separator: "/")
  }
}

extension LibraryFolder {
  /// Where outputs go: the library itself unless the configuration says otherwise.
  package func outputPath(_ settings: Settings) -> String {
    Self.absolute(settings.library.output, from: path)
  }

  /// The folders of all videos' clips.
  package func shorts(_ settings: Settings) -> String { outputPath(settings) + "/shorts" }

  /// The clips of one video, as its settings have them.
  package func clipFiles(of video: String, flags: [String] = []) throws -> ClipFolder {
    clipFiles(of: video, try settings.settings(for: video, flags: flags))
  }

  /// The same by settings that are at hand.
  package func clipFiles(of video: String, _ settings: Settings) -> ClipFolder {
    ClipFolder(folder: shorts(settings) + "/" + video)
  }

  /// A path as the library is told it: from its folder on where it lies inside, since a library may
  /// be moved with all it holds.
  package func shown(_ path: String) -> String { Self.shown(path, in: self.path) }

  /// The same, of the library in a folder.
  static func shown(_ path: String, in folder: String) -> String {
    path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
  }
}

extension LibraryFolder {
  /// Makes a library folder: gazecut.yaml, videos/ and timelines/; never overwrites.
  ///
  /// - Parameter directory: the folder, made with its parents if needed.
  /// - Returns: what was done, a line each, and what comes next.
  /// - Throws: `CommandFailure` 73, 74 or 77; `MediaError` where gazecut.yaml cannot be written.
  package static func create(at directory: String) throws -> [String] {
    let folder = absolute(directory)
    let file = folder + "/" + configurationName
    for name in ["videos", timelinesName] { try OutputFolder.make(folder + "/" + name) }
    if FileManager.default.fileExists(atPath: file) {
      return ["\(file) is there already; nothing was changed."]
    }
    try AtomicFile.write(Array(SettingsTemplate.text.utf8), to: file)
    return [
      "Made \(file)",
      "Next: put a video into \(folder)/videos, as trip.mp4, what its viewers' devices kept into "
        + "\(folder)/timelines/trip, a file a viewer, and `gazecut run`.",
    ]
  }
}
