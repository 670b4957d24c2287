"use strict";
// Shows what is told about a number or passage beside it, and leads from finding to finding.
// Nothing is written here but copies of what the page already holds.
(() => {
  const popover = document.getElementById("popover");
  const findings = [...document.querySelectorAll(".finding .to")];
  const targets = findings.map((link) => at(link));
  const position = document.getElementById("position");
  let shown = null; // the link whose card is shown
  let kept = false; // whether it stays when the pointer leaves
  let latest = -1; // the finding that was shown last

  function at(link) {
    return document.getElementById(link.getAttribute("href").slice(1));
  }

  function isMark(node) {
    return node instanceof Element ? node.closest("a.n, a.flag") : null;
  }

  function show(link, keep) {
    if (shown !== link) {
      hide();
      const copy = at(link).cloneNode(true);
      for (const node of [copy, ...copy.querySelectorAll("[id]")]) node.removeAttribute("id");
      popover.replaceChildren(copy);
      popover.hidden = false;
      link.classList.add("open");
      shown = link;
      place(link);
    }
    kept = keep;
    const index = targets.indexOf(link);
    findings.forEach((to, i) => to.closest(".finding").classList.toggle("current", i === index));
    if (index < 0) return;
    latest = index;
    position.textContent = `${index + 1} of ${findings.length}`;
  }

  function place(link) {
    const first = link.getClientRects()[0] ?? link.getBoundingClientRect();
    const room = document.documentElement.clientWidth - popover.offsetWidth - 12;
    const [above, below] = [first.top - 16, innerHeight - first.bottom - 16];
    popover.style.maxHeight = "";
    const under = popover.offsetHeight <= below || below >= above;
    popover.style.maxHeight = `${Math.max(120, Math.min(512, under ? below : above))}px`;
    const top = under ? first.bottom + 8 : first.top - popover.offsetHeight - 8;
    popover.style.left = `${Math.max(12, Math.min(first.left, room)) + scrollX}px`;
    popover.style.top = `${top + scrollY}px`;
  }

  // On a small screen the card is a sheet at the foot, which must not cover what it speaks of.
  function reveal(link) {
    const sheet = getComputedStyle(popover).position === "fixed";
    const bottom = link.getBoundingClientRect().bottom;
    if (sheet && bottom > innerHeight - popover.offsetHeight) link.scrollIntoView();
  }

  function hide() {
    shown?.classList.remove("open");
    popover.hidden = true;
    shown = null;
    kept = false;
  }

  function go(index) {
    if (!targets.length) return;
    const target = targets[(index + targets.length) % targets.length];
    if (!target) return;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "center" });
    show(target, true);
    place(target);
    reveal(target);
    const item = findings[targets.indexOf(target)].closest(".finding");
    const list = document.getElementById("findings");
    if (list.scrollHeight > list.clientHeight) {
      list.scrollTop = item.offsetTop - list.clientHeight / 2 + item.offsetHeight / 2;
    }
  }

  // The finding after or before the one that is shown, or after or before a place in the text.
  function step(by, from) {
    if (!isMark(from)) {
      const listed = findings.indexOf(from);
      return go(listed >= 0 ? listed + by : latest < 0 && by < 0 ? -1 : latest + by);
    }
    const current = targets.indexOf(from);
    if (current >= 0) return go(current + by);
    const follows = (node) =>
      Boolean(from.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
    const next = targets.findIndex((target) => target && follows(target));
    go(by > 0 ? Math.max(next, 0) : next - 1);
  }

  document.addEventListener("pointerover", (event) => {
    const link = isMark(event.target);
    if (link && !kept && event.pointerType === "mouse") show(link, false);
    else if (shown && !kept && !popover.contains(event.target)) {
      if (shown !== document.activeElement) hide();
    }
  });
  document.addEventListener("focusin", (event) => {
    const link = isMark(event.target);
    if (link && event.target.matches(":focus-visible")) {
      show(link, false);
      reveal(link);
    } else if (!link && !popover.contains(event.target)) hide();
  });
  document.addEventListener("click", (event) => {
    const link = isMark(event.target);
    const finding = event.target instanceof Element ? event.target.closest(".to") : null;
    if (link) {
      event.preventDefault();
      const byKey = event.detail === 0; // Enter, not the pointer
      if (shown === link && kept && byKey) popover.focus();
      else if (shown === link && kept) hide();
      else {
        show(link, true);
        reveal(link);
      }
    } else if (finding && !popover.contains(finding)) {
      event.preventDefault();
      go(findings.indexOf(finding));
    } else if (finding) {
      event.preventDefault(); // the copy beside its own place leads nowhere
    } else if (!popover.contains(event.target) && !event.target.closest?.("button")) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Escape") {
      if (popover.contains(event.target)) shown.focus({ preventScroll: true });
      return hide();
    }
    const inside = event.target instanceof Element
      && (isMark(event.target) || event.target.closest("#findings"));
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!by || !inside) return;
    event.preventDefault();
    step(by, event.target);
  });
  document.getElementById("next")?.addEventListener("click", () => step(1, null));
  document.getElementById("previous")?.addEventListener("click", () => step(-1, null));
  addEventListener("resize", () => shown && place(shown));
  addEventListener("beforeprint", () => {
    hide();
    for (const folded of document.querySelectorAll("details")) folded.open = true;
  });
  if (position && findings.length) position.textContent = `${findings.length} in all`;
})();
