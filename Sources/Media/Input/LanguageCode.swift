/// An ISO 639 code, so that `en` and `eng`, `de`, `deu` and `ger` are one language.
struct LanguageCode: Hashable {
  private let code: String

  /// Two letters, then the three-letter codes in use for the same language (ISO 639-1 and -2).
  private static let families = [
    "ar ara", "bg bul", "bn ben", "ca cat", "cs ces cze", "da dan", "de deu ger", "el ell gre",
    "en eng", "es spa", "et est", "eu eus baq", "fa fas per", "fi fin", "fr fra fre", "he heb",
    "hi hin", "hr hrv", "hu hun", "id ind", "is isl ice", "it ita", "ja jpn", "ko kor",
    "lt lit", "lv lav", "ms msa may", "nb nob", "nl nld dut", "no nor", "pl pol", "pt por",
    "ro ron rum", "ru rus", "sk slk slo", "sl slv", "sr srp", "sv swe", "ta tam", "te tel",
    "th tha", "tr tur", "uk ukr", "ur urd", "vi vie", "zh zho chi",
  ].map { $0.split(separator: " ").map(String.init) }

  /// Reads `eng`, `en`, `EN-gb`; what is unknown stands for itself.
  init(_ text: String) {
    let lower = text.lowercased()
    let first = lower.prefix { $0 != "-" && $0 != "_" }
    code = Self.families.first { $0.contains(String(first)) }?.first ?? String(first)
  }
}
