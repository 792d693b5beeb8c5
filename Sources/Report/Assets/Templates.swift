import Mustache

/// The pages as Mustache templates; `{{ }}` escapes, `{{{ }}}` takes what is markup already.
enum Templates {
  /// The templates, each also a partial of the others.
  ///
  /// - Throws: where a template is malformed, which a test would have found.
  static func library() throws -> MustacheLibrary {
    var library = MustacheLibrary()
    for (name, text) in [
      ("shell", shell), ("video", video), ("clip", clip), ("refusal", refusal),
      ("command", command), ("index", index), ("row", row),
    ] { try library.register(text, named: name) }
    return library
  }

  static let shell = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="{{{policy}}}">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="generator" content="gazecut">
    <meta name="gazecut-stamp" content="{{stamp}}">
    <title>{{title}}</title>
    <style>{{{style}}}</style>
    </head>
    <body>
    <a class="skip" href="#main">To the content</a>
    {{{body}}}
    <footer><p>Made by gazecut; every figure is of {{least}} viewers or more. This page loads
    nothing from anywhere but its own folder and the clips beside it.</p></footer>
    {{#data}}<script type="application/json" id="data">{{{data}}}</script>
    {{/data}}<script>{{{script}}}</script>
    </body>
    </html>

    """

  static let video = """
    <header>
    <nav aria-label="Pages"><a href="index.html">All videos</a></nav>
    <h1>{{id}}</h1>
    <p><span class="standing {{kind}}"><span aria-hidden="true">{{sign}}</span> {{standing}}</span>
    {{#detail}}<span> · {{detail}}</span>{{/detail}}</p>
    <p class="soft">{{source}} · {{length}}</p>
    </header>
    <main id="main">
    {{#audience}}<p>{{.}}</p>{{/audience}}
    {{#remarks}}<p>{{.}}</p>{{/remarks}}
    {{#hasNews}}<p>What changed:</p><ul>{{#news}}<li>{{.}}</li>{{/news}}</ul>{{/hasNews}}
    <h2>Clips</h2>
    {{#summary}}<p>{{summary}}</p>{{/summary}}
    <div class="clips">
    {{#clips}}{{>clip}}{{/clips}}
    </div>
    {{#reel}}<p><a href="{{reel}}">The reel</a>: all clips in order of time, in the source's shape.</p>
    {{/reel}}
    <section id="timeline" aria-labelledby="timeline-head">
    <h2 id="timeline-head">Over the whole video</h2>
    {{#curve}}
    {{{charts}}}
    <div class="reader needs-script" hidden>
    <label for="second">Read any second: move over the charts, or use the arrow keys here</label>
    <input id="second" type="range" min="0" max="{{seconds}}" step="0.5" value="0">
    <output id="told" for="second">Nothing read yet.</output>
    <p class="command"><span>more of it:</span><code id="at">gazecut explain {{id}} --at 0:00</code>
    <button type="button" data-copy="at">copy</button></p>
    </div>
    <details><summary>These charts as a table</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="The charts as a table">{{{table}}}</div>
    </details>
    {{/curve}}
    {{^curve}}<p>Nothing is shown over time: {{withheld}}.</p>{{/curve}}
    </section>
    {{#hasRefusals}}
    <section aria-labelledby="refused-head">
    <h2 id="refused-head">Nearest refusals</h2>
    <ul class="refusals">{{#refusals}}{{>refusal}}{{/refusals}}</ul>
    </section>
    {{/hasRefusals}}
    <section aria-labelledby="imports-head">
    <h2 id="imports-head">What was imported</h2>
    {{#hasImports}}
    <div class="scroll" tabindex="0" role="region" aria-label="Imports"><table>
    <thead><tr><th scope="col">format</th><th scope="col" class="number">sessions</th>
    <th scope="col" class="number">samples</th><th scope="col">skipped</th>
    <th scope="col">last</th></tr></thead><tbody>
    {{#formats}}<tr><th scope="row">{{name}}</th><td class="number">{{sessions}}</td>
    <td class="number">{{samples}}</td><td>{{skipped}}</td><td>{{last}}</td></tr>{{/formats}}
    </tbody></table></div>
    {{/hasImports}}
    {{^hasImports}}<p>Nothing yet.</p>{{/hasImports}}
    {{#hasOddities}}<p>Odd, and worth a look:</p><ul>{{#oddities}}<li>{{.}}</li>{{/oddities}}</ul>
    {{/hasOddities}}
    </section>
    <section aria-labelledby="commands-head">
    <h2 id="commands-head">What to type</h2>
    <p class="soft">In the library's folder.</p>
    {{#commands}}{{>command}}{{/commands}}
    </section>
    </main>
    """

  static let command = """
    <div class="command"><span>{{purpose}}</span><code id="{{id}}">{{text}}</code>
    <button type="button" class="needs-script" hidden data-copy="{{id}}"
    aria-label="copy: {{purpose}}">copy</button></div>

    """

  static let clip = """
    <article class="clip" id="clip-{{rank}}" aria-labelledby="clip-{{rank}}-head">
    <div>
    {{#file}}<video id="film-{{rank}}" controls preload="metadata" playsinline src="{{file}}"
    {{#poster}}poster="{{poster}}"{{/poster}} aria-label="Clip {{rank}}, {{span}}"></video>{{/file}}
    {{#poster}}<img class="poster print" src="{{poster}}" alt="Poster of clip {{rank}}" loading="lazy">
    {{/poster}}
    </div>
    <div>
    <h3 id="clip-{{rank}}-head"><span class="badge">{{rank}}</span> {{span}}
    <span class="soft">· {{seconds}} s{{#score}} · score {{score}}{{/score}}</span></h3>
    {{#lines}}<p>{{.}}</p>{{/lines}}
    {{#hasShapes}}<p>Also as{{#shapes}} <a href="{{file}}">{{name}}</a>{{/shapes}}</p>{{/hasShapes}}
    <dl class="figures">{{#figures}}<dt>{{name}}</dt><dd>{{value}}</dd>{{/figures}}</dl>
    <div class="actions">
    <button type="button" class="needs-script" hidden id="jump-{{rank}}">show in the charts</button>
    {{#file}}<a href="{{file}}">the file</a>{{/file}}
    </div>
    {{{charts}}}
    {{{heat}}}
    {{#table}}<details><summary>The window as a table</summary>{{{table}}}</details>{{/table}}
    </div>
    </article>

    """

  static let refusal = """
    <li id="refusal-{{letter}}"><h3><span class="badge">{{letter}}</span> {{span}}
    {{#score}}<span class="soft">· score {{score}}</span>{{/score}}</h3>
    <p>{{reason}}</p>
    {{#hasChanges}}<p>To be chosen:</p><ul>{{#changes}}<li>{{.}}</li>{{/changes}}</ul>{{/hasChanges}}
    </li>

    """

  static let index = """
    <header><h1>{{library}}</h1>
    <p>{{summary}}</p></header>
    <main id="main">
    {{#remarks}}<p>{{.}}</p>{{/remarks}}
    <h2>Videos</h2>
    {{#hasVideos}}
    <div class="find needs-script" hidden><label for="find">Find</label>
    <input id="find" type="search" autocomplete="off" spellcheck="false">
    {{#kinds}}<button type="button" data-find="{{.}}">{{.}}</button>{{/kinds}}
    <span id="found" role="status"></span></div>
    <table class="index" id="videos"><caption>Every video, by its id</caption>
    <thead><tr><th scope="col" data-sort>video</th><th scope="col" data-sort>standing</th>
    <th scope="col">clips</th><th scope="col" class="number" data-sort>best score</th>
    <th scope="col" class="number" data-sort>viewers</th><th scope="col" data-sort>last run</th></tr>
    </thead><tbody>
    {{#videos}}{{>row}}{{/videos}}</tbody></table>
    {{/hasVideos}}
    {{^hasVideos}}<p>No videos yet: put one into the library's videos, and import what an audience
    did.</p>{{/hasVideos}}
    <h2>Last nights</h2>
    {{#hasNights}}
    <div class="scroll" tabindex="0" role="region" aria-label="Last nights"><table>
    <thead><tr><th scope="col">began</th><th scope="col" class="number">seconds</th>
    <th scope="col" class="number">videos</th><th scope="col" class="number">clips rendered</th>
    <th scope="col" class="number">failed</th><th scope="col">ended</th></tr></thead><tbody>
    {{#nights}}<tr><th scope="row">{{began}}</th><td class="number">{{seconds}}</td>
    {{#counts}}<td class="number">{{.}}</td>{{/counts}}<td>{{ending}}</td></tr>{{/nights}}
    </tbody></table></div>
    {{/hasNights}}
    {{^hasNights}}<p>None yet: <code>gazecut run</code>.</p>{{/hasNights}}
    </main>
    """

  static let row = """
    <tr><th scope="row">{{#page}}<a href="{{page}}">{{id}}</a>{{/page}}{{^page}}{{id}}{{/page}}</th>
    <td><span class="standing {{kind}}"><span aria-hidden="true">{{sign}}</span> {{standing}}</span>\
    {{#detail}} {{detail}}{{/detail}}</td>
    <td data-key="{{clips}}"><div class="posters">{{#posters}}<a href="{{link}}"><img src="{{file}}" \
    alt="{{id}}, {{name}}" loading="lazy" width="36" height="64"></a>{{/posters}}</div></td>
    <td class="number" data-key="{{best}}">{{bestText}}</td>
    <td class="number" data-key="{{viewers}}">{{viewersText}}</td><td>{{lastRun}}</td></tr>

    """
}
