// Every word the page shows, in one place. Sentences that carry values are functions. What the
// engine says (notices, faults, buttons of a match) arrives as text of its own.

export const title = "Terrane";
export const needsScript = "Terrane needs JavaScript, WebAssembly and WebGL 2.";

// ---- the three ways ----
export const wayNames = { drive: "Drive", walk: "Walk", command: "Command" } as const;
export const wayHints = {
  drive: "Take a car through the streets.",
  walk: "Go on foot, up steps and round corners.",
  command: "Lead an army on the same ground.",
} as const;
export const waysLabel = "Ways in";
export const welcomeLine = "A city that is built around you, piece by piece, as you move.";
export const welcomeMore =
  "Or drop an Overpass file (.json) anywhere on this page, and walk through it.";
export const stageLabel =
  "The view. Click it, or move the focus here, to steer with the keyboard; Tab leaves it.";

// ---- loading ----
export const loadingEngine = "Loading the engine";
export const compilingEngine = "Preparing the engine";
export const startingWorkers = "Starting the build workers";
export const askingForMap = "Asking the map server";
export const mapNotHere = (why: string) =>
  `The map of this place has not come: ${why}.`;
export const goOnWithout = "Go on without it";
// Parts of sentences about the network.
export const netTooLarge = (megabytes: number) => `more than ${megabytes} MB`;
export const netTooSlow = (seconds: number) => `no whole answer within ${seconds} s`;
export const netCut = (why: string) => `the connection ended (${why})`;
export const netOffline = "this browser is offline";
export const openingWorld = (world: string) => `Opening ${world}`;
export const openingDevice = "Opening the graphics device";
export const buildingFirst = "Building what is near";
export const percent = (part: number) => `${Math.round(part * 100)} %`;

// ---- transports ----
export const buildsOn = {
  threads: "Pieces are built on threads.",
  messages: "Pieces are built in message workers.",
  inline: "Pieces are built between frames, on the page's own thread.",
} as const;
export const threadsFailed = (why: string) => `Threads did not start: ${why}.`;
export const messagesFailed = (why: string) => `Message workers did not start: ${why}.`;
export const workerScriptFailed = "its script could not be loaded";
export const notIsolated = "The page is not cross-origin isolated, so it has no threads.";
export const workerSilent = "it does not answer any more";
export const workersNowInline = (why: string) =>
  `Building has moved: ${why}`;

// ---- toolbar ----
export const places = "Places";
export const photo = "Photo";
export const record = "Record";
export const stopRecording = "Stop recording";
export const streaming = "Streaming";
export const settings = "Settings";
export const about = "About";
export const share = "Copy link";
export const fullScreen = "Full screen";
export const toolbarLabel = "Tools";
export const close = "Close";
export const photoSaved = (name: string) => `Saved ${name}.`;
export const photoFailed = "The browser did not give the picture.";
export const recordingSaved = (name: string) => `Saved ${name}.`;
export const recordingStarted = "Recording. Choose “Stop recording” to save the film.";
export const recordingUnavailable = "This browser cannot record the picture.";
export const linkCopied = "The link of this view is copied.";
export const linkNotCopied = "The link is in the address bar; the browser did not let us copy it.";

// ---- the travel panel ----
export const speedLabel = "Speed";
export const kmh = "km/h";
export const mph = "mph";
export const headingText = (degrees: number, point: string) =>
  `${point} ${String(degrees).padStart(3, "0")}°`;
export const compassPoints = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const;
export const freeCamera = "Free camera";

export const mapLabel = "A map of what is around; north is up, the arrow is you.";
export const mapFailed = "No small map: this browser does not start its painter.";
export const mapOfGrowing = "No small map: drawing one would make this city grow.";

// ---- the streaming panel ----
export const streamingRows = {
  pieces: "Pieces here",
  wanted: "Wanted",
  queued: "On the way",
  builds: "Built by",
  frames: "Frames a second",
  update: "This frame",
  p99: "99 of 100 frames",
  max: "The worst frame",
  calls: "Draw calls",
  triangles: "Triangles",
  queries: "Asked of the map server",
  device: "Graphics",
  map: "The last map tile",
  match: "The match runs",
  matchTick: "Its last tick",
  matchShown: "Taking it over",
} as const;
export const matchInWorker = "in a thread of its own";
export const matchOnPage = "on the page's thread";
export const matchMoved = (why: string) => `The match runs on the page's thread: ${why}`;
export const queriesText = (queries: number, bytes: number) =>
  `${queries} times, ${(bytes / 1e6).toFixed(1)} MB`;
export const milliseconds = (ms: number) => `${ms.toFixed(2)} ms`;
export const noFailures = "Nothing has failed.";
export const failuresTitle = "What could not be had";
export const softwareDevice = (name: string) => `${name}, drawn by the processor`;

// ---- the command panel ----
export const gold = "Gold";
export const wood = "Wood";
export const supply = "Supply";
export const sideLabel = (side: string) => side;
export const matchTime = "Time";
export const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
export const paused = "Paused";
export const speedTimes = (speed: number) => `${speed} ×`;
export const nothingSelected = "Nothing is selected.";
export const ordersLabel = "Orders";
export const timelineLabel = "Time of the replay";
export const timelineText = (at: string, end: string) => `${at} of ${end}`;
export const pause = "Pause";
export const goOn = "Go on";
export const speedLabelOfMatch = "Speed of the match";
export const jump = "To the last alert";
export const surrender = "Surrender";
export const surrenderSurely = "Really surrender?";
export const moreOfMatch = "Match";
export const watchAgain = "Watch this match";
export const saveReplay = "Save the replay";
export const newMatch = "New match";
export const matchToolsLabel = "The match";
export const noReplay = "This match went on from a save and was not recorded.";
export const replayOpened = (name: string) => `Watching ${name}.`;
export const replayOfThisMatch = "the match you left";
export const replayRefused = (name: string, why: string) => `${name} cannot be watched: ${why}`;
export const replayElsewhere = (name: string, world: string) =>
  `${name} was played on ${world}, which is not here.`;
export const alertsLabel = "Alerts";
export const inQueue = (count: number) => `${count} waiting`;

// ---- dialogs: places ----
export const placesTitle = "Go somewhere";
export const placeLabel = "Coordinates or a map link";
export const placeHelpCity = "In the city: X,Z in metres from its middle, such as 500,-250.";
export const placeHelpMap =
  "On the earth: latitude, longitude; a geo: address; or a link of openstreetmap.org or Google Maps. The map of it is asked of a public OpenStreetMap server.";
export const go = "Go";
export const seedLabel = "Seed of the city";
export const seedHelp = "A number or a word. Every seed is a different city.";
export const openCity = "Open this city";
export const fileLabel = "A map of your own";
export const fileHelp =
  "A file of Overpass JSON or a replay of a match (up to 64 MB), chosen here or dropped anywhere on the page. It stays in this browser.";
export const chooseFile = "Choose a file";
export const listTitle = "Places to begin with";
export const placeList = {
  cityStart: "City 412, where it begins",
  cityMiddle: "City 412, the middle",
  cityShore: "City 412, towards the shore",
  townSquare: "The made-up town, Fold Square",
  townHarbour: "The made-up town, the harbour",
  townChurch: "The made-up town, by Saint Barbara",
} as const;
export const placeEmpty = "Type a place first.";
export const placeUnknown = (text: string) =>
  `“${text}” is not understood as a place. Two numbers, a geo: address or a map link are.`;
export const placeOutOfRange = (text: string) =>
  `“${text}” is not on the earth: latitudes go to 85 degrees and longitudes to 180.`;
export const placeTooFar = (text: string) =>
  `“${text}” is farther from the middle of the city than 100 km.`;
export const seedBad = "A seed is up to 40 letters, digits, “-” or “_”.";

// ---- dropped files ----
export const dropHere = "Drop a map to walk through it, or a replay to watch it";
export const fileTooLarge = (name: string, megabytes: number) =>
  `${name} has ${megabytes} MB; the page takes up to 64.`;
export const fileNotJson = (name: string) =>
  `${name} is not a .json file. The page takes files of Overpass JSON, and replays (.trr).`;
export const fileUnreadable = (name: string) => `${name} could not be read.`;
export const fileRefused = (name: string, why: string) => `${name} cannot be walked: ${why}`;
export const fileOpened = (name: string) => `Walking through ${name}.`;
export const fileGone = (name: string) =>
  `${name} was dropped in another visit and is not here; drop it again to walk through it.`;

// ---- dialogs: settings ----
export const settingsTitle = "Settings";
export const qualityLabel = "Quality";
export const qualityNames = { auto: "By the device", low: "Low", medium: "Medium", high: "High" };
export const unitsLabel = "Speed in";
export const unitNames = { metric: "Kilometres an hour", imperial: "Miles an hour" };
export const hourLabel = "Hour of the day";
export const hourText = (hour: number) => {
  const minutes = Math.floor(hour * 60 + 1e-6);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
};
export const motionLabel = "Less motion";
export const motionHelp = "No transitions in the page. Follows the system until it is chosen here.";
export const volumeLabel = "Sound";
export const volumeText = (volume: number) => (volume === 0 ? "off" : percent(volume));
export const matchTitle = "The next match";
export const opponentLabel = "Against";
export const opponentNames = {
  easy: "An easy opponent",
  normal: "A normal opponent",
  hard: "A hard opponent",
  idle: "Nobody who attacks",
  watch: "Watch two opponents",
};
export const armyLabel = "Units on both sides";
export const matchPlaceLabel = "It runs";
export const matchPlaceNames = {
  worker: "In a thread of its own, where there is one",
  main: "On the page's thread",
};
export const keysTitle = "Keys";
export const bindingsTitle = "Keys of driving and walking";
export const bindingsHelp =
  "Choose a key, then press the one that shall stand in its place. Delete leaves it empty; Escape leaves it as it is.";
export const actionNames: Record<string, string> = {
  ahead: "Ahead",
  back: "Back, brake",
  left: "To the left",
  right: "To the right",
  turn_left: "Look or steer left",
  turn_right: "Look or steer right",
  jump: "Jump, handbrake, rise",
  sink: "Sink",
  run: "Run, faster",
  free_camera: "Free camera",
  camera: "From inside, from behind",
  photo: "Photo",
};
export const noKey = "no key";
export const pressAKey = "press a key";
export const bindingLabel = (action: string, place: number, key: string) =>
  `${action}, ${place === 0 ? "first" : "second"} key: ${key}`;
export const keyNotKnown = (code: string) => `The page cannot use the key ${code} here.`;
export const keyTaken = (key: string, from: string, to: string) =>
  `${key} was the key of “${from}”, which is without it now; it means “${to}”.`;
export const keySet = (key: string, action: string) => `${key} means “${action}” now.`;
export const keyCleared = (action: string) => `“${action}” has one key less.`;
export const resetKeys = "Keys as they were at first";
export const keysReset = "All keys are as they were at first.";
export const keysIgnored = (sentences: string) => `Not all kept keys were understood: ${sentences}`;
export const keysFor = {
  drive: "Driving",
  walk: "Walking",
  free: "Free camera",
  command: "Commanding",
  page: "Everywhere",
};
export const keyRows: Record<keyof typeof keysFor, readonly (readonly [string, string])[]> = {
  drive: [
    ["W, Up", "Ahead"],
    ["S, Down", "Brake, then back"],
    ["A, D, Left, Right", "Steer"],
    ["Space", "Handbrake"],
    ["C", "From inside, from behind"],
  ],
  walk: [
    ["W, A, S, D", "Go"],
    ["Mouse, Left, Right", "Look"],
    ["Shift", "Run"],
    ["Space", "Jump"],
  ],
  free: [
    ["F", "Leave, and come back"],
    ["Space, Control", "Up, down"],
    ["Shift", "Faster"],
  ],
  command: [
    ["Left click, drag", "Select"],
    ["Right click", "Order"],
    ["Control + digit, digit", "Keep a group, call it"],
    ["Wheel, screen's edge", "Closer, along"],
  ],
  page: [
    ["Click", "Give the mouse to the view"],
    ["Escape", "Take it back"],
    ["F2", "Photo"],
    ["Tab", "Between the view and the page"],
    ["Gamepad, touch", "Left stick moves, right side looks, triggers are pedals"],
  ],
};

// ---- dialogs: about ----
export const aboutTitle = "About Terrane";
export const aboutText =
  "Terrane is an engine that streams open worlds built one piece at a time, whose pieces always meet at the seam. This page runs it in your browser; nothing you drop leaves it. A place on the earth that you ask for is asked of a public OpenStreetMap server.";
export const creditsTitle = "Credits";
export const credits: readonly (readonly [string, string])[] = [
  ["City", "Made by rule from its seed. No data."],
  ["The town", "Made up: no such place exists. CC0 1.0."],
  ["Maps you drop", "© OpenStreetMap contributors, ODbL 1.0, where they come from OpenStreetMap."],
  ["Elevation", "None is loaded here; the ground of a map is level unless its file says more."],
  ["Fonts", "The fonts of your system; none is loaded."],
];
export const librariesTitle = "Libraries";
export const engineRunning = "Running now";

// ---- problems ----
export const problemTitle = "That did not work";
export const retry = "Try again";
export const reloadHere = "Reload at this view";
export const openDefault = "Open the city";
export const ignoredLead = "The link was not understood in full:";
export const ignored = {
  pair: (text: string) => `“${text}” was ignored.`,
  way: (text: string) => `The way “${text}” is none of drive, walk and command; drive is opened.`,
  world: (text: string) => `The world “${text}” is not known; city:412 is opened.`,
  arena: (text: string) => `${text} is ground for a match only; the city is opened.`,
  place: (text: string) => `The place “${text}” is not two numbers; the world's start is opened.`,
  heading: (text: string) => `The heading “${text}” is not 0 to 360 degrees, and was ignored.`,
  hour: (text: string) => `The hour “${text}” is not 0 to 24, and was ignored.`,
};
export const worldRefused = (world: string, why: string) =>
  `${world} could not be opened, so the city is: ${why}`;
export const webGpuRefused = (why: string): string =>
  `WebGPU refused a request (${why}); going on with WebGL 2.`;
export const contextLost = "The browser took the graphics device away.";
export const contextLostMore =
  "The view comes back by itself when the device does. You can also ask for a new one.";
export const contextBack = "The graphics device is back.";
export const noWebAssembly = "This browser has no WebAssembly, which the engine is made of.";
export const notLoaded = (why: string) => `The engine could not be loaded: ${why}`;
export const engineStopped = (why: string) => `The engine has stopped: ${why}`;
export const frameFailed = (why: string) => `The picture stopped: ${why}`;
export const wayFailed = (way: string, why: string) => `${way} could not be opened: ${why}`;

// ---- touch ----
export const pedals = { go: "Go", brake: "Brake" } as const;
export const worldLabel = "World";

// Name and version, licence: what is inside the engine or made it.
export const libraries: readonly (readonly [string, string])[] = [
  ["libosmium 2.19.0", "Boost Software License 1.0. Assembles areas of maps."],
  ["protozero 1.7.1", "BSD, two clauses. Part of libosmium."],
  ["RapidJSON 1.1.0", "MIT. Reads Overpass files."],
  ["GLM 0.9.9.8", "MIT. Matrices of the drawing."],
  ["stb, of September 2022", "Public domain or MIT. Pictures."],
  ["Emscripten 3.1.6", "MIT. Makes WebAssembly of the engine, with musl (MIT) and libc++ (Apache-2.0 with LLVM exceptions)."],
];
