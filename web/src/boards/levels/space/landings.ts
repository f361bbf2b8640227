// Ghosts of a rider where a board would put it down.
import { Group, Mesh, MeshBasicMaterial } from "three";
import type { Landing } from "../geometry";
import type { Workshop } from "./men";
import { pointOf } from "./world";

export class Landings {
  readonly group = new Group();
  private readonly straight = new MeshBasicMaterial({
    color: "#1f8f45",
    transparent: true,
    opacity: 0.65,
  });
  private readonly turned = new MeshBasicMaterial({
    color: "#1f8f45",
    transparent: true,
    opacity: 0.65,
    wireframe: true,
  });

  constructor(private readonly workshop: Workshop) {}

  show(landings: Landing[]): void {
    this.group.clear();
    for (const { token, place, turned } of landings) {
      const ghost = new Mesh(
        this.workshop.geometry(token.kind),
        turned ? this.turned : this.straight,
      );
      ghost.position.copy(pointOf(place)).setY(pointOf(place).y + 0.03);
      this.group.add(ghost);
    }
  }

  dispose(): void {
    this.straight.dispose();
    this.turned.dispose();
  }
}
