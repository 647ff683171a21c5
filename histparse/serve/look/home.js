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
  let current = points.length - 1, drag = null;

  const show = (number) => {
    current = Math.max(0, Math.min(number, points.length - 1));
    const [x, y, words] = points[current];
    mark.hidden = false;
    mark.style.left = `${x / 10}%`;
    const { y: upper, height } = drawing.viewBox.baseVal;
    mark.style.top = `${100 * (y - upper) / height}%`;
    tell(words, mark.getBoundingClientRect());
    plot.setAttribute("aria-valuenow", current + 1);
    plot.setAttribute("aria-valuetext", words);
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
  const open = (first, last) => {
    const days = [points[first][3], points[last][3]].sort();
    if (!days[0]) return;  // no text tells when that was
    if (!plot.dataset.hands) return location.assign(points[last][3]);  // of a session each point is a hand
    const address = new URL(plot.dataset.hands, location.href);
    address.searchParams.set("from", days[0]);
    address.searchParams.set("to", days[1]);
    location.assign(address);
  };
  const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageDown: -25, PageUp: 25, Home: -Infinity, End: Infinity };

  const end = document.readyState === "loading" ? "DOMContentLoaded" : "whole";
  addEventListener(end, () => {  // by then it is counted what would have been won without luck
    const withoutLuck = document.querySelector(".both");
    if (!withoutLuck || !plot.isConnected) return;
    const lines = withoutLuck.querySelector(".drawn-line");
    drawing.setAttribute("viewBox", lines.getAttribute("viewBox"));
    drawing.replaceChildren(...lines.childNodes);
    plot.querySelector(".axes").replaceWith(withoutLuck.querySelector(".axes"));
    document.querySelector(".of-luck").hidden = false;
    withoutLuck.remove();
    if (!mark.hidden) show(current);
  }, { once: true });
  plot.tabIndex = 0;
  const label = plot.dataset.hands ? "Net in big bets, hand by hand; Enter opens the hands of the day" : "Net in big bets, hand by hand; Enter opens the hand";
  const attributes = { role: "slider", "aria-label": label };
  for (const [name, value] of Object.entries({ ...attributes, "aria-valuemin": 1, "aria-valuemax": points.length })) {
    plot.setAttribute(name, value);
  }
  plot.setAttribute("aria-valuenow", points.length);
  plot.setAttribute("aria-valuetext", points.at(-1)[2]);
  document.querySelector(".told .scripted").hidden = false;
  plot.addEventListener("focus", () => show(current));
  plot.addEventListener("keydown", (event) => {
    if (event.key === "Enter") open(current, current);
    else if (STEPS[event.key]) show(current + STEPS[event.key]);
    else return;
    event.preventDefault();
  });
  plot.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, point: nearest(event) };
    plot.setPointerCapture(event.pointerId);
  });
  plot.addEventListener("pointermove", (event) => {
    show(nearest(event));
    if (!drag) return;
    const [left, right] = [points[drag.point][0], points[current][0]].sort((first, second) => first - second);
    brush.hidden = false;
    brush.style.left = `${left / 10}%`;
    brush.style.right = `${100 - right / 10}%`;
  });
  plot.addEventListener("pointerup", (event) => {
    if (drag) open(Math.abs(event.clientX - drag.x) > NEAR ? drag.point : nearest(event), nearest(event));
    drag = null;
    brush.hidden = true;
  });
  plot.addEventListener("pointercancel", () => { drag = null; brush.hidden = true; });
}
