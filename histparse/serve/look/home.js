// The curve: a pointer or the arrow keys tell its values, a click or Enter leads to the hands of a day, dragging to those
// of several, on the page of a session to the hand itself. It stands right behind
// its curve, and its words are shown by page.js. Without it the curve is a picture, and the tables lead to the hands.
"use strict";

{
  const plot = document.querySelector(".plot");
  const points = JSON.parse(document.getElementById("points").textContent);  // of each its place, words and day
  const mark = plot.querySelector(".point"), brush = plot.querySelector(".brush");
  const drawing = plot.querySelector(".drawn-line");
  const NEAR = 5;  // pixels that a click may move
  let at = points.length - 1, from = null;

  const show = (number) => {
    at = Math.max(0, Math.min(number, points.length - 1));
    const [x, y, said] = points[at];
    mark.hidden = false;
    mark.style.left = `${x / 10}%`;
    const { y: upper, height } = drawing.viewBox.baseVal;
    mark.style.top = `${100 * (y - upper) / height}%`;
    tell(said, mark.getBoundingClientRect());
    plot.setAttribute("aria-valuenow", at + 1);
    plot.setAttribute("aria-valuetext", said);
  };
  const nearest = (event) => {
    const box = plot.getBoundingClientRect(), x = 1000 * (event.clientX - box.left) / box.width;
    let low = 0, high = points.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (points[middle][0] < x) low = middle + 1;
      else high = middle;
    }
    return low > 0 && x - points[low - 1][0] < points[low][0] - x ? low - 1 : low;
  };
  const open = (one, other) => {
    const days = [points[one][3], points[other][3]].sort();
    if (!days[0]) return;  // no text tells when that was
    if (!plot.dataset.hands) return location.assign(points[other][3]);  // of a session each point is a hand
    const address = new URL(plot.dataset.hands, location.href);
    address.searchParams.set("from", days[0]);
    address.searchParams.set("to", days[1]);
    location.assign(address);
  };
  const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageDown: -25, PageUp: 25, Home: -Infinity, End: Infinity };

  const end = document.readyState === "loading" ? "DOMContentLoaded" : "whole";
  addEventListener(end, () => {  // by then it is counted what would have been won without luck
    const both = document.querySelector(".both");
    if (!both || !plot.isConnected) return;
    const lines = both.querySelector(".drawn-line");
    drawing.setAttribute("viewBox", lines.getAttribute("viewBox"));
    drawing.replaceChildren(...lines.childNodes);
    plot.querySelector(".axes").replaceWith(both.querySelector(".axes"));
    document.querySelector(".of-luck").hidden = false;
    both.remove();
    if (!mark.hidden) show(at);
  }, { once: true });
  plot.tabIndex = 0;
  const label = plot.dataset.hands ? "Net in big bets, hand by hand; Enter opens the hands of the day" : "Net in big bets, hand by hand; Enter opens the hand";
  const said = { role: "slider", "aria-label": label };
  for (const [name, value] of Object.entries({ ...said, "aria-valuemin": 1, "aria-valuemax": points.length })) {
    plot.setAttribute(name, value);
  }
  plot.setAttribute("aria-valuenow", points.length);
  plot.setAttribute("aria-valuetext", points.at(-1)[2]);
  document.querySelector(".told .scripted").hidden = false;
  plot.addEventListener("focus", () => show(at));
  plot.addEventListener("keydown", (event) => {
    if (event.key === "Enter") open(at, at);
    else if (STEPS[event.key]) show(at + STEPS[event.key]);
    else return;
    event.preventDefault();
  });
  plot.addEventListener("pointerdown", (event) => {
    from = { x: event.clientX, point: nearest(event) };
    plot.setPointerCapture(event.pointerId);
  });
  plot.addEventListener("pointermove", (event) => {
    show(nearest(event));
    if (!from) return;
    const [left, right] = [points[from.point][0], points[at][0]].sort((one, other) => one - other);
    brush.hidden = false;
    brush.style.left = `${left / 10}%`;
    brush.style.right = `${100 - right / 10}%`;
  });
  plot.addEventListener("pointerup", (event) => {
    if (from) open(Math.abs(event.clientX - from.x) > NEAR ? from.point : nearest(event), nearest(event));
    from = null;
    brush.hidden = true;
  });
  plot.addEventListener("pointercancel", () => { from = null; brush.hidden = true; });
}
