// @ts-check
// The board as an interface: pointing at something leaves the choices that name it. What can be
// chosen, and what it names, is in the list of choices; this script knows nothing else of the game.
/** What the choices that are left have in common. @type {string[]} */
let chosen = [];
let shown = "";
const plainTitle = document.title;

const byId = (/** @type {string} */ id) => document.getElementById(id);
/** A text of the page, with values in it. @param {HTMLElement | null} part @param {string} key @param {Record<string, unknown>} values */
const said = (part, key, values = {}) => (part?.dataset[key] || "").replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
const items = () => /** @type {HTMLLIElement[]} */ (Array.from(document.querySelectorAll("#choices li")));
const marksOf = (/** @type {HTMLElement} */ item) => (item.dataset.on || "").split(" ").filter(Boolean);

/** What a part of the picture stands for. @param {Element} part */
function markOf(part) {
  const data = /** @type {SVGElement} */ (part).dataset;
  const seat = data.of ?? data.boot;
  if (data.pick) return data.pick;
  if (data.route || data.lying) return `route:${data.route || data.lying}`;
  if (data.kind) return `kind:${data.kind}`;
  if (data.town && data.boot === undefined) return `town:${data.town}`;
  if (data.plate) return `town:${data.plate}`;
  return seat === undefined ? "" : `seat:${seat}`;
}
const MARKS = ["route", "lying", "kind", "town", "plate", "boot"];
const PARTS = [...MARKS.map((one) => `#board [data-${one}]`), "[data-pick]"].join();
const parts = () => Array.from(document.querySelectorAll(PARTS));

/** Show the choices that name all that was chosen, and mark in the picture what they name. */
function narrow() {
  const were = byId("narrowed")?.hidden === false;
  const left = items().filter((item) => chosen.every((mark) => marksOf(item).includes(mark)));
  for (const item of items()) item.hidden = !left.includes(item);
  const groups = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("#choices details"));
  for (const group of groups) {
    const some = Array.from(group.querySelectorAll("li")).some((item) => !item.hidden);
    group.hidden = !some;
    if (chosen.length || were) group.open = some && (chosen.length > 0 || groups.length === 1);
  }
  const can = new Set(left.flatMap(marksOf));
  byId("board")?.classList.toggle("few", left.length > 0 && left.length <= 12);
  for (const part of parts()) {
    const mark = markOf(part);
    const on = can.has(mark);
    if (part instanceof HTMLButtonElement) {
      part.hidden = !on && !chosen.includes(mark);
      part.setAttribute("aria-pressed", String(chosen.includes(mark)));
      continue;
    }
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
    if (told) told.textContent = said(narrowed, "say", { left: left.length, all: items().length });
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
  byId("about")?.replaceChildren();
  const left = narrow();
  if (!chosen.length || part instanceof HTMLButtonElement) return;
  left[0]?.querySelector("button")?.focus({ preventScroll: true });
  byId("narrowed")?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** @param {string} mark */
async function why(mark) {
  const asked = `/table/${byId("board")?.dataset.table}/why?on=${encodeURIComponent(mark)}`;
  try {
    const answer = await fetch(asked, { headers: { "HX-Request": "true" } });
    const about = byId("about");
    if (about) about.innerHTML = await answer.text();
  } catch {
    lost();
  }
}

/** After the page has changed: whose turn is it, and what can be chosen? */
function changed() {
  const version = /** @type {HTMLInputElement | null} */ (byId("version"))?.value || "";
  const mine = byId("heading")?.dataset.mine === "yes";
  if (version !== shown) {
    chosen = [];
    const due = document.title.startsWith("● ");
    if (mine && !due && shown) beep();
    document.title = (mine ? `● ${said(byId("now"), "sayDue")} · ` : "") + plainTitle;
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
  if (part) point(part);
});
document.addEventListener("keydown", (event) => {
  const part = /** @type {Element} */ (event.target).closest(PARTS);
  if (part && !(part instanceof HTMLButtonElement) && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    point(part);
  }
  if (event.key === "Escape" && chosen.length) {
    chosen = [];
    narrow();
  }
});
// Answers can overtake each other: the page keeps the newest. Of one version only the answer to what was
// sent changes it: it may ask whether that was meant. What is no page is told above it.
let newest = Number(/** @type {HTMLInputElement | null} */ (byId("version"))?.value);
let again = false;
document.addEventListener("htmx:beforeSwap", (event) => {
  const detail = /** @type {CustomEvent} */ (event).detail;
  if (detail.target?.id !== "now" || detail.xhr.status === 204) return;
  const text = /** @type {string} */ (detail.xhr.responseText);
  const told = /id="version" name="version" value="(\d+)"/.exec(text);
  if (!told) {
    detail.shouldSwap = false;
    tell(new DOMParser().parseFromString(text, "text/html").body.textContent || "");
    setTimeout(catchUp, 3000);
    return;
  }
  const version = Number(told[1]);
  again = version === newest;
  if (version < newest || (again && detail.requestConfig.verb === "get")) detail.shouldSwap = false;
  else newest = version;
});

// Of a double click the second is for nothing: its move is on the way.
let sending = "";
document.addEventListener("htmx:beforeRequest", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  const step = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=step]"))?.value || "";
  if (step === sending) event.preventDefault();
  sending = step;
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.requestConfig.verb === "post") sending = "";
});

// What was missed, while the connection was lost or the page asleep, is asked for again.
function catchUp() {
  if (document.visibilityState === "visible") byId("now")?.dispatchEvent(new CustomEvent("catch-up"));
}
let trouble = "";
/** @param {string} text */
function tell(text) {
  const line = document.createElement("p");
  line.className = "told";
  line.textContent = trouble = text.trim();
  byId("told")?.replaceChildren(line);
}
function lost() {
  tell(said(byId("now"), "sayLost"));
  setTimeout(catchUp, 3000);
}
for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, lost);
document.addEventListener("htmx:afterOnLoad", (event) => {
  const { status } = /** @type {CustomEvent} */ (event).detail.xhr;
  const told = byId("told");
  if (trouble && status === 204 && told?.textContent === trouble) told.replaceChildren();
  if (status < 300) trouble = "";
});
for (const name of ["online", "pageshow"]) addEventListener(name, catchUp);
document.addEventListener("visibilitychange", catchUp);
setInterval(catchUp, 20_000);

// What somebody has opened to read stays open when the page changes, and choices while they are the same.
const { callbacks } = /** @type {any} */ (window).Idiomorph.defaults;
callbacks.beforeAttributeUpdated = (/** @type {string} */ name, /** @type {Element} */ node) =>
  !(name === "open" && (again || node.id === "before"));
document.addEventListener("htmx:afterSettle", (event) => {
  changed();
  const { requestConfig } = /** @type {CustomEvent} */ (event).detail;
  // Whoever is asked whether that was meant reaches the answer by the next Tab, and not by the same key.
  if (requestConfig?.verb === "post" && document.querySelector("[name=sure]")) byId("told")?.focus();
});
changed();
