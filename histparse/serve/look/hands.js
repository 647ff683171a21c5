// j and k go from hand to hand of a list, Enter opens the one they are at; n and p open what comes next and before,
// and a link of the page is followed by the key that its title names.
"use strict";

{
  const STEPS = { j: 1, k: -1 }, WAYS = { n: "next", p: "prev" };
  addEventListener("keydown", (event) => {
    const step = STEPS[event.key], hands = [...document.querySelectorAll(".pictures tbody a")];
    const typing = event.target.closest?.("input, select, textarea");
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const way = WAYS[event.key] ? `[rel=${WAYS[event.key]}]` : `main a[title="${CSS.escape(event.key)}"]`;
    document.querySelector(way)?.click();
    if (!step || !hands.length) return;
    const to = hands.indexOf(document.activeElement) + step;
    hands[Math.max(0, Math.min(to, hands.length - 1))].focus();
  });
}
