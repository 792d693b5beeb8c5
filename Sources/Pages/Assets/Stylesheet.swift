/// How the pages look, light and dark, on paper and on any width.
///
/// Colours of data are Okabe and Ito's (2008), which people with any kind of colour vision tell
/// apart; each of them also has a dash or a label of its own.
enum Stylesheet {
  /// Of a video's page.
  static let video = tokens + page + tables + clips + charts + screens
  /// Of the index: in a page of a thousand rows every rule that looks at descendants costs.
  static let index = tokens + page + tables + screens

  private static let tokens = """
    :root{color-scheme:light dark;--paper:#fff;--card:#f6f7f8;--ink:#1b1f23;--soft:#535b63;
    --rule:#d5d9dd;--link:#0a57a6;--focus:#0a57a6;--good:#00694d;--bad:#a33a00;--wait:#0a57a6;
    --react:#c14e00;--held:#00795a;--heat:#d55e00}
    @media screen and (prefers-color-scheme:dark){:root{--paper:#14171a;--card:#1e2327;--ink:#eceff1;
    --soft:#b3bbc2;--rule:#3b434a;--link:#7cc4ff;--focus:#f0e442;--good:#4fd3ab;--bad:#ff9d5c;
    --wait:#7cc4ff;--react:#e69f00;--held:#2fc79b}}

    """

  private static let page = """
    *{box-sizing:border-box}
    html{font:16px/1.5 system-ui,"Noto Sans","Hiragino Sans",sans-serif}
    body{margin:0;background:var(--paper);color:var(--ink);overflow-wrap:anywhere}
    header,main,footer{max-width:100rem;margin:0 auto;padding:0 1rem}
    footer{color:var(--soft);padding-block:2rem}
    h1{font-size:1.6rem;line-height:1.2;margin:1rem 0 .25rem}
    h2{font-size:1.25rem;margin:2rem 0 .5rem}h3{font-size:1.1rem;margin:0 0 .25rem}
    p{margin:.25rem 0}ul{padding-left:1.2rem;margin:.25rem 0}
    a{color:var(--link)}
    :focus-visible{outline:3px solid var(--focus);outline-offset:2px}
    .skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--paper);
    padding:.25rem .5rem;z-index:2}
    .soft,figcaption,caption{color:var(--soft)}
    .standing{font-weight:600}.failing{color:var(--bad)}.due{color:var(--wait)}
    .done,.pinned{color:var(--good)}.empty,.waiting{color:var(--soft)}
    button,input[type=search]{font:inherit;color:inherit;background:var(--paper);
    border:1px solid var(--soft);border-radius:.3rem;padding:.2rem .6rem}
    button{cursor:pointer}button:hover{background:var(--rule)}
    code{font:.9em/1.4 ui-monospace,"DejaVu Sans Mono",monospace}
    .command{display:flex;flex-wrap:wrap;gap:.25rem .6rem;align-items:center;margin:.35rem 0}
    .command code{background:var(--card);border:1px solid var(--rule);border-radius:.3rem;
    padding:.15rem .5rem}
    .command span{flex:1 1 18rem;max-width:34rem}
    details{margin:.5rem 0}summary{cursor:pointer;color:var(--link)}
    [hidden]{display:none!important}

    """

  private static let tables = """
    .scroll{overflow-x:auto}.scroll tbody th{white-space:nowrap}
    table{border-collapse:collapse;font-variant-numeric:tabular-nums}
    caption{text-align:left;padding:.25rem 0}
    th,td{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--rule);
    vertical-align:top;overflow-wrap:break-word}
    thead th{color:var(--soft);font-weight:600;vertical-align:bottom}
    th button{border:0;background:none;padding:0;font-weight:600;color:var(--link);text-align:left}
    .number,.number button{text-align:right}
    .index,.index thead,.index tbody{display:block}
    .index tr{display:grid;border-bottom:1px solid var(--rule);max-width:90rem;
    grid-template-columns:minmax(9rem,2fr) minmax(9rem,3fr) 6rem 7rem 6rem 14rem}
    .index th,.index td{border:0;min-width:0}
    .index tbody tr{content-visibility:auto;contain-intrinsic-size:auto 73px}
    .poster{display:flex;gap:.5rem;align-items:center}
    .index .poster img{display:block;height:64px;width:36px;object-fit:cover;border-radius:3px;
    background:var(--card)}
    .find{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center;margin:.5rem 0}
    .find input{flex:1 1 12rem;max-width:30rem;min-width:0}

    """

  private static let clips = """
    .clips{display:grid;gap:1.5rem;grid-template-columns:1fr}
    .clip{display:grid;gap:1rem 1.5rem;grid-template-columns:1fr;align-content:start;min-width:0}
    .clip>*{min-width:0}
    .clip video,.clip .poster{width:100%;max-height:80vh;background:#000;border-radius:.5rem;
    display:block}
    .sentence{font-size:1.2rem;line-height:1.4;max-width:34rem;margin:.5rem 0}
    .three{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:.5rem;margin:.75rem 0;
    position:relative;max-width:34rem}
    .figure button{background:var(--card);border-color:var(--rule);cursor:help;color:var(--soft);
    width:100%;height:100%;padding:.2rem .4rem;text-align:left}
    .figure b{display:block;color:var(--ink);font-size:min(1.15rem,4.6vw);white-space:nowrap;
    font-variant-numeric:tabular-nums}
    .tip{display:none;position:absolute;left:0;top:calc(100% + .3rem);z-index:3;width:17rem;
    max-width:70vw;background:var(--ink);color:var(--paper);border-radius:.3rem;padding:.4rem .6rem}
    .figure:hover .tip,.figure:focus-within .tip{display:block}
    .figures{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .75rem;margin:.5rem 0;
    max-width:50rem}
    .figures dt{color:var(--soft)}.figures dd{margin:0}
    .heat{margin:.5rem 0}.heat svg{display:block;width:100%;height:auto;
    border-radius:.3rem}.heat p{font-weight:600;margin:.1rem 0 0}
    .maps{display:grid;gap:.5rem;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr))}
    .maps>*{max-width:34rem}
    .view{white-space:nowrap}
    .refusals{padding:0;list-style:none}.refusals>li{padding:.2rem 0}
    .badge{display:inline-block;min-width:1.5em;text-align:center;border:2px solid currentColor;
    border-radius:.25rem;font-weight:700;line-height:1.3;margin-right:.3rem}
    .actions{display:flex;flex-wrap:wrap;gap:.4rem .6rem;align-items:center;margin:.5rem 0}
    .actions label{display:inline-flex;flex-wrap:wrap;gap:.4rem;align-items:center}
    .print,.clip .poster.print{display:none}.sr{position:absolute;left:-99rem}
    body:has(#client:checked) .ours,
    body:has(#client:target:not(:checked)) :is(.ours,.skip,.view){display:none}
    .track{position:relative;height:3.5rem;margin:.5rem 1rem;background:var(--card);
    border:1px solid var(--rule);border-radius:.3rem;touch-action:none;user-select:none}
    .track i{position:absolute;top:0;bottom:0;border-left:1px solid var(--soft)}
    .track .bar{position:absolute;top:0;bottom:0;background:var(--held)}.track .gone{opacity:.3}
    #desk-span{font-weight:600;font-variant-numeric:tabular-nums}
    .handle{position:absolute;top:-.3rem;bottom:-.3rem;width:1.5rem;margin-left:-.75rem;padding:0;
    cursor:ew-resize;border:2px solid var(--ink);background:var(--paper);touch-action:none;
    border-radius:.3rem}.handle[aria-disabled=true]{display:none}
    .ends{display:flex;flex-wrap:wrap;gap:1rem}.ends figure{margin:0;flex:1 1 15rem;max-width:30rem}
    .still{position:relative;background:var(--rule);overflow:hidden}
    .still video,.still img{display:block;width:100%;height:100%}
    .still .window{position:absolute;border:2px solid #fff;outline:2px solid #000;cursor:move;
    touch-action:none}
    button[aria-pressed=true]{background:var(--ink);color:var(--paper)}
    button:disabled{opacity:.6;cursor:default}
    .button{border:1px solid var(--soft);border-radius:.3rem;padding:.2rem .6rem}
    select,input[type=text]{font:inherit;color:inherit;background:var(--paper);
    border:1px solid var(--soft);border-radius:.3rem;padding:.2rem .4rem;min-width:0}
    #film{max-width:40rem;width:100%;background:#000}

    """

  private static let charts = """
    .panel{margin:.25rem 0 .5rem}.panel figcaption{font-size:.9rem}.panel b{color:var(--ink)}
    .plot{display:block;width:calc(100% - 2.6rem);margin-left:2.6rem;overflow:visible}
    .plot text{fill:var(--soft);font-size:11px;font-variant-numeric:tabular-nums}
    .grid{stroke:var(--rule);stroke-width:1}
    .line{fill:none;stroke:var(--ink);stroke-width:1.75;vector-effect:non-scaling-stroke}
    .area{stroke:none}
    .line.react{stroke:var(--react)}.line.held{stroke:var(--held)}
    .area.react{fill:var(--react);fill-opacity:.2}.line.held{stroke-dasharray:6 3}
    .panel .key{margin-left:.75rem;border-bottom:2px solid}.panel .key:first-child{margin-left:0}
    .panel .key.react{color:var(--react)}.panel .key.held{color:var(--held);border-bottom-style:dashed}
    .line.counted{stroke:var(--link);stroke-dasharray:1 2}
    .panel .key.counted{color:var(--link);border-bottom-style:dotted}
    .cursor{stroke:var(--focus);stroke-width:2;visibility:hidden}
    .live #timeline .cursor{visibility:visible}
    .strip .moment{fill:var(--held);fill-opacity:.35}.strip .core{fill:var(--held)}
    .strip .mark{fill:var(--paper);font-size:14px;font-weight:700;paint-order:stroke;
    stroke:var(--held);stroke-width:5px}
    .strip .refused{fill:none;stroke:var(--soft);stroke-width:1.5;stroke-dasharray:3 2}
    .strip .letter{fill:var(--ink);font-size:12px;font-weight:600;paint-order:stroke;
    stroke:var(--paper);stroke-width:4px}
    .strip .cut{stroke:var(--ink)}
    .strip a:hover .core,.strip a:hover .moment{fill-opacity:.8}
    .strip a:hover .refused{stroke:var(--ink);stroke-dasharray:none}
    .strip a.now rect{stroke:var(--focus);stroke-width:3;stroke-dasharray:none}
    .reader{background:var(--card);border:1px solid var(--rule);border-radius:.5rem;
    padding:.5rem .75rem}
    .reader input{width:100%;margin:.25rem 0;accent-color:var(--focus)}
    .reader output{display:block;min-height:3em}
    .contour{fill:var(--heat);fill-opacity:.28;stroke:var(--heat);stroke-opacity:.7}
    .frame{fill:none;stroke:#fff;stroke-width:1.5}.frame.halo{stroke:#000;stroke-width:3.5}
    .blank{fill:var(--rule)}

    """

  private static let screens = """
    @media (min-width:40rem){.clip{grid-template-columns:min(30%,22rem) 1fr}}
    @media (max-width:40rem){.odd{display:none}.nights,.nights thead,.nights tbody{display:block}
    .index tr,.nights tr{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));
    border-bottom:1px solid var(--rule)}.nights th,.nights td{border:0}
    .index tbody tr{contain-intrinsic-size:auto 10rem}
    tr>*{grid-column:span 2}tr>:nth-child(-n+2){grid-column:span 3}
    tr>:last-child{grid-column:span 6}tr>.number,.number button{text-align:left}}
    @media (min-width:105rem){header,main,footer{max-width:150rem;padding:0 2rem}
    .clips{grid-template-columns:1fr 1fr}}
    @media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
    @media (forced-colors:active){.line,.strip rect{stroke:CanvasText}
    .cursor{stroke:Highlight}}
    @media print{:root{color-scheme:light;--card:#fff;--ink:#000;--soft:#444;--rule:#bbb}
    html{font-size:11pt}@page{margin:14mm}
    video,button:not(.figure button),.needs-script,.skip,.view,.words,footer,.cursor,
    details:not([open]){display:none!important}
    .clip{break-inside:avoid;grid-template-columns:40mm 1fr;gap:0 6mm;margin-bottom:6mm}
    .clips{display:block}.clip .poster.print{display:block;max-height:72mm;width:auto}
    .panel,.heat,dl,tr,li{break-inside:avoid}h2,h3{break-after:avoid}
    .index tbody tr{content-visibility:visible}
    .maps{grid-template-columns:1fr 1fr;max-width:95mm}
    .heat figcaption,.heat p{font-size:.8rem}.sentence{font-size:1.05rem}.three{margin:2mm 0}}
    """
}
