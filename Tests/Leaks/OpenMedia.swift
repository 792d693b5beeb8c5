import Glibc
import Media

/// Opens media again and again in one process, and looks at what is left of it afterwards.
///
///     OpenMedia FOLDER COUNT <CASES
///
/// Each line of CASES is `whole`, `refused` or `damaged` and a path. Built with AddressSanitizer,
/// whose leak check speaks last. `OpenMedia --leak` leaks on purpose: a check that cannot see that
/// says nothing.
@main
struct OpenMedia {
  /// What may be there after the last open that was not there after the thousandth: bytes of the
  /// heap in use (nothing is held between two opens) and of resident memory, of which the allocator
  /// keeps some in bits and pieces.
  private static let growth = (heap: 65_536, resident: 32 << 20)

  static func main() {
    let arguments = CommandLine.arguments
    if arguments.dropFirst().first == "--leak" {
      leak()
      exit(LeakCheck.found() ? 1 : 0)
    }
    guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else {
      print("usage: OpenMedia FOLDER COUNT")
      exit(64)
    }
    let isSound = run(in: arguments[1], count)
    fflush(nil)
    let leaks = LeakCheck.found()
    print("leaks: \(leaks ? "FOUND" : "none")")
    exit(isSound && !leaks ? 0 : 1)
  }

  /// Keeps frames that nobody gives back.
  @inline(never)
  private static func leak() {
    for _ in 0..<20 {
      guard let graph = try? FilterGraph("color,buffersink@out"), let frame = try? graph.pull()
      else { exit(70) }
      _ = Unmanaged.passRetained(frame)
    }
  }

  /// Everything; answers whether all was as it should be, but for leaks.
  @inline(never)
  private static func run(in folder: String, _ count: Int) -> Bool {
    var rounds = Rounds(cases: cases(), folder: folder)
    // What is made once and stays: Swift keeps pointers with bits of its own in them, which the
    // leak check cannot follow; encoders are tried once, and some of those never give back all.
    LeakCheck.whileLookingAway { rounds.warmUp() }
    let clock = ContinuousClock()
    let begin = clock.now
    let before = Holdings()
    var thousandth: Holdings?
    for number in 1...count {
      rounds.next()
      if number == min(1000, (count + 1) / 2) { thousandth = Holdings() }
      if number % 1000 == 0 {
        print("\(number): \(Holdings())")
        fflush(nil)
      }
    }
    let after = Holdings()
    let seconds = Double((clock.now - begin).components.seconds)
    print(rounds)
    print("\(count) opens in \(seconds) s")
    print("before: \(before)\nafter:  \(after)")
    return rounds.isSound && isBounded(after, since: thousandth ?? before, before)
  }

  private static func cases() -> [Case] {
    var cases: [Case] = []
    while let line = readLine() {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let sort = Case.Sort(rawValue: String(words[0])) else { continue }
      cases.append(Case(sort: sort, path: String(words[1])))
    }
    return cases
  }

  private static func isBounded(
    _ after: Holdings, since thousandth: Holdings, _ before: Holdings
  ) -> Bool {
    let heap = after.heap - thousandth.heap
    let resident = after.resident - thousandth.resident
    print("grown since the thousandth: heap \(heap) bytes, resident \(resident / 1024) KiB")
    return heap <= growth.heap && resident <= growth.resident
      && after.descriptors == before.descriptors && after.threads == before.threads
  }
}

/// What this process holds.
struct Holdings: CustomStringConvertible {
  /// Bytes.
  let heap = allocatedBytes()
  /// Bytes.
  let resident = Holdings.residentBytes()
  let descriptors = Holdings.entries("/proc/self/fd") - 1
  let threads = Holdings.entries("/proc/self/task")

  var description: String {
    "heap \(heap / 1024) KiB, resident \(resident / 1024) KiB, \(descriptors) descriptors, "
      + "\(threads) threads"
  }

  private static func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    let words = text.split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  }

  private static func entries(_ folder: String) -> Int {
    guard let directory = opendir(folder) else { return 0 }
    defer { closedir(directory) }
    var count = 0
    while let entry = readdir(directory) {
      if withUnsafeBytes(of: &entry.pointee.d_name, { $0[0] }) != UInt8(ascii: ".") { count += 1 }
    }
    return count
  }
}

/// LeakSanitizer's own interface (sanitizer/lsan_interface.h).
enum LeakCheck {
  /// Looks for what nobody can reach any more, and reports it on standard error.
  static func found() -> Bool { checkLeaks() != 0 }

  /// What is allocated meanwhile, by this thread, is no leak.
  static func whileLookingAway(_ work: () -> Void) {
    disableLeaks()
    work()
    enableLeaks()
  }
}

@_silgen_name("__lsan_do_recoverable_leak_check") private func checkLeaks() -> CInt
@_silgen_name("__lsan_disable") private func disableLeaks()
@_silgen_name("__lsan_enable") private func enableLeaks()
@_silgen_name("__sanitizer_get_current_allocated_bytes") private func allocatedBytes() -> Int
