// Steps through a hand: shows what each step of the page's data says. Nothing is computed here.
"use strict";

const PACE = 1200, SPEEDS = [1, 2, 4, 0.5], SWIPE = 40, STEP = /^#step-(\d+)$/;
const WIDE = matchMedia("(min-width: 700px)");
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const data = document.getElementById("steps");
const steps = data ? JSON.parse(data.textContent) : [];
const root = document.getElementById("replayer");
let at = 0, playing = null, speed = 0;

function put(id, text) {
  document.getElementById(id).textContent = text;
}

function arrange() {
  for (const one of root.querySelectorAll("[data-wide]")) {
    const name = one.matches("svg") ? "viewBox" : "transform";
    one.dataset.narrow ??= one.getAttribute(name);
    one.setAttribute(name, WIDE.matches ? one.dataset.wide : one.dataset.narrow);
  }
  root.querySelector(".table").classList.toggle("wide", WIDE.matches);
}

function showCards(seat, step, hidden) {
  const known = hidden && step.secret ? [] : step.cards ?? [];
  [...seat.querySelectorAll(".card")].forEach((card, place) => {
    const name = known[place] ?? "", up = /^[2-9TJQKA][cdhs]$/.test(name);
    const there = place < (step.held ?? 0);
    const thrown = up && step.throws?.includes(name) ? " thrown" : "";
    card.setAttribute("class", `card ${there ? (up ? `up ${name[1]}${thrown}` : "back") : ""}`);
    card.querySelector("text").textContent = there && up ? name[0] + SUITS[name[1]] : "";
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
  const who = document.createElement("b"), now = document.getElementById("now");
  who.textContent = step.who ?? "";
  now.replaceChildren(who, ` ${step.said}`);
  for (const one of step.findings ?? []) {
    const found = document.createElement("span");
    found.className = "finding error";
    found.textContent = one;
    now.append(document.createElement("br"), found);
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
  const line = log.querySelector(`[data-step="${at}"]`);
  line.classList.add("current");
  log.scrollTop = line.offsetTop - (log.clientHeight - line.offsetHeight) / 2;  // the log scrolls, the page stays where it is
}

function show(number) {
  at = Math.max(0, Math.min(number, steps.length - 1));
  const step = steps[at], hidden = document.getElementById("hide")?.checked;
  put("stage", step.stage);
  put("pot", step.pot);
  root.querySelectorAll(".side-pot").forEach((line, place) => { line.textContent = step.pots[place] ?? ""; });
  step.seats.forEach((seat, place) => showSeat(place, seat, hidden));
  showNow(step);
  follow();
  for (const jump of root.querySelectorAll("[data-jump]")) jump.setAttribute("aria-pressed", "false");
  const passed = [...root.querySelectorAll("[data-jump]")].filter((jump) => Number(jump.dataset.jump) <= at);
  const jump = passed.at(-1), jumps = root.querySelector(".jumps");
  jump?.setAttribute("aria-pressed", "true");
  if (jump) jumps.scrollLeft = jump.offsetLeft - jumps.clientWidth / 2;
  history.replaceState(null, "", `#step-${at}`);
}

function pause() {
  clearInterval(playing);
  playing = null;
  root.querySelector('[data-act="play"]').setAttribute("aria-pressed", "false");
}

function play() {
  if (playing) return pause();
  if (at === steps.length - 1) show(0);
  root.querySelector('[data-act="play"]').setAttribute("aria-pressed", "true");
  playing = setInterval(() => { show(at + 1); if (at === steps.length - 1) pause(); }, PACE / SPEEDS[speed]);
}

function faster() {
  const goes = playing;
  if (goes) pause();
  speed = (speed + 1) % SPEEDS.length;
  root.querySelector('[data-act="speed"]').textContent = `${SPEEDS[speed]}×`;
  if (goes) play();
}

function toNextMistake() {  // the step at which it is decided, behind the last one again the first
  const decided = [...root.querySelectorAll(".log .mark")].map((mark) => Number(mark.closest("li").dataset.step) - 1);
  show(decided.find((step) => step > at) ?? decided[0] ?? at);
}

const ACTS = {
  first: () => show(0), back: () => show(at - 1), on: () => show(at + 1), last: () => show(steps.length - 1), play, speed: faster,
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
  for (const one of root.querySelectorAll("[data-act]")) one.addEventListener("click", () => act(one.dataset.act));
  for (const one of root.querySelectorAll("[data-jump]")) {
    one.addEventListener("click", () => { if (playing) pause(); show(Number(one.dataset.jump)); });
  }
  for (const one of root.querySelectorAll("#log a")) {
    one.addEventListener("click", (event) => { event.preventDefault(); if (playing) pause(); show(Number(one.hash.slice(6))); });
  }
  document.getElementById("hide")?.addEventListener("change", () => show(at));
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input:not([type=checkbox]), select, textarea");
    const pressing = event.key === " " && event.target.closest?.("button, input, summary");
    if (event.defaultPrevented || typing || pressing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!root.querySelector(`[data-act="${KEYS[event.key]}"]`)) return;
    event.preventDefault();
    act(KEYS[event.key]);
  });
  const table = root.querySelector(".table");
  let from = null;
  table.addEventListener("touchstart", (event) => { from = event.touches[0]; }, { passive: true });
  table.addEventListener("touchend", (event) => {
    const to = event.changedTouches[0], wide = from ? to.clientX - from.clientX : 0;
    if (Math.abs(wide) > SWIPE && Math.abs(wide) > Math.abs(to.clientY - from.clientY)) act(wide < 0 ? "on" : "back");
    from = null;
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
