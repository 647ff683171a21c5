// Tables sorted by their headings and gone through by arrow keys, definitions beside the pointer, nothing folded on paper.
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

function showTip(term) {
  const tip = document.getElementById("tip") ?? newTip(), margin = 12;
  tip.textContent = `${term.dataset.about} Numerator: ${term.dataset.done}. Denominator: ${term.dataset.chances}.`;
  tip.hidden = false;
  const place = term.getBoundingClientRect(), width = document.documentElement.clientWidth;
  const left = Math.max(margin, Math.min(place.left, width - tip.offsetWidth - margin));
  const above = place.top - tip.offsetHeight - 6;
  tip.style.left = `${left + scrollX}px`;
  tip.style.top = `${(above > margin ? above : place.bottom + 6) + scrollY}px`;
  term.setAttribute("aria-describedby", "tip");
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

const termOf = (event) => event.target.closest?.(".term");
addEventListener("click", (event) => {
  const heading = event.target.closest?.("th[aria-sort]");
  if (heading?.querySelector("button")) sortBy(heading);
});
for (const start of ["mouseover", "focusin"]) {
  addEventListener(start, (event) => { const term = termOf(event); if (term) showTip(term); });
}
for (const end of ["mouseout", "focusout"]) {
  addEventListener(end, (event) => { const term = termOf(event); if (term) hideTip(term); });
}
addEventListener("keydown", (event) => {
  const stop = event.target.closest?.("table")?.matches(".rates, .grid, .calendar") && event.target.closest(STOPS);
  if (event.key === "Escape") hideTip();
  else if (stop && ARROWS[event.key] && !event.altKey && !event.ctrlKey && !event.metaKey) goOn(event, stop);
});
addEventListener("focusin", (event) => {
  const table = event.target.matches(STOPS) && event.target.closest(".rates, .grid, .calendar");
  if (table) stopOnce(table, event.target);
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
