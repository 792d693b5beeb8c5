import Glibc
import Media

/// A path, and what opening it must come to.
struct Case {
  enum Sort: String {
    /// Must open.
    case whole
    /// Must be refused.
    case refused
    /// May open or be refused.
    case damaged
  }

  let sort: Sort
  let path: String
}

/// Goes through all cases round after round, each round further through another door, until each
/// case has come to each door; and counts.
struct Rounds: CustomStringConvertible {
  private let cases: [Case]
  private let doors: [Door]
  private var count = 0
  private var opened = 0
  private var refused = 0
  private var passed: [Int]
  private var stopped: [Int]
  private var surprises: Set<String> = []

  init(cases: [Case], folder: String) {
    self.cases = cases
    doors = Door.all(folder: folder)
    passed = doors.map { _ in 0 }
    stopped = passed
  }

  /// Each whole case through each door, uncounted; and every case once.
  mutating func warmUp() {
    var trial = self
    for (number, one) in cases.enumerated() {
      if one.sort == .whole {
        for door in doors.indices { trial.open(one, door) }
      } else {
        trial.open(one, number % doors.count)
      }
    }
  }

  /// The next open.
  mutating func next() {
    open(cases[count % cases.count], (count + count / cases.count) % doors.count)
    count += 1
  }

  private mutating func open(_ one: Case, _ door: Int) {
    let info: MediaInfo
    do {
      info = try MediaInfo.probe(one.path)
      opened += 1
      if one.sort == .refused { surprises.insert("\(one.path) was not refused") }
    } catch {
      refused += 1
      if one.sort == .whole { surprises.insert("\(error)") }
      return
    }
    do throws(MediaError) {
      try doors[door].enter(info)
      passed[door] += 1
    } catch {
      stopped[door] += 1
      if case .other = error.kind, error.operation == Door.surprise {
        surprises.insert("\(doors[door].name): \(error.detail ?? "")")
      }
    }
  }

  /// Whether every case was as it was said to be; and, once each was at each door, every door was
  /// passed by some.
  var isSound: Bool {
    surprises.isEmpty && (count < cases.count * doors.count || passed.allSatisfy { $0 > 0 })
  }

  var description: String {
    let table = doors.indices.map {
      "  \(doors[$0].name): \(passed[$0]) done, \(stopped[$0]) ended by an error"
    }
    return
      (["\(opened) opened, \(refused) refused"] + table + surprises.sorted().map { "NO: \($0)" })
      .joined(separator: "\n")
  }
}
