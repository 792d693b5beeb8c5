import Audience

@testable import Library

extension LibraryDatabase {
  /// Stores the sessions of one file that are in memory.
  func store(_ sessions: [NewSession]) throws(LibraryError) -> [StoredSession] {
    do {
      return try store(sessions) { index, take in
        let samples = sessions[index].samples
        guard samples.count > SampleColumns.partLength else { return try take(samples) }
        for start in stride(from: 0, to: samples.count, by: SampleColumns.partLength) {
          var part = SampleColumns()
          part.append(samples, in: start..<min(samples.count, start + SampleColumns.partLength))
          try take(part)
        }
      }
    } catch {
      throw LibraryError("store the sessions", error)
    }
  }

  /// Stores detections that are in memory.
  func store(_ detections: NewDetections) throws(LibraryError) -> StoreOutcome {
    do {
      return try store(detections) { take in
        let all = detections.detections
        for start in stride(from: 0, to: all.count, by: DetectionBlob.partLength) {
          try take(Array(all[start..<min(all.count, start + DetectionBlob.partLength)]))
        }
      }
    } catch {
      throw LibraryError("store the detections of \(detections.video)", error)
    }
  }
}
