import type { Table } from "../model/table";
import { words } from "../texts/timeline";
import { Thumbnail } from "./thumbnail";

/** The present as it is and as it would be after a change of the past, side by side. */
export function Comparison({ table }: { table: Table }) {
  const after = table.afterwards.value;
  if (after === null) return null;
  const orientation = table.orientation.value;
  return (
    <div class="comparison">
      <figure>
        <figcaption>{words.before}</figcaption>
        <Thumbnail scene={table.openGame.view.scene} orientation={orientation} />
      </figure>
      <figure>
        <figcaption>{words.afterwards}</figcaption>
        <Thumbnail scene={after} orientation={orientation} />
      </figure>
    </div>
  );
}
