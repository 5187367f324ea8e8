/** What the page of a verdict looks like. */
export const pageStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --kept: #1a7f37; --violated: #b3261e; --open: #8a5a00; --line: #8883; --fill: #8881; }
@media (prefers-color-scheme: dark) { :root { --kept: #4cc267; --violated: #ff8f86; --open: #e0aa3e; } }
* { box-sizing: border-box; }
body { margin: 0; } main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
header { border-left: .4rem solid; padding-left: 1rem; } header.kept { border-color: var(--kept); } header.violated { border-color: var(--violated); }
h1 { font-size: 1.5rem; margin: .2rem 0 .6rem; } h2 { font-size: 1.15rem; margin: 1.6rem 0 .5rem; } summary h2 { display: inline-block; }
dl { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .15rem 1rem; margin: .4rem 0; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
.filter { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; padding: .6rem 0; background: Canvas; border-bottom: 1px solid var(--line); margin-top: 1rem; }
button { font: inherit; padding: .25rem .7rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--fill); color: inherit; cursor: pointer; }
button[aria-pressed=true] { outline: 2px solid; }
button.kept b, .kept .verdict { color: var(--kept); } button.violated b, .violated .verdict { color: var(--violated); } button.not-verified b, .not-verified .verdict { color: var(--open); }
input { font: inherit; flex: 1 1 12rem; min-width: 0; padding: .25rem .6rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--fill); color: inherit; }
.entry { border-bottom: 1px solid var(--line); padding: .3rem 0; } .entry[open] { padding-bottom: .8rem; }
.entry > :not(summary) { margin-left: 1rem; } summary { cursor: pointer; overflow-wrap: anywhere; } p { margin: .3rem 0; } ul { margin: .2rem 0; padding-left: 1.4rem; overflow-wrap: anywhere; }
.rules .entry summary { display: flex; flex-wrap: wrap; gap: 0 .8rem; } .rules .entry summary::before { content: "\\25b8"; } .rules .entry[open] > summary::before { content: "\\25be"; }
.verdict { min-width: 6rem; } .rules .entry summary code { min-width: 16rem; } .rules .entry summary span:last-child { flex: 1 1 20rem; }
.tag { display: inline-block; white-space: nowrap; border: 1px solid var(--line); border-radius: 1rem; padding: 0 .6rem; font-size: .85em; margin-left: .3rem; }
pre { margin: .3rem 0; padding: .5rem; background: var(--fill); white-space: pre-wrap; overflow-wrap: anywhere; font-size: .9em; }
mark { display: inline-block; width: 100%; background: color-mix(in srgb, var(--violated) 25%, transparent); color: inherit; } mark::before { content: "\\25b6 "; }
.copy { position: relative; } .copy > span { opacity: .75; } .copy pre { padding-right: 4.6rem; } .copy button { position: absolute; right: .4rem; bottom: .4rem; padding: .05rem .5rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; } th, td { padding: .15rem .6rem; text-align: right; border-bottom: 1px solid var(--line); } th[scope=row] { text-align: left; } .never { color: var(--open); }
[hidden] { display: none !important; }
@media print { .filter, .copy button { display: none; } }
`;

/** Filter, search and copying; the page can be read without. */
export const pageScript = `
const entries = [...document.querySelectorAll('.entry')];
const texts = entries.map((entry) => entry.textContent.toLowerCase());
const buttons = [...document.querySelectorAll('[data-filter]')];
const search = document.querySelector('input');
const show = () => {
  const pressed = buttons.filter((button) => button.ariaPressed === 'true').map((button) => button.dataset.filter);
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  entries.forEach((entry, at) => {
    const fits = (pressed.length === 0 || pressed.includes(entry.dataset.verdict)) && words.every((word) => texts[at].includes(word));
    entry.hidden = !fits;
    if (fits) shown += 1;
  });
  if (pressed.length + words.length > 0) document.querySelector('.rules').open = true;
  document.querySelector('output').textContent = pressed.length + words.length === 0 ? '' : shown + ' shown';
};
for (const button of buttons) button.onclick = () => { button.ariaPressed = String(button.ariaPressed !== 'true'); show(); };
search.oninput = show;
document.querySelector('form').onsubmit = (event) => event.preventDefault();
for (const button of document.querySelectorAll('[data-copy]')) button.onclick = async () => {
  const text = button.parentElement.querySelector('pre').textContent;
  try { await navigator.clipboard.writeText(text); } catch {
    getSelection().selectAllChildren(button.parentElement.querySelector('pre'));
    document.execCommand('copy');
  }
  button.textContent = 'Copied';
  setTimeout(() => { button.textContent = 'Copy'; }, 1500);
};
`;
