// Camera, light and renderer. Frames are drawn on demand only.
import {
  Color,
  DirectionalLight,
  HemisphereLight,
  OrthographicCamera,
  PerspectiveCamera,
  Scene,
  Spherical,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { FIELD_OF_VIEW } from "./coordinates";
import { frameSet } from "./framing";
import { halfTangent, VIEWS, type ViewName } from "./views";

export type { ViewName } from "./views";

const GLIDE_MS = 420;
const LONGEST_PAUSE_MS = 150;
/** Nothing of the set is farther from what is looked at. */
const REACH = 40;
/** How near and how far one can zoom, at the usual field of view. */
const NEAREST = 7;
const FARTHEST = 60;

/** From where a set is seen: a view by its name, or a place of its own. */
export type Pose =
  | ViewName
  | {
      azimuth: number;
      polar: number;
      /** Half of what is seen from top to bottom, at what is looked at. */
      size: number;
      fieldOfView: number;
      isFlat: boolean;
      target: [number, number, number];
    };

/** Called with the time of a frame; gives false when it has nothing more to do. */
export type Ticker = (now: number) => boolean;

export class Stage {
  readonly scene = new Scene();
  private readonly perspective = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.5, FARTHEST + REACH);
  /** Draws to scale: nothing is smaller because it is farther away. */
  private readonly flat = new OrthographicCamera();
  private isFlat = false;
  /** The view that was chosen last, until somebody turns the set. */
  private named: ViewName | null = null;
  readonly canvas: HTMLCanvasElement;
  readonly controls: OrbitControls;
  /** The script time of the last frame in milliseconds, for measuring. */
  last = 0;
  /** How long the last frame kept the page from doing anything else, in milliseconds. */
  cost = 0;
  private readonly renderer: WebGLRenderer;
  private readonly watcher: ResizeObserver;
  private readonly tickers = new Set<Ticker>();
  private readonly tasks = new Set<() => void>();
  private frame = 0;
  /** Which walk of the camera is under way; a new one ends it. */
  private glide = 0;
  /** While this timer runs nothing is drawn. */
  private pause = 0;
  /** Something on the set stands elsewhere than in the last frame. Turning the camera changes nothing on it. */
  private hasChanged = true;

  constructor(
    private readonly host: HTMLElement,
    lowDetail: boolean,
  ) {
    this.renderer = new WebGLRenderer({
      antialias: !lowDetail,
      alpha: true,
      powerPreference: "low-power",
    });
    this.renderer.setPixelRatio(lowDetail ? 1 : Math.min(devicePixelRatio, 2));
    this.canvas = this.renderer.domElement;
    // A browser may take the graphics away from a page in the background, and give them back later.
    this.canvas.addEventListener("webglcontextrestored", () => this.redraw());
    this.scene.matrixWorldAutoUpdate = false;
    host.append(this.canvas);
    this.controls = this.makeControls();
    this.light();
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(host);
    this.resize();
  }

  /** Through which the set is seen now. */
  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.isFlat ? this.flat : this.perspective;
  }

  /**
   * What makes sizes of points of units of the set: points are measured in heights of the picture at their distance, and in
   * pixels where distances do not count.
   */
  get pointsPerUnit(): number {
    const { flat, perspective, host } = this;
    if (!this.isFlat) return 1 / halfTangent(perspective.fov);
    return host.clientHeight / 2 / (flat.top / flat.zoom);
  }

  /** From where the set is seen, so that it can be seen from there again. */
  get pose(): Pose {
    if (this.named !== null) return this.named;
    const at = this.standing();
    const { x, y, z } = this.controls.target;
    return {
      azimuth: at.theta,
      polar: at.phi,
      size: at.radius * halfTangent(this.perspective.fov),
      fieldOfView: this.perspective.fov,
      isFlat: this.isFlat,
      target: [x, y, z],
    };
  }

  /** Sees the set from there at once. */
  resume(pose: Pose): void {
    if (typeof pose === "string") {
      this.view(pose, false);
      return;
    }
    this.round();
    this.named = null;
    this.controls.target.set(...pose.target);
    this.open(pose.fieldOfView);
    const radius = pose.size / halfTangent(pose.fieldOfView);
    this.stand(new Spherical(radius, pose.polar, pose.azimuth));
    if (pose.isFlat) this.flatten();
  }

  /** Requests a frame because something on the set has changed. */
  request(): void {
    this.hasChanged = true;
    this.redraw();
  }

  /**
   * Has something done to the set, and drawn, after the page's own next frame has been seen. A page that answers a tap with
   * a question shows it at once; a frame of the set can be slow where the processor draws it, and would make it wait.
   */
  afterPage(task: () => void): void {
    this.tasks.add(task);
    cancelAnimationFrame(this.frame);
    window.clearTimeout(this.pause);
    this.pause = 0;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.pause = window.setTimeout(
        () => {
          this.pause = 0;
          this.request();
        },
        Math.min(this.cost, LONGEST_PAUSE_MS),
      );
    });
  }

  /** Calls a ticker before every frame until it says that it has finished. */
  run(ticker: Ticker): void {
    this.tickers.add(ticker);
    this.request();
  }

  view(name: ViewName, isGliding: boolean): void {
    const { azimuth, polar, fieldOfView, isFlat } = VIEWS[name];
    this.round();
    this.named = name;
    const up = halfTangent(fieldOfView);
    const frame = frameSet(azimuth, polar, up, up * this.perspective.aspect);
    const { target } = this.controls;
    const from = this.standing();
    const to = new Spherical(frame.distance, polar, azimuth);
    // The short way round.
    to.theta += Math.round((from.theta - to.theta) / (2 * Math.PI)) * 2 * Math.PI;
    const [start, old, aim] = [performance.now(), target.clone(), frame.target];
    // What is seen, and not the distance, changes evenly when the field of view changes too.
    const oldView = this.perspective.fov;
    const [oldSize, size] = [from.radius * halfTangent(oldView), to.radius * up];
    const walk = (part: number) => {
      const eased = part * part * (3 - 2 * part);
      const mix = (one: number, other: number) => one + (other - one) * eased;
      target.lerpVectors(old, aim, eased);
      this.open(mix(oldView, fieldOfView));
      const radius = mix(oldSize, size) / halfTangent(this.perspective.fov);
      this.stand(new Spherical(radius, mix(from.phi, to.phi), mix(from.theta, to.theta)));
      if (part === 1 && isFlat) this.flatten();
      return part < 1;
    };
    const glide = ++this.glide;
    if (isGliding)
      this.run(
        (now) => glide === this.glide && walk(Math.min(Math.max((now - start) / GLIDE_MS, 0), 1)),
      );
    else walk(1);
  }

  /** Where the camera stands, seen from what it looks at: at which distance it would see as much as it does. */
  private standing(): Spherical {
    const { camera, controls, perspective, flat } = this;
    const at = new Spherical().setFromVector3(camera.position.clone().sub(controls.target));
    if (this.isFlat) at.radius = flat.top / flat.zoom / halfTangent(perspective.fov);
    return at;
  }

  /** From now on the set is drawn to scale. From far away, where this happens, nothing jumps. */
  private flatten(): void {
    const { flat, perspective } = this;
    const half = this.standing().radius * halfTangent(perspective.fov);
    flat.top = half;
    flat.zoom = 1;
    flat.near = perspective.near;
    flat.far = perspective.far;
    flat.position.copy(perspective.position);
    flat.quaternion.copy(perspective.quaternion);
    this.isFlat = true;
    this.controls.object = flat;
    this.widen();
    this.controls.update();
    this.redraw();
  }

  /** Goes back to perspective, with as much to be seen as before. */
  private round(): void {
    if (!this.isFlat) return;
    const at = this.standing();
    this.isFlat = false;
    this.controls.object = this.perspective;
    this.stand(at);
  }

  /** Gives the flat camera the shape of the picture. */
  private widen(): void {
    const { flat, perspective } = this;
    flat.bottom = -flat.top;
    flat.right = flat.top * perspective.aspect;
    flat.left = -flat.right;
    flat.updateProjectionMatrix();
  }

  /** Sets the field of view. A narrow one asks for a camera far away. */
  private open(fieldOfView: number): void {
    const times = halfTangent(FIELD_OF_VIEW) / halfTangent(fieldOfView);
    this.perspective.fov = fieldOfView;
    this.controls.minDistance = NEAREST * times;
    this.controls.maxDistance = FARTHEST * times;
  }

  /** Turns and zooms by keys. */
  nudge(azimuth: number, polar: number, zoom: number): void {
    this.named = null;
    const at = this.standing();
    at.theta += azimuth;
    at.phi = Math.min(Math.max(at.phi + polar, 0.001), Math.PI * 0.6);
    at.radius = Math.min(
      Math.max(at.radius * zoom, this.controls.minDistance),
      this.controls.maxDistance,
    );
    const wasFlat = this.isFlat;
    this.round();
    this.stand(at);
    if (wasFlat) this.flatten();
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    window.clearTimeout(this.pause);
    this.watcher.disconnect();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  private makeControls(): OrbitControls {
    const controls = new OrbitControls(this.perspective, this.canvas);
    controls.minDistance = NEAREST;
    controls.maxDistance = FARTHEST;
    controls.maxPolarAngle = Math.PI * 0.6;
    controls.addEventListener("change", () => this.redraw());
    controls.addEventListener("start", () => {
      this.named = null;
    });
    return controls;
  }

  private light(): void {
    const sky = new HemisphereLight(new Color("#ffffff"), new Color("#8f867b"), 1.5);
    const sun = new DirectionalLight(new Color("#fff4e2"), 1.6);
    sun.position.set(5, 14, 8);
    const back = new DirectionalLight(new Color("#cfe0ff"), 1.1);
    back.position.set(-6, 8, -9);
    this.scene.add(sky, sun, back);
  }

  private stand(at: Spherical): void {
    const { perspective } = this;
    perspective.position.setFromSpherical(at).add(this.controls.target);
    perspective.near = Math.max(0.5, at.radius - REACH);
    perspective.far = at.radius + REACH;
    perspective.updateProjectionMatrix();
    this.controls.update();
    this.redraw();
  }

  private redraw(): void {
    if (this.frame === 0 && this.pause === 0)
      this.frame = requestAnimationFrame((now) => this.draw(now));
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    const isNew = Math.abs(this.perspective.aspect - width / height) > 0.001;
    this.perspective.aspect = width / height;
    this.perspective.updateProjectionMatrix();
    if (this.isFlat) this.widen();
    // A view that was chosen fits the set into the picture, whatever its shape becomes.
    if (isNew && this.named !== null) this.view(this.named, false);
    this.redraw();
  }

  private draw(now: number): void {
    const start = performance.now();
    this.frame = 0;
    for (const task of this.tasks) task();
    this.tasks.clear();
    for (const ticker of this.tickers) if (!ticker(now)) this.tickers.delete(ticker);
    const { hasChanged } = this;
    if (hasChanged) this.scene.updateMatrixWorld();
    this.hasChanged = this.tickers.size > 0;
    this.renderer.render(this.scene, this.camera);
    if (this.tickers.size > 0) this.redraw();
    this.last = performance.now() - start;
    if (hasChanged) this.noteCost(start);
  }

  /** Where there is no graphics card the frame is drawn after the script; a timer has to wait for it. */
  private noteCost(start: number): void {
    window.setTimeout(() => {
      this.cost = performance.now() - start;
    });
  }
}
