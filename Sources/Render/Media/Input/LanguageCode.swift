/// A language by its ISO 639 code: `en` equals `eng`, and `de` equals `deu` and `ger`.
struct LanguageCode: Hashable {
  private let code: String

  /// Each row: two-letter code, three-letter codes (ISO 639-1 and 639-2), then names in English and
  /// in the language itself.
  private static let languages = [
    "ar ara arabic", "bg bul bulgarian", "bn ben bengali bangla", "ca cat catalan català",
    "cs ces cze czech čeština", "da dan danish dansk", "de deu ger german deutsch",
    "el ell gre greek", "en eng english", "es spa spanish español espanol",
    "et est estonian eesti", "eu eus baq basque euskara", "fa fas per persian farsi",
    "fi fin finnish suomi", "fil tgl filipino tagalog", "fr fra fre french français francais",
    "ga gle irish gaeilge", "gl glg galician galego", "gu guj gujarati", "he heb hebrew",
    "hi hin hindi", "hr hrv croatian hrvatski", "hu hun hungarian magyar",
    "id ind indonesian", "is isl ice icelandic íslenska", "it ita italian italiano",
    "ja jpn japanese 日本語", "ka kat geo georgian", "kk kaz kazakh", "kn kan kannada",
    "ko kor korean 한국어", "lt lit lithuanian lietuvių", "lv lav latvian latviešu",
    "mk mkd mac macedonian", "ml mal malayalam", "mr mar marathi", "ms msa may malay",
    "nb nob bokmål", "nl nld dut dutch nederlands", "nn nno nynorsk", "no nor norwegian norsk",
    "pa pan punjabi", "pl pol polish polski", "pt por portuguese português portugues",
    "ro ron rum romanian română", "ru rus russian русский", "sk slk slo slovak slovenčina",
    "sl slv slovenian slovenščina", "sq sqi alb albanian shqip", "sr srp serbian srpski",
    "sv swe swedish svenska", "sw swa swahili", "ta tam tamil", "te tel telugu",
    "th tha thai ไทย", "tr tur turkish türkçe turkce", "uk ukr ukrainian українська",
    "ur urd urdu", "vi vie vietnamese", "zh zho chi chinese 中文",
  ].map { $0.split(separator: " ").map(String.init) }

  /// Reads a code such as `eng`, `en` or `EN-gb`; an unknown code is kept as it is.
  init(_ text: String) {
    code = LanguageCode(known: text)?.code ?? Self.primaryTag(text)
  }

  /// Reads a known code or language name; `nil` for any other word.
  init?(known text: String) {
    let primaryTag = Self.primaryTag(text)
    guard let code = Self.languages.first(where: { $0.contains(primaryTag) })?.first else {
      return nil
    }
    self.code = code
  }

  private static func primaryTag(_ text: String) -> String {
    String(text.lowercased().prefix { $0 != "-" && $0 != "_" })
  }
}
