// @ts-check
// Il Registro nella memoria del telefono.
import { read, subscribe, write } from "../store.js";
import { migrate } from "./model.js";

const KEY = "registro";

export const load = () => read(KEY, migrate);
/** @param {import("./model.js").Register} register */
export const save = (register) => write(KEY, register);
/** @param {() => void} listener */
export const changed = (listener) => subscribe(KEY, listener);

/** Un nome unico per una voce nuova, anche senza `crypto.randomUUID` (pagine non sicure). */
export const newId = () =>
  Date.now().toString(36) + "-" + [...crypto.getRandomValues(new Uint8Array(6))].map((b) => b.toString(36)).join("");

/** Il giocatore di cui si parla, finché la scheda è aperta: il suo nome non entra mai in un indirizzo. */
export const player = {
  get: () => sessionStorage.getItem("prontuario.giocatore") ?? "",
  /** @param {string} name */
  set: (name) => sessionStorage.setItem("prontuario.giocatore", name),
};
