"use strict";
// @ts-check
// The board as an interface: pointing at something leaves the choices that name it. What can be
// chosen, and what it names, is in the list of choices; this script knows nothing else of the game.
(() => {
  /** What the choices that are left have in common. @type {string[]} */
  let chosen = [];
  let shown = "";

  const byId = (/** @type {string} */ id) => document.getElementById(id);
  const items = () => /** @type {HTMLLIElement[]} */ (Array.from(document.querySelectorAll("#choices li")));
  const marksOf = (/** @type {HTMLElement} */ item) => (item.dataset.on || "").split(" ").filter(Boolean);

  /** What a part of the picture stands for. @param {Element} part */
  function markOf(part) {
    const data = /** @type {SVGElement} */ (part).dataset;
    const seat = data.of ?? data.boot;
    if (data.route || data.lying) return `route:${data.route || data.lying}`;
    if (data.kind) return `kind:${data.kind}`;
    if (data.town && data.boot === undefined) return `town:${data.town}`;
    if (data.plate) return `town:${data.plate}`;
    return seat === undefined ? "" : `seat:${seat}`;
  }
  const PARTS = "[data-route],[data-lying],[data-kind],[data-town],[data-plate],[data-boot]";
  const parts = () => Array.from(document.querySelectorAll(PARTS)).filter((part) => part.closest("#board"));

  /** Show the choices that name all that was chosen, and mark in the picture what they name. */
  function narrow() {
    const left = items().filter((item) => chosen.every((mark) => marksOf(item).includes(mark)));
    for (const item of items()) item.hidden = !left.includes(item);
    for (const group of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("#choices details"))) {
      const some = Array.from(group.querySelectorAll("li")).some((item) => !item.hidden);
      group.hidden = !some;
      if (chosen.length) group.open = some;
    }
    const can = new Set(left.flatMap(marksOf));
    for (const part of parts()) {
      const mark = markOf(part);
      const on = can.has(mark);
      part.classList.toggle("can", on);
      part.classList.toggle("chosen", chosen.includes(mark));
      if (on) {
        part.setAttribute("tabindex", "0");
        part.setAttribute("role", "button");
        const title = part.querySelector("title");
        if (title) part.setAttribute("aria-label", title.textContent || "");
      } else {
        part.removeAttribute("tabindex");
        part.removeAttribute("role");
      }
    }
    for (const quote of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-about]")))
      quote.hidden = !chosen.includes(quote.dataset.about || "");
    const narrowed = byId("narrowed");
    if (narrowed) {
      narrowed.hidden = chosen.length === 0;
      const told = narrowed.querySelector("span");
      if (told) told.textContent = `${left.length} of ${items().length} choices are left.`;
    }
    return left;
  }

  /** @param {Element} part */
  function point(part) {
    const mark = markOf(part);
    if (!mark || !byId("choices")) return;
    if (chosen.includes(mark)) chosen = chosen.filter((one) => one !== mark);
    else if (items().some((item) => [...chosen, mark].every((one) => marksOf(item).includes(one)))) chosen = [...chosen, mark];
    else if (items().some((item) => marksOf(item).includes(mark))) chosen = [mark];
    else return why(mark);
    const about = byId("about");
    if (about) about.textContent = "";
    const left = narrow();
    if (chosen.length) left[0]?.querySelector("button")?.focus({ preventScroll: true });
    if (chosen.length && innerWidth < 960) byId("narrowed")?.scrollIntoView({ block: "start", behavior: "instant" });
  }

  /** @param {string} mark */
  async function why(mark) {
    const table = byId("board")?.dataset.table;
    const answer = await fetch(`/table/${table}/why?on=${encodeURIComponent(mark)}`, { headers: { "HX-Request": "true" } });
    const about = byId("about");
    if (about) about.innerHTML = await answer.text();
  }

  /** After the page has changed: whose turn is it, and what can be chosen? */
  function changed() {
    const version = /** @type {HTMLInputElement | null} */ (byId("version"))?.value || "";
    const mine = byId("heading")?.dataset.mine === "yes";
    if (version !== shown) {
      chosen = [];
      const due = document.title.startsWith("● ");
      if (mine && !due && shown) beep();
      document.title = (mine ? "● Your turn · " : "") + document.title.replace(/^● Your turn · /, "");
      byId("icon")?.setAttribute("href", mine ? "/static/due.svg" : "/static/calm.svg");
      shown = version;
    }
    narrow();
  }

  const sound = /** @type {HTMLInputElement | null} */ (byId("sound"));
  if (sound) {
    sound.checked = localStorage.getItem("sound") === "on";
    sound.addEventListener("change", () => localStorage.setItem("sound", sound.checked ? "on" : "off"));
  }
  function beep() {
    if (!sound?.checked) return;
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0.1, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.6);
    tone.frequency.value = 660;
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.6);
  }

  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("[data-clear]")) {
      chosen = [];
      narrow();
      return;
    }
    const part = target.closest(PARTS);
    if (part && part.closest("#board")) point(part);
  });
  document.addEventListener("keydown", (event) => {
    const part = /** @type {Element} */ (event.target).closest(PARTS);
    if (part && part.closest("#board") && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      point(part);
    }
    if (event.key === "Escape" && chosen.length) {
      chosen = [];
      narrow();
    }
  });
  // Answers can overtake each other, by less than it takes the page to settle: it keeps the newest.
  let newest = 0;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const detail = /** @type {CustomEvent} */ (event).detail;
    const told = /id="version" name="version" value="(\d+)"/.exec(detail.xhr.responseText);
    if (!told) return;
    if (Number(told[1]) < newest) detail.shouldSwap = false;
    else newest = Number(told[1]);
  });
  document.addEventListener("htmx:afterSettle", changed);
  changed();
})();
