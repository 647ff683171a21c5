// j and k go from row to row of a list, Enter opens the one they are at.
"use strict";

{
  const STEPS = { j: 1, k: -1 };
  addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const links = [...document.querySelectorAll("[aria-keyshortcuts='j k'] tbody tr")].flatMap((row) => row.querySelector("a") ?? []);
    const typing = event.target.closest?.("input, select, textarea");
    if (!step || !links.length || typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const place = links.indexOf(document.activeElement) + step;
    links[Math.max(0, Math.min(place, links.length - 1))].focus();
  });
}
