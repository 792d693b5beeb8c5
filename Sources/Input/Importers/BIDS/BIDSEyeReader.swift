import Foundation

/// Reads the gaze samples of one eye from a BIDS recording.
///
/// The recording is a table without a header; its JSON sidecar names the columns.
final class BIDSEyeReader {
  let name: BIDSFileName
  let sidecar: BIDSSidecar
  let rows: DelimitedRows
  let point: (x: Int, y: Int)
  /// Time of the current row on the device's clock, in seconds, if it has one.
  private(set) var time: Double?
  private let stamp: (index: Int, unit: TimeUnit)?
  private let rate: Double
  private var count = 0.0

  init(_ name: BIDSFileName, _ source: ByteSource) throws(ImportError) {
    self.name = name
    let sidecar = try BIDSSidecar(name)
    self.sidecar = sidecar
    guard let columns = sidecar["Columns"]?.texts else {
      throw ImportError(
        of: name.path, "the recording has no sidecar that names its columns",
        "put a .json file with \"Columns\" into its folder or a folder above")
    }
    guard let x = columns.firstIndex(of: "x_coordinate"),
      let y = columns.firstIndex(of: "y_coordinate")
    else {
      throw ImportError(
        of: name.path, "the sidecar lists no columns x_coordinate and y_coordinate",
        "give an eye-tracking recording (PhysioType eyetrack)")
    }
    point = (x, y)
    rate = sidecar["SamplingFrequency"]?.number ?? 0
    let unit = sidecar["timestamp"]?["Units"]?.text.flatMap { TimeUnit(word: $0) }
    stamp = columns.firstIndex(of: "timestamp").flatMap { index in unit.map { (index, $0) } }
    guard stamp != nil || rate > 0 else {
      throw ImportError(
        of: name.path, "the sidecar has neither a unit for its timestamps nor a SamplingFrequency",
        "add \"timestamp\": {\"Units\": \"ms\"}, or the SamplingFrequency in Hz")
    }
    rows = try DelimitedRows(headless: source, delimiter: UInt8(ascii: "\t"), names: columns)
  }

  /// Time between two samples in seconds; samples of both eyes within half of it are averaged.
  var interval: Double { rate > 0 ? 1 / rate : 0 }

  /// Length of one timestamp unit in seconds; 1 if there are no timestamps.
  var secondsPerUnit: Double { stamp.flatMap { $0.unit.perSecond }.map { 1 / $0 } ?? 1 }

  func next() throws(ImportError) -> Bool {
    guard try rows.next() else { return false }
    time = stamp.map { $0.unit.seconds(rows.cells[$0.index], TableColumns.number) } ?? count / rate
    count += 1
    return true
  }

  /// The gaze point of the current row; `nil` if a coordinate is `n/a`.
  var place: (x: Double, y: Double)? {
    guard let x = rows.cells[point.x].number, let y = rows.cells[point.y].number else { return nil }
    return (x, y)
  }
}
