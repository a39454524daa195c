// Keep the phone's screen on.

/** Keep the screen on while wanted; the system drops the lock of a hidden page, so `keep` must then be called again. */
export class ScreenLight {
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  #wanted = false;

  /** Request the lock; resolve to "" or, if it fails, to what the judge can do, in Italian. */
  async keep() {
    this.#wanted = true;
    if (this.#lock && !this.#lock.released) return "";
    try {
      if (!navigator.wakeLock) throw new TypeError("wakeLock");
      const lock = await navigator.wakeLock.request("screen");
      if (this.#wanted) this.#lock = lock;
      else await lock.release();
      return "";
    } catch {
      return "Lo schermo può spegnersi: nelle impostazioni del telefono scegli un tempo di spegnimento più lungo.";
    }
  }

  /** Let the screen turn off again. */
  release() {
    this.#wanted = false;
    void this.#lock?.release().catch(() => undefined);
    this.#lock = null;
  }
}
