// A link or button is followed by the key that it names, and ? lists the keys of the page. Without it they are clicked.
"use strict";

{
  const NAMED = "[aria-keyshortcuts]", ELSEWHERE = "[data-act], [href='#tags'], table";  // what has a script of its own
  const toggleKeyList = () => {
    const openDialog = document.querySelector(".keys[open]");  // a closed one goes only a moment later
    if (openDialog) return openDialog.close();
    const dialog = Object.assign(document.createElement("dialog"), { className: "keys" });
    const title = Object.assign(document.createElement("h2"), { id: "keys", textContent: "Keys of this page" });
    const keys = Object.assign(document.createElement("dl"), { className: "terms" });
    const labels = [...document.querySelectorAll(NAMED)].map((element) => element.dataset.keys ?? element.title);
    for (const label of new Set([...labels, "This list (?)"])) {
      const [, words, key] = /^(.*) \((.*)\)$/.exec(label);
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
    if (event.key === "?") toggleKeyList();
    else if (!document.querySelector(".keys[open]")) {
      document.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]:not(${ELSEWHERE})`)?.click();
    }
  });
}
