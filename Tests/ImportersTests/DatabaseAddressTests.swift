import Testing

@testable import Importers

/// Addresses of databases, which must not contain a password.
@Suite struct DatabaseAddressTests {
  @Test(arguments: [
    "sqlite:/srv/app.sqlite", "odbc:DSN=app", "odbc:DSN=app;Database=reviews;UID=reader",
    "odbc:Driver={MariaDB Unicode};Socket=/run/db/s;UID=me", "odbc:DSN=compass;Passive=1",
  ])
  func validAddressesAreParsed(text: String) throws {
    #expect(try DatabaseAddress(text).description == text)
  }

  @Test(arguments: [
    "odbc:DSN=app;PWD=geheim", "odbc:DSN=app;pwd = geheim", "odbc:DSN=app;Password={geheim}",
    "odbc:DSN=app;pqopt={sslmode=require password=geheim}", "odbc:DSN=app;TLS_PASSPHRASE=geheim",
    "odbc:DSN=app;AccessToken=geheim", "odbc:DSN=app;UID=me;PASS=geheim",
    "postgres://me:geheim@host/app", "odbc:DSN=app;CLIENT_SECRET=geheim", "mysql://me:geheim@host",
  ])
  func passwordsAreRejectedAndNotPrinted(text: String) throws {
    let error = try #require(throws: ImportOptionError.self) { try DatabaseAddress(text) }
    #expect("\(error)".contains("odbc.ini"), "\(error)")
    #expect(!"\(error)".contains("geheim"), "\(error)")
  }

  @Test(arguments: ["", "sqlite:", "odbc:", "odbc:app", "mysql:geheim", "/srv/geheim.sqlite"])
  func invalidAddressesAreRejected(text: String) throws {
    let error = try #require(throws: ImportOptionError.self) { try DatabaseAddress(text) }
    #expect("\(error)".contains("sqlite:PATH"), "\(error)")
    #expect(!"\(error)".contains("geheim"), "\(error)")
  }
}

/// Queries with the parameter `:since`.
@Suite struct ParameterizedQueryTests {
  @Test(arguments: [
    ("SELECT a FROM b WHERE c > :since", "SELECT a FROM b WHERE c > ?", 1),
    ("select :since, :since;", "select ?, ?", 2),
    ("SELECT ':since', \":since\", `:since` -- :since\n, :since", nil, 1),
    ("SELECT c::text, /* :since ? */ $$:since$$, :sinceThen FROM b", nil, 0),
    ("WITH x AS (SELECT 1) SELECT ';?' FROM x ; ", "WITH x AS (SELECT 1) SELECT ';?' FROM x ", 0),
    ("SELECT 'open", "SELECT 'open", 0),
  ])
  func sinceParametersAreReplaced(query: String, plain: String?, count: Int) throws {
    let text = try ParameterizedQuery(query)
    #expect(text.marks == count)
    if let plain { #expect(text.text == plain) }
  }

  @Test(arguments: [
    ("DELETE FROM a", "SELECT"), ("", "SELECT"), ("SELECT 1; DROP TABLE a", "';'"),
    ("SELECT a FROM b WHERE c > ?", ":since"), ("PRAGMA x", "SELECT"),
  ])
  func invalidQueriesAreRejected(query: String, part: String) throws {
    let error = try #require(throws: ImportOptionError.self) { try ParameterizedQuery(query) }
    #expect("\(error)".contains(part), "\(error)")
  }

  @Test(arguments: [
    ("SELECT a FROM b LIMIT 5", true), ("SELECT a FROM b FETCH FIRST 5 ROWS ONLY", true),
    ("SELECT a FROM b WHERE c IN (SELECT c FROM b LIMIT 5)", false), ("SELECT 'limit'", false),
    ("SELECT limited FROM b", false), ("SELECT TOP 5 a FROM b", true),
  ])
  func limitOfAQueryIsRecognised(query: String, hasLimit: Bool) throws {
    #expect(try ParameterizedQuery(query).hasLimit == hasLimit)
  }
}
