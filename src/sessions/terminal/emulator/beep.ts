const TONE_HZ = 880;
const LENGTH_S = 0.12;
const LOUDNESS = 0.08;

let audio: AudioContext | undefined;
/** The end of the last tone in page time, since the time of `audio` does not advance before the first click. */
let overMs = 0;

/** A short tone, one at a time. Silent if the browser requires a click first. */
export function beep(): void {
  if (performance.now() < overMs) return;
  overMs = performance.now() + LENGTH_S * 1000;
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  const end = audio.currentTime + LENGTH_S;
  tone.frequency.value = TONE_HZ;
  volume.gain.setValueAtTime(LOUDNESS, audio.currentTime);
  // Fades to zero before it stops: a cut tone clicks.
  volume.gain.linearRampToValueAtTime(0, end);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(end);
}
