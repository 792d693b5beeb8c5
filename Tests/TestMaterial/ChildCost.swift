import Foundation
import Synchronization

/// Records the CPU time of programs that tests start.
///
/// With `GAZECUT_TESTS_COST=FILE`, one line per program is appended to the file: CPU seconds
/// including its children, and the command. To list the most expensive commands: `awk '{ sum[$2 " "
/// $3] += $1; count[$2 " " $3]++ } END { for (key in sum) print sum[key], count[key], key }' FILE |
/// sort -rn`.
enum ChildCost {
  private static let file = Mutex(
    ProcessInfo.processInfo.environment["GAZECUT_TESTS_COST"].flatMap { path in
      FileManager.default.createFile(atPath: path, contents: nil)
        ? FileHandle(forWritingAtPath: path) : nil
    })

  static func note(_ call: ChildProcess.Call, _ usage: rusage) {
    let times = [usage.ru_utime, usage.ru_stime]
    let seconds = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    let name = (call.path as NSString).lastPathComponent
    let words = ([name] + call.arguments).joined(separator: " ").prefix(200)
      .replacing("\n", with: " ")
    file.withLock { $0?.write(Data("\(String(format: "%.3f", seconds)) \(words)\n".utf8)) }
  }
}
