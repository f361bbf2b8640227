import { BADGE_SIGNS } from "../../boards/flat/tokens";
import { isOrdinary, pieceImage } from "../../boards/pieces";
import { installer } from "../../boards/stylesheet";
import type { Badge, Scene } from "../../generated";
import { more } from "../../texts/more";
import { noteInWords, phraseInWords } from "../../texts/server";
import { Embedded } from "../element";

const installStyle = installer(`
.legend summary {
  font-weight: 650;
  cursor: pointer;
  background: none;
}
.legend dl {
  display: grid;
  gap: 0.35rem;
  margin-top: 0.4rem;
  max-height: 16rem;
  overflow-y: auto;
}
.legend dl > div {
  display: grid;
  grid-template-columns: 8.9rem 1fr;
  gap: 0.6rem;
  align-items: center;
}
.legend dt {
  display: flex;
  align-items: center;
  gap: 0.4rem;
  font-weight: 600;
  font-size: 0.9rem;
}
.legend .embedded {
  width: 30px;
  height: 30px;
  flex: none;
}
.legend dd {
  font-size: 0.88rem;
  line-height: 1.3;
  color: var(--soft);
}
.legend-sign {
  width: 22px;
  height: 22px;
  margin: 0 4px;
  flex: none;
  display: grid;
  place-items: center;
  border-radius: 50%;
  background: #f4c542;
  color: #2b2000;
  border: 1px solid #5c4300;
  font-size: 0.75rem;
}
`);

/** The special pieces of this board and the signs on pieces, with what they mean. */
export function Legend({ scene }: { scene: Scene }) {
  installStyle();
  const kinds = [...new Set(scene.tokens.map((token) => token.kind))].filter(
    (kind) => !isOrdinary(kind),
  );
  const signs = signsOn(scene);
  if (kinds.length + signs.length === 0) return null;
  return (
    <details class="legend" open>
      <summary>{more.armies.legend}</summary>
      <dl tabIndex={0}>
        {kinds.sort().map((kind) => (
          <div key={kind}>
            <dt>
              <Embedded make={() => pieceImage(kind, "white")} of={kind} />
              {phraseInWords(kind)}
            </dt>
            <dd>{more.armies.kinds[kind]}</dd>
          </div>
        ))}
        {signs.map((badge) => (
          <div key={badge.kind}>
            <dt>
              <span class="legend-sign" aria-hidden="true">
                {BADGE_SIGNS[badge.kind]}
              </span>
              {phraseInWords(badge.kind)}
            </dt>
            <dd>{noteInWords(badge)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** One badge of each kind that is on the board. */
function signsOn(scene: Scene): Badge[] {
  const badges = scene.tokens.flatMap((token) => token.badges ?? []);
  const byKind = new Map(badges.map((badge) => [badge.kind, badge]));
  return [...byKind.values()].filter((badge) => badge.kind in BADGE_SIGNS);
}
