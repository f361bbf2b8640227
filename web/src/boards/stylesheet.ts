/** A style that travels with a board's code: the function adds it to the page, once. */
export function installer(css: string): () => void {
  let isInstalled = false;
  return () => {
    if (isInstalled) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    isInstalled = true;
  };
}
