/** Sounds, made in the browser: soft, dry, short. Nothing for clicks, nothing for losing. */
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

/** Browsers let a page sound only after a first tap or key. */
function audio(): AudioContext | null {
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

interface Noise {
  at?: number;
  ms: number;
  hertz: number;
  gain: number;
}

/** Filtered noise that dies away: paper, wood, felt. */
function noise(out: AudioContext, { at = 0, ms, hertz, gain }: Noise, q = 0.8): void {
  const length = Math.ceil((out.sampleRate * ms) / 1000);
  const buffer = out.createBuffer(1, length, out.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const filter = new BiquadFilterNode(out, { type: "bandpass", frequency: hertz, Q: q });
  const source = new AudioBufferSourceNode(out, { buffer });
  source.connect(filter).connect(new GainNode(out, { gain })).connect(out.destination);
  source.start(out.currentTime + at);
}

/** One warm note with a soft edge. */
function note(out: AudioContext, hertz: number, at: number, ms: number, gain: number, glide = hertz): void {
  const start = out.currentTime + at;
  const end = start + ms / 1000;
  const volume = new GainNode(out, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(gain, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  const tone = new OscillatorNode(out, { type: "triangle", frequency: hertz });
  tone.frequency.exponentialRampToValueAtTime(glide, end);
  tone.connect(volume).connect(out.destination);
  tone.start(start);
  tone.stop(end);
}

function play(make: (out: AudioContext) => void): void {
  if (!settings.sound) return;
  const out = audio();
  if (out) make(out);
}

/** Cards on wool, at most five of them a little apart. */
export const soundCards = (count = 1) =>
  play((out) => {
    for (let i = 0; i < Math.min(count, 5); i++)
      noise(out, { at: i * 0.025, ms: 60, hertz: 2600 - i * 150, gain: 0.22 });
  });

/** A wooden tap: somebody passes. */
export const soundPass = () =>
  play((out) => {
    noise(out, { ms: 35, hertz: 900, gain: 0.3 }, 5);
    note(out, 320, 0, 60, 0.05, 240);
  });

/** A low felt knock: a bomb. */
export const soundBomb = () =>
  play((out) => {
    note(out, 110, 0, 260, 0.32, 58);
    noise(out, { ms: 90, hertz: 240, gain: 0.25 });
  });

/** Two warm notes, a fourth up, and a short buzz: your turn. Each has its own switch. */
export function soundTurn(): void {
  if (settings.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80);
  if (!settings.turnSound) return;
  const out = audio();
  if (!out) return;
  note(out, 392, 0, 320, 0.11);
  note(out, 523.25, 0.13, 460, 0.11);
}
