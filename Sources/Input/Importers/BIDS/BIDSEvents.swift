/// The events of a BIDS recording: when the video was shown, and when the viewer blinked.
struct BIDSEvents {
  /// Number of event rows; `nil` without an events file.
  private(set) var count: Int?
  /// Intervals in seconds in which the video was shown, on the device's clock if `isDevice`,
  /// otherwise from the start of the recording.
  private(set) var shown: [(span: ViewingIntervals.Span, isDevice: Bool)] = []
  /// Intervals of blinks, in seconds on the device's clock.
  private(set) var blinks: [ViewingIntervals.Span] = []
  /// Distinct values of the stimulus columns, listed in the error if no event matches.
  private(set) var stimuli: [String] = []
  private static let maximumListedStimuli = 12

  /// Reads the task's event files, and the events written by the tracker (`physioevents`).
  init(_ eye: BIDSEyeReader, _ name: StimulusMatcher?) throws(ImportError) {
    for file in eye.name.beside("events") { try read(file, eye, name) }
    let own = eye.name.beside("physioevents").filter { $0.entities == eye.name.entities }
    for file in own { try read(file, eye, name) }
  }

  private mutating func read(
    _ file: BIDSFileName, _ eye: BIDSEyeReader, _ name: StimulusMatcher?
  ) throws(ImportError) {
    let sidecar = try BIDSSidecar(file)
    let isDevices = file.suffix == "physioevents"
    let source = try ByteSource(path: file.path)
    let rows =
      isDevices
      ? try DelimitedRows(
        headless: source, delimiter: UInt8(ascii: "\t"), names: sidecar["Columns"]?.texts ?? [])
      : try DelimitedRows(source) { $0.contains("onset") }
    if !isDevices { count = count ?? 0 }
    let columns = rows.names
    guard let onset = columns.firstIndex(of: "onset") else { return }
    let duration = columns.firstIndex(of: "duration")
    let stimulusColumns = ["trial_type", "stim_file"].compactMap(columns.firstIndex)
    let blink = isDevices ? columns.firstIndex(of: "blink") : nil
    let isDevice = isDevices || sidecar["OnsetSource"]?.text == "timestamp"
    // The tracker's own events are in the unit of its timestamps, those of the task in seconds.
    let unit = isDevices ? eye.secondsPerUnit : 1
    while try rows.next() {
      count = (count ?? 0) + 1
      let length = duration.flatMap { rows.cells[$0].number }.map { $0 * unit } ?? 0
      guard length >= 0 else {
        throw rows.failure("this event has a negative duration", "a duration is 0 or more seconds")
      }
      for text in stimulusColumns.compactMap({ rows.cells[$0].text })
      where stimuli.count < Self.maximumListedStimuli && text != "n/a" && !stimuli.contains(text) {
        stimuli.append(text)
      }
      guard let from = rows.cells[onset].number.map({ $0 * unit }) else { continue }
      if let blink, rows.cells[blink].matches("1") { blinks.append((from, from + length)) }
      guard let name, Self.isNamed(name, columns, rows, except: [onset, duration]) else { continue }
      shown.append(((from, length > 0 ? from + length : nil), isDevice))
    }
  }

  /// Whether a cell of a row is the stimulus; with `COLUMN=VALUE`, a cell of that column.
  private static func isNamed(
    _ name: StimulusMatcher, _ columns: [String], _ rows: DelimitedRows, except: [Int?]
  ) -> Bool {
    let pair = name.name.split(separator: "=", maxSplits: 1).map(String.init)
    if pair.count == 2, let column = columns.firstIndex(of: pair[0]) {
      return rows.cells[column].text == pair[1]
    }
    return columns.indices.contains { index in
      !except.contains(index) && (rows.cells[index].text.map(name.matches) ?? false)
    }
  }
}
