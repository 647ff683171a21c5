// Filters that were given a name are kept in this browser, and stand as chips below the others. Without scripts a
// bookmark does the same: filters are part of the address.
"use strict";

{
  const KEY = "histparse filters", form = document.getElementById("filters"), place = document.querySelector(".saved");
  const [list, field, button] = ["ul", "input", "button"].map((one) => place.querySelector(one));
  const NAMES = [...new Set([...form.querySelectorAll(".fields [name]:not([name=player], details)")].map((one) => one.name))];
  const kept = () => {
    try {
      return Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    } catch {  // the browser keeps nothing for pages, or somebody else's words
      return [];
    }
  };
  const keep = (all) => {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
    show();
  };
  const without = (name) => kept().filter(([one]) => one !== name);
  const asked = () => String(new URLSearchParams([...new FormData(form)].filter(([name, said]) => said && NAMES.includes(name))));
  const address = (said) => {
    const every = new URLSearchParams(location.search);
    for (const name of [...NAMES, "page"]) every.delete(name);
    for (const [name, value] of new URLSearchParams(said)) if (NAMES.includes(name)) every.set(name, value);
    return `${location.pathname}?${every}`;
  };
  const chip = ([name, said]) => {
    const item = document.createElement("li"), link = document.createElement("a"), cross = document.createElement("button");
    Object.assign(link, { href: address(said), textContent: name });
    if (said === asked()) link.setAttribute("aria-current", "true");
    Object.assign(cross, { type: "button", textContent: "×", ariaLabel: `Forget the filters ${name}` });
    cross.addEventListener("click", () => keep(without(name)));
    item.append(link, cross);
    return item;
  };
  const show = () => {
    list.replaceChildren(...kept().map(chip));
    place.querySelector("p").hidden = !asked() || kept().some(([, said]) => said === asked());
    place.hidden = !list.children.length && place.querySelector("p").hidden;
  };
  const save = () => {
    const name = field.value.trim();
    if (name) keep([...without(name), [name, asked()]]);
    else field.focus();
  };
  button.addEventListener("click", save);
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") save(); });
  if (new URLSearchParams(location.search).get("names") !== "hidden") show();  // they may hold the name of an opponent
}
