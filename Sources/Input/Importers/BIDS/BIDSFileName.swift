import Foundation

/// A file name of a BIDS dataset, split into its parts:
/// `sub-01_task-rest_recording-eye1_physio.tsv.gz`.
struct BIDSFileName {
  let path: String
  /// The key-value parts of the name in their order, for example `sub-01`.
  let entities: [String]
  /// The last part of the name, which is the kind of file, for example `physio`.
  let suffix: String

  /// If the name does not follow BIDS, `suffix` is not a kind of BIDS file.
  init(_ path: String) {
    self.path = path
    let name = URL(fileURLWithPath: path).lastPathComponent
    let parts = (name.split(separator: ".").first ?? "").split(separator: "_").map(String.init)
    suffix = parts.last ?? ""
    entities = parts.dropLast().filter { $0.contains("-") }
  }

  var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  var subject: String? { entities.first { $0.hasPrefix("sub-") } }

  /// The parts of the name without `recording-`; all recordings of one viewing share them.
  var viewing: [String] { entities.filter { !$0.hasPrefix("recording-") } }

  /// Whether this is an eye-tracking recording, according to its name and its sidecar.
  var isEyeTracking: Bool {
    suffix == "physio" && isData && (try? BIDSSidecar(self))?.isEyeTracking ?? false
  }

  /// The data files of the same viewing with a suffix, in the same folder and sorted by path.
  func beside(_ suffix: String) -> [BIDSFileName] {
    Self.files(of: suffix, in: folder).filter { $0.isData && $0.viewing == viewing }
      .sorted { $0.path < $1.path }
  }

  static func files(of suffix: String, in folder: String) -> [BIDSFileName] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .map { BIDSFileName(folder + "/" + $0) }.filter { $0.suffix == suffix }
  }

  private var isData: Bool { path.hasSuffix(".tsv") || path.hasSuffix(".tsv.gz") }
}

/// The JSON metadata of a BIDS data file, from its own sidecar first, then from those in the
/// folders above (the BIDS inheritance principle).
struct BIDSSidecar {
  /// Maximum number of folders searched for `dataset_description.json`: data type, session,
  /// subject and two more.
  private static let maximumParentFolders = 5

  /// Name of the dataset, from `dataset_description.json`.
  let dataset: String?
  private let values: [(key: String, value: JSONValue)]

  init(_ name: BIDSFileName) throws(ImportError) {
    let folder = URL(fileURLWithPath: name.path).standardizedFileURL.deletingLastPathComponent()
    let folders = Array(
      sequence(first: folder) { $0.deletingLastPathComponent() }.prefix(Self.maximumParentFolders))
    let descriptions = folders.map { $0.appendingPathComponent("dataset_description.json").path }
    let root = descriptions.firstIndex { FileManager.default.fileExists(atPath: $0) }
    let file = root.flatMap { try? Self.read(descriptions[$0]) }
    dataset = file?.first { $0.key == "Name" }?.value.text
    var values: [(key: String, value: JSONValue)] = []
    // Outside a dataset, sidecars in parent folders do not apply.
    for folder in folders[...(root ?? 0)] {
      for path in Self.sidecars(of: name, in: folder.path) { values += try Self.read(path) }
    }
    self.values = values
  }

  /// The value of a key from the most specific sidecar that has it.
  subscript(key: String) -> JSONValue? { values.first { $0.key == key }?.value }

  var isEyeTracking: Bool {
    self["PhysioType"]?.text == "eyetrack"
      || (self["Columns"]?.texts?.contains("x_coordinate") ?? false)
  }

  /// Paths of the sidecars in a folder that apply to a data file, the most specific first.
  private static func sidecars(of name: BIDSFileName, in folder: String) -> [String] {
    BIDSFileName.files(of: name.suffix, in: folder)
      .filter { $0.path.hasSuffix("\(name.suffix).json") }
      .filter { $0.entities.allSatisfy(name.entities.contains) }
      .sorted { ($1.entities.count, $0.path) < ($0.entities.count, $1.path) }.map(\.path)
  }

  private static func read(_ path: String) throws(ImportError) -> [(key: String, value: JSONValue)]
  {
    var reader = try JSONReader(try ByteSource(path: path), lines: false)
    guard case .object(let members) = try JSONValue(&reader, isMended: true).content else {
      throw reader.failure("this is not a sidecar", "a sidecar is a JSON object {…}")
    }
    return members
  }
}
