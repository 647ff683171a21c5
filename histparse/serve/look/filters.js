// Filters count at once when they are changed. It stands right behind its form, so that they do while a page still arrives.
"use strict";

{
  const form = document.getElementById("filters"), panel = form.querySelector("details");
  const ask = () => {
    const asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    document.body.classList.add("busy");
    location.assign(`${form.getAttribute("action")}?${asked}`);
  };
  panel.open = sessionStorage.getItem("filters") === "open";  // who sets several wants to see them all the time
  panel.addEventListener("toggle", () => sessionStorage.setItem("filters", panel.open ? "open" : "shut"));
  form.addEventListener("change", ask);
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  addEventListener("pageshow", (event) => {
    document.body.classList.remove("busy");
    if (event.persisted) form.reset();  // the browser's Back shows the page as it was left: with the change made there
  });
}
