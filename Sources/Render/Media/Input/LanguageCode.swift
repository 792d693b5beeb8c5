/// An ISO 639 code, so that `en` and `eng`, `de`, `deu` and `ger` are one language.
struct LanguageCode: Hashable {
  private let code: String

  /// Two letters, then the three-letter codes in use for the same language (ISO 639-1 and -2), then
  /// its names, in English and its own.
  private static let families = [
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

  /// Reads `eng`, `en`, `EN-gb`; what is unknown stands for itself.
  init(_ text: String) {
    self = LanguageCode(known: text) ?? LanguageCode(code: Self.head(text))
  }

  /// Reads a code or name that is known; `nil` for any other word.
  init?(known text: String) {
    let head = Self.head(text)
    guard let family = Self.families.first(where: { $0.contains(head) }) else { return nil }
    self.init(code: family.first ?? head)
  }

  private init(code: String) { self.code = code }

  private static func head(_ text: String) -> String {
    String(text.lowercased().prefix { $0 != "-" && $0 != "_" })
  }
}
