// Play the sound at the end of the time.
// A browser lets a page make a sound only after a tap: `allow` must be called during one.
import { read, write } from "../local-storage.js";

const KEY = "orologio.suono";
const TONES = [0, 0.4, 0.8]; // seconds
/** @type {AudioContext | null} */
let context = null;

/** Tell whether the judge wants the sound; yes until switched off. */
export const wanted = () => read(KEY, (value) => value !== "no");

/** Remember whether the judge wants the sound. @param {boolean} on */
export const choose = (on) => write(KEY, on ? "si" : "no");

/** Ask the browser to allow sound; call it during a tap. */
export function allow() {
  context ??= new AudioContext();
  context.resume().catch(() => undefined);
}

/** Vibrate, and play the sound, three tones, if wanted and allowed. */
export function ring() {
  navigator.vibrate?.([400, 200, 400]);
  if (navigator.userActivation?.hasBeenActive) allow();
  if (!context || !wanted()) return;
  for (const at of TONES) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = 880;
    gain.gain.value = 0.3;
    tone.connect(gain).connect(context.destination);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + 0.25);
  }
}
