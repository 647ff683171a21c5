// j and k go from hand to hand of a list, Enter opens the one they are at.
"use strict";

{
  const STEPS = { j: 1, k: -1 };
  addEventListener("keydown", (event) => {
    const step = STEPS[event.key], hands = [...document.querySelectorAll(".pictures tbody a")];
    const typing = event.target.closest?.("input, select, textarea");
    if (!step || !hands.length || typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = hands.indexOf(document.activeElement) + step;
    hands[Math.max(0, Math.min(to, hands.length - 1))].focus();
  });
}
