// Tables sorted by their headings, tables and charts gone through by arrow keys, definitions and what the marks of charts
// stand for beside the pointer, nothing folded on paper.
// It listens to the document, so it works while the page is still arriving. Without it the page is whole.
"use strict";

function sortBy(heading) {
  const table = heading.closest("table"), body = table.tBodies[0];
  const column = [...heading.parentElement.children].indexOf(heading);
  const down = heading.getAttribute("aria-sort") !== "descending";
  const value = (row) => row.cells[column].dataset.sort ?? row.cells[column].textContent.trim();
  const compare = (first, second) => {
    if (first === "" || second === "") return (first === "") - (second === "");  // what is not known comes last, either way
    const order = isNaN(first) || isNaN(second) ? first.localeCompare(second) : first - second;
    return down ? -order : order;
  };
  for (const cell of heading.parentElement.children) cell.setAttribute("aria-sort", "none");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  body.append(...[...body.rows].sort((first, second) => compare(value(first), value(second))));
}

function newTip() {
  const tip = Object.assign(document.createElement("div"), { id: "tip", hidden: true });
  tip.setAttribute("role", "tooltip");
  document.body.append(tip);
  return tip;
}

function tell(words, place) {  // above that place on the screen, if there is room
  const tip = document.getElementById("tip") ?? newTip(), margin = 12;
  tip.textContent = words;
  tip.hidden = false;
  const width = document.documentElement.clientWidth;
  const left = Math.max(margin, Math.min(place.left, width - tip.offsetWidth - margin));
  const topAbove = place.top - tip.offsetHeight - 6;
  tip.style.left = `${left + scrollX}px`;
  tip.style.top = `${(topAbove > margin ? topAbove : place.bottom + 6) + scrollY}px`;
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

function stopOnce(table, tabStop) {  // of all links and buttons of a table, Tab stops at one
  for (const stop of table.querySelectorAll(STOPS)) stop.tabIndex = stop === tabStop ? 0 : -1;
}

function moveInTable(event, stop) {
  const table = stop.closest("table");
  const rows = [...table.rows].map((row) => [...row.querySelectorAll(STOPS)]).filter((row) => row.length);
  const row = rows.findIndex((stops) => stops.includes(stop));
  const [down, right] = ARROWS[event.key](row, rows[row].indexOf(stop));
  const nextStop = rows[down]?.[down === row ? right : Math.min(right, rows[down].length - 1)];
  if (!nextStop) return;
  event.preventDefault();
  stopOnce(table, nextStop);
  nextStop.focus();
}

const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

function goToMark(event, from) {  // the nearest in the direction of the arrow, rather straight than aside
  const [across, down] = ARROWS[event.key](0, 0).reverse(), [x, y] = middle(from.getBoundingClientRect());
  const distanceTo = (mark) => {
    const [right, below] = middle(mark.getBoundingClientRect()).map((position, axis) => position - [x, y][axis]);
    const ahead = right * across + below * down;
    return ahead > 1 ? ahead + 3 * Math.abs(right * down + below * across) : Infinity;
  };
  const shown = [...from.closest(".chart").querySelectorAll(".chart-mark")].filter((mark) => mark.getClientRects().length);
  const marks = shown.map((mark) => [distanceTo(mark), mark]);
  const [leastDistance, target] = marks.reduce((nearest, pair) => (pair[0] < nearest[0] ? pair : nearest));
  event.preventDefault();
  if (leastDistance < Infinity) target.focus();
}

function unfold(place) {
  for (let folded = place?.closest("details"); folded; folded = folded.parentElement.closest("details")) folded.open = true;
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
  addEventListener(end, (event) => { const teller = event.target.closest?.(TELLING); if (teller) hideTip(teller); });
}
let byFinger = false, toldMark = null;
addEventListener("pointerdown", (event) => {
  byFinger = event.pointerType === "touch";
  if (markOf(event) !== toldMark) toldMark = null;
});
addEventListener("click", (event) => {  // a finger cannot point: its first tap tells, the second follows
  const mark = markOf(event);
  if (!byFinger || !mark || mark === toldMark) return;
  event.preventDefault();
  toldMark = mark;
  tell(wordsOf(mark), mark.getBoundingClientRect());
});
addEventListener("click", (event) => {  // a mark of a file leads to a list in it, which may be folded
  const address = event.defaultPrevented ? null : markOf(event)?.getAttribute("href");
  if (address?.startsWith("#")) unfold(document.getElementById(address.slice(1)));
});
addEventListener("keydown", (event) => {
  byFinger = false;
  const stop = event.target.closest?.("table")?.matches(".rates, .grid, .calendar") && event.target.closest(STOPS);
  const isArrow = ARROWS[event.key] && !event.altKey && !event.ctrlKey && !event.metaKey;
  if (event.key === "Escape") hideTip();
  else if (isArrow && stop) moveInTable(event, stop);
  else if (isArrow && markOf(event)) goToMark(event, markOf(event));
});
addEventListener("focusin", (event) => {
  const table = event.target.matches(STOPS) && event.target.closest(".rates, .grid, .calendar"), mark = markOf(event);
  if (table) stopOnce(table, event.target);
  if (!mark) return;
  for (const other of mark.closest(".chart").querySelectorAll(".chart-mark")) other.tabIndex = other === mark ? 0 : -1;
  if (mark.matches(":focus-visible")) tell(wordsOf(mark), mark.getBoundingClientRect());
});
const stopOnceEach = () => document.querySelectorAll(".rates, .grid, .calendar").forEach((table) => stopOnce(table, table.querySelector(STOPS)));
if (document.readyState === "loading") addEventListener("DOMContentLoaded", stopOnceEach);
else stopOnceEach();
addEventListener("whole", stopOnceEach);  // the page has been exchanged
addEventListener("beforeprint", () => {  // paper cannot be unfolded
  for (const folded of document.querySelectorAll("details:not([open])")) {
    folded.open = true;
    addEventListener("afterprint", () => { folded.open = false; }, { once: true });
  }
});
