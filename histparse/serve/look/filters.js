// Filters count at once when they are changed. It stands right behind its form, so that they do while a page still arrives.
// A page that comes whole is exchanged in place, with its address in the history; one that comes in pieces is opened.
"use strict";

{
  const PARTS = ["header", "main", ".menu"], LINKS = ".when a, .chips a, .pager a, .filters p a, thead a";
  const status = Object.assign(document.createElement("p"), { className: "unseen", role: "status" });
  const filters = () => document.getElementById("filters");
  let shown = location.pathname + location.search, asked = null;

  const prepare = () => {  // who sets several filters wants to see them all the time
    filters().querySelector("details").open = sessionStorage.getItem("filters") === "open";
  };
  const exchange = async (address, isNew) => {
    if (address === asked) return;
    asked = address;
    const focused = document.activeElement?.name;
    document.body.classList.add("busy");
    const answer = await fetch(address).catch(() => null);
    const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    if (address !== asked) return;  // a later change is on its way
    asked = null;
    if (!page?.getElementById("filters")) return location.assign(address);  // which says why not
    if (isNew) history.pushState(null, "", answer.url);
    shown = location.pathname + location.search;
    for (const part of PARTS) document.querySelector(part).replaceWith(page.querySelector(part));
    document.title = page.title;
    document.body.classList.remove("busy");
    prepare();
    if (focused) filters().elements[focused]?.focus();
    document.body.append(status);
    status.textContent = document.querySelector("header h1 + p")?.textContent ?? document.title;
  };
  const open = (address) => {
    if ("exchange" in filters().dataset) return exchange(address, true);
    document.body.classList.add("busy");
    location.assign(address);
  };
  const ask = () => {
    const said = new URLSearchParams([...new FormData(filters())].filter(([, value]) => value));
    open(`${filters().getAttribute("action")}?${said}`);
  };

  prepare();
  document.addEventListener("toggle", (event) => {
    if (filters().contains(event.target)) sessionStorage.setItem("filters", event.target.open ? "open" : "shut");
  }, true);
  document.addEventListener("change", (event) => { if (event.target.form === filters()) ask(); });
  document.addEventListener("submit", (event) => {
    if (event.target !== filters()) return;
    event.preventDefault();
    ask();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest(LINKS);
    const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || new URL(link.href).pathname !== location.pathname) return;
    event.preventDefault();
    open(link.href);
  });
  addEventListener("popstate", () => {
    if (location.pathname + location.search !== shown) exchange(location.href, false);
  });
  addEventListener("pageshow", (event) => {
    document.body.classList.remove("busy");
    if (event.persisted) filters().reset();  // the browser's Back shows the page as it was left: with the change made there
  });
}
