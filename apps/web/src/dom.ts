// Elements in one expression. Text goes in as text nodes only, so that nothing from a map, a link
// or a file can become markup.

type Child = Node | string | null;
type Attributes = Record<string, string | boolean>;

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false) made.setAttribute(key, value);
  }
  for (const child of children) {
    if (child !== null) made.append(child);
  }
  return made;
}

export function button(
  text: string,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", onClick);
  return made;
}

// Leaves the text node alone where nothing changed: a screen reader would read it again.
export function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

export function setHidden(node: HTMLElement, hidden: boolean): void {
  if (node.hidden !== hidden) node.hidden = hidden;
}

// Once the browser has shown anything of the page at all, or says nothing of it for a while.
export function firstPainted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes("paint")) return resolve();
    setTimeout(resolve, 1500);
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe({ type: "paint", buffered: true });
  });
}

// Once what was laid out is on its way to the screen: before work that keeps the page's thread busy.
// A hidden page paints nothing and is not waited for.
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(resolve, 250);
    requestAnimationFrame(() => {
      clearTimeout(giveUp);
      setTimeout(resolve, 0);
    });
  });
}
