// Steps through a hand: shows what each step of the page's data says. Nothing is computed here.
"use strict";

const PACE = 1200, SPEEDS = [1, 2, 4, 0.5], SWIPE = 40, STEP = /^#step-(\d+)$/;
const WIDE = matchMedia("(min-width: 700px)");
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const data = document.getElementById("steps");
const steps = data ? JSON.parse(data.textContent) : [];
const root = document.getElementById("replayer");
let current = 0, playing = null, speed = 0;

function put(id, text) {
  document.getElementById(id).textContent = text;
}

function arrange() {
  for (const element of root.querySelectorAll("[data-wide]")) {
    const name = element.matches("svg") ? "viewBox" : "transform";
    element.dataset.narrow ??= element.getAttribute(name);
    element.setAttribute(name, WIDE.matches ? element.dataset.wide : element.dataset.narrow);
  }
  root.querySelector(".table").classList.toggle("wide", WIDE.matches);
}

function showCards(seat, step, hidden) {
  const known = hidden && step.secret ? [] : step.cards ?? [];
  [...seat.querySelectorAll(".card")].forEach((card, place) => {
    const name = known[place] ?? "", up = /^[2-9TJQKA][cdhs]$/.test(name);
    const isHeld = place < (step.held ?? 0);
    const thrown = up && step.throws?.includes(name) ? " thrown" : "";
    card.setAttribute("class", `card ${isHeld ? (up ? `up ${name[1]}${thrown}` : "back") : ""}`);
    card.querySelector("text").textContent = isHeld && up ? name[0] + SUITS[name[1]] : "";
  });
}

function showSeat(place, step, hidden) {
  const seat = root.querySelector(`.seat[data-seat="${place}"]`), bet = root.querySelector(`.bet[data-seat="${place}"]`);
  for (const mark of ["folded", "acts", "won", "secret"]) seat.classList.toggle(mark, Boolean(step[mark]));
  seat.querySelector(".stack").textContent = step.stack;
  seat.querySelector(".drew").textContent = step.drew ?? "";
  const chip = document.createElementNS("http://www.w3.org/2000/svg", "tspan");
  chip.textContent = "● ";
  bet.replaceChildren(...(step.bet ? [chip, step.bet] : []));
  showCards(seat, step, hidden);
}

function showNow(step) {
  const player = document.createElement("b"), now = document.getElementById("now");
  player.textContent = step.who ?? "";
  now.replaceChildren(player, ` ${step.said}`);
  for (const sentence of step.findings ?? []) {
    const finding = document.createElement("span");
    finding.className = "finding error";
    finding.textContent = sentence;
    now.append(document.createElement("br"), finding);
  }
  const parts = [["span", step.hand], ["i", step.chance], ["b", step.price]].filter(([, text]) => text);
  document.getElementById("held").replaceChildren(...parts.map(([name, text], place) => {
    const part = document.createElement(name);
    part.textContent = (place ? " · " : "") + text;
    return part;
  }));
}

function follow() {
  const log = document.getElementById("log");
  log.querySelector(".current")?.classList.remove("current");
  const line = log.querySelector(`[data-step="${current}"]`);
  line.classList.add("current");
  log.scrollTop = line.offsetTop - (log.clientHeight - line.offsetHeight) / 2;  // the log scrolls, the page stays where it is
}

function show(number) {
  current = Math.max(0, Math.min(number, steps.length - 1));
  const step = steps[current], hidden = document.getElementById("hide")?.checked;
  put("stage", step.stage);
  put("pot", step.pot);
  root.querySelectorAll(".side-pot").forEach((line, place) => { line.textContent = step.pots[place] ?? ""; });
  step.seats.forEach((seat, place) => showSeat(place, seat, hidden));
  showNow(step);
  follow();
  for (const jump of root.querySelectorAll("[data-jump]")) jump.setAttribute("aria-pressed", "false");
  const passed = [...root.querySelectorAll("[data-jump]")].filter((jump) => Number(jump.dataset.jump) <= current);
  const jump = passed.at(-1), jumps = root.querySelector(".jumps");
  jump?.setAttribute("aria-pressed", "true");
  if (jump) jumps.scrollLeft = jump.offsetLeft - jumps.clientWidth / 2;
  history.replaceState(null, "", `#step-${current}`);
}

function pause() {
  clearInterval(playing);
  playing = null;
  root.querySelector('[data-act="play"]').setAttribute("aria-pressed", "false");
}

function play() {
  if (playing) return pause();
  if (current === steps.length - 1) show(0);
  root.querySelector('[data-act="play"]').setAttribute("aria-pressed", "true");
  playing = setInterval(() => { show(current + 1); if (current === steps.length - 1) pause(); }, PACE / SPEEDS[speed]);
}

function faster() {
  const wasPlaying = playing;
  if (wasPlaying) pause();
  speed = (speed + 1) % SPEEDS.length;
  root.querySelector('[data-act="speed"]').textContent = `${SPEEDS[speed]}×`;
  if (wasPlaying) play();
}

function toNextMistake() {  // the step at which it is decided, behind the last one again the first
  const decided = [...root.querySelectorAll(".log .mark")].map((mark) => Number(mark.closest("li").dataset.step) - 1);
  show(decided.find((step) => step > current) ?? decided[0] ?? current);
}

const ACTS = {
  first: () => show(0), back: () => show(current - 1), on: () => show(current + 1), last: () => show(steps.length - 1), play, speed: faster,
  mistake: toNextMistake,
};
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last", " ": "play", v: "speed", x: "mistake" };

function act(name) {
  if (!["play", "speed"].includes(name) && playing) pause();
  ACTS[name]();
}

function listen() {
  WIDE.addEventListener("change", arrange);
  root.querySelector(".controls").hidden = false;
  for (const button of root.querySelectorAll("[data-act]")) button.addEventListener("click", () => act(button.dataset.act));
  for (const jump of root.querySelectorAll("[data-jump]")) {
    jump.addEventListener("click", () => { if (playing) pause(); show(Number(jump.dataset.jump)); });
  }
  for (const link of root.querySelectorAll("#log a")) {
    link.addEventListener("click", (event) => { event.preventDefault(); if (playing) pause(); show(Number(link.hash.slice(6))); });
  }
  document.getElementById("hide")?.addEventListener("change", () => show(current));
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input:not([type=checkbox]), select, textarea");
    const pressing = event.key === " " && event.target.closest?.("button, input, summary");
    if (event.defaultPrevented || typing || pressing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!root.querySelector(`[data-act="${KEYS[event.key]}"]`)) return;
    event.preventDefault();
    act(KEYS[event.key]);
  });
  const table = root.querySelector(".table");
  let touchStart = null;
  table.addEventListener("touchstart", (event) => { touchStart = event.touches[0]; }, { passive: true });
  table.addEventListener("touchend", (event) => {
    const touchEnd = event.changedTouches[0], across = touchStart ? touchEnd.clientX - touchStart.clientX : 0;
    if (Math.abs(across) > SWIPE && Math.abs(across) > Math.abs(touchEnd.clientY - touchStart.clientY)) act(across < 0 ? "on" : "back");
    touchStart = null;
  });
  addEventListener("hashchange", () => {
    if (!STEP.test(location.hash)) return;
    show(Number(STEP.exec(location.hash)[1]));
    scrollTo(0, 0);  // a link below the table leads to it
  });
}

if (steps.length) {
  arrange();
  listen();
  show(Number(STEP.exec(location.hash)?.[1] ?? root.dataset.begin));
}
