"use strict";
// Sorts and filters the table of questions. Nothing is written here but what the page holds.
(() => {
  const body = document.querySelector("#questions tbody");
  const rows = [...body.rows];
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const filters = document.getElementById("filters");
  const find = document.getElementById("find");
  const ending = document.getElementById("ending");
  const count = document.getElementById("count");
  const heads = [...document.querySelectorAll("#questions thead th")];

  function key(row, column) {
    const cell = row.cells[column];
    const value = cell.dataset.sort;
    return value === undefined ? cell.textContent : Number(value);
  }

  function compared(one, other) {
    return typeof one === "number" ? one - other : one.localeCompare(other, "en", { numeric: true });
  }

  function sort(column) {
    const before = heads[column].getAttribute("aria-sort");
    const turn = before === "ascending" ? -1 : 1;
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[column].setAttribute("aria-sort", turn > 0 ? "ascending" : "descending");
    const keys = new Map(rows.map((row) => [row, key(row, column)]));
    rows.sort(
      (a, b) => turn * compared(keys.get(a), keys.get(b)) || a.dataset.at - b.dataset.at,
    );
    body.replaceChildren(...rows);
  }

  function filter() {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = ending.value;
    let shown = 0;
    for (const row of rows) {
      const fits = wanted === "all" || row.dataset.ending === wanted;
      row.hidden = !(fits && words.every((word) => texts.get(row).includes(word)));
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = `${shown} of ${rows.length} shown`;
  }

  heads.forEach((head, column) => {
    const button = head.querySelector("button");
    button.disabled = false;
    button.addEventListener("click", () => sort(column));
  });
  find.addEventListener("input", filter);
  ending.addEventListener("change", filter);
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.hidden = false;
  filter();
})();
