"use strict";
// A game step by step. The pictures are lists of fragments; each step edits the list before it.
(() => {
  const byId = (id) => document.getElementById(id);
  const game = JSON.parse(byId("game").textContent);
  const last = game.edits.length - 1;
  const lists = [];
  let list = [];
  for (const edits of game.edits) {
    list = list.slice();
    for (const [at, gone, come] of edits) list.splice(at, gone, ...come);
    lists.push(list);
  }
  const lines = Array.from(byId("log").querySelectorAll("li"));
  const told = (id, values) => byId(id).dataset.say.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let step = 0;
  let timer = null;

  function show(wanted) {
    const near = Math.abs(wanted - step) < 2;
    step = Math.min(last, Math.max(0, wanted));
    byId("picture").innerHTML = lists[step].map((number) => game.fragments[number]).join("");
    const round = game.rounds[step];
    byId("where").textContent = told("where", { step, last, round });
    byId("picture").dataset.where = byId("where").textContent; // on paper
    byId("slider").value = String(step);
    byId("slider").setAttribute("aria-valuetext", told("slider", { step, round }));
    const said = [];
    let current = null;
    for (const line of lines) {
      const at = Number(line.dataset.step);
      line.classList.toggle("later", at > step);
      const here = at === step && !line.classList.contains("round");
      line.classList.toggle("current", here);
      if (here) {
        said.push(line.textContent);
        line.setAttribute("aria-current", "step");
        current = line;
      } else line.removeAttribute("aria-current");
    }
    byId("now").textContent = said.join(" ");
    if (current) {
      const log = byId("log");
      log.scrollTo({ top: current.offsetTop - log.offsetTop - log.clientHeight / 2, behavior: near && !calm.matches ? "smooth" : "instant" });
    }
    for (const id of ["first", "back", "round-back"]) byId(id).disabled = step === 0;
    for (const id of ["last", "on", "round-on"]) byId(id).disabled = step === last;
    if (step === last) pause();
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    byId("play").textContent = byId("play").dataset.sayPlay;
    byId("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (step === last) show(0);
    clearInterval(timer);
    timer = setInterval(() => show(step + 1), Number(byId("speed").value));
    byId("play").textContent = byId("play").dataset.sayPause;
    byId("play").setAttribute("aria-pressed", "true");
  }

  // The first step of a round, by its number in the list of rounds that occur.
  const starts = [];
  game.rounds.forEach((round, at) => { if (at === 0 || round !== game.rounds[at - 1]) starts.push(at); });

  const moves = {
    first: () => 0,
    last: () => last,
    back: () => step - 1,
    on: () => step + 1,
    "round-back": () => Math.max(0, ...starts.filter((at) => at < step)),
    "round-on": () => Math.min(last, ...starts.filter((at) => at > step)),
  };
  const keys = { Home: "first", End: "last", ArrowLeft: "back", ArrowRight: "on", PageUp: "round-back", PageDown: "round-on" };
  const go = (name) => { pause(); show(moves[name]()); };

  for (const name of Object.keys(moves)) byId(name).addEventListener("click", () => go(name));
  byId("play").addEventListener("click", () => (timer === null ? play() : pause()));
  byId("speed").addEventListener("change", () => { if (timer !== null) play(); });
  byId("slider").addEventListener("input", (event) => { pause(); show(Number(event.target.value)); });
  byId("log").addEventListener("click", (event) => {
    const line = event.target.closest("li[data-step]");
    if (line) { pause(); show(Number(line.dataset.step)); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select")) return;
    if (event.key === " " && !event.target.closest("button")) {
      event.preventDefault();
      if (timer === null) play(); else pause();
    } else if (event.key in keys) {
      event.preventDefault();
      go(keys[event.key]);
    }
  });
  // replay.html#12 begins at step 12.
  const asked = () => show(Math.trunc(Number(location.hash.slice(1))) || 0);
  addEventListener("hashchange", asked);
  asked();
})();
