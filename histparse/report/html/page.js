// Tables sorted by their headings, definitions beside the pointer, nothing folded on paper. Without this the page is whole.
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

function showTip(term) {
  const tip = document.getElementById("tip"), margin = 12;
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
  document.getElementById("tip").hidden = true;
  term.removeAttribute("aria-describedby");
}

for (const heading of document.querySelectorAll("thead th")) {
  heading.addEventListener("click", () => sortBy(heading));
}
for (const term of document.querySelectorAll(".term")) {
  for (const start of ["mouseenter", "focus"]) term.addEventListener(start, () => showTip(term));
  for (const end of ["mouseleave", "blur"]) term.addEventListener(end, () => hideTip(term));
}
for (const folded of document.querySelectorAll("details")) {  // paper cannot be unfolded
  let shut = false;
  addEventListener("beforeprint", () => { shut = !folded.open; folded.open = true; });
  addEventListener("afterprint", () => { if (shut) folded.open = false; });
}
addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.getElementById("tip").hidden = true;
});
