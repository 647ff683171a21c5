// A link or button is followed by the key that it names, and ? lists the keys of the page. Without it they are clicked.
"use strict";

{
  const NAMED = "[aria-keyshortcuts]", ELSEWHERE = "[data-act], [href='#tags'], table";  // what has a script of its own
  const list = () => {
    const old = document.querySelector(".keys");
    if (old) return old.close();
    const dialog = Object.assign(document.createElement("dialog"), { className: "keys" });
    const title = Object.assign(document.createElement("h2"), { id: "keys", textContent: "Keys of this page" });
    const keys = Object.assign(document.createElement("dl"), { className: "terms" });
    const said = [...document.querySelectorAll(NAMED)].map((one) => one.dataset.keys ?? one.title);
    for (const one of new Set([...said, "This list (?)"])) {
      const [, words, key] = /^(.*) \((.*)\)$/.exec(one);
      keys.append(...[["dt", key], ["dd", words]].map(([name, text]) => Object.assign(document.createElement(name), { textContent: text })));
    }
    dialog.append(title, keys);
    dialog.setAttribute("aria-labelledby", "keys");
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  };
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input:not([type=checkbox]), select, textarea");
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "?") list();
    else if (!document.querySelector(".keys")) {
      document.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]:not(${ELSEWHERE})`)?.click();
    }
  });
}
