// @ts-check
// Keep the screen on for a clock that nobody touches.

/**
 * Keep the screen on while needed, and again after hiding.
 * The system lets it go when the page is hidden.
 */
export class ScreenLight {
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  #wanted = false;

  /** @returns {Promise<string>} what to say if it cannot be done */
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
      return "Lo schermo può spegnersi: allunga il tempo di spegnimento nelle impostazioni.";
    }
  }

  release() {
    this.#wanted = false;
    void this.#lock?.release().catch(() => undefined);
    this.#lock = null;
  }
}
