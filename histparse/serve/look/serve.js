// Filters count at once when they are changed. Without this a button does it.
"use strict";

for (const form of document.querySelectorAll("form[data-live]")) {
  const ask = () => {
    const asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    document.body.classList.add("busy");
    location.assign(`${form.getAttribute("action")}?${asked}`);
  };
  const fold = form.querySelector("details");
  fold.open = sessionStorage.getItem("filters") === "open";  // who sets several wants to see them all the time
  fold.addEventListener("toggle", () => sessionStorage.setItem("filters", fold.open ? "open" : "shut"));
  form.addEventListener("change", ask);
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
}
addEventListener("pageshow", () => document.body.classList.remove("busy"));
