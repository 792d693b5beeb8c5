import Foundation

/// The recording of one eye, row by row: a table without a header, whose sidecar names the columns.
final class BIDSEye {
  let name: BIDSName
  let sidecar: BIDSSidecar
  let rows: DelimitedRows
  /// Which columns tell the point.
  let point: (x: Int, y: Int)
  /// The seconds of the last row on the device's clock; `nil` where it does not tell.
  private(set) var time: Double?
  private let stamp: (index: Int, unit: TimeUnit)?
  private let rate: Double
  private var count = 0.0

  init(_ name: BIDSName, _ source: ByteSource) throws(ImportError) {
    self.name = name
    let sidecar = try BIDSSidecar(name)
    self.sidecar = sidecar
    guard let columns = sidecar["Columns"]?.texts else {
      throw ImportError(
        of: name.path, "no sidecar names its columns",
        "put the .json with \"Columns\" beside it, or above it")
    }
    guard let x = columns.firstIndex(of: "x_coordinate"),
      let y = columns.firstIndex(of: "y_coordinate")
    else {
      throw ImportError(
        of: name.path, "its sidecar names no x_coordinate and y_coordinate",
        "give a recording of an eye (PhysioType eyetrack)")
    }
    point = (x, y)
    rate = sidecar["SamplingFrequency"]?.number ?? 0
    let unit = sidecar["timestamp"]?["Units"]?.text.flatMap { TimeUnit(word: $0) }
    stamp = columns.firstIndex(of: "timestamp").flatMap { index in unit.map { (index, $0) } }
    guard stamp != nil || rate > 0 else {
      throw ImportError(
        of: name.path,
        "its sidecar tells neither the unit of its timestamp nor a SamplingFrequency",
        "add \"timestamp\": {\"Units\": \"ms\"}, or the SamplingFrequency in Hz")
    }
    rows = try DelimitedRows(headless: source, delimiter: UInt8(ascii: "\t"), names: columns)
  }

  /// How long an interval is, for samples of two eyes that are one.
  var interval: Double { rate > 0 ? 1 / rate : 0 }

  /// The unit of the timestamps in seconds, 1 where there are none.
  var secondsAUnit: Double {
    stamp.flatMap { $0.unit.perSecond }.map { 1 / $0 } ?? 1
  }

  func next() throws(ImportError) -> Bool {
    guard try rows.next() else { return false }
    time = stamp.map { $0.unit.seconds(rows.cells[$0.index], TableColumns.number) } ?? count / rate
    count += 1
    return true
  }

  /// Where the eye looked; `nil` where it is `n/a`.
  var place: (x: Double, y: Double)? {
    guard let x = rows.cells[point.x].number, let y = rows.cells[point.y].number else { return nil }
    return (x, y)
  }
}
