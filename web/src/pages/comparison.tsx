import type { Table } from "../model/table";
import { texts } from "../texts";
import { Thumbnail } from "./thumbnail";

/** The present as it is and as it would be after a change of the past, side by side. */
export function Comparison({ table }: { table: Table }) {
  const after = table.afterwards.value;
  if (after === null) return null;
  const orientation = table.orientation.value;
  return (
    <div class="comparison">
      <figure>
        <figcaption>{texts.line.before}</figcaption>
        <Thumbnail scene={table.openGame.view.scene} orientation={orientation} />
      </figure>
      <figure>
        <figcaption>{texts.line.afterwards}</figcaption>
        <Thumbnail scene={after} orientation={orientation} />
      </figure>
    </div>
  );
}
