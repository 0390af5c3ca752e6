// The style of a report. Figures of other parts of the program have fixed colours for paper; here
// they follow the page.
#include "report/page.h"

namespace gntp {

std::string_view report_style() {
  return R"(<style>
:root { color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --paper: #ffffff; --card: #f6f8fa;
  --line: #d5dae0; --accent: #0b6aa8; --good: #1a7f37; --bad: #b4480f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --quiet: #9aa4ae; --paper: #0d1117;
  --card: #161b22; --line: #30363d; --accent: #6cb6ff; --good: #56d364; --bad: #f0985a; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main, header, footer { max-width: 66rem; margin: 0 auto; padding: 0 clamp(.9rem, 4vw, 2.2rem); }
header { padding-top: 2.2rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.4rem; margin: 0 0 .8rem; padding-top: 1.6rem; border-top: 2px solid var(--line); }
h3 { font-size: 1.1rem; margin: 1.6rem 0 .5rem; }
h4 { font-size: 1rem; margin: 0 0 .4rem; overflow-wrap: anywhere; font-weight: 600; }
p { margin: .5rem 0; max-width: 46rem; }
a { color: var(--accent); }
code, pre { font: .86em/1.5 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace;
  overflow-wrap: anywhere; unicode-bidi: isolate; }
pre { white-space: pre-wrap; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: .8rem 1rem; }
section { margin: 2.2rem 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; list-style: none; margin: 1.1rem 0 0; padding: 0; }
.quiet, .subtitle { color: var(--quiet); }
.absent { color: var(--quiet); background: var(--card); border-left: 4px solid var(--line);
  padding: .6rem .9rem; border-radius: 0 8px 8px 0; max-width: none; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.2rem, 1fr)); gap: .7rem; margin: 1.2rem 0; padding: 0; }
.cards div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .65rem .9rem; margin: 0;
  display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.cards dt { color: var(--quiet); font-size: .84rem; line-height: 1.35; }
.cards dd { margin: 0; font-size: 1.45rem; font-weight: 600; font-variant-numeric: tabular-nums; line-height: 1.3; }
.wide { overflow-x: auto; margin: .7rem 0 1rem; }
.wide:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.wide table { border-collapse: collapse; min-width: 60%; font-size: .92rem; }
.wide caption { text-align: left; color: var(--quiet); font-size: .88rem; padding: 0 0 .35rem; }
.wide th, .wide td { text-align: left; padding: .3rem 1rem .3rem 0; border-bottom: 1px solid var(--line);
  vertical-align: baseline; font-weight: 400; overflow-wrap: anywhere; }
.wide thead th { font-weight: 600; white-space: nowrap; border-bottom-color: var(--quiet); }
.wide .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide ul { margin: .3rem 0 .5rem; padding-left: 1.1rem; }
td .bar { display: inline-block; width: 8rem; max-width: 30vw; height: .6em; border-radius: .3em; background: var(--line); overflow: hidden; }
td .bar i { display: block; height: 100%; background: var(--accent); }
details { margin: .4rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: .6rem 0; max-width: 100%; }
figure svg { display: block; max-width: 100%; height: auto; fill: var(--ink); }
figure svg > rect:first-of-type { fill: none; }
figure [stroke='#dddddd'] { stroke: var(--line); }
figure [stroke='#888888'] { stroke: var(--quiet); }
figure polyline, figure circle { stroke-linejoin: round; }
figcaption { color: var(--quiet); font-size: .88rem; max-width: 46rem; }
.case { background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--line); border-radius: 10px;
  padding: .9rem 1.1rem; margin: .9rem 0; overflow-wrap: anywhere; }
.case.right { border-left-color: var(--good); }
.case.wrong { border-left-color: var(--bad); }
.case .gntp { max-width: none; }
.case .gntp .quiet { color: inherit; opacity: .75; }
.case > .gntp > div:first-child { display: none; }
.case .tag { font-size: .8rem; font-weight: 600; border-radius: 1em; padding: .05em .65em; margin-right: .45em; border: 1px solid currentColor; }
.case.right .tag { color: var(--good); }
.case.wrong .tag { color: var(--bad); }
footer { color: var(--quiet); font-size: .88rem; padding-bottom: 2.5rem; }
@media (max-width: 34rem) { .wide th, .wide td { padding-right: .7rem; } .case { padding: .7rem .8rem; } }
@media print {
  :root { color-scheme: light; --ink: #000; --quiet: #444; --paper: #fff; --card: #fff; --line: #bbb; --accent: #0b4f7d; --good: #155f2a; --bad: #8a3408; }
  body { font-size: 10.5pt; } main, header, footer { max-width: none; padding: 0; } nav { display: none; }
  details::details-content { content-visibility: visible; height: auto; }
  summary { list-style: none; } section { margin: 1.2rem 0; } h2 { break-after: avoid; } h3, h4 { break-after: avoid; }
  #predictions, #rules { break-before: page; }
  figure, .case, tr, .cards div { break-inside: avoid; } .wide { overflow: visible; } thead { display: table-header-group; }
  a { color: inherit; text-decoration: none; }
}
</style>)";
}

}  // namespace gntp
