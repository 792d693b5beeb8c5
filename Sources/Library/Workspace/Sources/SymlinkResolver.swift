import Foundation

/// Where a path leads: each part and each link on the way, as the kernel goes it.
///
/// Whoever goes it in one call, as realpath(3) does, cannot tell where he was held.
enum SymlinkResolver {
  /// As many links as the kernel follows (path_resolution(7)).
  private static let mostLinks = 40

  /// Follows a path.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - dead: places that must not be asked.
  ///   - told: told each place before it is asked.
  /// - Returns: the path without links, as far as it exists; `nil` where it leads to a dead place.
  static func end(
    of path: String, outside dead: Set<String> = [], told: (String) -> Void = { _ in }
  ) -> String? {
    var place = ""
    var rest = parts(path)
    var links = 0
    while let next = rest.popLast() {
      guard next != ".." else {
        place = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
        continue
      }
      let here = place + "/" + next
      guard !dead.contains(where: { isBelow(here, $0) }) else { return nil }
      told(here)
      guard links < mostLinks,
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: here)
      else {
        place = here
        continue
      }
      links += 1
      if target.hasPrefix("/") { place = "" }
      rest += parts(target)
    }
    return place.isEmpty ? "/" : place
  }

  /// The last part first.
  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }.reversed()
  }

  /// Whether a place is another, or lies in it.
  static func isBelow(_ place: String, _ folder: String) -> Bool {
    place == folder || place.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}

/// Where file systems are mounted, as the kernel lists it without asking any of them.
struct MountPoints {
  /// Where each is and of what type, as `ext4` and `fuse.rclone`; the last mounted first, as it
  /// covers what was mounted at its place before.
  private let mounts: [(point: String, type: String)]

  /// Reads a list as /proc/self/mountinfo has it (proc_pid_mountinfo(5)); that itself where `nil`.
  init(_ list: String? = nil) {
    let list = list ?? (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    mounts = list.split(separator: "\n").reversed().compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count > 4 else { return nil }
      // Optional fields end with a hyphen; the type follows.
      let type = fields.drop { $0 != "-" }.dropFirst().first ?? ""
      return (Self.unescaped(fields[4]), String(type))
    }
  }

  /// The mount on which a place lies, absolute and without links; `/` where nobody tells.
  func mount(of place: String) -> (point: String, type: String) {
    mounts.filter { SymlinkResolver.isBelow(place, $0.point) }
      .max { $0.point.utf8.count < $1.point.utf8.count } ?? ("/", "")
  }

  /// Blanks and the like stand there as a backslash and three octal digits (proc(5)).
  private static func unescaped(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(field.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3,
        let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
