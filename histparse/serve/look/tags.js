// Star, tags and note are saved as soon as they are changed, also on the way to another page. t: to the tags, Escape:
// back to the hand. Without it the forms have their buttons.
"use strict";

{
  const tags = document.getElementById("tags"), status = tags.querySelector(".saved");
  const FIELDS = ["tags", "note"];
  const save = async (form) => {
    const fields = new FormData(form), sent = new URLSearchParams(fields);
    if (form === tags) rememberAsSeen(fields, "");  // whatever is changed before the answer is there is changed from this
    status.textContent = "Saving …";
    try {
      const answer = await fetch(form.action, { method: "POST", body: sent, keepalive: true });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!answer.ok) throw new Error(page.querySelector("h1")?.textContent ?? page.body.textContent);
      document.querySelector(".marks").replaceWith(page.querySelector(".marks"));
      if (form === tags) takeSaved(page.getElementById("tags"), fields);
      status.textContent = "Saved.";
    } catch (error) {
      if (form === tags) rememberAsSeen(fields, "seen-");
      status.textContent = `Not saved: ${error.message}`;
      status.scrollIntoView({ block: "nearest" });
    }
  };
  const rememberAsSeen = (fields, prefix) => {
    for (const name of FIELDS) tags.elements[`seen-${name}`].value = fields.get(`${prefix}${name}`);
  };
  const takeSaved = (saved, sent) => {  // what others wrote meanwhile is there too; what is being typed stays
    for (const name of FIELDS) {
      const savedValue = saved.elements[name].value, field = tags.elements[name];
      if (field.value === sent.get(name)) field.value = savedValue;
      tags.elements[`seen-${name}`].value = savedValue;
    }
  };
  addEventListener("submit", (event) => {
    if (!event.target.matches(".marks, .tags")) return;
    event.preventDefault();
    save(event.target);
  });
  tags.addEventListener("change", () => save(tags));
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const typing = event.target.closest?.("input:not([type=checkbox]), select, textarea");
    if (event.key === "Escape" && tags.contains(event.target)) {
      event.target.blur();
      scrollTo(0, 0);
    } else if (event.key === "t" && !typing) {
      event.preventDefault();
      tags.elements.tags.focus();
    }
  });
}
