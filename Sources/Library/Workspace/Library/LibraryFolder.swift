import Foundation
import Media
package import Rendering
package import Settings
import Support

package struct LibraryFolder: Sendable {
  static let configurationName = "gazecut.yaml"
  /// The watched folder of a library without `timelines:`.
  package static let timelinesName = "timelines"

  package let path: String
  /// The folder of a copy of the database; `nil` for the original.
  private(set) var databaseFolder: String?
  package let configuration: String
  package let settings: SettingsLoader
  /// Reads disks outside the library with a timeout.
  let disks: TimedDiskAccess
  /// Processes that identify sources and subtitle files, and test encoders.
  package let readers: ReaderPool

  /// Finds the library and reads its configuration.
  ///
  /// It uses `--config`, then `GAZECUT_LIBRARY`, then the nearest folder from `directory` upwards
  /// that contains gazecut.yaml.
  ///
  /// - Throws: `CommandFailure` 66 if there is none, 78 if its configuration is invalid;
  ///   `SettingsError` with origin `.flag` if one of `flags` (`--set`) is invalid.
  package static func find(
    configuration: String?, flags: [String] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment,
    directory: String = FileManager.default.currentDirectoryPath, readers: ReaderPool = .processes()
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

  /// The same library with a copy of its database, which a dry run may change.
  package func keepingDatabase(in folder: String) -> LibraryFolder {
    var library = self
    library.databaseFolder = folder
    return library
  }

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
      "there is no library here: no folder from '\(directory)' upwards contains "
        + "\(configurationName); create one with `gazecut init`, or name one with --config or "
        + "GAZECUT_LIBRARY")
  }

  private static func existing(_ file: String, named origin: String) throws -> String {
    guard FileManager.default.fileExists(atPath: file) else {
      throw CommandFailure(.notFound, "\(origin): there is no file '\(file)'")
    }
    guard OutputFolders.isThere(file) else { return file }
    // The library folder may be given instead of the configuration file.
    let inside = file + "/" + configurationName
    guard FileManager.default.fileExists(atPath: inside) else {
      throw CommandFailure(
        .notFound,
        "\(origin): the folder '\(file)' contains no \(configurationName); "
          + "`gazecut init \(file)` makes it a library")
    }
    return inside
  }

  /// Makes a path absolute and removes `.` and `..`.
  ///
  /// Links are resolved only before `..`, as the system does, because a disk may not respond.
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
  package func outputPath(_ settings: Settings) -> String {
    Self.absolute(settings.library.output, from: path)
  }

  package func shorts(_ settings: Settings) -> String { outputPath(settings) + "/shorts" }

  package func clipFiles(of video: String, flags: [String] = []) throws -> ClipFolder {
    clipFiles(of: video, try settings.settings(for: video, flags: flags))
  }

  package func clipFiles(of video: String, _ settings: Settings) -> ClipFolder {
    ClipFolder(folder: shorts(settings) + "/" + video)
  }

  /// A path relative to the library if it is inside, because a library may be moved.
  package func shown(_ path: String) -> String { Self.shown(path, in: self.path) }

  static func shown(_ path: String, in folder: String) -> String {
    path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
  }
}

extension LibraryFolder {
  /// Creates a library folder with gazecut.yaml, videos/ and timelines/; overwrites nothing.
  ///
  /// - Returns: what was done and what to do next, one line each.
  /// - Throws: `CommandFailure` 73, 74 or 77; `MediaError` if gazecut.yaml cannot be written.
  package static func create(at directory: String) throws -> [String] {
    let folder = absolute(directory)
    let file = folder + "/" + configurationName
    for name in ["videos", timelinesName] { try OutputFolders.make(folder + "/" + name) }
    if FileManager.default.fileExists(atPath: file) {
      return ["\(file) already exists; nothing was changed."]
    }
    try AtomicFile.write(Array(SettingsTemplate.text.utf8), to: file)
    return [
      "Made \(file)",
      "Next: put a video into \(folder)/videos, for example trip.mp4, and its recordings into "
        + "\(folder)/timelines/trip, one file per viewer. Then `gazecut run`.",
    ]
  }
}
