// What is painted on squares: last move, check, what is chosen, where it can go, what floats above pieces.
import {
  BoxGeometry,
  type BufferGeometry,
  CircleGeometry,
  Group,
  Mesh,
  PlaneGeometry,
  RingGeometry,
  TorusGeometry,
  Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { Badge } from "../../../generated";
import type { BoardInput } from "../../board";
import { missingAmong, type Pin, type Place, tokenAt } from "../geometry";
import { heightOf } from "../shapes";
import { middleOf, ORDER, orderAt, pointOf, RISE } from "./coordinates";
import type { Palette } from "./palette";
import { type Sign, SignSprites } from "./signsprites";

const lying = <T extends BufferGeometry>(geometry: T): T => geometry.rotateX(-Math.PI / 2);

export class Marks {
  readonly group = new Group();
  /** Landing plates of pins, which can be pointed at. */
  readonly plates = new Group();
  /** The squares that are painted although they are not there. */
  missing: Place[] = [];
  private readonly hovered: Mesh;
  private readonly signs = new SignSprites();
  private readonly forms = {
    square: lying(new PlaneGeometry(0.98, 0.98)),
    disc: lying(new CircleGeometry(0.47, 32)),
    dot: lying(new CircleGeometry(0.17, 24)),
    ring: lying(new RingGeometry(0.37, 0.46, 32)),
    outline: lying(new RingGeometry(0.6, 0.69, 4, 1, Math.PI / 4)),
    cross: crossedOut(),
    plate: new BoxGeometry(1.96, 0.05, 1.96),
    hoop: new TorusGeometry(1.5, 0.06, 8, 40).rotateX(Math.PI / 2),
    glow: lying(new RingGeometry(0.15, 0.24, 24)),
  };

  constructor(private readonly palette: Palette) {
    this.hovered = new Mesh(this.forms.outline, palette.marks.hover);
    this.hovered.visible = false;
    this.group.add(this.plates);
  }

  sync(input: BoardInput, pins: Pin[]): void {
    this.group.clear();
    this.plates.clear();
    this.group.add(this.plates, this.hovered, this.signs.group);
    for (const mark of input.scene.marks ?? []) this.paint(input, mark.cells, mark.kind);
    this.paint(input, input.premove, "premove");
    const { causes = [] } = input;
    const ghosts = input.ghosts.filter((place) => !causes.includes(place));
    this.paint(input, ghosts, "ghost");
    this.paint(input, causes, "cause");
    this.paint(input, input.taps, "chosen");
    this.missing = missingAmong(pins, input.ghosts);
    for (const place of this.missing) this.miss(place);
    this.aim(input, input.targets);
    for (const pin of pins.filter((one) => input.targets.includes(one.id))) this.showPin(pin);
    for (const pin of pins.filter((one) => ghosts.includes(one.id))) this.glow(pin, "ghost");
    for (const pin of pins.filter((one) => causes.includes(one.id))) this.glow(pin, "cause");
    this.hang(input, null);
  }

  /** Keeps signs as large as they are, whatever the camera sees. */
  seenWith(pointsPerUnit: number): void {
    this.signs.seenWith(pointsPerUnit);
  }

  /** Dots on free squares, rings on taken ones. */
  aim(input: BoardInput, targets: string[]): void {
    for (const cell of input.scene.cells.filter((one) => targets.includes(one.id))) {
      const form = tokenAt(input.scene, cell.id) ? this.forms.ring : this.forms.dot;
      this.add(form, "target", pointOf(cell), 0.02);
    }
  }

  /** The plate a board would lie on, or a hoop round a board that can be turned where it stands. */
  showPin(pin: Pin): void {
    const mesh = new Mesh(
      pin.board ? this.forms.hoop : this.forms.plate,
      this.palette.marks.landing,
    );
    mesh.position.copy(middleOf(pin));
    mesh.renderOrder = ORDER.attack.marks;
    mesh.userData.place = pin.id;
    this.plates.add(mesh);
    this.glow(pin, "target");
  }

  /** A ring round the foot of a pin. */
  private glow(pin: Pin, kind: string): void {
    const foot = middleOf(pin);
    foot.y -= RISE;
    this.add(this.forms.glow, kind, foot, 0.03);
  }

  hover(point: Vector3 | null): void {
    this.hovered.visible = point !== null;
    if (!point) return;
    this.hovered.position.copy(point).setY(point.y + 0.025);
    this.hovered.renderOrder = orderAt(point.y).marks;
  }

  dispose(): void {
    for (const form of Object.values(this.forms)) form.dispose();
    this.signs.dispose();
  }

  /** A square that would have to be there: its outline, crossed out. */
  private miss(place: Place): void {
    const at = pointOf(place);
    this.add(this.forms.square, "missing", at, 0.008);
    this.add(this.forms.cross, "forbidden", at, 0.02);
  }

  private paint(input: BoardInput, places: string[], kind: string): void {
    const form = this.formOf(kind);
    for (const cell of input.scene.cells.filter((one) => places.includes(one.id))) {
      this.add(form, kind, pointOf(cell), kind === "check" ? 0.012 : 0.008);
    }
  }

  private formOf(kind: string): BufferGeometry {
    if (kind === "cause") return this.forms.outline;
    return kind === "check" ? this.forms.disc : this.forms.square;
  }

  private add(form: BufferGeometry, kind: string, at: Vector3, lift: number): void {
    const mesh = new Mesh(form, this.palette.marks[kind] ?? this.palette.marks.last);
    mesh.position.copy(at).setY(at.y + lift);
    mesh.renderOrder = orderAt(at.y).marks;
    this.group.add(mesh);
  }

  /** Signs float above pieces, and beside the boards they are about. */
  hang({ scene, settings, taps }: BoardInput, hovered: string | null): void {
    // Locks on every board and on outer pawns from the first move on say nothing; they are shown to those who ask.
    const asked = (badges: Badge[] | undefined, place: string) => {
      const isAsked = place === hovered || taps.includes(place);
      return badges?.filter((badge) => isAsked || badge.kind !== "lock");
    };
    const onPieces = scene.tokens.flatMap((token) => {
      const cell = scene.cells.find((one) => one.id === token.cell);
      const height = heightOf(token.kind) * (settings.largePieces ? 1.15 : 1) + 0.28;
      const badges = asked(token.badges, token.cell);
      return cell ? stack(badges, pointOf(cell).add(new Vector3(0, height, 0))) : [];
    });
    const onBoards = scene.boards.flatMap((board) => {
      const cells = scene.cells.filter((cell) => cell.board === board.id);
      const outer = cells.map(pointOf).sort((one, other) => Math.abs(other.x) - Math.abs(one.x))[0];
      if (board.tap === undefined || !outer) return [];
      return stack(
        asked(board.badges, board.tap),
        outer.add(new Vector3(Math.sign(outer.x) * 0.75, 0.1, 0)),
      );
    });
    this.signs.show([...onPieces, ...onBoards]);
  }
}

/** Several signs at one place stand above each other. */
const stack = (badges: Badge[] = [], foot: Vector3): Sign[] =>
  badges.map(({ kind }, index) => ({ kind, at: foot.clone().add(new Vector3(0, index * 0.4, 0)) }));

/** The edge of a square and its two diagonals. */
function crossedOut(): BufferGeometry {
  const edge = new RingGeometry(0.63, 0.69, 4, 1, Math.PI / 4);
  const bars = [1, -1].map((side) => new PlaneGeometry(1.2, 0.07).rotateZ((side * Math.PI) / 4));
  return lying(mergeGeometries([edge, ...bars]));
}
