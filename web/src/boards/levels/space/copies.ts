// Many copies of one form, drawn at once. Each has its own colour and stands for a place of its own.
//
// A material must not be shared between copies and a single form: the renderer would prepare it anew for each in every frame.
import { type BufferGeometry, type Color, InstancedMesh, type Material, type Matrix4 } from "three";

export interface Copy {
  at: Matrix4;
  colour?: Color;
  /** What is meant by pointing at it. */
  place?: string;
}

export class Copies {
  readonly mesh: InstancedMesh;
  private places: (string | undefined)[] = [];

  constructor(form: BufferGeometry, material: Material, most: number, order = 0) {
    this.mesh = new InstancedMesh(form, material, most);
    this.mesh.renderOrder = order;
    // Everything is in sight nearly always; finding out costs more than drawing.
    this.mesh.frustumCulled = false;
    this.mesh.userData.places = this.places;
    this.lay([]);
  }

  /** These copies and no others. */
  lay(copies: Copy[]): void {
    const { mesh } = this;
    this.places.length = 0;
    copies.forEach(({ at, colour, place }, index) => {
      mesh.setMatrixAt(index, at);
      if (colour) mesh.setColorAt(index, colour);
      this.places.push(place);
    });
    mesh.count = copies.length;
    mesh.visible = copies.length > 0;
    mesh.instanceMatrix.needsUpdate = true;
    if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    // It is found out again when somebody points at them.
    mesh.boundingSphere = null;
  }

  dispose(): void {
    this.mesh.dispose();
  }
}
