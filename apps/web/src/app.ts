// The page at work: opens views in order, runs the frames, and joins the engine with what is on the
// screen. What each part shows or reads stands in a file of its own.
import { saveFile, takePhoto, Recorder } from "./capture";
import { painted } from "./dom";
import { EngineError, InputKind, type Engine } from "./engine";
import { isReplayFile, listenForDrops, readBytes, readMapFile, worldOfFile } from "./drop";
import { Gamepads } from "./gamepad";
import { parseHud, type Hud } from "./hud_model";
import { ViewInput } from "./input";
import { Launched, sentence } from "./launch";
import { isLive, waitForPlace } from "./fetch_live";
import * as links from "./link";
import { Screen } from "./screen";
import { matchOptions } from "./match_options";
import { readSettings, type Keys, type Quality } from "./settings";
import { Sound } from "./sound";
import { canvasSelector, Stage } from "./stage";
import * as strings from "./strings";
import { WebGpuExecutor, type ShaderTexts } from "./webgpu_executor";

const hudEveryMs = 100;
// In the engine's file system.
const replayFolder = "/replays";
const replayFile = "watched.trr";
const linkEveryMs = 1000;
// Physical pixels a CSS pixel, at most, by quality.
const ratioOf: Record<Quality, number> = { auto: 1.5, low: 1, medium: 1.5, high: 2 };
const softwareRatio = 0.6; // each pixel is the processor's work

async function fetchShaders(): Promise<ShaderTexts> {
  const response = await fetch(new URL("shaders.json", document.baseURI));
  if (!response.ok) throw new Error(`shaders.json answered ${response.status}`);
  return (await response.json()) as ShaderTexts;
}

type State = "loading" | "running" | "lost" | "problem";

export class App {
  private readonly settings = readSettings();
  private readonly stage = new Stage(
    () => this.deviceLost(),
    () => this.deviceRestored(),
  );
  private readonly screen: Screen;
  private readonly input: ViewInput;
  private readonly gamepads = new Gamepads((record) => this.send(record));
  private readonly recorder = new Recorder();
  private readonly sound = new Sound(
    this.settings,
    (kind, variant) => this.engine?.cueSamples(kind, variant) ?? null,
  );
  private matchSeed = 1;
  private launched: Launched | null = null;
  private view: links.View = { ...links.defaultView };
  private openWorld = ""; // as the engine has it
  private hasDevice = false;
  private executor: WebGpuExecutor | null = null; // none with WebGL 2
  private usesWebGpu = new URLSearchParams(location.search).get("graphics") !== "webgl2";
  private state: State = "loading";
  private work: Promise<void> = Promise.resolve();
  private lastFrameMs = 0;
  private lastHudMs = 0;
  private lastLinkMs = 0;
  private photoWanted = false;
  private pictureShown = false;
  private saidTrouble = "";
  private saidMatchTrouble = "";
  private saidFailures = 0;
  // Views that were dropped in this visit; others are gone from the engine's memory.
  private readonly dropped = new Set<string>();

  constructor(body: HTMLElement) {
    this.screen = new Screen(this.settings, this.stage, {
      way: (way) => this.chooseWay(way),
      open: (view) => this.open({ ...this.current(), ...view }),
      openFile: (file) => void this.openFile(file),
      world: () => this.view.world,
      photo: () => (this.photoWanted = true),
      record: () => this.toggleRecording(),
      share: () => void this.share(),
      retry: () => this.open(this.current()),
      qualityChanged: () => this.open(this.current()),
      hourChanged: () => this.engine?.setHour(this.settings.hour),
      volumeChanged: () => this.sound.setVolume(),
      keysChanged: () => this.applyKeys(),
      defaultKeys: () => this.defaultKeys(),
      keyName: (key) => this.engine?.keyName(key) ?? "",
      watchMatch: () => this.watchMatch(),
      saveReplay: () => this.saveReplay(),
      newMatch: () => this.newMatch(),
      running: () => this.running(),
      send: (record) => this.send(record),
      usesMouseItself: () => this.view.way === "command",
      pixelScale: () => this.stage.pixelScale,
      lostFocus: () => this.input.loseFocus(),
    });
    this.input = new ViewInput(this.stage.node, {
      send: (record) => this.send(record),
      usesMouseItself: () => this.view.way === "command",
      pixelScale: () => this.stage.pixelScale,
      onEscape: () => this.screen.showWelcome(true),
    });
    body.append(this.screen.root, listenForDrops((file) => void this.openFile(file)));
    document.addEventListener("pointerlockchange", () => {
      if (document.pointerLockElement === null) this.engine?.releasePointer();
    });
    // The link as it was changed to: by now the page may have written its own.
    addEventListener("hashchange", (event) => this.openLink(new URL(event.newURL).hash));
    this.setState("loading");
  }

  private get engine(): Engine | null {
    return this.launched?.engine ?? null;
  }

  private setState(state: State): void {
    this.state = state;
    document.documentElement.dataset.state = state;
  }

  async start(): Promise<void> {
    const link = links.readLink(location.hash);
    this.view = link.view;
    this.screen.showWelcome(!link.names);
    this.screen.loading.show(strings.loadingEngine, 0);
    try {
      this.launched = await Launched.start((text, part) => this.screen.loading.show(text, part));
    } catch (error) {
      this.problem(strings.notLoaded(sentence(error)), [
        [strings.retry, () => location.reload()],
      ]);
      return;
    }
    this.sayIgnored(link.ignored);
    this.applyKeys();
    this.open(link.view);
    await this.work;
    const { kind, notes } = this.launched;
    this.screen.messages.say([...notes, strings.buildsOn[kind]].join(" "));
    requestAnimationFrame((now) => this.tick(now));
  }

  // ---- opening ----

  private open(view: links.View): void {
    this.work = this.work.then(() => this.openNow(view));
  }

  private openLink(hash: string): void {
    const link = links.readLink(hash);
    this.sayIgnored(link.ignored);
    this.open(link.view);
  }

  private sayIgnored(sentences: string[]): void {
    if (sentences.length === 0) return;
    this.screen.messages.say([strings.ignoredLead, ...sentences].join(" "), true);
  }

  private async openNow(view: links.View): Promise<void> {
    const launched = this.launched;
    if (launched === null) return;
    const engine = launched.engine;
    this.setState("loading");
    this.pictureShown = false;
    this.view = view;
    this.settings.hour = view.hour ?? this.settings.hour;
    this.screen.loading.show(strings.openingWorld(view.world), null);
    await painted();
    try {
      engine.closeWay();
      this.setMatch(engine);
      this.openWorldNow(engine);
      if (isLive(this.view.world)) await this.arrive(engine);
      this.screen.loading.show(strings.startingWorkers, null);
      await launched.startWorkers();
      if (!this.hasDevice) {
        this.screen.loading.show(strings.openingDevice, null);
        await painted();
        await this.openDevice(engine);
        this.hasDevice = true;
      }
    } catch (error) {
      return this.failed(error);
    }
    try {
      const quality = this.quality(engine);
      this.stage.ratioMax = this.isSoftware(engine) ? softwareRatio : ratioOf[quality];
      this.stage.fit();
      const { way, place, headingDeg } = this.view;
      engine.openWay(way, quality, place, headingDeg, this.settings.hour);
      engine.releasePointer();
    } catch (error) {
      const others = links.wayNamesInOrder.filter((way) => way !== view.way);
      return this.failed(error, (why) => strings.wayFailed(strings.wayNames[view.way], why), others);
    }
    this.screen.loading.show(strings.buildingFirst, null);
    this.screen.showWay(this.view.way);
    this.setState("running");
    this.lastFrameMs = performance.now();
  }

  // WebGPU where there is one, else WebGL 2.
  private async openDevice(engine: Engine): Promise<void> {
    this.executor?.close();
    this.executor = null;
    if (this.usesWebGpu) {
      try {
        this.executor = await WebGpuExecutor.open(this.stage.canvas, fetchShaders, (why, lost) =>
          this.webGpuTrouble(why, lost),
        );
      } catch (error) {
        console.warn(error);
      }
    }
    if (this.executor === null) return engine.openDevice(canvasSelector);
    const { name, software, maxTextureSize } = this.executor;
    engine.openWordDevice(name, software, maxTextureSize);
  }

  // A lost device comes back like any other; one that refuses what it is asked for is not asked
  // again in this visit.
  private webGpuTrouble(why: string, isLost: boolean): void {
    console.error(why);
    if (this.state === "lost") return;
    if (isLost) return this.deviceLost();
    this.usesWebGpu = false;
    this.view = this.current();
    this.newDevice();
    this.screen.messages.say(strings.webGpuRefused(why), true);
  }

  private openWorldNow(engine: Engine): void {
    // An arena depends on the match as well.
    if (this.view.world === this.openWorld && !links.isArena(this.openWorld)) return;
    const { world } = this.view;
    if (links.isDropped(world) && !this.dropped.has(world)) {
      this.screen.messages.say(strings.fileGone(world.slice(world.lastIndexOf("/") + 1)), true);
      this.view = { ...links.defaultView, way: this.view.way };
      return this.openWorldNow(engine);
    }
    this.screen.loading.show(strings.openingWorld(world), null);
    try {
      engine.openWorld(world);
      this.openWorld = world;
    } catch (error) {
      if (!(error instanceof EngineError) || world === links.defaultWorld) throw error;
      const why = sentence(error);
      const name = world.slice(world.lastIndexOf("/") + 1);
      this.screen.messages.say(
        links.isDropped(world) ? strings.fileRefused(name, why) : strings.worldRefused(world, why),
        true,
      );
      // The engine has no world now.
      this.openWorld = "";
      this.view = { ...links.defaultView, way: this.view.way };
      this.openWorldNow(engine);
    }
  }

  // One goes on without a map that does not come: it is asked for again, and told.
  private async arrive(engine: Engine): Promise<void> {
    this.screen.loading.show(strings.askingForMap, null);
    const trouble = await waitForPlace(engine, this.view.place);
    if (trouble === "") return;
    this.screen.messages.ask(strings.mapNotHere(trouble), "", [
      [strings.retry, () => this.open(this.current())],
      [strings.goOnWithout, () => {}],
    ]);
  }

  private quality(engine: Engine): Quality {
    if (this.settings.quality !== "auto") return this.settings.quality;
    return this.isSoftware(engine) ? "low" : "medium";
  }

  private isSoftware(engine: Engine): boolean {
    return engine.deviceIsSoftware() || this.stage.isSoftware;
  }

  // The view as it is now, so that opening it again changes nothing.
  private current(): links.View {
    const standpoint = this.engine?.place() ?? "";
    if (standpoint === "") return this.view;
    const isReplay = this.view.isReplay ?? false;
    return { ...links.viewOf(this.view.way, this.view.world, standpoint), isReplay };
  }

  private chooseWay(way: links.WayName): void {
    this.screen.showWelcome(false);
    if (way === this.view.way && this.state === "running") return;
    // Nobody drives through a battlefield that was made for a match.
    const here = links.isArena(this.view.world) ? links.defaultView : this.current();
    this.open({ ...here, way, isReplay: false });
  }

  private async openFile(file: File): Promise<void> {
    try {
      if (isReplayFile(file)) {
        const bytes = await readBytes(file);
        await this.work;
        return this.openReplay(bytes, file.name);
      }
      const map = await readMapFile(file);
      await this.work;
      if (this.engine === null) return;
      this.engine.writeFile(links.droppedFolder, map.name, map.bytes);
      const world = worldOfFile(map.name);
      this.dropped.add(world);
      // One of the same name may stand open.
      if (this.openWorld === world) this.openWorld = "";
      this.screen.showWelcome(false);
      this.open({ ...links.defaultView, way: "walk", world });
      await this.work;
      if (this.openWorld === world) this.screen.messages.say(strings.fileOpened(map.title));
    } catch (error) {
      this.screen.messages.say(sentence(error), true);
    }
  }

  // ---- matches ----

  private setMatch(engine: Engine): void {
    if (this.view.isReplay !== true) engine.forgetReplay();
    const { players, units, inWorker } = matchOptions(this.settings);
    const hasThreads = engine.variant === "threads";
    engine.setMatch(players, units, this.matchSeed, inWorker && hasThreads);
  }

  private openReplay(bytes: Uint8Array, name: string): void {
    const engine = this.engine;
    if (engine === null) return;
    try {
      engine.writeFile(replayFolder, replayFile, bytes);
      engine.openReplay(`${replayFolder}/${replayFile}`);
    } catch (error) {
      return this.screen.messages.say(strings.replayRefused(name, sentence(error)), true);
    }
    const world = engine.replayWorld();
    if (!links.isWorld(world) || (links.isDropped(world) && !this.dropped.has(world))) {
      return this.screen.messages.say(strings.replayElsewhere(name, world), true);
    }
    this.screen.showWelcome(false);
    this.screen.messages.say(strings.replayOpened(name));
    this.open({ ...links.defaultView, way: "command", world, isReplay: true });
  }

  private watchMatch(): void {
    const bytes = this.engine?.replay() ?? new Uint8Array();
    if (bytes.length === 0) return this.screen.messages.say(strings.noReplay);
    this.openReplay(bytes, strings.replayOfThisMatch);
  }

  private saveReplay(): void {
    const bytes = this.engine?.replay() ?? new Uint8Array();
    if (bytes.length === 0) return this.screen.messages.say(strings.noReplay);
    this.screen.messages.say(strings.photoSaved(saveFile(new Blob([bytes]), "trr")));
  }

  private newMatch(): void {
    this.matchSeed += 1;
    this.open({ ...this.current(), way: "command", place: null, isReplay: false });
  }

  // ---- keys ----

  private defaultKeys(): Keys | null {
    const text = this.engine?.defaultSettings() ?? "";
    return text === "" ? null : (JSON.parse(text) as { keys: Keys }).keys;
  }

  private applyKeys(): void {
    const { keys } = this.settings;
    const ignored = this.engine?.setSettings(JSON.stringify(keys === null ? {} : { keys })) ?? [];
    if (ignored.length > 0) this.screen.messages.say(strings.keysIgnored(ignored.join(" ")), true);
  }

  // ---- problems ----

  private failed(
    error: unknown,
    say: (why: string) => string = strings.engineStopped,
    others: links.WayName[] = [],
  ): void {
    console.error(error);
    const reload = [strings.reloadHere, () => this.reload()] as const;
    // After anything but a refusal the engine's memory is in an unknown state.
    if (!(error instanceof EngineError)) return this.problem(strings.engineStopped(sentence(error)), [reload]);
    this.problem(say(sentence(error)), [
      ...others.map((way) => [strings.wayNames[way], () => this.open({ ...this.view, way })] as const),
      [strings.retry, () => this.open(this.view)],
      reload,
    ]);
  }

  private problem(text: string, ways: readonly (readonly [string, () => void])[]): void {
    this.setState("problem");
    this.screen.loading.hide();
    this.screen.messages.ask(text, "", ways);
  }

  private reload(): void {
    this.writeLink();
    location.reload();
  }

  private deviceLost(): void {
    this.view = this.current();
    this.recorder.stop();
    this.setState("lost");
    this.screen.messages.ask(strings.contextLost, strings.contextLostMore, [
      [strings.retry, () => this.newDevice()],
      [strings.reloadHere, () => this.reload()],
    ]);
  }

  private deviceRestored(): void {
    if (this.state !== "lost") return;
    this.screen.messages.withdraw();
    this.reopenDevice();
  }

  private newDevice(): void {
    this.stage.replaceCanvas();
    this.reopenDevice();
  }

  private reopenDevice(): void {
    this.hasDevice = false;
    this.open(this.view);
    this.screen.messages.say(strings.contextBack);
  }

  // ---- frames ----

  private tick(nowMs: number): void {
    requestAnimationFrame((next) => this.tick(next));
    const engine = this.engine;
    if (this.state !== "running" || engine === null || this.stage.isLost) return;
    try {
      this.frame(engine, nowMs);
    } catch (error) {
      this.view = error instanceof EngineError ? this.current() : this.view;
      this.failed(error, strings.frameFailed);
    }
  }

  private frame(engine: Engine, nowMs: number): void {
    this.gamepads.poll();
    const { width, height } = this.stage.fit();
    const elapsedS = Math.max(0, nowMs - this.lastFrameMs) / 1000;
    this.lastFrameMs = nowMs;
    engine.frame(elapsedS, width, height);
    if (this.executor !== null) {
      const { memory, pointer, count } = engine.frameWords();
      this.executor.run(memory, pointer, count);
    }
    this.sound.play(engine.cues());
    const place = this.view.way === "command" || !this.pictureShown ? null : engine.mapPlace();
    this.screen.map.update(engine, this.view.world, place, nowMs);
    this.photoWanted = engine.takePhotoWish() || this.photoWanted;
    // Before that not every frame is drawn.
    if (this.photoWanted && this.pictureShown) this.savePhoto();
    if (this.input.clicked) this.lockPointer(engine);
    // Until the first picture every frame may be the one.
    if (nowMs - this.lastHudMs >= hudEveryMs || !this.pictureShown) {
      this.lastHudMs = nowMs;
      const hud = parseHud(engine.hud());
      if (hud !== null) this.showHud(hud);
      if (place !== null) this.screen.map.show(place);
    }
    if (nowMs - this.lastLinkMs >= linkEveryMs && this.screen.welcomeIsHidden) {
      this.lastLinkMs = nowMs;
      this.writeLink();
    }
  }

  private lockPointer(engine: Engine): void {
    this.input.clicked = false;
    if (!engine.wantsPointerLock() || document.pointerLockElement !== null) return;
    // Older browsers return nothing here.
    const asked = this.stage.node.requestPointerLock() as Promise<void> | undefined;
    asked?.catch(() => engine.releasePointer());
  }

  private showHud(hud: Hud): void {
    this.screen.update(hud, this.running()[0]?.[1] ?? "");
    const { streaming } = hud;
    if (!this.pictureShown && streaming.first_world_ready) {
      this.pictureShown = true;
      this.screen.loading.hide();
      // What tests and measurements look for.
      performance.mark("terrane-picture");
      document.documentElement.dataset.pictures = String(
        performance.getEntriesByName("terrane-picture").length,
      );
    }
    if (streaming.trouble !== this.saidTrouble) {
      this.saidTrouble = streaming.trouble;
      if (streaming.trouble !== "") {
        this.screen.messages.say(strings.workersNowInline(streaming.trouble), true);
      }
    }
    const matchTrouble = hud.command?.trouble ?? "";
    if (matchTrouble !== this.saidMatchTrouble) {
      this.saidMatchTrouble = matchTrouble;
      if (matchTrouble !== "") this.screen.messages.say(strings.matchMoved(matchTrouble), true);
    }
    if (streaming.failures.length > this.saidFailures) {
      this.screen.messages.say(streaming.failures[streaming.failures.length - 1]!, true);
    }
    this.saidFailures = streaming.failures.length;
  }

  private writeLink(): void {
    const standpoint = this.engine?.place() ?? "";
    if (standpoint === "") return;
    history.replaceState(null, "", links.writeLink(this.view.way, this.view.world, standpoint));
  }

  // ---- what the tools do ----

  private send(record: Parameters<Engine["input"]>[0]): void {
    // What is done while no frame runs would come all at once later.
    if (this.state === "running" || record.kind === InputKind.FocusLost) this.engine?.input(record);
  }

  private savePhoto(): void {
    this.photoWanted = false;
    takePhoto(this.stage.canvas).then(
      (name) => this.screen.messages.say(strings.photoSaved(name)),
      (error: unknown) => this.screen.messages.say(sentence(error)),
    );
  }

  private toggleRecording(): void {
    if (this.recorder.running) {
      this.recorder.stop();
    } else if (!Recorder.available) {
      this.screen.messages.say(strings.recordingUnavailable);
    } else {
      this.recorder.start(this.stage.canvas, (name) => {
        this.screen.showRecording(false);
        this.screen.messages.say(strings.recordingSaved(name));
      });
      this.screen.messages.say(strings.recordingStarted);
    }
    this.screen.showRecording(this.recorder.running);
  }

  private async share(): Promise<void> {
    this.writeLink();
    try {
      await navigator.clipboard.writeText(location.href);
      this.screen.messages.say(strings.linkCopied);
    } catch {
      this.screen.messages.say(strings.linkNotCopied);
    }
  }

  // Graphics, builds and world, for the panel and the about dialog; graphics first.
  private running(): readonly (readonly [string, string])[] {
    if (this.launched === null || this.engine === null || !this.hasDevice) return [];
    const name = this.engine.deviceName();
    return [
      [
        strings.streamingRows.device,
        this.isSoftware(this.engine) ? strings.softwareDevice(name) : name,
      ],
      [strings.streamingRows.builds, strings.buildsOn[this.launched.kind]],
      [strings.worldLabel, this.engine.worldUri()],
    ];
  }
}
