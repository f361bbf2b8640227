import type { VariantInfo } from "../generated";
import { Embedded } from "./element";

/** The picture of a game as the server tells it: SVG whose classes give it the colours of the boards. */
function draw(text: string): Element {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const picture = document.importNode(parsed.documentElement, true);
  picture.setAttribute("class", "variant-picture");
  picture.setAttribute("aria-hidden", "true");
  return picture;
}

export function VariantPicture({ variant }: { variant: VariantInfo }) {
  if (variant.picture === "") return null;
  return (
    <Embedded make={() => draw(variant.picture)} of={variant.picture} className="card-picture" />
  );
}
