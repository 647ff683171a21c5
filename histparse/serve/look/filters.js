// Filters count at once when they are changed. It stands right behind its form, so that they do while a page still arrives.
// A page is exchanged in place, with its address in the history, and one that comes in pieces is shown piece by piece.
"use strict";

{
  const PARTS = [".menu", "header", "nav", "main"], LINKS = ".chips a, .kept a, .pager a, thead a, .tabs a";
  const PIECE = "</section>";  // a page that is not whole yet is shown to the last of these
  const status = Object.assign(document.createElement("p"), { className: "unseen", role: "status" });
  const filters = () => document.getElementById("filters");
  let shownAddress = location.pathname + location.search, requestedAddress = null, currentRequest = new AbortController();

  const openMenu = () => filters().querySelector("details[open]");
  const runScript = (script) => {  // one that was parsed elsewhere does not run by itself
    if (script.dataset.each === undefined && scripts.has(script.src)) return;
    scripts.add(script.src);
    script.replaceWith(Object.assign(document.createElement("script"), { src: script.src }));
  };
  const scripts = new Set([...document.scripts].map((script) => script.src));
  const replacePage = (page) => {  // the old page gives way, and keeps its place on the screen
    const height = document.querySelector("main").offsetHeight, top = scrollY;
    for (const part of PARTS) {
      const old = document.querySelector(`body > ${part}`), replacement = page.querySelector(`body > ${part}`);
      if (old && replacement) old.replaceWith(replacement);
      else if (replacement) document.querySelector("body > main").before(replacement);
      else old?.remove();
    }
    document.body.classList.toggle("broad", page.body.classList.contains("broad"));
    document.title = page.title;
    document.body.classList.remove("busy");
    document.querySelector("main").style.minHeight = `${height}px`;
    scrollTo({ top, behavior: "instant" });
  };
  const appendNewNodes = (shownNode, node) => {  // what has come since: behind what was there, and at the end of the last of it
    const count = shownNode.childNodes.length, last = node.childNodes[count - 1];
    if (last?.nodeType === Node.ELEMENT_NODE) appendNewNodes(shownNode.lastChild, last);
    shownNode.append(...[...node.childNodes].slice(count));
  };
  const focusedPlace = () => {  // in which menu the focus is, and in which field; a menu from which a link led is done with
    const field = document.activeElement;
    return { menu: field?.closest?.(".chip")?.querySelector("details").dataset.menu, name: field?.form === filters() ? field.name : "" };
  };
  const focusAgain = ({ menu, name }) => {
    const panel = menu && filters().querySelector(`details[data-menu="${menu}"]`);
    if (panel && name) panel.open = true;
    const field = name && (filters().querySelector(`[name="${name}"]:checked`) ?? filters().querySelector(`[name="${name}"]:not([type=hidden])`));
    (field || panel?.firstElementChild)?.focus({ preventScroll: true });
  };
  const parsePage = (text) => new DOMParser().parseFromString(text, "text/html");
  const pieces = async function* (answer) {  // the text so far, each time that more can be shown
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "", sent = 0;
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
      text += value;
      const main = text.indexOf("<main"), end = text.lastIndexOf(PIECE);
      if (main < 0 || end <= Math.max(main, sent)) continue;
      sent = end;
      yield text.slice(0, end + PIECE.length);
    }
    yield text;
  };
  const exchange = async (address, isNew) => {
    if (address === requestedAddress) return;
    requestedAddress = address;
    currentRequest.abort();
    const request = currentRequest = new AbortController();
    const place = focusedPlace();
    document.body.classList.add("busy");
    let isShown = false;
    try {
      const answer = await fetch(address, { signal: request.signal });
      for await (const text of pieces(answer)) {
        if (request.signal.aborted) return;  // a later change is on its way
        const page = parsePage(text);
        if (isShown) appendNewNodes(document.querySelector("main"), page.querySelector("main"));
        else {
          if (!page.getElementById("filters")) return location.assign(address);
          if (isNew) history.pushState(null, "", answer.url);
          shownAddress = location.pathname + location.search;
          replacePage(page);
          focusAgain(place);
          isShown = true;
        }
        document.querySelectorAll("header script[src], main script[src]").forEach(runScript);
      }
    } catch {
      if (!request.signal.aborted) location.assign(address);  // the browser says why
      return;
    }
    requestedAddress = null;
    document.querySelector("main").style.minHeight = "";
    dispatchEvent(new Event("whole"));
    document.body.append(status);
    status.textContent = document.querySelector(".passing")?.textContent ?? document.title;
  };
  const open = (address) => {
    if (document.readyState !== "loading") return exchange(address, true);
    document.body.classList.add("busy");
    location.assign(address);
  };
  const applyFilters = () => {
    const query = new URLSearchParams([...new FormData(filters())].filter(([, value]) => value));
    open(`${filters().getAttribute("action")}?${query}`);
  };

  document.addEventListener("toggle", (event) => {  // a menu stays on the screen
    const panel = event.target;
    if (!panel.open || !filters().contains(panel)) return;
    panel.classList.remove("end");
    panel.classList.toggle("end", panel.lastElementChild.getBoundingClientRect().right > document.documentElement.clientWidth);
  }, true);
  document.addEventListener("keydown", (event) => {
    const panel = event.key === "Escape" && openMenu();
    if (!panel) return;
    panel.open = false;
    panel.firstElementChild.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    const panel = openMenu();
    if (panel && !panel.contains(event.target)) panel.open = false;
  });
  document.addEventListener("change", (event) => { if (event.target.form === filters()) applyFilters(); });
  document.addEventListener("submit", (event) => {
    if (event.target !== filters()) return;
    event.preventDefault();
    applyFilters();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest(LINKS);
    const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || new URL(link.href).pathname !== location.pathname) return;
    event.preventDefault();
    open(link.href);
  });
  addEventListener("popstate", () => {
    if (location.pathname + location.search !== shownAddress) exchange(location.href, false);
  });
  addEventListener("pageshow", (event) => {
    document.body.classList.remove("busy");
    if (!event.persisted) return;
    for (const panel of filters().querySelectorAll("details[open]")) panel.open = false;
    filters().reset();  // the browser's Back shows the page as it was left: with the change made there
  });
}
