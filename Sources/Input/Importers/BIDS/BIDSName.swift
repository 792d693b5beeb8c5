import Foundation

/// A file of a BIDS dataset by its name: `sub-01_task-rest_recording-eye1_physio.tsv.gz`.
struct BIDSName {
  let path: String
  /// The parts with a value in their order, such as `sub-01`.
  let entities: [String]
  /// What kind of file it is, such as `physio`.
  let suffix: String

  /// Takes a name apart; one that is none of BIDS has a suffix that no such file has.
  init(_ path: String) {
    self.path = path
    let name = URL(fileURLWithPath: path).lastPathComponent
    let parts = (name.split(separator: ".").first ?? "").split(separator: "_").map(String.init)
    suffix = parts.last ?? ""
    entities = parts.dropLast().filter { $0.contains("-") }
  }

  var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// Who it is of: `sub-01`.
  var subject: String? { entities.first { $0.hasPrefix("sub-") } }

  /// What the recordings of one viewing have in common.
  var viewing: [String] { entities.filter { !$0.hasPrefix("recording-") } }

  /// Whether it is a recording of an eye: its name ends as one and its sidecar says so.
  var isEyeTracking: Bool {
    suffix == "physio" && isData && (try? BIDSSidecar(self))?.isEyeTracking ?? false
  }

  /// The data files beside it of the same viewing, of a suffix, in order of their names.
  func beside(_ suffix: String) -> [BIDSName] {
    Self.files(of: suffix, in: folder).filter { $0.isData && $0.viewing == viewing }
      .sorted { $0.path < $1.path }
  }

  /// The files of a folder whose names have a suffix.
  static func files(of suffix: String, in folder: String) -> [BIDSName] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .map { BIDSName(folder + "/" + $0) }.filter { $0.suffix == suffix }
  }

  private var isData: Bool { path.hasSuffix(".tsv") || path.hasSuffix(".tsv.gz") }
}

/// What is told of a data file beside it: the values of its own JSON and, where that is silent, of
/// those above it whose names say less (the inheritance principle).
struct BIDSSidecar {
  /// How far above a file its dataset may begin: subject, session, kind of data.
  private static let mostFolders = 5

  /// What the dataset calls itself.
  let dataset: String?
  private let values: [(key: String, value: JSONValue)]

  /// Reads what is told of a file.
  init(_ name: BIDSName) throws(ImportError) {
    var folder = URL(fileURLWithPath: name.path).standardizedFileURL.deletingLastPathComponent()
    var folders = [folder.path]
    var root: String?
    for _ in 0..<Self.mostFolders {
      let description = folder.appendingPathComponent("dataset_description.json").path
      if FileManager.default.fileExists(atPath: description) {
        root = description
        break
      }
      folder.deleteLastPathComponent()
      folders.append(folder.path)
    }
    // Without a dataset around it nothing above a file is meant for it.
    if root == nil { folders = Array(folders.prefix(1)) }
    let file = root.flatMap { try? Self.read($0) }
    dataset = file?.first { $0.key == "Name" }?.value.text
    var values: [(key: String, value: JSONValue)] = []
    for folder in folders {
      for path in Self.sidecars(of: name, in: folder) { values += try Self.read(path) }
    }
    self.values = values
  }

  /// The value of the nearest file that has one.
  subscript(key: String) -> JSONValue? { values.first { $0.key == key }?.value }

  /// Whether it is told of a recording of an eye.
  var isEyeTracking: Bool {
    self["PhysioType"]?.text == "eyetrack"
      || (self["Columns"]?.texts?.contains("x_coordinate") ?? false)
  }

  /// The sidecars of a folder that hold for a file, the one that names most of it first.
  private static func sidecars(of name: BIDSName, in folder: String) -> [String] {
    BIDSName.files(of: name.suffix, in: folder)
      .filter { $0.path.hasSuffix("\(name.suffix).json") }
      .filter { $0.entities.allSatisfy(name.entities.contains) }
      .sorted { ($1.entities.count, $0.path) < ($0.entities.count, $1.path) }.map(\.path)
  }

  private static func read(
    _ path: String
  ) throws(ImportError) -> [(key: String, value: JSONValue)] {
    var reader = try JSONReader(try ByteSource(path: path), lines: false)
    guard case .object(let members) = try JSONValue(&reader, isMended: true).content else {
      throw reader.failure("this is no sidecar", "it is a JSON object {…}")
    }
    return members
  }
}
