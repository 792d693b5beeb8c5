/// Character references of HTML (`&amp;`, `&rlm;`, `&#8211;`), which the text of WebVTT may have.
///
/// All numbers are known, and of the names those of letters and punctuation that HTML 4 has; they
/// end with a semicolon. What is no such reference is text: "R&B".
enum CharacterReferences {
  /// The names of U+00A0 to U+00FF, in their order.
  private static let latin =
    "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn "
    + "sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave "
    + "Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc "
    + "Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml "
    + "Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc "
    + "euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash "
    + "ugrave uacute ucirc uuml yacute thorn yuml"

  private static let others: [Substring: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "lrm": "\u{200E}",
    "rlm": "\u{200F}", "zwnj": "\u{200C}", "zwj": "\u{200D}", "ensp": "\u{2002}",
    "emsp": "\u{2003}", "thinsp": "\u{2009}", "OElig": "Œ", "oelig": "œ", "Scaron": "Š",
    "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜", "ndash": "–",
    "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
    "bdquo": "„", "dagger": "†", "Dagger": "‡", "bull": "•", "hellip": "…", "permil": "‰",
    "lsaquo": "‹", "rsaquo": "›", "euro": "€", "trade": "™",
  ]

  private static let named = zip(latin.split(separator: " "), UInt8(0xA0)...UInt8.max).reduce(
    into: others
  ) { names, letter in names[letter.0] = Unicode.Scalar(letter.1) }

  /// Letters between `&` and `;` at most.
  private static let longest = 32

  /// A text with what its references stand for.
  static func resolved(in text: String) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      rest = rest[mark...].dropFirst()
      if let end = rest.prefix(longest + 1).firstIndex(of: ";"), let scalar = scalar(rest[..<end]) {
        result.unicodeScalars.append(scalar)
        rest = rest[end...].dropFirst()
      } else {
        result += "&"
      }
    }
    return result + rest
  }

  private static func scalar(_ name: Substring) -> Unicode.Scalar? {
    guard name.first == "#" else { return named[name] }
    let isHexadecimal = name.dropFirst().first?.lowercased() == "x"
    let (digits, radix) = (name.dropFirst(isHexadecimal ? 2 : 1), isHexadecimal ? 16 : 10)
    let areDigits = digits.allSatisfy { $0.isASCII && ($0.hexDigitValue ?? radix) < radix }
    guard areDigits, !digits.isEmpty else { return nil }
    switch UInt32(digits, radix: radix) {
    // By HTML what stands for nothing is a mark of replacement, and a byte is Windows-1252's.
    case nil, 0: return "\u{FFFD}"
    // A control character is no letter, nor may it end a line of a file.
    case let number? where number < 0x20: return " "
    case let number?:
      return UInt8(exactly: number).map(Windows1252.scalar) ?? Unicode.Scalar(number) ?? "\u{FFFD}"
    }
  }
}
