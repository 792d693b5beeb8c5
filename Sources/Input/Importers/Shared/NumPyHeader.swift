/// The header of a NumPy `.npy` file (NEP 1): type and shape of its array.
struct NumPyHeader {
  static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)

  /// Whether numbers are float64 instead of float32; both are little-endian, in row-major order.
  let isDouble: Bool
  let shape: [Int]

  /// Reads the header; the stream is then at the first number.
  init(_ reader: inout ByteStream) throws(ImportError) {
    guard try reader.take(6) == Self.magic else {
      throw reader.failure("this is not a NumPy file", "save the grid with numpy.save as .npy")
    }
    let version = try reader.take(2)
    let lengthBytes = try reader.take(version[0] == 1 ? 2 : 4)
    let length = lengthBytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard (1...3).contains(version[0]), length < 1 << 16 else {
      throw reader.failure("the NumPy header is damaged", "save the grid with numpy.save")
    }
    let text = String(decoding: try reader.take(length), as: UTF8.self)
    let type = text.firstMatch(of: /'descr': *['"]([^'"]*)/)?.1
    guard let type, ["<f4", "<f8"].contains(type) else {
      throw reader.failure(
        "the array has numbers of type \(type?.prefix(12) ?? "?")",
        "save float32 or float64: array.astype('<f4')")
    }
    isDouble = type == "<f8"
    guard text.contains(/'fortran_order': *False/) else {
      throw reader.failure("the array is in Fortran order", "save numpy.ascontiguousarray(array)")
    }
    guard let tuple = text.firstMatch(of: /\(([\d, ]*)\)/)?.1 else {
      throw reader.failure("the header has no shape", "save the grid with numpy.save")
    }
    let sides = tuple.split { ", ".contains($0) }.map { Int($0) ?? 0 }
    guard (3...4).contains(sides.count), sides.allSatisfy({ (1...1 << 24).contains($0) }) else {
      throw reader.failure(
        "the array has the shape (\(sides.map(String.init).joined(separator: ", ")))",
        "use frames × N × N × (B·(5+C)), or N × N × (B·(5+C)) for one frame")
    }
    shape = sides
  }
}
