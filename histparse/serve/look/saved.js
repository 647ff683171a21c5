// Filters that were given a name are kept in this browser, and stand as chips below the others. Without scripts a
// bookmark does the same: filters are part of the address.
"use strict";

{
  const KEY = "histparse filters", form = document.getElementById("filters"), place = document.querySelector(".saved");
  const [list, field, button] = ["ul", "input", "button"].map((tag) => place.querySelector(tag));
  const NAMES = [...new Set([...form.querySelectorAll(".fields [name]:not([name=player], details)")].map((input) => input.name))];
  const savedFilters = () => {
    try {
      return Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    } catch {  // the browser keeps nothing for pages, or somebody else's words
      return [];
    }
  };
  const storeFilters = (filters) => {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(filters)));
    show();
  };
  const filtersWithout = (name) => savedFilters().filter(([savedName]) => savedName !== name);
  const currentQuery = () => String(new URLSearchParams([...new FormData(form)].filter(([name, query]) => query && NAMES.includes(name))));
  const address = (query) => {
    const parameters = new URLSearchParams(location.search);
    for (const name of [...NAMES, "page"]) parameters.delete(name);
    for (const [name, value] of new URLSearchParams(query)) if (NAMES.includes(name)) parameters.set(name, value);
    return `${location.pathname}?${parameters}`;
  };
  const chip = ([name, query]) => {
    const item = document.createElement("li"), link = document.createElement("a"), cross = document.createElement("button");
    Object.assign(link, { href: address(query), textContent: name });
    if (query === currentQuery()) link.setAttribute("aria-current", "true");
    Object.assign(cross, { type: "button", textContent: "×", ariaLabel: `Forget the filters ${name}` });
    cross.addEventListener("click", () => storeFilters(filtersWithout(name)));
    item.append(link, cross);
    return item;
  };
  const show = () => {
    list.replaceChildren(...savedFilters().map(chip));
    place.querySelector("p").hidden = !currentQuery() || savedFilters().some(([, query]) => query === currentQuery());
    place.hidden = !list.children.length && place.querySelector("p").hidden;
  };
  const save = () => {
    const name = field.value.trim();
    if (name) storeFilters([...filtersWithout(name), [name, currentQuery()]]);
    else field.focus();
  };
  button.addEventListener("click", save);
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") save(); });
  if (new URLSearchParams(location.search).get("names") !== "hidden") show();  // they may hold the name of an opponent
}
