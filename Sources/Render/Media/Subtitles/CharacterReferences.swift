/// Decodes HTML character references such as `&amp;`, `&rlm;` and `&#8211;`, which occur in WebVTT.
///
/// It knows all numeric references, and the letters and punctuation that HTML 4 names. A reference
/// must end with a semicolon. Anything else, as in "R&B", stays as it is.
enum CharacterReferences {
  /// The names of U+00A0 to U+00FF, in order.
  private static let latin1Names =
    "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn "
    + "sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave "
    + "Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc "
    + "Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml "
    + "Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc "
    + "euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash "
    + "ugrave uacute ucirc uuml yacute thorn yuml"

  private static let otherNames: [Substring: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "lrm": "\u{200E}",
    "rlm": "\u{200F}", "zwnj": "\u{200C}", "zwj": "\u{200D}", "ensp": "\u{2002}",
    "emsp": "\u{2003}", "thinsp": "\u{2009}", "OElig": "Œ", "oelig": "œ", "Scaron": "Š",
    "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜", "ndash": "–",
    "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
    "bdquo": "„", "dagger": "†", "Dagger": "‡", "bull": "•", "hellip": "…", "permil": "‰",
    "lsaquo": "‹", "rsaquo": "›", "euro": "€", "trade": "™",
  ]

  private static let scalarsByName = zip(
    latin1Names.split(separator: " "), UInt8(0xA0)...UInt8.max
  ).reduce(into: otherNames) { names, letter in names[letter.0] = Unicode.Scalar(letter.1) }

  /// Maximum number of characters between `&` and `;`.
  private static let maximumLength = 32

  static func resolved(in text: String) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      rest = rest[mark...].dropFirst()
      if let end = rest.prefix(maximumLength + 1).firstIndex(of: ";"),
        let scalar = scalar(rest[..<end])
      {
        result.unicodeScalars.append(scalar)
        rest = rest[end...].dropFirst()
      } else {
        result += "&"
      }
    }
    return result + rest
  }

  private static func scalar(_ name: Substring) -> Unicode.Scalar? {
    guard name.first == "#" else { return scalarsByName[name] }
    let isHexadecimal = name.dropFirst().first?.lowercased() == "x"
    let (digits, radix) = (name.dropFirst(isHexadecimal ? 2 : 1), isHexadecimal ? 16 : 10)
    let areDigits = digits.allSatisfy { $0.isASCII && ($0.hexDigitValue ?? radix) < radix }
    guard areDigits, !digits.isEmpty else { return nil }
    switch UInt32(digits, radix: radix) {
    // As in HTML: invalid numbers become U+FFFD, and 0x80 to 0x9F are Windows-1252 characters.
    case nil, 0: return "\u{FFFD}"
    // A control character would break the lines of a subtitle file.
    case let number? where number < 0x20: return " "
    case let number?:
      return UInt8(exactly: number).map(Windows1252.scalar) ?? Unicode.Scalar(number) ?? "\u{FFFD}"
    }
  }
}
