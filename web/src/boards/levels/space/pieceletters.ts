// From above all pieces are round: there each one but the pawns bears its letter.
import { CanvasTexture, Group, Sprite, SpriteMaterial, SRGBColorSpace } from "three";
import type { Scene, Token } from "../../../generated";
import { heightOf } from "../shapes";
import { ORDER, pointOf } from "./coordinates";

/** Nearer to the zenith than this, shapes tell little. */
const STEEP = 0.55;
const SIZE = 0.46;

export class PieceLetters {
  readonly group = new Group();
  private readonly materials = new Map<string, SpriteMaterial>();

  sync(scene: Scene): void {
    this.group.clear();
    for (const token of scene.tokens.filter((one) => one.kind !== "pawn")) {
      const cell = scene.cells.find((one) => one.id === token.cell);
      if (!cell) continue;
      const sprite = new Sprite(this.material(token));
      const at = pointOf(cell);
      sprite.position.set(at.x, at.y + heightOf(token.kind) + 0.12, at.z);
      sprite.scale.setScalar(SIZE);
      sprite.renderOrder = ORDER.signs;
      this.group.add(sprite);
    }
  }

  /** Shows or hides them for a camera so far down from the zenith. */
  seenFrom(polar: number): void {
    this.group.visible = polar < STEEP;
  }

  dispose(): void {
    for (const material of this.materials.values()) {
      material.map?.dispose();
      material.dispose();
    }
  }

  private material({ letter, seat }: Token): SpriteMaterial {
    const key = `${seat} ${letter}`;
    const known = this.materials.get(key);
    if (known) return known;
    const made = new SpriteMaterial({ map: drawn(letter, seat === "white") });
    this.materials.set(key, made);
    return made;
  }
}

function drawn(letter: string, isWhite: boolean): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext("2d");
  const [paper, ink] = isWhite ? ["#fffdf8", "#1d1b19"] : ["#26232a", "#ffffff"];
  if (pen) {
    pen.beginPath();
    pen.arc(32, 32, 29, 0, 2 * Math.PI);
    pen.fillStyle = paper;
    pen.fill();
    pen.lineWidth = 3;
    pen.strokeStyle = ink;
    pen.stroke();
    pen.font = "bold 38px sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = ink;
    pen.fillText(letter.toUpperCase(), 32, 34);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
