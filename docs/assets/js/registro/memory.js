// @ts-check
// Il Registro nella memoria del telefono.
import { damaged as damagedIn, forgetDamaged as forgetIn, read, subscribe, write } from "../store.js";
import { migrate } from "./model.js";

const KEY = "registro";
const PLAYER = "prontuario.giocatore";

export const load = () => read(KEY, migrate);
/** @param {import("./model.js").Register} register */
export const save = (register) => write(KEY, register);
/** @param {() => void} listener */
export const changed = (listener) => subscribe(KEY, listener);
/** Un Registro che non si è potuto leggere, com’era scritto. */
export const damaged = () => damagedIn(KEY);
export const forgetDamaged = () => forgetIn(KEY);

/** Un nome unico per una voce nuova, anche senza `crypto.randomUUID` (pagine non sicure). */
export const newId = () =>
  Date.now().toString(36) + "-" + [...crypto.getRandomValues(new Uint8Array(6))].map((b) => b.toString(36)).join("");

/** Il giocatore di cui si parla, finché la scheda è aperta: il suo nome non entra mai in un indirizzo. */
export const player = {
  get() {
    try {
      return sessionStorage.getItem(PLAYER) ?? "";
    } catch {
      return "";
    }
  },
  /** @param {string} name */
  set(name) {
    try {
      sessionStorage.setItem(PLAYER, name);
    } catch {
      // senza memoria il nome si riscrive
    }
  },
};
