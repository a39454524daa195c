// @ts-check
// Lo schermo acceso, per chi guarda un orologio senza toccarlo.

/** Tiene acceso lo schermo finché serve; il sistema lo lascia quando la pagina è nascosta. */
export class ScreenLight {
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  #wanted = false;

  /** @returns {Promise<string>} che cosa dire se non si può */
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
