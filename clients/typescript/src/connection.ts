/** The connection to a server: gRPC over a Unix socket or TCP. */

import type { ClientHttp2Session } from "node:http2";
import { connect } from "node:net";
import type { SecureContextOptions } from "node:tls";

import type { Transport } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";

import { defaultAddress, isLocal, parseAddress } from "./address.js";
import { invalidArgument } from "./errors.js";

/** How to trust the server, and who the caller is: PEM, as `node:tls` takes it. */
export interface TlsOptions extends Pick<SecureContextOptions, "ca" | "cert" | "key"> {
  /** The name in the server's certificate, where it is not the address. */
  servername?: string;
}

/** Where the server is, and how to reach it. */
export interface ConnectionOptions {
  /** `unix:///path.sock` or `tcp://host:port`; the sidecar's usual socket where it is left out. */
  address?: string;
  /** Sent with every call; never in clear beyond this machine. */
  token?: string;
  /** For TCP; `{}` trusts the authorities that Node knows. */
  tls?: TlsOptions;
}

/** An open way to a server; it connects with the first call, and again where it was lost. */
export interface Connection {
  readonly address: string;
  readonly transport: Transport;
  readonly headers: Record<string, string>;
  readonly closed: AbortSignal;
  close(): void;
}

/**
 * Listens for errors of a session for as long as it lives. The manager stops listening when it
 * replaces a broken session, whose error may come later and would end the process.
 */
class SessionManager extends Http2SessionManager {
  readonly #watched = new WeakSet<ClientHttp2Session>();

  override async request(...given: Parameters<Http2SessionManager["request"]>) {
    const stream = await super.request(...given);
    const session = stream.session as ClientHttp2Session | undefined;
    if (session && !this.#watched.has(session)) {
      this.#watched.add(session);
      session.on("error", () => {}); // its calls fail with the same error
    }
    return stream;
  }
}

/** Prepares a connection. */
export function openConnection(options: ConnectionOptions): Connection {
  const { address = defaultAddress(), token, tls } = options;
  const place = parseAddress(address);
  const unix = "path" in place;
  if (unix && tls) {
    throw invalidArgument("tls", "a Unix socket has no TLS: leave out tls");
  }
  if (token !== undefined && !tls && !isLocal(place)) {
    throw invalidArgument("token", `a token is not sent in clear to ${address}: give tls`);
  }
  const host = unix ? "localhost" : place.host.includes(":") ? `[${place.host}]` : place.host;
  const baseUrl = `${tls ? "https" : "http"}://${host}${unix ? "" : `:${place.port}`}`;
  const sessionManager = new SessionManager(
    baseUrl,
    {},
    unix ? { createConnection: () => connect(place.path) } : { ...tls },
  );
  const closing = new AbortController();
  return {
    address,
    // Reports stay on the machine or its network: decompressing takes longer than reading them.
    transport: createGrpcTransport({ baseUrl, sessionManager, acceptCompression: [] }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    closed: closing.signal,
    close() {
      closing.abort(new Error("the client is closed"));
      sessionManager.abort();
    },
  };
}
