"use strict";
// Keys for the findings of an answer, and decisions without a reload. All of it works without this
// script as well: forms are sent, and the page is loaded again.
(() => {
  const live = document.getElementById("live");
  const help = document.getElementById("help");
  if (!live) return; // not the page of an answer

  const cards = () => [...document.querySelectorAll(".finding")];
  const isOpen = (card) => !card.classList.contains("is-decided");
  const current = () => document.activeElement?.closest?.(".finding") ?? null;

  function focus(card) {
    if (!card) return;
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: "nearest" });
  }

  function step(by) {
    const all = cards();
    const at = all.indexOf(current());
    focus(at < 0 ? (all.find(isOpen) ?? all[0]) : all[at + by]);
  }

  // Opens what a control is folded away in.
  function reveal(node) {
    for (let at = node.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
    node.focus();
    node.select?.();
  }

  function press(card, action) {
    const form = card.querySelector("form.decide");
    form.requestSubmit(form.querySelector(`button[value="${action}"]`));
  }

  async function send(form, button) {
    const body = new URLSearchParams(new FormData(form, button));
    form.inert = true;
    try {
      const reply = await fetch(form.getAttribute("action"), { method: "POST", body });
      const page = new DOMParser().parseFromString(await reply.text(), "text/html");
      const review = page.getElementById("review");
      if (review) {
        show(review, Number(form.dataset.item), button);
      } else if (new URL(reply.url).pathname.endsWith("/sign-in")) {
        location.assign(reply.url);
      } else {
        live.textContent = page.querySelector("[role=alert]")?.textContent ?? "It was not stored.";
        alert(live.textContent);
      }
    } catch {
      live.textContent = "The server cannot be reached. Your decision was not stored.";
      alert(live.textContent);
    } finally {
      form.inert = false;
    }
  }

  function show(review, item, button) {
    document.getElementById("review").replaceWith(review);
    showHelpButton();
    const problem = review.querySelector(".alert");
    const decided = document.getElementById(`item-${item}`);
    if (problem) {
      focus(decided);
      return; // it is read out by itself
    }
    const left = review.dataset.open;
    live.textContent = `Finding ${item}: ${button.value} stored. ${left} open.`;
    const all = cards();
    const at = all.indexOf(decided);
    focus([...all.slice(at + 1), ...all.slice(0, at)].find(isOpen) ?? decided);
  }

  function showHelpButton() {
    const button = document.getElementById("help-button");
    button.hidden = false;
    button.addEventListener("click", () => help.showModal());
  }

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form.decide")) return;
    event.preventDefault();
    send(event.target, event.submitter);
  });

  const box = document.getElementById("keys");
  box.checked = localStorage.getItem("keys") !== "off";
  box.addEventListener("change", () => localStorage.setItem("keys", box.checked ? "on" : "off"));

  document.addEventListener("keydown", (event) => {
    const field = event.target.closest("input, textarea, select");
    const card = current();
    if (field && event.key === "Escape" && card) return focus(card);
    if (field?.name === "replacement" && event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      return press(card, "edit");
    }
    if (field || help.open || !box.checked || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows = document.activeElement === card; // else they scroll
    const acts = {
      j: () => step(1),
      p: () => step(-1),
      ArrowDown: arrows && (() => step(1)),
      ArrowUp: arrows && (() => step(-1)),
      k: card && (() => press(card, "keep")),
      r: card && (() => press(card, "remove")),
      e: card && (() => reveal(card.querySelector("textarea"))),
      "?": () => help.showModal(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  showHelpButton();
})();
