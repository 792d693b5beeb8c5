import Audience
import Foundation

@testable import Library

/// A session with its samples, in memory.
@dynamicMemberLookup
struct SeenSession {
  var head: NewSession
  var samples: SampleColumns

  subscript<Value>(dynamicMember path: WritableKeyPath<NewSession, Value>) -> Value {
    get { head[keyPath: path] }
    set { head[keyPath: path] = newValue }
  }
}

/// The detections of one source, in memory.
struct SeenDetections {
  var video: String
  var source: String
  var detections: [Detection]
}

extension SessionStore {
  /// Stores the sessions of one file.
  func store(_ sessions: [SeenSession]) throws(LibraryError) -> [SessionStoreResult] {
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

  /// Stores sessions whose samples are passed in parts.
  func store(
    _ sessions: [SeenSession], replacing: FileReference? = nil, readmits: Bool = false,
    parts: @escaping (_ index: Int, _ take: (SampleColumns) throws -> Void) throws -> Void
  ) throws -> [SessionStoreResult] {
    try store(sessions.map(\.head), replacing: replacing, readmits: readmits, parts: parts)
  }
}

extension DetectionStore {
  /// Stores detections.
  func store(_ seen: SeenDetections) throws(LibraryError) -> StoreResult {
    do {
      return try store(of: seen.video, by: seen.source) { take in
        let all = seen.detections
        for start in stride(from: 0, to: all.count, by: DetectionBlob.partLength) {
          try take(Array(all[start..<min(all.count, start + DetectionBlob.partLength)]))
        }
      }
    } catch {
      throw LibraryError("store the detections of \(seen.video)", error)
    }
  }
}
