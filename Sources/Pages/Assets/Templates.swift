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
      ("command", command), ("desk", desk), ("index", index), ("row", row),
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
    <footer><p>Every figure is of {{least}} people or more.</p></footer>
    {{#data}}<script type="application/json" id="data">{{{data}}}</script>
    {{/data}}<script>{{{script}}}</script>
    </body>
    </html>

    """

  static let video = """
    <header>
    <nav class="ours" aria-label="Pages"><a href="index.html">All videos</a></nav>
    <h1><bdi>{{name}}</bdi></h1>
    <p><span class="ours">{{#isNamed}}{{id}} · {{/isNamed}}<span class="standing {{kind}}">\
    <span aria-hidden="true">{{sign}}</span> {{standing}}</span>{{#detail}} · {{detail}}{{/detail}}
    <span class="soft">· {{length}} ·</span></span>
    <label class="view"><input type="checkbox" id="client"> as a client sees it</label></p>
    </header>
    <main id="main">
    {{#remarks}}<p class="ours">{{.}}</p>{{/remarks}}
    <h2 class="sr">Clips</h2>
    {{^hasClips}}<p>There is no clip.</p>{{/hasClips}}
    <div class="clips">
    {{#clips}}{{>clip}}{{/clips}}
    </div>
    {{#hasClips}}<details class="words"><summary>How to read this</summary><dl class="figures">
    {{#words}}<dt>{{name}}</dt><dd>{{meaning}}</dd>{{/words}}
    <dt>held</dt><dd>Share of the looks that a window of .316 of the picture's longer side (9:16 of
    16:9) would hold, placed where the others look.</dd>
    <dt>they reacted</dt><dd>Those whose faces reacted through these seconds, more likely than not; who
    was seen in less than half of them is in neither map.</dd>
    {{#coarse}}<dt>over time</dt><dd>Rounded, so that nobody can be picked out: the lowest
    share may be nobody, and the highest everybody. Of people at least a multiple of {{.}} is told.</dd>
    {{/coarse}}<dt>evidence</dt><dd>The seconds in which people react and look at one thing; a clip may begin
    before and end after them.</dd>
    <dt>score</dt><dd>How likely a new viewer reacts while the picture holds what they look at.
    Clips are ranked by evidence, not by score.</dd></dl></details>{{/hasClips}}
    {{#reel}}<p class="words"><a href="{{reel}}">All clips in one film</a></p>{{/reel}}
    <section id="timeline" class="ours" aria-labelledby="timeline-head">
    <h2 id="timeline-head">The whole video</h2>
    {{#curve}}
    {{{charts}}}
    <div class="reader needs-script" hidden>
    <label for="second">Any second: point, click to play, or use the arrow keys here</label>
    <input id="second" type="range" min="0" max="{{seconds}}" step="0.5" value="0">
    <output id="told" for="second"></output>
    {{#film}}<video id="film" src="{{film}}" preload="none" controls muted playsinline hidden
    aria-label="The source"></video>{{/film}}
    </div>
    <details><summary>As a table</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="The charts as a table">{{{table}}}</div>
    </details>
    {{/curve}}
    {{^curve}}<p>Nothing is shown over time: {{withheld}}</p>{{/curve}}
    </section>
    {{#hasRefusals}}
    <section class="ours" aria-labelledby="refused-head">
    <h2 id="refused-head">Refused</h2>
    <ul class="refusals">{{#refusals}}{{>refusal}}{{/refusals}}</ul>
    </section>
    {{/hasRefusals}}
    {{#desk}}{{>desk}}{{/desk}}
    <details class="ours"><summary>Audience</summary>
    {{#audience}}<p>{{.}}</p>{{/audience}}
    {{#news}}<p>{{.}}</p>{{/news}}
    <p>{{source}}</p>
    {{#oddities}}<p>{{.}}</p>{{/oddities}}
    </details>
    <details class="ours"><summary>Commands</summary>
    {{#commands}}{{>command}}{{/commands}}
    </details>
    </main>
    """

  /// Where an editor changes clips; all of it is filled in by the script.
  static let desk = """
    <section id="desk" class="ours needs-script" hidden aria-labelledby="desk-head">
    <h2 id="desk-head">Desk</h2>
    <div id="desk-one">
    <div class="actions" id="desk-clips" role="group" aria-label="Clip to change"></div>
    <div id="desk-track" class="track"></div>
    <p id="desk-span"></p>
    <div class="ends">
    <figure><div class="still" id="desk-first"></div><figcaption>first frame</figcaption></figure>
    <figure><div class="still" id="desk-last"></div><figcaption>last frame</figcaption></figure>
    </div>
    <div class="actions"><button type="button" id="desk-keep" aria-pressed="false">keep</button>
    <button type="button" id="desk-never" aria-pressed="false">never</button>
    <label for="desk-look">shown as</label>
    <select id="desk-look"><option value="">the audience has it</option>
    <option value="layout crop">a window</option><option value="hold">a window at rest</option>
    <option value="layout fit">the whole picture</option><option value="window" hidden>\
    the window drawn</option></select>
    <label>title of this clip <input id="desk-title" type="text" maxlength="200"
    autocomplete="off"></label></div>
    </div>
    <h3 id="desk-list-head">Changes</h3>
    <ol id="desk-changes" aria-labelledby="desk-list-head" aria-live="polite"></ol>
    <p id="desk-none" class="soft">None yet: drag an end, or use the arrow keys on it; keep what was
    refused.</p>
    <div class="actions"><button type="button" id="desk-undo" disabled>undo</button>
    <a id="desk-save" class="button" hidden>save</a></div>
    <div class="command" id="desk-apply" hidden><code id="desk-command"></code>
    <button type="button" data-copy="desk-command" aria-label="copy the command">copy</button></div>
    </section>

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
    <span class="soft">· {{seconds}} s</span></h3>
    {{#title}}<p class="soft">“<bdi>{{title}}</bdi>”</p>
    {{/title}}
    <p class="sentence">{{sentence}}</p>
    {{#published}}<p class="ours published">{{words}}{{#link}} <a href="{{link}}" rel="noreferrer">\
    {{link}}</a>{{/link}}{{rest}}</p>
    {{/published}}
    <div class="three">{{#figures}}<div class="figure"><button type="button" aria-describedby="{{id}}">\
    <b>{{value}}</b> {{name}}</button><span class="tip" role="tooltip" id="{{id}}">{{meaning}}</span>\
    </div>{{/figures}}</div>
    {{{curve}}}
    {{#said}}<details><summary>What is said</summary><p dir="auto">{{.}}</p></details>
    {{/said}}
    <details class="ours"><summary>Why these seconds</summary>
    <dl class="figures">{{#details}}<dt>{{name}}</dt><dd>{{value}}</dd>{{/details}}</dl>
    {{#lines}}<p>{{.}}</p>{{/lines}}
    <p>{{#file}}<a href="{{file}}">the file</a>{{/file}}{{#shapes}} · <a href="{{file}}">{{name}}</a>\
    {{/shapes}}</p></details>
    {{{heat}}}
    </div>
    </article>

    """

  static let refusal = """
    <li id="refusal-{{letter}}"><span class="badge">{{letter}}</span> {{span}}: {{reason}}
    <button type="button" class="needs-script" hidden data-keep="{{letter}}"
    aria-label="keep {{letter}}">keep</button></li>

    """

  static let index = """
    <header><h1><bdi>{{library}}</bdi></h1>
    <p>{{summary}}</p></header>
    <main id="main">
    {{#remarks}}<p>{{.}}</p>{{/remarks}}
    <h2>Videos</h2>
    {{#hasVideos}}
    <div class="find needs-script" hidden><label for="find">Find</label>
    <input id="find" type="search" autocomplete="off" spellcheck="false">
    {{#kinds}}<button type="button" data-find="{{.}}">{{.}}</button>{{/kinds}}
    <span id="found" role="status"></span></div>
    <table class="index" id="videos" aria-label="Every video, by its id">
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
    <table class="nights" aria-label="Last nights">
    <thead><tr><th scope="col">began</th><th scope="col" class="number">seconds</th>
    <th scope="col" class="number">videos</th><th scope="col" class="number">clips rendered</th>
    <th scope="col" class="number">failed</th><th scope="col">ended</th></tr></thead><tbody>
    {{#nights}}<tr><th scope="row">{{began}}</th><td class="number">{{seconds}}</td>
    {{#counts}}<td class="number">{{.}}</td>{{/counts}}<td>{{ending}}</td></tr>{{/nights}}
    </tbody></table>
    {{/hasNights}}
    {{^hasNights}}<p>None yet: <code>gazecut run</code>.</p>{{/hasNights}}
    </main>
    """

  static let row = """
    <tr><th scope="row">{{#page}}<a href="{{page}}">{{id}}</a>{{/page}}{{^page}}{{id}}{{/page}}</th>
    <td><span class="standing {{kind}}"><span aria-hidden="true">{{sign}}</span> {{standing}}</span>\
    {{#detail}} {{detail}}{{/detail}}</td>
    <td data-key="{{clips}}">{{#link}}<a class="poster" href="{{link}}" \
    aria-label="{{clips}} of {{id}}">{{#poster}}<img src="{{poster}}" alt="" loading="lazy">{{/poster}}\
    {{clips}}</a>{{/link}}</td>
    <td class="number" data-key="{{best}}">{{bestText}}</td>
    <td class="number" data-key="{{viewers}}">{{viewersText}}</td><td>{{lastRun}}</td></tr>

    """
}
