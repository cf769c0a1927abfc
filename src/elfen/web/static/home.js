// @ts-check
// Links: sent from the part of the address that browsers keep to themselves, and copied.
const join = /** @type {HTMLFormElement | null} */ (document.getElementById("join"));
if (join && location.hash.length > 1) {
  const secret = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  const field = /** @type {HTMLInputElement} */ (join.elements.namedItem("link"));
  field.value = secret;
  join.submit();
}
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-copy]"))) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const field = /** @type {HTMLInputElement} */ (button.parentElement?.querySelector("[data-link]"));
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.say || "";
  });
}
