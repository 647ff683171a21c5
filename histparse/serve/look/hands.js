// j and k go from hand to hand of a list, Enter opens the one they are at; n and p open what comes next and before.
"use strict";

{
  const STEPS = { j: 1, k: -1 }, WAYS = { n: "next", p: "prev" };
  addEventListener("keydown", (event) => {
    const step = STEPS[event.key], hands = [...document.querySelectorAll(".pictures tbody a")];
    const typing = event.target.closest?.("input, select, textarea");
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (WAYS[event.key]) document.querySelector(`main [rel=${WAYS[event.key]}], header [rel=${WAYS[event.key]}]`)?.click();
    if (!step || !hands.length) return;
    const to = hands.indexOf(document.activeElement) + step;
    hands[Math.max(0, Math.min(to, hands.length - 1))].focus();
  });
}
