// Tables sorted by their headings, tables and charts gone through by arrow keys, definitions and what the marks of charts
// stand for beside the pointer, nothing folded on paper.
// It listens to the document, so it works while the page is still arriving. Without it the page is whole.
"use strict";

function sortBy(heading) {
  const table = heading.closest("table"), body = table.tBodies[0];
  const column = [...heading.parentElement.children].indexOf(heading);
  const down = heading.getAttribute("aria-sort") !== "descending";
  const value = (row) => row.cells[column].dataset.sort ?? row.cells[column].textContent.trim();
  const compare = (one, other) => {
    if (one === "" || other === "") return (one === "") - (other === "");  // what is not known comes last, either way
    const order = isNaN(one) || isNaN(other) ? one.localeCompare(other) : one - other;
    return down ? -order : order;
  };
  for (const each of heading.parentElement.children) each.setAttribute("aria-sort", "none");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  body.append(...[...body.rows].sort((one, other) => compare(value(one), value(other))));
}

function newTip() {
  const tip = Object.assign(document.createElement("div"), { id: "tip", hidden: true });
  tip.setAttribute("role", "tooltip");
  document.body.append(tip);
  return tip;
}

function tell(said, place) {  // above that place on the screen, if there is room
  const tip = document.getElementById("tip") ?? newTip(), margin = 12;
  tip.textContent = said;
  tip.hidden = false;
  const width = document.documentElement.clientWidth;
  const left = Math.max(margin, Math.min(place.left, width - tip.offsetWidth - margin));
  const above = place.top - tip.offsetHeight - 6;
  tip.style.left = `${left + scrollX}px`;
  tip.style.top = `${(above > margin ? above : place.bottom + 6) + scrollY}px`;
}

function define(term) {
  tell(`${term.dataset.about} Numerator: ${term.dataset.done}. Denominator: ${term.dataset.chances}.`, term.getBoundingClientRect());
  term.setAttribute("aria-describedby", "tip");
}

function wordsOf(mark) {  // the browser would show a title too, later and elsewhere
  const title = mark.querySelector("title");
  if (title) {
    mark.setAttribute("aria-label", title.textContent);
    title.remove();
  }
  return mark.getAttribute("aria-label");
}

function hideTip(term) {
  document.getElementById("tip")?.setAttribute("hidden", "");
  term?.removeAttribute("aria-describedby");
}

const STOPS = "a[href], button";
const ARROWS = {  // from a place in a row and column of links and buttons to the next
  ArrowLeft: (row, column) => [row, column - 1], ArrowRight: (row, column) => [row, column + 1],
  ArrowUp: (row, column) => [row - 1, column], ArrowDown: (row, column) => [row + 1, column],
};

function stopOnce(table, at) {  // of all links and buttons of a table, Tab stops at one
  for (const one of table.querySelectorAll(STOPS)) one.tabIndex = one === at ? 0 : -1;
}

function goOn(event, from) {
  const table = from.closest("table");
  const rows = [...table.rows].map((row) => [...row.querySelectorAll(STOPS)]).filter((row) => row.length);
  const row = rows.findIndex((one) => one.includes(from));
  const [down, right] = ARROWS[event.key](row, rows[row].indexOf(from));
  const to = rows[down]?.[down === row ? right : Math.min(right, rows[down].length - 1)];
  if (!to) return;
  event.preventDefault();
  stopOnce(table, to);
  to.focus();
}

const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

function goToMark(event, from) {  // the nearest in the direction of the arrow, rather straight than aside
  const [across, down] = ARROWS[event.key](0, 0).reverse(), [x, y] = middle(from.getBoundingClientRect());
  const far = (mark) => {
    const [right, below] = middle(mark.getBoundingClientRect()).map((at, axis) => at - [x, y][axis]);
    const ahead = right * across + below * down;
    return ahead > 1 ? ahead + 3 * Math.abs(right * down + below * across) : Infinity;
  };
  const shown = [...from.closest(".chart").querySelectorAll(".chart-mark")].filter((mark) => mark.getClientRects().length);
  const marks = shown.map((mark) => [far(mark), mark]);
  const [least, to] = marks.reduce((one, other) => (other[0] < one[0] ? other : one));
  event.preventDefault();
  if (least < Infinity) to.focus();
}

function unfold(place) {
  for (let one = place?.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
}

const TELLING = ".term, .chart-mark, .plot";
const termOf = (event) => event.target.closest?.(".term"), markOf = (event) => event.target.closest?.(".chart-mark");
addEventListener("click", (event) => {
  const heading = event.target.closest?.("th[aria-sort]");
  if (heading?.querySelector("button")) sortBy(heading);
});
for (const start of ["mouseover", "focusin"]) {
  addEventListener(start, (event) => { const term = termOf(event); if (term) define(term); });
}
addEventListener("mousemove", (event) => {
  const mark = markOf(event), { clientX: left, clientY: top } = event;
  if (mark) tell(wordsOf(mark), { left: left + 6, top, bottom: top + 12 });
});
for (const end of ["mouseout", "focusout"]) {
  addEventListener(end, (event) => { const one = event.target.closest?.(TELLING); if (one) hideTip(one); });
}
let byFinger = false, told = null;
addEventListener("pointerdown", (event) => {
  byFinger = event.pointerType === "touch";
  if (markOf(event) !== told) told = null;
});
addEventListener("click", (event) => {  // a finger cannot point: its first tap tells, the second follows
  const mark = markOf(event);
  if (!byFinger || !mark || mark === told) return;
  event.preventDefault();
  told = mark;
  tell(wordsOf(mark), mark.getBoundingClientRect());
});
addEventListener("click", (event) => {  // a mark of a file leads to a list in it, which may be folded
  const to = event.defaultPrevented ? null : markOf(event)?.getAttribute("href");
  if (to?.startsWith("#")) unfold(document.getElementById(to.slice(1)));
});
addEventListener("keydown", (event) => {
  byFinger = false;
  const stop = event.target.closest?.("table")?.matches(".rates, .grid, .calendar") && event.target.closest(STOPS);
  const isArrow = ARROWS[event.key] && !event.altKey && !event.ctrlKey && !event.metaKey;
  if (event.key === "Escape") hideTip();
  else if (isArrow && stop) goOn(event, stop);
  else if (isArrow && markOf(event)) goToMark(event, markOf(event));
});
addEventListener("focusin", (event) => {
  const table = event.target.matches(STOPS) && event.target.closest(".rates, .grid, .calendar"), mark = markOf(event);
  if (table) stopOnce(table, event.target);
  if (!mark) return;
  for (const one of mark.closest(".chart").querySelectorAll(".chart-mark")) one.tabIndex = one === mark ? 0 : -1;
  if (mark.matches(":focus-visible")) tell(wordsOf(mark), mark.getBoundingClientRect());
});
const stopOnceEach = () => document.querySelectorAll(".rates, .grid, .calendar").forEach((one) => stopOnce(one, one.querySelector(STOPS)));
if (document.readyState === "loading") addEventListener("DOMContentLoaded", stopOnceEach);
else stopOnceEach();
addEventListener("whole", stopOnceEach);  // the page has been exchanged
addEventListener("beforeprint", () => {  // paper cannot be unfolded
  for (const folded of document.querySelectorAll("details:not([open])")) {
    folded.open = true;
    addEventListener("afterprint", () => { folded.open = false; }, { once: true });
  }
});
