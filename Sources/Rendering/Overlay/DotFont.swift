/// Letters, figures and signs of the usual 5 × 7 dot matrix, so that no font need be installed.
enum DotFont {
  /// Dots a letter is wide and high, and from one letter to the next.
  static let width = 5
  static let height = 7
  static let advance = 6

  /// The rows of a letter from the top, the leftmost dot in bit 4; unknown ones are a box.
  static func rows(of character: Character) -> [UInt8] {
    guard character != " " else { return [] }
    return glyphs[character] ?? box
  }

  private static let box: [UInt8] = [31, 17, 17, 17, 17, 17, 31]

  /// Two hexadecimal figures a row, seven rows a letter, each letter after its own sign.
  private static let packed = [
    "!04040404040004", "\"0a0a0000000000", "#0a0a1f0a1f0a0a", "%18190204081303",
    "&0c12140815120d", "'04040000000000", "(02040808080402", ")08040202020408", "*0004150e150400",
    "+0004041f040400", ",000000000c0408", "-0000001f000000", ".00000000000c0c", "/00010204081000",
    "00e11131519110e", "1040c040404040e", "20e11010204081f", "31f02040201110e", "402060a121f0202",
    "51f101e0101110e", "60608101e11110e", "71f010204080808", "80e11110e11110e", "90e11110f01020c",
    ":000c0c000c0c00", ";000c0c000c0408", "<02040810080402", "=00001f001f0000", ">08040201020408",
    "?0e110102040004", "A0e1111111f1111", "B1e11111e11111e", "C0e11101010110e", "D1c12111111121c",
    "E1f10101e10101f", "F1f10101e101010", "G0e11101711110f", "H1111111f111111", "I0e04040404040e",
    "J0702020202120c", "K11121418141211", "L1010101010101f", "M111b1515111111", "N11111915131111",
    "O0e11111111110e", "P1e11111e101010", "Q0e11111115120d", "R1e11111e141211", "S0f10100e01011e",
    "T1f040404040404", "U1111111111110e", "V11111111110a04", "W1111111515150a", "X11110a040a1111",
    "Y1111110a040404", "Z1f01020408101f", "_0000000000001f", "a00000e010f110f", "b1010161911111e",
    "c00000e1010110e", "d01010d1311110f", "e00000e111f100e", "f0609081c080808", "g000f11110f010e",
    "h10101619111111", "i04000c0404040e", "j0200060202120c", "k10101214181412", "l0c04040404040e",
    "m00001a15151111", "n00001619111111", "o00000e1111110e", "p00001e111e1010", "q00000d130f0101",
    "r00001619101010", "s00000e100e011e", "t08081c08080906", "u0000111111130d", "v00001111110a04",
    "w0000111115150a", "x0000110a040a11", "y000011110f010e", "z00001f0204081f",
  ]

  private static let glyphs: [Character: [UInt8]] = {
    var glyphs: [Character: [UInt8]] = [:]
    for entry in packed {
      guard let sign = entry.first else { continue }
      let digits = entry.dropFirst().compactMap { $0.hexDigitValue.map(UInt8.init) }
      glyphs[sign] = stride(from: 0, to: digits.count - 1, by: 2).map {
        digits[$0] << 4 | digits[$0 + 1]
      }
    }
    return glyphs
  }()
}
