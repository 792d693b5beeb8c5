import Foundation

/// The header of a NumPy `.npy` file (NEP 1): the type and the shape of the one array in it.
struct NumPyHeader {
  static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)

  /// Whether numbers are float64, not float32; both little-endian, row by row.
  let isDouble: Bool
  let shape: [Int]

  /// Reads the header; the reader stands at the first number then.
  init(_ reader: inout ByteStream) throws(ImportError) {
    guard try reader.take(6) == Self.magic else {
      throw reader.failure("no NumPy file", "save the grid with numpy.save, as .npy")
    }
    let version = try reader.take(2)
    let lengthBytes = try reader.take(version[0] == 1 ? 2 : 4)
    let length = lengthBytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard (1...3).contains(version[0]), length < 1 << 16 else {
      throw reader.failure("a NumPy header that cannot be read", "save it with numpy.save")
    }
    let text = String(decoding: try reader.take(length), as: UTF8.self)
    switch Self.value("descr", text)?.filter({ $0 != "'" && $0 != "\"" }) {
    case "<f4": isDouble = false
    case "<f8": isDouble = true
    case let other:
      throw reader.failure(
        "numbers of the type \(other?.prefix(12) ?? "?")",
        "save float32 or float64, array.astype('<f4')")
    }
    guard Self.value("fortran_order", text) == "False" else {
      throw reader.failure("an array in Fortran order", "save numpy.ascontiguousarray(array)")
    }
    guard let open = text.firstIndex(of: "("), let close = text.firstIndex(of: ")"), open < close
    else { throw reader.failure("no shape in the header", "save it with numpy.save") }
    let sides = text[text.index(after: open)..<close].split(separator: ",")
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.map { Int($0) ?? 0 }
    guard (3...4).contains(sides.count), sides.allSatisfy({ (1...1 << 24).contains($0) }) else {
      throw reader.failure(
        "an array of the shape (\(sides.map(String.init).joined(separator: ", ")))",
        "the grid is frames × N × N × (B·(5+C)), or N × N × (B·(5+C)) of one frame")
    }
    shape = sides
  }

  /// The value of a key of the header's Python dictionary, up to the next comma.
  private static func value(_ key: String, _ text: String) -> String? {
    guard let range = text.range(of: "'\(key)'") else { return nil }
    let rest = text[range.upperBound...].drop { $0 == ":" || $0 == " " }
    return String(rest.prefix { $0 != "," && $0 != "}" })
  }
}
