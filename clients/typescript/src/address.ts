/** Where the server is. */

import { isIPv4 } from "node:net";

import { invalidArgument } from "./errors.js";

/** The path of a Unix socket, or a host and a port. */
export type Place = { path: string } | { host: string; port: number };

/** Where a server listens without an address in its settings. */
export function defaultAddress(): string {
  const folder = process.env.XDG_RUNTIME_DIR || "/run";
  return `unix://${folder}/verifyd/verifyd.sock`;
}

/** Reads `unix:///path.sock`, `tcp://host:port` or `host:port`. */
export function parseAddress(address: string): Place {
  const path = /^unix:(?:\/\/(?=\/))?([^/].*|\/.*[^/].*)$/.exec(address)?.[1];
  if (path) {
    return { path };
  }
  const place = /^(?:tcp:\/\/)?(?:\[([0-9a-fA-F:.]+)\]|([^/:[\]\s]+)):(\d{1,5})$/.exec(address);
  const host = place?.[1] ?? place?.[2];
  const port = Number(place?.[3]);
  if (host !== undefined && port >= 1 && port <= 65535) {
    return { host, port };
  }
  const hint = address.startsWith("/") ? `; did you mean unix://${address}?` : "";
  throw invalidArgument(
    "address",
    `"${address}" is not an address: unix:///path.sock or tcp://host:port${hint}`,
  );
}

/** Whether what is sent there stays on this machine. */
export function isLocal(place: Place): boolean {
  if ("path" in place) {
    return true;
  }
  const { host } = place;
  return host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}
