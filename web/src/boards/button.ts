/** A button with a name and what it does. */
export function button(name: string, press: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = name;
  element.addEventListener("click", press);
  return element;
}
