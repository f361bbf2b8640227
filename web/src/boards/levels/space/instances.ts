// Instances of one geometry in one draw call. Each has its own colour and belongs to a place.
//
// A material must not be shared between instanced and plain meshes: the renderer would switch programs in every frame.
import { type BufferGeometry, type Color, InstancedMesh, type Material, type Matrix4 } from "three";

export interface Instance {
  at: Matrix4;
  colour?: Color;
  /** The place it belongs to when it is pointed at. */
  place?: string;
}

export class Instances {
  readonly mesh: InstancedMesh;
  private places: (string | undefined)[] = [];

  constructor(form: BufferGeometry, material: Material, most: number, order = 0) {
    this.mesh = new InstancedMesh(form, material, most);
    this.mesh.renderOrder = order;
    // Everything is in sight nearly always; finding out costs more than drawing.
    this.mesh.frustumCulled = false;
    this.mesh.userData.places = this.places;
    this.set([]);
  }

  /** Replaces all instances. */
  set(instances: Instance[]): void {
    const { mesh } = this;
    this.places.length = 0;
    instances.forEach(({ at, colour, place }, index) => {
      mesh.setMatrixAt(index, at);
      if (colour) mesh.setColorAt(index, colour);
      this.places.push(place);
    });
    mesh.count = instances.length;
    mesh.visible = instances.length > 0;
    mesh.instanceMatrix.needsUpdate = true;
    if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    // Computed again by the next raycast.
    mesh.boundingSphere = null;
  }

  dispose(): void {
    this.mesh.dispose();
  }
}
