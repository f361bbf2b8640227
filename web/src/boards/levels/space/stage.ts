// Camera, light and renderer. Frames are drawn on demand only.
import {
  Color,
  DirectionalLight,
  HemisphereLight,
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

/** Called with the time of a frame; gives false when it has nothing more to do. */
export type Ticker = (now: number) => boolean;

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.5, FARTHEST + REACH);
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
    const { azimuth, polar, fieldOfView } = VIEWS[name];
    const up = halfTangent(fieldOfView);
    const frame = frameSet(azimuth, polar, up, up * this.camera.aspect);
    const { target } = this.controls;
    const from = new Spherical().setFromVector3(this.camera.position.clone().sub(target));
    const to = new Spherical(frame.distance, polar, azimuth);
    // The short way round.
    to.theta += Math.round((from.theta - to.theta) / (2 * Math.PI)) * 2 * Math.PI;
    const [start, old, aim] = [performance.now(), target.clone(), frame.target];
    // What is seen, and not the distance, changes evenly when the field of view changes too.
    const oldView = this.camera.fov;
    const [oldSize, size] = [from.radius * halfTangent(oldView), to.radius * up];
    const walk = (part: number) => {
      const eased = part * part * (3 - 2 * part);
      const mix = (one: number, other: number) => one + (other - one) * eased;
      target.lerpVectors(old, aim, eased);
      this.open(mix(oldView, fieldOfView));
      const radius = mix(oldSize, size) / halfTangent(this.camera.fov);
      this.stand(new Spherical(radius, mix(from.phi, to.phi), mix(from.theta, to.theta)));
      return part < 1;
    };
    if (isGliding) this.run((now) => walk(Math.min(Math.max((now - start) / GLIDE_MS, 0), 1)));
    else walk(1);
  }

  /** Sets the field of view. A narrow one asks for a camera far away. */
  private open(fieldOfView: number): void {
    const times = halfTangent(FIELD_OF_VIEW) / halfTangent(fieldOfView);
    this.camera.fov = fieldOfView;
    this.controls.minDistance = NEAREST * times;
    this.controls.maxDistance = FARTHEST * times;
  }

  /** Turns and zooms by keys. */
  nudge(azimuth: number, polar: number, zoom: number): void {
    const at = new Spherical().setFromVector3(
      this.camera.position.clone().sub(this.controls.target),
    );
    at.theta += azimuth;
    at.phi = Math.min(Math.max(at.phi + polar, 0.001), Math.PI * 0.6);
    at.radius = Math.min(
      Math.max(at.radius * zoom, this.controls.minDistance),
      this.controls.maxDistance,
    );
    this.stand(at);
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
    const controls = new OrbitControls(this.camera, this.canvas);
    controls.minDistance = NEAREST;
    controls.maxDistance = FARTHEST;
    controls.maxPolarAngle = Math.PI * 0.6;
    controls.addEventListener("change", () => this.redraw());
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
    this.camera.position.setFromSpherical(at).add(this.controls.target);
    this.camera.near = Math.max(0.5, at.radius - REACH);
    this.camera.far = at.radius + REACH;
    this.camera.updateProjectionMatrix();
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
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
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
