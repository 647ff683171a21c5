// A hand is copied in one of its forms, or the table as it stands is saved as a picture. Without it the forms can be
// selected.
"use strict";

{
  const TWICE = 2;  // points of the picture for one of the drawing
  const tell = (button, words) => { button.parentElement.querySelector("[role=status]").textContent = words; };
  const copyForm = async (button) => {
    const form = button.closest("details").querySelector("textarea");
    try {
      await navigator.clipboard.writeText(form.value);
      tell(button, "Copied.");
    } catch {  // the browser does not let a page copy
      form.focus();
      form.select();
      tell(button, "Selected: copy it with the keys of your browser.");
    }
  };
  const copyStyle = (source, copy) => {  // a picture knows no style sheet
    const style = getComputedStyle(source);
    for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-weight", "text-anchor", "opacity", "display"]) {
      copy.style.setProperty(name, style.getPropertyValue(name));
    }
    [...source.children].forEach((child, place) => copyStyle(child, copy.children[place]));
  };
  const save = async (button) => {
    const table = document.querySelector("svg.table"), drawn = table.cloneNode(true), { width, height } = table.viewBox.baseVal;
    copyStyle(table, drawn);
    drawn.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    drawn.setAttribute("width", TWICE * width);
    drawn.setAttribute("height", TWICE * height);
    const image = new Image(), canvas = document.createElement("canvas"), link = document.createElement("a");
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawn))}`;
    await image.decode();
    Object.assign(canvas, { width: TWICE * width, height: TWICE * height });
    const paper = canvas.getContext("2d");
    paper.fillStyle = getComputedStyle(table.closest("section")).backgroundColor;
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(image, 0, 0);
    Object.assign(link, { href: canvas.toDataURL("image/png"), download: button.dataset.picture }).click();
    tell(button, "Saved among your downloads.");
  };
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copyForm(button));
  }
  for (const button of document.querySelectorAll("[data-picture]")) {
    button.parentElement.hidden = false;
    button.addEventListener("click", () => save(button));
  }
}
