import Foundation

/// Resolves symbolic links step by step, because realpath(3) does not report which step blocked.
enum SymlinkResolver {
  /// The kernel's limit of links in a path (path_resolution(7)).
  private static let maximumLinks = 40

  /// Resolves an absolute path as far as it exists; `nil` if it leads into a `dead` path.
  ///
  /// `told` is called with each path before it is accessed.
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
      guard links < maximumLinks,
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

  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }.reversed()
  }

  /// Whether a path equals a folder, or is inside it.
  static func isBelow(_ place: String, _ folder: String) -> Bool {
    place == folder || place.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}

/// The mounted file systems, read from the kernel's list without accessing them.
struct MountPoints {
  /// Mount points and types such as `ext4` or `fuse.rclone`; later ones, which hide others, first.
  private let mounts: [(point: String, type: String)]

  /// Parses a list in the format of proc_pid_mountinfo(5); `nil` reads /proc/self/mountinfo.
  init(_ list: String? = nil) {
    let list = list ?? (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    mounts = list.split(separator: "\n").reversed().compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count > 4 else { return nil }
      // Optional fields end with a hyphen, which the type follows.
      let type = fields.drop { $0 != "-" }.dropFirst().first ?? ""
      return (Self.unescaped(fields[4]), String(type))
    }
  }

  /// The mount of an absolute path without links; `/` if unknown.
  func mount(of place: String) -> (point: String, type: String) {
    mounts.filter { SymlinkResolver.isBelow(place, $0.point) }
      .max { $0.point.utf8.count < $1.point.utf8.count } ?? ("/", "")
  }

  /// Decodes octal escapes of spaces and other characters (proc(5)).
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
